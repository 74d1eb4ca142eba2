"""Ways of writing that say what a program takes: patterns, folds, and what stands in for something missing."""

from __future__ import annotations

import pytest

from codescore.evidence.rising import ascending, ascends
from codescore.evidence.session import EvidenceSession
from codescore.evidence.spoken import in_words
from codescore.languages import by_id
from codescore.languages.shapes import (
    IntShape,
    MappingShape,
    NullShape,
    OneOf,
    RecordShape,
    SequenceShape,
    Shape,
    TextShape,
)
from codescore.languages.values import Text, Value
from tests.evidence.judging import judged

EVENTS = """
def applied(events):
    total = 0
    for event in events:
        match event:
            case {"type": "add", "value": value}:
                total += value
            case {"type": "reset"}:
                total = 0
    return total
"""
SUMS = """
from functools import reduce

def sums(rows):
    return reduce(lambda acc, r: {**acc, r["kind"]: acc.get(r["kind"], 0) + r["amount"]}, rows, {})
"""
CITY = """
def city(order):
    address = order["customer"].get("address") or {}
    return address.get("city", "unknown").upper()
"""
COMMANDS = """
def moved(commands):
    x = y = 0
    for command in commands:
        match command.split():
            case ["go", "left" | "right" as way]:
                x += 1 if way == "right" else -1
            case ["up", *_]:
                y += 1
    return x, y
"""
OVERDUE = """
def overdue(loans, today):
    late = []
    for loan in loans:
        if loan.returned is None and loan.due < today:
            late.append((loan.member, (today - loan.due).days))
    return sorted(late, key=lambda x: -x[1])
"""


def _taken(source: str) -> Shape:
    return by_id("python").runner().survey(source).entries[0].parameters[0].shape


def test_a_pattern_names_what_a_mapping_has() -> None:
    """Another case does without `value`: it need not be there."""
    shape = _taken(EVENTS)
    assert isinstance(shape, SequenceShape)
    assert isinstance(shape.element, MappingShape)
    assert {name for name, _ in shape.element.each} == {"type", "value"}
    assert not shape.element.required
    (named,) = (one for name, one in shape.element.each if name == "type")
    assert isinstance(named, TextShape)
    assert named.samples == ("add", "reset")


def test_a_fold_goes_through_its_second_argument() -> None:
    shape = _taken("from functools import reduce\ndef f(xs):\n    return reduce(lambda a, x: a + x['n'] * 2, xs, 0)\n")
    assert isinstance(shape, SequenceShape)
    assert isinstance(shape.element, MappingShape)


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("python", "def f(loans):\n    return [x.who for x in loans if x.back is None]\n"),
        ("python", "def f(loans):\n    return [x['who'] for x in loans if x['back'] is None]\n"),
        ("javascript", "function f(loans) { return loans.filter((x) => x.back === null).map((x) => x.who); }\n"),
    ],
)
def test_a_field_that_may_be_nothing_is_a_number_or_nothing(language: str, source: str) -> None:
    """All that is asked of it is whether it is there."""
    shape = by_id(language).runner().survey(source).entries[0].parameters[0].shape
    assert isinstance(shape, SequenceShape)
    inner = shape.element
    assert isinstance(inner, (MappingShape, RecordShape))
    named = dict(inner.each if isinstance(inner, MappingShape) else inner.fields)
    assert named["back"] == OneOf((IntShape(), NullShape()))


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("reference", "was", "now"),
    [
        (EVENTS, "total = 0\n    return", "total -= 1\n    return"),
        (SUMS, "acc.get(r[\"kind\"], 0)", "acc.get(r[\"kind\"], 1)"),
        (CITY, '"unknown"', '"none"'),
        (COMMANDS, 'way == "right"', 'way == "left"'),
        (COMMANDS, "y += 1", "y += 2"),
        (OVERDUE, "loan.due < today", "loan.due <= today"),
        (OVERDUE, "-x[1]", "x[1]"),
    ],
)  # fmt: skip
def test_programs_so_written_are_run(session: EvidenceSession, reference: str, was: str, now: str) -> None:
    """All that was read of them had been nothing, or that they take a function."""
    assert was in reference
    assert judged(session, "python", reference.replace(was, now), reference).verdict == "differs"
    assert judged(session, "python", reference.replace("total", "sum_"), reference).verdict == "equivalent"


