"""The wall itself: limits that hold for every process of it, rooms that are not used twice, proof before a verdict."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from codescore.evidence import sandbox
from codescore.evidence.channel import Job, Room
from codescore.evidence.trial import Trial, run_all
from codescore.foundation.errors import EnvironmentProblem
from codescore.languages import by_id
from codescore.languages.execution import Entry, Harness, Input, Runner
from codescore.languages.values import Int

ABLE = sandbox.probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]
SAME = "def f(n):\n    return n\n"
F = Entry("f", "function")


def python() -> Runner:
    runner = by_id("python").runner()
    assert runner is not None
    return runner


def job(source: str, *numbers: int, seconds: float = 5.0) -> Job:
    return Job(source, F, [Input((Int(number),)) for number in numbers], seconds=seconds, within=120.0)


def below(root: int) -> list[int]:
    """A process and all that it started."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found = [root]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found


def limits(pid: int) -> dict[str, str]:
    lines = (Path("/proc") / str(pid) / "limits").read_text().splitlines()
    return {line[:26].strip(): line[26:47].strip() for line in lines}


def test_limits_hold_for_every_process_of_the_wall() -> None:
    """Also bubblewrap's own processes may take no more memory, and no larger files, than the harness."""
    room = Room(python().harness(), python().prepared)
    try:
        assert room.run(job(SAME, 1)).how == "done"
        assert room._inmate is not None
        pids = below(room._inmate.process.pid)
        assert len(pids) > 1
        for pid in pids:
            assert 0 < int(limits(pid)["Max address space"]) <= python().harness().memory
            assert limits(pid)["Max data size"] == str(python().harness().private)
            assert limits(pid)["Max file size"] == str(16 << 20)
        assert limits(pids[-1])["Max processes"] == str(python().harness().processes)
    finally:
        room.close()


def test_the_harness_is_the_first_process() -> None:
    """There is no process of bubblewrap inside that a program could take over."""
    inmate = sandbox.start(Harness(command=("/bin/sh", "-c", "echo $$"), proc=True))
    try:
        assert os.read(inmate.come, 100) == b"1\n"
    finally:
        inmate.end()


def test_standard_error_is_no_file_of_the_host() -> None:
    """What a harness writes to it is dropped when a pipe is full; the harness goes on, and its last words are kept."""
    flood = "head -c 8000000 /dev/zero 1>&2 2>/dev/null; echo done"
    inmate = sandbox.start(Harness(command=("/bin/sh", "-c", flood), forks=True))
    try:
        assert os.read(inmate.come, 100) == b"done\n"
        assert stat.S_ISFIFO(os.fstat(inmate.errors).st_mode)
        assert len(inmate.last_words()) <= 500
    finally:
        inmate.end()


@pytest.mark.parametrize(
    ("source", "kept"),
    [
        (SAME, True),
        ("def f(n):\n    raise ValueError\n", True),
        ("import not_there\n", True),
        ("def f(n):\n    while True: pass\n", False),
        ("import os\ndef f(n):\n    os._exit(0)\n", False),
        ("def f(n):\n    open('/tmp/x', 'w').close()\n", False),
        ("import os\nos._exit(1)\n", False),
    ],
)
def test_a_room_is_used_again_only_after_a_clean_end(source: str, kept: bool) -> None:
    """Who is stopped, dies or leaves a file leaves a room that nobody runs in after him."""
    room = Room(python().harness(), python().prepared)
    try:
        room.run(job(SAME, 1))
        before = room._inmate
        room.run(job(source, 1, seconds=0.05))
        assert (room._inmate is before) is kept
        assert [o.value for o in room.run(job(SAME, 7)).outcomes] == [Int(7)]
    finally:
        room.close()


def test_a_room_proves_itself_before_a_program_is_called_dead() -> None:
    """Where not even an honest program runs, the environment has failed, and no program has."""
    harness = python().harness()
    assert harness.proof is not None
    dead = "import os\ndef f(n):\n    os._exit(1)\n"
    sound, broken = Room(harness), Room(replace(harness, proof=replace(harness.proof, value=Int(0))))
    try:
        assert sound.run(job(dead, 1)).how == "crash"
        with pytest.raises(EnvironmentProblem, match="honest program"):
            broken.run(job(dead, 1))
    finally:
        sound.close()
        broken.close()


def test_a_death_that_does_not_come_back_is_none() -> None:
    """A program that dies once, as when memory was short, and runs in a new room has run."""
    room = Room(python().harness())
    runs: list[dict[str, Any]] = []

    def prepared(data: dict[str, Any]) -> dict[str, Any]:
        runs.append(data)
        dies = "import os\ndef f(n):\n    os._exit(1)\n"
        return {**data, "source": dies} if len(runs) == 1 else data

    room._prepared = prepared
    try:
        ran = room.run(job(SAME, 7))
    finally:
        room.close()
    assert (ran.how, [o.value for o in ran.outcomes]) == ("done", [Int(7)])
    assert len(runs) == 3  # the program, the honest one, the program again


def test_an_interruption_leaves_no_room_behind() -> None:
    """Ctrl-C in the middle of a job ends the sandbox: half a conversation is nothing to go on with."""

    def interrupted(data: dict[str, Any]) -> dict[str, Any]:
        raise KeyboardInterrupt

    room = Room(python().harness(), interrupted)
    with pytest.raises(KeyboardInterrupt):
        room.run(job(SAME, 1))
    assert room._inmate is None


def test_a_program_has_one_deadline() -> None:
    """What is left of a trial is left for all runs together; when it is over nothing more is run."""
    room = Room(python().harness())
    try:
        trial = Trial(left=100.0)
        outcomes, _ = run_all(room, job(SAME), [Input((Int(n),)) for n in range(3)], trial=trial)
        assert len(outcomes) == 3
        assert trial.left < 100.0
        trial.left = 0.0
        outcomes, ran = run_all(room, job(SAME), [Input((Int(n),)) for n in range(3)], trial=trial)
        assert (outcomes, ran.how) == ([], "deadline")
    finally:
        room.close()


def test_loading_ends_once() -> None:
    """A program that loaded before and does not load any more has died, whatever it says of missing modules."""
    room = Room(python().harness())
    try:
        trial = Trial(loaded=True)
        outcomes, ran = run_all(room, job(""), [Input((Int(1),))], trial=trial)
        assert ([o.how for o in outcomes], ran.how) == (["crash"], "crash")
        missing = "import not_there\nnot_there.gone()\ndef f(n):\n    return n\n"
        outcomes, ran = run_all(room, job(missing), [Input((Int(1),))], trial=Trial())
        assert (outcomes, ran.how) == ([], "module")
    finally:
        room.close()
