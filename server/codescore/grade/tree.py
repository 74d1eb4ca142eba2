"""Files below a folder or in an archive as one kind of thing: `Item`s with paths.  Follows no links.

Names that no teacher would call a submission's (hidden ones, caches, what a packer adds) are left out without a word.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from codescore.grade.archives import Unpacked, most_of, unpack
from codescore.grade.limits import MOST_BYTES, MOST_DEPTH, MOST_ENTRIES, MOST_PACKED, MOST_UNPACKED
from codescore.grade.model import Item, NotGraded, Unreadable

_LEFT_OUT = frozenset({"__MACOSX", "__pycache__", "node_modules", "site-packages", "venv", "Thumbs.db", "desktop.ini"})
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


@dataclass(frozen=True, slots=True)
class Tree:
    """Files by their paths from the root, in order; `aside` are names of files nobody asked for."""

    items: tuple[Item, ...]
    aside: tuple[str, ...] = ()
    refused: tuple[NotGraded, ...] = ()


def left_out(name: str) -> bool:
    """Whether a file or folder of this name is never anybody's work."""
    return name.startswith(".") or name in _LEFT_OUT


def folder_tree(root: Path, wanted: Callable[[str], bool]) -> Tree:
    """The files below a folder; raises Unreadable where the folder itself cannot be listed."""
    items: list[Item] = []
    aside: list[str] = []
    refused: list[NotGraded] = []
    for path, odd in _walk(root, "", 0):
        shown = path.encode("utf-8", errors="surrogateescape").decode("utf-8", errors="replace")
        if odd is not None:
            refused.append(NotGraded(shown, odd))
        elif wanted(path):
            items.append(Item(shown, partial(read_file, root / path, most_of(path))))
        else:
            aside.append(shown)
        if len(items) + len(aside) + len(refused) > MOST_ENTRIES:
            raise Unreadable(f"more than {MOST_ENTRIES:,} files below one folder; name a smaller one")
    return Tree(tuple(items), tuple(aside), tuple(refused))


def archive_tree(data: bytes, path: str, wanted: Callable[[str], bool], most: int = MOST_UNPACKED) -> Tree:
    """The files of an archive, without the one folder that packers put around everything."""
    found = unpack(data, path, lambda name: wanted(name) and not any(map(left_out, name.split("/"))), most)
    aside = tuple(name for name in found.aside if not any(map(left_out, name.split("/"))))
    return _unwrapped(Unpacked(found.items, aside, found.refused))


def read_file(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a regular file, one more than `most` of a larger one; raises Unreadable."""
    try:
        with os.fdopen(os.open(path, _FLAGS), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise Unreadable("not a regular file")
            return file.read(most + 1)
    except OSError as error:
        raise Unreadable(f"cannot be read ({error.strerror or error})") from None


def read_archive(path: Path) -> bytes:
    """The bytes of an archive on disk."""
    return read_file(path, MOST_PACKED)


def _walk(root: Path, inside: str, depth: int) -> Iterator[tuple[str, str | None]]:
    """Paths of files in order of their names, and what is odd about those that are not read."""
    try:
        with os.scandir(root / inside) as found:
            entries = sorted((e for e in found if not left_out(e.name)), key=lambda e: e.name)
    except OSError as error:
        if not inside:
            raise Unreadable(f"cannot be listed ({error.strerror or error})") from None
        yield inside, f"cannot be listed ({error.strerror or error})"
        return
    for entry in entries:
        path = f"{inside}/{entry.name}" if inside else entry.name
        if entry.is_symlink():
            yield path, "it is a link; links are not followed"
        elif entry.is_dir(follow_symlinks=False):
            if depth >= MOST_DEPTH:
                yield path, f"more than {MOST_DEPTH} folders deep"
            elif not os.path.lexists(root / path / "pyvenv.cfg"):
                yield from _walk(root, path, depth + 1)
        elif entry.is_file(follow_symlinks=False):
            yield path, None
        else:
            yield path, "not a regular file"


def _unwrapped(found: Unpacked) -> Tree:
    items, aside = list(found.items), list(found.aside)
    while True:
        names = [item.path for item in items] + aside
        first = {name.partition("/")[0] for name in names}
        # A folder around folders or around several files was put there by whoever packed them all.
        if len(first) != 1 or not all("/" in name for name in names):
            break
        cut = len(next(iter(first))) + 1
        items = [Item(item.path[cut:], item.load) for item in items]
        aside = [name[cut:] for name in aside]
    return Tree(tuple(items), tuple(aside), found.refused)
