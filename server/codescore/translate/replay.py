"""Answers that were recorded elsewhere, run again: rows of figures, and what became of samples otherwise than recorded.

Neighbours: `recorded` (the answers), `working` (the stages), `store`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from codescore.foundation.errors import InputError
from codescore.foundation.files import sha256
from codescore.translate.data import Tasks
from codescore.translate.recorded import Recorded, read_answers
from codescore.translate.records import STATUSES, Answer, Execution, Key, Status
from codescore.translate.store import Run

PROVIDER = "replay"


@dataclass(frozen=True, slots=True)
class Row:
    """Figures of a model in a direction.

    `n` is the number of samples with an outcome; `pass_at_1` the mean over tasks of the share of their samples that
    pass all cases, `case_rate` the share of cases that were passed.
    """

    model: str
    direction: str
    n: int
    pass_at_1: float
    case_rate: float
    statuses: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of a model in a direction: samples whose outcome was recorded, and how many of them passed, or ended, alike."""

    model: str
    direction: str
    recorded: int
    passed_alike: int
    status_alike: int
    pass_at_1: float


@dataclass(frozen=True, slots=True)
class Deviation:
    """A sample that ended otherwise than recorded."""

    execution: Execution
    recorded: Status


def fill(run: Run, tasks: Tasks, answers: Path) -> None:
    """Put tasks and answers into a run; InputError where it holds others, or an answer is to none of the tasks."""
    facts = {"tasks": tasks.path.name, "tasks_sha256": sha256(tasks.path), "answers_sha256": sha256(answers)}
    known = run.meta()
    for name, fact in facts.items():
        if name in known and known[name] != fact:
            raise InputError(f"{run.folder} is a run of other {name.removesuffix('_sha256')}; name another folder")
    if known.get("filled") == facts["answers_sha256"]:
        return
    run.put_tasks(tasks.tasks)
    run.put_meta(facts)
    ids = {task.id for task in tasks.tasks}
    for one in read_answers(answers):
        if one.key.task not in ids:
            raise InputError(f"{answers}: there is no task {one.key.task} in {tasks.path}; give the tasks it answers")
        run.put_generate(Answer(one.key, one.text, PROVIDER))
    run.put_meta({"filled": facts["answers_sha256"]})


def rows(executions: Iterable[Execution]) -> list[Row]:
    """Figures by model and direction; what this machine could not run counts in `statuses` alone."""
    groups: dict[tuple[str, str], list[Execution]] = {}
    for one in executions:
        groups.setdefault((one.key.model, one.key.direction), []).append(one)
    return [_row(model, direction, some) for (model, direction), some in sorted(groups.items())]


def _row(model: str, direction: str, some: Sequence[Execution]) -> Row:
    statuses = Counter[str](one.status for one in some)
    ran = [one for one in some if one.status != "environment_failure"]
    by_task: dict[str, list[bool]] = {}
    for one in ran:
        by_task.setdefault(one.key.task, []).append(one.status == "all_passed")
    shares = [sum(passed) / len(passed) for passed in by_task.values()]
    total = sum(one.total for one in ran)
    return Row(
        model,
        direction,
        len(ran),
        sum(shares) / len(shares) if shares else 0.0,
        sum(one.passed for one in ran) / total if total else 0.0,
        {status: statuses[status] for status in STATUSES},
    )


def compared(run: Run, answers: Path, *, unrecorded: Status | None = None) -> tuple[list[Agreement], list[Deviation]]:
    """What was recorded beside the answers against what was found now.

    `unrecorded` is what a missing status means where others are there; None: such samples are not compared.
    """
    found = {one.key: one for one in run.executions() if one.status != "environment_failure"}
    recorded = {
        one.key: status
        for one in read_answers(answers)
        if (status := one.status or (unrecorded if _was_run(one) else None)) is not None and one.key in found
    }
    deviations = [Deviation(found[key], status) for key, status in recorded.items() if found[key].status != status]
    groups = sorted({(key.model, key.direction) for key in recorded})
    return [_agreement(group, recorded, found) for group in groups], deviations


def _was_run(one: Recorded) -> bool:
    """Whether an origin looked at a sample at all."""
    return one.extracted is not None


def _agreement(group: tuple[str, str], recorded: Mapping[Key, Status], found: Mapping[Key, Execution]) -> Agreement:
    keys = [key for key in recorded if (key.model, key.direction) == group]
    same = sum(recorded[key] == found[key].status for key in keys)
    alike = sum((recorded[key] == "all_passed") == (found[key].status == "all_passed") for key in keys)
    passed = sum(recorded[key] == "all_passed" for key in keys)
    return Agreement(*group, len(keys), alike, same, passed / len(keys) if keys else 0.0)
