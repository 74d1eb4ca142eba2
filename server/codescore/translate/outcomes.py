"""What is known of every sample of one or several runs, joined: outcome, metrics, and whose it is.

Reads runs, computes nothing.  A system is a model of a run; where two runs have a model of one name, the run's name
tells them apart.  Neighbours: `store` (what is read), `rates`, `correlations`, `comparisons` (what is made of it).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from statistics import fmean

from codescore.translate.records import Answer, Execution, Key, Task
from codescore.translate.store import Run


@dataclass(frozen=True, slots=True)
class Outcome:
    """A sample that was run, with its metrics by name (those that have a value)."""

    run: str
    system: str
    key: Key
    execution: Execution
    metrics: Mapping[str, float] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        """Whether it passed every case."""
        return self.execution.status == "all_passed"


@dataclass(frozen=True, slots=True)
class About:
    """A run: the name it is shown by, its data, and how many samples each stage has."""

    name: str
    tasks_sha256: str
    stages: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Spent:
    """What a system's answers cost: US dollars, None where no price is known; mean seconds for one, None if unknown.

    `unpriced`: so many of the `answers` have no price, and `dollars` leaves them out.
    """

    answers: int
    dollars: float | None
    unpriced: int
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Collected:
    """Runs, read.  `ours` counts the samples that an environment failure of ours left without an outcome."""

    runs: tuple[About, ...]
    outcomes: tuple[Outcome, ...]
    tasks: Mapping[str, Task]
    spent: Mapping[str, Spent]
    waiting: int
    ours: int
    notices: tuple[str, ...] = ()


def collect(runs: Sequence[tuple[str, Run]]) -> Collected:
    """Read runs by the names they are to be shown by."""
    names = _unique([name for name, _ in runs])
    models = {name: _models(run) for name, (_, run) in zip(names, runs, strict=True)}
    several = {model for model, n in Counter(m for some in models.values() for m in some).items() if n > 1}
    found: list[Outcome] = []
    tasks: dict[str, Task] = {}
    spent: dict[str, Spent] = {}
    about, waiting, ours, mixed = [], 0, 0, False
    for name, (_, run) in zip(names, runs, strict=True):
        for task in run.tasks():
            mixed = mixed or (task.id in tasks and tasks[task.id].gold != task.gold)
            tasks.setdefault(task.id, task)
        systems = {model: f"{model} ({name})" if model in several else model for model in models[name]}
        here = _outcomes(name, run, systems)
        spent |= _spent(run, systems)
        ours += sum(one.execution.status == "environment_failure" for one in here)
        stages = {stage: run.count(stage) for stage in ("prompt", "generate", "extract", "execute", "measure")}
        waiting += max(0, stages["generate"] - len(here))
        found += [one for one in here if one.execution.status != "environment_failure"]
        about.append(About(name, run.meta().get("tasks_sha256", ""), stages))
    return Collected(tuple(about), tuple(found), tasks, spent, waiting, ours, _notices(waiting, ours, mixed=mixed))


def _outcomes(name: str, run: Run, systems: Mapping[str, str]) -> list[Outcome]:
    metrics: dict[Key, dict[str, float]] = {}
    for measure in run.measures():
        if measure.value is not None:
            metrics.setdefault(measure.key, {})[measure.metric] = measure.value
    return [
        Outcome(name, systems.get(one.key.model, one.key.model), one.key, one, metrics.get(one.key, {}))
        for one in run.executions()
    ]


def _spent(run: Run, systems: Mapping[str, str]) -> dict[str, Spent]:
    found: dict[str, list[Answer]] = {}
    for answer in run.answers():
        if answer.key.model in systems and not answer.error:
            found.setdefault(systems[answer.key.model], []).append(replace(answer, text=""))
    return {system: _sum(answers) for system, answers in found.items()}


def _sum(answers: Sequence[Answer]) -> Spent:
    costs = [one.cost for one in answers if one.cost is not None]
    seconds = [one.seconds for one in answers if one.seconds is not None]
    dollars = sum(costs) if costs else None
    return Spent(len(answers), dollars, len(answers) - len(costs), fmean(seconds) if seconds else None)


def _models(run: Run) -> list[str]:
    return list(dict.fromkeys(one.key.model for one in run.executions()))


def _unique(names: Sequence[str]) -> list[str]:
    """Names made different: a second `a` is `a-2`."""
    found: list[str] = []
    for name in names:
        found.append(next(one for n in count(1) if (one := name if n == 1 else f"{name}-{n}") not in found))
    return found


def _notices(waiting: int, ours: int, *, mixed: bool) -> tuple[str, ...]:
    said = []
    if waiting:
        said.append(
            f"{waiting:,} answers have no outcome yet and count nowhere; `codescore translate extract` and "
            "`execute` go on with them"
        )
    if ours:
        said.append(
            f"{ours:,} samples could not be run for a reason of this machine and count nowhere; "
            "`codescore translate execute` tries them again"
        )
    if mixed:
        said.append("the runs have different programs under the same task id; rates of different runs do not compare")
    return tuple(said)
