"""How sure of what a text says one may be: a sentence can be misread, so that a description never settles a verdict.

What a text promises ("you may assume that"), says in signs of a parameter (`1 <= n <= 100`, `n (1 to 100)`), or of one
that it names, is sure; what it merely describes weighs DESCRIBED: what differs where that is not so makes a verdict
`conditional`.
Neighbours: `languages.wording` (asks), `languages.stating` (what sentences state).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from codescore.languages.assumed import Assumption
from codescore.languages.stating import DESCRIBED, PROMISED

NAMED_SO = 0.8  # of a parameter that is named: `a positive integer n`
# `1 <= n <= 100`, `the width (10 to 80)`, `1..3999`, `0 (Monday) to 6`; not the cases of `[x for x in row if x > 0]`.
_SIGNS = re.compile(
    r"^[^\[]*[<>≤≥=][^\[]*$|^\w+ \(-?\d+ (?:to|…|\.\.\.?|-|–) -?\d+\)?$|"
    r"^-?\d+ ?(?:\.\.\.?|…| \([^()]*\) to) ?-?\d+$"
)


def raised(one: Assumption, promised: Sequence[str]) -> Assumption:
    """What a text says, surer where it stands in what it says that may be assumed."""
    said = _said(one)
    return replace(one, weight=max(one.weight, PROMISED)) if said and any(said in p for p in promised) else one


def weighed(one: Assumption, promised: Sequence[str]) -> Assumption:
    """The same, and no surer than a description where it is neither promised nor said in signs."""
    said, sure = _said(one), raised(one, promised)
    if sure is not one or not said or _SIGNS.match(said):
        return sure
    return replace(one, weight=min(one.weight, DESCRIBED), certain=False)


def _said(one: Assumption) -> str:
    return one.because.partition(" says ")[2].strip("'\"")


def surest(some: Iterable[Assumption]) -> list[Assumption]:
    """Of what a text says more than once, as it says it most surely."""
    found: dict[Assumption, Assumption] = {}
    for one in sorted(some, key=lambda one: -one.weight):
        found.setdefault(replace(one, because="", weight=1.0, certain=True), one)
    return list(found.values())
