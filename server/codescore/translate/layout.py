"""The tables of a translation run's file, and which stage is made from which.

Knows names of tables and columns only.  Neighbour: `store`, which reads and writes them.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from codescore.foundation.errors import InputError
from codescore.foundation.sqlite_file import lay_out, stamps, transaction

APPLICATION = 0x43535452  # "CSTR"
VERSION = 1

_COLUMNS = "model, direction, task, sample"
_KEY = "model TEXT NOT NULL, direction TEXT NOT NULL, task TEXT NOT NULL, sample INTEGER NOT NULL"
# `digest` is of what a next stage depends on, `made_from` the digest of what the row was made from, `how` the version
# and settings of the stage that made it.
_STAMPS = "digest TEXT NOT NULL, made_from TEXT NOT NULL, how TEXT NOT NULL, body BLOB NOT NULL"


@dataclass(frozen=True, slots=True)
class Stage:
    """A table with one row a sample, and the table that it is made from."""

    table: str
    after: str = ""


PROMPT = Stage("prompts")
GENERATE = Stage("answers", after="prompts")
EXTRACT = Stage("extractions", after="answers")
EXECUTE = Stage("executions", after="extractions")
MEASURE = Stage("measures", after="extractions")
STAGES = {"prompt": PROMPT, "generate": GENERATE, "extract": EXTRACT, "execute": EXECUTE, "measure": MEASURE}

_STATEMENTS = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    # `cases` are compressed: a task may have tens of megabytes of them, and few readers want any.
    "CREATE TABLE tasks (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body BLOB NOT NULL, cases BLOB NOT NULL)",
    *(
        f"CREATE TABLE {stage.table} ({_KEY}, {_STAMPS}, PRIMARY KEY ({_COLUMNS}))"
        for stage in STAGES.values()
        if stage is not MEASURE
    ),
    f"CREATE TABLE measures ({_KEY}, metric TEXT NOT NULL, {_STAMPS}, PRIMARY KEY ({_COLUMNS}, metric))",
)


def create(db: sqlite3.Connection) -> None:
    """The tables of an empty file."""
    with transaction(db):
        lay_out(db, _STATEMENTS, VERSION, APPLICATION)


def check(db: sqlite3.Connection, path: Path) -> None:
    """Raise InputError for a file that is newer than this program, or no run."""
    version, application = stamps(db)
    if application != APPLICATION:
        raise InputError(f"{path} is an SQLite file, but no translation run; name another folder")
    if version != VERSION:
        raise InputError(f"{path} has layout {version}; this program knows {VERSION}; use the codescore that wrote it")
