"""Differences in a corner of the input: so few, or on inputs so short, that another right program may have them, too.

What a task leaves open is mostly there: a list of one item, two occurrences that overlap, all numbers negative.  A
difference in a corner decides only with a source (see `evidence.sources`).  Without one it makes a verdict conditional,
where the corner can be told: the condition on which the two differ is proven on fresh inputs (`evidence.separating`),
both give an answer there, and they agree elsewhere.  Few inputs without a condition in common are no corner: on them a
wrong program was caught.  Nor is what is long or large, where every task goes on: there few inputs differ because few
are drawn.

Pure.  Neighbours: `evidence.policy` (what decides), `evidence.session` (asks, and tries further inputs).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from codescore.evidence.asked_of import own_name, told_from_nothing
from codescore.evidence.compare import OPAQUE
from codescore.evidence.named_numbers import reckoned
from codescore.evidence.policy import class_of
from codescore.evidence.separating import Separation
from codescore.evidence.shrink import Difference
from codescore.evidence.sources import has_source
from codescore.languages.assumed import Assumption
from codescore.languages.values import Value

_FEW, _SHARE = 3, 0.05  # inputs that differ, and their share of those compared
_MORE = 3  # times as many after further inputs were tried
#: A collection with less than two items, as a feature says it: what is done between items is not done there.
_SHORT = frozenset({("several", False), ("single", True), ("empty", True)})
_BEGINS = {"non-negative": 0, "positive": 1}
_ENDS = frozenset({*_BEGINS, "at least", "at most"})
_FAR = frozenset({("longer than", True), ("above", True)})


def corner(
    pairs: list[Difference],
    differing: list[Difference],
    when: Sequence[Separation],
    certain: Iterable[Assumption] = (),
    *,
    again: bool = False,
    constants: Iterable[Value] = (),
    source: str = "",
) -> Separation | None:
    """The corner in which all that differs lies; None where it lies elsewhere, or has a source.

    `pairs` are all that were compared, `differing` those of them that would decide, `when` where these lie; `certain`
    is what is surely so of inputs; `again`: further inputs were tried, and some of them went into the corner;
    `constants` are the reference's, and `source` is its text.
    """
    if any(_ends(certain, where) or _reckoned(constants, where) or _something(where, source) for where in when):
        return None
    compared = [pair for pair in pairs if pair[0].place == "inside" and pair[2] != OPAQUE]
    if len(when) != 1 or _far(when[0]) or not differing or any(not _plain(pair) for pair in differing):
        return None
    most = _FEW * (_MORE if again else 1)
    few = len(differing) <= min(most, _SHARE * len(compared))
    if not few and not _short(when[0]):
        return None
    inside = all(when[0].true_of(case.given) for case, _, _ in differing)
    return when[0] if inside and not has_source((pair[0] for pair in compared), when[0].true_of) else None


def _plain(pair: Difference) -> bool:
    """Whether both answer, otherwise, an input that no example shows."""
    case, outcome, _ = pair
    return class_of(pair) == "value" and not case.shown and case.expected.how == outcome.how == "return"


def _far(where: Separation) -> bool:
    """Whether they differ on long or large inputs only."""
    return any((one.feature, one.holds) in _FAR for one in where.literals)


def _short(where: Separation) -> bool:
    return len(where.literals) == 1 and (where.literals[0].feature, where.literals[0].holds) in _SHORT


def _reckoned(constants: Iterable[Value], where: Separation) -> bool:
    """Whether they differ at a number that the reference reckons with, or a product: 3,600 where it has 60."""
    known = reckoned(constants)
    return any(one.feature == "is" and one.holds and one.bound in known for one in where.literals)


def _something(where: Separation, source: str) -> bool:
    """Whether they differ at a 0 which the reference tells from nothing."""
    zeros = [
        one for one in where.literals if one.holds and (one.feature == "zero" or (one.feature, one.bound) == ("is", 0))
    ]
    return any(told_from_nothing(own_name(one.parameter), source) for one in zeros)


def _ends(certain: Iterable[Assumption], where: Separation) -> bool:
    """Whether a person gave a condition (`n >= 0`) that ends just at the number at which they differ: it is meant."""
    ends = {(one.parameter, _BEGINS.get(one.property, one.bound)) for one in certain if one.property in _ENDS}
    numbers = {(one.parameter, 0 if one.feature == "zero" else one.bound) for one in where.literals if one.holds}
    return bool(ends & numbers) and all(one.feature in ("zero", "is") for one in where.literals)
