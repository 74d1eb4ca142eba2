"""What most inputs keep, whatever the task is: set aside where two programs part on nothing else, kept by examples."""

from __future__ import annotations

from random import Random

import pytest

from codescore.evidence.contract import Evidence
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.evidence.usual import ordinary
from codescore.evidence.written import rewritten, well_written
from codescore.languages import by_id
from codescore.languages.execution import Entry
from codescore.languages.values import Call, Sequence, Text, walk
from tests.evidence.judging import judged

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]
PLOTS = """def area(plan):
    height, width = len(plan), len(plan[0]) if plan else 0
    found = {}
    for r in range(height):
        for c in range(width):
            who = plan[r][c]
            if who != ".":
                found[who] = found.get(who, 0) + 1
    return found
"""
RAGGED = """from collections import Counter

def area(plan):
    return dict(Counter(who for line in plan for who in line if who != "."))
"""
LOCKERS = """class Lockers:
    def __init__(self, count):
        self.count = count
        self.parcels = {}

    def deposit(self, parcel):
        taken = set(self.parcels.values())
        for number in range(1, self.count + 1):
            if number not in taken:
                self.parcels[parcel] = number
                return number
        return None

    def collect(self, parcel):
        return self.parcels.pop(parcel, None)
"""
OTHERWISE = """import heapq

class Lockers:
    def __init__(self, count):
        self.free = list(range(1, count + 1))
        self.held = []

    def deposit(self, parcel):
        if not self.free:
            return None
        number = heapq.heappop(self.free)
        self.held.append((parcel, number))
        return number

    def collect(self, parcel):
        for n, (other, number) in enumerate(self.held):
            if other == parcel:
                del self.held[n]
                heapq.heappush(self.free, number)
                return number
        return None
"""
TOTAL = "def total(prices):\n    return sum(price for price in prices.values())\n"


def of(session: EvidenceSession, candidate: str, reference: str) -> Evidence:
    return judged(session, "python", candidate, reference)


def test_rows_of_several_lengths(session: EvidenceSession) -> None:
    found = of(session, RAGGED, PLOTS)
    assert found.verdict == "conditional", found.reason
    assert "plan has rows of one length" in found.reason
    wrong = of(session, RAGGED.replace('who != "."', 'who not in ".x"'), PLOTS)
    assert wrong.verdict == "differs"
    (plan,) = wrong.counterexample.given.arguments  # type: ignore[union-attr]
    assert isinstance(plan, Sequence)
    assert len({len(row.value) for row in plan.items if isinstance(row, Text)}) == 1, "one that keeps to it is shown"


def test_one_thing_twice(session: EvidenceSession) -> None:
    found = of(session, OTHERWISE, LOCKERS)
    assert found.verdict == "conditional", found.reason
    assert "deposit(parcel) is another one in each call" in found.reason
    wrong = of(session, OTHERWISE.replace("heapq.heappush(self.free, number)", "self.free.append(number)"), LOCKERS)
    assert wrong.verdict == "differs", wrong.reason
    steps = [part for value in wrong.counterexample.given.arguments for part in walk(value) if isinstance(part, Call)]  # type: ignore[union-attr]
    parcels = [step.arguments for step in steps if step.name == "deposit"]
    assert len(set(parcels)) == len(parcels)


def test_numbers_below_0(session: EvidenceSession) -> None:
    """Not where the reference is written for them."""
    kept = "def total(prices):\n    return sum(price for price in prices.values() if price > 0)\n"
    found = of(session, kept, TOTAL)
    assert found.verdict == "conditional", found.reason
    assert "prices is at least 0" in found.reason
    asked = TOTAL.replace("sum(price for", "sum(price if price >= 0 else 2 * price for")
    assert of(session, kept, asked).verdict == "differs"
    assert of(session, TOTAL.replace("sum(", "-sum("), TOTAL).verdict == "differs"


def test_numbers_in_objects(session: EvidenceSession) -> None:
    """Also those of an object that a class is made with."""
    card = """class Card {
  constructor({ single = 170, cap = 500 } = {}) { this.single = single; this.cap = cap; this.spent = 0; }
  board() { const charge = Math.min(this.single, this.cap - this.spent); this.spent += charge; return charge; }
}
module.exports = { Card };
"""
    other = card.replace(
        "Math.min(this.single, this.cap - this.spent)", "Math.max(0, Math.min(this.single, this.cap - this.spent))"
    )
    found = judged(session, "javascript", other, card)
    assert found.verdict == "conditional", found.reason
    wrong = judged(session, "javascript", card.replace("this.spent += charge", "this.spent += this.single"), card)
    assert wrong.verdict == "differs", wrong.reason


SEATS = """def seat(roster):
    chairs = {}
    for entry in roster:
        name, section, points = entry.split(":")
        chairs.setdefault(section, []).append((-int(points), name))
    return {section: [name for _, name in sorted(players)] for section, players in chairs.items()}
"""


