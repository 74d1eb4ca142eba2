"""The filters on system calls, run here by a small interpreter of the same machine that the kernel runs."""

from __future__ import annotations

import platform
import struct

import pytest

from codescore.evidence import seccomp
from codescore.evidence.syscalls import FORBIDDEN, NUMBERS, PROGRAM
from codescore.foundation.errors import EnvironmentProblem

pytestmark = pytest.mark.skipif(
    platform.machine() not in ("x86_64", "aarch64"), reason=f"no filter is known for {platform.machine()}"
)
ALLOW, EPERM, ENOSYS, KILL = 0x7FFF0000, 0x00050001, 0x00050026, 0x80000000
COLUMN = 1 if platform.machine() == "aarch64" else 0
AUDIT = (0xC000003E, 0xC00000B7)[COLUMN]


def answer(program: bytes, number: int, argument: int = 0, second: int = 0, machine: int = AUDIT) -> int:
    """What the filter says of a call: classic BPF over `struct seccomp_data`."""
    data = struct.pack("<IIQQQ", number, machine, 0, argument, second)
    steps = list(struct.iter_unpack("<HBBI", program))
    at, accumulator = 0, 0
    while True:
        code, yes, no, value = steps[at]
        at += 1
        if code == 0x06:
            return value
        if code == 0x20:
            accumulator = struct.unpack_from("<I", data, value)[0]
            continue
        taken = {0x15: accumulator == value, 0x35: accumulator >= value, 0x45: bool(accumulator & value)}[code]
        at += yes if taken else no


def number(name: str) -> int | None:
    return NUMBERS[name][COLUMN]


def test_everything_forbidden_is_refused() -> None:
    """No sandbox allows a forbidden call, whether or not its harness forks."""
    for may_fork in (True, False):
        program = seccomp.sandbox_filter(may_fork=may_fork)
        assert {answer(program, n) for name in FORBIDDEN if (n := number(name)) is not None} == {EPERM}


def test_a_program_may_do_what_is_listed_and_nothing_else() -> None:
    """The filter of a program is a list of what is allowed."""
    program = seccomp.program_filter()
    allowed = {n for name in PROGRAM if (n := number(name)) is not None}
    clone, clone3 = number("clone"), number("clone3")
    for call in range(600):
        if call not in (clone, clone3):
            assert answer(program, call) == (ALLOW if call in allowed else EPERM)


@pytest.mark.parametrize(
    ("may_fork", "flags", "expected"),
    [
        (True, 17, ALLOW),
        (False, 17, EPERM),
        (False, 0x10000, ALLOW),
        (True, 0x10000000, EPERM),
        (False, 0x10010000, EPERM),
    ],
)
def test_threads_processes_and_namespaces(may_fork: bool, flags: int, expected: int) -> None:
    """Threads are always possible, processes where the harness needs them, namespaces never."""
    clone = number("clone")
    assert clone is not None
    assert answer(seccomp.sandbox_filter(may_fork=may_fork), clone, flags) == expected
    assert answer(seccomp.program_filter(), clone, flags) == (ALLOW if flags == 0x10000 else EPERM)


@pytest.mark.parametrize(("command", "expected"), [(3, ALLOW), (4, ALLOW), (8, EPERM), (10, EPERM), (15, EPERM)])
def test_files_send_no_signals(command: int, expected: int) -> None:
    """A program cannot have the kernel send signals for it; other uses of `fcntl` are possible."""
    assert answer(seccomp.program_filter(), number("fcntl") or 0, 0, command) == expected


def test_flags_in_memory_are_not_trusted() -> None:
    """`clone3`, whose flags a filter cannot see, does not exist."""
    assert answer(seccomp.sandbox_filter(may_fork=True), number("clone3") or 435) == ENOSYS


def test_calls_of_another_machine_kill() -> None:
    """A call by another architecture's numbers, or of the x32 interface, ends the process."""
    program = seccomp.program_filter()
    assert answer(program, 1, machine=0x40000003) == KILL
    if COLUMN == 0:
        assert answer(program, 0x40000001) == KILL


def test_an_unknown_machine_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no filter is known nothing is run."""
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    with pytest.raises(EnvironmentProblem, match="riscv64"):
        seccomp.program_filter()


def test_limits_are_set_on_oneself_alone() -> None:
    """`prlimit64` works with process number 0, in both filters; other numbers, also past 32 bits, are refused."""
    call = number("prlimit64")
    assert call is not None
    for program in (
        seccomp.program_filter(),
        seccomp.sandbox_filter(may_fork=True),
        seccomp.sandbox_filter(may_fork=False),
    ):
        assert answer(program, call, 0) == ALLOW
        assert {answer(program, call, pid) for pid in (1, 2, 4711, 1 << 31, 1 << 32, (1 << 64) - 1)} == {EPERM}
