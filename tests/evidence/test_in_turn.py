"""Two words of a log that come in turn for each name: a promise that nobody looks at who has it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.in_turn import in_turn
from codescore.evidence.promises import mended
from codescore.evidence.read_lines import taken_apart
from codescore.evidence.session import EvidenceSession
from tests.evidence.test_promises import entry_of, judged, needs_sandbox

#: How long each was there: who comes twice is there since the second time, or both times.
LOG = """
import sys
since, total = {}, {}
for line in sys.stdin:
    now, name, what = line.split()
    if what == "in":
        since[name] = int(now)
        total.setdefault(name, 0)
    else:
        total[name] += int(now) - since.pop(name)
for name in sorted(total):
    print(name, total[name])
"""
OTHER_LOG = """
import sys
events = {}
for line in sys.stdin:
    now, name, what = line.split()
    events.setdefault(name, []).append(int(now))
for name, times in sorted(events.items()):
    print(name, sum(b - a for a, b in zip(times[::2], times[1::2])))
"""
NAMED_LOG = """
import sys
spent = {}
for line in sys.stdin:
    now, name, what = line.split()
    if what == "in":
        spent.setdefault(name, []).append(0)
        last = int(now)
        spent[name].append(last)
    elif what == "out":
        spent[name][-2] = int(now) - spent[name].pop()
for name, times in sorted(spent.items()):
    print(name, sum(times[:-1]) if len(times) > 1 and times[-2] == 0 else sum(times))
"""
TOGGLES = """
import sys
inside, most = set(), 0
for line in sys.stdin:
    sign, name = line.split()
    if sign == "+":
        inside.add(name)
    elif sign == "-":
        inside.remove(name)
    most = max(most, len(inside))
print(most)
"""
OTHER_TOGGLES = """
import sys
inside = most = 0
for line in sys.stdin:
    inside += 1 if line.split()[0] == "+" else -1
    most = max(most, inside)
print(most)
"""
WORDS = "for each name {} and {} come in turn, {} first"


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


@needs_sandbox
@pytest.mark.parametrize(("candidate", "reference", "verdict", "unless"), [
    (OTHER_LOG, LOG, "conditional", WORDS.format("'in'", "other words", "'in'")),
    (OTHER_LOG.replace("b - a", "b - a + 1"), LOG, "differs", ""),
    (OTHER_TOGGLES, TOGGLES, "conditional", WORDS.format("'+'", "'-'", "'+'")),
    (OTHER_TOGGLES.replace("max(most, inside)", "inside"), TOGGLES, "differs", ""),
])  # fmt: skip
def test_who_comes_twice_in_a_row_is_none_of_the_task(
    session: EvidenceSession, candidate: str, reference: str, verdict: str, unless: str
) -> None:
    """Programs that part only there are not called different; those that part on other logs are."""
    found = judged(session, candidate, reference)
    assert (found.verdict, found.reason.rpartition(" unless ")[2] if unless else "") == (verdict, unless), found.reason


@pytest.mark.parametrize(("text", "holds"), [
    ("1 a in\n2 b in\n3 a out\n4 a in\n", True), ("1 a in\n2 a in\n", False), ("1 a out\n", False),
    ("1 a in\n2 a x\n3 a out\n", False), ("", True), ("1 a\n", True),
])  # fmt: skip
def test_each_name_has_the_two_in_turn(text: str, *, holds: bool) -> None:
    lines = taken_apart(entry_of(LOG), text)
    (promise,) = in_turn([lines, taken_apart(entry_of(LOG), "1 a in\n")], LOG, OTHER_LOG)
    assert promise.holds(lines) == holds


def test_lines_are_made_to_keep_it() -> None:
    """The word of a line is what comes next for its name; the other word is one of the log, or what is usual."""
    entry = entry_of(LOG)
    for text, kept in (
        ("1 a in\n2 a in\n3 b gone\n4 a in\n", "1 a in\n2 a gone\n3 b in\n4 a in\n"),
        ("1 a in\n2 a in\n", "1 a in\n2 a out\n"),
    ):
        (promise,) = in_turn([taken_apart(entry, text)], LOG, OTHER_LOG)
        assert mended([promise], entry, text) == kept
        assert promise.holds(taken_apart(entry, kept))


def test_the_candidate_may_know_the_other_word() -> None:
    """Then it is also tried whether there are only the two."""
    entry = entry_of(LOG)
    lines = taken_apart(entry, "1 a in\n2 a gone\n")
    any_other, only = in_turn([lines], LOG, NAMED_LOG)
    assert (any_other.holds(lines), only.holds(lines)) == (True, False)
    assert only.words == "for each name only 'in' and 'out' come in turn, 'in' first"
    assert mended([only], entry, "1 a x\n2 a gone\n") == "1 a in\n2 a out\n"


def test_nothing_is_promised_of_a_program_that_asks() -> None:
    asking = LOG.replace("since[name] = int(now)", "since[name] = since.get(name, int(now))")
    assert not in_turn([taken_apart(entry_of(asking), "1 a in\n")], asking, OTHER_LOG)
