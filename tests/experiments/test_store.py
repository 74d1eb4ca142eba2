"""The store: what is appended is there, once, after a kill and beside another writer; what is erased is nowhere."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from codescore.experiments import layout
from codescore.experiments.events import Accepted, Event, Final, Rejected, Shown, encode
from codescore.experiments.store import Appended, Store
from codescore.experiments.windows import watches
from codescore.foundation.errors import EnvironmentProblem, InputError


def event(number: int, participant: str | None = None, **more: object) -> Rejected:
    return Rejected(
        id=f"event-{number:012}", suggestion=f"s{number % 7}", at_ms=1_000 + number, participant=participant, **more
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    where = tmp_path / "events.sqlite3"
    Store.create(where).close()
    return where


def test_what_was_appended_is_read_in_order(path: Path) -> None:
    """Events come back as they were, numbered in the order of arrival, and can be filtered."""
    given = [event(number, participant="p1" if number % 2 else "p2") for number in (3, 1, 2)]
    with Store.open(path) as store:
        assert store.append(given) == Appended(new=3, known=0, withdrawn=0)
    with Store.open(path) as store:
        found = list(store.read())
        assert [e for _, e in found] == given
        assert [number for number, _ in store.read(after=found[0][0])] == [number for number, _ in found[1:]]
        assert [e for _, e in store.read(participant="p2")] == [given[2]]
        assert [e for _, e in store.read(suggestion="s1")] == [given[1]]
        assert store.counts() == {"rejected": 3}
        assert store.participants() == {"p1": 2, "p2": 1}


def test_an_event_is_stored_once(path: Path) -> None:
    """A client that sends a batch again changes nothing."""
    with Store.open(path) as store:
        store.append([event(1), event(2)])
        assert store.append([event(2), event(3)]) == Appended(new=1, known=1, withdrawn=0)
        assert len(list(store.read())) == 3


def test_a_batch_with_a_bad_event_stores_nothing(path: Path) -> None:
    """All or none."""
    with Store.open(path) as store:
        with pytest.raises(InputError, match="at_ms"):
            store.append([event(1), Rejected(id="x", suggestion="s", at_ms=-1)])
        assert list(store.read()) == []


def test_nothing_is_made_without_asking(tmp_path: Path) -> None:
    """A store is opted into: opening one that does not exist is an error and leaves no file."""
    with pytest.raises(InputError, match="experiment init"):
        Store.open(tmp_path / "none.sqlite3")
    assert list(tmp_path.iterdir()) == []


def test_a_store_is_private_and_not_made_twice(path: Path) -> None:
    """Only its owner reads it; a second `create` refuses."""
    assert path.stat().st_mode & 0o077 == 0
    with pytest.raises(InputError, match="exists already"):
        Store.create(path)


def test_the_key_makes_hashes_of_different_stores_differ(tmp_path: Path) -> None:
    """Equal texts have equal hashes within a store and unequal ones across stores; the key is no fact to show."""
    with Store.create(tmp_path / "a") as one, Store.create(tmp_path / "b") as other:
        assert one.digest("return 1") == one.digest("return 1") != other.digest("return 1")
        one.remember({"study": "st"})
        assert one.facts() == {"study": "st"}


WRITER = """
import sys
from pathlib import Path
from codescore.experiments.events import Rejected
from codescore.experiments.store import Store
name, count = sys.argv[2], int(sys.argv[3])
with Store.open(Path(sys.argv[1])) as store:
    for number in range(count):
        store.append([Rejected(id=f"{name}-{number}", suggestion="s", at_ms=number, reason="x" * 300)])
        print(number, flush=True)