def test_texts_that_are_taken_apart() -> None:
    """Into just so many parts, something in each; who takes the rest as it is gets any number."""
    runner = by_id("python").runner()
    assert runner is not None
    entry = runner.survey(SEATS).entries[-1]
    (filled,) = (one for some in ordinary(entry, "", SEATS) for one in some if one.property == "filled")
    assert (filled.parameter, filled.other, filled.bound) == ("roster", ":", 3)
    assert well_written(filled, "ann:viola:3")
    for text in ("ann::3", "ann:viola", "ann:viola:3:4", ""):
        assert not well_written(filled, text)
        assert well_written(filled, rewritten(filled, text, Random(1)))
    rest = SEATS.replace("name, section, points = entry", "name, *rest = entry")
    assert not [one for some in ordinary(entry, "", rest) for one in some if one.property == "filled"]


def test_what_most_inputs_keep_is_said_of_tables_numbers_and_methods() -> None:
    runner = by_id("python").runner()
    assert runner is not None

    def entry(source: str) -> Entry:
        return runner.survey(source).entries[-1]

    assert {(one.property, one.parameter) for some in ordinary(entry(PLOTS), "", PLOTS) for one in some} == {
        ("rows alike", "plan"),
        ("no empty item", "plan"),
    }
    told = {(one.property, one.parameter) for some in ordinary(entry(LOCKERS), "", LOCKERS) for one in some}
    assert ("new", "deposit(parcel)") in told
    assert ("new", "collect(parcel)") not in told
    assert any(one.property == "at least" and one.bound == 0 for some in ordinary(entry(TOTAL), "") for one in some)


DIGITS = """def digits(xs: list[int]) -> int:
    total = 0
    for x in xs:
        while x > 0:
            total += x % 10
            x //= 10
    return total
"""


def test_who_never_ends_on_what_is_hardly_meant_is_left_open() -> None:
    """A number below 0 in a list stops the candidate: it is compared on others all the same."""
    with EvidenceSession() as session:
        found = judged(session, "python", DIGITS.replace("while x > 0", "while x"), DIGITS)
        wrong = judged(session, "python", DIGITS.replace("while x > 0", "while x != 1"), DIGITS)
    assert (found.verdict, found.reason.rpartition("unless ")[2]) == ("conditional", "xs is at least 0"), found.reason
    assert wrong.verdict in ("timeout", "differs"), wrong.reason


def test_a_0_is_meant_where_both_look_for_it(session: EvidenceSession) -> None:
    """Who moves each 0 of a list to its end is not excused with numbers that are at least 1."""
    moved = "def moved(nums):\n    return [n for n in nums if n != 0] + [0] * nums.count(0)\n"
    swapped = """def moved(nums):
    left, right = 0, len(nums) - 1
    while left < right:
        if nums[left] != 0:
            left += 1
        elif nums[right] == 0:
            right -= 1
        else:
            nums[left], nums[right] = nums[right], nums[left]
    return nums
"""
    assert judged(session, "python", swapped, moved).verdict == "differs"


TURNED = """type Step = { turn: number };
export function heading(steps: Step[]): number {
  let found = 0;
  for (const step of steps) found = (((found + step.turn) % 4) + 4) % 4;
  return found;
}
"""
ONE_BY_ONE = """type Step = { turn: number };
export function heading(steps: Step[]): number {
  let found = 0;
  for (const { turn } of steps) {
    for (let i = 0; i < turn; i++) found = found === 3 ? 0 : found + 1;
    for (let i = 0; i > turn; i--) found = found === 0 ? 3 : found - 1;
  }
  return found;
}
"""


@pytest.mark.parametrize(
    ("candidate", "verdict"), [(ONE_BY_ONE, "conditional"), (ONE_BY_ONE.replace("? 0 :", "? 1 :"), "differs")]
)
def test_numbers_that_may_have_fractions_are_mostly_whole(
    session: EvidenceSession, candidate: str, verdict: str
) -> None:
    found = judged(session, "typescript", candidate, TURNED)
    assert found.verdict == verdict, found.reason
    assert verdict != "conditional" or "whole number" in found.reason


KEYS = """def read(text):
    found = {}
    for line in text.splitlines():
        key, sign, value = line.partition("=")
        if sign:
            found[key.strip()] = value.strip()
    return found
"""
BY_PATTERN = """import re

def read(text):
    lines = (re.match(r"\\s*(\\S[^=]*?)\\s*=(.*)$", line) for line in text.splitlines())
    return {line[1]: line[2].strip() for line in lines if line}
"""


def test_what_is_cut_in_two_has_something_on_each_side(session: EvidenceSession) -> None:
    found = judged(session, "python", BY_PATTERN, KEYS)
    assert found.verdict != "differs", found.reason
    assert judged(session, "python", BY_PATTERN.replace("line[2].strip()", "line[2]"), KEYS).verdict == "differs"
