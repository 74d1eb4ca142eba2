"""What is kept to be used again, within bounds: in memory, and in a file.

`Recent` has the values that were used lately, `slots` and `remembered` results of pure functions; `DiskCache` has bytes
by key in one SQLite file, for the next process.  Thread-safe; knows nothing of what it holds.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache, wraps
from pathlib import Path
from typing import Generic, ParamSpec, TypeVar, cast

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class Recent(Generic[K, V]):
    """At most `limit` entries, and at most `most` bytes of them where `size_of` tells a value's; one always stays."""

    def __init__(self, limit: int, most: int = 0, size_of: Callable[[V], int] | None = None) -> None:
        self.limit = limit
        self._most = most
        self._size_of = size_of or (lambda _: 0)
        self._bytes = 0
        self._entries: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: K) -> bool:
        return key in self._entries

    def get(self, key: K) -> V | None:
        """The value, which thereby becomes the most recent, or None."""
        with self._lock:
            value = self._entries.get(key)
            if value is not None:
                self._entries.move_to_end(key)
            return value

    def put(self, key: K, value: V) -> None:
        """Remember a value; the least recent goes where there are too many."""
        with self._lock:
            former = self._entries.pop(key, None)
            self._entries[key] = value
            self._bytes += self._size_of(value) - (self._size_of(former) if former is not None else 0)
            while len(self._entries) > self.limit or (self._bytes > self._most > 0 and len(self._entries) > 1):
                self._bytes -= self._size_of(self._entries.popitem(last=False)[1])

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()
            self._bytes = 0


def slots(entries: int) -> Callable[[K], list[V]]:
    """A list for each of so many keys, those asked for last; empty until whoever finds out what belongs there adds it.

    `Recent` without sizes: what is kept costs no code of ours.
    """

    def empty(_key: K) -> list[V]:
        return []

    return cast("Callable[[K], list[V]]", lru_cache(maxsize=entries)(empty))


