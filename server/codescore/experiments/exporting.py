"""Everything that a store holds as files: events as JSON lines, the two tables as Parquet, CSV or JSON.

A table is written in batches, so that a study of millions of suggestions needs no memory for them.  Parquet needs
pyarrow. Neighbours: `tables` makes the rows; `importers.own` reads the events again.
"""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import astuple
from pathlib import Path
from typing import Any, Literal

from codescore.experiments.events import SCHEMA, decode, encode, json_schema
from codescore.experiments.store import Store
from codescore.experiments.tables import Column, Row, SnapshotRow, SuggestionRow, columns, rows_of
from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.foundation.files import replacing, write_text

Format = Literal["parquet", "csv", "json"]
FORMATS: tuple[Format, ...] = ("parquet", "csv", "json")

_BATCH = 10_000
_GIVE_UP = 100_000  # numbers in a row that a damaged file has no readable event for

Take = Callable[[Sequence[Row]], None]


def export(store: Store, folder: Path, form: Format, study: str | None = None) -> dict[str, int]:
    """Write `events.jsonl`, `suggestions.X`, `snapshots.X`, `columns.json` and `schema.json`; gives lines by file.

    The files of an earlier export are replaced, each whole or not at all.
    """
    counts = {"events.jsonl": write_events(store, folder / "events.jsonl", study)}
    names = (f"suggestions.{form}", f"snapshots.{form}")
    with _table(folder / names[0], form, SuggestionRow) as one, _table(folder / names[1], form, SnapshotRow) as other:
        counts |= dict(zip(names, _fill(store, study, one, other), strict=True))
    write_text(folder / "columns.json", json.dumps(described(), indent=1, ensure_ascii=False) + "\n")
    write_text(folder / "schema.json", json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n")
    return counts


def described() -> dict[str, Any]:
    """The columns of both tables: type, whether they may be empty, and what they mean."""
    tables = {"suggestions": columns(SuggestionRow), "snapshots": columns(SnapshotRow)}
    return {"schema": SCHEMA} | {
        name: {c.name: {"type": c.kind.__name__, "optional": c.optional, "meaning": c.meaning} for c in found}
        for name, found in tables.items()
    }


def write_events(store: Store, path: Path, study: str | None = None) -> int:
    """All events, a line each, in the order of arrival; gives how many."""
    count = 0
    with replacing(path) as temporary, temporary.open("wb") as file:
        for _, event in store.read(study=study):
            file.write(encode(event) + b"\n")
            count += 1
    return count


def salvage(damaged: Path, path: Path) -> tuple[int, int]:
    """The events of a damaged store that can still be read, as lines; gives (read, numbers without a readable event).

    Numbers have gaps where participants were erased, too.  The damaged file is opened read-only.
    """
    if not damaged.is_file():
        raise InputError(f"{damaged}: there is no such file")
    read = lost = misses = 0
    with _read_only(damaged) as db, replacing(path) as temporary, temporary.open("wb") as file:
        _look(db, damaged)
        number, last = 1, _last(db)
        while misses < _GIVE_UP and (last is None or number <= last):
            body = _body(db, number)
            misses = 0 if body is not None else misses + 1
            if body is None:
                lost += 1
            else:
                file.write(body + b"\n")
                read += 1
            number += 1
    return read, lost - (misses if last is None else 0)


def _fill(store: Store, study: str | None, suggestions: Take, snapshots: Take) -> tuple[int, int]:
    counts = [0, 0]
    waiting: tuple[list[Row], list[Row]] = ([], [])
    for row, looks in rows_of(store.by_suggestion(study)):
        waiting[0].append(row)
        waiting[1].extend(looks)
        for index, take in enumerate((suggestions, snapshots)):
            if len(waiting[index]) >= _BATCH:
                counts[index] += len(waiting[index])
                take(waiting[index])
                waiting[index].clear()
    for index, take in enumerate((suggestions, snapshots)):
        counts[index] += len(waiting[index])
        take(waiting[index])
    return counts[0], counts[1]


def _table(path: Path, form: Format, kind: type[SuggestionRow] | type[SnapshotRow]) -> AbstractContextManager[Take]:
    return {"parquet": _parquet, "csv": _csv, "json": _json}[form](path, columns(kind))


@contextmanager
def _csv(path: Path, head: Sequence[Column]) -> Iterator[Take]:
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([column.name for column in head])
        yield lambda rows: writer.writerows([[_cell(value) for value in astuple(row)] for row in rows])


@contextmanager
def _json(path: Path, head: Sequence[Column]) -> Iterator[Take]:
    names = [column.name for column in head]
    first = [True]
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8") as file:

        def take(rows: Sequence[Row]) -> None:
            for row in rows:
                line = json.dumps(dict(zip(names, astuple(row), strict=True)), ensure_ascii=False, allow_nan=False)
                file.write(("" if first[0] else ",\n") + line)
                first[0] = False

        file.write("[\n")
        yield take
        file.write("\n]\n")


@contextmanager
def _parquet(path: Path, head: Sequence[Column]) -> Iterator[Take]:
    import pyarrow as pa  # noqa: PLC0415  (of the extra `experiments`)
    import pyarrow.parquet  # noqa: PLC0415

    kinds = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
    schema = pa.schema(
        [pa.field(c.name, kinds[c.kind], nullable=c.optional, metadata={"meaning": c.meaning}) for c in head],
        metadata={"codescore-event-schema": str(SCHEMA)},
    )
    with replacing(path) as temporary, pyarrow.parquet.ParquetWriter(temporary, schema, compression="zstd") as file:

        def take(rows: Sequence[Row]) -> None:
            cells = list(zip(*(astuple(row) for row in rows), strict=True)) or [()] * len(head)
            arrays = [pa.array(cell, type=field.type) for cell, field in zip(cells, schema, strict=True)]
            file.write_table(pa.Table.from_arrays(arrays, schema=schema))

        yield take


def _cell(value: object) -> object:
    """A spreadsheet must not take a text for a formula: a stranger's may begin with `=`, `+`, `-` or `@`."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return "'" + value
    return value


@contextmanager
def _read_only(path: Path) -> Iterator[sqlite3.Connection]:
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        yield db
    finally:
        db.close()


def _look(db: sqlite3.Connection, path: Path) -> None:
    try:
        found = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone()
    except sqlite3.Error as error:
        hint = "restore a backup, or try `.recover` of the program sqlite3"
        raise EnvironmentProblem(f"{path}: its list of tables cannot be read ({error}); {hint}") from None
    if found is None:
        raise InputError(f"{path} is an SQLite file, but no store of suggestion events")


def _last(db: sqlite3.Connection) -> int | None:
    for query in ("SELECT seq FROM sqlite_sequence WHERE name = 'events'", "SELECT max(seq) FROM events"):
        try:
            found = db.execute(query).fetchone()
        except sqlite3.Error:
            continue
        if found and found[0]:
            return int(found[0])
    return None


def _body(db: sqlite3.Connection, number: int) -> bytes | None:
    try:
        found = db.execute("SELECT body FROM events NOT INDEXED WHERE seq = ?", (number,)).fetchone()
        if found is None:
            return None
        decode(found[0])
    except (sqlite3.Error, InputError, TypeError):
        return None
    return bytes(found[0])
