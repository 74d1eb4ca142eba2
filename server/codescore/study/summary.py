"""Scores and outcomes to rows of results: one per data set, language, metric and condition.

A row holds every measure of `measures` with its interval, how many pairs it rests on, what failed and why, what it
cost, and the signature.  Knows no metric and writes nothing.  Neighbours: `plan` made the columns, `record` writes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codescore.study.conditions import SHARES, mutated
from codescore.study.measures import BINS, MEASURES, Draw, Floats, Measured, bins_of, difference, mcc, measure
from codescore.study.plan import Group, Settings
from codescore.study.store import RecordedScore

_DIGITS = 6
#: Measures by which metrics are compared in pairs, and where a row holds their resampled values meanwhile.
COMPARED = ("auroc", "auroc_within_task", "kendall_tau_b")
RESAMPLED = "resampled"
Row = dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """One metric's scores of a group, by condition and draw."""

    metric: str
    signature: str
    columns: Mapping[tuple[str, int], Sequence[RecordedScore]]


@dataclass(frozen=True, slots=True, eq=False)
class _Values:
    """One column's scores (nan where they failed) with what failed and the time it took."""

    scores: Floats
    failures: Counter[str]
    seconds: float


class Table:
    """A group without its texts, from which each metric's rows are made; small enough to be sent to a worker.

    `changed` says of every column which of its texts differ from the original; columns are (condition, draw).
    """

    def __init__(self, group: Group, changed: Mapping[tuple[str, int], NDArray[np.bool_]], settings: Settings) -> None:
        self.data, self.language, self.graded = group.data, group.language, group.graded
        self.conditions = group.conditions
        self.settings = settings
        self.changed = changed
        self.ids = [sample.id for sample in group.samples]
        self.task_of = [sample.task for sample in group.samples]
        place = {name: k for k, name in enumerate(sorted(set(self.task_of)))}
        self.tasks = np.asarray([place[name] for name in self.task_of], dtype=np.int64)
        self.count = len(place)
        given = [sample.human if group.graded else sample.passed for sample in group.samples]
        self.labels = np.asarray([float(value or 0) for value in given])
        self.chosen = {
            (share, number): self._chosen(group, share, number)
            for condition, number in changed
            if condition == "semantic"
            for share in SHARES
        }

    def _chosen(self, group: Group, share: int, number: int) -> NDArray[np.bool_]:
        """Which samples are mutants: drawn for the share, and some operator could be replaced."""
        drawn = mutated(group.samples, share, number, self.settings.seed)
        chosen = np.asarray([k in drawn for k in range(len(group.samples))])
        return np.asarray(chosen & self.changed["semantic", number], dtype=bool)

    def rows(self, scored: Scored) -> Iterator[Row]:
        """The rows of one metric: every condition, semantic perturbation by share, then parts of the data set."""
        for condition in self.conditions:
            numbers = sorted(number for name, number in scored.columns if name == condition)
            if not numbers:
                continue
            values = [self._values(scored, condition, number) for number in numbers]
            if condition == "semantic":
                yield from self._semantic(scored, values)
            else:
                changed = [self.changed[condition, number].mean() for number in numbers]
                pairs = [(each.scores, self.labels) for each in values]
                yield self._row(scored, condition, pairs, values, float(np.mean(changed)))
        for ending in self.settings.leave_out:
            yield from self._without(scored, ending)

    def curves(self, scored: Scored) -> Row | None:
        """ROC, thresholds and reliability under `original`; None for grades."""
        if self.graded:
            return None
        draw = self._draw(self._values(scored, "original", 0).scores, self.labels)
        if not len(draw.scores):
            return None
        return {
            "data": self.data,
            "lang": self.language,
            "metric": scored.metric,
            "roc": roc(draw.scores, draw.labels),
            "thresholds": sweep(draw.scores, draw.labels),
            "reliability": reliability(draw.scores, draw.labels),
        }

    def pairs(self, scored: Scored) -> Iterator[Row]:
        """Every score by pair, under every condition and draw, as columns of one block each."""
        for (condition, number), held in scored.columns.items():
            labels = self._labels(condition, number)
            yield {
                "data": self.data,
                "lang": self.language,
                "id": self.ids,
                "task": self.task_of,
                "metric": scored.metric,
                "condition": condition,
                "draw": number,
                "label": labels,
                "score": [kept.value for kept in held],
                "note": [kept.note for kept in held],
                "signature": scored.signature,
            }

    def _semantic(self, scored: Scored, values: Sequence[_Values]) -> Iterator[Row]:
        plain = self._values(scored, "s2s", 0)
        for share in SHARES:
            pairs, changes = [], []
            for number, each in enumerate(values):
                chosen = self.chosen[share, number]
                scores = np.where(chosen, each.scores, plain.scores)
                pairs.append((scores, np.where(chosen, 0.0, self.labels)))
                changes.append(chosen.mean())
            yield self._row(scored, f"semantic-{share}", pairs, values, float(np.mean(changes)))

    def _without(self, scored: Scored, ending: str) -> Iterator[Row]:
        """Under `original`, without the pairs whose id ends so; nothing where there are none."""
        kept = np.asarray([not id_.endswith(ending) for id_ in self.ids])
        if kept.all() or not kept.any():
            return
        held = [one if inside else None for one, inside in zip(scored.columns["original", 0], kept, strict=True)]
        values = _values(held)
        pairs = [(values.scores, self.labels)]
        yield self._row(scored, "original", pairs, [values], 0.0) | {"data": f"{self.data} without {ending}"}

    def _row(
        self,
        scored: Scored,
        condition: str,
        pairs: Sequence[tuple[Floats, Floats]],
        values: Sequence[_Values],
        changed: float,
    ) -> Row:
        """A row from (scores, labels) of each draw; scores are nan where there is none."""
        draws = [self._draw(scores, labels) for scores, labels in pairs]
        found = measure(draws, tasks=self.count, threshold=self.settings.threshold, seed=self.settings.seed)
        failures = sum((each.failures for each in values), Counter[str]())
        known = np.concatenate([draw.labels for draw in draws])
        return {
            "data": self.data,
            "lang": self.language,
            "metric": scored.metric,
            "condition": condition,
            "n": round(float(np.mean([len(draw.labels) for draw in draws]))),
            "tasks": len(np.unique(np.concatenate([draw.tasks for draw in draws]))),
            "pass_rate": _rounded(float(known.mean())) if len(known) and not self.graded else None,
            **measured_json(found, self.settings.threshold),
            RESAMPLED: {name: found.resampled[name] for name in COMPARED},
            **self._of_passing([scores for scores, _ in pairs]),
            "outcome": "human" if self.graded else "passed",
            "draws": len(draws),
            "changed": _rounded(changed),
            "failed": sum(failures.values()),
            "failures": dict(failures.most_common(5)),
            "seconds": round(float(np.mean([each.seconds for each in values])), 3),
            "signature": scored.signature,
        }

    def _of_passing(self, scores: Sequence[Floats]) -> Row:
        """Mean score, and share above the threshold, of what passed before it was perturbed (tables 13, 14)."""
        passing = np.concatenate([one[self.labels > 0] for one in scores])
        known = passing[~np.isnan(passing)]
        if self.graded or not len(known):
            return {"mean_score_passing": None, "positive_rate_passing": None}
        above = float((known > self.settings.threshold).mean())
        return {"mean_score_passing": _rounded(float(known.mean())), "positive_rate_passing": _rounded(above)}

    def _draw(self, scores: Floats, labels: Floats) -> Draw:
        known = ~np.isnan(scores)
        return Draw(scores[known], labels[known], self.tasks[known], self.graded)

    def _values(self, scored: Scored, condition: str, number: int) -> _Values:
        return _values(scored.columns[condition, number])

    def _labels(self, condition: str, number: int) -> list[float]:
        labels = self.labels
        if condition == "semantic":
            labels = np.where(self.changed[condition, number], 0.0, labels)
        return [float(label) for label in labels]


