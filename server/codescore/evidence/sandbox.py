"""The wall: starts a harness behind bubblewrap, as an ordinary user, without network, files or other processes.

What is inside sees /usr and what its `Harness` names, all read-only, and a small private /tmp; it has its own process,
network, user, mount and IPC namespaces, no capabilities, a filter on system calls (`evidence.seccomp`), and limits on
memory, processes and files.  The limits on memory and files are set before bubblewrap starts, so they hold for every
process of the wall, and the harness is the first process inside, so there is no other to take over.  What it writes to
standard error is kept in a pipe that drops what does not fit.  Who runs as root first becomes a user that owns nothing.
Where any of this cannot be had nothing is run: `probe` says why and what to do.  This module starts and ends processes;
what they say is `evidence.channel`'s business.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
from contextlib import ExitStack, suppress
from dataclasses import dataclass

from codescore.evidence.seccomp import program_filter, sandbox_filter
from codescore.foundation.errors import EnvironmentProblem
from codescore.foundation.wall import NOBODY, becoming_nobody, limited, system, tool
from codescore.languages.execution import Harness

#: Where to read what to do about a machine on which nothing can be run.
_PRIVATE_BYTES = 16 << 20  # /tmp inside
_FILES = 64  # open files per process
_LAST_WORDS = 500  # bytes of standard error that are worth showing


@dataclass(frozen=True, slots=True)
class Ability:
    """Whether programs can be run safely here; otherwise the reason and the remedy, each in a sentence."""

    works: bool
    detail: str
    remedy: str = ""


@dataclass(slots=True)  # mutable: owns a process
class Inmate:
    """A harness behind the wall: its process and the ends of its pipes, unbuffered."""

    process: subprocess.Popen[bytes]
    errors: int

    @property
    def to(self) -> int:
        """Descriptor of its standard input."""
        assert self.process.stdin is not None
        return self.process.stdin.fileno()

    @property
    def come(self) -> int:
        """Descriptor of its standard output."""
        assert self.process.stdout is not None
        return self.process.stdout.fileno()

    def last_words(self) -> str:
        """The end of what it wrote to standard error, as one line."""
        said = b""
        with suppress(OSError):  # the pipe does not block: it is read until it is empty
            while self.errors >= 0 and (more := os.read(self.errors, 1 << 16)):
                said = (said + more)[-_LAST_WORDS:]
        return " ".join(said.decode("utf-8", "replace").split())

    def end(self) -> None:
        """Kill it with everything it started, and forget it; may be called twice."""
        if self.process.poll() is None:
            self.process.kill()  # the first process inside dies with bwrap, and all others with it
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        self.process.wait()
        errors, self.errors = self.errors, -1
        if errors >= 0:
            os.close(errors)


def _limits(harness: Harness) -> list[str]:
    """The command that sets limits on the wall itself and thereby on everything behind it."""
    return [
        tool("prlimit"),
        *limited(**{"as": harness.memory}, data=harness.private, nofile=_FILES, fsize=_PRIVATE_BYTES, core=0),
    ]


def _count(harness: Harness) -> list[str]:
    """The command that limits processes, run inside: they are then counted in the sandbox alone."""
    return ["/usr/bin/prlimit", *limited(nproc=harness.processes)]


def _command(harness: Harness, filter_descriptor: int) -> list[str]:
    wall = [
        *("--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session", "--as-pid-1"),
        *("--uid", str(NOBODY), "--gid", str(NOBODY), "--cap-drop", "ALL", "--hostname", "sandbox"),
        *system(),
        *(part for inside, outside in harness.read_only for part in ("--ro-bind", outside, inside)),
        *(("--proc", "/proc") if harness.proc else ()),
        *("--dev", "/dev", "--size", str(_PRIVATE_BYTES), "--tmpfs", "/tmp", "--remount-ro", "/dev"),  # noqa: S108  inside
        *("--remount-ro", "/", "--chdir", "/tmp", "--clearenv"),  # noqa: S108  inside
        *("--setenv", "PATH", "/usr/bin:/bin", "--setenv", "LANG", "C.UTF-8", "--setenv", "HOME", "/tmp"),  # noqa: S108
        *("--setenv", "TZ", "UTC", "--setenv", "CODESCORE_FILTER", program_filter().hex()),
        *(part for name, value in harness.environment for part in ("--setenv", name, value)),
        *("--seccomp", str(filter_descriptor), "--"),
    ]
    return [*becoming_nobody(), *_limits(harness), tool("bwrap"), *wall, *_count(harness), *harness.command]


def start(harness: Harness) -> Inmate:
    """Start a harness behind the wall.  It lives no longer than the thread that calls this.

    Raises EnvironmentProblem where a program for it is missing; a wall that does not stand shows as an inmate that ends
    without a word (see `last_words`).
    """
    errors, errors_end = _pipe()
    with os.fdopen(errors_end, "wb", 0), ExitStack() as failing:
        failing.callback(os.close, errors)
        for end in (errors, errors_end):
            os.set_blocking(end, False)
        process = _started(harness, errors_end)
        failing.pop_all()
    return Inmate(process, errors)


def _started(harness: Harness, errors: int) -> subprocess.Popen[bytes]:
    reading, writing = _pipe()
    with os.fdopen(reading, "rb", 0):
        with os.fdopen(writing, "wb", 0) as filling:
            filling.write(sandbox_filter(may_fork=harness.forks))
        return subprocess.Popen(
            _command(harness, reading),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            bufsize=0,
            pass_fds=(reading,),
            start_new_session=True,
            env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        )


def _pipe() -> tuple[int, int]:
    """A pipe whose ends are no standard stream, also where this process has none."""
    reading, writing = os.pipe()
    ends = []
    for end in (reading, writing):
        ends.append(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 3))
        os.close(end)
    return ends[0], ends[1]


def probe() -> Ability:
    """Whether the wall stands on this machine: starts `/usr/bin/true` behind it."""
    try:
        inmate = start(Harness(command=("/usr/bin/true",)))
    except EnvironmentProblem as problem:
        return Ability(works=False, detail=str(problem), remedy=_install())
    try:
        code = inmate.process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        inmate.end()
        return Ability(works=False, detail="bubblewrap did not answer within 10 s", remedy=_namespaces())
    words = inmate.last_words()
    inmate.end()
    if code != 0:
        return Ability(works=False, detail=f"bubblewrap refuses: {words or f'exit code {code}'}", remedy=_namespaces())
    return Ability(works=True, detail="bubblewrap, system call filter, limits")


def require() -> None:
    """Raise EnvironmentProblem with reason and remedy unless the wall stands."""
    ability = probe()
    if not ability.works:
        raise EnvironmentProblem(
            f"programs are only run in a sandbox, and there is none: {ability.detail}. {ability.remedy}"
        )


def _install() -> str:
    return "Install bubblewrap and util-linux (Linux only; e.g. `apt install bubblewrap`)."


def _namespaces() -> str:
    return (
        "Let ordinary users create namespaces (sysctl kernel.unprivileged_userns_clone=1, user.max_user_namespaces>0, "
        "and "
        "where AppArmor restricts them kernel.apparmor_restrict_unprivileged_userns=0), or use a machine that does."
    )
