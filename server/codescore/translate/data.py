"""Tasks from files: JSON lines of our own, or as CodeTransEval has them; filters; and tasks back to JSON lines and CSV.

A line of our own is

    {"task": "12", "tags": ["lists"], "difficulty": "easy", "url": "", "entry_point": "f",
     "params": {"python": {"types": ["List[int]", "str"], "returns": "int"}, ...},
     "gold": {"python": "def f(...): ...", ...}, "unordered": false, "description": "",
     "cases": [{"input": ["1,2", "ab"], "output": "3"}, ...]}

with an input's arguments as a list of texts or as one text with a line for each; `values` says how a text is read.
Languages go by what people call them.  A case without an input or an output is missing: it is named and its number is
kept free.  Knows no run; neighbours: `values` (texts to values), `store` (where tasks are kept).
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from codescore.foundation import shapes
from codescore.foundation.errors import InputError
from codescore.foundation.json_lines import json_lines
from codescore.languages import by_name
from codescore.translate.records import Case, Params, Task

DIFFICULTIES = ("easy", "medium", "hard")
_SEPARATORS = re.compile(r"\s*[,，、;；]\s*")
_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Tasks:
    """Tasks as read, in order, and what is to be said of the file: a sentence for each thing that is missing or odd."""

    path: Path
    tasks: tuple[Task, ...]
    remarks: tuple[str, ...]


class _Types(msgspec.Struct):
    types: list[str] | None = None
    returns: str | None = None
    paramsType: list[str] | None = None  # noqa: N815  CodeTransEval's names
    returnType: str | None = None  # noqa: N815


class _Case(msgspec.Struct):
    input: str | list[str] | None = None
    output: str | None = None


class _Row(msgspec.Struct):
    entry_point: str
    params: dict[str, _Types]
    task: str | int | None = None
    id: str | int | None = None
    tags: list[str] | None = None
    tag: str | None = None
    difficulty: str | None = None
    url: str | None = None
    gold: dict[str, str] | None = None
    cases: list[_Case | None] | None = None
    unordered: bool = False
    description: str | None = None


def read_tasks(path: Path) -> Tasks:
    """The tasks of a file.  Raises InputError that names the line where one is none."""
    tasks: dict[str, Task] = {}
    remarks: list[str] = []
    for number, line in json_lines(path):
        try:
            task = _task(line, remarks)
        except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as error:
            raise InputError(f"{path}:{number}: {' '.join(str(error).split())}; mend the line") from None
        if task.id in tasks:
            raise InputError(f"{path}:{number}: task {task.id} came before; give every task an id of its own")
        tasks[task.id] = task
    if not tasks:
        raise InputError(f"{path} holds no task; give it a line of JSON for each")
    return Tasks(path, tuple(tasks.values()), tuple(remarks))


def _task(line: bytes, remarks: list[str]) -> Task:
    """The task of a line; ValueError says what is wrong with it."""
    row = shapes.from_json(line, _Row)
    given = row.task if row.task is not None else row.id
    if given is None or not str(given).strip():
        raise ValueError("the task has no `task` or `id`")
    id_ = str(given)
    if not _NAME.fullmatch(row.entry_point):
        raise ValueError(f"entry_point {row.entry_point!r} is no name of a function")
    tags = tuple(row.tags if row.tags is not None else filter(None, _SEPARATORS.split((row.tag or "").strip())))
    difficulty = (row.difficulty or "").strip()
    if difficulty and difficulty not in DIFFICULTIES:
        remarks.append(f"task {id_}: {difficulty!r} is no difficulty ({', '.join(DIFFICULTIES)}); taken as a tag")
        tags, difficulty = (*tags, difficulty), ""
    beside = shapes.from_json(line, dict[str, Any]) if row.gold is None else {}
    gold = {_language(name): code for name, code in (row.gold or _golds(row, beside)).items()}
    params = {_language(name): _params(name, types) for name, types in row.params.items()}
    if len({len(one.types) for one in params.values()}) > 1:
        raise ValueError("its languages disagree on the number of parameters")
    cases = _cases(id_, row.cases or [], remarks)
    return Task(
        id_, tags, difficulty, row.url or "", row.entry_point, params, gold, cases, row.unordered, row.description or ""
    )


def _golds(row: _Row, beside: dict[str, Any]) -> dict[str, str]:
    """Programs that stand under the names of their languages."""
    return {name: beside[name] for name in row.params if isinstance(beside.get(name), str)}


def _language(name: str) -> str:
    found = by_name(name)
    if found is None:
        raise ValueError(f"{name!r} is no language that is known here; `codescore languages` lists them")
    return found.id


def _params(name: str, row: _Types) -> Params:
    types = row.types if row.types is not None else row.paramsType
    returns = row.returns if row.returns is not None else row.returnType
    if types is None or returns is None:
        raise ValueError(f"params of {name} need `types` and `returns`")
    return Params(tuple(types), returns)


def _cases(task: str, rows: Sequence[_Case | None], remarks: list[str]) -> tuple[Case, ...]:
    cases, missing = [], []
    for number, row in enumerate(rows, 1):
        if row is None or row.input is None or row.output is None:
            missing.append(str(number))
            continue
        texts = row.input if isinstance(row.input, list) else [row.input]
        if isinstance(row.input, list) and any("\n" in text for text in texts):
            raise ValueError(f"case {number}: an argument has a line break; write such a text in quotes, with \\n")
        cases.append(Case(number, "\n".join(texts), row.output))
    if missing:
        which = f"case {missing[0]} is" if len(missing) == 1 else f"cases {', '.join(missing)} are"
        remarks.append(f"task {task}: {which} missing; {len(cases)} of {len(rows)} decide")
    return tuple(cases)


def chosen(
    tasks: Iterable[Task], *, tags: Sequence[str] = (), difficulties: Sequence[str] = (), ids: Sequence[str] = ()
) -> list[Task]:
    """The tasks with any of the tags, any of the difficulties and any of the ids; an empty filter lets all through."""
    wanted = {tag.lower() for tag in tags}
    return [
        task
        for task in tasks
        if (not wanted or wanted & {tag.lower() for tag in task.tags})
        and (not difficulties or task.difficulty in difficulties)
        and (not ids or task.id in ids)
    ]


def to_json_lines(tasks: Iterable[Task]) -> Iterator[str]:
    """Tasks as lines of our own form."""
    for task in tasks:
        row = {
            "task": task.id,
            "tags": task.tags,
            "difficulty": task.difficulty,
            "url": task.url,
            "entry_point": task.entry_point,
            "params": {name: {"types": one.types, "returns": one.returns} for name, one in task.params.items()},
            "gold": dict(task.gold),
            "unordered": task.unordered,
            "description": task.description,
            "cases": _rows(task.cases),
        }
        yield msgspec.json.encode(row).decode()


def _rows(cases: Sequence[Case]) -> list[dict[str, str]]:
    """Cases by their places; a missing one is empty."""
    by_number = {case.number: case for case in cases}
    return [
        {"input": by_number[number].input, "output": by_number[number].output} if number in by_number else {}
        for number in range(1, max(by_number, default=0) + 1)
    ]


def to_csv(tasks: Sequence[Task]) -> str:
    """Tasks as a table, without their cases: what a spreadsheet can hold."""
    languages = sorted({name for task in tasks for name in task.gold})
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(["task", "tags", "difficulty", "url", "entry_point", "cases", *languages])
    for task in tasks:
        golds = [task.gold.get(name, "") for name in languages]
        row = [task.id, ";".join(task.tags), task.difficulty, task.url, task.entry_point, len(task.cases), *golds]
        writer.writerow([_safe(cell) for cell in row])
    return table.getvalue()


def _safe(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in {"=", "+", "-", "@", "\t", "\r"} else cell
