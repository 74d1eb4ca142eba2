"""The study of graded models as Markdown, CSV and one JSON document; every sentence and number is computed.

Makes text and plain values, writes no file.  Neighbours: `human` computes, `checks` sets the paper beside it,
`remarks` says what there is to say.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from codescore import __version__
from codescore.study.papers import remarks as say
from codescore.study.papers.checks import Checked, checked, human_checked
from codescore.study.papers.remarks import ReportRow
from codescore.study.papers.tables import HUMAN

if TYPE_CHECKING:
    from codescore.study.papers.human import Study, Told
    from codescore.study.papers.mismatch import Cell, Mismatch
    from codescore.study.papers.tables import Printed
    from codescore.study.significance import Interval

_MARKS = {"yes": "", "medians": " ~", "no": " ≠", None: ""}

_LEGEND = (
    "Rows marked *paper* are the printed ones; ≠ marks a printed number that is not ours, ~ one that is ours only with "
    "differences between medians of resamples. Scores are X-Z+Y: 95 % of the resamples lie in [X - Z, X + Y]. A "
    "difference is significant where 95 % of the resamples agree on its sign (one-sided, as its authors computed it)."
)


@dataclass(frozen=True, slots=True)
class Report:
    """A study with what it is set beside: all `cells` of its tables; `grades` says whether they were verified."""

    study: Study
    rows: tuple[ReportRow, ...]
    paper: Printed | None
    cells: tuple[Checked, ...]
    grades: str = ""

    @property
    def title(self) -> str:
        return self.paper.title if self.paper else self.study.data


def report(study: Study, rows: Sequence[ReportRow], paper: Printed | None) -> Report:
    """Set a study beside the printed tables of its data set, if there are any."""
    cells = list(chain.from_iterable(checked(row.judged, study, row.paper_row, paper) for row in rows))
    if paper:
        cells += human_checked(study, paper)
    return Report(study, tuple(rows), paper, tuple(cells))


def remarks(found: Report) -> dict[str, list[str]]:
    """All sentences, by the question that they answer."""
    study, rows, paper = found.study, found.rows, found.paper
    answers = {"What was done": list(say.setting(study, paper))}
    answers["What was done"] += list(say.ties(rows)) if rows else []
    answers["What was done"] += [found.grades] if found.grades else []
    if paper:
        answers["Are these the printed tables?"] = [
            *say.scores(rows, found.cells, paper),
            *say.counts(rows, found.cells, paper),
            *say.oddities(paper),
        ]
        if any(row.paper_row and not row.from_data for row in rows):
            answers["Are our metrics those of the paper?"] = list(say.ours(study, rows, paper))
    answers["Which models are told apart?"] = list(say.originals(study, rows, paper))
    answers["From which difference on do metrics agree with people?"] = list(say.reliability(rows))
    return answers


def markdown(reports: Sequence[Report]) -> str:
    """The page of all studies."""
    made = f"Made by `codescore study human` {__version__}; the study is that of Out of the BLEU, sections 4 and 5."
    lines = ["# Do metrics see the differences that people see?", "", made, "", _LEGEND, ""]
    for found in reports:
        lines += _page(found)
    return "\n".join(lines).rstrip() + "\n"


def document(found: Report) -> dict[str, Any]:
    """The study as plain values for JSON; scores and rates in points of 100."""
    study = found.study
    return {
        "data": study.data,
        "models": list(study.models),
        "tasks": study.tasks,
        "all_models": study.all_models,
        "pairs": study.pairs,
        "resampling": {**asdict(study.how), "runs": len(found.rows[0].judged.runs) if found.rows else 0},
        "human": [_interval(interval) for interval in study.human],
        "human_told_apart": _told(study.human_told),
        "metrics": [_metric(row) for row in found.rows],
        "cells": [asdict(cell) for cell in found.cells],
        "remarks": remarks(found),
    }


def tables(found: Report) -> dict[str, str]:
    """CSV files by name: the cells of the three tables with the printed ones, and the kinds of mismatch."""
    numbers = found.paper.tables if found.paper else {}
    files = {}
    for kind in ("scores", "significance", "mismatch"):
        name = f"{found.study.data}-{kind}" + (f"-table{numbers[kind]}" if kind in numbers else "")
        cells = [cell for cell in found.cells if cell.kind == kind]
        head = ("row", "column", "ours", "low", "high", "paper", "fit")
        files[f"{name}.csv"] = _csv(head, ([getattr(cell, column) for column in head] for cell in cells))
    kinds = ("row", "bin", "agree", "type_1", "opposite", "type_2")
    files[f"{found.study.data}-kinds.csv"] = _csv(kinds, _kinds(found.rows))
    return files


def _page(found: Report) -> list[str]:
    study, numbers = found.study, found.paper.tables if found.paper else {}
    lines = [f"## {found.title}", ""]
    for question, answers in remarks(found).items():
        lines += [f"### {question}", "", *(f"* {answer}" for answer in answers), ""]
    for kind, title, make in (
        ("scores", "Scores", _score_table),
        ("significance", "Significance of differences: significant / not significant", _significance_table),
        ("mismatch", "Mismatch with people: rate of pairs", _mismatch_table),
    ):
        lines += [f"### {title}{f' (table {numbers[kind]})' if kind in numbers else ''}", "", *make(found), ""]
    lines += ["### Kinds of mismatch", "", *_kinds_table(found), ""]
    lines += [
        "### Signatures",
        "",
        *(f"* {row.label}: `{row.judged.signature}`{_failed(row)}" for row in found.rows),
        "",
    ]
    return [*lines, f"Tasks: {study.tasks}. Resampling: {_settings(study)}.", ""]


def _score_table(found: Report) -> list[str]:
    paper = found.paper
    body = []
    for row in found.rows:
        body.append([row.judged.title, _origin(row), *map(str, row.judged.scores)])
        body += _paper_scores(found, row.judged.name, row.paper_row) if paper else []
    body.append(["Human", "data", *map(str, found.study.human)])
    body += _paper_scores(found, HUMAN, HUMAN) if paper else []
    return _table(["metric", "values", *found.study.models], body)


def _paper_scores(found: Report, name: str, paper_row: str | None) -> list[list[str]]:
    if found.paper is None or paper_row is None:
        return []
    by_model = dict(zip(found.paper.models, found.paper.scores[paper_row], strict=True))
    marks = {cell.column: _MARKS[cell.fit] for cell in found.cells if (cell.kind, cell.row) == ("scores", name)}
    return [["", "*paper*", *(f"{by_model[m]}{marks[m]}" if m in by_model else "" for m in found.study.models)]]


def _significance_table(found: Report) -> list[str]:
    bins = _bins(found)
    body = []
    for row in found.rows:
        run = row.judged.runs[0]
        pairs = zip(run.significant, run.not_significant, strict=True)
        body.append([row.judged.title, _origin(row), *(f"{yes} / {no}" for yes, no in pairs)])
        if found.paper and row.paper_row:
            mark = _marks(found, "significance", row.judged.name)
            cells = zip(bins, found.paper.significance[row.paper_row], strict=True)
            shown = [f"{y}{mark[f'{b} significant']} / {n}{mark[f'{b} NS']}" for b, (y, n) in cells]
            body.append(["", "*paper*", *shown])
    return _table(["metric", "values", *bins], body)


def _mismatch_table(found: Report) -> list[str]:
    bins = [*_bins(found), "NS"]
    body = []
    for row in found.rows:
        run = row.judged.runs[0]
        total = "–" if run.total is None else f"{run.total:.2%}"
        body.append([row.judged.title, _origin(row), *map(_rate_of, (*run.cells, run.ns)), total])
        if found.paper and row.paper_row:
            mark = _marks(found, "mismatch", row.judged.name)
            cells = zip(bins, found.paper.mismatch[row.paper_row], strict=True)
            shown = [
                ("–" if cell.rate is None else f"{cell.rate:.1f}%")
                + f"{mark[f'{b} mismatches %']} of {cell.pairs}{mark[f'{b} pairs']}"
                for b, cell in cells
            ]
            total = f"{found.paper.total[row.paper_row]:g}%{mark['total mismatch %']}"
            body.append(["", "*paper*", *shown, total])
    return _table(["metric", "values", *bins, "total"], body)


def _kinds_table(found: Report) -> list[str]:
    body = [[str(value) for value in row] for row in _kinds(found.rows)]
    return _table(["metric", "bin", "agree", "type 1", "type 1, opposite", "type 2"], body)


def _kinds(rows: Iterable[ReportRow]) -> list[list[str | int]]:
    return [
        [row.label, name, cell.agree, cell.type_1, cell.opposite, cell.type_2]
        for row in rows
        for name, cell in _named(row.judged.runs[0])
    ]


def _named(run: Mismatch) -> list[tuple[str, Cell]]:
    return list(zip((*run.bins, "NS"), (*run.cells, run.ns), strict=True))


def _metric(row: ReportRow) -> dict[str, Any]:
    judged = row.judged
    run = judged.runs[0]
    return {
        "name": judged.name,
        "title": judged.title,
        "values": _origin(row),
        "signature": judged.signature,
        "failed": judged.failed,
        "agreement_with_data": [asdict(found) for found in row.agreements],
        "scores": [_interval(interval) for interval in judged.scores],
        "told_apart": _told(judged.told),
        "significant": dict(zip(run.bins, run.significant, strict=True)),
        "not_significant": dict(zip(run.bins, run.not_significant, strict=True)),
        "mismatch": {name: {**asdict(cell), "rate": cell.rate} for name, cell in _named(run)},
        "total_mismatch": run.total,
    }


def _interval(interval: Interval) -> dict[str, float | str]:
    return {"score": interval.value, "low": interval.low, "high": interval.high, "text": str(interval)}


def _told(told: Told) -> list[dict[str, Any]]:
    return [{"models": list(pair), "runs": runs} for pair, runs in told.items()]


def _origin(row: ReportRow) -> str:
    return "data" if row.from_data else "ours"


def _failed(row: ReportRow) -> str:
    return f"; {row.judged.failed} pairs have no value" if row.judged.failed else ""


def _settings(study: Study) -> str:
    return ", ".join(f"{name} {value}" for name, value in study.how.settings.items())


def _bins(found: Report) -> tuple[str, ...]:
    return found.rows[0].judged.runs[0].bins if found.rows else ()


def _marks(found: Report, kind: str, name: str) -> dict[str, str]:
    return {cell.column: _MARKS[cell.fit] for cell in found.cells if (cell.kind, cell.row) == (kind, name)}


def _rate_of(cell: Cell) -> str:
    return ("–" if cell.rate is None else f"{cell.rate:.1%}") + f" of {cell.pairs}"


def _table(head: Sequence[str], body: Sequence[Sequence[str]]) -> list[str]:
    rows = [head, ["---"] * len(head), *body]
    return ["| " + " | ".join(row) + " |" for row in rows]


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()
