"""`codescore translate data`: tasks read, checked, filtered, exported, and put into a run folder."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.cli.arguments import Commands, Parser, add_command, add_json
from codescore.foundation.errors import InputError

if TYPE_CHECKING:
    from codescore.translate.records import Task

_DETAILS = """\
TASKS is a file of JSON lines, of our own form or CodeTransEval's (tasks.jsonl, .jsonl.gz). What is missing or odd in it
is named. --tag, --difficulty and --task choose; --out makes a run of what is chosen, --export writes it."""

_EXAMPLE = """\
  codescore translate data tasks.jsonl.gz
  codescore translate data tasks.jsonl.gz --difficulty hard --export hard.csv
  codescore translate data tasks.jsonl.gz --out run"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `translate data`."""
    parser = add_command(commands, "data", "Read, check, filter and export tasks.", _DETAILS, _EXAMPLE)
    parser.add_argument("tasks", metavar="TASKS", type=Path, help="tasks (.jsonl, .jsonl.gz)")
    parser.add_argument("--tag", metavar="TAG", action="append", default=[], help="only with this tag; repeatable")
    parser.add_argument(
        "--difficulty", choices=("easy", "medium", "hard"), action="append", default=[], help="repeatable"
    )
    parser.add_argument("--task", metavar="ID", action="append", default=[], help="only this task; repeatable")
    parser.add_argument("--export", metavar="FILE", type=Path, help="write them: .jsonl, or .csv without their cases")
    parser.add_argument("--out", metavar="DIR", type=Path, help="a run folder to put them in")
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read, choose, write, and say what there is."""
    from codescore.cli import terminal
    from codescore.translate.data import read_tasks

    read = read_tasks(arguments.tasks)
    tasks = _chosen(arguments, read.tasks)
    if arguments.export is not None:
        _export(tasks, arguments.export)
    if arguments.out is not None:
        _into_run(tasks, arguments.tasks, arguments.out)
    if arguments.json:
        rows = [{"task": t.id, "tags": t.tags, "difficulty": t.difficulty, "cases": len(t.cases)} for t in tasks]
        terminal.print_json({"tasks": rows, "remarks": list(read.remarks)})
        return 0
    languages = sorted({name for task in tasks for name in task.gold})
    cases = sum(len(task.cases) for task in tasks)
    print(f"{terminal.counted(len(tasks), 'task')}, {terminal.counted(cases, 'case')}, in {', '.join(languages)}")
    for remark in read.remarks:
        print(terminal.visible(remark))
    return 0


def tasks_of(arguments: argparse.Namespace) -> list[Task]:
    """The tasks that the arguments choose."""
    from codescore.translate.data import read_tasks

    return _chosen(arguments, read_tasks(arguments.tasks).tasks)


def _chosen(arguments: argparse.Namespace, tasks: Sequence[Task]) -> list[Task]:
    from codescore.translate.data import chosen

    found = chosen(tasks, tags=arguments.tag, difficulties=arguments.difficulty, ids=arguments.task)
    if not found:
        raise InputError(f"no task of {arguments.tasks} is chosen; loosen --tag, --difficulty or --task")
    return found


def _export(tasks: Sequence[Task], path: Path) -> None:
    from codescore.foundation.files import write_text
    from codescore.translate.data import to_csv, to_json_lines

    if path.suffix not in {".csv", ".jsonl"}:
        raise InputError(f"{path}: its name must end in .jsonl or .csv, which says what is written")
    write_text(path, to_csv(tasks) if path.suffix == ".csv" else "".join(f"{line}\n" for line in to_json_lines(tasks)))


def _into_run(tasks: Sequence[Task], source: Path, folder: Path) -> None:
    from codescore.foundation.files import sha256
    from codescore.translate.store import Run

    with Run.at(folder) as found:
        found.put_tasks(tasks)
        found.put_meta({"tasks": source.name, "tasks_sha256": sha256(source)})
