"""A guess under which a part of the reference does nothing is none: what was written there was meant."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.contract import Evidence
from codescore.evidence.options import Options
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from tests.evidence.answers import answers

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]

VOTES = """
n = int(input())
votes = input()
yes = votes.count("Y")
if yes > n - yes:
    print("accepted")
elif yes < n - yes:
    print("rejected")
else:
    print("tie")
"""
LOUD = """
first = input().lower()
second = input().lower()
print("same" if first == second else "another")
"""
GOALS = """
n = int(input())
won = 0
for _ in range(n):
    ours, theirs, late = map(int, input().split())
    if ours + theirs + late >= 2:
        won += 1
print(won)
"""
FLAGS = """
print(sum(input().count("1") > 1 for _ in range(int(input()))))
"""
GAPS = """
n = int(input())
a = list(map(int, input().split()))
a.sort()
best = 10 ** 9
for i in range(1, n):
    best = min(best, a[i] - a[i - 1])
print(best)
"""
LOOPS = """
n = int(input())
p = list(map(int, input().split()))
seen = [0] * n
found = 0
for i in range(n):
    if not seen[i]:
        found += 1
        j = i
        while not seen[j]:
            seen[j] = 1
            j = p[j] - 1
print(found)
"""
WALKED = """
n = int(input())
p = [int(x) - 1 for x in input().split()]
left = set(range(n))
found = 0
while left:
    start = left.pop()
    found += 1
    at = p[start]
    while at != start:
        left.discard(at)
        at = p[at]
print(found)
"""
PASSED = """
n, k = map(int, input().split())
points = list(map(int, input().split()))
print(sum(1 for x in points if x >= points[k - 1] and x > 0))
"""
COUNTED = """
n, k = map(int, input().split())
points = list(map(int, input().split()))
at = 0
while at < n and points[at] >= points[k - 1] and points[at] > 0:
    at += 1
print(at)
"""
TOTAL = """
total, times = 0, 0
while True:
    x = int(input())
    if x == -1:
        break
    total += x
    times += 1
print(total, times)
"""
SLOW = """
n, a = map(int, input().split())
worth = n
for _ in range(10_000_000):
    worth = (n + (n - a) * worth) / n
print(worth if a < 0 else min(a, worth))
"""
STACK = """
held = []
for _ in range(int(input())):
    what, word = input().split()
    if what == "push":
        held.append(word)
    elif what == "drop":
        print(held.pop() if held else word)
"""
LARGEST = """
n = int(input())
best = None
for _ in range(n):
    x = int(input())
    best = x if best is None else max(best, x)
print(best if n > 0 else 0)
"""
TRIMMED = """
line = input().strip()
print(len(line.split(" ")), line[:1])
"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as session:
        yield session


def judged(session: EvidenceSession, candidate: str, reference: str) -> Evidence:
    pairs = answers("python", candidate, reference)
    return session.judge(candidate, reference, by_id("python"), Options(pairs=pairs))


@pytest.mark.parametrize(
    ("candidate", "reference"),
    [(VOTES.replace("else:", "elif not n:").replace('"tie")', '"tie")\nelse:\n    print("rejected")'), VOTES),
     (LOUD.replace(".lower()", ""), LOUD), (GAPS.replace("a.sort()\n", ""), GAPS)],
)  # fmt: skip
def test_a_promise_that_leaves_work_idle_is_not_believed(
    candidate: str, reference: str, session: EvidenceSession
) -> None:
    """Votes without a Y, texts that are lower-case anyway, lists that are in order anyway: nobody meant these."""
    assert judged(session, candidate, reference).verdict == "differs"


@pytest.mark.parametrize(
    ("candidate", "verdict", "said"),
    [(GOALS.replace(">= 2", "> 2"), "differs", ""), (FLAGS, "conditional", "ours and theirs and late are 0 or 1")],
)  # fmt: skip
def test_numbers_may_be_0_where_only_that_shows_what_is_done(
    candidate: str, verdict: str, said: str, session: EvidenceSession
) -> None:
    """Numbers from 1 would always win: so some are 0; and who reads them as flags may be right."""
    found = judged(session, candidate, GOALS)
    assert found.verdict == verdict
    assert found.reason.endswith(said)


def test_an_endless_loop_beyond_a_promise_is_conditional(session: EvidenceSession) -> None:
    """Who never ends where two places lead to one is right where none do, and is tried there."""
    found = judged(session, WALKED, LOOPS)
    assert found.verdict == "conditional"
    each = ("no two numbers of a line are equal", "a line has each number from 1 once")
    assert any(f"no answer in time unless {one}" in found.reason for one in each)


def test_a_number_that_nobody_uses_counts_what_follows(session: EvidenceSession) -> None:
    """A list is as long as the number before it says, also where the program does not look at that number."""
    found = judged(session, COUNTED, PASSED)
    assert found.verdict == "conditional"
    assert "descending order" in found.reason


@pytest.mark.parametrize(
    ("reference", "right", "wrong", "form"),
    [(TOTAL, TOTAL.replace("total += x\n    times += 1", "times += 1\n    total = x + total"),
      TOTAL.replace("total, times = 0, 0", "total, times = 0, 1"), "until '-1'"),
     (STACK, STACK.replace("held.append(word)", "held += [word]"), STACK.replace("held.pop()", "held.pop(0)"),
      "lines such as")],
)  # fmt: skip
def test_values_that_a_program_knows_end_what_it_reads_or_are_commands(
    reference: str, right: str, wrong: str, form: str, session: EvidenceSession
) -> None:
    """A list that ends with -1, and lines that begin with the words that a program looks for, are found by trying."""
    found = judged(session, right, reference)
    assert found.verdict == "equivalent"
    assert any(form in line.words for line in found.model)
    assert judged(session, wrong, reference).verdict == "differs"


