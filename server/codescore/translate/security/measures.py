"""Outcomes → what the study asks: how much survives, in which arm, of which weakness, and is the difference luck?

Pure.  Shares come with intervals from resampling samples; the arms are compared on the same samples by McNemar's exact
test (`study.significance`).  Source of the measures: the paper's table of surviving weaknesses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from codescore.study.significance import PAPER, Interval, bootstrap, interval, mcnemar, statistics_of
from codescore.translate.security.model import ARMS, OUTCOMES, Arm, Outcome, Source
from codescore.translate.security.outcome import Judged


@dataclass(frozen=True, slots=True)
class Survival:
    """An arm of a model by one analyser.

    `survival` is of all samples, None where nothing is known of any; `of_built` of those that were built and that the
    analyser can speak of.  A weakness is seen in what is not built, too, and its absence never is: so what was not
    built must stay out of the second share.
    """

    model: str
    arm: Arm
    source: Source
    samples: int
    outcomes: dict[Outcome, int]
    survival: Interval | None
    of_built: Interval | None
    built: int  # and spoken of
    same_function: int  # survivors whose finding is in the function that answers the vulnerable one


@dataclass(frozen=True, slots=True)
class Weakness:
    """A row of the per-weakness table: samples, and in each arm (survivors, not built, not analysable)."""

    cwe: str
    top25: bool
    samples: int
    arms: dict[Arm, tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Arms:
    """The arms against each other on the same samples.

    As the paper counts, what does not survive is one; `p_built` is of samples that are built in both arms.  `appear`
    are weaknesses that survive in the safe arm alone, with whether all of their plain answers are gone.
    """

    model: str
    source: Source
    only_plain: int
    only_safe: int
    p: float
    built: int
    only_plain_built: int
    only_safe_built: int
    p_built: float
    appear: tuple[tuple[str, bool], ...]


def survivals(judged: Iterable[Judged]) -> list[Survival]:
    """By model, source and arm."""
    groups: dict[tuple[str, Source, Arm], list[Judged]] = {}
    for one in judged:
        groups.setdefault((one.key.model, one.key.source, one.key.arm), []).append(one)
    return [_survival(*place, group) for place, group in sorted(groups.items(), key=lambda item: item[0])]


def _survival(model: str, source: Source, arm: Arm, group: Sequence[Judged]) -> Survival:
    counts = Counter(one.outcome for one in group)
    built = [one for one in group if _decided(one)]
    return Survival(
        model, arm, source, len(group), {name: counts[name] for name in OUTCOMES},
        _share(group) if counts["survives"] or counts["gone"] else None,
        _share(built) if built else None, len(built), sum(bool(one.same_function) for one in group),
    )  # fmt: skip


def _decided(one: Judged) -> bool:
    return one.built and one.outcome in ("survives", "gone")


def _share(group: Sequence[Judged]) -> Interval:
    values = np.array([[float(one.outcome == "survives") for one in group]])
    drawn = bootstrap(statistics_of(values), resamples=PAPER.resamples, seed=PAPER.seed)[0]
    return interval(drawn, float(values.mean()))


def weaknesses(judged: Sequence[Judged], model: str, source: Source) -> list[Weakness]:
    """A row for each weakness, in order of its number."""
    mine = [one for one in judged if one.key.model == model and one.key.source == source]
    rows = []
    for cwe in sorted({one.cwe for one in mine}):
        here = [one for one in mine if one.cwe == cwe]
        arms: dict[Arm, tuple[int, int, int]] = {}
        for arm in ARMS:
            of_arm = Counter(one.outcome for one in here if one.key.arm == arm)
            if of_arm:
                arms[arm] = (of_arm["survives"], of_arm["not_built"], of_arm["not_analysable"])
        rows.append(Weakness(cwe, here[0].top25, len({one.key.sample for one in here}), arms))
    return rows


def arms_compared(judged: Sequence[Judged], model: str, source: Source) -> Arms | None:
    """The arms of a model on the samples that both answer; None where there is none."""
    by = {(one.key.arm, one.key.sample): one for one in judged if one.key.model == model and one.key.source == source}
    pairs = [
        (one, by["safe", sample]) for (arm, sample), one in by.items() if arm == "plain" and ("safe", sample) in by
    ]
    if not pairs:
        return None
    built = [pair for pair in pairs if all(_decided(one) for one in pair)]
    plain, safe = _discordant(pairs)
    plain_built, safe_built = _discordant(built)
    appear = tuple(
        (row.cwe, not any(row.arms["plain"]))
        for row in weaknesses(judged, model, source)
        if "plain" in row.arms and "safe" in row.arms and row.arms["safe"][0] and not row.arms["plain"][0]
    )
    return Arms(
        model, source, plain, safe, mcnemar(plain, safe), len(built), plain_built, safe_built,
        mcnemar(plain_built, safe_built), appear,
    )  # fmt: skip


def _discordant(pairs: Iterable[tuple[Judged, Judged]]) -> tuple[int, int]:
    """Pairs that survive in the plain arm only, and in the safe arm only."""
    outcomes = [(plain.outcome == "survives", safe.outcome == "survives") for plain, safe in pairs]
    return outcomes.count((True, False)), outcomes.count((False, True))
