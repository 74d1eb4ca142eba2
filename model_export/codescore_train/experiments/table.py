"""The log as one table: every run beside the others, and what it gained or lost against its baseline.

Reads recorded results and computes nothing but differences; what a run does not have is named as missing, never
guessed.  Neighbours: `log` reads the folders, `commands.table` writes the page.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence
from typing import Any

from codescore.embed.manifest import LATE, POOLINGS
from codescore_train.experiments.log import Logged

Value = float | None
Row = dict[str, Value]

_NOTHING = "–"
_SETS = {"humaneval-python": "Python", "humaneval-java": "Java"}  # data sets by the word that heads their columns
_WAYS = {"recall": "recall", LATE: "late", "vector": "vector"}
_TITLE = """# Experiments

A folder per run that mattered: `recipe.toml`, `environment.json`, `result.json`, `notes.md`. This page is made from
them by `codescore-train table model_export/experiments-log`; a test fails where it is not up to date.
"""
_AUDIT = """
## Self-audit

AUROC of rewrites against one-operator mutants of the same function, held-out projects, by language: the best vector
pooling, the trained mismatch alone, late interaction with the recipe's prices. In brackets the difference to the
baseline run.
"""
_PASSING = """
## Passing

AUROC of passing the tests, HumanEval dev half, mean within tasks and pooled: token recall alone, late interaction, the
best vector pooling. In brackets the difference to the baseline run. A trial (`codescore-train trial`) measures the
checkpoint in full precision without compiling, an evaluation the exported bundle, where what does not compile is 0:
compare like with like.
"""


def markdown(runs: Sequence[Logged]) -> str:
    """The whole page."""
    rows = {run.name: measured(run) for run in runs}
    audit = [key for key in _columns(rows.values()) if key.startswith("audit")]
    passing = [key for key in _columns(rows.values()) if not key.startswith(("audit", "steps", "seconds"))]
    parts = [_TITLE, _runs(runs, rows), _AUDIT, _grid(runs, rows, audit), _PASSING, _grid(runs, rows, passing)]
    return "\n".join([*parts, _missing(runs)]).rstrip() + "\n"


def table_csv(runs: Sequence[Logged]) -> str:
    """The same numbers, one line per run."""
    rows = {run.name: measured(run) for run in runs}
    columns = _columns(rows.values())
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["run", "variable", "baseline", "best-vector-pooling", *columns])
    for run in runs:
        values = [rows[run.name].get(key) for key in columns]
        pooling = best_pooling(run.result) or ""
        writer.writerow([run.name, run.variable, run.baseline, pooling, *("" if v is None else v for v in values)])
    return stream.getvalue()


def measured(run: Logged) -> Row:
    """A run's numbers by column; what is not recorded is left out."""
    result = {**(run.result or {}), **(run.result or {}).get("trial", {})}  # a trial is what runs are compared by
    row: Row = {key: result.get(key, result.get("training", {}).get(key)) for key in ("steps", "seconds")}
    best = best_pooling(result)
    audit = _audit(result)
    for way, name in (("vector", best), ("mismatch", "mismatch"), ("late", LATE)):
        for language, value in sorted(audit.get(name or "", {}).items()):
            row[f"audit {way} {language}"] = value
    for name in _SETS:
        for key, word in (("within-task", "within"), ("pooled", "pooled")):
            for way, short in _WAYS.items():
                row[f"{name} {word} {short}"] = _passing(result, name, best if way == "vector" else way, key)
    return {key: value for key, value in row.items() if value is not None and not math.isnan(value)}  # NaN: undefined


def best_pooling(result: dict[str, Any] | None) -> str | None:
    """The vector pooling with the highest mean self-audit over languages; None where there is no audit."""
    audit = _audit({**(result or {}), **(result or {}).get("trial", {})})
    return max((p for p in POOLINGS if p in audit), key=lambda p: sum(audit[p].values()), default=None)


def _audit(result: dict[str, Any]) -> dict[str, dict[str, float]]:
    """AUROC by way and language, of a trial or of an exported bundle (which says more per language)."""
    found = result.get("self-audit") or result.get("quality", {}).get("self-audit") or {}
    return {
        way: {lang: v["auroc"] if isinstance(v, dict) else v for lang, v in by_language.items()}
        for way, by_language in found.items()
    }


def _passing(result: dict[str, Any], name: str, way: str | None, key: str) -> Value:
    """AUROC on a data set, of a trial or of an evaluation (there with an interval)."""
    found = result.get(name) or result.get("evaluation", {}).get(name) or result.get("quality", {}).get(name) or {}
    if "measures" in found:
        measures = found["measures"].get(way, {})
        interval = measures.get("auroc-within-task" if key == "within-task" else "auroc")
        return interval[0] if interval else None
    value: Value = found.get(way or "", {}).get(key)
    return value


def _columns(rows: Iterable[Row]) -> list[str]:
    return list(dict.fromkeys(key for row in rows for key in row))


def _runs(runs: Sequence[Logged], rows: dict[str, Row]) -> str:
    lines = [
        f"| [{run.name}]({run.name}) | {run.variable or _NOTHING} | {run.baseline or _NOTHING} | "
        f"{_plain(rows[run.name].get('steps'))} | {_plain(rows[run.name].get('seconds'))} |"
        for run in runs
    ]
    return "\n".join(["| run | variable | baseline | steps | seconds |", "|---|---|---|---:|---:|", *lines])


def _grid(runs: Sequence[Logged], rows: dict[str, Row], columns: Sequence[str]) -> str:
    """A row per run that has any of the columns."""
    shown = [run for run in runs if any(key in rows[run.name] for key in columns)]
    if not shown:
        return "No run has these numbers yet."
    head = ["run", "best pooling", *(_headed(key) for key in columns)]
    cells = [
        [run.name, best_pooling(run.result) or _NOTHING, *(_cell(rows, run, key) for key in columns)] for run in shown
    ]
    lines = [f"| {' | '.join(row)} |" for row in cells]
    return "\n".join([f"| {' | '.join(head)} |", f"|---|---|{'---:|' * len(columns)}", *lines])


def _headed(key: str) -> str:
    for name, word in _SETS.items():
        if key.startswith(name):
            return word + key.removeprefix(name)
    return key.removeprefix("audit ")


def _cell(rows: dict[str, Row], run: Logged, key: str) -> str:
    value, before = rows[run.name].get(key), rows.get(run.baseline, {}).get(key)
    if value is None:
        return _NOTHING
    said = f"{value:.3f}"
    return said if before is None else f"{said} ({value - before:+.3f})"


def _plain(value: Value) -> str:
    return _NOTHING if value is None else f"{value:,.0f}"


def _missing(runs: Sequence[Logged]) -> str:
    """What is not there, by run."""
    names = {run.name for run in runs}
    lines = []
    for run in runs:
        row = measured(run)
        absent = [key for key in ("steps", "seconds") if key not in row]
        absent += [name for name in ("audit", *_SETS) if not any(key.startswith(name) for key in row)]
        if run.result is None:
            absent = ["result.json"]
        absent += [] if run.variable else ["variable in run.toml"]
        absent += [f"baseline run {run.baseline}"] if run.baseline and run.baseline not in names else []
        if absent:
            lines.append(f"* {run.name}: no {', no '.join(absent)}")
    return "\n".join(["", "## Missing", "", *lines]) if lines else ""