PIVOT = '''
def pivot(rows, index, column, value):
    """Sum up a list of dicts into a table."""
    order, labels, sums = [], set(), {}
    for row in rows:
        name, label = row[index], row[column]
        if name not in order:
            order.append(name)
        labels.add(label)
        if row[value] is not None:
            sums[name, label] = sums.get((name, label), 0) + row[value]
    return [[name] + [sums.get((name, label)) for label in sorted(labels)] for name in order]
'''
HOLIDAYS = '''
from datetime import date, timedelta

def next_open(start, holidays=()):
    """The first working day from an ISO date on."""
    closed = set(holidays)

    def is_open(day):
        return day.weekday() < 5 and day.isoformat() not in closed

    current = date.fromisoformat(start)
    while not is_open(current):
        current += timedelta(days=1)
    return current.isoformat()
'''


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("reference", "was", "now"),
    [
        (PIVOT, "        labels.add(label)\n", ""),
        (PIVOT, "        labels.add(label)\n        if row[value] is not None:\n",
         "        if row[value] is not None:\n            labels.add(label)\n"),
        (HOLIDAYS, "while not is_open(current)", "while current.weekday() > 4"),
    ],
    ids=["no labels", "no labels of nothing", "no holidays"],
)  # fmt: skip
def test_names_of_fields_and_days_off_are_tried(session: EvidenceSession, reference: str, was: str, now: str) -> None:
    """`index` names a field of each row and is no place in it; what is asked for a day's ISO form has such texts."""
    assert was in reference
    assert judged(session, "python", reference.replace(was, now), reference).verdict == "differs"
    assert judged(
        session, "python", reference.replace("current", "day_").replace("sums", "known"), reference
    ).verdict == ("equivalent")


def test_a_time_with_hours_of_one_digit_is_early() -> None:
    """As texts `9:30` stands behind `10:00`."""
    times: list[Value] = [Text("10:00"), Text("9:30"), Text("19:05")]
    assert ascending(times) == [Text("9:30"), Text("10:00"), Text("19:05")]
    assert ascends((Text("9:30"), Text("10:00")))
    assert not ascends((Text("19:34"), Text("3:41")))


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("function f(rows) { return new Map(rows.map((row) => [row.id, row])); }", "Node with id: whole number"),
        ("function f(rows) { return new Map(rows.map((u) => [u.mail.toLowerCase(), u])); }", "Node with mail: text"),
        (
            "function f(rows) { return rows.map((x) => [x.name, x.count * 2]).sort((a, b) => a[1] - b[1]); }",
            "Node with count: whole number, name: text",
        ),
        (
            "def f(rows):\n    return {r['id']: r['name'] for r in rows}\n",
            "dict with 'id': whole number, 'name': text",
        ),
    ],
    ids=["by number", "by text", "counted", "named"],
)  # fmt: skip
def test_what_stands_beside_another_thing_in_a_row_is_not_like_it(source: str, shown: str) -> None:
    """`[row.id, row]` made a row its own number; a name of which nothing else is known is a text."""
    language = by_id("python" if source.startswith("def") else "javascript")
    shape = language.runner().survey(source).entries[0].parameters[0].shape
    assert in_words(shape) == f"list of {shown}"


QUERY = """
function parseQuery(text) {
  const start = text.indexOf("?");
  const body = start >= 0 ? text.slice(start + 1) : text;
  const out = {};
  for (const part of body.split("&")) {
    const at = part.indexOf("=");
    if (at > 0) out[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1));
  }
  return out;
}
"""


@pytest.mark.sandbox
def test_a_part_or_the_whole_is_taken_apart_as_the_part(session: EvidenceSession) -> None:
    """What stands behind a sign, if it is there, had not been read any further: no input had anything to decode."""
    shape = by_id("javascript").runner().survey(QUERY).entries[0].parameters[0].shape
    assert in_words(shape).endswith("text of parts (text of 2 parts (text, text) between '=') between '&') between '?'")
    kept = QUERY.replace("decodeURIComponent(part.slice(at + 1))", "part.slice(at + 1)")
    assert judged(session, "javascript", kept, QUERY).verdict == "differs"
    other = QUERY.replace("start >= 0 ? text.slice(start + 1) : text", "start < 0 ? text : text.substring(start + 1)")
    assert judged(session, "javascript", other, QUERY).verdict == "equivalent"