"""


def writer(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(path), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("after", [1, 40, 333])
def test_a_killed_writer_loses_at_most_the_last_event(path: Path, after: int) -> None:
    """kill -9 in the middle of writing: every event whose `append` returned is there, and the file is sound."""
    process = writer(path, "w", 1_000_000)
    assert process.stdout is not None
    said = -1
    for line in process.stdout:
        said = int(line)
        if said >= after:
            break
    os.kill(process.pid, signal.SIGKILL)
    said = max([said, *(int(line) for line in process.stdout if line.endswith("\n"))])
    process.wait()
    process.stdout.close()
    with Store.open(path) as store:
        numbers = [e.at_ms for _, e in store.read()]
    assert numbers[: said + 1] == list(range(said + 1))
    assert len(numbers) <= said + 2
    assert sqlite3.connect(path).execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_two_editors_write_at_once(path: Path) -> None:
    """Two processes append to one file; nothing is lost, and each one's order is kept."""
    both = [writer(path, name, 200) for name in ("a", "b")]
    for process in both:
        process.communicate(timeout=120)
        assert process.returncode == 0
    with Store.open(path) as store:
        found = [e for _, e in store.read()]
    for name in ("a", "b"):
        assert [e.at_ms for e in found if e.id.startswith(name)] == list(range(200))


def test_an_erased_participant_is_nowhere_in_the_bytes(path: Path) -> None:
    """After `erase` neither the file, nor its free pages, nor its log hold a byte of the participant."""
    secret = "zebra-" + "q" * 40
    with Store.open(path) as store:
        store.append(
            [
                event(n, participant="ann-7731" if n % 2 else "bo", reason=f"{secret if n % 2 else ''} {n}")
                for n in range(400)
            ]
        )
        held = [file.read_bytes() for file in path.parent.iterdir()]
        assert any(b"ann-7731" in data and secret.encode() in data for data in held)
        erased = store.erase("ann-7731")
        assert (erased.events, path in erased.files) == (200, True)
        for file in path.parent.iterdir():
            data = file.read_bytes()
            assert b"ann-7731" not in data, file
            assert secret.encode() not in data, file
            assert b"event-000000000001" not in data, file
        assert len(list(store.read())) == 200
        assert store.append([event(999, participant="ann-7731")]) == Appended(new=0, known=0, withdrawn=1)
        assert store.erase("ann-7731").events == 0


def test_who_was_never_there_cannot_be_erased(path: Path) -> None:
    """A misspelt pseudonym is an error: nobody believes to be erased who is not."""
    with Store.open(path) as store, pytest.raises(InputError, match="no participant 'anm'"):
        store.erase("anm")


