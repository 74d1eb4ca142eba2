"""Our tables 2 to 7 beside the printed ones, cell by cell: equal, within the noise of resampling, or not.

A score does not depend on the draw; a count does, so it is compared with the spread of several runs.  Also finds what
is odd in the printed tables themselves.  Knows no file; neighbours: `human`, `tables`, `report`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

import numpy as np

from codescore.study.papers.tables import HUMAN, Printed, PrintedCell

if TYPE_CHECKING:
    from codescore.study.papers.human import Judged, Study
    from codescore.study.papers.mismatch import Mismatch
    from codescore.study.significance import Interval

#: Scores are printed to 0.01; two that were rounded separately may lie so far apart.
SCORE_ROUNDING = 0.011

#: Rates are printed to 0.1 per cent.
RATE_ROUNDING = 0.051

#: A printed count lies within the noise if it is at most so many standard deviations of our runs from their mean.
DEVIATIONS = 4.0

#: With fewer runs there is no telling what noise is, and no printed count is judged.
FEWEST_RUNS = 5

Kind = Literal["scores", "significance", "mismatch"]

#: Whether a printed number is ours: `medians` where it is so only with differences between medians of resamples.
Fit = Literal["yes", "medians", "no"]


@dataclass(frozen=True, slots=True)
class Checked:
    """A cell: our value (of the first run), the least and largest of all runs, and the printed one.

    `fit` is None where the paper prints nothing, and for counts of too few runs.  Scores and rates are in points of
    100, the others are counts.
    """

    kind: Kind
    row: str
    column: str
    ours: float | None
    low: float | None
    high: float | None
    paper: float | None
    fit: Fit | None


def checked(row: Judged, study: Study, paper_row: str | None, printed: Printed | None) -> list[Checked]:
    """All cells of a metric, beside the row of the paper if there is one."""
    if printed is None or paper_row is None:
        return [
            *_scores(row.name, study.models, row.scores, None, ()),
            *_significance(row, None),
            *_mismatch(row, None, None),
        ]
    return [
        *_scores(row.name, study.models, row.scores, printed.scores[paper_row], printed.models),
        *_significance(row, printed.significance[paper_row]),
        *_mismatch(row, printed.mismatch[paper_row], printed.total[paper_row]),
    ]


def human_checked(study: Study, printed: Printed) -> list[Checked]:
    """People's row of the table of scores."""
    return list(_scores(HUMAN, study.models, study.human, printed.scores[HUMAN], printed.models))


def surplus(printed: Printed) -> dict[str, int]:
    """Printed rows of the table of significance whose cells do not add up to what most rows add up to: the excess."""
    sums = {row: sum(map(sum, cells)) for row, cells in printed.significance.items()}
    usual = printed_pairs(printed)
    return {row: total - usual for row, total in sums.items() if total != usual}


def printed_pairs(printed: Printed) -> int:
    """The number of pairs of models that most rows of the printed table of significance add up to."""
    sums = [sum(map(sum, cells)) for cells in printed.significance.values()]
    return max(set(sums), key=sums.count)


def _scores(
    row: str, models: Sequence[str], ours: Sequence[Interval], paper: Sequence[Interval] | None, known: Sequence[str]
) -> Iterator[Checked]:
    by_model = dict(zip(known, paper or (), strict=False))
    for model, found in zip(models, ours, strict=True):
        theirs = by_model.get(model)
        value = theirs.value if theirs else None
        fit: Fit | None = None if value is None else "yes" if abs(value - found.value) <= SCORE_ROUNDING else "no"
        yield Checked("scores", row, model, found.value, found.low, found.high, value, fit)


def _significance(row: Judged, paper: Sequence[tuple[int, int]] | None) -> Iterator[Checked]:
    for place, name in enumerate(row.runs[0].bins):
        theirs = paper[place] if paper else (None, None)
        for column, printed, of in (
            (f"{name} significant", theirs[0], _significant),
            (f"{name} NS", theirs[1], _not_significant),
        ):
            yield _cell("significance", row, column, partial(of, place), paper=printed, slack=1.0)


def _mismatch(row: Judged, paper: Sequence[PrintedCell] | None, total: float | None) -> Iterator[Checked]:
    for place, name in enumerate([*row.runs[0].bins, "NS"]):
        theirs = paper[place] if paper else PrintedCell(None, 0)
        fewest = min(_pairs(place, run) for run in row.runs)
        # A rate is printed of few pairs: one more or less may fall to either side.
        slack = RATE_ROUNDING + 100 / max(1, fewest)
        rate, pairs = theirs.rate if theirs.pairs else None, theirs.pairs if paper else None
        yield _cell("mismatch", row, f"{name} mismatches %", partial(_rate, place), paper=rate, slack=slack)
        yield _cell("mismatch", row, f"{name} pairs", partial(_pairs, place), paper=pairs, slack=1.0)
    yield _cell("mismatch", row, "total mismatch %", _total, paper=total, slack=RATE_ROUNDING)


def _cell(
    kind: Kind, row: Judged, column: str, of: Callable[[Mismatch], float | None], *, paper: float | None, slack: float
) -> Checked:
    """A cell that depends on the draw; `slack` is allowed beside the noise: one pair, or the rounding."""
    there = [value for value in map(of, row.runs) if value is not None]
    fit: Fit | None = None
    if paper is not None and len(row.runs) >= FEWEST_RUNS:
        by_medians = [value for value in map(of, row.medians) if value is not None]
        fit = "yes" if _near(paper, there, slack) else "medians" if _near(paper, by_medians, slack) else "no"
    first, low, high = of(row.runs[0]), min(there, default=None), max(there, default=None)
    return Checked(kind, row.name, column, first, low, high, paper, fit)


def _near(paper: float, values: Sequence[float], slack: float) -> bool:
    if not values:
        return paper == 0
    deviation = float(np.std(values, ddof=1)) if len(values) > 1 else 0.0
    return abs(paper - float(np.mean(values))) <= DEVIATIONS * deviation + slack


def _significant(place: int, run: Mismatch) -> float:
    return run.significant[place]


def _not_significant(place: int, run: Mismatch) -> float:
    return run.not_significant[place]


def _pairs(place: int, run: Mismatch) -> int:
    return (*run.cells, run.ns)[place].pairs


def _rate(place: int, run: Mismatch) -> float | None:
    rate = (*run.cells, run.ns)[place].rate
    return None if rate is None else 100 * rate


def _total(run: Mismatch) -> float | None:
    return None if run.total is None else 100 * run.total
