"""What is promised of the first of many lines of words: it is there, and names each thing once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.promises import mended, promises
from codescore.evidence.read_lines import taken_apart
from codescore.evidence.session import EvidenceSession
from tests.evidence.test_promises import entry_of, judged, needs_sandbox

#: Votes by candidate, of whom the first line has the names: the two part where one stands there twice, or it is empty.
VOTES = """
import sys
lines = [line.split() for line in sys.stdin if line.strip()]
votes = {name: 0 for name in lines[0]}
for ballot in lines[1:]:
    for name in ballot:
        if name in votes:
            votes[name] += 1
            break
print(" ".join(f"{name} {votes[name]}" for name in lines[0]))
"""
OTHER_VOTES = """
import sys
names, *ballots = [line.split() for line in sys.stdin.read().splitlines()]
firsts = [next((name for name in ballot if name in names), None) for ballot in ballots]
print(" ".join(f"{name} {firsts.count(name)}" for name in dict.fromkeys(names)))
"""
EACH_LINE = """
import sys
count = 0
for line in sys.stdin:
    if not line.strip():
        continue
    count += 1 + len(set(line.split()))
print(count)
"""
FIRST, ONCE = "the first line is not empty", "no word stands twice on the first line"


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


@needs_sandbox
@pytest.mark.parametrize(("candidate", "verdict", "unless"), [
    (OTHER_VOTES, "conditional", f"{FIRST} and {ONCE}"),
    (OTHER_VOTES.replace("(name for name in ballot if name in names)", "iter(ballot)"), "differs", ""),
], ids=["right", "wrong"])  # fmt: skip
def test_a_first_line_that_nobody_means(session: EvidenceSession, candidate: str, verdict: str, unless: str) -> None:
    """That a reference passes over empty lines is no reason for one to stand first."""
    found = judged(session, candidate, VOTES)
    assert (found.verdict, found.reason.rpartition(" unless ")[2] if unless else "") == (verdict, unless), found.reason


@needs_sandbox
def test_who_passes_over_no_empty_line_is_told_from_who_does(session: EvidenceSession) -> None:
    """Empty lines that stand elsewhere are still meant."""
    found = judged(session, EACH_LINE.replace("    if not line.strip():\n        continue\n", ""), EACH_LINE)
    assert found.verdict == "differs", found.reason


def test_texts_are_made_to_keep_it() -> None:
    entry, text = entry_of(VOTES), "\na b a\nb b\n"
    known = {one.words: one for one in promises(entry, (), (), [text], source=VOTES)}
    assert not known[FIRST].holds(taken_apart(entry, "\na a\n"))
    assert mended([known[FIRST]], entry, text) == "a b a\n\nb b\n"
    assert mended([known[FIRST], known[ONCE]], entry, text) == "a b aa\n\nb b\n"


COUNTED = """
import sys
count = {}
for line in sys.stdin:
    for word in line.split():
        count[word] = count.get(word, 0) + 1
print(sorted(count.items()))
"""


@needs_sandbox
def test_words_that_are_counted_may_come_twice_on_a_line(session: EvidenceSession) -> None:
    found = judged(session, COUNTED.replace("in line.split()", "in set(line.split())"), COUNTED)
    assert found.verdict == "differs", found.reason
