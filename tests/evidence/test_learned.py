"""What a reference fails on tells what a port is written for, and where two part only on the rest that is said."""

from __future__ import annotations

import shutil

import pytest

from codescore.evidence.assumptions import Conditions
from codescore.evidence.contract import Evidence, Outcome
from codescore.evidence.domain import Domain, domain_of
from codescore.evidence.learned import learned
from codescore.evidence.options import Options
from codescore.evidence.pool import pool_of
from codescore.evidence.relations import relate, related
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.assumed import Assumption, Property
from codescore.languages.execution import Entry, Input, Parameter
from codescore.languages.shapes import IntShape, SequenceShape, TextShape
from codescore.languages.values import Int, Sequence, Text, Value

ABLE = probe()
needs_java = pytest.mark.skipif(
    not ABLE.works or shutil.which("javac") is None,
    reason=f"NO SANDBOX OR NO JAVA, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}",
)
NUMBERS = Sequence("list", (Int(-3), Int(7), Int(40)))
ROWS = Sequence("list", (NUMBERS, Sequence("list", (Int(1),))))


@pytest.mark.parametrize(
    ("property_", "bound"),
    [("places of", 0), ("counted in", 0), ("up to size", 0), ("sized", 0), ("rows sized", 0), ("row size", 2)],
)
@pytest.mark.parametrize("count", [4, -1, 10**6])
def test_an_input_is_changed_until_a_relation_holds(property_: Property, bound: int, count: int) -> None:
    """Numbers come between bounds, lists get as many items as a number says, which is made a small one."""
    pool = pool_of((), 1)
    assumption = Assumption("rows", property_, "", bound=bound, other="" if bound else "n")
    named: dict[str, Value] = {"rows": ROWS, "n": Int(count)}
    relate(assumption, named, pool, lambda _: ROWS)
    assert related(named["rows"], assumption, named["n"]), named
    assert not related(ROWS, assumption, Int(5)) or property_ == "up to size"


def test_texts_are_made_of_signs_and_of_even_length() -> None:
    """A sign that is none of them becomes one."""
    for assumption in (Assumption("s", "made of", "", other="01"), Assumption("s", "even", "")):
        named: dict[str, Value] = {"s": Text("a0b")}
        assert not related(named["s"], assumption, None)
        relate(assumption, named, pool_of((), 1), lambda _: Text("xy"))
        assert related(named["s"], assumption, None), named


def model() -> Domain:
    shapes = Parameter("xs", SequenceShape(IntShape())), Parameter("s", TextShape())
    return domain_of(Entry("f", "function", shapes), Conditions(), ())


def answers(given: Input, *, elsewhere: int) -> Outcome:
    """A program that looks into its list by its items, and reaches a branch of its own where one is negative."""
    assert isinstance(given.arguments[0], Sequence)
    items = [item.value for item in given.arguments[0].items if isinstance(item, Int)]
    if any(item > len(items) for item in items):
        return Outcome("raise", error="IndexError")
    below = min(items, default=0) < 0
    doubt = "negative index" if below and not elsewhere else ""
    return Outcome("return", Int(1), doubt=doubt, covered=frozenset({1, elsewhere} if below else {1}))


def test_what_nearly_all_failures_break_is_assumed() -> None:
    """Items that are too large fail and negative ones count from the end: places in the list are meant."""
    found = learned(model(), (), lambda inputs: [answers(given, elsewhere=0) for given in inputs])
    words = [one.words() for one in found.conditions.likely]
    assert words == ["xs has no number outside of 0 … len(xs)"]


def test_what_leaves_a_branch_unreached_is_not_assumed() -> None:
    """A branch for negative numbers was written by somebody."""
    found = learned(model(), (), lambda inputs: [answers(given, elsewhere=2) for given in inputs])
    assert "0 …" not in " ".join(one.words() for one in found.conditions.likely)


def test_nothing_is_assumed_of_what_takes_everything() -> None:
    """Who answers all needs no further condition."""
    known = model()
    assert learned(known, (), lambda inputs: [Outcome("return", Int(1)) for _ in inputs]) is known


def judged(ours: str, theirs: str) -> Evidence:
    python = by_id("python")
    assert python is not None
    with EvidenceSession() as session:
        return session.judge(ours, theirs, python, Options(budget=0.5, spoken=by_id("java")))


COUNTS = """
def most(nums: list[int]) -> int:
    found = [0] * (len(nums) + 1)
    for x in nums:
        found[x] += 1
    return max(found)
"""
COUNTS_IN_JAVA = """
static int most(int[] nums) {
  int[] found = new int[nums.length + 1]; int best = 0;
  for (int x : nums) best = Math.max(best, ++found[x]);
  return best;
}
"""
GAIN = """
def gain(prices: list[int]) -> int:
    best = before = 0
    for price in prices:
        best = max(best, before - price)
        before = max(before, price)
    return best
"""
GAIN_IN_JAVA = """
static int gain(int[] prices) {
  int best = 0;
  if (prices.length == 0) return 0;
  int before = prices[0];
  for (int price : prices) { best = Math.max(best, before - price); before = Math.max(before, price); }
  return best;
}
"""


@pytest.mark.sandbox
@needs_java
def test_a_port_is_compared_on_what_both_are_written_for() -> None:
    """A number that is no place in the list is told, and says nothing against a port; another count does."""
    found = judged(COUNTS_IN_JAVA, COUNTS)
    assert found.verdict == "equivalent", found.reason
    assert found.counterexample is None
    assert "nums has no number outside of 0 … len(nums)" in " ".join(found.assumptions)
    assert judged(COUNTS_IN_JAVA.replace("++found", "found"), COUNTS).verdict == "differs"
    assert judged(COUNTS_IN_JAVA.replace("best = Math.max(best, ++found[x])", "best = ++found[x]"), COUNTS).verdict == (
        "differs"
    )


@pytest.mark.sandbox
@needs_java
def test_where_only_unusual_inputs_differ_that_is_said() -> None:
    """With prices below zero the two begin otherwise; nothing says that there are none, and nothing that there are."""
    found = judged(GAIN_IN_JAVA, GAIN)
    assert found.verdict == "conditional", found.reason
    assert "prices is at least 0" in found.reason
    assert judged(GAIN_IN_JAVA.replace("before - price)", "price - before)"), GAIN).verdict == "differs"


FIRST = """
def first(nums: list[int], k: int) -> int:
    for place, x in enumerate(nums):
        if x % 5 == k:
            return place
"""
FIRST_IN_JAVA = """
static int first(int[] nums, int k) {
  for (int place = 0; ; place++) if (((nums[place] % 5) + 5) % 5 == k) return place;
}
"""


@pytest.mark.sandbox
@needs_java
def test_who_falls_off_the_end_has_not_answered() -> None:
    """The task promises that there is one; where there is none a port fails, and nobody says what is right."""
    found = judged(FIRST_IN_JAVA, FIRST)
    assert found.verdict == "conditional", found.reason
    assert "where the reference comes to its end without an answer" in found.reason
    assert judged(FIRST_IN_JAVA.replace("== k", "!= k"), FIRST).verdict == "differs"
