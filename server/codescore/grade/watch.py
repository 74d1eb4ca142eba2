"""Whether files below paths changed, by their times and sizes.  Looks, never reads; what vanishes has changed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from codescore.grade.limits import MOST_DEPTH, MOST_ENTRIES
from codescore.grade.tree import left_out

Stamps = dict[str, tuple[int, int]]


def stamps(paths: Sequence[str]) -> Stamps:
    """Time (ns) and size of every file below the paths; links are not followed below them."""
    found: Stamps = {}
    for path in paths:
        _look(Path(path), found, 0)
    return found


def changes(paths: Sequence[str], before: Stamps, wait: Callable[[], bool]) -> Iterator[None]:
    """Yields once for every change since `before` that has settled; `wait` lets time pass and says whether to go on.

    A change has settled when two looks in a row see the same: a file that is still being copied is left alone.  What
    arrives while a change is dealt with is seen afterwards; `before` is taken before the files are first read.
    """
    pending: Stamps | None = None
    while wait():
        now = stamps(paths)
        if now == before:
            pending = None
        elif now == pending:
            before, pending = now, None
            yield
        else:
            pending = now


def _look(path: Path, found: Stamps, depth: int) -> None:
    try:
        if not path.is_dir():
            about = path.stat()
            found[str(path)] = (about.st_mtime_ns, about.st_size)
            return
        with os.scandir(path) as entries:
            for entry in entries:
                if len(found) > MOST_ENTRIES or depth > MOST_DEPTH or left_out(entry.name):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    _look(Path(entry.path), found, depth + 1)
                elif entry.is_file(follow_symlinks=False):
                    about = entry.stat(follow_symlinks=False)
                    found[entry.path] = (about.st_mtime_ns, about.st_size)
    except OSError:
        return  # it vanished between two looks, which the next one sees
