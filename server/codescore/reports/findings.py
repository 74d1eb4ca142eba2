"""What the recorded numbers say of CodeScore-R, in sentences that follow from them: where it wins and where it loses.

A difference is beyond doubt where its 95 % interval, paired over the same resamples of tasks, leaves out 0; never where
there are few tasks to resample.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from codescore.reports.papers.published import paper
from codescore.reports.recorded import Recorded, Row
from codescore.reports.tables import shown

Verdict = Literal["wins", "ahead", "behind", "loses", "unknown"]

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
            if others := [row for row in rows if _rival(row, measure)]:
                yield _compared(recorded, data, mine, others, measure)


def _on_audit(recorded: Recorded) -> Iterator[Finding]:
    for data in dict.fromkeys(row["data"] for row in recorded.audit):
        rows = {row["metric"]: row for row in recorded.audit if row["data"] == data}
        others = [row for row in rows.values() if _rival(row, "auroc")]
        for mine in (rows[name] for name in _PRODUCT if name in rows):
            if mine["auroc"] is not None and others:
                found = _compared(recorded, data, mine, others, "auroc")
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


def _compared(recorded: Recorded, data: str, mine: Row, others: list[Row], measure: str) -> Finding:
    best = max(others, key=lambda row: float(row[measure]))
    place = 1 + sum(row[measure] > mine[measure] for row in others)
    verdict, how = _verdict(mine, best, measure)
    value = f"{shown(mine[measure])}{_interval(mine, measure)}"
    other = f"{recorded.title(best['metric'])} {shown(best[measure])}{_interval(best, measure)}"
    return Finding(
        data,
        verdict,
        f"{data}: {recorded.title(mine['metric'])} {how} ({_NAMES[measure]} {value}; the best other is {other}), "
        f"place {place} of {len(others) + 1}.",
    )


def _verdict(mine: Row, best: Row, measure: str) -> tuple[Verdict, str]:
    """How it went, by the difference that was recorded."""
    lies = best.get("above", {}).get(mine["metric"], {}).get(measure)
    ahead = mine[measure] >= best[measure]
    if lies is None:
        return ("ahead", "is ahead") if ahead else ("behind", "loses")
    by = f"by {shown(abs(lies[0]))} [{shown(lies[1])}, {shown(lies[2])}]"
    unit = "references" if "references" in mine else "tasks"
    if mine[unit] < _FEW:
        how = "is ahead" if ahead else "is behind"
        return ("ahead" if ahead else "behind"), f"{how} {by}, judged by {mine[unit]} {unit} only"
    if lies[1] > 0:
        return "wins", f"wins {by}"
    if lies[2] < 0:
        return "loses", f"loses {by}"
    return ("ahead", f"is ahead {by}, not beyond doubt") if ahead else ("behind", f"is behind {by}, not beyond doubt")


def _interval(row: Row, measure: str) -> str:
    ci = row["ci95"].get(measure)
    return f" [{shown(ci[0])}, {shown(ci[1])}]" if ci else ""