def _values(column: Sequence[RecordedScore | None]) -> _Values:
    """A column's scores as numbers; None is a pair that is left out."""
    scores = np.asarray([np.nan if kept is None or kept.value is None else kept.value for kept in column])
    inside = [kept for kept in column if kept is not None]
    failures = Counter(kept.note for kept in inside if kept.value is None)
    return _Values(scores, failures, sum(kept.seconds for kept in inside))


def compared(rows: Sequence[Row], references: Sequence[str]) -> None:
    """Give each row how far some metrics lie above it on the same data: `above`, [difference, low, high] by measure.

    Paired over the same resamples of tasks.  Takes the resampled values out of the rows: they are not recorded.
    """
    known = {(row["metric"], row["data"], row["condition"]): row[RESAMPLED] for row in rows}
    for row in rows:
        places = {name: (name, row["data"], row["condition"]) for name in references if name != row["metric"]}
        row["above"] = {name: _above(known[at], row[RESAMPLED]) for name, at in places.items() if at in known}
    for row in rows:
        del row[RESAMPLED]


def _above(ours: Mapping[str, Floats], theirs: Mapping[str, Floats]) -> dict[str, list[float]]:
    differences = {name: difference(ours[name], theirs[name]) for name in COMPARED}
    return {name: [round(end, _DIGITS) for end in one] for name, one in differences.items() if one is not None}


