"""Whether right programs are right: each is run on all cases of its task, in every language that it is there in.

Neighbours: `execute` (runs one), `working` (several at a time).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from codescore.translate.execute import SECONDS, Uncallable, prepared
from codescore.translate.records import Execution, Extraction, Key, Task
from codescore.translate.working import Crew, Progress, several


@dataclass(frozen=True, slots=True)
class Checked:
    """A right program, and what is wrong with it ("" where it passes all its cases)."""

    task: str
    language: str
    problem: str = ""


def check(tasks: Sequence[Task], progress: Progress, *, jobs: int = 2, seconds: float = SECONDS) -> Iterator[Checked]:
    """Each right program, as it is done.  Raises EnvironmentProblem where nothing can be run here."""
    todo = [(task, language) for task in tasks for language in sorted(task.gold)]
    crew = Crew(seconds)

    def one(item: tuple[Task, str]) -> Checked:
        task, language = item
        return Checked(task.id, language, _problem(task, language, crew))

    try:
        for done, found in enumerate(several(todo, one, jobs), 1):
            progress("check", done, len(todo))
            yield found
    finally:
        crew.close()


def _problem(task: Task, language: str, crew: Crew) -> str:
    if not task.cases:
        return "the task has no case"
    try:
        given = prepared(task, task.cases, language)
    except Uncallable as problem:
        return str(problem)
    extraction = Extraction(Key("gold", language, task.id), task.gold[language], task.entry_point)
    return _said(crew.executor().execute(extraction, task, given))


def _said(found: Execution) -> str:
    if found.status == "all_passed":
        return ""
    where = f" in case {found.failing}" if found.failing is not None else ""
    what = f": expected {found.expected[:80]}, got {found.got[:80]}" if found.status == "wrong_answer" else ""
    return f"{found.status.replace('_', ' ')}{where}{what}{f': {found.error}' if found.error else ''}"
