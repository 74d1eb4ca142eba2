"""Numbers that a reference names, or reckons with: what it begins to do something else at is meant, however large.

Who divides by 60, 60 and 24 knows 86,400 as well as who writes it down, and examples are small because people write
them.  What only keeps results small (`% 1000000007`) is no such number.  Pure.  Neighbours: `evidence.profile` (how
large inputs are), `evidence.corner` (where two programs part).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement
from math import prod

from codescore.evidence.pool import FACTORS
from codescore.languages.values import Int, Value

TELLING = 10  # numbers from here on are in a program for a reason
_BELOW, _MODULUS = 10**9, 998_244_353  # larger ones are limits; and one that results are taken by
_MOST, _DEEPEST = 12, 4  # numbers of which all products are taken; of units so many in one


def reckoned(constants: Iterable[Value]) -> frozenset[int]:
    """The numbers that a program names, the products of two of them, and those of several between units of time."""
    numbers = {one.value for one in constants if isinstance(one, Int) and TELLING <= one.value < _BELOW} - {_MODULUS}
    found = numbers | {one * other for one in numbers for other in numbers}
    units = sorted(numbers & FACTORS)[:_MOST]
    for many in range(3, _DEEPEST + 1):
        found |= {prod(some) for some in combinations_with_replacement(units, many)}
    return frozenset(number for number in found if number < _BELOW)