def test_a_reference_that_answers_nothing_in_time_is_untested(session: EvidenceSession) -> None:
    found = judged(session, SLOW, SLOW)
    assert (found.verdict, found.inputs) == ("untested", 0)


def test_a_call_that_takes_blanks_away_is_shown_by_blanks(session: EvidenceSession) -> None:
    """What trims a line is asked with blanks around it, so that who reads by words is called the same."""
    other = TRIMMED.replace(".strip()", "").replace("print(", "words = line.split()\nprint(").replace(
        'len(line.split(" ")), line[:1]', "len(words), words[0][0]"
    )  # fmt: skip
    found = judged(session, other, TRIMMED)
    assert "strip" not in found.reason


CELLS = """
import sys
for line in sys.stdin:
    name, note = line.split(";")
    print(name, len(note.strip()))
"""


def test_a_call_that_takes_blanks_away_is_shown_by_blanks_around_a_sign(session: EvidenceSession) -> None:
    """Who leaves them is another program."""
    found = judged(session, CELLS.replace("note.strip()", "note[:-1]"), CELLS)
    assert (found.verdict, "strip" in found.reason) != ("insufficient", True)


def test_that_no_number_of_a_list_is_negative_is_a_custom_and_no_more(session: EvidenceSession) -> None:
    """Who begins with 0 for the largest number, and so is wrong where all are negative, is not called the same."""
    found = judged(session, LARGEST.replace("best = None", "best = 0").replace("x if best is None else ", ""), LARGEST)
    assert (found.verdict, found.reason.rpartition("unless ")[2]) == ("conditional", "no number of a list is negative")


#: The largest sum of two that are both even or both odd, and -1 where there are no two such.
PAIRS = """
n = int(input())
a = list(map(int, input().split()))
even = sorted((x for x in a if x % 2 == 0), reverse=True)
odd = sorted((x for x in a if x % 2), reverse=True)
best = -1
if len(even) > 1:
    best = max(best, even[0] + even[1])
if len(odd) > 1:
    best = max(best, odd[0] + odd[1])
print(best)
"""
IN_BRANCHES = """
n = int(input())
a = list(map(int, input().split()))
even = sorted(x for x in a if x % 2 == 0)
odd = sorted(x for x in a if x % 2)
if len(even) < 2 and len(odd) < 2:
    print(-1)
elif len(even) < 2:
    print(odd[-1] + odd[-2])
elif len(odd) < 2:
    print(even[-1] + even[-2])
else:
    print(max(odd[-1] + odd[-2], even[-1] + even[-2]))
"""


def test_what_the_best_so_far_begins_with_speaks_of_no_negative_numbers(session: EvidenceSession) -> None:
    """That `max(best, ...)` matters only below -1 does not say that there are sums below -1."""
    found = judged(session, IN_BRANCHES, PAIRS)
    assert (found.verdict, found.reason.rpartition("unless ")[2]) == ("conditional", "no number of a list is negative")


#: The largest sum of numbers that stand together; a sum before them that is below 0 is left out.
TOGETHER = """
n, c = map(int, input().split())
a = list(map(int, input().split()))
low, so_far, best = 0, 0, 0
for x in a:
    so_far += x
    low = min(low, so_far)
    best = max(best, so_far - low)
print(c * best)
"""


def test_a_least_so_far_that_never_changes_without_negative_numbers_speaks_of_them(session: EvidenceSession) -> None:
    """`low = min(low, so_far)` does nothing where no number is below 0."""
    whole = TOGETHER.replace("    low = min(low, so_far)\n", "").replace("so_far - low", "so_far")
    assert judged(session, whole, TOGETHER).verdict == "differs"


def test_who_sorts_is_promised_no_order(session: EvidenceSession) -> None:
    """A sort that is missing is a difference, though there is none where numbers come in order."""
    wrong = IN_BRANCHES.replace("sorted(", "list(")
    assert judged(session, wrong, PAIRS).verdict == "differs"


SPELT = """
def duration(seconds):
    hours, rest = divmod(seconds, 3600)
    parts = []
    if hours:
        parts.append(f"{hours}h")
    if rest:
        parts.append(f"{rest}s")
    return " ".join(parts) or "0s"
"""


@pytest.mark.parametrize(
    ("candidate", "wanted"),
    [(SPELT.replace(' or "0s"', ""), "differs"), (SPELT.replace('parts) or "0s"', 'parts or ["0s"])'), "equivalent")],
)
def test_what_is_written_for_zero_is_meant_for_zero(candidate: str, wanted: str) -> None:
    """That seconds are at least 1 is merely usual, and then nobody needs what is written for none."""
    with EvidenceSession() as session:
        assert session.judge(candidate, SPELT, by_id("python"), Options(budget=1.0)).verdict == wanted  # type: ignore[arg-type]


FEE = '''
def fee(minutes):
    """Cents for a stay: 120 for each half hour, at most 1500 a day. fee(15) is 120, fee(31) is 240."""
    days, rest = divmod(minutes, 24 * 60)
    return days * 1500 + min(1500, (rest + 29) // 30 * 120)
'''


def test_a_limit_is_written_for_more_than_examples_show() -> None:
    """The largest example is 31 minutes; what is written for 1500 cents shows only on longer stays."""
    with EvidenceSession() as session:
        found = session.judge(FEE.replace("min(1500, ", "("), FEE, by_id("python"), Options(budget=1.0))  # type: ignore[arg-type]
    assert found.verdict == "differs", found.reason
