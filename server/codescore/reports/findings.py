"""What the recorded numbers say of CodeScore-R, in sentences that follow from them: where it wins and where it loses.

A difference is beyond doubt where its 95 % interval, paired over the same resamples of tasks, leaves out 0; never where
there are few tasks to resample.  Values that are shown alike are level.  What runs programs is named beside the best
other metric and decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from codescore.reports.papers.published import paper
from codescore.reports.recorded import Recorded, Row
from codescore.reports.tables import shown

Verdict = Literal["wins", "ahead", "level", "behind", "loses", "unknown"]

_FEW = 10  # tasks: the bootstrap of fewer knows too little of how tasks differ

_NAMES = {
    "auroc_within_task": "AUROC within task",
    "auroc": "AUROC pooled",
    "kendall_tau_b": "Kendall τ-b",
    "mcc": "MCC",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence on one data set, and how it went."""

    data: str
    verdict: Verdict
    sentence: str


def findings(recorded: Recorded) -> list[Finding]:
    """One sentence per data set for each of the product's metrics, and one on the audit of each."""
    return [*_on_outcomes(recorded), *_on_audit(recorded)]


def ours() -> str:
    """The name of the product's metric."""
    return paper().ours("CodeScore-R")


def _on_outcomes(recorded: Recorded) -> Iterator[Finding]:
    for data in recorded.sets():
        measure = _measure_of(recorded, data)
        for name in _PRODUCT:
            mine = recorded.row(data, name)
            if mine is None or (name != ours() and (measure is None or mine[measure] is None)):
                continue
            if measure is None or mine[measure] is None:
                yield Finding(data, "unknown", f"{data}: nothing can be said, CodeScore-R has no value here.")
                continue
            rows = [row for other in recorded.names(data) if (row := recorded.row(data, other))]
            if any(_rival(row, measure) for row in rows):
                yield _compared(recorded, data, mine, rows, measure)
            elif name == ours():
                why = "no other metric that runs no program has a value here"
                yield Finding(data, "unknown", f"{data}: nothing can be said, {why}.")


def _on_audit(recorded: Recorded) -> Iterator[Finding]:
    for data in dict.fromkeys(row["data"] for row in recorded.audit):
        rows = {row["metric"]: row for row in recorded.audit if row["data"] == data}
        rivals = any(_rival(row, "auroc") for row in rows.values())
        for mine in (rows[name] for name in _PRODUCT if name in rows):
            if mine["auroc"] is not None and rivals:
                found = _compared(recorded, data, mine, list(rows.values()), "auroc")
                rates = f"{mine['recall']:.0%} of the rewrites and {mine['false_positive_rate']:.0%} of the mutants"
                yield Finding(data, found.verdict, f"Audit, {found.sentence.rstrip('.')}; it passes {rates}.")


def _measure_of(recorded: Recorded, data: str) -> str | None:
    """The measure that a data set can be judged by: within task where tasks have both outcomes."""
    rows = [row for name in recorded.names(data) if (row := recorded.row(data, name))]
    for measure in ("auroc_within_task", "auroc", "kendall_tau_b"):
        if any(row[measure] is not None for row in rows):
            return measure
    return None


def _rival(row: Row, measure: str) -> bool:
    """Whether a row is of another's metric, with a value; the product's own, and what runs programs, are no rivals."""
    return row[measure] is not None and row["metric"] not in (*_PRODUCT, "embedding-cosine", *_RUNNING)


# CodeScore-R as the paper has it, and the product's own reading of it as a probability.
_PRODUCT = (ours(), "probability")
_RUNNING = ("evidence", "run-match")  # they see what a text cannot show


def _compared(recorded: Recorded, data: str, mine: Row, rows: Sequence[Row], measure: str) -> Finding:
    others = [row for row in rows if _rival(row, measure)]  # at least one
    running = [row for row in rows if row["metric"] in _RUNNING and row[measure] is not None]
    most = max(_seen(row, measure) for row in others)
    best = [row for row in others if _seen(row, measure) == most]
    verdict, how = _verdict(mine, max(best, key=lambda row: float(row[measure])), measure)
    value = f"{shown(mine[measure])}{_interval(mine, measure)}"
    return Finding(
        data,
        verdict,
        f"{data}: {recorded.title(mine['metric'])} {how} ({_NAMES[measure]} {value}; "
        f"{_best(recorded, best, measure, running)}{_beside(recorded, mine, measure, running)}), "
        f"{_place(mine, others, measure)}.",
    )


def _best(recorded: Recorded, best: Sequence[Row], measure: str, running: Sequence[Row]) -> str:
    """The best other metric with its interval; of several with that value two, and how many more there are."""
    titles = [recorded.title(row["metric"]) for row in best]
    value = shown(best[0][measure])
    if len(best) == 1:
        which = " that runs no program" if running else ""
        return f"the best other{which} is {titles[0]} {value}{_interval(best[0], measure)}"
    which = " that run no program" if running else ""
    listed = " and ".join(titles) if len(titles) == 2 else f"{', '.join(titles[:2])} and {len(titles) - 2} more"
    return f"the best others{which} are {listed}, {value} each"


def _beside(recorded: Recorded, mine: Row, measure: str, running: Sequence[Row]) -> str:
    """What metrics that run programs reach on the same data; empty where none was studied."""
    alike = {True: " (the same)", False: ""}
    values = [
        f"{recorded.title(row['metric'])} {shown(row[measure])}{alike[_seen(row, measure) == _seen(mine, measure)]}"
        for row in running
    ]
    return f"; by running programs: {', '.join(values)}" if values else ""


def _place(mine: Row, others: Sequence[Row], measure: str) -> str:
    """The place among the metrics compared, with how many share it."""
    values = [_seen(row, measure) for row in others]
    place = f"place {1 + sum(value > _seen(mine, measure) for value in values)} of {len(others) + 1}"
    shared = values.count(_seen(mine, measure))
    return f"{place}, shared with {shared} other{'s' * (shared > 1)}" if shared else place


def _seen(row: Row, measure: str) -> float:
    """A value as it is shown: what reads the same is the same."""
    return round(float(row[measure]), 3)


def _verdict(mine: Row, best: Row, measure: str) -> tuple[Verdict, str]:
    """How it went, by the difference that was recorded."""
    lies = best.get("above", {}).get(mine["metric"], {}).get(measure)
    verdict, how = _standing(_seen(mine, measure), _seen(best, measure))
    if lies is None:
        return verdict, "loses" if verdict == "behind" else how
    difference = f"{shown(abs(lies[0]))} [{shown(lies[1])}, {shown(lies[2])}]"
    by = f"with a difference of {difference}" if verdict == "level" else f"by {difference}"
    unit = "references" if "references" in mine else "tasks"
    if mine[unit] < _FEW:
        return verdict, f"{how} {by}, judged by {mine[unit]} {unit} only"
    if verdict == "level":
        return verdict, f"{how} {by}"
    if lies[1] > 0:
        return "wins", f"wins {by}"
    if lies[2] < 0:
        return "loses", f"loses {by}"
    return verdict, f"{how} {by}, not beyond doubt"


def _standing(mine: float, best: float) -> tuple[Verdict, str]:
    """Ahead, level or behind, and in words."""
    if mine == best:
        return "level", "is level"
    return ("ahead", "is ahead") if mine > best else ("behind", "is behind")


def _interval(row: Row, measure: str) -> str:
    ci = row["ci95"].get(measure)
    return f" [{shown(ci[0])}, {shown(ci[1])}]" if ci else ""
