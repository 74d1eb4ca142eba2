"""The tables of a store, and how an older file becomes a newer one: a list of steps, all in one transaction.

`user_version` says how many steps a file has seen; `application_id` says that it is ours at all.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from codescore.foundation.errors import InputError
from codescore.foundation.sqlite_file import lay_out, stamps, transaction

APPLICATION = 0x43535245  # "CSRE"

#: One text of statements per version.  A step that was released is never changed.
STEPS: tuple[str, ...] = (
    """
    CREATE TABLE events (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        suggestion TEXT NOT NULL,
        kind TEXT NOT NULL,
        at_ms INTEGER NOT NULL,
        study TEXT,
        participant TEXT,
        body BLOB NOT NULL
    );
    CREATE INDEX events_by_suggestion ON events (suggestion);
    CREATE INDEX events_by_participant ON events (participant);
    CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE withdrawn (participant TEXT PRIMARY KEY) WITHOUT ROWID;
    """,
    """
    CREATE TABLE assignments (
        unit TEXT PRIMARY KEY,
        stratum TEXT NOT NULL,
        position INTEGER NOT NULL,
        arm TEXT NOT NULL,
        participant TEXT,
        UNIQUE (stratum, position)
    ) WITHOUT ROWID;
    """,
)

VERSION = len(STEPS)


def create(db: sqlite3.Connection) -> None:
    """The tables of an empty file."""
    _advance(db, 0)


def migrate(db: sqlite3.Connection, path: Path) -> None:
    """Bring an older file to `VERSION`; InputError for a file that is newer, or not ours: it is not written to."""
    version, application = stamps(db)
    if application != APPLICATION:
        raise InputError(f"{path} is an SQLite file, but no store of suggestion events; choose another --store")
    if version > VERSION:
        raise InputError(f"{path} has layout {version}; this program knows {VERSION}; update codescore to read it")
    if version < VERSION:
        _advance(db, version)


def _advance(db: sqlite3.Connection, version: int) -> None:
    """Steps after `version`; another process may have taken them while this one waited."""
    with transaction(db):
        steps = STEPS[max(version, stamps(db)[0]) :]
        statements = (statement for step in steps for statement in step.split(";") if statement.strip())
        lay_out(db, statements, VERSION, APPLICATION)
