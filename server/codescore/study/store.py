"""Scores that were computed, by (pair text, metric signature): a study that was stopped goes on where it was.

One SQLite file in the output folder, written in short transactions, so that a crash loses a few pairs at most.  What
failed is not kept: the next run tries again.  Knows no metric.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from codescore.foundation.errors import EnvironmentProblem

FILE = "scores.sqlite3"

_LAYOUT = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS signatures (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS scores (
    signature INTEGER NOT NULL, pair BLOB NOT NULL, value REAL NOT NULL, note TEXT NOT NULL, seconds REAL NOT NULL,
    PRIMARY KEY (signature, pair)) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class RecordedScore:
    """A score as it was recorded; `value` None says that it failed, for `note`; `seconds` is what it cost."""

    value: float | None
    note: str = ""
    seconds: float = 0.0


def pair_key(language: str, candidate: str, references: Sequence[str], intent: str = "") -> bytes:
    """What a pair is, in 16 bytes: its texts, language and intent."""
    text = json.dumps([language, intent, candidate, *references], ensure_ascii=True)
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


class Store:
    """Scores on disk; not to be shared between threads."""

    def __init__(self, folder: Path) -> None:
        """Open or create; raises EnvironmentProblem where the folder cannot hold it."""
        self.path = folder / FILE
        with self._guarded():
            self._connection = sqlite3.connect(self.path)
            self._connection.execute("PRAGMA synchronous=NORMAL")
            self._connection.executescript(_SCHEMA)
            found = int(self._connection.execute("PRAGMA user_version").fetchone()[0])
            if found not in (0, _LAYOUT):
                raise EnvironmentProblem(f"{self.path} is of another version of codescore; delete it and run again")
            self._connection.execute(f"PRAGMA user_version={_LAYOUT}")

    def get(self, signature: str, pairs: Iterable[bytes]) -> dict[bytes, RecordedScore]:
        """What is known of these pairs under a signature."""
        wanted = set(pairs)
        query = (
            "SELECT pair, value, note, seconds FROM scores WHERE signature = (SELECT id FROM signatures WHERE text = ?)"
        )
        with self._guarded():
            rows = self._connection.execute(query, (signature,))
            return {pair: RecordedScore(value, note, seconds) for pair, value, note, seconds in rows if pair in wanted}

    def put(self, signature: str, scores: Mapping[bytes, RecordedScore]) -> None:
        """Record scores that have a value, in one transaction."""
        rows = [(pair, kept.value, kept.note, kept.seconds) for pair, kept in scores.items() if kept.value is not None]
        with self._guarded(), self._connection:
            self._connection.execute("INSERT OR IGNORE INTO signatures (text) VALUES (?)", (signature,))
            (number,) = self._connection.execute("SELECT id FROM signatures WHERE text = ?", (signature,)).fetchone()
            self._connection.executemany(
                "INSERT OR REPLACE INTO scores VALUES (?, ?, ?, ?, ?)", [(number, *row) for row in rows]
            )

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """SQLite's errors as one line that names the file and the remedy."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise EnvironmentProblem(
                f"cannot use {self.path}: {error}; if another study runs there wait for it, else delete the file"
            ) from None
