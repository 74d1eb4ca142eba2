"""Worker processes: results with their items, errors as they were raised, deaths named, nobody left."""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import suppress
from multiprocessing import active_children, util

import pytest

from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.foundation.workers import workers

_offset = 0


def prepare(offset: int) -> None:
    global _offset  # noqa: PLW0603  (what an initializer is for)
    _offset = offset


def add(number: int) -> int:
    return number + _offset


def refuse(number: int) -> int:
    if number == 3:
        raise InputError("three is too many; give it fewer")
    return number


def die(_number: int) -> int:
    os._exit(9)


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_with_their_items(jobs: int) -> None:
    """From prepared workers, more items than workers and fewer; a second round uses the same ones."""
    with workers(jobs, prepare, 10) as crew:
        assert sorted(crew.map(add, range(7))) == [(k, k + 10) for k in range(7)]
        assert list(crew.map(add, [5])) == [(5, 15)]
        assert list(crew.map(add, [])) == []
    assert active_children() == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_are_raised_where_the_result_was_wanted(jobs: int) -> None:
    """With their own type and message; no process is left."""
    with pytest.raises(InputError, match="three is too many"), workers(jobs, prepare, 0) as crew:
        list(crew.map(refuse, range(9)))
    assert active_children() == []


def test_a_worker_that_dies_is_an_environment_problem() -> None:
    """As when memory runs out: one line with the remedy."""
    with pytest.raises(EnvironmentProblem, match="fewer --jobs"), workers(2, prepare, 0) as crew:
        list(crew.map(die, range(4)))
    assert active_children() == []


def test_ending_early_leaves_nobody() -> None:
    """Whoever stops in the middle does not wait for what is under way."""
    with workers(2, prepare, 1) as crew:
        assert next(crew.map(add, range(100)))[1] in (1, 2)
    assert active_children() == []


def test_an_interrupt_waits_until_a_worker_is_told_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A worker that was started and hears nothing would end with a traceback; other threads take the signal, too."""
    started, over = [], threading.Event()
    spawn = util.spawnv_passfds

    def and_interrupted(*arguments: object) -> int:
        number: int = spawn(*arguments)
        started.append(number)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.1)
        return number

    monkeypatch.setattr(util, "spawnv_passfds", and_interrupted)
    threading.Thread(target=over.wait, daemon=True).start()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
    try:
        with pytest.raises(KeyboardInterrupt), workers(2, prepare, 0):
            raise AssertionError("it went on")
    finally:
        signal.signal(signal.SIGINT, before)
        over.set()
    assert len(started) == 1
    with suppress(ChildProcessError):  # it is gone already
        os.waitpid(started[0], 0)
    assert active_children() == []
    assert "Traceback" not in capfd.readouterr().err