def test_erasing_while_another_program_reads_says_so(path: Path) -> None:
    """A reader keeps the log alive: then `erase` does not claim to have erased."""
    with Store.open(path) as store:
        store.append([event(n, participant="p1") for n in range(10)])
        reader = sqlite3.connect(path, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM events").fetchone()
        store._db.execute("PRAGMA busy_timeout = 50")
        with pytest.raises(EnvironmentProblem, match="erase again"):
            store.erase("p1")
        reader.close()
        store.erase("p1")
        assert not any(b'"p1"' in file.read_bytes() for file in path.parent.iterdir())


def test_erase_all_leaves_no_file(path: Path) -> None:
    """One call removes everything."""
    store = Store.open(path)
    store.append([event(1)])
    store.erase_all()
    assert list(path.parent.iterdir()) == []


def test_a_newer_store_is_refused(path: Path) -> None:
    """A layout from the future is not touched."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 999")
    db.close()
    with pytest.raises(InputError, match=r"layout 999.*update codescore"):
        Store.open(path)


def test_another_database_is_refused(tmp_path: Path) -> None:
    """Somebody's own SQLite file is never written to."""
    other = tmp_path / "mine.sqlite3"
    db = sqlite3.connect(other)
    db.execute("CREATE TABLE mine (x)")
    db.commit()
    db.close()
    with pytest.raises(InputError, match="no store of suggestion events"):
        Store.open(other)


@pytest.mark.parametrize("damage", [b"", b"this is a text, no database\n" * 50])
def test_what_is_no_database_is_refused(tmp_path: Path, damage: bytes) -> None:
    """An empty file or a text is named as such, with the way out; its bytes stay."""
    path = tmp_path / "x.sqlite3"
    path.write_bytes(damage)
    with pytest.raises((InputError, EnvironmentProblem), match="no store"):
        Store.open(path)
    assert path.read_bytes()[:10] == damage[:10]


def test_a_damaged_page_is_an_error_with_a_way_out(path: Path) -> None:
    """Overwritten pages are reported in one line that names the remedy, never as nonsense data."""
    with Store.open(path) as store:
        store.append([event(n, reason="x" * 300) for n in range(500)])
    data = bytearray(path.read_bytes())
    for page in range(2, len(data) // 4096):
        data[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    path.write_bytes(data)
    with pytest.raises(EnvironmentProblem, match="--salvage"), Store.open(path) as store:
        list(store.read())


def test_an_older_store_is_migrated(tmp_path: Path) -> None:
    """A file of every earlier layout, with an event in it, is brought to the newest one and goes on working."""
    for version in range(1, layout.VERSION):
        path = tmp_path / f"{version}.db"
        db = sqlite3.connect(path)
        for step in layout.STEPS[:version]:
            db.executescript(step)
        db.execute(f"PRAGMA application_id = {layout.APPLICATION}")
        db.execute(f"PRAGMA user_version = {version}")
        db.execute("INSERT INTO facts VALUES ('key', ?)", ("00" * 32,))
        body = encode(event(1, participant="p1"))
        db.execute(_OLD_EVENT, (event(1).id, "s1", "rejected", 1_001, "p1", body))
        db.commit()
        db.close()
        with Store.open(path) as store:
            assert [e for _, e in store.read()] == [event(1, participant="p1")]
            assert store.append([event(2)]).new == 1
            assert store.assign("u", "", None, lambda position: f"arm{position}") == "arm0"
        db = sqlite3.connect(path)
        assert db.execute("PRAGMA user_version").fetchone() == (layout.VERSION,)
        db.close()


_OLD_EVENT = "INSERT INTO events (id, suggestion, kind, at_ms, participant, body) VALUES (?, ?, ?, ?, ?, ?)"

FILL = """
import resource, signal, sys
from pathlib import Path
from codescore.experiments.events import Rejected
from codescore.experiments.store import Store
from codescore.foundation.errors import EnvironmentProblem
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with Store.open(Path(sys.argv[1])) as store:
    if len(sys.argv) > 2:
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
    for number in range(100_000):
        try:
            batch = [Rejected(id=f"{number}-{n}", suggestion="s", at_ms=1, reason="x" * 400) for n in range(5)]
            store.append(batch)
        except EnvironmentProblem as problem:
            print(number, problem)
            break
"""


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path | None]:
    """A file system of 1 MB, where this user may mount one."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "none", str(folder)], capture_output=True, check=False
    )
    yield folder if mounted.returncode == 0 else None
    if mounted.returncode == 0:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_stores_whole_batches_and_says_so(small_disk: Path | None, tmp_path: Path) -> None:
    """On a really full disk (or, where none can be mounted, at a limit of the file's size) no batch is stored in part,
    the file stays sound, and writing goes on once there is space.
    """
    folder = small_disk or tmp_path
    path = folder / "s.db"
    Store.create(path).close()
    limit = [] if small_disk else [str(600_000)]
    command = [sys.executable, "-c", FILL, str(path), *limit]
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    batches, _, said = run.stdout.strip().partition(" ")
    assert ("the disk is full" in said) or (not small_disk and "check the disk" in said), run.stdout
    if small_disk:
        subprocess.run(["mount", "-o", "remount,size=8m", str(folder)], check=True)
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()
    with Store.open(path) as store:
        assert len(list(store.read())) == 5 * int(batches) > 0
        assert store.append([event(1)]).new == 1


def test_a_store_can_be_read_beside_a_writer(path: Path) -> None:
    """A summary in a terminal does not wait for an editor, nor the editor for it."""
    with Store.open(path) as writing, Store.open(path) as reading:
        writing.append([event(n) for n in range(600)])
        half = reading.read()
        next(half)
        assert writing.append([event(1_000)]).new == 1
        assert len(list(half)) == 599


def test_what_is_unfinished_is_found_after_a_restart(path: Path) -> None:
    """Suggestions that were accepted and have no Final, with all their events."""

    def made(kind: type[Event], suggestion: str) -> Event:
        return kind(id=f"{suggestion}{kind.__name__}", suggestion=suggestion, at_ms=1)

    done = [made(Shown, "a"), made(Accepted, "a"), made(Final, "a")]
    left = [made(Shown, "b"), made(Accepted, "b")]
    with Store.open(path) as store:
        store.append([*done, *left, made(Shown, "c"), made(Rejected, "c")])
        assert store.unfinished() == left
        assert [w.suggestion for w in watches(store.unfinished())] == ["b"]
