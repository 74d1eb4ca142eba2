"""Numbers that add up to one that is said: the weights of the parts of a mark to 100.

Words say it ("the weights add up to 100"), or the program refuses what does not.  Pure.  Neighbours:
`languages.text_forms` (asks), `evidence.summed` (what it means).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from codescore.languages.assumed import Assumption
from codescore.languages.called import names_in
from codescore.languages.described import asserted
from codescore.languages.shapes import FloatShape, IntShape, MappingShape, RecordShape, SequenceShape, Shape
from codescore.languages.stating import DESCRIBED
from codescore.languages.values import Text

_SAID, _REFUSED = 0.85, 0.9  # how surely they do: where words say so; where the program refuses others
_WORDS = re.compile(
    r"\b(?:add(?:s|ing)? up to|sum(?:s|ming)? (?:up )?to|total(?:s|ling)?|together(?: (?:are|is|make|give))?)\s+"
    r"(?:exactly\s+|always\s+)?(\d+)(?:\.0+)?\b"
)
# What is found out, or made so: `whether the weights add up to 100`, `scales the scores so that they add up to 1`.
_MADE = re.compile(
    r"\b(?:whether|if|when|unless|so|that|which|until|return(?:s|ed)?|gives?|scale[sd]?|ma[kd]es?|normali[sz]\w*|"
    r"checks?|pairs?|finds?|counts?)\b",
    re.IGNORECASE,
)
_BEFORE = 12  # words before, among which is the name of what adds up
_PROMISED = re.compile(r"\b(?:must|always|assum\w+|guarant\w+|promis\w+)\b", re.IGNORECASE)
_NEAR = 160  # signs behind a condition, among which it refuses
_REFUSES = re.compile(r"\b(?:throw|raise)\b")
_TOTAL = r"(\d+)(?:\.0+)?\b"
_UNLIKE = re.compile(
    rf"\b(?P<name>\w+)\s*!==?\s*{_TOTAL}|\babs\(\s*(?P<near>\w+)\s*-\s*(\d+)(?:\.0+)?\s*\)\s*>|"
    rf"\bsum\((?P<inner>[^()]*)\)\s*!=\s*(\d+)(?:\.0+)?\b|"
    rf"\babs\(\s*sum\((?P<inside>[^()]*)\)\s*-\s*(\d+)(?:\.0+)?\s*\)\s*>"
)


def summing(shapes: Mapping[str, Shape], words: str, program: str) -> Iterator[Assumption]:
    """Which parameters have numbers, or objects with a field, that add up to a number."""
    lists = {name: fields for name, shape in shapes.items() if (fields := [*_fields(shape)])}
    if not lists:
        return
    for total, names, because, weight in (*_said(words), *_refused(program)):
        for parameter, fields in lists.items():
            for field in fields:
                if _stem(names_in(field or parameter)[-1]) in names:
                    yield Assumption(parameter, "summed", because, weight=weight, bound=total, other=field)


def _fields(shape: Shape) -> Iterator[str]:
    """The fields of what a list holds that are numbers; "" where these are the items themselves, or a mapping's."""
    match shape:
        case SequenceShape(IntShape() | FloatShape()) | MappingShape(_, IntShape() | FloatShape()):
            yield ""
        case SequenceShape(RecordShape(_, fields)):
            yield from (name for name, inner in fields if isinstance(inner, (IntShape, FloatShape)))
        case SequenceShape(MappingShape() as row):
            yield from (name for name, inner in row.each if isinstance(inner, (IntShape, FloatShape)))
            numeric = isinstance(row.value, (IntShape, FloatShape))
            yield from (one.value for one in row.required if isinstance(one, Text) and numeric)


def _stem(word: str) -> str:
    return word.lower().removesuffix("s")


def _said(words: str) -> Iterator[tuple[int, set[str], str, float]]:
    prose = " ".join(asserted(words).split())
    for found in _WORDS.finditer(prose):
        before = re.split(r"[.;:!?]\s", prose[: found.start()])[-1]
        if _MADE.search(before):
            continue
        names = {_stem(word) for word in re.findall(r"[A-Za-z]+", before)[-_BEFORE:]}
        promised = _PROMISED.search(before) is not None
        yield int(found[1]), names, f"its text says {found[0]!r}", _SAID if promised else DESCRIBED


def _refused(program: str) -> Iterator[tuple[int, set[str], str, float]]:
    for found in _UNLIKE.finditer(program):
        if not _REFUSES.search(program[found.end() : found.end() + _NEAR]):
            continue
        total = int(next(one for one in found.groups() if one and one.isdigit()))
        held = found["name"] or found["near"] or ""
        inner = found["inner"] or found["inside"] or ""
        for pattern in (
            r"\b{0}\s*\+=\s*([^\n;]+)",
            r"\b{0}\s*=\s*sum\(([^\n]*)\)",
            r"\b{0}\s*=[^\n;=]*accumulate\(([^\n;]*)",
        ):
            inner += "".join(f" {one}" for one in re.findall(pattern.format(re.escape(held)), program) if held)
        names = {_stem(names_in(word)[-1]) for word in re.findall(r"[A-Za-z_]\w*", inner)}
        yield total, names, "it refuses others", _REFUSED