def remembered(entries: int, most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep so many results of calls; all go once the texts and rows of tokens of new calls come to more than `most`.

    Sketches of ordinary functions come again and again, a class of candidates against one reference; those of thousands
    of lines must not fill the memory.  A result that is kept costs no code of ours.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        size = 0

        @lru_cache(maxsize=entries)
        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            nonlocal size
            size += sum([len(value) for value in args if isinstance(value, (str, tuple))])
            if size > most:
                call.cache_clear()
                size = 0
            return function(*args, **kwargs)

        return cast("Callable[P, R]", call)

    return decorate


# -- on disk


_FILE = "{}-1.sqlite3"  # the number is the layout of the table
_WAIT_SECONDS = 0.2
_CHUNK = 500  # keys in one query; SQLite's own limit is 32,766
_HOUR = 3600
_WAITING = 64  # values that wait at most
_WRITE_SECONDS = 5.0
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_UNUSABLE = (
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_AUTH,
)


class DiskCache:
    """Bytes by key in one SQLite file of bounded size; a file that cannot be used is given up with a notice.

    It never raises.  Several processes may share the file (write-ahead log, short waits); what was used longest ago
    goes first, to the hour.  It knows keys and bytes: what they are its owner says in one word, `holds`, that names the
    file and stands in the notice.  `limit` is the file's size in bytes, not counting the log.

    The file is opened at the first use.
    """

    def __init__(self, folder: Path, holds: str, limit: int) -> None:
        self._holds = holds
        self.path = folder / _FILE.format(holds)
        self.notice: str | None = None
        self._limit = limit
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._waiting: dict[bytes, bytes] = {}
        self._written = 0.0
        self._remade = False
        self._closed = False

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The values of those keys that are there."""
        return self._guarded(lambda db: _select(db, keys), {})

    def put(self, entries: Mapping[bytes, bytes]) -> None:
        """Store values; the oldest go where the file would grow beyond its limit.

        A few values wait for others, so that scoring one unit costs no transaction; `flush` and `close` write them.
        """
        with self._lock:
            self._waiting.update(entries)
            due = len(self._waiting) >= _WAITING or time.monotonic() - self._written > _WRITE_SECONDS
        if due:
            self.flush()

    def flush(self) -> None:
        """Write what waits."""
        with self._lock:
            entries, self._waiting = self._waiting, {}
            self._written = time.monotonic()
        if entries:
            self._guarded(lambda db: _store(db, entries, self._limit), None)

    def count(self) -> int:
        """How many entries the file holds or is about to hold."""
        stored = self._guarded(lambda db: int(db.execute("SELECT count(*) FROM entries").fetchone()[0]), 0)
        return stored + len(self._waiting)

    def close(self) -> None:
        """Write what waits and close the file; later calls find nothing and store nothing."""
        self.flush()
        with self._lock:
            self._closed = True
            self._drop()

    def _guarded(self, work: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        """Do the work; a damaged file is made anew once, any other trouble ends the use of the file."""
        with self._lock:
            if self._closed or self.notice is not None:
                return otherwise
            try:
                return work(self._open())
            except sqlite3.Error as error:
                # The low byte is the primary code; a damaged schema may raise errors without one.
                code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
                if code in _UNUSABLE:
                    self._give_up(error)
                elif code not in _BUSY:  # busy: another process writes just now; nothing is lost but this one use
                    self._remake(error)
            except UnicodeDecodeError as error:  # SQLite quotes damaged bytes in its message
                self._remake(error)
            except OSError as error:
                self._give_up(error)
            return otherwise

    def _remake(self, error: Exception) -> None:
        """Delete a damaged file, so that the next use starts with an empty one; give up if that was done before."""
        self._drop()
        if self._remade:
            self._give_up(error)
            return
        self._remade = True
        try:
            for suffix in ("", "-wal", "-shm"):
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
        except OSError as failure:
            self._give_up(failure)

    def _give_up(self, error: Exception) -> None:
        self._drop()
        self.notice = f"{self._holds} are not kept for the next time: {self.path} cannot be used ({error})"

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            db = sqlite3.connect(self.path, timeout=_WAIT_SECONDS, check_same_thread=False, isolation_level=None)
            self._connection = db
            db.execute("PRAGMA auto_vacuum=INCREMENTAL")
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=NORMAL")
            db.execute(
                "CREATE TABLE IF NOT EXISTS entries "
                "(key BLOB PRIMARY KEY, used INTEGER NOT NULL, value BLOB NOT NULL) WITHOUT ROWID"
            )
            db.execute("CREATE INDEX IF NOT EXISTS by_use ON entries (used)")
        return self._connection

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def _select(db: sqlite3.Connection, keys: Sequence[bytes]) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    stale: list[bytes] = []
    hour = int(time.time()) // _HOUR
    for start in range(0, len(keys), _CHUNK):
        chunk = keys[start : start + _CHUNK]
        marks = ",".join("?" * len(chunk))
        query = f"SELECT key, used, value FROM entries WHERE key IN ({marks})"  # noqa: S608 (only question marks)
        for key, used, value in db.execute(query, chunk):
            if not isinstance(value, bytes):
                continue  # a damaged row
            found[key] = value
            if used != hour:
                stale.append(key)
    if stale:
        with db:
            db.execute("BEGIN IMMEDIATE")
            db.executemany("UPDATE entries SET used = ? WHERE key = ?", [(hour, key) for key in stale])
    return found


def _store(db: sqlite3.Connection, entries: Mapping[bytes, bytes], limit: int) -> None:
    hour = int(time.time()) // _HOUR
    rows = [(key, hour, value) for key, value in entries.items()]
    with db:
        db.execute("BEGIN IMMEDIATE")
        db.executemany("INSERT OR REPLACE INTO entries (key, used, value) VALUES (?, ?, ?)", rows)
    if _used_bytes(db) > limit:
        with db:
            db.execute("BEGIN IMMEDIATE")
            total = int(db.execute("SELECT count(*) FROM entries").fetchone()[0])
            keep = int(total * 0.75 * limit / max(1, _used_bytes(db)))
            db.execute(
                "DELETE FROM entries WHERE key IN (SELECT key FROM entries ORDER BY used LIMIT ?)",
                (max(0, total - keep),),
            )
        db.execute("PRAGMA incremental_vacuum").fetchall()


def _used_bytes(db: sqlite3.Connection) -> int:
    """Bytes in pages that hold something."""
    pages, free = (int(db.execute(f"PRAGMA {what}").fetchone()[0]) for what in ("page_count", "freelist_count"))
    return (pages - free) * int(db.execute("PRAGMA page_size").fetchone()[0])
