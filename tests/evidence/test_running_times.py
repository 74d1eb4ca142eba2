"""Clocks and dates in the lines of a text go forward, by what a program knows, as what happens one after the other."""

from __future__ import annotations

from random import Random

import pytest

from codescore.evidence.following import follows
from codescore.evidence.generate import random_input
from codescore.evidence.pool import pool_of
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.moments import after, written_as
from codescore.languages.shapes import LinesShape
from codescore.languages.values import Int
from tests.evidence.test_promises import judged

ABLE = probe()
_VISITS = """import sys

LIMIT = 30 * 60


def seconds(clock):
    h, m, s = clock.split(":")
    return int(h) * 3600 + int(m) * 60 + int(s)


last, visits = {}, {}
for line in sys.stdin:
    clock, user, action = line.split()
    now = seconds(clock)
    if user not in last or now - last[user] > LIMIT:
        visits[user] = visits.get(user, 0) + 1
    last[user] = now
for user in sorted(visits):
    print(user, visits[user])
"""


@pytest.mark.parametrize(
    ("text", "written"),
    [("09:05", "%H:%M"), ("23:59:50", "%H:%M:%S"), ("2024-02-29", "%Y-%m-%d"), ("25:00", ""), ("9:05", ""), ("a", "")],
)
def test_how_a_moment_is_written(text: str, written: str) -> None:
    """One that is written otherwise, or is none, has nothing after it."""
    assert written_as(text) == written
    later = {after(text, Random(seed), (30,)) for seed in range(60)}
    assert later == {""} if not written else later - {""} and all(one >= text for one in later - {""})


def test_steps_are_as_long_as_a_program_knows() -> None:
    later = {after("10:00:00", Random(seed), (30,)) for seed in range(80)}
    assert {"10:30:00", "10:00:30"} <= later
    assert {"10:31:00", "10:29:00"} & later, "and next to that"


def test_the_times_of_a_text_go_forward() -> None:
    runner = by_id("python").runner()
    assert runner is not None
    entry = runner.survey(_VISITS).entries[-1]
    shape = entry.parameters[0].shape
    assert isinstance(shape, LinesShape)
    pool = pool_of((Int(30), Int(60)), 1)
    texts = [random_input(entry, pool).stdin for _ in range(60)]
    clocks = [[line.split()[0] for line in text.splitlines()] for text in texts]
    long = [one for one in clocks if len(one) > 2]
    assert sum(one == sorted(one) for one in long) > len(long) / 4
    assert all(follows(shape, text) for text in texts)
    assert not follows(shape, texts[0] + "25:00:00 a b\n")


@pytest.mark.sandbox
@pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
@pytest.mark.parametrize(("changed", "verdict"), [("> LIMIT", "equivalent"), (">= LIMIT", "differs")])
def test_a_pause_of_just_the_limit_is_tried(changed: str, verdict: str) -> None:
    with EvidenceSession() as session:
        candidate = _VISITS.replace("> LIMIT", changed).replace("last, visits = {}, {}", "visits, last = {}, {}")
        assert judged(session, candidate, _VISITS).verdict == verdict
