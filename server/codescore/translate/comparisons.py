"""Is one model better than another, is one kind of direction harder, or is it luck?  Paired over tasks.

Two sides are compared on what both have: the same tasks in the same directions.  The tests are `study.significance`'s
(paired bootstrap, paired randomisation, Holm's correction).  Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from codescore.languages import by_id
from codescore.study.significance import Resampling, compare, holm
from codescore.translate.outcomes import Outcome
from codescore.translate.rates import FEW, Rate, per_task, share
from codescore.translate.records import Direction

#: Every direction together, in place of a direction's text.
ALL = "all"


@dataclass(frozen=True, slots=True)
class _Side:
    name: str
    outcomes: Sequence[Outcome]


@dataclass(frozen=True, slots=True)
class Compared:
    """Two sides on the same `tasks`: shares that pass, first less second with its interval, and the difference's p.

    `p` is two-sided, of paired randomisation; `p_holm` is corrected for the comparisons of the same scope.  `differs`:
    the corrected p is below 0.05.  None, with the reason, where there is too little.
    """

    scope: str
    first: str
    second: str
    first_rate: float | None
    second_rate: float | None
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    p_holm: float | None
    differs: bool | None
    tasks: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """Directions between languages of two kinds of typing, as `dynamic` to `static`, and their share that passes."""

    source: str
    target: str
    directions: tuple[str, ...]
    rate: Rate


def models_compared(outcomes: Sequence[Outcome], how: Resampling) -> tuple[Compared, ...]:
    """Every pair of systems, over all directions and in each one."""
    directions = list(dict.fromkeys(one.key.direction for one in outcomes))
    found: list[Compared] = []
    for scope in (ALL, *(directions if len(directions) > 1 else ())):
        here = [one for one in outcomes if scope in (ALL, one.key.direction)]
        by_system: dict[str, list[Outcome]] = {}
        for one in here:
            by_system.setdefault(one.system, []).append(one)
        sides = [_Side(name, some) for name, some in by_system.items()]
        pairs = [_systems(scope, a, b, how) for a, b in combinations(sides, 2)]
        found += _corrected(pairs)
    return tuple(found)


def kinds(outcomes: Sequence[Outcome], how: Resampling) -> tuple[tuple[Kind, ...], tuple[Compared, ...]]:
    """Directions by the typing of source and target, and static to dynamic against dynamic to static."""
    grouped: dict[tuple[str, str], list[Outcome]] = {}
    for one in outcomes:
        if (kind := _typing(one.key.direction)) is not None:
            grouped.setdefault(kind, []).append(one)
    found = tuple(
        Kind(*kind, tuple(dict.fromkeys(one.key.direction for one in some)), share(some, _passed, how))
        for kind, some in sorted(grouped.items())
    )
    up, down = grouped.get(("static", "dynamic"), []), grouped.get(("dynamic", "static"), [])
    if not up or not down:
        return found, ()
    return found, tuple(
        _corrected([_sides("kinds", _Side("static to dynamic", up), _Side("dynamic to static", down), how)])
    )


def _passed(one: Outcome) -> bool:
    return one.passed


def _typing(direction: str) -> tuple[str, str] | None:
    """Kinds of typing of a direction's languages; None for a description, and for a language that says none."""
    parsed = Direction.parse(direction)
    languages = by_id(parsed.source), by_id(parsed.target)
    source, target = (one.typing if one is not None else "" for one in languages)
    return (source, target) if source and target else None


def _systems(scope: str, first: _Side, second: _Side, how: Resampling) -> Compared:
    """On the tasks and directions that both have."""
    shared = {_place(one) for one in first.outcomes} & {_place(one) for one in second.outcomes}
    one, other = (_Side(s.name, [one for one in s.outcomes if _place(one) in shared]) for s in (first, second))
    return _sides(scope, one, other, how)


def _place(one: Outcome) -> tuple[str, str]:
    return one.key.task, one.key.direction


def _sides(scope: str, first: _Side, second: _Side, how: Resampling) -> Compared:
    tasks = [{one.key.task for one in side.outcomes} for side in (first, second)]
    units = sorted(tasks[0] & tasks[1])
    if len(units) < FEW:
        why = f"fewer than {FEW} tasks in common"
        return Compared(scope, first.name, second.name, *(None,) * 8, tasks=len(units), why=why)
    one, other = (per_task(side.outcomes, units, lambda sample: sample.key.task) for side in (first, second))
    found = compare(one, other, how=how)
    return Compared(
        scope=scope,
        first=first.name,
        second=second.name,
        first_rate=found.first.value,
        second_rate=found.second.value,
        difference=found.difference.value,
        low=found.difference.low,
        high=found.difference.high,
        p=found.p_randomisation,
        p_holm=None,
        differs=None,
        tasks=len(units),
    )


def _corrected(pairs: Sequence[Compared]) -> list[Compared]:
    tested = [one.p for one in pairs if one.p is not None]
    after = iter(holm(tested))
    return [one if one.p is None else replace(one, p_holm=(p := next(after)), differs=p < 0.05) for one in pairs]
