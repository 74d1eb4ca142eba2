"""How sure of what a text says one may be: a sentence can be misread, so that a description never settles a verdict.

What a text promises ("you may assume that"), says in signs of a parameter (`1 <= n <= 100`), or of one that it names,
is sure; what it merely describes weighs DESCRIBED: what differs where that is not so makes a verdict `conditional`.
Neighbours: `languages.wording` (asks), `languages.stating` (what sentences state).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from codescore.languages.assumed import Assumption
from codescore.languages.stating import DESCRIBED, PROMISED

NAMED_SO = 0.8  # of a parameter that is named: `a positive integer n`
_SIGNS = re.compile(r"^[^\[]*[<>≤≥=][^\[]*$")


def weighed(one: Assumption, promised: Sequence[str]) -> Assumption:
    """What a text says, as sure as one may be of it; `promised` is what it says that may be assumed."""
    said = one.because.partition(" says ")[2].strip("'\"")
    if said and any(said in promise for promise in promised):
        return replace(one, weight=max(one.weight, PROMISED))
    if not said or _SIGNS.match(said) or (one.weight <= NAMED_SO and not one.certain):
        return one
    return replace(one, weight=min(one.weight, DESCRIBED), certain=False)


def surest(some: Iterable[Assumption]) -> list[Assumption]:
    """Of what a text says more than once, as it says it most surely."""
    found: dict[Assumption, Assumption] = {}
    for one in sorted(some, key=lambda one: -one.weight):
        found.setdefault(replace(one, because="", weight=1.0, certain=True), one)
    return list(found.values())
