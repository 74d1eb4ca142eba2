"""Acceptance by several things at once: a logistic regression with a random intercept for each participant.

Two fits.  The first has odds for one and the same participant: a random intercept, by maximum likelihood (`mixed`).
The second has odds over all participants: generalised estimating equations of statsmodels with exchangeable correlation
and the bias-reduced variance of Mancl and DeRouen (2001), made for few clusters.  Both take the t distribution with as
many degrees of freedom as participants less terms.  Numbers are per standard deviation.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from codescore.experiments.analysis import mixed
from codescore.experiments.analysis.intervals import few, lacks

if TYPE_CHECKING:
    from codescore.experiments.analysis.data import Floats, Ints

_MOST = 200_000  # suggestions that are fitted in bearable time
_LARGE = 1_500  # suggestions of one participant up to which the bias-reduced variance is affordable
_FREEDOM = 5
_WORST = 50.0  # a standard error beyond this is a fit that did not settle


@dataclass(frozen=True, slots=True)
class Term:
    """An odds ratio with its 95 % interval and its p, two-sided and not corrected."""

    name: str
    odds: float
    low: float
    high: float
    p: float


@dataclass(frozen=True, slots=True)
class Fit:
    """A fit: what it is called, and its terms; or why there is none."""

    method: str
    terms: tuple[Term, ...] = ()
    spread: float | None = None  # standard deviation of the random intercepts, in log odds
    correlation: float | None = None  # between two suggestions of one participant
    count: int = 0
    participants: int = 0
    why: str = ""


MIXED = "logistic regression with a random intercept by participant, maximum likelihood"
MARGINAL = "generalised estimating equations (GEE), logit link, exchangeable correlation by participant"


def fitted(outcome: Floats, terms: Mapping[str, Floats], people: Ints) -> tuple[Fit, Fit]:
    """Both fits of a 0-or-1 outcome (n,) on named columns (n,); rows with anything unknown are left out."""
    columns = [values for values in terms.values() if not np.isnan(values).all()]
    names = [name for name, values in terms.items() if not np.isnan(values).all()]
    there = ~np.isnan(np.stack([outcome, *columns])).any(axis=0)
    value, who = outcome[there], people[there]
    shown = [(name, _scaled(part[there])) for name, part in zip(names, columns, strict=True)]
    used = [(name, part) for name, part in shown if part is not None]
    clusters, index = np.unique(who, return_inverse=True)
    why = few(len(clusters)) or lacks(value, who)
    if not why and not used:
        why = "no data: neither a score nor an arm nor a length varies"
    if not why and len(value) > _MOST:
        why = f"{len(value):,} suggestions are more than are fitted here ({_MOST:,}); use the exported tables"
    if why:
        return tuple(Fit(name, count=len(value), participants=len(clusters), why=why) for name in (MIXED, MARGINAL))  # type: ignore[return-value]
    design = np.column_stack([np.ones(len(value)), *(part for _, part in used)])
    if np.linalg.matrix_rank(design) < design.shape[1]:
        why = "not enough data: the terms cannot be told apart"
        return Fit(MIXED, why=why), Fit(MARGINAL, why=why)
    labels = [name for name, _ in used]
    return _mixed(value, design, index, labels), _marginal(value, design, index, labels)


def _mixed(value: Floats, design: Floats, index: Ints, names: list[str]) -> Fit:
    from scipy.stats import t  # noqa: PLC0415  (of the extra `experiments`)

    people = int(index.max()) + 1
    freedom = people - design.shape[1]
    if freedom < _FREEDOM:
        return Fit(MIXED, count=len(value), participants=people, why="not enough data: too few participants a term")
    found = mixed.fit(value, design, index)
    if not found.settled:
        return Fit(MIXED, count=len(value), participants=people, why="not enough data: the fit did not settle")
    p = 2 * t.sf(np.abs(found.slopes / found.errors), freedom)
    return _fit(MIXED, found.slopes, found.errors, p, names=names, reach=float(t.ppf(0.975, freedom)),
                count=len(value), people=people, spread=found.spread)  # fmt: skip


def _marginal(value: Floats, design: Floats, index: Ints, names: list[str]) -> Fit:
    people = int(index.max()) + 1
    freedom = people - design.shape[1]
    kind = "bias_reduced" if np.bincount(index).max() <= _LARGE else "robust"
    with _quiet():
        from scipy.stats import t  # noqa: PLC0415  (of the extra `experiments`)
        from statsmodels.genmod.cov_struct import Exchangeable  # noqa: PLC0415
        from statsmodels.genmod.families import Binomial  # noqa: PLC0415
        from statsmodels.genmod.generalized_estimating_equations import GEE  # noqa: PLC0415

        together = Exchangeable()
        try:
            found = GEE(value, design, groups=index, family=Binomial(), cov_struct=together).fit(cov_type=kind)
        except (np.linalg.LinAlgError, ValueError, FloatingPointError) as error:
            return Fit(MARGINAL, count=len(value), participants=people, why=f"not fitted: {error}")
    if freedom < _FREEDOM:
        return Fit(MARGINAL, count=len(value), participants=people, why="not enough data: too few participants a term")
    p = 2 * t.sf(np.abs(np.asarray(found.params) / np.asarray(found.bse)), freedom)
    method = f"{MARGINAL}, {'bias-reduced' if kind == 'bias_reduced' else 'robust'} variance"
    return _fit(method, found.params, found.bse, p, names=names, reach=float(t.ppf(0.975, freedom)), count=len(value),
                people=people, correlation=float(together.dep_params))  # fmt: skip


def _fit(
    method: str, slopes: Any, errors: Any, p: Any, *, names: list[str], reach: float, count: int, people: int,  # noqa: ANN401
    spread: float | None = None, correlation: float | None = None,
) -> Fit:  # fmt: skip
    slopes, errors = np.asarray(slopes, dtype=np.float64), np.asarray(errors, dtype=np.float64)
    if not (np.isfinite(slopes).all() and np.isfinite(errors).all() and errors.max() < _WORST):
        return Fit(method, count=count, participants=people, why="not enough data: the fit did not settle")
    reached = [np.exp(slopes + k * reach * errors) for k in (0, -1, 1)]
    terms = tuple(
        Term(name, float(reached[0][at]), float(reached[1][at]), float(reached[2][at]), float(p[at]))
        for at, name in enumerate(names, 1)
    )
    return Fit(method, terms, spread, correlation, count, people)


def _scaled(values: Floats) -> Floats | None:
    """Yes or no as it is, a number by its standard deviation; None where nothing varies."""
    if np.ptp(values) == 0 if len(values) else True:
        return None
    return values if np.isin(values, (0.0, 1.0)).all() else (values - values.mean()) / values.std()


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the warnings of libraries about themselves; a fit that fails shows in its numbers."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield
