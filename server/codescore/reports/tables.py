"""A table as a value, and as Markdown and CSV.  Knows nothing of studies; neighbours make tables from records."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a table: `text` for people, `value` for sorting and for CSV, `best` among its column.

    `interval` is shown behind the number, with as many `digits`; `note` says why there is none.
    """

    text: str
    value: float | str | None = None
    best: bool = False
    note: str = ""
    interval: tuple[float, float] | None = None
    digits: int = 3


@dataclass(frozen=True, slots=True)
class Table:
    """A table: `slug` names its files, `groups` are headings over runs of columns (text, how many);
    `own` is the first cell of the row to point out."""

    slug: str
    title: str
    headers: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    groups: tuple[tuple[str, int], ...] = field(default=())
    own: str = "CodeScore-R"


def word(text: str) -> Cell:
    """A cell of text."""
    return Cell(text, text)


def number(value: float | None, digits: int = 3, interval: Sequence[float] | None = None, why: str = "") -> Cell:
    """A cell of a number, with its interval where there is one; a dash, with the reason, where there is none."""
    if value is None:
        return Cell("–", None, note=why)
    return Cell(shown(value, digits), value, False, "", (interval[0], interval[1]) if interval else None, digits)


def shown(value: float, digits: int = 3) -> str:
    """A number with a real minus sign; what rounds to nothing has none."""
    text = f"{value:.{digits}f}"
    return text.lstrip("-") if not float(text) else text.replace("-", "−")


def count(value: int | None) -> Cell:
    """A cell of a whole number; nothing for 0."""
    return Cell(f"{value:,}" if value else "", value)


def mark_best(rows: Sequence[Sequence[Cell]], column: int, *, least: bool, among: Iterable[int]) -> list[list[Cell]]:
    """The rows with the best values of a column marked, of the rows `among`; ties as shown are all best."""
    chosen = set(among)
    values = [
        cell.value for k, row in enumerate(rows) if k in chosen and isinstance((cell := row[column]).value, float)
    ]
    result = [list(row) for row in rows]
    if not values:
        return result
    best = min(values) if least else max(values)
    for k, row in enumerate(result):
        cell = row[column]
        if k in chosen and isinstance(cell.value, float) and f"{cell.value:.3f}" == f"{best:.3f}":
            row[column] = replace(cell, best=True)
    return result


def markdown(table: Table, level: int = 3) -> str:
    """GitHub's Markdown: title, table, note; the interval stands behind its number."""
    lines = [f"{'#' * level} {table.title}", ""]
    headers = _flat_headers(table)
    lines.append("| " + " | ".join(headers) + " |")
    lines.append("|" + "|".join("---" if k == 0 else "---:" for k in range(len(headers))) + "|")
    lines += ["| " + " | ".join(_markdown_cell(cell) for cell in row) + " |" for row in table.rows]
    if table.note:
        lines += ["", table.note]
    return "\n".join(lines) + "\n"


def comma_separated(table: Table) -> str:
    """CSV with numbers as recorded; the interval in a column of its own where a column has one."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    headers = _flat_headers(table)
    wide = [any(row[k].interval for row in table.rows) for k in range(len(headers))]
    named = [(name, f"{name} low", f"{name} high") if wide[k] else (name,) for k, name in enumerate(headers)]
    writer.writerow([name for names in named for name in names])
    for row in table.rows:
        values: list[float | str | None] = []
        for k, cell in enumerate(row):
            values.append(cell.value)
            if wide[k]:
                values += cell.interval or (None, None)
        writer.writerow(values)
    return out.getvalue()


def _flat_headers(table: Table) -> list[str]:
    """Headers, each with the heading over it."""
    over = [text for text, width in table.groups for _ in range(width)] or [""] * len(table.headers)
    return [f"{above}: {name}" if above else name for above, name in zip(over, table.headers, strict=True)]


def _markdown_cell(cell: Cell) -> str:
    text = cell.text.replace("|", "\\|") or " "
    if cell.best:
        text = f"**{text}**"
    return f"{text} [{', '.join(shown(one, cell.digits) for one in cell.interval)}]" if cell.interval else text
