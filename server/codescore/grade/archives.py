"""The files in archives that were handed in, as `Item`s: what is read, what is named only, what is refused and why."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass

from codescore.foundation.archives import ArchiveError, Limits, entries
from codescore.grade.limits import MOST_BYTES, MOST_DEPTH, MOST_ENTRIES, MOST_INNER, MOST_PACKED, MOST_UNPACKED
from codescore.grade.model import Item, NotGraded, Unreadable

_ZIP = (".zip", ".jar")
_TAR = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
_OTHERS = (".rar", ".7z", ".gz", ".bz2", ".xz")


@dataclass(frozen=True, slots=True)
class Unpacked:
    """The files of an archive that are wanted, the names of the others, and what was refused."""

    items: tuple[Item, ...]
    aside: tuple[str, ...]
    refused: tuple[NotGraded, ...]


def is_archive(name: str) -> bool:
    """Whether a name is that of an archive that can be read."""
    return name.lower().endswith(_ZIP[:1] + _TAR)


def is_other_archive(name: str) -> bool:
    """Whether a name is that of an archive that cannot be read here."""
    return name.lower().endswith(_OTHERS) and not is_archive(name)


def stem(name: str) -> str:
    """The name of an archive without its ending."""
    lower = name.lower()
    ending = next((e for e in sorted(_ZIP + _TAR, key=len, reverse=True) if lower.endswith(e)), "")
    return name[: len(name) - len(ending)] or name


def most_of(name: str) -> int:
    """How many bytes of a file are read, by its name: a source's, or an archive's."""
    return MOST_INNER if is_archive(name) else MOST_BYTES


def unpack(data: bytes, path: str, wanted: Callable[[str], bool], most: int = MOST_UNPACKED) -> Unpacked:
    """The files of an archive whose names are `wanted`.

    Raises Unreadable where it is broken, a bomb, or unpacks to more than `most` bytes.
    """
    limits = Limits(packed=MOST_PACKED, unpacked=most, entries=MOST_ENTRIES, entry=most_of, depth=MOST_DEPTH)
    items: dict[str, Item] = {}
    aside: list[str] = []
    refused: list[NotGraded] = []
    try:
        for entry in entries(io.BytesIO(data), wanted, limits):
            if entry.odd is not None:
                refused.append(NotGraded(f"{path}/{entry.name[:200]}", entry.odd.value))
            elif entry.data is None:
                aside.append(entry.name)
            else:
                items[entry.name] = _item(entry.name, entry.data)
    except ArchiveError as error:
        raise Unreadable(str(error)) from None
    return Unpacked(tuple(items.values()), tuple(aside), tuple(refused))


def _item(name: str, data: bytes) -> Item:
    return Item(name, lambda: data)
