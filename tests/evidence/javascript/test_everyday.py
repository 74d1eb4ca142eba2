"""Everyday JavaScript and TypeScript: texts that are searched, lengths, keys without values, ties, results fed back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.shapes import IntShape, MappingShape, NullShape, OneOf, RecordShape, Shape, TextShape
from tests.evidence.javascript.run import entry_of, needs_node
from tests.evidence.judging import judged

pytestmark = needs_node


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as made:
        yield made


@pytest.mark.parametrize(
    ("body", "shape"),
    [
        ("return /a+/.exec(rows);", TextShape), ("return /a+/g.test(rows);", TextShape),
        ("return Array.from({ length: rows }, () => 0);", IntShape), ("return new Array(rows).fill(0);", IntShape),
    ],
)  # fmt: skip
def test_what_is_searched_is_a_text_and_a_length_a_number(body: str, shape: type[Shape]) -> None:
    """Whatever the parameter is called."""
    assert isinstance(entry_of(f"function f(rows) {{ {body} }}").parameters[0].shape, shape)


def test_what_is_undefined_is_not_there() -> None:
    """A key, a field or an argument, and never null instead of it."""
    source = """type Row = Record<string, string | undefined>;
function f(rows: Row[], one: { a: number; b: string | undefined }, last: string | undefined): string {
  return `${rows.length} ${one.a} ${one.b} ${last}`;
}
"""
    rows, one, last = entry_of(source, "f", "typescript").parameters
    element = getattr(rows.shape, "element", None)
    assert isinstance(element, MappingShape)
    assert element.value == TextShape()
    assert isinstance(one.shape, RecordShape)
    assert one.shape.optional == ("b",)
    assert dict(one.shape.fields)["b"] == TextShape()
    assert last.shape == TextShape()
    assert last.optional
    kept = entry_of("function f(x: string | null): string { return `${x}`; }", "f", "typescript").parameters[0]
    assert kept.shape == OneOf((TextShape(), NullShape()))


KEYS = """function f(some) {{
  const keys = [...new Set(some)];
  return keys.sort((a, b) => (a < b ? -1 : a > b ? 1 : {}));
}}
"""


def test_equal_things_that_cannot_be_leave_no_line_open(session: EvidenceSession) -> None:
    """A comparison ends with what is for ties, whatever it compares."""
    candidate = "function f(some) { return [...new Set(some)].sort((x, y) => Number(x > y) - Number(x < y)); }"
    found = judged(session, "javascript", candidate, KEYS.format("0"))
    assert found.verdict == "equivalent", found.reason
    assert judged(session, "javascript", candidate, KEYS.format("a.b")).verdict != "equivalent"


DAYS = """/** The first `count` working days from start on, as YYYY-MM-DD. */
export function days(start: string, count: number, holidays: Set<string>): string[] {
  const day = new Date(start + 'T00:00:00Z');
  const found: string[] = [];
  while (found.length < count) {
    const iso = day.toISOString().slice(0, 10);
    if (day.getUTCDay() % 6 !== 0 && !holidays.has(iso)) found.push(iso);
    day.setUTCDate(day.getUTCDate() + 1);
  }
  return found;
}
"""
ON_WEEKENDS = DAYS.replace(
    "    if (day.getUTCDay() % 6 !== 0 && !holidays.has(iso)) found.push(iso);\n",
    "    if (holidays.has(iso) || day.getUTCDay() % 6 !== 0) found.push(holidays.has(iso) ? 'x' : iso);\n",
)


def test_results_are_put_into_sets(session: EvidenceSession) -> None:
    """A holiday on one of the days that would be given without it."""
    assert judged(session, "typescript", ON_WEEKENDS, DAYS).verdict == "differs"
    assert judged(session, "typescript", DAYS, DAYS + "\n").verdict == "equivalent"


QUEUE = """class Queue:
    def __init__(self, limit=3):
        self.limit, self.items = limit, []
    def push(self, x):
        if len(self.items) >= self.limit:
            raise OverflowError("full")
        self.items.append(x)
    def pop(self):
        if not self.items:
            raise IndexError("empty")
        return self.items.pop(0)
"""


def test_a_refusal_that_would_happen_anyway_is_nothing_to_show(session: EvidenceSession) -> None:
    """Without its check `pop` raises the same by accident: no input can show that, and none is asked to."""
    found = judged(session, "python", QUEUE, QUEUE + "\n")
    assert found.verdict == "equivalent", found.reason


STEPS = """interface Step { name: string; run: () => Promise<void> | void }
export async function runAll(steps: Step[]): Promise<{ done: string[]; error: string }> {
  const done: string[] = [];
  try {
    for (const step of steps) { await step.run(); done.push(step.name); }
  } catch (problem) { return { done, error: (problem as Error).message }; }
  return { done, error: '' };
}
"""


def test_functions_in_objects_stay_what_they_were(session: EvidenceSession) -> None:
    """What is left of them is not called again, so that all else can be compared; and none is null."""
    found = judged(session, "typescript", STEPS, STEPS + "\n")
    assert found.verdict == "equivalent", found.reason
    first = STEPS.replace("await step.run(); done.push(step.name);", "done.push(step.name); await step.run();")
    found = judged(session, "typescript", first, STEPS)
    assert found.verdict == "differs", found.reason
    assert found.counterexample is not None
    assert "run: null" not in found.counterexample.input


WINDOWS = """function* windows(items, size, step = 1) {
  if (size < 1 || step < 1) return;
  for (let start = 0; start + size <= items.length; start += step) yield items.slice(start, start + size);
}
module.exports = { windows };
"""
REFUSES = WINDOWS.replace("return;", "throw new RangeError('size and step must be positive');")


def test_an_iterator_that_throws_refuses(session: EvidenceSession) -> None:
    """As soon as something is taken from it: a refusal is told as one, no matter which kind of error it is."""
    found = judged(session, "javascript", REFUSES, WINDOWS)
    assert (found.verdict, "it refuses" in found.reason) == ("conditional", True), found.reason
    found = judged(session, "javascript", WINDOWS, REFUSES)
    assert found.verdict == "equivalent" or "refuse" in found.reason, found.reason


TOTAL = """const lines = require('fs').readFileSync(0, 'utf8').split('\\n').filter(Boolean);
let sum = 0;
for (const line of lines) sum += parseFloat(line);
console.log(`total: ${sum}`);
"""
AS_NONE = TOTAL.replace("parseFloat(line)", "parseFloat(line) || 0")


def test_what_is_printed_of_no_number_says_nothing(session: EvidenceSession) -> None:
    """A program that prints NaN was given what it does not mean; another one may answer otherwise."""
    found = judged(session, "javascript", AS_NONE, TOTAL)
    assert found.verdict in ("equivalent", "conditional", "insufficient"), found.reason
    wrong = TOTAL.replace("sum += ", "sum -= ")
    assert judged(session, "javascript", wrong, TOTAL).verdict == "differs"
