"""Columns of metrics as a person reads them in a terminal: a table, what could not be said, and the signatures.

Knows how things look, not how they are computed.  Every word from a user's file passes through `terminal.visible`.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text as Line

from codescore.cli import terminal

if TYPE_CHECKING:
    from rich.console import Console

    from codescore.metrics import Column
    from codescore.study.dataset import DataSet

_DEARER = {"structure": "slower; not among `cheap`", "model": "needs a model"}
_MAX_LINES_NAMED = 5


def print_files(console: Console, labels: Sequence[str], columns: Sequence[Column]) -> None:
    """A candidate against references: one line per metric, its signature at the end."""
    seen = [terminal.visible(label) for label in labels]
    console.print(Line.assemble((seen[0], "bold"), " against ", (", ".join(seen[1:]), "bold")), soft_wrap=True)
    table = _table("metric", "value", "")
    for column in columns:
        score = column.results[0].score
        remarks = [score.note, score.reason]
        if score.reference is not None and len(labels) > 2:
            remarks.append(f"best: {labels[1 + score.reference]}")
        remark = Line(terminal.visible("; ".join(filter(None, remarks))), "yellow" if score.reason else "dim")
        table.add_row(Line(column.metric), terminal.bar(console, score.value, digits=3), remark)
    console.print(table)
    _print_failed(console, sum(column.failed for column in columns), len(columns), "metrics")
    for column in columns:
        console.print(Line(terminal.visible(str(column.results[0].signature)), "dim"), soft_wrap=True)


def print_data(console: Console, sets: Sequence[DataSet], columns: Sequence[Column]) -> None:
    """Data sets: one line per metric and language."""
    for data in sets:
        console.print(
            Line.assemble(
                (terminal.visible(str(data.path)), "bold"), f"  {terminal.counted(len(data.samples), 'pair')}"
            )
        )
        for line in _left_out(data):
            console.print(Line.assemble(terminal.sign(console, "warn"), f" {terminal.visible(line)}"), soft_wrap=True)
    table = _table("metric", "language", "mean", "corpus", "pairs", "no value", "seconds", numbers=3)
    for column in columns:
        for corpus in column.corpus:
            language = dict(corpus.signature.settings)["lang"]
            scores = [r.score for r in column.results if r.signature == corpus.signature]
            known = [score.value for score in scores if score.value is not None]
            without = len(scores) - len(known)
            table.add_row(
                Line(column.metric),
                Line(terminal.visible(language)),
                terminal.bar(console, statistics.fmean(known) if known else None, digits=3),
                _number(console, corpus.score.value),
                Line(f"{len(scores):,}"),
                Line(f"{without:,}" if without else "", "yellow"),
                Line(f"{column.seconds:.2f}", "dim"),
            )
    console.print(table)
    for column in columns:
        reasons = Counter(r.score.reason for r in column.results if r.score.value is None)
        for reason, count in reasons.most_common(_MAX_LINES_NAMED):
            words = terminal.visible(f" {column.metric}: {count:,} without a value: {reason}")
            console.print(Line.assemble(terminal.sign(console, "warn"), words), soft_wrap=True)
    for column in columns:
        for corpus in column.corpus:
            console.print(Line(terminal.visible(str(corpus.signature)), "dim"), soft_wrap=True)


def print_list(console: Console) -> None:
    """Every metric, explained."""
    from codescore.metrics import metric_class, names
    from codescore.metrics.tokens import TOKENISATIONS

    table = _table("metric", "what it measures", "source")
    for name in names():
        found = metric_class(name)
        cost = f"\n({_DEARER[found.cost]})" if found.cost in _DEARER else ""
        table.add_row(Line.assemble((name, "bold"), (cost, "dim")), Line(found.summary), Line(found.source, "dim"))
    console.print(table)
    console.print()
    table = _table("tokens", "what they are", "source")
    for tokenisation in TOKENISATIONS.values():
        table.add_row(Line(tokenisation.name, "bold"), Line(tokenisation.summary), Line(tokenisation.source, "dim"))
    console.print(table)


def _table(*headings: str, numbers: int | None = None) -> Table:
    """A table without lines; columns from `numbers` on are right-aligned."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for index, heading in enumerate(headings):
        right = numbers is not None and index >= numbers
        table.add_column(heading, justify="right" if right else "left", no_wrap=index == 0, overflow="fold")
    return table


def _number(console: Console, value: float | None) -> Line:
    return terminal.sign(console, "none") if value is None else Line(f"{value:.3f}")


def _print_failed(console: Console, failed: int, of: int, what: str) -> None:
    if failed:
        words = f" {failed} of {of} {what} gave no value; the reason stands beside each"
        console.print(Line.assemble(terminal.sign(console, "warn"), words))


def _left_out(data: DataSet) -> list[str]:
    """What of a data set was not used, a line each."""
    lines = data.remarks()
    if data.duplicates:
        named = ", ".join(data.duplicates[:_MAX_LINES_NAMED])
        lines.append(f"{len(data.duplicates):,} ids came more than once, the first counts: {named}")
    lines += [f"line {bad.line} skipped: {bad.reason}" for bad in data.malformed[:_MAX_LINES_NAMED]]
    if len(data.malformed) > _MAX_LINES_NAMED:
        lines.append(f"and {len(data.malformed) - _MAX_LINES_NAMED:,} more malformed lines")
    return lines
