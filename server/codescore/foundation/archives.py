"""Archives of strangers, read in memory: zip, and tar plain or compressed.  Nothing is ever written to disk.

One entry after the other, each as its bytes or as the reason why it is not read.  What comes out is counted as it comes
out, never as the archive claims; an archive that is broken or a bomb, for the disk or for memory, is refused as a whole
with `ArchiveError`.  Knows nothing of who asks: its callers choose the limits and what a single odd entry means.
"""

from __future__ import annotations

import bz2
import contextlib
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
from enum import Enum
from typing import IO, cast

_CHUNK = 1 << 16  # bytes read at once
_ZIP_ENTRY, _ZIP_END, _ZIP64_END = b"PK\x01\x02", b"PK\x05\x06", b"PK\x06\x07"
_ZIP_TAIL = (1 << 16) + 22 + 20  # bytes in which a zip says where its directory is: a comment, the record, zip64's
_BROKEN = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError, struct.error,
    NotImplementedError, RuntimeError, OverflowError, MemoryError,
)  # fmt: skip


class ArchiveError(Exception):
    """An archive that is not read as a whole; the message says why, and what to do."""


class Odd(Enum):
    """Why a single entry is not read."""

    OUTSIDE = "its name leads out of the archive"
    DEEP = "it lies too many folders deep"
    LINK = "it is a link; links are not followed"
    DEVICE = "it is no regular file"
    SPARSE = "it is a sparse file, mostly holes; have it packed without them"
    ENCRYPTED = "it is encrypted; have it packed without a password"
    UNUSUAL = "its compression is unusual; have it packed as an ordinary zip"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much an archive may be and become.  Sizes in bytes; `entry` says how much of one is read, by its name."""

    packed: int
    unpacked: int
    entries: int
    entry: Callable[[str], int]
    depth: int  # folders within folders
    ratio: int = 200  # unpacked over packed bytes: source code packs 3 to 10 times, the worst honest tables 100 times
    ratio_from: int = 1 << 20  # so many unpacked bytes are allowed whatever the ratio
    memory: int = 256_000_000  # that a decompressor may ask for: xz -9 needs 65 MB, a header can demand 4 GB
    header: int = 1_000_000  # bytes that describe one entry of a tar: names, attributes, maps of holes


@dataclass(frozen=True, slots=True)
class Entry:
    """A file in an archive: its bytes where it is wanted, one more than the limit of a larger one; or what is odd."""

    name: str  # with forward slashes, from the archive's root; as it was packed where `odd`
    data: bytes | None = None
    odd: Odd | None = None


def entries(file: IO[bytes], wanted: Callable[[str], bool], limits: Limits) -> Iterator[Entry]:
    """The files of an archive in its own order, with the bytes of those whose names are `wanted`.

    Raises ArchiveError; whoever trusts no part of a bad archive must throw away what came before.
    """
    size = file.seek(0, io.SEEK_END)
    if size > limits.packed:
        raise ArchiveError(f"an archive of more than {limits.packed >> 20} MB; unpack it and name the folder")
    meter = _Meter(size, limits)
    file.seek(0)
    read = _zip if file.read(4) in (b"PK\x03\x04", _ZIP_END) else _tar
    file.seek(0)
    try:
        yield from read(file, _Gate(wanted, limits), meter)
    except _BROKEN as error:
        raise ArchiveError(f"the archive is broken ({_line(error)}); have it packed again") from None


class _Meter:
    """Unpacked bytes against packed ones."""

    def __init__(self, packed: int, limits: Limits) -> None:
        self.limits, self._taken = limits, 0
        self._by_ratio = max(limits.ratio_from, limits.ratio * packed)

    def add(self, size: int) -> None:
        self._taken += size
        if self._taken > self.limits.unpacked:
            raise ArchiveError(f"an archive that unpacks to more than {self.limits.unpacked >> 20} MB; it is not read")
        if self._taken > self._by_ratio:
            raise ArchiveError(f"an archive that unpacks to more than {self.limits.ratio} times its size, as bombs do")


class _Gate:
    """Decides by names and counts what is read."""

    def __init__(self, wanted: Callable[[str], bool], limits: Limits) -> None:
        self._wanted, self._limits, self._count = wanted, limits, 0

    def entry(self, raw: str, odd: Odd | None) -> tuple[Entry | None, bool]:
        """An entry without its bytes, None for a folder; and whether its bytes are to be read."""
        self._count += 1
        too_many(self._count, self._limits)
        path = raw.replace("\\", "/")
        parts = [part for part in path.split("/") if part not in ("", ".")]
        if path.startswith("/") or ".." in parts or (parts and parts[0][1:2] == ":") or "\0" in path:
            odd = Odd.OUTSIDE
        elif odd is None and len(parts) > self._limits.depth:
            odd = Odd.DEEP
        if odd is not None:
            return Entry(raw, odd=odd), False
        if not parts or path.endswith("/"):
            return None, False
        name = "/".join(parts)
        return Entry(name), self._wanted(name)


def too_many(count: int, limits: Limits) -> None:
    """Raises ArchiveError beyond the limit of entries."""
    if count > limits.entries:
        raise ArchiveError(f"an archive of more than {limits.entries:,} files; pack less into it")


def _zip(file: IO[bytes], gate: _Gate, meter: _Meter) -> Iterator[Entry]:
    too_many(_directory_entries(file), meter.limits)  # before zipfile makes an object of each
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            entry, read = gate.entry(_zip_name(info), _zip_odd(info))
            if entry is not None and read:
                most = meter.limits.entry(entry.name)
                with archive.open(info) as stream:
                    data = _metered(stream, meter, most)
                if len(data) < min(info.file_size, most):
                    raise zipfile.BadZipFile("an entry is shorter than it claims")
                entry = Entry(entry.name, data)
            if entry is not None:
                yield entry


def _zip_odd(info: zipfile.ZipInfo) -> Odd | None:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind == stat.S_IFLNK:
        return Odd.LINK
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return Odd.DEVICE
    if info.flag_bits & 1:
        return Odd.ENCRYPTED
    # Others set no bound to the memory that they ask for.
    return None if info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) else Odd.UNUSUAL


def _zip_name(info: zipfile.ZipInfo) -> str:
    """The name of an entry; what is not said to be UTF-8 often is all the same."""
    if not info.flag_bits & 0x800:
        with contextlib.suppress(UnicodeError):
            return info.filename.encode("cp437").decode("utf-8")
    return info.filename


def _directory_entries(file: IO[bytes]) -> int:
    """At least as many entries as a zip's directory has, by their marks in it: its own count may lie."""
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - _ZIP_TAIL))
    tail = file.read()
    length, at = 0, -1
    while (at := tail.find(_ZIP_END, at + 1)) >= 0:
        length = max(length, int.from_bytes(tail[at + 12 : at + 16], "little"))
    if _ZIP64_END in tail:
        length = size
    file.seek(max(0, size - len(tail) - length))
    count, rest = 0, b""
    while chunk := file.read(_CHUNK):
        count += (rest + chunk).count(_ZIP_ENTRY)
        rest = chunk[1 - len(_ZIP_ENTRY) :]
    return count


