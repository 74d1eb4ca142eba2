"""A process that has run a program waits for more calls of it, where these can find nothing of the ones before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from codescore.evidence.channel import Job, Room
from codescore.languages.execution import Entry, Input
from codescore.languages.values import Int, Value

pytestmark = pytest.mark.sandbox

OWN = "import sys\ndef f(n):\n    return sys.modules['os'].getpid()\n"  # os, but not by its name: who is asked
_CALLS = (Input((Int(1),)), Input((Int(2),)))


@pytest.fixture
def room(room_of: Callable[[str], Room]) -> Room:
    return room_of("python")


def job(source: str, *inputs: Input) -> Job:
    return Job(source, Entry("f", "function"), inputs or _CALLS)


def values(room: Room, asked: Job) -> list[Value]:
    return [outcome.value for outcome in room.run(asked).outcomes]


def test_more_calls_of_a_program_are_made_in_its_process(room: Room) -> None:
    """Also of another number of inputs; another program, or the same run otherwise, has a process of its own."""
    first = values(room, job(OWN))
    assert values(room, job(OWN, *_CALLS, *_CALLS)) == 2 * first
    other = values(room, job(OWN + "\n"))
    assert other != first
    again = values(room, job(OWN))
    assert again not in (first, other)
    assert values(room, replace(job(OWN), shaken=True)) != again


@pytest.mark.parametrize(
    "source",
    [
        "import os\ndef f(n):\n    return os.getpid()\n",
        "from decimal import getcontext\ndef f(n):\n    return n\n",
        "def f(n):\n    return len(open('/dev/null').read()) + n\n",
        "def f(n):\n    return eval('n')\n",
        "import time\ndef f(n):\n    return n\n",
        "for _ in range(3_000_000):\n    pass\ndef f(n):\n    return n\n",  # slow to load: loaded once
    ],
    ids=["os", "decimal", "open", "eval", "time", "slow to load"],
)
def test_what_may_leave_something_behind_does_not_wait(room: Room, source: str) -> None:
    assert room.run(job(source)).how == "done"
    assert room._waiting is None


def test_each_call_starts_from_a_program_that_is_loaded_anew(room: Room) -> None:
    kept = "seen = []\nclass A:\n    made = 0\n"
    source = f"{kept}def f(n):\n    seen.append(n)\n    A.made += 1\n    return len(seen) * 10 + A.made\n"
    for _ in range(3):
        assert values(room, job(source)) == [Int(11), Int(11)]
        assert room._waiting is not None


def test_limits_hold_in_a_process_that_waited(room: Room) -> None:
    """A call that takes too long ends the process as in the first job; the next one has another."""
    source = "def f(n):\n    while n > 5:\n        pass\n    return n\n"
    assert values(room, job(source)) == [Int(1), Int(2)]
    assert room._waiting is not None
    slow = replace(job(source, Input((Int(3),)), Input((Int(9),))), seconds=0.2)
    ran = room.run(slow)
    assert (ran.how, [one.how for one in ran.outcomes]) == ("timeout", ["return", "timeout"])
    assert values(room, job(source)) == [Int(1), Int(2)]


@pytest.mark.parametrize(
    "done",
    ["close(6)", "dup2(0, 6)", "_exit(0)", "write(3, b'R{}' + bytes([10]))", "kill(sys.modules['os'].getpid(), 19)"],
)
def test_who_spoils_what_it_waits_with_harms_itself_alone(room: Room, done: str) -> None:
    """The next program is run as ever, and so is this one where it behaves."""
    spoilt = f"import sys\ndef f(n):\n    if n == 1:\n        sys.modules['os'].{done}\n    return n\n"
    room.run(replace(job(spoilt), seconds=0.2, within=2.0))
    assert values(room, job(spoilt, Input((Int(2),)))) == [Int(2)]
    assert values(room, job("def f(n):\n    return n\n")) == [Int(1), Int(2)]
