"""Words of lines are what a script does with them, by the reading that parameters of functions get."""

from __future__ import annotations

import re

import pytest

from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.shapes import FloatShape, LinesShape, RowShape, Samples, Shape, TextShape
from codescore.languages.values import Text
from tests.evidence.judging import judged

ABLE = probe()
_SHIFTS = """import sys


def minutes(clock):
    h, m = clock.split(":")
    return int(h) * 60 + int(m)


total = {}
for line in sys.stdin:
    name, span = line.split()
    start, end = (minutes(c) for c in span.split("-"))
    if end < start:
        end += 24 * 60
    total[name] = total.get(name, 0) + end - start
for name in sorted(total):
    print(f"{name}: {total[name] // 60}h{total[name] % 60:02d}")
"""


def tokens(source: str, language: str = "python") -> tuple[Shape, ...]:
    runner = by_id(language).runner()
    assert runner is not None
    shape = runner.survey(source).entries[-1].parameters[0].shape
    assert isinstance(shape, LinesShape)
    row = shape.rows[-1]
    assert isinstance(row, RowShape)
    return row.tokens


def texts(shape: Shape) -> list[str]:
    assert isinstance(shape, Samples)
    return [value.value for value in shape.values if isinstance(value, Text)]


_LOOP = "import sys\nfrom datetime import date, datetime\nfor line in sys.stdin:\n    "


@pytest.mark.parametrize(
    ("body", "place", "form"),
    [
        ("a, b = line.split()\n    h, m = map(int, b.split(':'))\n    print(a, h * 60 + m)", 1, r"\d\d:\d\d"),
        ("p = line.split()\n    w, h = map(int, p[1].split('x'))\n    print(p[0], w * h)", 1, r"\d+x\d+"),
        ("p = line.split(';')\n    b = p[1]\n    x, y = b.split('/')\n    print(p[0], int(x) / int(y))", 1, r"\d+/\d+"),
        ("a, b = line.split()\n    print(a, sorted(b.split(',')))", 1, r"\w+(,\w+)*"),
        ("a, b = line.split()\n    print(b, datetime.strptime(a, '%d.%m.%Y').weekday())", 0, r"\d\d\.\d\d\.\d{4}"),
        ("a, b = line.split()\n    print(b, date.fromisoformat(a).weekday())", 0, r"\d{4}-\d\d-\d\d"),
        ("a, b = line.split()\n    print({'N': 1, 'S': -1}[a], b)", 0, r"N|S"),
        ("a, b = line.split()\n    if b in ('low', 'high'):\n        print(a)", 1, r"low|high"),
    ],
)
def test_a_word_is_written_as_it_is_taken_apart(body: str, place: int, form: str) -> None:
    words = texts(tokens(_LOOP + body)[place])
    assert len(words) > 1
    assert all(re.fullmatch(form, word) for word in words), words


def test_through_a_function_and_twice() -> None:
    """Spans between clocks, of which some go over midnight and some are empty."""
    spans = texts(tokens(_SHIFTS)[1])
    assert all(re.fullmatch(r"\d\d:\d\d-\d\d:\d\d", span) for span in spans)
    ends = [span.split("-") for span in spans]
    assert any(one > two for one, two in ends)
    assert any(one < two for one, two in ends)
    assert any(one == two for one, two in ends)


@pytest.mark.parametrize(("made", "expected"), [("float(b)", True), ("b * 2", False), ("len(b)", False)])
def test_a_number_is_what_one_is_made_of(made: str, expected: bool) -> None:
    """A text that is multiplied may still be a text."""
    assert isinstance(tokens(f"{_LOOP}a, b = line.split()\n    print(a, {made})")[1], FloatShape) == expected


_PARCELS = r"""// Each line: NAME SIDES DAY [first], where SIDES are AxBxC.
const lines = require('fs').readFileSync(0, 'utf8').split('\n').filter((one) => one.trim());
function minutes(clock) {
  const [h, m] = clock.split(':').map(Number);
  return h * 60 + m;
}
for (const line of lines) {
  const [name, size, span, service] = line.trim().split(/\s+/);
  const sides = size.split('x').map(Number);
  const [from, to] = span.split('-');
  console.log(name, Math.max(...sides), minutes(to) - minutes(from), service === 'first');
}
"""


def test_words_of_javascript() -> None:
    """Also by way of a function; as many parts as the words show, and a word that may be left out."""
    name, size, span, service = tokens(_PARCELS, "javascript")
    assert isinstance(name, TextShape)
    assert all(re.fullmatch(r"\d+x\d+x\d+", one) for one in texts(size))
    assert all(re.fullmatch(r"\d\d:\d\d-\d\d:\d\d", one) for one in texts(span))
    assert texts(service) == ["first", ""]
    assert isinstance(tokens(_PARCELS.replace(" [first]", ""), "javascript")[-1], TextShape)


@pytest.mark.sandbox
@pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
@pytest.mark.parametrize(("changed", "verdict"), [("end < start", "equivalent"), ("end <= start", "differs")])
def test_shifts_are_compared(changed: str, verdict: str) -> None:
    with EvidenceSession() as session:
        candidate = _SHIFTS.replace("end < start", changed).replace("total.get(name, 0)", "(total.get(name) or 0)")
        assert judged(session, "python", candidate, _SHIFTS).verdict == verdict