def _metered(stream: IO[bytes], meter: _Meter, most: int) -> bytes:
    """The first bytes of an entry, one more than `most` of a longer one."""
    parts: list[bytes] = []
    left = most + 1
    while left > 0 and (chunk := stream.read(min(_CHUNK, left))):
        meter.add(len(chunk))
        parts.append(chunk)
        left -= len(chunk)
    return b"".join(parts)


def _tar(file: IO[bytes], gate: _Gate, meter: _Meter) -> Iterator[Entry]:
    stream = _Forward(_decompressed(file, meter.limits.memory), meter)
    stream.allow(meter.limits.header)
    with _opened(stream) as archive:
        while (member := archive.next()) is not None:
            stream.allow(None)
            if member.size < 0:
                raise tarfile.ReadError("an entry of less than no bytes")
            archive.members.clear()  # type: ignore[attr-defined]  # it would keep every header that it saw
            entry, read = gate.entry(member.name + ("/" if member.isdir() else ""), _tar_odd(member))
            content = archive.extractfile(member) if read else None
            if entry is not None and content is not None:
                most = meter.limits.entry(entry.name)
                data = content.read(most + 1)
                if len(data) < min(member.size, most):
                    raise EOFError("cut short")
                entry = Entry(entry.name, data)
            if entry is not None:
                yield entry
            stream.allow(meter.limits.header)


def _opened(stream: _Forward) -> tarfile.TarFile:
    try:
        return tarfile.TarFile(fileobj=cast("IO[bytes]", stream), errors="replace")
    except tarfile.ReadError:
        raise tarfile.ReadError("it is neither a zip nor a tar") from None


def _tar_odd(member: tarfile.TarInfo) -> Odd | None:
    if member.issym() or member.islnk():
        return Odd.LINK
    if member.issparse():
        return Odd.SPARSE
    return None if member.isreg() or member.isdir() else Odd.DEVICE


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


class _Forward(io.RawIOBase):
    """A stream as tarfile reads it: never backwards, every byte counted, and never much to describe one entry."""

    def __init__(self, inner: IO[bytes], meter: _Meter) -> None:
        self._inner, self._meter = inner, meter
        self._at = 0
        self._allowed: int | None = None

    def allow(self, size: int | None) -> None:
        """How many bytes may be read from now on; what is sought past does not count, as nothing of it is kept."""
        self._allowed = size

    def tell(self) -> int:
        return self._at

    def seek(self, to: int, whence: int = io.SEEK_SET, /) -> int:
        if whence != io.SEEK_SET or to < self._at:
            raise tarfile.ReadError("an entry that lies before the one in front of it")
        while self._at < to and self._take(min(_CHUNK, to - self._at)):
            pass
        return self._at

    def read(self, size: int = -1, /) -> bytes:
        if self._allowed is not None:
            if not 0 <= size <= self._allowed:
                raise ArchiveError(f"an archive with a header of more than {self._meter.limits.header:,} bytes")
            self._allowed -= size
        return self._take(size)

    def _take(self, size: int) -> bytes:
        data = self._inner.read(size)
        self._at += len(data)
        self._meter.add(len(data))
        return data


class _Xz(io.RawIOBase):
    """An xz file whose decompressor gets at most `memory` bytes (`lzma.LZMAFile` has no such limit)."""

    def __init__(self, raw: IO[bytes], memory: int) -> None:
        self._raw = raw
        self._memory = memory
        self._pending = b""
        self._decompressor = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=memory)

    def read(self, size: int = -1, /) -> bytes:
        parts: list[bytes] = []
        left = size if size >= 0 else 1 << 62
        while left and not (self._decompressor.eof and not self._next_stream()):
            packed = self._packed() if self._decompressor.needs_input else b""
            if not packed and self._decompressor.needs_input:
                raise EOFError("cut short")
            data = self._decompressor.decompress(packed, min(left, _CHUNK))
            parts.append(data)
            left -= len(data)
        return b"".join(parts)

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


def _line(error: BaseException) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__
