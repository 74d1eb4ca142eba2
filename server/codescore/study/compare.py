"""Two systems over the same references: which one is better, by which metric, and may one believe it?

Matches the samples of two systems task by task and compares them by every column asked for.  Resamples tasks, not
samples: several samples of a task stand or fall together.  Knows no file; neighbours: `columns`, `significance`.

Source: Out of the BLEU, sections 4.2, 5 and 6: a difference under 2 points does not show that one model is better,
significant or not; on one-liners (CoNaLa) none under 5 points does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from codescore.foundation.errors import InputError
from codescore.study.columns import LABELS, PUBLISHED, Column, Level, label_column, metric_column, published_column
from codescore.study.dataset import Sample
from codescore.study.significance import PAPER, Comparison, Resampling, compare

if TYPE_CHECKING:
    from codescore.metrics.metric import Metric
    from codescore.study.significance import Floats

#: Differences in points of 100 below which people's judgement does not follow a metric, and the same for one-liners.
SMALL = 2.0
SMALL_ON_ONE_LINERS = 5.0


@dataclass(frozen=True, slots=True)
class System:
    """What one system produced: a name and its samples, at least one."""

    name: str
    samples: tuple[Sample, ...]


@dataclass(frozen=True, slots=True)
class Matched:
    """Two systems over the same tasks: samples of `tasks` only, `units[i]` the index of the task of sample i.

    `left_out` counts the tasks that only the first and only the second system has.
    """

    first: System
    second: System
    tasks: tuple[str, ...]
    first_units: tuple[int, ...]
    second_units: tuple[int, ...]
    left_out: tuple[int, int]

    @property
    def one_liners(self) -> int:
        """Tasks all of whose references are a single line."""
        by_task = dict(zip(self.first_units, self.first.samples, strict=True))
        return sum(all(_lines(r) <= 1 for r in sample.references) for sample in by_task.values())

    @property
    def short(self) -> bool:
        """Whether these are short snippets, such as CoNaLa: more than half of the tasks have one-line references."""
        return 2 * self.one_liners > len(self.tasks)

    @property
    def small(self) -> float:
        """The difference, in points of 100, under which no metric is to be believed here."""
        return SMALL_ON_ONE_LINERS if self.short else SMALL


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """How two systems compare by one column; `failed` samples of the first and of the second have no value."""

    name: str
    title: str
    comparison: Comparison
    failed: tuple[int, int]
    signature: str
    judges: bool

    @property
    def points(self) -> float:
        """First minus second, in points of 100."""
        return 100 * self.comparison.difference.value


def match(first: System, second: System) -> Matched:
    """Pair two systems by task.

    Raises InputError where they share no task or differ in the references of one.
    """
    ours, theirs = _by_task(first), _by_task(second)
    shared = [task for task in ours if task in theirs]
    if not shared:
        raise InputError(f"{first.name} and {second.name} share no task; compare outputs for the same tasks")
    for task in shared:
        if set(ours[task][0].references) != set(theirs[task][0].references):
            raise InputError(
                f"{first.name} and {second.name} have different references for task {task!r}; "
                "compare systems over the same references"
            )
    number = {task: index for index, task in enumerate(shared)}
    kept = [tuple(s for task in shared for s in side[task]) for side in (ours, theirs)]
    units = [tuple(number[s.task] for s in samples) for samples in kept]
    return Matched(
        first=System(first.name, kept[0]),
        second=System(second.name, kept[1]),
        tasks=tuple(shared),
        first_units=units[0],
        second_units=units[1],
        left_out=(len(ours) - len(shared), len(theirs) - len(shared)),
    )


def compare_by(
    matched: Matched,
    metrics: Sequence[Metric],
    given: Sequence[str] = (),
    *,
    level: Level = "corpus",
    how: Resampling = PAPER,
) -> Iterator[ComparisonRow]:
    """Compare by labels and published values (`given`, by name), then by metrics; one row each.

    Raises InputError where a sample lacks a label or published value asked for.
    """
    samples = matched.first.samples + matched.second.samples
    for name in given:
        make = label_column if name in LABELS else published_column
        yield _row(make(name, samples, how.settings), matched, how)
    for metric in metrics:
        yield _row(metric_column(metric, samples, level, how.settings), matched, how)


def labels_of(matched: Matched) -> list[str]:
    """The labels that every sample has."""
    samples = matched.first.samples + matched.second.samples
    has: Mapping[str, bool] = {
        "passed": all(s.passed is not None for s in samples),
        "human": all(s.human is not None for s in samples),
    }
    return [name for name in LABELS if has[name]]


def is_given(name: str) -> bool:
    """Whether a name is a label or a published value rather than a metric."""
    return name in LABELS or name.startswith(PUBLISHED)


def _row(column: Column, matched: Matched, how: Resampling) -> ComparisonRow:
    cut = len(matched.first.samples)
    first = _by_unit(column.statistics[:cut], matched.first_units, len(matched.tasks))
    second = _by_unit(column.statistics[cut:], matched.second_units, len(matched.tasks))
    compared = compare(first, second, column.aggregate, how)
    failed = int(column.failed[:cut].sum()), int(column.failed[cut:].sum())
    return ComparisonRow(column.name, column.title, compared, failed, column.signature, column.judges)


def _by_unit(statistics: Floats, units: Sequence[int], count: int) -> Floats:
    sums = np.zeros((count, statistics.shape[1]))
    np.add.at(sums, np.asarray(units), statistics)
    return sums


def _by_task(system: System) -> dict[str, list[Sample]]:
    found: dict[str, list[Sample]] = {}
    for sample in system.samples:
        found.setdefault(sample.task, []).append(sample)
    return found


def _lines(code: str) -> int:
    return sum(1 for line in code.splitlines() if line.strip())
