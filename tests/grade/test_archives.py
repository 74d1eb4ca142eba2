"""Archives: what is read, what is refused, and that nothing is ever written."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import stat
import tarfile
import zipfile
from collections.abc import Callable

import pytest

from codescore.grade.archives import is_archive, is_other_archive, stem, unpack
from codescore.grade.model import Unreadable

CODE = b"def f():\n    return 1\n"


def zipped(files: dict[str, bytes], change: Callable[[zipfile.ZipInfo], None] = lambda _info: None) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            change(info)
            archive.writestr(info, data)
    return out.getvalue()


def tarred(files: dict[str, bytes], *extra: tarfile.TarInfo) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        for info in extra:
            archive.addfile(info)
    return out.getvalue()


def everything(_name: str) -> bool:
    return True


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        ("a.zip", zipped),
        ("a.tar", tarred),
        ("a.tgz", lambda files: gzip.compress(tarred(files))),
        ("a.tar.bz2", lambda files: bz2.compress(tarred(files))),
        ("a.tar.xz", lambda files: lzma.compress(tarred(files))),
    ],
)
def test_every_kind_is_read(name: str, pack: Callable[[dict[str, bytes]], bytes]) -> None:
    """Files come out of zip and tar, plain or compressed, with their paths; what nobody wants is named only."""
    found = unpack(pack({"ann/one.py": CODE, "ann/notes.pdf": b"%PDF"}), name, lambda path: path.endswith(".py"))
    assert [(item.path, item.load()) for item in found.items] == [("ann/one.py", CODE)]
    assert found.aside == ("ann/notes.pdf",)
    assert found.refused == ()


@pytest.mark.parametrize("name", ["../up.py", "/etc/cron.d/x.py", "a/../../up.py", "C:/x.py", "..\\up.py"])
@pytest.mark.parametrize("pack", [zipped, tarred])
def test_a_name_that_leads_out_is_refused(name: str, pack: Callable[[dict[str, bytes]], bytes]) -> None:
    """An entry with an absolute path or one with `..` is listed as refused, the others are read."""
    found = unpack(pack({name: CODE, "good.py": CODE}), "a.zip" if pack is zipped else "a.tar", everything)
    assert [item.path for item in found.items] == ["good.py"]
    assert [one.reason for one in found.refused] == ["its name leads out of the archive"]


def test_links_are_refused() -> None:
    """Symbolic and hard links, pipes and devices in archives are never followed or made."""

    def link(info: zipfile.ZipInfo) -> None:
        info.external_attr = (stat.S_IFLNK | 0o777) << 16

    assert (
        unpack(zipped({"l.py": b"/etc/passwd"}, link), "a.zip", everything).refused[0].reason.startswith("it is a link")
    )
    odd = []
    for number, kind in enumerate((tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE)):
        info = tarfile.TarInfo(f"odd{number}.py")
        info.type, info.linkname = kind, "/etc/passwd"
        odd.append(info)
    found = unpack(tarred({"good.py": CODE}, *odd), "a.tar", everything)
    assert [item.path for item in found.items] == ["good.py"]
    assert len(found.refused) == 4


def test_a_locked_entry_is_named() -> None:
    """An encrypted entry cannot be read, and the reason says what to do."""
    data = bytearray(zipped({"a.py": CODE}))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + at] |= 1
    assert "encrypted" in unpack(bytes(data), "a.zip", everything).refused[0].reason


def test_cut_off_archives_never_raise_anything_else() -> None:
    """Every prefix of an archive is read or refused."""
    for name, data in (("a.zip", zipped({"a.py": CODE})), ("a.tgz", gzip.compress(tarred({"a.py": CODE})))):
        for end in range(0, len(data), 7):
            try:
                unpack(data[:end], name, everything)
            except Unreadable:
                continue


def test_names_without_a_flag_are_read_as_utf8() -> None:
    """Many packers write UTF-8 and do not say so."""

    def unsaid(info: zipfile.ZipInfo) -> None:
        info.filename = "Jos\u00e9/l\u00f6sung.py".encode().decode("cp437")

    data = zipped({"x": CODE}, unsaid).replace(b"\x00\x08", b"\x00\x00")
    plain = bytearray(data)
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        plain[plain.index(mark) + at + 1] &= ~0x08 & 0xFF
    (item,) = unpack(bytes(plain), "a.zip", everything).items
    assert item.path.endswith(".py")


def test_which_names_are_archives() -> None:
    """Endings decide, without regard to case; what cannot be read is known, too."""
    assert is_archive("Work.ZIP")
    assert is_archive("a.tar.gz")
    assert not is_archive("a.py")
    assert is_other_archive("a.rar")
    assert not is_other_archive("a.tar.gz")
    assert (stem("ann.tar.gz"), stem("ann.zip"), stem("ann")) == ("ann", "ann", "ann")
