"""Lists of what has a time come in its order: by custom, and surely where words say so; not where a program sorts."""

from __future__ import annotations

import pytest

from codescore.evidence.pairs import in_order_of
from codescore.evidence.session import EvidenceSession
from codescore.languages.python.run.surveying import survey
from codescore.languages.values import Float, Int, Record, Ref, Sequence, Text, Value
from tests.evidence.judging import judged

MERGED = """function merged(mine, theirs) {
  const all = [];
  let i = 0, j = 0;
  while (i < mine.length && j < theirs.length) {
    all.push(mine[i].time <= theirs[j].time ? mine[i++] : theirs[j++]);
  }
  return [...all, ...mine.slice(i), ...theirs.slice(j)].map((one) => one.text);
}
module.exports = { merged };
"""
SORTED = """function merged(mine, theirs) {
  return [...mine, ...theirs].sort((a, b) => a.time - b.time).map((one) => one.text);
}
module.exports = { merged };
"""
THEIRS_FIRST = SORTED.replace("[...mine, ...theirs]", "[...theirs, ...mine]")
LAST = '''def level(readings, until):
    """The level of a tank at `until`; readings are (day, litres), in order of time."""
    found = 0
    for day, litres in readings:
        if day > until:
            break
        found = litres
    return found
'''
BACKWARDS = """def level(readings, until):
    known = [litres for day, litres in readings if day <= until]
    return known[-1] if known else 0
"""
FIRST = BACKWARDS.replace("known[-1]", "known[0]")


@pytest.mark.parametrize(
    ("parameters", "body", "said"),
    [
        ("rows", "return [r['time'] + 1 for r in rows]", True),
        ("rows", "return [r['timestamp'] + 1 for r in rows]", True),
        ("rows", "return [r['year'] + 1 for r in rows]", False),  # books have one, and stand in any order
        ("rows", "return sorted(r['time'] + 1 for r in rows)", False),
        ("rows", "return max(r['time'] + r['length'] for r in rows), 'the latest'", False),
        ("rows", "return [t + n for t, n in rows]", False),
        ("rows", "'''Steps, each (day, n), in order of time.'''\n    return [d + n for d, n in rows]", True),
        ("rows", "'''Steps (day, n), newest first.'''\n    return [d['time'] + 1 for d in rows]", False),
        ("rows", "'''Returns the steps in order of time.'''\n    return [d + n for d, n in rows]", False),
    ],
)
def test_what_is_in_order_of_a_time(parameters: str, body: str, said: bool) -> None:
    (entry,) = survey(f"def f({parameters}):\n    {body}\n").entries
    found = [one.words() for one in entry.assumptions]
    assert any("is in order of" in one for one in found) == said, found


def _at(time: Value, text: str) -> Record:
    return Record("Entry", (("time", time), ("text", Text(text))))


def test_a_list_in_the_order_of_a_field() -> None:
    entries = [_at(Int(3), "a"), _at(Float(1.5), "b"), _at(Int(2), "c")]
    found = in_order_of(Sequence("list", tuple(entries)), "time", ())
    assert found == Sequence("list", (entries[1], entries[2], entries[0]))
    rows = tuple(Sequence("tuple", (Text(text), Int(day))) for text, day in (("a", 2), ("b", 1)))
    assert in_order_of(Sequence("list", rows), "day", (1, 2)) == Sequence("list", rows[::-1])
    assert in_order_of(Sequence("list", rows), "day", (1, 3)) == Sequence("list", rows)  # no such place
    mixed = Sequence("list", (_at(Text("9:00"), "a"), _at(Int(1), "b")))
    assert in_order_of(mixed, "time", ()) == mixed
    assert in_order_of(Sequence("list", (Ref(0), entries[0])), "time", ()) == Sequence("list", (entries[0],))


@pytest.mark.parametrize(
    ("language", "candidate", "reference", "verdict"),
    [
        ("javascript", SORTED, MERGED, "conditional"),
        ("javascript", THEIRS_FIRST, MERGED, "differs"),
        ("python", FIRST, LAST, "differs"),
    ],
)
@pytest.mark.sandbox
def test_who_sorts_what_is_in_order_is_not_called_different(
    session: EvidenceSession, language: str, candidate: str, reference: str, verdict: str
) -> None:
    found = judged(session, language, candidate, reference)
    assert found.verdict == verdict, found.reason
    assert verdict != "conditional" or "in order of time" in found.reason


@pytest.mark.sandbox
def test_an_order_that_words_tell_is_kept(session: EvidenceSession) -> None:
    found = judged(session, "python", BACKWARDS, LAST)
    assert found.verdict in ("equivalent", "conditional"), found.reason
    assert "in order of day" in " ".join((found.reason, *found.assumptions))
