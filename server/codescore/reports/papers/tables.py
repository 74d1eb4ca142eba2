"""The CodeScore-R paper's tables 3 to 15: its printed numbers beside ours.

Our data sets are not theirs: the nearest one, or the one that a study names, stands beside each of their tasks.  Their
CodeScore-R gives 0 or 1, so of ours the value at the threshold is shown; every other metric keeps its own number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from codescore.reports.papers.published import Printed, paper
from codescore.reports.recorded import Recorded
from codescore.reports.tables import Cell, Table, number, word

#: The measure of a metric that answers yes or no, for a measure of the others.
_AT_THRESHOLD = {"mae": "mae_at_threshold", "mean_score_passing": "positive_rate_passing"}
# Tables that our data sets without a counterpart are added to; the others are for one task or for translation.
_OPEN = (3, 4, 6, 8, 11, 13, 15)


@dataclass(frozen=True, slots=True)
class _Column:
    """A printed column, or one of ours: which data set, and what of it."""

    heading: str
    name: str
    printed: int | None  # index in the printed rows
    data: str | None
    what: str


def all_tables(recorded: Recorded) -> Iterator[Table]:
    """Tables 3 to 15."""
    for printed in paper().tables:
        yield paper_table(recorded, printed.number)


def paper_table(recorded: Recorded, number_: int) -> Table:
    """One table of the paper with ours beside it."""
    printed = paper().table(number_)
    columns = _columns(recorded, printed)
    rows = [[word(label), *(_cell(recorded, printed, column, label, name) for column in columns)]
            for label, name in _rows(recorded, printed, columns)]  # fmt: skip
    return Table(
        slug=f"paper-table-{number_:02}",
        title=f"Table {number_}. {printed.title}",
        headers=("threshold" if number_ == 15 else "metric", *(column.name for column in columns)),
        rows=tuple(tuple(row) for row in rows),
        note=_note(recorded, printed, columns),
        groups=(("", 1), *_groups(columns)),
    )


def _columns(recorded: Recorded, printed: Printed) -> list[_Column]:
    """The printed columns, each with ours behind it where a data set is near, then our other data sets."""
    found = []
    near = _near(recorded)
    for index, (task, what) in enumerate(printed.columns):
        found.append(_Column(task, f"{what}, paper", index, None, what))
        if near.get(task) in recorded.sets():
            found.append(_Column(task, f"{what}, ours", None, near[task], what))
    if printed.number in _OPEN:
        whats = dict.fromkeys(what for _, what in printed.columns)
        for data in recorded.sets():
            if data not in near.values():
                found += [
                    c for what in whats if (c := _Column(data, what, None, data, what)) and _known(recorded, c, printed)
                ]
    return found


def _near(recorded: Recorded) -> dict[str, str]:
    """The data set that stands beside each of the paper's tasks: the nearest by its own tasks, else as studies say."""
    return {**paper().nearest, **recorded.stands_for()}


def _rows(recorded: Recorded, printed: Printed, columns: Sequence[_Column]) -> list[tuple[str, str]]:
    """(label, our name): the paper's rows in its order, then what only we have."""
    rows = [(label, paper().ours(label)) for label in printed.rows]
    if printed.number in (11, 12, 15):
        return [(label, _pooling(label) if printed.number < 15 else label) for label in printed.rows]
    theirs = {name for _, name in rows}
    sets = [column.data for column in columns if column.data]
    names = dict.fromkeys(name for data in sets for name in recorded.names(data) if name not in theirs)
    return rows + [(recorded.title(name), name) for name in names if any(recorded.row(data, name) for data in sets)]


def _pooling(label: str) -> str:
    """The name of a pooling of the paper in our records."""
    return f"code-score-r[{label.lower().replace('+', '-')}]"


def _cell(recorded: Recorded, printed: Printed, column: _Column, label: str, name: str) -> Cell:
    if column.printed is not None:
        values = printed.rows.get(label)
        return number(values[column.printed] if values else None)
    assert column.data is not None  # a column is printed or ours
    return number(_value(recorded, printed, column.data, column.what, name))


def _value(recorded: Recorded, printed: Printed, data: str, what: str, name: str) -> float | None:
    """Our number for a cell; None where it was not recorded."""
    if printed.number == 15:
        curve = recorded.curve(data, paper().ours("CodeScore-R"))
        values = {f"{one['threshold']:g}": one["mae"] for one in curve["thresholds"]} if curve else {}
        return values.get(name)
    if printed.number in (11, 12):
        row = recorded.row(data, name)
        measure = "mae_at_threshold" if what == "mae" else what
    else:
        row = recorded.row(data, name, what)
        measure = "mean_score_passing" if printed.measure == "mean_score" else printed.measure
        measure = _AT_THRESHOLD[measure] if name == paper().ours("CodeScore-R") else measure
    return row[measure] if row else None


def _known(recorded: Recorded, column: _Column, printed: Printed) -> bool:
    """Whether a data set has anything for a column."""
    if column.data is None:
        return False
    names = [_pooling(label) for label in printed.rows] if printed.number in (11, 12) else recorded.names(column.data)
    if printed.number == 15:
        names = [f"{tenth / 10:g}" for tenth in range(1, 10)]
    return any(_value(recorded, printed, column.data, column.what, name) is not None for name in names)


def _groups(columns: Sequence[_Column]) -> Iterator[tuple[str, int]]:
    """Runs of columns with the same heading."""
    run: list[str] = []
    for column in columns:
        if run and run[-1] != column.heading:
            yield run[0], len(run)
            run = []
        run.append(column.heading)
    if run:
        yield run[0], len(run)


def _note(recorded: Recorded, printed: Printed, columns: Sequence[_Column]) -> str:
    beside_theirs = set(_near(recorded).values())
    near = sorted({column.data for column in columns if column.data in beside_theirs})
    theirs = "; ".join(f"{task} {rate:.1%}" for task, rate in paper().pass_rate.items())
    beside = f"Ours beside it: {', '.join(near)}. " if near else "None of our data sets is near these tasks. "
    passing = " Our means are of candidates that pass: what is perturbed here." if printed.number in (13, 14) else ""
    return (
        f"{beside}The paper's samples are other ones (gpt-3.5-turbo; share that passes: {theirs}), so MAE compares "
        f"within a column only. CodeScore-R is its 0/1 score at the threshold, as in the paper.{passing}"
    )
