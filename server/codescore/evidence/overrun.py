"""Inputs that are too large for a candidate: a table of fixed size has too few places, or time ends.

A task may promise that there are none.  Who writes `[0] * 1441` or `new int[5]` believes that numbers, or items, are
fewer.  Pure.  Neighbours: `evidence.verdicts` (asks), `evidence.slowly` (who is slow), `evidence.edges` (what else may
not be meant).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from codescore.evidence.case import Case
from codescore.evidence.contract import Outcome
from codescore.evidence.policy import LARGE_INPUT, LARGE_NUMBER
from codescore.languages.execution import Input
from codescore.languages.values import Int, Mapping, Sequence, Text, walk

_LEAST = 4  # places that somebody chose: fewer are what the task has
_SIZE = r"(\d[\d_]{0,9}(?:\s{0,3}(?:\*\*?|\+)\s{0,3}\d[\d_]{0,9}){0,3})"
#: A list of one item so many times, one of so many items, an array: no more is reckoned with the number.
_TABLES = re.compile(
    rf"(?<![\w\])])\[[^\[\]\n]{{0,40}}(?:\[\])?\]\s{{0,3}}\*\s{{0,3}}(?:\(\s{{0,3}}{_SIZE}\s{{0,3}}\)|{_SIZE})"
    r"[ \t]{0,3}(?![ \t\w*+/%.-])|"
    rf"\bfor\s+\w{{1,40}}\s+in\s+range\(\s{{0,3}}{_SIZE}\s{{0,3}}\)\s{{0,3}}\]|"
    rf"\bnew\s+\w{{1,40}}\s{{0,3}}\[\s{{0,3}}{_SIZE}\s{{0,3}}\]",
)
_COMMENT = re.compile(r"(?:#|//).*")
_BEYOND = re.compile(r"[Ii]ndex (\d{1,18}) out of bounds for length (\d{1,18})")
_IN_A_LIST = ("list index out of range", "list assignment index out of range")
_OVERFLOWS, _WIDE = "signed integer overflow", 2**31  # what C++ says of a sum; what 32 bits do not hold
_MOST, _EXPONENT = 10**9, 30


def overrun(candidate: str, case: Case, outcome: Outcome, slow: bool = False) -> str:
    """Why a candidate may rightly fail on an input, in words; "" where no table of its own is too small for it, the
    reference gives no number beyond 32 bits where a sum of the candidate's is too large, and it is not `slow`."""
    given = case.given
    if outcome.how == "timeout":
        return LARGE_INPUT if slow else ""
    if outcome.how != "raise" or outcome.deliberate:
        return ""
    if _OVERFLOWS in outcome.message:
        return LARGE_NUMBER if any(number >= _WIDE for number in _given_back(case.expected)) else ""
    if (beyond := _BEYOND.search(outcome.message)) is not None:
        fitting = [size for size in _sizes(candidate) if size == int(beyond[2]) <= int(beyond[1])]
    elif outcome.error == "IndexError" and outcome.message in _IN_A_LIST:
        most = max(_amounts(given), default=0)
        fitting = [size for size in _sizes(candidate) if size <= most]
    else:
        return ""
    return f"it needs more than the {max(fitting):,} places that the candidate made" if fitting else ""


def _given_back(outcome: Outcome) -> Iterator[int]:
    """The numbers in what a program gives, and in what each of its calls does."""
    for one in (outcome, *outcome.steps):
        for part in walk(one.value) if one.value is not None else ():
            yield from (abs(part.value),) if isinstance(part, Int) else ()


@lru_cache(maxsize=8)
def _sizes(candidate: str) -> tuple[int, ...]:
    """How many places the tables have that a program makes."""
    found = (one for sizes in _TABLES.findall(_COMMENT.sub("", candidate)) for one in sizes)
    return tuple(size for one in found if (size := _reckoned(one)) >= _LEAST)


def _reckoned(size: str) -> int:
    """What a sum of products of whole numbers is; 0 where it is nothing, or too large."""
    total = 0
    for part in re.sub(r"[\s_]", "", size).split("+") if size else ():
        product = 1
        for factor in part.replace("**", "^").split("*"):
            base, _, power = factor.partition("^")
            if not base.isdigit() or not (power or "1").isdigit() or product > _MOST or int(power or 1) > _EXPONENT:
                return 0
            product *= int(base) ** int(power or 1)
        total += product
    return total if total <= _MOST else 0


def _amounts(given: Input) -> Iterator[int]:
    """The numbers of an input, and how many items there are in what it has."""
    yield from (int(word) for word in re.findall(r"(?<![\w.])\d{1,18}(?![\w.])", given.stdin))
    for value in given.arguments:
        for part in walk(value):
            match part:
                case Int(number):  # places are counted from the end, too
                    yield abs(number)
                case Text(text):
                    yield len(text)
                case Sequence(items=items):
                    yield len(items)
                case Mapping(items=pairs):
                    yield len(pairs)