def measured_json(found: Measured, threshold: float) -> Row:
    """Measures as they stand in a row: value by name, `ci95`, and why there is none."""
    values = {name: _rounded(found.values[name]) for name in MEASURES}
    place = MEASURES.index("mae_at_threshold") + 1
    names = [*MEASURES[:place], "threshold", *MEASURES[place:]]
    intervals = {
        name: None if (ci := found.ci95[name]) is None else [_rounded(ci[0]), _rounded(ci[1])] for name in MEASURES
    }
    return {name: threshold if name == "threshold" else values[name] for name in names} | {
        "ci95": intervals,
        "reasons": dict(found.reasons),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)


THRESHOLDS = tuple(tenth / 10 for tenth in range(1, 10))

_POINTS = 120  # of a ROC curve: more than a plot of a hand's breadth can show


def roc(scores: Floats, passed: Floats) -> list[list[float]]:
    """Points [false positive rate, true positive rate] from (0, 0) to (1, 1), at most about 120; empty of one kind.

    Whole curves of one metric on one data set: ROC, error by threshold, reliability.
    """
    truth = passed > 0
    if truth.all() or not truth.any():
        return []
    order = np.argsort(-scores, kind="stable")
    ends = np.flatnonzero(np.diff(scores[order], append=np.nan) != 0)
    rates = np.stack((np.cumsum(~truth[order])[ends] / (~truth).sum(), np.cumsum(truth[order])[ends] / truth.sum()))
    points = np.concatenate((np.zeros((1, 2)), rates.T))
    kept = np.unique(np.linspace(0, len(points) - 1, min(len(points), _POINTS)).round().astype(int))
    return [[round(float(x), 4), round(float(y), 4)] for x, y in points[kept]]


def sweep(scores: Floats, passed: Floats) -> list[dict[str, float | None]]:
    """Error and correlation of the 0/1 score at thresholds 0.1 to 0.9 (table 15 of the CodeScore-R paper).

    The correlation is None where all passed or none did.
    """
    truth = passed > 0
    rows: list[dict[str, float | None]] = []
    for threshold in THRESHOLDS:
        label = scores > threshold
        found = {"threshold": threshold, "mae": float((label != truth).mean()), "mcc": mcc(label, truth)}
        rows.append({name: None if np.isnan(value) else round(value, 6) for name, value in found.items()})
    return rows


def reliability(scores: Floats, passed: Floats, bins: int = BINS) -> list[dict[str, Any]]:
    """For each equal bin of [0, 1] that holds a score: how many, their mean, and the share of them that passed."""
    place = bins_of(scores, bins)
    rows = []
    for k in np.unique(place).tolist():
        inside = place == k
        rows.append(
            {
                "low": round(k / bins, 4),
                "high": round((k + 1) / bins, 4),
                "n": int(inside.sum()),
                "mean_score": round(float(scores[inside].mean()), 6),
                "pass_rate": round(float(passed[inside].mean()), 6),
            }
        )
    return rows
