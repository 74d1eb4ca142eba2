"""Texts for regular expressions: what a pattern matches, with more and fewer repetitions, alone and inside of others.

Pure and total; a pattern that cannot be read gives no text.  Reads patterns as `re` itself does, by its parser; other
languages write most of them alike.  Neighbours: each language's `run/` (constants that inputs are drawn from).
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from typing import Any

try:
    from re import _constants as codes  # type: ignore[attr-defined]  # there is no public parser
    from re import _parser as parser  # type: ignore[attr-defined]
except ImportError:  # Python 3.10
    import sre_constants as codes
    import sre_parse as parser

_VARIANTS = 6
_LONGEST, _MOST_REPEATED, _LONGEST_PATTERN, _DEEPEST = 40, 8, 200, 4
_MEMBERS: dict[Any, str] = {
    codes.CATEGORY_DIGIT: "0739",
    codes.CATEGORY_NOT_DIGIT: "a -",
    codes.CATEGORY_SPACE: " \t\n",
    codes.CATEGORY_NOT_SPACE: "a0_",
    codes.CATEGORY_WORD: "aZ_0",
    codes.CATEGORY_NOT_WORD: " -.",
}
_NAMED = re.compile(r"(?<!\\)\(\?<(?=[A-Za-z_])")  # a group's name, as JavaScript and Java write it
_OTHERS = "a0 Z_-.\tzb"


def texts_for(pattern: str) -> tuple[str, ...]:
    """Texts that a pattern is likely to match or just to miss, the shortest variant of a match first."""
    if len(pattern) > _LONGEST_PATTERN:
        return ()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            read = parser.parse(_NAMED.sub("(?P<", pattern))
    except (re.error, RecursionError, OverflowError, MemoryError, ValueError):
        return ()
    made = [_text(read, number, 0)[:_LONGEST] for number in range(_VARIANTS)]
    around = [f"a{made[0]}", f"{made[0]}b", f"{made[0]} {made[-1]}", made[0][:-1], made[1].swapcase()]
    return tuple(dict.fromkeys([*made, *around]))


def separator(pattern: str) -> str:
    r"""What stands between the parts of a text that is split at a pattern, in its shortest form; "" where nothing does.

    `\s*,\s*` stands for a comma, `\s+` for a blank, `[,;]` for the first of its signs.
    """
    return next(iter(texts_for(pattern)), "")


def _text(read: Any, number: int, depth: int) -> str:  # noqa: ANN401  the parser's own lists
    """Variant `number` of a text for a sequence of parts."""
    if depth > _DEEPEST:  # every level may repeat the one inside it
        return ""
    return "".join(_part(operation, given, number, depth) for operation, given in read)[:_LONGEST]


def _part(operation: Any, given: Any, number: int, depth: int) -> str:  # noqa: ANN401, PLR0911  one form per operation
    if operation is codes.LITERAL:
        return chr(given)
    if operation is codes.NOT_LITERAL:
        return next(sign for sign in _OTHERS[number:] + _OTHERS if ord(sign) != given)
    if operation is codes.ANY:
        return _OTHERS[number]
    if operation is codes.IN:
        members = "".join(_members(given))
        return members[number % len(members)] if members else ""
    if operation in (codes.MAX_REPEAT, codes.MIN_REPEAT, getattr(codes, "POSSESSIVE_REPEAT", None)):
        least, most, inner = given
        counts = [least, least + 1, min(int(most), least + 2), int(most) + 1 if int(most) <= _MOST_REPEATED else least]
        count = min(counts[number % len(counts)], _MOST_REPEATED)
        return "".join(_text(inner, number + n, depth + 1) for n in range(count))
    if operation is codes.SUBPATTERN:
        return _text(given[-1], number, depth + 1)
    if operation is getattr(codes, "ATOMIC_GROUP", None):
        return _text(given, number, depth + 1)
    if operation is codes.BRANCH:
        return _text(given[1][number % len(given[1])], number, depth + 1)
    return ""


def _members(given: list[tuple[Any, Any]]) -> Iterator[str]:
    """Characters of a class: the ends of ranges, some of a category; of a negated one some that are not in it."""
    if given and given[0][0] is codes.NEGATE:
        inside = "".join(_members(given[1:]))
        ranges = [bounds for kind, bounds in given[1:] if kind is codes.RANGE]
        yield from (s for s in _OTHERS if s not in inside and not any(a <= ord(s) <= b for a, b in ranges))
        return
    for kind, value in given:
        if kind is codes.LITERAL:
            yield chr(value)
        elif kind is codes.RANGE:
            yield from (chr(value[0]), chr((value[0] + value[1]) // 2), chr(value[1]))
        elif kind is codes.CATEGORY:
            yield from _MEMBERS.get(value, "")
