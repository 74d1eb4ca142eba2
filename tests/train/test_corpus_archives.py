"""Hostile and damaged archives: rejected as a whole with a reason, links passed over, nothing written."""

from __future__ import annotations

import io
import lzma
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest

from codescore_train.corpus.archives import ArchiveError, Limits, members


def everything(name: str) -> bool:
    return True


def tar(path: Path, entries: list[tuple[tarfile.TarInfo, bytes]], mode: str = "w:gz") -> Path:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for info, data in entries:
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


def entry(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def wheel(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_regular_files_of_a_tar_come_back_in_order(tmp_path: Path, mode: str) -> None:
    """Every compression that Debian uses is read, and only wanted members are returned."""
    path = tar(tmp_path / "a.tar", [(entry("p/b.py"), b"b"), (entry("p/a.py"), b"a"), (entry("p/c"), b"c")], mode)
    assert list(members(path, lambda n: n.endswith(".py"))) == [("p/b.py", b"b"), ("p/a.py", b"a")]


def test_regular_files_of_a_zip_come_back(tmp_path: Path) -> None:
    """A wheel is read without unpacking it."""
    path = wheel(tmp_path / "a.whl", {"p/a.py": b"a", "p/b.so": b"b"})
    assert list(members(path, lambda n: n.endswith(".py"))) == [("p/a.py", b"a")]


@pytest.mark.parametrize("name", ["../evil.py", "/etc/evil.py", "a/../../evil.py", "a\\..\\evil.py", "C:evil.py"])
def test_a_member_outside_the_archive_condemns_it(tmp_path: Path, name: str) -> None:
    """Path traversal is rejected in zip and tar alike."""
    with pytest.raises(ArchiveError, match=r"outside|drive"):
        list(members(wheel(tmp_path / "a.whl", {name: b"x"}), everything))
    with pytest.raises(ArchiveError, match=r"outside|drive"):
        list(members(tar(tmp_path / "a.tgz", [(entry(name), b"x")]), everything))


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_links_and_devices_are_not_followed(tmp_path: Path, kind: bytes) -> None:
    """A tar member that is not a regular file gives nothing, wherever it points."""
    path = tar(tmp_path / "a.tgz", [(entry("a.py", kind, "/etc/passwd"), b""), (entry("b.py"), b"b")])
    assert list(members(path, everything)) == [("b.py", b"b")]


def test_a_symbolic_link_in_a_zip_is_not_followed(tmp_path: Path) -> None:
    """A zip member marked as a link gives nothing."""
    info = zipfile.ZipInfo("a.py")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "a.whl", "w") as archive:
        archive.writestr(info, "/etc/passwd")
        archive.writestr("b.py", b"b")
    assert list(members(tmp_path / "a.whl", everything)) == [("b.py", b"b")]


@pytest.mark.parametrize("wanted", [True, False])
def test_a_bomb_in_a_tar_is_stopped(tmp_path: Path, wanted: bool) -> None:
    """Expansion is bounded even for members that nobody wants, because a tar must be read through."""
    path = tar(tmp_path / "a.txz", [(entry("zeros"), bytes(3_000_000))], "w:xz")
    with pytest.raises(ArchiveError, match="expands"):
        list(members(path, lambda n: wanted, Limits(slack=1_000_000, ratio=10)))


def test_a_bomb_in_a_zip_is_stopped(tmp_path: Path) -> None:
    """Many small members that expand too much together are rejected."""
    path = wheel(tmp_path / "a.whl", {f"{i}.py": bytes(100_000) for i in range(30)})
    with pytest.raises(ArchiveError, match="expands"):
        list(members(path, everything, Limits(slack=1_000_000, ratio=10)))


def test_a_lying_header_in_a_zip_is_noticed(tmp_path: Path) -> None:
    """A member that is larger than its header claims makes the archive bad."""
    path = wheel(tmp_path / "a.whl", {"a.py": bytes(50_000)})
    data = path.read_bytes()
    path.write_bytes(data.replace((50_000).to_bytes(4, "little"), (10).to_bytes(4, "little")))
    with pytest.raises(ArchiveError):
        list(members(path, everything))


def test_too_many_members_are_refused(tmp_path: Path) -> None:
    """The number of members is bounded in both kinds."""
    names = [f"{i}.py" for i in range(12)]
    limits = Limits(members=10)
    with pytest.raises(ArchiveError, match="many"):
        list(members(wheel(tmp_path / "a.whl", dict.fromkeys(names, b"")), everything, limits))
    with pytest.raises(ArchiveError, match="many"):
        list(members(tar(tmp_path / "a.tgz", [(entry(n), b"") for n in names]), everything, limits))


def test_a_file_that_is_too_large_is_passed_over(tmp_path: Path) -> None:
    """One huge file costs only itself."""
    path = wheel(tmp_path / "a.whl", {"big.py": bytes(2_000), "a.py": b"a"})
    assert list(members(path, everything, Limits(member_size=1_000))) == [("a.py", b"a")]


@pytest.mark.parametrize("mode", ["w:gz", "w:xz", "w:bz2"])
def test_a_truncated_tar_is_bad(tmp_path: Path, mode: str) -> None:
    """A download that was cut off is recognised, never used in part."""
    noise = bytes((i * 7919 >> 3) % 251 for i in range(200_000))
    path = tar(tmp_path / "a.tar", [(entry("a.py"), noise), (entry("b.py"), noise)], mode)
    path.write_bytes(path.read_bytes()[:-400])
    with pytest.raises(ArchiveError):
        list(members(path, everything))


@pytest.mark.parametrize(
    "content", [b"", b"PK\x03\x04 nothing", b"not an archive at all" * 100, b"\x1f\x8b\x08" + bytes(99)]
)
def test_what_is_no_archive_is_bad(tmp_path: Path, content: bytes) -> None:
    """Anything else becomes ArchiveError, never another exception and never silence."""
    path = tmp_path / "a.whl"
    path.write_bytes(content)
    with pytest.raises(ArchiveError):
        list(members(path, everything))


def test_an_xz_that_demands_gigabytes_of_memory_is_refused(tmp_path: Path) -> None:
    """A header of a few bytes may ask the decompressor for 1.5 GB; it gets an error instead."""
    tar(tmp_path / "a.tar", [(entry("a.py"), b"a")], "w")
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 3 << 29}]
    path = tmp_path / "a.txz"
    path.write_bytes(lzma.compress((tmp_path / "a.tar").read_bytes(), filters=filters))
    assert path.stat().st_size < 1_000
    with pytest.raises(ArchiveError, match="LZMAError"):
        list(members(path, everything))


