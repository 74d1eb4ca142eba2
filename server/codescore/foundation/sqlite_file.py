"""An SQLite file of ours: opened with patience, written as a whole or not at all, its errors in words that help.

Knows no table and nobody who has one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from codescore.foundation.errors import EnvironmentProblem

#: How long a writer waits for another one, in seconds.
WAIT_SECONDS = 10.0

_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_DENIED = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH)


@dataclass(frozen=True, slots=True)
class Remedies:
    """What a person can do: what the file is, the option that names another one, the way out of a damaged one."""

    what: str
    option: str
    damaged: str


def connect(path: Path, *, threads: bool = False) -> sqlite3.Connection:
    """A connection that waits for other writers; `threads`: its owner sees to it that only one uses it at a time."""
    return sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=not threads)


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All of what is done within or none of it; waits for other writers."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def stamps(db: sqlite3.Connection) -> tuple[int, int]:
    """Which layout a file has, and of which program it is; 0 where it says nothing."""
    version, application = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("user_version", "application_id"))
    return int(version), int(application)


def lay_out(db: sqlite3.Connection, statements: Iterable[str], version: int, application: int) -> None:
    """Make the tables, and stamp the file; within a transaction."""
    for statement in statements:
        db.execute(statement)
    db.execute(f"PRAGMA application_id = {application}")
    db.execute(f"PRAGMA user_version = {version}")


@contextmanager
def guarded(path: Path, remedies: Remedies) -> Iterator[None]:
    """What SQLite says, as an EnvironmentProblem in words that help."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        raise EnvironmentProblem(_explained(path, error, code, remedies)) from None


def _explained(path: Path, error: sqlite3.Error, code: int, remedies: Remedies) -> str:
    if code == sqlite3.SQLITE_FULL:
        return f"{path}: the disk is full; nothing of this batch was stored; free some space and try again"
    if code in _BUSY:
        return f"{path}: another program has been writing for {WAIT_SECONDS:g} s; try again"
    if code in _DENIED:
        return f"{path} cannot be written ({error}); mend its permissions or choose another {remedies.option}"
    if code in _DAMAGED:
        return f"{path} is damaged or no {remedies.what} ({error}); {remedies.damaged}"
    return f"{path}: {error}; check the disk and try again"
