"""Archives that somebody made to do harm, one function each; all hold, where they can, one honest `good.py` too."""

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
from collections.abc import Callable, Iterable
from functools import cache

CODE = b"def f():\n    return 1\n"
_SPARSE = tarfile.GNUTYPE_SPARSE


def tarred(*entries: tuple[tarfile.TarInfo | str, bytes]) -> bytes:
    """A tar of entries; a name alone means a regular file."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for entry, data in entries:
            info = tarfile.TarInfo(entry) if isinstance(entry, str) else entry
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def zipped(entries: Iterable[tuple[zipfile.ZipInfo | str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of entries."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for info, data in entries:
            archive.writestr(info, data, method)
    return out.getvalue()


def header(name: str, kind: bytes = tarfile.REGTYPE, size: int = 0, **fields: bytes) -> bytes:
    """512 bytes that describe an entry, with any fields put over them: `at_124=b"..."` from byte 124 on."""
    info = tarfile.TarInfo(name)
    info.type, info.size = kind, size
    data = bytearray(info.tobuf(tarfile.GNU_FORMAT))
    for field, value in fields.items():
        at = int(field.removeprefix("at_"))
        data[at : at + len(value)] = value
    data[148:156] = b" " * 8
    data[148:156] = b"%06o\0 " % sum(data)
    return bytes(data)


def sparse(name: str, real: int, more: bytes = b"\0") -> bytes:
    """A GNU sparse entry: one hole of `real` bytes that takes none; `more` says whether its map goes on."""
    return header(name, _SPARSE, at_386=b"%011o\0" % real, at_398=b"%011o\0" % 0, at_482=more, at_483=b"%011o\0" % real)


def _entry(name: str, kind: bytes, target: str = "/etc/passwd") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def _link(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


def _patched(data: bytes, mark: bytes, at: int, value: bytes) -> bytes:
    """A zip with bytes put into each of its records of a kind."""
    found, patched = -1, bytearray(data)
    while (found := data.find(mark, found + 1)) >= 0:
        patched[found + at : found + at + len(value)] = value
    return bytes(patched)


def _sparse_map_in_data(numbers: int) -> bytes:
    """A pax 1.0 sparse file, whose map of holes is as long as one likes and stands in its data."""
    records = b"".join(
        b"%d %b\n" % (len(text) + 4, text)
        for text in (b"GNU.sparse.major=1", b"GNU.sparse.minor=0", b"GNU.sparse.name=a.py", b"GNU.sparse.realsize=9")
    )
    data = b"%d\n" % numbers + b"1\n" * (2 * numbers)
    pad = -len(records) % 512
    head = header("pax", tarfile.XHDTYPE, len(records)) + records + bytes(pad) + header("a.py", size=len(data))
    return head + data + bytes(-len(data) % 512)


def _overlapping() -> bytes:
    data = zipped([("a.py", bytes(1 << 20))])
    start, end = data.find(b"PK\x01\x02"), data.find(b"PK\x05\x06")
    tail = bytearray(data[end:])
    tail[8:10] = tail[10:12] = (300).to_bytes(2, "little")
    tail[12:16] = (300 * (end - start)).to_bytes(4, "little")
    return data[:start] + data[start:end] * 300 + bytes(tail)


def _many_zip_entries(count: int) -> bytes:
    """A directory of entries that all are the same empty file, and that says there is one."""
    data = zipped([("a.py", b"")])
    start, end = data.find(b"PK\x01\x02"), data.find(b"PK\x05\x06")
    tail = bytearray(data[end:])
    tail[12:16] = (count * (end - start)).to_bytes(4, "little")
    return data[:start] + data[start:end] * count + bytes(tail)


def _greedy_xz(data: bytes) -> bytes:
    """An xz whose block claims to need a dictionary of 1.5 GB; made without one."""
    packed = bytearray(lzma.compress(data))
    length = (packed[12] + 1) * 4 - 4
    assert packed[14] == 0x21  # LZMA2; its one property is the size of the dictionary
    packed[16] = 37
    packed[12 + length : 16 + length] = zlib.crc32(packed[12 : 12 + length]).to_bytes(4, "little")
    return bytes(packed)


def _gz(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


END = bytes(1024)
GOOD = tarred(("good.py", CODE))
_MEGABYTE = 1 << 20

#: What is refused as a whole, and a word of the reason.
REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "a bomb of zeros in a zip": (lambda: zipped((f"{k}.py", bytes(_MEGABYTE)) for k in range(70)), "times its size"),
    "a bomb of zeros in a tar.gz": (lambda: _gz(tarred(*((f"{k}.py", bytes(_MEGABYTE)) for k in range(70)))), "times"),
    "a bomb of zeros in a tar.bz2": (lambda: bz2.compress(tarred(("a.py", bytes(70 * _MEGABYTE)))), "times its size"),
    "a bomb of zeros in a tar.xz": (lambda: lzma.compress(tarred(("a.py", bytes(70 * _MEGABYTE)))), "times its size"),
    "a bomb that nobody wants": (lambda: _gz(tarred(("a.bin", bytes(70 * _MEGABYTE)))), "times its size"),
    "a bomb of many gzip members": (
        lambda: _gz(header("a.py", size=70 * _MEGABYTE)) + _gz(bytes(_MEGABYTE)) * 70,
        "times its size",
    ),
    "one file named a hundred times": (_overlapping, "times its size|broken"),
    "sizes that lie downwards": (
        lambda: _patched(zipped([("a.py", bytes(50_000))]), b"PK\x01\x02", 24, (10).to_bytes(4, "little")),
        "broken",
    ),
    "sizes that lie upwards": (
        lambda: _patched(zipped([("a.py", b"x")]), b"PK\x01\x02", 24, (1 << 30).to_bytes(4, "little")),
        "broken",
    ),
    "too many entries in a zip": (lambda: _many_zip_entries(300_000), "files"),
    "a name of 50 MB": (lambda: _gz(tarred((_entry("x", tarfile.GNUTYPE_LONGNAME), bytes(50 << 20)))), "header"),
    "a link's target of 50 MB": (
        lambda: _gz(tarred((_entry("x", tarfile.GNUTYPE_LONGLINK), bytes(50 << 20)))),
        "header",
    ),
    "attributes of 50 MB": (lambda: _gz(tarred((_entry("x", tarfile.XHDTYPE), bytes(50 << 20)))), "header"),
    "global attributes of 50 MB": (lambda: _gz(tarred((_entry("x", tarfile.XGLTYPE), bytes(50 << 20)))), "header"),
    "attributes upon attributes": (lambda: _gz(header("x", tarfile.XGLTYPE) * 100_000 + END), "broken|header"),
    "a map of holes in the data of 40 MB": (lambda: _gz(_sparse_map_in_data(10_000_000) + END), "header"),
    "a map of holes in headers of 40 MB": (
        lambda: _gz(sparse("a.py", 9, b"\1") + (b"00000000777\0" * 42 + b"\1" + bytes(7)) * 80_000 + END),
        "header",
    ),
    "an entry of -1 bytes": (lambda: header("a.py", at_124=b"\xff" * 12) * 3 + END, "broken"),
    "an entry that leads back": (lambda: header("a.py", at_124=b"\xff" * 10 + b"\xf0\0") * 3 + END, "broken"),
    "an entry of 8 GB without bytes": (lambda: header("a.bin", size=8**11 - 1) + END, "broken"),
    "an xz that asks for 1.5 GB": (lambda: _greedy_xz(GOOD), "broken"),
    "a gzip that is cut off": (lambda: _gz(tarred(("a.py", bytes(range(256)) * 40)))[:-40], "broken"),
    "nothing": (lambda: b"", "broken"),
    "a zip's first bytes": (lambda: b"PK\x03\x04 and nothing", "broken"),
    "something else": (lambda: b"no archive at all" * 99, "broken"),
}  # fmt: skip


#: Single entries that are never read, beside an honest one.
ODD: dict[str, Callable[[], bytes]] = {
    "holes of GNU tar": lambda: b"".join(sparse(f"d{k}/a{k}.py", 1_000_000) for k in range(3000)) + GOOD,
    "a map of holes in attributes": lambda: _sparse_map_in_data(1) + GOOD,
    "a symbolic link in a tar": lambda: tarred((_entry("a.py", tarfile.SYMTYPE), b""), ("good.py", CODE)),
    "a hard link": lambda: tarred((_entry("a.py", tarfile.LNKTYPE), b""), ("good.py", CODE)),
    "a pipe": lambda: tarred((_entry("a.py", tarfile.FIFOTYPE), b""), ("good.py", CODE)),
    "a character device": lambda: tarred((_entry("a.py", tarfile.CHRTYPE), b""), ("good.py", CODE)),
    "a block device": lambda: tarred((_entry("a.py", tarfile.BLKTYPE), b""), ("good.py", CODE)),
    "a symbolic link in a zip": lambda: zipped([(_link("a.py"), b"/etc/passwd"), ("good.py", CODE)]),
    "folders within 300 folders": lambda: zipped([("d/" * 300 + "a.py", CODE), ("good.py", CODE)]),
}


def _locked() -> bytes:
    data = bytearray(zipped([("a.py", CODE), ("good.py", CODE)]))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + at] |= 1
    return bytes(data)


def _one_unusual(method: int) -> bytes:
    data = bytearray(zipped([("a.py", CODE), ("good.py", CODE)]))
    for mark, at in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        struct.pack_into("<H", data, data.index(mark) + at, method)
    return bytes(data)


#: Single entries that no honest packer makes.
HOSTILE: dict[str, Callable[[], bytes]] = {
    **{
        f"{name!r} in a {kind}": (lambda name=name, pack=pack: pack(name))  # type: ignore[misc]
        for name in ("../up.py", "/etc/cron.d/x.py", "a/../../up.py", "C:/x.py", "..\\up.py")
        for kind, pack in (
            ("zip", lambda name: zipped([(name, CODE), ("good.py", CODE)])),
            ("tar", lambda name: tarred((name, CODE), ("good.py", CODE))),
        )
    },
    "a locked file": _locked,
    "a zip in bzip2": lambda: _one_unusual(12),
    "a zip in lzma that asks for 4 GB": lambda: _one_unusual(14),
}


@cache
def archive(name: str) -> bytes:
    """One of them, by its name."""
    return (ODD.get(name) or HOSTILE.get(name) or REFUSED[name][0])()