def test_several_xz_streams_are_one_archive(tmp_path: Path) -> None:
    """Parallel compressors write many streams, with padding between them."""
    tar(tmp_path / "a.tar", [(entry(f"{i}.py"), bytes([i]) * 3_000) for i in range(20)], "w")
    data = (tmp_path / "a.tar").read_bytes()
    pieces = [lzma.compress(data[i : i + 5_000]) + bytes(8) for i in range(0, len(data), 5_000)]
    (tmp_path / "a.txz").write_bytes(b"".join(pieces))
    assert list(members(tmp_path / "a.txz", everything)) == [(f"{i}.py", bytes([i]) * 3_000) for i in range(20)]


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK])
def test_a_header_of_megabytes_is_refused(tmp_path: Path, kind: bytes) -> None:
    """A name or attribute list that tarfile would read into memory as a whole has a bound of its own."""
    path = tar(tmp_path / "a.tgz", [(entry("x", kind), bytes(2_000_000)), (entry("a.py"), b"a")])
    with pytest.raises(ArchiveError, match="header"):
        list(members(path, everything))


def test_a_long_name_is_an_ordinary_thing(tmp_path: Path) -> None:
    """The bound on headers leaves real long paths alone."""
    name = "/".join(["folder"] * 60) + "/a.py"
    assert list(members(tar(tmp_path / "a.tgz", [(entry(name), b"a")]), everything)) == [(name, b"a")]


def test_a_sparse_file_is_passed_over(tmp_path: Path) -> None:
    """A sparse member is a hole of any size that costs no byte of the archive."""
    info = entry("hole.py", tarfile.GNUTYPE_SPARSE)
    header = bytearray(info.tobuf(tarfile.GNU_FORMAT))
    header[483:495] = b"%011o\0" % 1_900_000  # the size that it claims to expand to
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    tar(tmp_path / "a.tar", [(entry("b.py"), b"b")], "w")
    (tmp_path / "a.tar").write_bytes(bytes(header) + (tmp_path / "a.tar").read_bytes())
    assert list(members(tmp_path / "a.tar", everything)) == [("b.py", b"b")]


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_in_an_unusual_compression_is_refused(tmp_path: Path, method: int) -> None:
    """Wheels are deflated; other methods let a header demand any amount of memory."""
    with zipfile.ZipFile(tmp_path / "a.whl", "w", method) as archive:
        archive.writestr("a.py", b"a")
    with pytest.raises(ArchiveError, match="unusual"):
        list(members(tmp_path / "a.whl", everything))


def test_an_encrypted_member_makes_the_archive_bad(tmp_path: Path) -> None:
    """Nobody is asked for a password."""
    path = wheel(tmp_path / "a.whl", {"a.py": b"a"})
    data = bytearray(path.read_bytes())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.find(mark) + offset] |= 1
    path.write_bytes(bytes(data))
    with pytest.raises(ArchiveError):
        list(members(path, everything))


def test_overlapping_members_do_not_multiply(tmp_path: Path) -> None:
    """A zip whose directory names the same bytes many times is bounded by what comes out of it."""
    path = wheel(tmp_path / "a.whl", {"a.py": bytes(100_000)})
    data = path.read_bytes()
    start, end = data.find(b"PK\x01\x02"), data.find(b"PK\x05\x06")
    tail = bytearray(data[end:])
    tail[8:10] = tail[10:12] = (30).to_bytes(2, "little")
    tail[12:16] = (30 * (end - start)).to_bytes(4, "little")
    path.write_bytes(data[:start] + data[start:end] * 30 + bytes(tail))
    with pytest.raises(ArchiveError):
        list(members(path, everything, Limits(slack=1_000_000, ratio=10)))


def test_an_archive_of_gigabytes_is_not_opened(tmp_path: Path) -> None:
    """The packed size has a limit too."""
    path = wheel(tmp_path / "a.whl", {"a.py": b"a"})
    with pytest.raises(ArchiveError, match="large"):
        list(members(path, everything, Limits(packed_size=50)))
