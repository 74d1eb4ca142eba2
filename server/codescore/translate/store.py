"""A run folder: `run.sqlite` holds the tasks and one row a sample and stage; other files in it are outputs.

Each row keeps the digest of what it was made from and the stage's version and settings (`how`), so a stage knows what
is left to do after a stop, a new answer or another setting.  Every `put_` is committed when it returns: a process that
is killed loses the sample in flight at most.  One process writes, threads of it may share a `Run`; any number read at
the same time.  Knows no language and no model.  Neighbours: `records` (what is kept), `layout` (the tables).
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import sqlite3
import threading
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec

from codescore.foundation import shapes
from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.foundation.files import disk_errors
from codescore.foundation.sqlite_file import Remedies, connect, guarded, transaction
from codescore.translate import layout
from codescore.translate.layout import EXECUTE, EXTRACT, GENERATE, MEASURE, PROMPT, Stage
from codescore.translate.records import Answer, Case, Execution, Extraction, Key, Measure, Prompt, Task

FILE = "run.sqlite"
_LOCK = "run.lock"
#: Bytes of one row at most, and of the cases of one task.
MAX_ROW, MAX_CASES = 64 << 20, 512 << 20
_REMEDIES = Remedies(what="translation run", option="folder", damaged="name another folder, or start the run anew")
_STAMPS = ("digest", "made_from", "how", "body")
_ANEW = "start the run anew in another folder"
_KEY = "model, direction, task, sample"
_ON_KEY = " AND ".join(f"made.{name} = given.{name}" for name in ("model", "direction", "task", "sample"))

Row = TypeVar("Row", Prompt, Answer, Extraction, Execution, Measure)


class Run:
    """The file of a run.  Made by `create`, `open` or `at`; close it, or use it in a `with`."""

    def __init__(self, folder: Path, db: sqlite3.Connection, lock: int) -> None:
        self.folder, self.path = folder, folder / FILE
        self._db, self._lock, self._turn = db, lock, threading.RLock()

    @classmethod
    def create(cls, folder: Path) -> Self:
        """A new, empty run; InputError where there is one, EnvironmentProblem where the folder cannot be written."""
        path = folder / FILE
        if path.exists():
            raise InputError(f"{folder} holds a run already; go on with it, or name another folder")
        with guarded(path, _REMEDIES):
            folder.mkdir(parents=True, exist_ok=True)
            lock = _locked(folder)
            try:
                db = connect(path, threads=True)
                db.execute("PRAGMA journal_mode = WAL")
                layout.create(db)
            except BaseException:
                os.close(lock)
                raise
        return cls(folder, db, lock)

    @classmethod
    def open(cls, folder: Path, *, write: bool = False) -> Self:
        """The run in a folder, to read or to `write`.

        InputError: there is none, or it is newer than this program.  EnvironmentProblem: it is damaged, or another
        process writes it.
        """
        path = folder / FILE
        if not path.is_file():
            raise InputError(
                f"{folder} holds no translation run; make one with `codescore translate data --out {folder}`"
            )
        lock = _locked(folder) if write else -1
        try:
            with guarded(path, _REMEDIES):
                db = connect(path, threads=True)
                layout.check(db, path)
                db.execute("PRAGMA synchronous = NORMAL" if write else "PRAGMA query_only = 1")
        except BaseException:
            if write:
                os.close(lock)
            raise
        return cls(folder, db, lock)

    @classmethod
    def at(cls, folder: Path) -> Self:
        """The run in a folder, to write; a new one where there is none."""
        return cls.open(folder, write=True) if (folder / FILE).exists() else cls.create(folder)

    # Facts and tasks.

    def meta(self) -> dict[str, str]:
        """Facts about the run: small texts by name."""
        return dict(self._rows("SELECT name, value FROM meta"))

    def put_meta(self, facts: Mapping[str, str]) -> None:
        """Set facts."""
        self._write("INSERT OR REPLACE INTO meta VALUES (?, ?)", list(facts.items()))

    def put_tasks(self, tasks: Iterable[Task]) -> None:
        """Set tasks, in their order; a task of the same id is replaced and keeps its place."""
        for task in tasks:
            body = _encoded(replace(task, cases=()))
            cases = zlib.compress(_encoded(task.cases), 1)
            self._write(
                "INSERT INTO tasks (id, body, cases) VALUES (?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET body = excluded.body, cases = excluded.cases",
                [(task.id, body, cases)],
            )

    def tasks(self) -> Iterator[Task]:
        """The tasks in their order, without their cases."""
        for (body,) in self._rows("SELECT body FROM tasks ORDER BY place"):
            yield self._decoded(body, Task)

    def task(self, id_: str) -> Task | None:
        """One task, without its cases."""
        found = next(self._rows("SELECT body FROM tasks WHERE id = ?", (id_,)), None)
        return None if found is None else self._decoded(found[0], Task)

    def cases(self, task: str) -> tuple[Case, ...]:
        """The cases of a task."""
        found = next(self._rows("SELECT cases FROM tasks WHERE id = ?", (task,)), None)
        if found is None:
            return ()
        try:
            unpacking = zlib.decompressobj()
            data = unpacking.decompress(found[0], MAX_CASES)
        except zlib.error as error:
            raise EnvironmentProblem(f"{self.path}: the cases of task {task} are damaged ({error}); {_ANEW}") from None
        if unpacking.unconsumed_tail:
            raise InputError(f"{self.path}: the cases of task {task} are larger than {MAX_CASES >> 20} MB")
        cases: tuple[Case, ...] = self._decoded(data, tuple[Case, ...], MAX_CASES)
        return cases

    # What is left to do.

    def todo_generate(self, how: str = "") -> Iterator[Key]:
        """Prompts without an answer, with a failed one, or with one to another prompt."""
        return self._todo(GENERATE, how, "OR made.digest = ''")

    def todo_extract(self, how: str = "") -> Iterator[Key]:
        """Answers whose code was not extracted, or from another answer, or by another version."""
        return self._todo(EXTRACT, how)

    def todo_execute(self, how: str = "") -> Iterator[Key]:
        """Extracted code that was not run, or is another by now; also what only this machine kept from being run."""
        return self._todo(EXECUTE, how, "OR made.digest = ''")

    def todo_measure(self, metric: str, how: str = "") -> Iterator[Key]:
        """Extracted code that a metric has not measured."""
        return self._todo(MEASURE, how, metric=metric)

    def _todo(self, stage: Stage, how: str, more: str = "", metric: str | None = None) -> Iterator[Key]:
        only = "" if metric is None else " AND made.metric = ?"
        query = (
            f"SELECT given.model, given.direction, given.task, given.sample FROM {stage.after} given"  # noqa: S608
            f" LEFT JOIN {stage.table} made ON {_ON_KEY}{only} WHERE given.digest != '' AND"
            f" (made.digest IS NULL OR made.made_from != given.digest OR made.how != ? {more}) ORDER BY given.rowid"
        )
        rows = list(self._rows(query, (how,) if metric is None else (metric, how)))  # whoever asks writes meanwhile
        return (Key(*row) for row in rows)

    # Rows.

    def put_prompt(self, row: Prompt) -> None:
        """Record what a model is to be asked."""
        self._put(PROMPT, row, row.asked, "")

    def put_generate(self, row: Answer, how: str = "") -> None:
        """Record an answer to the prompt that is there now, or to none where it names none.

        One with an `error` is asked for again and goes no further.
        """
        made_from = None if row.prompt_sha256 else ""
        self._put(GENERATE, row, "" if row.error else digest(row.text), how, made_from=made_from)

    def put_extract(self, row: Extraction, how: str = "") -> None:
        """Record what was extracted from the answer that is there now."""
        self._put(EXTRACT, row, digest(row.code, row.entry or "", row.owner), how)

    def put_execute(self, row: Execution, how: str = "") -> None:
        """Record what running the code that is there now showed; a failure of ours is tried again."""
        self._put(EXECUTE, row, "" if row.status == "environment_failure" else digest(row.status), how)

    def put_measure(self, row: Measure, how: str = "") -> None:
        """Record a metric's value for the code that is there now."""
        self._put(MEASURE, row, digest(row.metric), how)

    def prompts(self, **only: object) -> Iterator[Prompt]:
        """Prompts; `only` names columns of the key and their values, here and below."""
        return self._all(PROMPT, Prompt, only)

    def answers(self, **only: object) -> Iterator[Answer]:
        """Answers."""
        return self._all(GENERATE, Answer, only)

    def extractions(self, **only: object) -> Iterator[Extraction]:
        """What was extracted."""
        return self._all(EXTRACT, Extraction, only)

    def executions(self, **only: object) -> Iterator[Execution]:
        """What was run."""
        return self._all(EXECUTE, Execution, only)

    def measures(self, **only: object) -> Iterator[Measure]:
        """What was measured; `metric` may be named, too."""
        return self._all(MEASURE, Measure, only)

    def prompt(self, key: Key) -> Prompt | None:
        """The prompt of a sample."""
        return next(self.prompts(**_columns(key)), None)

    def answer(self, key: Key) -> Answer | None:
        """The answer of a sample."""
        return next(self.answers(**_columns(key)), None)

    def extraction(self, key: Key) -> Extraction | None:
        """The code of a sample."""
        return next(self.extractions(**_columns(key)), None)

    def execution(self, key: Key) -> Execution | None:
        """The outcome of a sample."""
        return next(self.executions(**_columns(key)), None)

    def count(self, stage: str) -> int:
        """How many rows a stage has: `prompt`, `generate`, `extract`, `execute` or `measure`."""
        found = next(self._rows(f"SELECT count(*) FROM {layout.STAGES[stage].table}"))  # noqa: S608  a name of ours
        return int(found[0])

    def _put(self, stage: Stage, row: Row, own: str, how: str, made_from: str | None = None) -> None:
        place: dict[str, Any] = _columns(row.key)
        if made_from is None:
            made_from = self._digest_of(stage.after, row.key) if stage.after else ""
        if isinstance(row, Measure):
            place["metric"] = row.metric
        columns = ", ".join([*place, *_STAMPS])
        marks = ", ".join("?" * (len(place) + len(_STAMPS)))
        update = ", ".join(f"{name} = excluded.{name}" for name in _STAMPS)
        statement = f"INSERT INTO {stage.table} ({columns}) VALUES ({marks}) ON CONFLICT DO UPDATE SET {update}"  # noqa: S608
        self._write(statement, [(*place.values(), own, made_from, how, _encoded(row))])

    def _digest_of(self, table: str, key: Key) -> str:
        where = " AND ".join(f"{name} = ?" for name in _columns(key))
        found = next(self._rows(f"SELECT digest FROM {table} WHERE {where}", tuple(_columns(key).values())), None)  # noqa: S608
        return "" if found is None else str(found[0])

    def _all(self, stage: Stage, kind: type[Row], only: Mapping[str, object]) -> Iterator[Row]:
        known = {"model", "direction", "task", "sample"} | ({"metric"} if stage is MEASURE else set())
        if unknown := set(only) - known:
            raise TypeError(f"no such columns: {', '.join(sorted(unknown))}")
        where = f" WHERE {' AND '.join(f'{name} = ?' for name in only)}" if only else ""
        query = f"SELECT {_KEY}, body FROM {stage.table}{where} ORDER BY rowid"  # noqa: S608  names of ours
        for *place, body in self._rows(query, tuple(only.values())):
            row = self._decoded(body, kind)
            if row.key != Key(*place):
                raise EnvironmentProblem(f"{self.path}: a row of {stage.table} is damaged; {_ANEW}")
            yield row

    # SQLite.

    def _write(self, statement: str, rows: list[tuple[Any, ...]]) -> None:
        if self._lock < 0:
            raise TypeError("the run was opened to be read")
        with self._turn, guarded(self.path, _REMEDIES), transaction(self._db):
            self._db.executemany(statement, rows)

    def _rows(self, query: str, values: tuple[object, ...] = ()) -> Iterator[tuple[Any, ...]]:
        """Rows of a query, a few at a time."""
        with self._turn, guarded(self.path, _REMEDIES):
            cursor = self._db.execute(query, values)
        while True:
            with self._turn, guarded(self.path, _REMEDIES):
                rows = cursor.fetchmany(16)
            if not rows:
                return
            yield from rows

    def _decoded(self, body: bytes, kind: Any, most: int = MAX_ROW) -> Any:  # noqa: ANN401  the kind says
        if len(body) > most:
            raise InputError(f"{self.path}: a row is larger than {most >> 20} MB; {_ANEW}")
        try:
            return shapes.from_json(body, kind)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise EnvironmentProblem(f"{self.path} is damaged ({' '.join(str(error).split())}); {_ANEW}") from None

    def close(self) -> None:
        """Close the file; may be called twice."""
        with self._turn:
            self._db.close()
            if self._lock >= 0:
                with suppress(OSError):
                    os.close(self._lock)
                self._lock = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def digest(*texts: str) -> str:
    """Hex sha256 of texts, each apart from the next."""
    whole = hashlib.sha256()
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        whole.update(len(data).to_bytes(8, "big") + data)
    return whole.hexdigest()


def _columns(key: Key) -> dict[str, Any]:
    return {"model": key.model, "direction": key.direction, "task": key.task, "sample": key.sample}


def _encoded(row: object) -> bytes:
    """A record as JSON; half characters, which are no text, become question marks."""
    try:
        return msgspec.json.encode(row)
    except UnicodeEncodeError:
        plain = json.dumps(msgspec.to_builtins(row), ensure_ascii=False)
        return plain.encode("utf-8", "replace")


def _locked(folder: Path) -> int:
    """The descriptor of the lock that a writer holds; the system frees it when the process ends, however it does."""
    with disk_errors(folder / _LOCK):
        lock = os.open(folder / _LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise EnvironmentProblem(f"{folder} is being written by another process; wait for it, or end it") from None
    return lock
