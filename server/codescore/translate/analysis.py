"""The four research questions asked of runs, as one document that a page, a table or another program reads.

Which model translates how well (RQ1), what goes wrong (RQ2), which metric predicts passing (RQ3), which languages are
hard (RQ4); and tables by difficulty and tag.  Pure: the same outcomes and settings give the same document.  Neighbours:
`outcomes`, `rates`, `correlations`, `comparisons`; `reports.translation_page` shows it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

import msgspec

from codescore import __version__
from codescore.languages import by_id
from codescore.study.significance import PAPER, Resampling
from codescore.translate.comparisons import Compared, Kind, kinds, models_compared
from codescore.translate.correlations import Correlation, correlation
from codescore.translate.outcomes import About, Collected, Outcome, Spent
from codescore.translate.rates import Rate, case_rate, pass_at, share
from codescore.translate.records import STATUSES, Direction

FORMAT = 1
_KS = (1, 2, 5, 10, 20, 50, 100)
_ORDER = ("easy", "medium", "hard")


@dataclass(frozen=True, slots=True)
class Cell:
    """A system in a direction: pass@k by k, cases and samples passed, statuses counted, metrics' means."""

    system: str
    direction: str
    pass_at: Mapping[str, Rate]
    case_rate: Rate
    strict: Rate
    statuses: Mapping[str, int]
    metrics: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Standing:
    """A system over all its directions: a row of the leaderboard.

    `by_direction` is the share that passes in each, `spent` what its answers cost.
    """

    system: str
    rate: Rate
    case_rate: Rate
    statuses: Mapping[str, int]
    by_direction: Mapping[str, Rate]
    metrics: Mapping[str, float]
    spent: Spent | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Samples that share something: a direction, a difficulty, a tag; `by_system` has the share of each system."""

    name: str
    tasks: int
    rate: Rate
    statuses: Mapping[str, int]
    by_system: Mapping[str, Rate] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Square:
    """A source and a target by the languages' names, and the share that passes, of a system or of all (`system` "")."""

    system: str
    source: str
    target: str
    rate: Rate


