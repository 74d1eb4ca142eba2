"""The wall: starts a harness behind bubblewrap, as an ordinary user, without network, files or other processes.

What is inside sees /usr and what its `Harness` names, all read-only, and a small private /tmp; it has its own process,
network, user, mount and IPC namespaces, no capabilities, a filter on system calls (`evidence.seccomp`), and limits on
memory, processes and files.  Who runs as root first becomes a user that owns nothing.  Where any of this cannot be had
nothing is run: `probe` says why and what to do.  This module starts and ends processes; what they say is
`evidence.channel`'s business.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from codescore.evidence.seccomp import program_filter, sandbox_filter
from codescore.foundation.errors import EnvironmentProblem
from codescore.languages.execution import Harness

#: Where to read what to do about a machine on which nothing can be run.
_TOOLS = {"bwrap": "bubblewrap", "setpriv": "util-linux", "prlimit": "util-linux"}
_PRIVATE_BYTES = 16 << 20  # /tmp inside
_FILES = 64  # open files per process
_NOBODY = 65534
_DYNAMIC_USERS = (61184, 65519)  # what systemd keeps for users that own nothing


@dataclass(frozen=True, slots=True)
class Ability:
    """Whether programs can be run safely here; otherwise the reason and the remedy, each in a sentence."""

    works: bool
    detail: str
    remedy: str = ""


@dataclass(slots=True)  # mutable: owns a process
class Inmate:
    """A harness behind the wall: its process and the two ends of its pipes, unbuffered."""

    process: subprocess.Popen[bytes]
    errors: IO[bytes]

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
        with suppress(OSError, ValueError):
            self.errors.seek(0, os.SEEK_END)
            self.errors.seek(max(0, self.errors.tell() - 500))
            return " ".join(self.errors.read().decode("utf-8", "replace").split())
        return ""

    def end(self) -> None:
        """Kill it with everything it started, and forget it; may be called twice."""
        if self.process.poll() is None:
            self.process.kill()  # the first process inside dies with bwrap, and all others with it
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        self.process.wait()
        self.errors.close()


def _tool(name: str) -> str:
    path = shutil.which(name, path="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
    if path is None:
        raise EnvironmentProblem(f"programs cannot be run safely here: {name} is missing; install {_TOOLS[name]}")
    return path


def _becoming_nobody() -> list[str]:
    """The command that drops root's rights; nothing for an ordinary user."""
    if os.geteuid() != 0:
        return []
    user = str(random.SystemRandom().randint(*_DYNAMIC_USERS))
    return [_tool("setpriv"), f"--reuid={user}", f"--regid={user}", "--clear-groups", "--no-new-privs", "--"]


def _system() -> list[str]:
    """Mounts of the system's own programs and libraries."""
    mounts = ["--ro-bind", "/usr", "/usr", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    for name in ("lib", "lib64", "lib32", "bin", "sbin"):
        path = Path("/", name)
        if path.is_symlink():
            mounts += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            mounts += ["--ro-bind", str(path), str(path)]
    return mounts


def _limits(harness: Harness) -> list[str]:
    """The command that sets limits, run inside: processes are then counted in the sandbox alone."""
    numbers = {"as": harness.memory, "nproc": harness.processes, "nofile": _FILES, "fsize": _PRIVATE_BYTES, "core": 0}
    return ["/usr/bin/prlimit", *(f"--{name}={value}:{value}" for name, value in numbers.items()), "--"]


def _command(harness: Harness, filter_descriptor: int) -> list[str]:
    wall = [
        *("--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session"),
        *("--uid", str(_NOBODY), "--gid", str(_NOBODY), "--cap-drop", "ALL", "--hostname", "sandbox"),
        *_system(),
        *(part for inside, outside in harness.read_only for part in ("--ro-bind", outside, inside)),
        *(("--proc", "/proc") if harness.proc else ()),
        *("--dev", "/dev", "--size", str(_PRIVATE_BYTES), "--tmpfs", "/tmp", "--remount-ro", "/dev"),  # noqa: S108  inside
        *("--remount-ro", "/", "--chdir", "/tmp", "--clearenv"),  # noqa: S108  inside
        *("--setenv", "PATH", "/usr/bin:/bin", "--setenv", "LANG", "C.UTF-8", "--setenv", "HOME", "/tmp"),  # noqa: S108
        *("--setenv", "TZ", "UTC", "--setenv", "CODESCORE_FILTER", program_filter().hex()),
        *(part for name, value in harness.environment for part in ("--setenv", name, value)),
        *("--seccomp", str(filter_descriptor), "--"),
    ]
    return [*_becoming_nobody(), _tool("bwrap"), *wall, *_limits(harness), *harness.command]


def start(harness: Harness) -> Inmate:
    """Start a harness behind the wall.  It lives no longer than the thread that calls this.

    Raises EnvironmentProblem where a program for it is missing; a wall that does not stand shows as an inmate that ends
    without a word (see `last_words`).
    """
    reading, writing = os.pipe()
    errors = tempfile.TemporaryFile()  # noqa: SIM115  closed by `end`
    try:
        os.set_inheritable(reading, True)
        os.write(writing, sandbox_filter(may_fork=harness.forks))
        os.close(writing)
        writing = -1
        process = subprocess.Popen(
            _command(harness, reading),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            bufsize=0,
            pass_fds=(reading,),
            start_new_session=True,
            env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        )
    except BaseException:
        errors.close()
        raise
    finally:
        os.close(reading)
        if writing >= 0:
            os.close(writing)
    return Inmate(process, errors)


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
