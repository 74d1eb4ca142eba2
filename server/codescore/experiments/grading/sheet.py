"""The file of grades: one SQLite file, each grade on disk before the page goes on, earlier ones kept.

A grade that is given again replaces the former one; both stay in the file with their times.  A file belongs to one set
of items and one way of grading them: with others it is refused.  Usable from several threads and by several programs.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from codescore.experiments.erasing import files_of, holding, rewrite
from codescore.experiments.grading.items import Terms
from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.foundation.sqlite_file import Remedies, connect, guarded, lay_out, stamps, transaction

APPLICATION = 0x43535247  # "CSRG"
VERSION = 1

_REMEDIES = Remedies(
    what="file of grades", option="--grades", damaged="name another file, or go on from a copy of this one"
)
_TABLES = (
    "CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    """CREATE TABLE IF NOT EXISTS grades (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        grader TEXT NOT NULL,
        item TEXT NOT NULL,
        grade INTEGER CHECK (grade BETWEEN 0 AND 4),
        at_ms INTEGER NOT NULL,
        took_ms INTEGER
    )""",
    "CREATE INDEX IF NOT EXISTS grades_by_grader ON grades (grader)",
)
_INSERT = "INSERT INTO grades (grader, item, grade, at_ms, took_ms) VALUES (?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Grade:
    """A grade as it is given: None says that the grader cannot tell.  Times in milliseconds, `at_ms` since 1970."""

    grader: str
    item: str
    grade: int | None
    at_ms: int
    took_ms: int | None = None


class Sheet:
    """Grades of one set of items."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self.path = path
        self._db = db
        self._lock = threading.Lock()

    @classmethod
    def open(cls, path: Path, *, make: bool = False) -> Self:
        """The file; made if there is none and `make` says so.

        InputError: there is none, it is no file of grades, or newer than this program.  EnvironmentProblem: it is
        damaged, cannot be written, or the disk is full.
        """
        if not path.is_file() and not make:
            raise InputError(f"{path}: there is no such file of grades; `codescore experiment grade` makes one")
        with guarded(path, _REMEDIES):
            db = connect(path, threads=True)
            try:
                _prepare(db, path)
            except BaseException:
                db.close()
                raise
        return cls(path, db)

    def bind(self, items: str, terms: Terms) -> None:
        """Say which items and terms these grades are for; InputError where the file says others."""
        wanted = {"items": items, "terms": json.dumps(asdict(terms), sort_keys=True)}
        with self._use():
            with transaction(self._db):
                if not self._facts():
                    self._db.executemany("INSERT INTO facts (name, value) VALUES (?, ?)", list(wanted.items()))
            held = self._facts()
        if held.get("items") != wanted["items"]:
            raise InputError(
                f"{self.path} holds grades of other data or other references; give the same DATA, --references and "
                "--show-reference as before, or another --grades file"
            )

    def terms(self) -> Terms | None:
        """How the set is graded; None before `bind`."""
        with self._use():
            held = self._facts()
        return Terms(**json.loads(held["terms"])) if "terms" in held else None

    def record(self, given: Grade) -> None:
        """Store a grade; when this returns it survives the end of this process, and a power cut."""
        row = (given.grader, given.item, given.grade, given.at_ms, given.took_ms)
        with self._use(), transaction(self._db):
            self._db.execute(_INSERT, row)

    def latest(self) -> dict[str, dict[str, int | None]]:
        """The grades that count, by grader and item."""
        found: dict[str, dict[str, int | None]] = {}
        with self._use():
            for grader, item, grade in self._db.execute("SELECT grader, item, grade FROM grades ORDER BY seq"):
                found.setdefault(grader, {})[item] = grade
        return found

    def of(self, grader: str) -> dict[str, int | None]:
        """The grades of one grader that count."""
        with self._use():
            rows = self._db.execute("SELECT item, grade FROM grades WHERE grader = ? ORDER BY seq", (grader,))
            return dict(rows.fetchall())

    def erase(self, grader: str) -> int:
        """Remove a grader's grades for good; how many there were.  InputError: nobody of that name graded here.

        EnvironmentProblem: another program holds the file, or a byte of a grade is still there.
        """
        with self._use():
            rows = self._db.execute("SELECT item FROM grades WHERE grader = ?", (grader,)).fetchall()
            if not rows:
                raise InputError(f"{self.path}: {grader!r} graded nothing in it")
            with transaction(self._db):
                self._db.execute("DELETE FROM grades WHERE grader = ?", (grader,))
            rewrite(self._db, self.path)
        # A row holds the two texts one behind the other.
        left = holding(files_of(self.path), [f"{grader}{item}".encode() for (item,) in rows])
        if left:
            raise EnvironmentProblem(f"{left[0]} still holds grades of {grader}; stop the page and erase again")
        return len(rows)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    def _facts(self) -> dict[str, str]:
        return dict(self._db.execute("SELECT name, value FROM facts").fetchall())

    @contextmanager
    def _use(self) -> Iterator[None]:
        """One thread at a time, with errors in words."""
        with self._lock, guarded(self.path, _REMEDIES):
            yield


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    version, application = stamps(db)
    empty = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if not empty and application != APPLICATION:
        raise InputError(f"{path} is an SQLite file, but no file of grades; choose another --grades")
    if version > VERSION:
        raise InputError(f"{path} has layout {version}; this program knows {VERSION}; update codescore to read it")
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "secure_delete = ON"):
        db.execute(f"PRAGMA {pragma}").fetchall()
    if empty:
        with transaction(db):
            lay_out(db, _TABLES, VERSION, APPLICATION)
