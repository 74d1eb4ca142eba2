"""Runs functions of untrusted code on given inputs, in a process with little power; a tool of the rewrite tests.

Reads JSON lines `{"code", "entry", "calls", "stdin"}` and answers each with the list of its outcomes: what came back,
what was printed, what became of the arguments, or the type of the exception.  Without `entry` the code itself is
run, once per text of `stdin`.  Limits: memory, CPU time, time per call; no network, no processes, no writing.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import io
import json
import os
import resource
import signal
import sys

# After this many calls out of time the rest of a job is not tried.
PATIENCE = 2
_FORBIDDEN = (
    "socket.",
    "subprocess.",
    "os.exec",
    "os.posix_spawn",
    "os.fork",
    "os.system",
    "os.remove",
    "os.rename",
    "os.kill",
    "os.mkdir",
    "os.rmdir",
    "shutil.",
    "ctypes.",
    "signal.",
    "pty.",
    "webbrowser.",
)


class OutOfTimeError(BaseException):
    """A call took too long; no `except Exception` may catch it."""


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGALRM, _late)
    # The code must not read our jobs nor write our answers, whatever it opens.
    jobs, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    guard = {"on": False}
    sys.addaudithook(lambda event, args: _refuse(event, args) if guard["on"] else None)
    sys.setrecursionlimit(600)
    for line in jobs:
        job = json.loads(line)
        used = resource.getrusage(resource.RUSAGE_SELF)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + 60, resource.RLIM_INFINITY))
        guard["on"] = True
        outcomes = _outcomes(job)
        guard["on"] = False
        answers.write(json.dumps(outcomes) + "\n")
        answers.flush()


def _late(signum: int, frame: object) -> None:
    raise OutOfTimeError


def _refuse(event: str, args: tuple) -> None:
    if event.startswith(_FORBIDDEN):
        raise PermissionError(event)
    if event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+"):
        raise PermissionError(event)


def _outcomes(job: dict) -> list[list[str]]:
    try:
        code = compile(job["code"], "candidate", "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        return [["does not compile", type(error).__name__]]
    if job.get("entry"):
        return _patiently(job["seconds"], [(_call, code, job["entry"], call) for call in job["calls"]])
    return _patiently(job["seconds"], [(_script, code, text) for text in job["stdin"]])


def _patiently(seconds: float, runs: list[tuple]) -> list[list[str]]:
    outcomes: list[list[str]] = []
    for run, *args in runs:
        tired = outcomes.count(["late"]) >= PATIENCE
        outcomes.append(["late"] if tired else _in_time(seconds, run, *args))
    return outcomes


def _in_time(seconds: float, run, *args) -> list[str]:
    try:
        return _timed(seconds, run, *args)
    except OutOfTimeError:  # the alarm rang again while the first was being handled
        _disarm()
        return ["late"]


def _timed(seconds: float, run, *args) -> list[str]:
    printed = io.StringIO()
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.05)
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
            outcome = run(*args)
    except OutOfTimeError:
        return ["late"]
    except BaseException as error:  # noqa: BLE001  (whatever the code raises is its outcome)
        outcome = ["raised", type(error).__name__]
    finally:
        _disarm()
    return [*outcome, printed.getvalue()[:10_000]]


def _disarm() -> None:
    with contextlib.suppress(OutOfTimeError):
        signal.setitimer(signal.ITIMER_REAL, 0)


def _call(code, entry: str, call: str) -> list[str]:
    space = {"__name__": "candidate", "__builtins__": builtins}
    exec(code, space)
    args = ast.literal_eval(call)
    result = space[entry](*args)
    return ["returned", repr(result)[:10_000], repr(args)[:10_000]]


def _script(code, text: str) -> list[str]:
    sys.stdin = io.TextIOWrapper(io.BytesIO(text.encode()))
    exec(code, {"__name__": "__main__", "__builtins__": builtins})
    return ["ended"]


if __name__ == "__main__":
    main()
