"""Filters on system calls, as the bytes that the kernel takes (classic BPF): a small assembler, no library needed.

Two filters.  `sandbox_filter` lies on everything in a sandbox: what is forbidden fails with EPERM, and so does
starting a process where the harness needs none (threads stay possible).  `program_filter` is put on a process that
runs a program: only what is listed works, the rest fails with EPERM.  A system call of another architecture kills the
process.  Filters add up, so that a program cannot take one off.  Neighbours: `evidence.syscalls` (data),
`evidence.sandbox` (passes the bytes on).
"""

from __future__ import annotations

import platform
import struct

from codescore.evidence.syscalls import FORBIDDEN, NUMBERS, PROGRAM
from codescore.foundation.errors import EnvironmentProblem

# From <linux/audit.h>, <linux/bpf_common.h>, <linux/seccomp.h>, <sched.h>, <errno.h>.
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
_LOAD, _JUMP_EQUAL, _JUMP_AT_LEAST, _JUMP_BITS, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_EPERM, _ENOSYS = 1, 38
# Offsets in struct seccomp_data, little endian.
_AT_NUMBER, _AT_MACHINE, _AT_FIRST_ARGUMENT, _AT_SECOND_ARGUMENT = 0, 4, 16, 24
_X32 = 0x40000000
_CLONE_THREAD = 0x00010000
_SIGNALS_BY_FILE = (8, 10, 15)  # fcntl's F_SETOWN, F_SETSIG, F_SETOWN_EX: another way to send a signal
_CLONE_NEW = 0x7E020080  # every CLONE_NEW* flag: new namespaces of any kind


def _step(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("<HBBI", code, yes, no, value)


def _give(result: int) -> bytes:
    return _step(_RETURN, result)


def _on(number: int | None, *steps: bytes) -> bytes:
    """These steps for the call with this number; nothing where the machine has no such call."""
    return b"" if number is None else _step(_JUMP_EQUAL, number, 0, len(steps)) + b"".join(steps)


def _machine() -> tuple[int, int]:
    name = platform.machine()
    if name not in _MACHINES:
        raise EnvironmentProblem(
            f"programs cannot be run safely on this kind of machine ({name}): no filter is known for it"
        )
    return _MACHINES[name]


def _opening(column: int, audit: int) -> bytes:
    wrong = _step(_LOAD, _AT_MACHINE) + _step(_JUMP_EQUAL, audit, 1, 0) + _give(_KILL)
    number = _step(_LOAD, _AT_NUMBER)
    x32 = _step(_JUMP_AT_LEAST, _X32, 0, 1) + _give(_KILL) if column == 0 else b""
    return wrong + number + x32


def _processes(column: int, *, may_fork: bool) -> bytes:
    """Rules for starting processes and threads; the accumulator holds the number again where they do not apply.

    The flags of `clone3` lie in memory, where a filter cannot see them: it does not exist here, and the C library then
    uses `clone`.
    """
    unknown = _on(NUMBERS["clone3"][column], _give(_ERRNO | _ENOSYS))
    fork = (
        b""
        if may_fork
        else _on(NUMBERS["fork"][column], _give(_ERRNO | _EPERM))
        + _on(NUMBERS["vfork"][column], _give(_ERRNO | _EPERM))
    )
    flags = [
        _step(_LOAD, _AT_FIRST_ARGUMENT),
        _step(_JUMP_BITS, _CLONE_NEW, 0, 1),
        _give(_ERRNO | _EPERM),
        *([] if may_fork else [_step(_JUMP_BITS, _CLONE_THREAD, 1, 0), _give(_ERRNO | _EPERM)]),
        _give(_ALLOW),
    ]
    return unknown + fork + _on(NUMBERS["clone"][column], *flags)


def _no_signals_by_file(column: int) -> bytes:
    """`fcntl` may not have signals sent to others; the accumulator is only changed for that call."""
    checks = b"".join(_step(_JUMP_EQUAL, command, 0, 1) + _give(_ERRNO | _EPERM) for command in _SIGNALS_BY_FILE)
    steps = [_step(_LOAD, _AT_SECOND_ARGUMENT), *(checks[n : n + 8] for n in range(0, len(checks), 8)), _give(_ALLOW)]
    return _on(NUMBERS["fcntl"][column], *steps)


def _own_limits(column: int) -> bytes:
    """`prlimit64` works on the caller alone (process number 0): a user's other processes are not to be limited."""
    other = _give(_ERRNO | _EPERM)
    number = [
        part
        for at in (_AT_FIRST_ARGUMENT, _AT_FIRST_ARGUMENT + 4)
        for part in (_step(_LOAD, at), _step(_JUMP_EQUAL, 0, 1, 0), other)
    ]
    return _on(NUMBERS["prlimit64"][column], *number, _give(_ALLOW))


def sandbox_filter(*, may_fork: bool) -> bytes:
    """The filter for a whole sandbox: everything but what is forbidden; processes only where `may_fork`."""
    column, audit = _machine()
    forbidden = b"".join(_on(NUMBERS[name][column], _give(_ERRNO | _EPERM)) for name in FORBIDDEN)
    opening = _opening(column, audit) + _processes(column, may_fork=may_fork) + _own_limits(column)
    return opening + forbidden + _give(_ALLOW)


def program_filter() -> bytes:
    """The filter for a process that runs one program: nothing but what is listed, and threads."""
    column, audit = _machine()
    allowed = b"".join(_on(NUMBERS[name][column], _give(_ALLOW)) for name in PROGRAM)
    opening = _opening(column, audit) + _processes(column, may_fork=False) + _no_signals_by_file(column)
    opening += _own_limits(column)
    return opening + allowed + _give(_ERRNO | _EPERM)
