"""Tables of agreement with outcomes: one per data set, one per measure over all data sets, and the audit's.

Rows are metrics, as recorded; only picked out and formatted here.  Neighbours: `papers.tables` sets the paper's numbers
beside ours, `findings` puts the same rows into sentences.
"""

from __future__ import annotations

from collections.abc import Sequence

from codescore.reports.recorded import Recorded, Row
from codescore.reports.tables import Cell, Table, count, mark_best, number, word

#: What stands over a measure's column, and whether less is better.
MEASURES = {
    "auroc_within_task": ("AUROC within task", False),
    "auroc": ("AUROC pooled", False),
    "kendall_tau_b": ("Kendall τ-b", False),
    "mae": ("MAE", True),
    "mae_at_threshold": ("MAE at 0.5", True),
    "mcc": ("MCC", False),
    "accuracy": ("accuracy", False),
    "precision": ("precision", False),
    "recall": ("recall", False),
    "f1": ("F1", False),
    "ece": ("ECE", True),
    "mean_score": ("mean score", False),
}
_WITH_INTERVAL = ("auroc_within_task", "auroc", "kendall_tau_b", "mae_at_threshold", "mcc")
_NO_BEST = ("mean_score",)


def slug(name: str) -> str:
    """A name as part of a file's name."""
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split())


def agreement(recorded: Recorded, data: str) -> Table:
    """Every measure of every metric on one data set, on the data as they are."""
    rows = [row for name in recorded.names(data) if (row := recorded.row(data, name))]
    graded = bool(rows) and rows[0]["outcome"] == "human"
    measures = [m for m in MEASURES if not graded or m in ("kendall_tau_b", "mean_score")]
    cells = [
        [
            word(recorded.title(row["metric"])),
            *(_measure(row, measure, interval=measure in _WITH_INTERVAL) for measure in measures),
            _cost(row),
            count(row["failed"]),
        ]
        for row in rows
    ]
    marked = _marked(cells, measures, [k for k, row in enumerate(rows) if not _constant(row)])
    return Table(
        slug=f"agreement-{slug(data)}",
        title=f"Agreement with {'grades' if graded else 'test outcomes'}: {data}",
        headers=("metric", *(MEASURES[m][0] for m in measures), "ms a pair", "failed"),
        rows=tuple(tuple(row) for row in marked),
        note=_about(rows, graded=graded),
    )


def overview(recorded: Recorded, measure: str) -> Table:
    """One measure of every metric on every data set."""
    sets = [data for data in recorded.sets() if _has(recorded, data, measure)]
    names = list(dict.fromkeys(name for data in sets for name in recorded.names(data)))
    cells = [[word(recorded.title(name)), *(_found(recorded, data, name, measure) for data in sets)] for name in names]
    constant = [any((r := recorded.row(data, name)) and _constant(r) for data in sets) for name in names]
    for column in range(1, len(sets) + 1):
        chosen = [k for k in range(len(names)) if not constant[k]]
        cells = mark_best(cells, column, least=MEASURES[measure][1], among=chosen)
    return Table(
        slug=f"overview-{slug(measure)}",
        title=f"{MEASURES[measure][0]}, every metric on every data set",
        headers=("metric", *sets),
        rows=tuple(tuple(row) for row in cells),
        note="The best of each column is bold; [low, high] is the 95 % interval by bootstrap over tasks. "
        "Constants are shown for comparison and never bold.",
    )


def audit(recorded: Recorded) -> Table | None:
    """The minimal-mutation audit of every metric on every data set's references."""
    sets = list(dict.fromkeys(row["data"] for row in recorded.audit))
    if not sets:
        return None
    rows = {(row["data"], row["metric"]): row for row in recorded.audit}
    names = list(dict.fromkeys(row["metric"] for row in recorded.audit))
    cells = [
        [word(recorded.title(name)), *(cell for data in sets for cell in _audited(rows.get((data, name))))]
        for name in names
    ]
    for k in range(len(sets)):
        cells = mark_best(cells, 3 * k + 1, least=False, among=range(len(names)))
    return Table(
        slug="audit",
        title="Minimal-mutation audit: rewrites of a reference against one-operator mutants of it",
        headers=("metric", *("AUROC", "rewrites pass", "mutants pass") * len(sets)),
        rows=tuple(tuple(row) for row in cells),
        note="A perfect metric has AUROC 1, passes every rewrite (table 1: the meaning stays) and no mutant (table 2: "
        "one operator is another). Pass: above 0.5. A mutant is close to its reference by construction, so a metric of "
        "text ranks it above a rewrite and its AUROC is near 0.",
        groups=(("", 1), *((data, 3) for data in sets)),
    )


def _audited(row: Row | None) -> Sequence[Cell]:
    if row is None:
        return (number(None), number(None), number(None))
    interval = row["ci95"].get("auroc")
    return (number(row["auroc"], interval=interval), number(row["recall"], 2), number(row["false_positive_rate"], 2))


def _found(recorded: Recorded, data: str, name: str, measure: str) -> Cell:
    row = recorded.row(data, name)
    return number(None, why="not studied") if row is None else _measure(row, measure, interval=True)


def _measure(row: Row, measure: str, *, interval: bool) -> Cell:
    why = str(row.get("reasons", {}).get(measure, ""))
    return number(row[measure], interval=row["ci95"].get(measure) if interval else None, why=why)


def _cost(row: Row) -> Cell:
    return number(1000 * row["seconds"] / row["n"] if row["n"] else None, 2)


def _marked(cells: list[list[Cell]], measures: Sequence[str], among: Sequence[int]) -> list[list[Cell]]:
    for column, measure in enumerate(measures, 1):
        if measure not in _NO_BEST:
            cells = mark_best(cells, column, least=MEASURES[measure][1], among=among)
    return cells


def _constant(row: Row) -> bool:
    """Whether a metric says the same of every pair: its intervals and its correlation show it."""
    return row["kendall_tau_b"] is None or row["metric"].startswith("always-")


def _has(recorded: Recorded, data: str, measure: str) -> bool:
    return any((row := recorded.row(data, name)) and row[measure] is not None for name in recorded.names(data))


def _about(rows: Sequence[Row], *, graded: bool) -> str:
    if not rows:
        return ""
    most = max(rows, key=lambda row: int(row["n"]))
    if not most["n"]:
        return "No pair has a value by any of these metrics, so there is nothing to measure; the reasons are listed."
    share = "" if graded else f", {most['pass_rate']:.1%} of them passed"
    unit = "graded by people" if graded else "with test outcomes"
    return (
        f"{most['n']:,} pairs of {most['tasks']} tasks {unit}{share}; [low, high] is the 95 % interval by "
        "bootstrap over tasks. The best of each column is bold, constants left aside."
    )
