"""Hostile archives read in memory: the regular files of a zip or tar, within limits, nothing written to disk.

Archives come from strangers.  A member that climbs out of its folder, a bomb (for the disk or for memory), a lying
header or a truncated stream makes the whole archive bad (`ArchiveError`); links and devices are passed over, never
followed.
This module knows nothing of licences or languages.  Neighbour: `projects` says which members it wants.
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
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, cast

Wanted = Callable[[str], bool]

_CHUNK = 1 << 16  # bytes of a packed archive read at once
_LONG = frozenset(
    {tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK}
)  # headers of a tar that tarfile reads into memory as a whole
_LONGEST = 1_000_000  # bytes of such a header
_DAMAGE = (
    zipfile.BadZipFile, tarfile.TarError, lzma.LZMAError, zlib.error, EOFError, OSError,
    NotImplementedError, RuntimeError, ValueError, struct.error, UnicodeError, OverflowError, MemoryError,
)  # fmt: skip


class ArchiveError(Exception):
    """The archive cannot be trusted or read; the message says why in a few words."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much an archive may hold.  Sizes in bytes; `ratio` is unpacked size over packed size."""

    packed_size: int = 2_000_000_000
    memory: int = 256_000_000  # that a decompressor may ask for: xz -9 needs 65 MB, a header can demand 4 GB
    members: int = 200_000
    member_size: int = 2_000_000
    total_size: int = 2_000_000_000
    ratio: int = 200
    slack: int = 64_000_000  # a small archive may expand to this much, whatever the ratio

    def unpacked(self, packed: int) -> int:
        """The most bytes that an archive of `packed` bytes may expand to."""
        return min(self.total_size, max(self.slack, self.ratio * packed))


def members(path: Path, wanted: Wanted, limits: Limits | None = None) -> Iterator[tuple[str, bytes]]:
    """Path and content of each wanted regular file in archive order, unless larger than `member_size`.

    Raises ArchiveError; what was yielded before it must be thrown away.
    """
    bounds = limits or Limits()
    try:
        if path.stat().st_size > bounds.packed_size:
            raise ArchiveError("too large")
        if zipfile.is_zipfile(path):
            yield from _zip_members(path, wanted, bounds)
        else:
            yield from _tar_members(path, wanted, bounds)
    except _DAMAGE as error:
        raise ArchiveError(f"unreadable: {type(error).__name__}") from error


def _checked(name: str) -> str:
    """The member's name as a relative path, or ArchiveError if it points outside the archive."""
    if "\0" in name or "\\" in name or name.startswith("/") or ".." in PurePosixPath(name).parts:
        raise ArchiveError("a member points outside the archive")
    if len(name) > 1 and name[1] == ":":
        raise ArchiveError("a member names a drive")
    return str(PurePosixPath(name))


def _zip_members(path: Path, wanted: Wanted, limits: Limits) -> Iterator[tuple[str, bytes]]:
    left = limits.unpacked(path.stat().st_size)
    if _directory_entries(path) > limits.members:  # before zipfile makes an object of each
        raise ArchiveError("too many members")
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            name = _checked(info.filename)
            mode = info.external_attr >> 16
            regular = stat.S_ISREG(mode) or stat.S_IFMT(mode) == 0
            if info.is_dir() or not regular or not wanted(name) or info.file_size > limits.member_size:
                continue
            if info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:  # others bound no memory
                raise ArchiveError("an unusual compression")
            with archive.open(info) as stream:
                data = stream.read(limits.member_size + 1)  # the header's size is a claim
            if len(data) != info.file_size:
                raise ArchiveError("a member's size is not what its header says")
            left -= len(data)
            if left < 0:
                raise ArchiveError("expands too much")
            yield name, data


def _directory_entries(path: Path) -> int:
    """At least as many as the zip's directory has; it may lie about its length, not about its entries' marks."""
    mark, count, rest = b"PK\x01\x02", 0, b""
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            count += (rest + chunk).count(mark)
            rest = chunk[1 - len(mark) :]
    return count


def _tar_members(path: Path, wanted: Wanted, limits: Limits) -> Iterator[tuple[str, bytes]]:
    budget = limits.unpacked(path.stat().st_size)
    with path.open("rb") as raw:
        stream = cast("IO[bytes]", _Bounded(_decompressed(raw, limits.memory), budget))
        with tarfile.open(fileobj=stream, mode="r|", tarinfo=_CarefulInfo) as archive:
            for count, info in enumerate(archive):
                if count >= limits.members:
                    raise ArchiveError("too many members")
                name = _checked(info.name)
                if not info.isreg() or info.issparse() or info.size > limits.member_size or not wanted(name):
                    continue
                content = archive.extractfile(info)
                data = content.read() if content else b""
                if len(data) != info.size:
                    raise ArchiveError("a member is cut short")
                yield name, data


class _CarefulInfo(tarfile.TarInfo):
    """A tar header that refuses to announce a name or attributes of megabytes."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str | None, errors: str) -> _CarefulInfo:
        info = super().frombuf(buf, encoding or "utf-8", errors)
        if info.type in _LONG and info.size > _LONGEST:
            raise ArchiveError("a header is too long")
        return info


def _decompressed(raw: IO[bytes], memory: int) -> IO[bytes]:
    head = raw.read(6)
    raw.seek(0)
    if head[:2] == b"\x1f\x8b":
        return cast("IO[bytes]", gzip.GzipFile(fileobj=raw))
    if head[:3] == b"BZh":
        return cast("IO[bytes]", bz2.BZ2File(raw))
    if head == b"\xfd7zXZ\0":
        return cast("IO[bytes]", _Xz(raw, memory))
    return raw


class _Xz(io.RawIOBase):
    """An xz file whose decompressor gets at most `memory` bytes (`lzma.LZMAFile` has no such limit)."""

    def __init__(self, raw: IO[bytes], memory: int) -> None:
        self._raw = raw
        self._memory = memory
        self._pending = b""
        self._decompressor = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=memory)

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        if size < 0:
            return b"".join(iter(lambda: self.read(_CHUNK), b""))
        while size and not (self._decompressor.eof and not self._next_stream()):
            packed = self._packed() if self._decompressor.needs_input else b""
            if not packed and self._decompressor.needs_input:
                raise EOFError("cut short")
            if data := self._decompressor.decompress(packed, size):
                return data
        return b""

    def _packed(self) -> bytes:
        packed, self._pending = self._pending or self._raw.read(_CHUNK), b""
        return packed

    def _next_stream(self) -> bool:
        """Whether another stream follows; streams may be padded with zeros."""
        self._pending = self._decompressor.unused_data.lstrip(b"\0")
        while not self._pending and (packed := self._packed()):
            self._pending = packed.lstrip(b"\0")
        if self._pending:
            self._decompressor = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=self._memory)
        return bool(self._pending)


class _Bounded(io.RawIOBase):
    """A stream that refuses to give more than `budget` bytes."""

    def __init__(self, inner: IO[bytes], budget: int) -> None:
        self._inner = inner
        self._left = budget

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        data = self._inner.read(min(size, self._left + 1) if size >= 0 else self._left + 1)
        self._left -= len(data)
        if self._left < 0:
            raise ArchiveError("expands too much")
        return data
