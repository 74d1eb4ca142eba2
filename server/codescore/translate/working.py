"""The stages extract, execute and measure over a run: what is left to do, several at a time, recorded one by one.

Neighbours: `extract`, `execute` (what is done to one sample), `store` (where it is recorded).
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace
from itertools import islice
from typing import TypeVar

from codescore import __version__
from codescore.engine import Session
from codescore.foundation.workers import threads
from codescore.metrics import Pair, chosen, compute_pairs
from codescore.translate import extract as extracting
from codescore.translate import ported
from codescore.translate.execute import SECONDS, VERSION, Executor, Prepared, Uncallable, prepared
from codescore.translate.extract import extract
from codescore.translate.records import Direction, Execution, Extraction, Key, Measure, Task
from codescore.translate.store import Run

A = TypeVar("A")
B = TypeVar("B")

#: Told of a stage, what is done and of how much.
Progress = Callable[[str, int, int], None]
_AHEAD = 2  # samples that wait for each thread


def extract_all(run: Run, progress: Progress) -> Counter[str]:
    """Extract what is left; how often which way of finding the entry decided."""
    tasks = {task.id: task for task in run.tasks()}
    keys = list(run.todo_extract(extracting.VERSION))
    found: Counter[str] = Counter()
    for done, key in enumerate(keys, 1):
        answer, task = run.answer(key), tasks.get(key.task)
        if answer is None:
            continue
        row = extract(answer, task) if task is not None else Extraction(key, "", None, notes=(_NO_TASK,))
        if answer.note:
            row = replace(row, notes=(answer.note, *row.notes))
        run.put_extract(row, extracting.VERSION)
        found[row.how or "nothing to call"] += 1
        progress("extract", done, len(keys))
    return found


_NO_TASK = "the run has no such task"


def how_executed(seconds: float) -> str:
    """What a row of `execute` was made with."""
    return f"execute:{VERSION}|seconds:{seconds:g}"


def execute_all(run: Run, progress: Progress, *, jobs: int = 2, seconds: float = SECONDS) -> Counter[str]:
    """Run what is left, `jobs` at a time; how often which status came of it.

    Raises EnvironmentProblem where nothing can be run here.
    """
    how = how_executed(seconds)
    tasks = {task.id: task for task in run.tasks()}
    places = {id_: place for place, id_ in enumerate(tasks)}
    keys = sorted(run.todo_execute(how), key=lambda key: (places.get(key.task, -1), key.direction))
    crew = Crew(seconds)
    desk = _Desk(run, tasks, crew)
    statuses: Counter[str] = Counter()
    try:
        for done, row in enumerate(several(keys, desk.one, jobs), 1):
            run.put_execute(row, how)
            statuses[row.status] += 1
            progress("execute", done, len(keys))
    finally:
        crew.close()
    return statuses


def several(items: Iterable[A], work: Callable[[A], B], jobs: int) -> Iterator[B]:
    """Results as they come; a few items are handed in ahead."""
    left = iter(items)
    with threads(max(1, jobs)) as pool:
        waiting: set[Future[B]] = {pool.submit(work, item) for item in islice(left, jobs * _AHEAD)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {pool.submit(work, item) for item in islice(left, len(done))}
            yield from (one.result() for one in done)


class Crew:
    """An executor for each thread that asks."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._own, self._turn = threading.local(), threading.Lock()
        self._all: list[Executor] = []

    def executor(self) -> Executor:
        """The one of this thread."""
        found: Executor | None = getattr(self._own, "executor", None)
        if found is None:
            found = self._own.executor = Executor(self._seconds)
            with self._turn:
                self._all.append(found)
        return found

    def close(self) -> None:
        """End them all."""
        for executor in self._all:
            executor.close()


