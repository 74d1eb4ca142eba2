"""Whether what a reference picks out of a list stands in no order that one can see, neither by size nor as given.

A heap, a partition or two counters leave what they keep in an order of their own, which a task rarely asks for; who
picks the same items in another order may be right.  Not so where all items are taken, as what is left to do then is
to order them, where as many are given each time, as places have a meaning then, or where the text speaks of an order.
Pure.  Neighbours: `evidence.edges` (asks), `evidence.left_open` (orders that are nobody's promise).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from codescore.evidence.case import Case
from codescore.evidence.left_open import key
from codescore.languages.values import Float, Int, Sequence, Text, Value

_SPOKEN = re.compile(
    r"order|sort|lexic|alphabet|ascend|descend|rising|rank|common\(|largest|smallest|revers|\bfirst\b|merge",
    re.IGNORECASE,
)
_ENOUGH, _LENGTHS = 8, 3  # answers that are looked at, and unlike lengths among all
_BROKEN, _TWICE = 0.05, 2  # of these answers so many break each rule, and so many at least


def in_no_order(cases: Iterable[Case], source: str) -> bool:
    """Whether a reference's answers are picked out of lists and each rule of their order is broken again and again."""
    if _SPOKEN.search(source):
        return False
    answers = [(c, c.expected.value) for c in cases if c.expected.how == "return"]
    lists = [(case, value) for case, value in answers if isinstance(value, Sequence)]
    if len(lists) < len(answers) or len({len(value.items) for _, value in lists}) < _LENGTHS:
        return False
    picked = [one for case, value in lists for one in _picked(case, value)]
    if len(picked) < _ENOUGH:
        return False
    least = max(_TWICE, _BROKEN * len(picked))
    return all(sum(broken) >= least for broken in zip(*map(_broken, picked), strict=True))


def _picked(case: Case, value: Sequence) -> Iterator[tuple[list[str], list[str], tuple[Value, ...]]]:
    """What several unlike items of a value are, and those of the list that they, but not all of it, are from."""
    found = [key(item) for item in value.items]
    if len(set(found)) < 2:
        return
    for argument in case.given.arguments:
        if isinstance(argument, Sequence):
            given = [key(item) for item in argument.items]
            if len(found) < len(set(given)) and Counter(found) <= Counter(given):
                yield found, given, value.items
                return


def _broken(picked: tuple[list[str], list[str], tuple[Value, ...]]) -> tuple[bool, ...]:
    """Which rules an answer breaks: rising, falling, as given, the other way round."""
    found, given, items = picked
    sizes = [size for item in items if (size := _size(item)) is not None]
    steps = [(one < two, one > two) for one, two in pairwise(sizes)] if len(sizes) == len(items) else []
    risen, fallen = any(up for up, _ in steps), any(down for _, down in steps)
    return (fallen or not steps, risen or not steps, not _runs(found, given), not _runs(found, given[::-1]))


def _size(item: Value) -> tuple[float, str] | None:
    """By what a number or a text is put in order."""
    match item:
        case Int(number) | Float(number):
            return number, ""
        case Text(text):
            return 0.0, text
    return None


def _runs(some: list[str], all_: list[str]) -> bool:
    """Whether items stand in another list in this order."""
    rest = iter(all_)
    return all(one in rest for one in some)
