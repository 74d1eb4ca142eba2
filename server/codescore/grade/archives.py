"""Archives as files in memory, read under the eyes of a sceptic: zip, and tar plain or compressed.

Nothing is written to disk.  Links, devices, encrypted files and names that lead outside are refused one by one; an
archive that unpacks to too much, counted as it is unpacked and not as it claims, is refused as a whole.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, cast

from codescore.grade.limits import (
    MOST_BYTES,
    MOST_DEPTH,
    MOST_ENTRIES,
    MOST_INNER,
    MOST_PACKED,
    MOST_RATIO,
    MOST_UNPACKED,
    RATIO_FROM,
)
from codescore.grade.model import Item, NotGraded, Unreadable

_ZIP = (".zip", ".jar")
_TAR = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
_OTHERS = (".rar", ".7z", ".gz", ".bz2", ".xz")
_OPENERS: dict[bytes, Callable[[IO[bytes]], IO[bytes]]] = {
    b"\x1f\x8b": lambda file: cast("IO[bytes]", gzip.GzipFile(fileobj=file)),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ": lzma.LZMAFile,
}
_BROKEN = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError, struct.error,
    NotImplementedError, RuntimeError, OverflowError,
)  # fmt: skip
_CHUNK = 1 << 16


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
    if len(data) > MOST_PACKED:
        raise Unreadable(f"an archive of more than {MOST_PACKED >> 20} MB; unpack it and name the folder")
    sink = _Sink(path, wanted, _Counter(len(data), most))
    try:
        if path.lower().endswith(_TAR):
            _tar(data, sink)
        else:
            _zip(data, sink)
    except _BROKEN as error:
        raise Unreadable(f"the archive is broken ({_line(error)}); have it packed again") from None
    return Unpacked(tuple(sink.items.values()), tuple(sink.aside), tuple(sink.refused))


class _Sink:
    """What was found so far, and how many bytes it took."""

    def __init__(self, path: str, wanted: Callable[[str], bool], taken: _Counter) -> None:
        self.path, self.wanted = path, wanted
        self.items: dict[str, Item] = {}
        self.aside: list[str] = []
        self.refused: list[NotGraded] = []
        self.taken = taken
        self._entries = 0

    def name(self, raw: str, *, odd: str | None) -> str | None:
        """The path of an entry that is to be read; None where it is not."""
        self._entries += 1
        if self._entries > MOST_ENTRIES:
            raise Unreadable(f"an archive of more than {MOST_ENTRIES:,} files; pack less into it")
        path = raw.replace("\\", "/")
        parts = [part for part in path.split("/") if part not in ("", ".")]
        if path.startswith("/") or ".." in parts or (parts and parts[0][1:2] == ":") or "\0" in path:
            odd = "its name leads out of the archive"
        elif len(parts) > MOST_DEPTH:
            odd = f"it lies more than {MOST_DEPTH} folders deep"
        clean = "/".join(parts)
        if odd is not None:
            self.refused.append(NotGraded(f"{self.path}/{raw[:200]}", odd))
            return None
        if not parts or path.endswith("/"):
            return None
        if not self.wanted(clean):
            self.aside.append(clean)
            return None
        return clean

    def add(self, name: str, data: bytes) -> None:
        self.items[name] = Item(name, lambda: data)


class _Counter:
    """Unpacked bytes against packed ones."""

    def __init__(self, packed: int, most: int) -> None:
        self._packed, self._most, self._taken = max(1, packed), most, 0

    def add(self, size: int) -> None:
        self._taken += size
        if self._taken > self._most:
            raise Unreadable(f"an archive that unpacks to more than {self._most >> 20} MB; it is not read")
        if self._taken > RATIO_FROM and self._taken > MOST_RATIO * self._packed:
            raise Unreadable(f"an archive that unpacks to more than {MOST_RATIO} times its size, as bombs do")


def _zip(data: bytes, sink: _Sink) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for info in archive.infolist():
            odd = None
            if stat.S_ISLNK(info.external_attr >> 16):
                odd = "it is a link; links are not followed"
            elif info.flag_bits & 1:
                odd = "it is encrypted; have it packed without a password"
            name = sink.name(_zip_name(info), odd=odd)
            if name is not None:
                with archive.open(info) as file:
                    sink.add(name, _counted(file, sink.taken, most_of(name)))


def _zip_name(info: zipfile.ZipInfo) -> str:
    """The name of an entry; what is not said to be UTF-8 often is all the same."""
    if info.flag_bits & 0x800:
        return info.filename
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return info.filename


def _tar(data: bytes, sink: _Sink) -> None:
    raw: IO[bytes] = io.BytesIO(data)
    opener = next((make for magic, make in _OPENERS.items() if data.startswith(magic)), None)
    plain = cast("IO[bytes]", _Stream(opener(raw) if opener else raw, sink.taken))  # reads are all that is asked of it
    with tarfile.open(fileobj=plain, mode="r|") as archive:
        for member in archive:
            odd = None
            if member.issym() or member.islnk():
                odd = "it is a link; links are not followed"
            elif not member.isreg() and not member.isdir():
                odd = "it is no regular file"
            name = sink.name(member.name + ("/" if member.isdir() else ""), odd=odd)
            file = archive.extractfile(member) if name is not None else None
            if name is not None and file is not None:
                sink.add(name, file.read(most_of(name) + 1))


class _Stream:
    """A stream that counts what is read from it."""

    def __init__(self, file: IO[bytes], counter: _Counter) -> None:
        self._file, self._counter = file, counter

    def read(self, size: int) -> bytes:
        data = self._file.read(size)
        self._counter.add(len(data))
        return data


def _counted(file: IO[bytes], counter: _Counter, most: int) -> bytes:
    """The first bytes of an entry, one more than `most` of a longer one."""
    parts: list[bytes] = []
    left = most + 1
    while left > 0 and (chunk := file.read(min(_CHUNK, left))):
        counter.add(len(chunk))
        parts.append(chunk)
        left -= len(chunk)
    return b"".join(parts)


def _line(error: BaseException) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__
