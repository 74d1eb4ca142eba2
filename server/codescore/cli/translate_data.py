"""`codescore translate data`: tasks read, checked, filtered, exported, and put into a run folder."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json
from codescore.cli.translation_stages import add_execution
from codescore.foundation.errors import InputError
from codescore.foundation.files import sha256, write_text

if TYPE_CHECKING:
    from codescore.translate.records import Task

_DETAILS = """\
TASKS is a file of JSON lines, of our own form or CodeTransEval's (tasks.jsonl, .jsonl.gz). What is missing or odd in it
is named. --tag, --difficulty and --task choose; --out makes a run of what is chosen, --export writes it. --check-gold
runs every right program, in every language, on all its cases in the sandbox."""

_EXAMPLE = """\
  codescore translate data tasks.jsonl.gz --check-gold
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
    parser.add_argument(
        "--check-gold", action="store_true", help="run every right program on all its cases; 1 where one fails"
    )
    add_execution(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read, choose, write, and say what there is."""
    from codescore.translate.data import read_tasks

    read = read_tasks(arguments.tasks)
    tasks = _chosen(arguments, read.tasks)
    if arguments.export is not None:
        _export(tasks, arguments.export)
    if arguments.out is not None:
        _into_run(tasks, arguments.tasks, arguments.out)
    gold = _checked(tasks, arguments) if arguments.check_gold else None
    if arguments.json:
        rows = [{"task": t.id, "tags": t.tags, "difficulty": t.difficulty, "cases": len(t.cases)} for t in tasks]
        terminal.print_json({"tasks": rows, "remarks": list(read.remarks), "gold": None if gold is None else gold[1]})
        return int(gold is not None and not gold[0])
    languages = sorted({name for task in tasks for name in task.gold})
    cases = sum(len(task.cases) for task in tasks)
    print(f"{terminal.counted(len(tasks), 'task')}, {terminal.counted(cases, 'case')}, in {', '.join(languages)}")
    for remark in read.remarks:
        print(terminal.visible(remark))
    if gold is None:
        return 0
    for one in gold[1]["problems"]:
        print(terminal.visible(f"task {one['task']}, {one['language']}: {one['problem']}"))
    passed = f"{gold[1]['passed']:,} of {terminal.counted(gold[1]['programs'], 'right program')}"
    print(f"{passed} pass all their cases")
    return int(not gold[0])


def _checked(tasks: Sequence[Task], arguments: argparse.Namespace) -> tuple[bool, dict[str, Any]]:
    """Whether every right program passes all its cases, and what came of them."""
    from codescore.evidence import sandbox
    from codescore.translate.gold import check

    sandbox.require()
    with terminal.stages() as progress:
        found = list(check(tasks, progress, jobs=arguments.jobs, seconds=arguments.seconds))
    problems = [{"task": one.task, "language": one.language, "problem": one.problem} for one in found if one.problem]
    return not problems, {"programs": len(found), "passed": len(found) - len(problems), "problems": problems}


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
    from codescore.translate.data import to_csv, to_json_lines

    if path.suffix not in {".csv", ".jsonl"}:
        raise InputError(f"{path}: its name must end in .jsonl or .csv, which says what is written")
    write_text(path, to_csv(tasks) if path.suffix == ".csv" else "".join(f"{line}\n" for line in to_json_lines(tasks)))


def _into_run(tasks: Sequence[Task], source: Path, folder: Path) -> None:
    from codescore.translate.store import Run

    with Run.at(folder) as found:
        found.put_tasks(tasks)
        found.put_meta({"tasks": source.name, "tasks_sha256": sha256(source)})