class _Desk:
    """What is needed to run a sample of a run: its task, and the cases of the task that all are at."""

    def __init__(self, run: Run, tasks: Mapping[str, Task], crew: Crew) -> None:
        self._run, self._tasks, self._crew = run, tasks, crew
        self._turn = threading.Lock()
        self._known: dict[tuple[str, str], Prepared] = {}

    def one(self, key: Key) -> Execution:
        """Run a sample."""
        task, extraction = self._tasks.get(key.task), self._run.extraction(key)
        if task is None or extraction is None:
            return Execution(key, "environment_failure", 0, 0, error=_NO_TASK)
        try:
            given = self._prepared(task, Direction.parse(key.direction).target)
        except Uncallable as problem:
            return Execution(key, "environment_failure", 0, 0, error=str(problem))
        return self._crew.executor().execute(extraction, task, given)

    def _prepared(self, task: Task, language: str) -> Prepared:
        with self._turn:
            known = self._known.get((task.id, language))
            if known is None:
                # Those of other tasks are not asked for again, and they may be large.
                self._known = {name: one for name, one in self._known.items() if name[0] == task.id}
                known = self._known[task.id, language] = prepared(task, self._run.cases(task.id), language)
            return known


def corpus_name(metric: str, model: str, direction: str) -> str:
    """The name under which a run keeps a metric's value for all samples of a model and direction together."""
    return f"corpus|{metric}|{model}|{direction}"


def measure_all(run: Run, metrics: str | Sequence[str], session: Session, progress: Progress) -> Counter[str]:
    """Measure against the gold programs what is left, by model and direction; how many values each metric gave.

    A metric's value for all samples together, which for n-grams is not their mean, is kept in `meta` (`corpus_name`).
    """
    golds = {task.id: task.gold for task in run.tasks()}
    how = f"v:{__version__}|tok:code"
    given = [one.strip() for one in (metrics.split(",") if isinstance(metrics, str) else metrics)]
    found = _measure_ports(run, progress) if ported.NAME in given else Counter[str]()
    others = [one for one in given if one != ported.NAME]
    names = chosen(others) if others else ()
    left = {name: dict.fromkeys(_group(key) for key in run.todo_measure(name, how)) for name in names}
    every, done = sum(len(groups) for groups in left.values()), 0
    for name, groups in left.items():
        for model, direction in groups:
            for row, whole in _measured(run, name, (model, direction), golds, session):
                run.put_measure(row, how)
                found[name] += row.value is not None
                if whole is not None:
                    run.put_meta({corpus_name(name, model, direction): repr(whole)})
            done += 1
            progress("measure", done, every)
    return found


def _measure_ports(run: Run, progress: Progress) -> Counter[str]:
    """Evidence beside the source for what is left; how many values it gave."""
    how = f"v:{__version__}|{ported.HOW}"
    left = set(run.todo_measure(ported.NAME, how))
    tasks = {task.id: task for task in run.tasks()}
    found: Counter[str] = Counter()
    rows = sorted((row for row in run.extractions() if row.key in left), key=lambda row: _by_source(row.key))
    for done, row in enumerate(ported.ported(rows, tasks), 1):
        run.put_measure(row, how)
        found[ported.NAME] += row.value is not None
        progress("measure", done, len(rows))
    return found


def _by_source(key: Key) -> tuple[str, str, str]:
    """An order in which those with one source, of which much is remembered, come together."""
    return Direction.parse(key.direction).source, key.task, key.direction


def _group(key: Key) -> tuple[str, str]:
    return key.model, key.direction


def _measured(
    run: Run, metric: str, group: tuple[str, str], golds: Mapping[str, Mapping[str, str]], session: Session
) -> Iterator[tuple[Measure, float | None]]:
    """A metric of all samples of a model and direction; with the last of them the value of all together."""
    model, direction = group
    target = Direction.parse(direction).target
    rows = list(run.extractions(model=model, direction=direction))
    lacking = [row.key for row in rows if not golds.get(row.key.task, {}).get(target)]
    yield from ((Measure(key, metric, None, f"the task has no program in {target}"), None) for key in lacking)
    known = [row for row in rows if golds.get(row.key.task, {}).get(target)]
    if not known:
        return
    pairs = [Pair(row.code, (golds[row.key.task][target],), target) for row in known]
    (column,) = compute_pairs(pairs, metrics=[metric], session=session, corpus=True)
    whole = column.corpus[0].score.value if column.corpus else None
    for row, result in zip(known, column.results, strict=True):
        score = result.score
        yield Measure(row.key, metric, score.value, score.note or score.reason), whole if row is known[-1] else None
