"""Arguments that are given by name: their defaults, those that `**options` is asked for, those of own calls."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.shapes import BoolShape, CallShape, MappingShape, SequenceShape, Shape, TextShape
from tests.evidence.judging import judged

PAD = """
def pad(text, width=8, *, fill=" ", left=False):
    if left:
        return text.rjust(width, fill)
    return text.ljust(width, fill)
"""
REPORT = """
def report(rows, **options):
    sep = options.get("sep", ",")
    lines = [sep.join(map(str, row)) for row in rows]
    if options.get("header", True):
        lines.insert(0, sep.join(["id", "name"]))
    return "\\n".join(lines)
"""
SEP = 'options.get("sep", ",")'
MERGE = """
def merge(*dicts, deep=False):
    out = {}
    for d in dicts:
        for k, v in d.items():
            if deep and isinstance(v, dict) and isinstance(out.get(k), dict):
                out[k] = merge(out[k], v, deep=True)
            else:
                out[k] = v
    return out
"""
HANDED = """
def line(text, mark):
    return mark.strip() + text.upper()

def lines(texts, sign):
    return [line(text, mark=sign) for text in texts]
"""


def shapes(source: str, name: str) -> dict[str, Shape]:
    """The shapes of a function's parameters by name; of what has to be named, that of its value."""
    found = by_id("python")
    runner = found.runner() if found is not None else None
    assert runner is not None
    entry = next(one for one in runner.survey(source).entries if one.name == name)
    known = {one.name: one.shape for one in entry.parameters}
    return {key: one.parameters[0] if isinstance(one, CallShape) else one for key, one in known.items()}


def test_a_default_says_what_is_given_by_name() -> None:
    found = shapes(PAD, "pad")
    assert isinstance(found["fill"], TextShape)
    assert isinstance(found["left"], BoolShape)


def test_what_options_are_asked_for_is_given() -> None:
    options = shapes(REPORT, "report")["options"]
    assert isinstance(options, MappingShape)
    known = dict(options.each)
    assert isinstance(known["sep"], TextShape)
    assert isinstance(known["header"], BoolShape)


def test_a_call_of_its_own_gives_arguments_to_those_that_take_them() -> None:
    """What stands behind all places goes to `*dicts`, what is named to its name."""
    found = shapes(MERGE, "merge")
    assert isinstance(found["deep"], BoolShape)
    assert isinstance(found["dicts"], SequenceShape)
    assert isinstance(found["dicts"].element, MappingShape)
    assert isinstance(shapes(HANDED, "lines")["sign"], TextShape)


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("reference", "right", "wrong"),
    [
        (PAD, ("if left:", "if left is True:"), ("text.ljust(width, fill)", "text.ljust(width)")),
        (REPORT, (SEP, 'options["sep"] if "sep" in options else ","'), (SEP, '","')),
        (MERGE, ("out[k] = v\n", "out.update({k: v})\n"), ("deep=False", "deep=True")),
    ],
    ids=["has to be named", "any names", "its own call"],
)
def test_who_goes_past_what_is_named_is_found(
    session: EvidenceSession, reference: str, right: tuple[str, str], wrong: tuple[str, str]
) -> None:
    assert judged(session, "python", reference.replace(*right), reference).verdict in ("equivalent", "conditional")
    assert judged(session, "python", reference.replace(*wrong), reference).verdict == "differs"
