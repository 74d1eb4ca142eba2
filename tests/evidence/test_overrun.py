"""A candidate whose own table is too small for an input is not called another program: that is said, and no more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.case import Case
from codescore.evidence.contract import Outcome
from codescore.evidence.overrun import overrun
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages.execution import Input
from codescore.languages.values import Int, Sequence, Text
from tests.evidence.judging import judged

ABLE = probe()
needs_sandbox = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
FAILED = Outcome("raise", error="IndexError", message="list index out of range")
JAVA = Outcome("raise", error="ArrayIndexOutOfBoundsException", message="Index 5 out of bounds for length 5")
BEFORE = Outcome("raise", error="ArrayIndexOutOfBoundsException", message="Index -1 out of bounds for length 5")
EMPTY = Outcome("raise", error="IndexError", message="pop from empty list")
REFERENCE = """
def most(numbers):
    return max(list(map(abs, numbers)).count(one) for one in map(abs, numbers))
"""
TABLE = """
def most(numbers):
    seen = [0] * 12
    for one in numbers:
        seen[abs(one)] += 1
    return max(seen)
"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


@pytest.mark.parametrize(("candidate", "given", "outcome", "places"), [
    ("seen = [False] * 1441", Input((Int(1441),)), FAILED, "1,441"),
    ("seen = [False] * (24 * 60 + 1)", Input((Int(2000),)), FAILED, "1,441"),
    ("seen = [[] for _ in range(2 * 10**5 + 5)]", Input((), "2 200005\n"), FAILED, "200,005"),
    ("seen = [0] * 9", Input((Sequence("list", (Int(1),) * 9),)), FAILED, "9"),
    ("int[] parts = new int[5];", Input((Text("1.1.1.1.1.1"),)), JAVA, "5"),
    ("seen = [False] * 1441", Input((Int(1440),)), FAILED, ""),  # there is room
    ("seen = [0] * 1_441  # [0] * 5", Input((Int(1441),)), FAILED, "1,441"),
    ("total += seen[i] * 100", Input((Int(1441),)), FAILED, ""),
    ("seen = [0] * (100 * n)", Input((Int(1441),)), FAILED, ""),
    ("seen = [0] * 5 * n", Input((Int(1441),)), FAILED, ""),
    ("seen = [0] * 100", Input((Int(1441),)), EMPTY, ""),
    ("int[] parts = new int[5];", Input((Int(9),)), BEFORE, ""),
    ("seen = [False] * n", Input((Int(1441),)), FAILED, ""),
    ("int[] parts = new int[6];", Input((Text("1.1.1.1.1.1"),)), JAVA, ""),
    ("seen = [0] * 9**99**9", Input((Int(9),)), FAILED, ""),
    ("seen = [0] * 1441", Input((Int(1441),)), Outcome("return", Int(1)), ""),
    ("seen = [0] * 1441", Input((Int(1441),)), Outcome("raise", error="IndexError", deliberate=True), ""),
])  # fmt: skip
def test_an_input_needs_more_places(candidate: str, given: Input, outcome: Outcome, places: str) -> None:
    wanted = f"it needs more than the {places} places that the candidate made" if places else ""
    assert overrun(candidate, Case(given, Outcome("return", Int(1)), "inside"), outcome) == wanted


@pytest.mark.parametrize(("expected", "large"), [(2**31, True), (-(2**40), True), (2**31 - 1, False), (5, False)])
def test_sums_that_are_too_large_for_the_candidate_alone(expected: int, *, large: bool) -> None:
    """Where what the reference gives is beyond 32 bits, too; else the candidate has a fault of its own."""
    overflow = Outcome("raise", error="undefined behaviour", message="signed integer overflow in line 3")
    by_steps = Outcome("return", steps=(Outcome("return", Int(1)), Outcome("return", Int(expected))))
    for outcome in (Outcome("return", Int(expected)), by_steps):
        assert bool(overrun("", Case(Input(), outcome, "inside"), overflow)) == large


@needs_sandbox
def test_what_a_table_has_no_room_for_is_left_open(session: EvidenceSession) -> None:
    """Unless it differs elsewhere, too."""
    found = judged(session, "python", TABLE, REFERENCE)
    assert (found.verdict, "12 places" in found.reason) == ("conditional", True)
    assert judged(session, "python", TABLE.replace("max(seen)", "max(seen[::2])"), REFERENCE).verdict == "differs"


TOTALS = '''"""Read lines 'name amount' until a blank line; print each name's total, highest first, ties by name."""
import sys

totals = {}
for line in sys.stdin:
    line = line.strip()
    if not line:
        break
    name, amount = line.split()
    totals[name] = totals.get(name, 0) + float(amount)
for name, total in sorted(totals.items(), key=lambda item: (-item[1], item[0])):
    print(f"{name}: {total:.2f}")
'''
ENDLESS = """import sys

totals = {}
while True:
    line = sys.stdin.readline().strip()
    if line == "" and not totals:
        break
    if line == "":
        continue
    name, amount = line.split()
    totals[name] = totals.get(name, 0) + float(amount)
for name, total in sorted(totals.items(), key=lambda item: (-item[1], item[0])):
    print(f"{name}: {total:.2f}")
"""


@pytest.mark.sandbox
def test_who_never_ends_is_stopped_on_what_is_surely_meant(session: EvidenceSession) -> None:
    """A candidate is stopped after a few inputs: those with a line of blanks, which nobody sees, come last."""
    found = judged(session, "python", ENDLESS, TOTALS)
    assert found.verdict == "timeout", found.reason
