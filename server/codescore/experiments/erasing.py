"""Taking a participant out of a store so that nothing stays: rows, free pages, the log, and then a search of the bytes.

What this cannot reach: copies that somebody made (exports, backups), and blocks that the file system or the drive keeps
after a file shrank.  EXPERIMENTS.md says so.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.foundation.sqlite_file import transaction

_SIDE_FILES = ("-wal", "-shm", "-journal")
_IDS = 200  # how many ids of events are searched for, at most
_TELLING = 16  # an id of so many characters does not occur by chance
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Erased:
    """What was erased, and that it is gone: `files` were searched byte by byte and held none of it."""

    events: int
    suggestions: int
    files: tuple[Path, ...]


def erase(db: sqlite3.Connection, path: Path, participant: str, digest: str) -> Erased:
    """Remove a participant; `digest`, the keyed hash of the name, stays so that later events are refused.

    InputError: nobody of that name.  EnvironmentProblem: another program has the file open, or a byte is still there.
    """
    rows = db.execute("SELECT id, suggestion FROM events WHERE participant = ?", (participant,)).fetchall()
    drawn = db.execute("SELECT 1 FROM assignments WHERE participant = ?", (participant,)).fetchone()
    gone = db.execute("SELECT 1 FROM withdrawn WHERE participant = ?", (digest,)).fetchone()
    if not rows and drawn is None and gone is None:
        raise InputError(f"{path}: there is no participant {participant!r}; `codescore experiment status` lists them")
    _delete(db, participant, digest)
    rewrite(db, path)
    ids = [name for name, _ in rows if len(name) >= _TELLING][:_IDS]
    files = files_of(path)
    left = holding(files, [f'"participant":"{participant}"'.encode(), *(name.encode() for name in ids)])
    if left:
        raise EnvironmentProblem(f"{left[0]} still holds bytes of this participant; close every editor and erase again")
    return Erased(len(rows), len({suggestion for _, suggestion in rows}), files)


def rewrite(db: sqlite3.Connection, path: Path) -> None:
    """Make the file anew without what was deleted, and empty its log.  EnvironmentProblem: another program has it."""
    _empty_the_log(db, path)
    db.execute("VACUUM")
    _empty_the_log(db, path)


def files_of(path: Path) -> tuple[Path, ...]:
    """The file of a store and those that SQLite keeps beside it, as far as they exist."""
    beside = [path, *(path.with_name(path.name + suffix) for suffix in _SIDE_FILES)]
    return tuple(file for file in beside if file.exists())


def holding(paths: Sequence[Path], needles: Sequence[bytes]) -> list[Path]:
    """The files that hold one of the needles, byte by byte."""
    overlap = max((len(needle) for needle in needles), default=1) - 1
    return [path for path in paths if _holds(path, needles, overlap)]


def _holds(path: Path, needles: Sequence[bytes], overlap: int) -> bool:
    tail = b""
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            window = tail + chunk
            if any(needle in window for needle in needles):
                return True
            tail = window[-overlap:] if overlap else b""
    return False


def _delete(db: sqlite3.Connection, participant: str, digest: str) -> None:
    with transaction(db):
        db.execute("INSERT OR IGNORE INTO withdrawn VALUES (?)", (digest,))
        db.execute("DELETE FROM events WHERE participant = ?", (participant,))
        db.execute("DELETE FROM assignments WHERE participant = ?", (participant,))
        named, nobody = f'"participant":"{participant}"', '"participant":null'
        db.execute("UPDATE facts SET value = replace(value, ?, ?)", (named, nobody))


def _empty_the_log(db: sqlite3.Connection, path: Path) -> None:
    busy, _, _ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise EnvironmentProblem(
            f"{path}: another program reads or writes it, so its log cannot be emptied; the rows are deleted; "
            "close the editors and erase again"
        )
