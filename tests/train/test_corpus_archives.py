"""Packages as archives: what a long path, a large file, a parallel compressor and a cut-off download come to."""

from __future__ import annotations

import io
import lzma
import tarfile
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from codescore.foundation.archives import ArchiveError
from codescore_train.corpus.packages import LIMITS, members


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


def test_a_file_that_is_too_large_is_passed_over(tmp_path: Path) -> None:
    """One huge file costs only itself."""
    path = wheel(tmp_path / "a.whl", {"big.py": bytes(2_000), "a.py": b"a"})
    assert list(members(path, everything, replace(LIMITS, entry=lambda _name: 1_000))) == [("a.py", b"a")]


@pytest.mark.parametrize("mode", ["w:gz", "w:xz", "w:bz2"])
def test_a_truncated_tar_is_bad(tmp_path: Path, mode: str) -> None:
    """A download that was cut off is recognised, never used in part."""
    noise = bytes((i * 7919 >> 3) % 251 for i in range(200_000))
    path = tar(tmp_path / "a.tar", [(entry("a.py"), noise), (entry("b.py"), noise)], mode)
    path.write_bytes(path.read_bytes()[:-400])
    with pytest.raises(ArchiveError):
        list(members(path, everything))


def test_several_xz_streams_are_one_archive(tmp_path: Path) -> None:
    """Parallel compressors write many streams, with padding between them."""
    tar(tmp_path / "a.tar", [(entry(f"{i}.py"), bytes([i]) * 3_000) for i in range(20)], "w")
    data = (tmp_path / "a.tar").read_bytes()
    pieces = [lzma.compress(data[i : i + 5_000]) + bytes(8) for i in range(0, len(data), 5_000)]
    (tmp_path / "a.txz").write_bytes(b"".join(pieces))
    assert list(members(tmp_path / "a.txz", everything)) == [(f"{i}.py", bytes([i]) * 3_000) for i in range(20)]


def test_a_long_name_is_an_ordinary_thing(tmp_path: Path) -> None:
    """The bound on headers leaves real long paths alone."""
    name = "/".join(["folder"] * 60) + "/a.py"
    assert list(members(tar(tmp_path / "a.tgz", [(entry(name), b"a")]), everything)) == [(name, b"a")]


def test_an_archive_of_gigabytes_is_not_opened(tmp_path: Path) -> None:
    """The packed size has a limit too."""
    path = wheel(tmp_path / "a.whl", {"a.py": b"a"})
    with pytest.raises(ArchiveError, match="more than"):
        list(members(path, everything, replace(LIMITS, packed=50)))
