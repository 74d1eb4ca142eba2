"""Vectors are remembered in memory and on disk; whatever is wrong with the disk, the work goes on."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from codescore.embed import Encoded, VectorCache
from codescore.embed import vectors as vectors_module
from codescore.embed.vectors import Layout, pack, unpack
from codescore.foundation.caches import DiskCache, Recent

POOLINGS = ("cls", "last-avg")
SIZE = 8


def encoded(seed: int) -> Encoded:
    generator = np.random.default_rng(seed)
    vectors = {name: generator.standard_normal(SIZE).astype(np.float32) for name in POOLINGS}
    return Encoded(MappingProxyType(vectors), tokens=seed + 1, windows=1 + seed % 3)


def same(a: Encoded, b: Encoded) -> bool:
    return (a.tokens, a.windows) == (b.tokens, b.windows) and all(
        np.array_equal(a.vectors[p], b.vectors[p]) for p in POOLINGS
    )


def cache(folder: Path | None, digest: str = "d", **limits: int) -> VectorCache:
    return VectorCache(digest, Layout(POOLINGS, SIZE), folder, **limits)


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """A folder whose cache holds the texts `0` to `9`."""
    first = cache(tmp_path)
    first.put({str(i): encoded(i) for i in range(10)})
    first.close()
    return tmp_path


def test_bytes_and_back_is_the_same() -> None:
    """To the bit, with tokens and windows."""
    raw = pack(encoded(3), Layout(POOLINGS, SIZE))
    back = unpack(raw, Layout(POOLINGS, SIZE))
    assert back is not None
    assert same(back, encoded(3))


@pytest.mark.parametrize("damage", [0, 5, 20, 60])
def test_a_flipped_byte_is_a_miss(damage: int) -> None:
    """A damaged value is computed again, never used."""
    raw = bytearray(pack(encoded(3), Layout(POOLINGS, SIZE)))
    raw[damage] ^= 1
    assert unpack(bytes(raw), Layout(POOLINGS, SIZE)) is None
    assert unpack(bytes(raw[:-1]), Layout(POOLINGS, SIZE)) is None
    assert unpack(b"", Layout(POOLINGS, SIZE)) is None


def test_vectors_survive_a_restart(stored: Path) -> None:
    """A second session finds on disk what the first one computed."""
    second = cache(stored)
    found = second.get(["3", "4", "absent", "3"])
    assert set(found) == {"3", "4"}
    assert same(found["3"], encoded(3))
    assert second.counts().disk == 10
    assert (second.counts().hits, second.counts().misses) == (2, 1)
    assert second.notice is None


def test_another_bundle_or_sketch_version_finds_nothing(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys hold both, so that no vector is ever taken for another model's."""
    assert cache(stored, "other").get(["3"]) == {}
    monkeypatch.setattr(vectors_module, "VERSION", "next")
    assert cache(stored).get(["3"]) == {}


def test_without_a_folder_everything_stays_in_memory() -> None:
    """Nothing is written, nothing is said."""
    only = cache(None, memory_entries=2)
    only.put({str(i): encoded(i) for i in range(5)})
    assert set(only.get([str(i) for i in range(5)])) == {"3", "4"}
    assert only.notice is None


def test_the_file_stays_within_its_bound_and_forgets_the_oldest(tmp_path: Path) -> None:
    """Old entries go when the file would outgrow its limit, and the file itself stays small."""
    limit = 256 << 10
    bounded = cache(tmp_path, disk_bytes=limit, memory_entries=1)
    for start in range(0, 20_000, 500):
        bounded.put({str(i): encoded(i % 7) for i in range(start, start + 500)})
    assert 0 < bounded.counts().disk < 20_000
    bounded.close()
    assert (tmp_path / "vectors-1.sqlite3").stat().st_size < 2 * limit


