"""Writing so that a reader never sees half a file: built beside its place, then renamed."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from codescore.foundation.errors import EnvironmentProblem


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary path beside `path` that takes its place when the block ends without an error.

    A full or read-only disk is an EnvironmentProblem that names the path.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield temporary
        temporary.replace(path)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise EnvironmentProblem(f"no space left to write {path}; free some and run again") from None
        if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOTDIR, errno.EISDIR, errno.EEXIST):
            raise EnvironmentProblem(f"cannot write {path}: {error.strerror}; choose another place") from None
        raise
    finally:
        with suppress(OSError):  # where its folder is none there is nothing to remove
            temporary.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """A text file in UTF-8, whole or not at all."""
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")
