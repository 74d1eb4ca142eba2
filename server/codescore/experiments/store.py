"""Events in one SQLite file on this machine: appended, read in the order of arrival, erased so that no byte stays.

Write-ahead log: several editors may write at once, and a process that is killed loses nothing that `append` returned
from.  (A power cut may lose the last commits; it does not damage the file.)  A file that somebody else made,
that is newer than this program or that is damaged is refused with the way out; an older one is migrated.

Knows events as bytes with a few columns; what they mean is for `tables`.  Neighbours: `layout` (tables and migrations),
`sqlite_file` (what SQLite says, in words).
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from codescore.experiments import layout
from codescore.experiments.erasing import Erased, erase, files_of
from codescore.experiments.events import Event, decode, encode
from codescore.experiments.hashing import keyed
from codescore.foundation.errors import InputError
from codescore.foundation.sqlite_file import Remedies, connect, guarded, transaction

_REMEDIES = Remedies(
    what="store",
    option="--store",
    damaged="`codescore experiment export --salvage` reads what can be read, "
    "`codescore experiment init --store` starts another",
)
_CHUNK = 500

_Row = tuple[str, str, str, int, str | None, str | None, bytes]
_INSERT = (
    "INSERT INTO events (id, suggestion, kind, at_ms, study, participant, body) VALUES (?, ?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (id) DO NOTHING"
)
_UNFINISHED = (
    "SELECT seq, body FROM events WHERE suggestion IN (SELECT suggestion FROM events WHERE kind = 'accepted' "
    "EXCEPT SELECT suggestion FROM events WHERE kind = 'final') ORDER BY seq"
)
_NEXT = "SELECT coalesce(max(position) + 1, 0) FROM assignments WHERE stratum = ?"
_ASSIGN = "INSERT INTO assignments (unit, stratum, position, arm, participant) VALUES (?, ?, ?, ?, ?)"
_SET = "INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"


@dataclass(frozen=True, slots=True)
class Appended:
    """What became of a batch of events."""

    new: int
    known: int  # their ids were there already
    withdrawn: int  # their participant has withdrawn: not stored


class Store:
    """The file of a study.  Not for several threads: each opens its own."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._db = connection

    @classmethod
    def create(cls, path: Path) -> Self:
        """A new, empty store with a key of its own; InputError where a file is there already."""
        if path.exists():
            raise InputError(f"{path} exists already; use it, or choose another --store")
        with _guarded(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            connection = connect(path)
            layout.create(connection)
            _prepare(connection)
        store = cls(path, connection)
        store.remember({"key": secrets.token_hex(32)})
        return store

    @classmethod
    def open(cls, path: Path) -> Self:
        """The store at `path`, migrated if it is older.

        InputError: there is none, it is newer than this program, or it is no store.  EnvironmentProblem: it is damaged,
        cannot be written, or the disk is full.
        """
        if not path.is_file():
            raise InputError(f"{path}: there is no store; nothing is recorded before `codescore experiment init`")
        with _guarded(path):
            connection = connect(path)
            try:
                layout.migrate(connection, path)
                _prepare(connection)
            except BaseException:
                connection.close()
                raise
        return cls(path, connection)

    def append(self, events: Iterable[Event]) -> Appended:
        """Store events in one transaction: all or none.  When it returns, they survive the end of this process."""
        rows = [_row(event) for event in events]
        before = self._db.total_changes
        with self._writing():
            gone = self._withdrawn({row[5] for row in rows if row[5] is not None})
            kept = [row for row in rows if row[5] not in gone]
            self._db.executemany(_INSERT, kept)
        new = self._db.total_changes - before
        return Appended(new, len(kept) - new, len(rows) - len(kept))

    def read(
        self, *, after: int = 0, suggestion: str | None = None, participant: str | None = None, study: str | None = None
    ) -> Iterator[tuple[int, Event]]:
        """(sequence number, event) in the order of arrival, from the first number above `after`."""
        wanted = {"suggestion": suggestion, "participant": participant, "study": study}
        given = {column: value for column, value in wanted.items() if value is not None}
        where = " AND ".join(["seq > ?", *(f"{column} = ?" for column in given)])
        query = f"SELECT seq, body FROM events WHERE {where} ORDER BY seq"  # noqa: S608 (column names of ours)
        with _guarded(self.path):
            cursor = self._db.execute(query, (after, *given.values()))
            while rows := cursor.fetchmany(_CHUNK):
                for number, body in rows:
                    yield int(number), self._decoded(int(number), body)

    def by_suggestion(self, study: str | None = None) -> Iterator[Event]:
        """All events, those of one suggestion together and in the order of arrival."""
        where = "" if study is None else "WHERE study = ?"
        query = f"SELECT seq, body FROM events {where} ORDER BY suggestion, seq"  # noqa: S608 (a text of ours)
        with _guarded(self.path):
            cursor = self._db.execute(query, () if study is None else (study,))
            while rows := cursor.fetchmany(_CHUNK):
                for number, body in rows:
                    yield self._decoded(int(number), body)

    def assign(self, unit: str, stratum: str, participant: str | None, draw: Callable[[int], str]) -> str:
        """The arm of a unit: what was recorded for it, or `draw` of the next position in its stratum, recorded now."""
        with self._writing():
            known = self._db.execute("SELECT arm FROM assignments WHERE unit = ?", (unit,)).fetchone()
            if known is None:
                (position,) = self._db.execute(_NEXT, (stratum,)).fetchone()
                known = (draw(int(position)),)
                self._db.execute(_ASSIGN, (unit, stratum, int(position), known[0], participant))
        return str(known[0])

    def assigned(self) -> dict[str, int]:
        """How many units were drawn into each arm."""
        with _guarded(self.path):
            return dict(self._db.execute("SELECT arm, count(*) FROM assignments GROUP BY arm").fetchall())

    def unfinished(self) -> list[Event]:
        """All events of the suggestions that were accepted and have no `Final`, in the order of arrival."""
        with _guarded(self.path):
            rows = self._db.execute(_UNFINISHED).fetchall()
        return [self._decoded(int(number), body) for number, body in rows]

    def counts(self) -> dict[str, int]:
        """How many events there are of each kind."""
        with _guarded(self.path):
            return dict(self._db.execute("SELECT kind, count(*) FROM events GROUP BY kind").fetchall())

    def participants(self) -> dict[str | None, int]:
        """How many events there are of each participant; None: of nobody in particular."""
        with _guarded(self.path):
            return dict(self._db.execute("SELECT participant, count(*) FROM events GROUP BY participant").fetchall())

    def remember(self, facts: Mapping[str, str]) -> None:
        """Set facts about the study: small texts by name."""
        with self._writing():
            self._db.executemany(_SET, list(facts.items()))

    def facts(self) -> dict[str, str]:
        """The facts about the study, without the key."""
        with _guarded(self.path):
            return {name: value for name, value in self._db.execute("SELECT name, value FROM facts") if name != "key"}

    @property
    def key(self) -> bytes:
        """The secret of this store, under which texts and paths are hashed."""
        with _guarded(self.path):
            (value,) = self._db.execute("SELECT value FROM facts WHERE name = 'key'").fetchone()
        return bytes.fromhex(value)

    def digest(self, text: str) -> str:
        """The keyed hash of a text: equal texts have equal hashes in this store, and in no other."""
        return keyed(text, self.key)

    def erase(self, participant: str) -> Erased:
        """Remove a participant for good: rows, free pages and log.  Later events of theirs are refused.

        EnvironmentProblem: another program holds the file, or a byte of it is still there.
        """
        with _guarded(self.path):
            return erase(self._db, self.path, participant, self.digest(participant))

    def erase_all(self) -> None:
        """Remove the file and all that stands beside it."""
        self.close()
        for path in files_of(self.path):
            path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file; the log is merged when nobody else has it open."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with _guarded(self.path), transaction(self._db):
            yield

    def _withdrawn(self, participants: set[str]) -> set[str]:
        """Those who have withdrawn.  Only their keyed hashes are kept."""
        gone = {value for (value,) in self._db.execute("SELECT participant FROM withdrawn")}
        return {name for name in participants if self.digest(name) in gone} if gone else set()

    def _decoded(self, number: int, body: bytes) -> Event:
        try:
            return decode(body)
        except InputError as error:
            raise InputError(f"{self.path}: event number {number}: {error}") from None


def _row(event: Event) -> _Row:
    body = encode(event)
    decode(body)
    return event.id, event.suggestion, event.kind, event.at_ms, event.study, event.participant, body


def _prepare(connection: sqlite3.Connection) -> None:
    """Only for a file that is known to be ours: the first of these changes it."""
    for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "secure_delete = ON", "temp_store = MEMORY"):
        connection.execute(f"PRAGMA {pragma}").fetchall()


def _guarded(path: Path) -> AbstractContextManager[None]:
    return guarded(path, _REMEDIES)