def test_what_was_used_lately_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hit makes an entry young again."""
    now = [1_000_000.0]
    monkeypatch.setattr("codescore.foundation.caches.time.time", lambda: now[0])
    disk = DiskCache(tmp_path, "vectors", 64 << 10)
    disk.put({b"old": bytes(100), b"used": bytes(100)})
    before = 0
    while disk.count() > before:  # until the first time that something had to go
        before = disk.count()
        now[0] += 3600
        disk.put({f"new {before + i}".encode(): bytes(100) for i in range(10)})
        assert set(disk.get([b"used"])) == {b"used"}
    assert set(disk.get([b"old", b"used"])) == {b"used"}


@pytest.mark.parametrize("content", [b"not a database at all " * 100, b"", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_file_is_made_anew(stored: Path, content: bytes) -> None:
    """The lookup that finds the damage is a miss; after it the cache works again."""
    path = stored / "vectors-1.sqlite3"
    path.write_bytes(content)
    again = cache(stored)
    assert again.get(["3"]) == {}
    again.put({"3": encoded(3)})
    assert again.notice is None
    again.close()
    assert same(cache(stored).get(["3"])["3"], encoded(3))


def test_damage_within_a_file_never_gives_wrong_vectors(stored: Path) -> None:
    """Whatever bytes are overwritten in the middle of the file, a lookup finds the truth or nothing."""
    path = stored / "vectors-1.sqlite3"
    whole = path.read_bytes()
    for at in range(100, len(whole), 997):
        path.write_bytes(whole[:at] + b"\xa5" * 64 + whole[at + 64 :])
        for extra in ("-wal", "-shm"):
            path.with_name(path.name + extra).unlink(missing_ok=True)
        damaged = cache(stored)
        for text, value in damaged.get([str(i) for i in range(10)]).items():
            assert same(value, encoded(int(text)))
        damaged.close()


def test_a_folder_that_cannot_be_made_is_no_reason_to_stop(tmp_path: Path) -> None:
    """Memory serves, and the notice says why and where."""
    (tmp_path / "file").write_bytes(b"")
    blocked = cache(tmp_path / "file" / "cache")
    blocked.put({"1": encoded(1)})
    assert same(blocked.get(["1"])["1"], encoded(1))
    assert "not kept" in str(blocked.notice)
    assert "file" in str(blocked.notice)


def test_a_read_only_file_is_no_reason_to_stop(stored: Path) -> None:
    """A home that is mounted read-only behaves so; SQLite's own read-only mode stands in for it (also for root)."""
    disk = DiskCache(stored, "vectors", 1 << 20)
    disk._connection = sqlite3.connect(f"file:{disk.path}?mode=ro", uri=True, isolation_level=None)
    disk.put({b"k": b"v"})
    assert "not kept" in str(disk.notice)
    assert disk.get([b"k"]) == {}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="ROOT writes everywhere: not tried")
def test_a_read_only_folder_is_no_reason_to_stop(tmp_path: Path) -> None:
    """The same with the permissions of a real folder."""
    tmp_path.chmod(0o500)
    try:
        blocked = cache(tmp_path)
        blocked.put({"1": encoded(1)})
        assert set(blocked.get(["1"])) == {"1"}
        assert "not kept" in str(blocked.notice)
    finally:
        tmp_path.chmod(0o700)


def test_a_file_that_another_process_writes_is_left_alone(stored: Path) -> None:
    """While it is locked entries are not stored, and nothing else happens."""
    other = sqlite3.connect(stored / "vectors-1.sqlite3", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    busy = cache(stored)
    busy.put({"new": encoded(1)})
    assert set(busy.get(["new"])) == {"new"}
    assert busy.notice is None
    other.execute("ROLLBACK")
    other.close()
    busy.put({"newer": encoded(2)})
    busy.close()
    assert set(cache(stored).get(["new", "newer"])) == {"newer"}


def test_recent_forgets_the_least_recently_used() -> None:
    """A lookup makes an entry recent."""
    recent: Recent[str, int] = Recent(2)
    recent.put("a", 1)
    recent.put("b", 2)
    assert recent.get("a") == 1
    recent.put("c", 3)
    assert (recent.get("a"), recent.get("b"), recent.get("c")) == (1, None, 3)


@pytest.mark.parametrize("holds", ["vectors", "grades"])
def test_a_file_and_its_notice_say_what_it_holds(tmp_path: Path, holds: str) -> None:
    """Several caches may lie in one folder; what cannot be kept is named."""
    disk = DiskCache(tmp_path / "cache", holds, 1 << 20)
    disk.put({b"k": b"v"})
    disk.close()
    assert [path.name for path in (tmp_path / "cache").iterdir()] == [f"{holds}-1.sqlite3"]
    (tmp_path / "file").touch()
    blocked = DiskCache(tmp_path / "file", holds, 1 << 20)
    assert blocked.get([b"k"]) == {}
    assert str(blocked.notice).startswith(f"{holds} are not kept")
