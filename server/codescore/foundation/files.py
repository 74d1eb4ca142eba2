"""Writing so that a reader never sees half of anything: built beside its place, then renamed.

A full or read-only disk becomes one line that says so.  Knows nothing of what is written.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from codescore.foundation.errors import EnvironmentProblem


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary path beside `path` that takes its place when the block ends without an error."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with disk_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            yield temporary
            temporary.replace(path)
    finally:
        with suppress(OSError):  # where its folder is none there is nothing to remove
            temporary.unlink(missing_ok=True)


@contextmanager
def replacing_folder(path: Path) -> Iterator[Path]:
    """An empty temporary folder beside `path` that takes its place when the block ends without an error."""
    temporary = path.with_name(f".{path.name}.new{os.getpid()}")
    former = path.with_name(f".{path.name}.old{os.getpid()}")
    shutil.rmtree(temporary, ignore_errors=True)
    try:
        with disk_errors(path):
            temporary.mkdir(parents=True)
            yield temporary
            if path.exists():
                path.rename(former)
            temporary.rename(path)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
        shutil.rmtree(former, ignore_errors=True)


@contextmanager
def disk_errors(path: Path) -> Iterator[None]:
    """A full or read-only disk as an EnvironmentProblem that names `path`.

    Some libraries report a failed write as a RuntimeError without a number, hence the look at its text.
    """
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise EnvironmentProblem(f"no space left to write {path}; free some and run again") from None
        if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOTDIR, errno.EISDIR, errno.EEXIST):
            raise EnvironmentProblem(f"cannot write {path}: {error.strerror}; choose another place") from None
        raise
    except RuntimeError as error:
        if "StreamWriter" in str(error) or "No space" in str(error):
            raise EnvironmentProblem(f"cannot write {path}, the disk is probably full; free some") from None
        raise


def write_text(path: Path, text: str) -> None:
    """A text file in UTF-8, whole or not at all."""
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")


def sha256(path: Path) -> str:
    """Hex digest of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
