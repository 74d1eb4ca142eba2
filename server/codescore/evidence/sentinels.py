"""Numbers that a program only begins a search with (`best = 10 ** 18`, `Long.MAX_VALUE`): who prints one found nothing.

That is what a reference does where a task promises that there is something to find; nobody means such an answer, so
that a difference there is in doubt.  Pure.  Neighbours: `evidence.edges` (asks), `languages.powers` (`10 ** 18`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from codescore.evidence.contract import Outcome
from codescore.languages.execution import Input
from codescore.languages.values import Float, Int, Value, walk

#: What is said of an answer that is such a number.
BEGUN = "the reference answers with {}, which it only begins with"
_LEAST = 10**6  # a smaller constant may well be an answer
_WIDTHS = (31, 32, 53, 63, 64)
_ENDS = frozenset(number for bits in _WIDTHS for number in (2**bits - 1, 1 - 2**bits, -(2**bits)))
_NAMED = re.compile(r"(?i)\b(?:\w*max\w*|\w*min\w*|\w*limits\w*|inf\w*)\b")  # an end of a type has a name in a program
_TELLS = re.compile(r"\b(?:return|print\w*|cout|log|write\w*|append|put\w*)\b")
_NUMBER = re.compile(r"(?<![\w.])-?(?:\d{1,25}(?:\.\d{1,25})?|[Ii]nf(?:inity)?)(?![\w.])")


def begun_with(source: str, constants: Iterable[Value]) -> frozenset[float]:
    """The numbers that a program may begin with: large ones that it names, and ends of types where it names any."""
    known: set[float] = {abs(c.value) for c in constants if isinstance(c, (Int, Float)) and abs(c.value) >= _LEAST}
    if _NAMED.search(source):
        known |= {*_ENDS, float("inf")}
    told = {number for line in source.splitlines() if _TELLS.search(line) for number in _numbers(line)}
    return frozenset({*known, *(-number for number in known)} - told)


def sentinel(begun: frozenset[float], given: Input, expected: Outcome) -> str:
    """What is said where an answer is such a number and was not given; "" where it is not."""
    if expected.how != "return" or not begun:
        return ""
    values = () if expected.value is None else (expected.value,)
    answered = {*_inside(values), *_NUMBER.findall(expected.stdout)}
    found = sorted(word for word in answered if float(word) in begun)
    taken = _numbers(given.stdin) | set(map(float, _inside(given.arguments))) if found else set()
    return next((BEGUN.format(word) for word in found if float(word) not in taken), "")


def _inside(values: Iterable[Value]) -> list[str]:
    return [str(part.value) for value in values for part in walk(value) if isinstance(part, (Int, Float))]


def _numbers(text: str) -> set[float]:
    return set(map(float, _NUMBER.findall(text)))
