"""What a wall around another program is built of: bubblewrap, an ordinary user, the system's files, limits.

`confined` is the wall for a program of the system that reads hostile text, as a compiler does.  Programs that people
wrote run behind a stronger one, `codescore.evidence.sandbox`, made of the same parts.  Knows nothing of what runs.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from codescore.foundation.errors import EnvironmentProblem

NOBODY = 65534
_TOOLS = {"bwrap": "bubblewrap", "setpriv": "util-linux", "prlimit": "util-linux"}
_DYNAMIC_USERS = (61184, 65519)  # what systemd keeps for users that own nothing
_PRIVATE_BYTES = 16 << 20  # /tmp inside


def tool(name: str) -> str:
    """A program of the wall.  Raises EnvironmentProblem where it is missing."""
    path = shutil.which(name, path="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
    if path is None:
        raise EnvironmentProblem(f"programs cannot be run safely here: {name} is missing; install {_TOOLS[name]}")
    return path


def becoming_nobody() -> list[str]:
    """The command that drops root's rights; nothing for an ordinary user."""
    if os.geteuid() != 0:
        return []
    user = str(random.SystemRandom().randint(*_DYNAMIC_USERS))
    return [tool("setpriv"), f"--reuid={user}", f"--regid={user}", "--clear-groups", "--no-new-privs", "--"]


def system() -> list[str]:
    """Mounts of the system's own programs and libraries."""
    mounts = ["--ro-bind", "/usr", "/usr", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    for name in ("lib", "lib64", "lib32", "bin", "sbin"):
        path = Path("/", name)
        if path.is_symlink():
            mounts += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            mounts += ["--ro-bind", str(path), str(path)]
    return mounts


def limited(**numbers: int) -> list[str]:
    """Limits as `prlimit` takes them."""
    return [*(f"--{name}={value}:{value}" for name, value in numbers.items()), "--"]


def readable(folder: Path) -> None:
    """Let whoever runs behind the wall read a folder of ours, whatever the user's umask."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


def confined(
    command: Sequence[str],
    *,
    memory: int,
    seconds: int,
    read_only: Iterable[tuple[str, str]] = (),
    proc_and_dev: bool = False,
) -> list[str]:
    """The command that runs a program of the system with the system's files alone: no network, no device.

    `memory` is in bytes a process, `seconds` of CPU; `read_only` are more files, as (inside, outside).  `proc_and_dev`
    is for a program that cannot do without them: /proc shows its own processes, /dev the harmless ones.  Raises
    EnvironmentProblem where a part of the wall is missing; one that the system refuses shows as a failing program.
    """
    limits = limited(**{"as": memory}, cpu=seconds, nofile=64, fsize=_PRIVATE_BYTES, core=0)
    return [
        *becoming_nobody(),
        *(tool("prlimit"), *limits, tool("bwrap")),
        *("--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session"),
        *("--uid", str(NOBODY), "--gid", str(NOBODY), "--cap-drop", "ALL", "--hostname", "sandbox"),
        *system(),
        *(part for inside, outside in read_only for part in ("--ro-bind", outside, inside)),
        *(("--proc", "/proc", "--dev", "/dev") if proc_and_dev else ()),
        *("--size", str(_PRIVATE_BYTES), "--tmpfs", "/tmp", "--remount-ro", "/", "--chdir", "/tmp"),  # noqa: S108  inside
        *("--clearenv", "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "LC_ALL", "C.UTF-8", "--"),
        *command,
    ]