@dataclass(frozen=True, slots=True)
class Analysis:
    """The document."""

    format: int
    version: str
    signature: str
    resamples: int
    runs: tuple[About, ...]
    notices: tuple[str, ...]
    systems: tuple[str, ...]
    directions: tuple[str, ...]
    samples: int
    tasks: int
    standings: tuple[Standing, ...]
    cells: tuple[Cell, ...]
    by_direction: tuple[Group, ...]
    correlations: tuple[Correlation, ...]
    squares: tuple[Square, ...]
    kinds: tuple[Kind, ...]
    kinds_compared: tuple[Compared, ...]
    by_difficulty: tuple[Group, ...]
    by_tag: tuple[Group, ...]
    compared: tuple[Compared, ...]

    def document(self) -> dict[str, Any]:
        """As JSON has it."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found


def analysed(collected: Collected, how: Resampling = PAPER) -> Analysis:
    """Ask everything."""
    some = collected.outcomes
    systems = tuple(sorted({one.system for one in some}))
    directions = tuple(sorted({one.key.direction for one in some}))
    by_kind, against = kinds(some, how)
    return Analysis(
        format=FORMAT,
        version=__version__,
        signature=_signature(collected, how),
        resamples=how.resamples,
        runs=collected.runs,
        notices=collected.notices,
        systems=systems,
        directions=directions,
        samples=len(some),
        tasks=len({one.key.task for one in some}),
        standings=_standings(collected, systems, how),
        cells=tuple(_cell(s, d, here, how) for s in systems for d in directions if (here := _of(some, s, d))),
        by_direction=_groups(some, systems, lambda one: (one.key.direction,), how),
        correlations=tuple(correlation(name, some, how) for name in sorted({m for one in some for m in one.metrics})),
        squares=tuple(_squares(some, systems, how)),
        kinds=by_kind,
        kinds_compared=against,
        by_difficulty=_ordered(_groups(some, systems, _difficulty(collected), how)),
        by_tag=tuple(sorted(_groups(some, (), _tags(collected), how), key=lambda one: (-one.tasks, one.name))),
        compared=models_compared(some, how),
    )


def statuses(some: Sequence[Outcome]) -> dict[str, int]:
    """How many samples have each status; every status is named but our own failure."""
    found = Counter(one.execution.status for one in some)
    return {name: found[name] for name in STATUSES if name != "environment_failure"}


def _signature(collected: Collected, how: Resampling) -> str:
    settings = "|".join(f"{name}:{value}" for name, value in how.settings.items())
    data = ",".join(dict.fromkeys(one.tasks_sha256[:16] for one in collected.runs if one.tasks_sha256))
    return f"translate-report|v:{__version__}|{settings}|data:{data or 'unknown'}"


def _of(some: Sequence[Outcome], system: str, direction: str) -> list[Outcome]:
    return [one for one in some if one.system == system and one.key.direction == direction]


def _cell(system: str, direction: str, some: Sequence[Outcome], how: Resampling) -> Cell:
    samples = Counter(one.key.task for one in some)
    return Cell(
        system,
        direction,
        pass_at={str(k): pass_at(some, k, how) for k in _KS if k <= min(samples.values())},
        case_rate=case_rate(some, how),
        strict=share(some, _passed, how),
        statuses=statuses(some),
        metrics=_means(some),
    )


def _means(some: Sequence[Outcome]) -> dict[str, float]:
    known = sorted({name for one in some for name in one.metrics})
    return {name: fmean(one.metrics[name] for one in some if name in one.metrics) for name in known}


def _standings(collected: Collected, systems: Sequence[str], how: Resampling) -> tuple[Standing, ...]:
    """Best first."""
    found = []
    for system in systems:
        own = [one for one in collected.outcomes if one.system == system]
        directions = sorted({one.key.direction for one in own})
        each = {d: share(_of(own, system, d), _passed, how) for d in directions}
        rates = share(own, _passed, how), case_rate(own, how)
        spent = collected.spent.get(system)
        found.append(Standing(system, *rates, statuses(own), each, _means(own), spent))
    return tuple(sorted(found, key=lambda one: (-(one.rate.value or 0.0), one.system)))


def _passed(one: Outcome) -> bool:
    return one.passed


def _groups(
    some: Sequence[Outcome], systems: Sequence[str], names: Callable[[Outcome], Sequence[str]], how: Resampling
) -> tuple[Group, ...]:
    grouped: dict[str, list[Outcome]] = {}
    for one in some:
        for name in names(one):
            grouped.setdefault(name, []).append(one)
    return tuple(
        Group(
            name,
            len({one.key.task for one in here}),
            share(here, _passed, how),
            statuses(here),
            {system: share([one for one in here if one.system == system], _passed, how) for system in systems},
        )
        for name, here in sorted(grouped.items())
    )


def _difficulty(collected: Collected) -> Callable[[Outcome], Sequence[str]]:
    return lambda one: (task.difficulty or "not said",) if (task := collected.tasks.get(one.key.task)) else ()


def _tags(collected: Collected) -> Callable[[Outcome], Sequence[str]]:
    return lambda one: tuple(dict.fromkeys(task.tags)) if (task := collected.tasks.get(one.key.task)) else ()


def _ordered(groups: Sequence[Group]) -> tuple[Group, ...]:
    return tuple(sorted(groups, key=lambda one: (_ORDER.index(one.name) if one.name in _ORDER else 9, one.name)))


def _squares(some: Sequence[Outcome], systems: Sequence[str], how: Resampling) -> list[Square]:
    found = []
    for system in ("", *systems):
        grouped: dict[str, list[Outcome]] = {}
        for one in some:
            if system in ("", one.system):
                grouped.setdefault(one.key.direction, []).append(one)
        for direction, here in sorted(grouped.items()):
            parsed = Direction.parse(direction)
            found.append(Square(system, _name(parsed.source), _name(parsed.target), share(here, _passed, how)))
    return found


def _name(language: str) -> str:
    """As people call it; `text` for a description."""
    known = by_id(language)
    return known.name if known is not None else language
