"""Texts that a program holds against a pattern: what is drawn matches it, and two of them differ in one place."""

from __future__ import annotations

import re

import pytest

from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.shapes import OneOf, Samples, TextShape
from tests.evidence.judging import judged

ABLE = probe()
in_sandbox = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
VERSIONS = """import re

VERSION = re.compile(r"(\\d+)\\.(\\d+)(?:-([0-9a-z]+(?:\\.[0-9a-z]+)*))?")


def later(a{}, b{}):
    first, second = VERSION.fullmatch(a), VERSION.fullmatch(b)
    if first is None or second is None:
        raise ValueError("no version")
    if first[1] != second[1] or first[2] != second[2]:
        return (int(first[1]), int(first[2])) > (int(second[1]), int(second[2]))
    if first[3] is None or second[3] is None:
        return first[3] is None and second[3] is not None
    for x, y in zip(first[3].split("."), second[3].split(".")):
        if x != y:
            return int(x) > int(y) if x.isdigit() and y.isdigit() else x > y
    return len(first[3]) > len(second[3])
"""
AS_WORDS = "int(x) > int(y) if x.isdigit() and y.isdigit() else x > y", "x > y"
FIELDS = """function most(field%s) {
  let most = 0;
  for (const item of field.split(',')) {
    const m = /^(?:\\*|(\\d+)(?:-(\\d+))?)(?:\\/(\\d+))?$/.exec(item);
    if (m === null) throw new Error('bad item ' + item);
    const from = Number(m[1] ?? 0), to = Number(m[2] ?? m[1] ?? 59), step = Number(m[3] ?? 1);
    if (step === 0 || from > to) throw new Error('bad item ' + item);
    most = Math.max(most, Math.floor((to - from) / step) + 1);
  }
  return most;
}
"""


@pytest.mark.parametrize("typed", ["", ": str"])
def test_a_text_that_is_held_against_a_pattern_matches_it(typed: str) -> None:
    """Mostly, also where it is declared to be any text."""
    (entry,) = by_id("python").runner().survey(VERSIONS.format(typed, typed)).entries
    for parameter in entry.parameters:
        assert isinstance(parameter.shape, OneOf)
        matching = [one for one in parameter.shape.options if isinstance(one, Samples)]
        assert len(matching[0].values) > 10
        assert any(isinstance(one, TextShape) for one in parameter.shape.options)
        assert all(re.fullmatch(matching[0].pattern, str(getattr(one, "value", ""))) for one in matching[0].values)


def test_what_is_put_together_anew_from_its_parts_is_a_match() -> None:
    """`re.sub` with several groups; with one, the text is any text."""
    for pattern, held in ((r"(\d{4})-(\d\d?)-(\d\d?)", True), (r"(\d+)-", False)):
        source = f"import re\ndef turned(day):\n    return re.sub(r'{pattern}', r'\\1', day)\n"
        (entry,) = by_id("python").runner().survey(source).entries
        assert isinstance(entry.parameters[0].shape, OneOf) is held


@pytest.mark.parametrize(
    "source",
    [
        "import re\ndef first(text):\n    return re.match(r'(\\d+) *', text)[1]\n",  # the beginning of any text
        "import re\ndef words(text):\n    return re.findall(r'[a-z]+', text)\n",
        "import re\ndef known(text):\n    return bool(re.fullmatch(r'(a+)+b', text))\n",  # which may run for years
    ],
)
def test_what_is_only_looked_for_in_a_text_is_not_the_whole_of_it(source: str) -> None:
    """Neither is a pattern that may run long."""
    (entry,) = by_id("python").runner().survey(source).entries
    assert isinstance(entry.parameters[0].shape, TextShape)


@in_sandbox
def test_numbers_that_are_compared_as_words_are_found() -> None:
    """`1.2-rc.10` is later than `1.2-rc.2`: of two texts one is the other with another number in one place."""
    reference = VERSIONS.format("", "")
    with EvidenceSession() as session:
        assert judged(session, "python", reference.replace(*AS_WORDS), reference).verdict == "differs"


@in_sandbox
@pytest.mark.parametrize(("language", "typed"), [("javascript", ""), ("typescript", ": string")])
def test_parts_of_a_text_that_are_held_against_a_pattern(language: str, typed: str) -> None:
    """What of `3-10/2,*/7` is counted with its step, and ends where it is said."""
    source = FIELDS % typed
    wrong = source.replace("Math.floor((to - from) / step)", "Math.ceil((to - from) / step)")
    with EvidenceSession() as session:
        assert judged(session, language, source, source).verdict == "equivalent"
        assert judged(session, language, wrong, source).verdict == "differs"


@in_sandbox
def test_what_is_counted_is_a_whole_number() -> None:
    """`Decimal(cents)` takes texts as well, which nobody counts in."""
    reference = (
        "from decimal import ROUND_HALF_UP, Decimal\n\n\ndef share(cents, percent):\n"
        "    part = Decimal(cents) * Decimal(percent) / 100\n"
        "    return int(part.quantize(Decimal(1), rounding=ROUND_HALF_UP))\n"
    )
    whole = (
        "def share(cents, percent):\n    made = cents * percent\n    half = (abs(made) + 50) // 100\n"
        "    return half if made >= 0 else -half\n"
    )
    even = "def share(cents, percent):\n    return round(cents * percent / 100)\n"
    with EvidenceSession() as session:
        assert judged(session, "python", whole, reference).verdict in ("equivalent", "insufficient")
        assert judged(session, "python", even, reference).verdict == "differs"
