"""Texts for regular expressions: what a pattern matches, with more and fewer repetitions, alone and inside of others.

Pure and total; a pattern that cannot be read gives no text.  Reads patterns as `re` itself does, by its parser; other
languages write most of them alike.  Neighbours: each language's `run/` (constants that inputs are drawn from).
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

try:
    from re import _constants as codes  # type: ignore[attr-defined]  # there is no public parser
    from re import _parser as parser  # type: ignore[attr-defined]
except ImportError:  # Python 3.10
    import sre_constants as codes
    import sre_parse as parser

_VARIANTS = 6
_LONGEST, MOST_REPEATED, _LONGEST_PATTERN, DEEPEST = 40, 8, 200, 4
_MEMBERS: dict[Any, str] = {
    codes.CATEGORY_DIGIT: "0739",
    codes.CATEGORY_NOT_DIGIT: "a -",
    codes.CATEGORY_SPACE: " \t\n",
    codes.CATEGORY_NOT_SPACE: "a0_",
    codes.CATEGORY_WORD: "aZ_0",
    codes.CATEGORY_NOT_WORD: " -.",
}
ANY, IN, SUBPATTERN, BRANCH = codes.ANY, codes.IN, codes.SUBPATTERN, codes.BRANCH
REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, getattr(codes, "POSSESSIVE_REPEAT", None))
_NAMED = re.compile(r"(?<!\\)\(\?<(?=[A-Za-z_])")  # a group's name, as JavaScript and Java write it
_SIGNS = (codes.LITERAL, codes.NOT_LITERAL, codes.IN, codes.ANY)
_PLAIN = (*_SIGNS, codes.AT, codes.BRANCH)
#: The most of a fixed number; repetitions that can give away what they have taken; choices that are followed.
_FIXED, _LOOSE, _MOST_WAYS = 4, 2, 64
_ASCII = [chr(code) for code in range(128)]
_CATEGORIES = {
    codes.CATEGORY_DIGIT: r"\d", codes.CATEGORY_NOT_DIGIT: r"\D", codes.CATEGORY_SPACE: r"\s",
    codes.CATEGORY_NOT_SPACE: r"\S", codes.CATEGORY_WORD: r"\w", codes.CATEGORY_NOT_WORD: r"\W",
}  # fmt: skip
_OTHERS = "a0 Z_-.\tzb"


def texts_for(pattern: str) -> tuple[str, ...]:
    """Texts that a pattern is likely to match or just to miss, the shortest variant of a match first."""
    parts = read(pattern)
    if parts is None:
        return ()
    made = [_text(parts, number, 0)[:_LONGEST] for number in range(_VARIANTS)]
    around = [f"a{made[0]}", f"{made[0]}b", f"{made[0]} {made[-1]}", made[0][:-1], made[1].swapcase()]
    return tuple(dict.fromkeys([*made, *around]))


def in_python(pattern: str) -> str:
    """A pattern of another language as Python writes it."""
    return _NAMED.sub("(?P<", pattern)


def read(pattern: str) -> Any | None:  # noqa: ANN401  the parser's own lists
    """The parts of a pattern, also as other languages write it; None where it cannot be read, or is very long."""
    if len(pattern) > _LONGEST_PATTERN:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return parser.parse(in_python(pattern))
    except (re.error, RecursionError, OverflowError, MemoryError, ValueError):
        return None


def groups_of(pattern: str) -> int:
    """How many groups a pattern has; 0 where it cannot be read."""
    found = read(pattern)
    return found.state.groups - 1 if found is not None else 0


@lru_cache(maxsize=256)
def tame(pattern: str) -> bool:
    """Whether no text makes a pattern run long: `(a+)+b` takes years for forty letters, and a program may be hostile.

    At most two repetitions can give to the next part what they have taken.  What is repeated is one sign; or a few
    parts so many times; or parts that may be missing (`(?:-(\\d+))?`); or parts that begin with a sign which stands
    nowhere else among them, so that it is plain where each begins (`(?:,\\d{3})*`).
    """
    parts = read(pattern)
    ways = [] if parts is None else _ways(parts, 0)
    if not ways or not all(operation in (*_PLAIN, *REPEATS) for way in ways for operation, _ in way):
        return False
    signs = _signs(item for way in ways for item in way)
    return all(sum(_gives(way[place:], signs) for place in range(len(way))) <= _LOOSE for way in ways)


def _ways(parts: Any, depth: int) -> list[list[Any]]:  # noqa: ANN401  the parser's own lists
    """The items of a pattern one after the other, for each choice that it has; what is not plain has no operation."""
    ways: list[list[Any]] = [[]]
    for operation, given in parts:
        chosen = _choices(operation, given, depth)
        if len(ways) * len(chosen) > _MOST_WAYS:
            return [[(None, None)]]
        ways = [[*way, *more] for way in ways for more in chosen]
    return ways


def _choices(operation: Any, given: Any, depth: int) -> list[list[Any]]:  # noqa: ANN401  as above
    """The items of one part, for each choice that it has."""
    if operation is codes.SUBPATTERN:
        return _ways(given[-1], depth)
    if operation is codes.BRANCH:
        words = [way for one in given[1] for way in _ways(one, depth)]
        plain = all(item[0] in _SIGNS for way in words for item in way) and all(words)
        return [[(codes.BRANCH, [way[0] for way in words])]] if plain else words
    if operation in REPEATS and not (len(given[2]) == 1 and given[2][0][0] in _SIGNS):
        if int(given[0]) == int(given[1]) <= _FIXED and depth == 0:
            return _ways([*given[2]] * int(given[0]), depth + 1)
        inside = _ways(given[2], depth)
        if int(given[1]) == 1:
            return [[], *inside]
        plain = len(inside) == 1 and all(one is not None for one, _ in inside[0]) and _begun(inside[0])
        return [[*map(_optional, inside[0])] if plain else [(None, None)]]
    return [[(operation, given)]]


def _optional(item: Any) -> Any:  # noqa: ANN401  as above
    """An item that may be missing."""
    operation, given = item
    if operation is codes.AT or (operation in REPEATS and int(given[0]) == 0):
        return item
    return (codes.MAX_REPEAT, (0, *given[1:])) if operation in REPEATS else (codes.MAX_REPEAT, (0, 1, [item]))


def _signs(items: Iterable[Any]) -> dict[int, frozenset[str]]:
    """The signs that items can be, or begin with, by their identity: they are shared by many ways."""
    found: dict[int, frozenset[str]] = {}
    for item in items:
        if id(item) not in found:
            one = item[1][2][0] if item[0] in REPEATS else item
            found[id(item)] = frozenset(sign for sign in _ASCII if item[0] is not codes.AT and _has(one, sign))
    return found


def _begun(items: list[Any]) -> bool:
    """Whether the first of some items is a sign that nothing behind it can be, and none of them gives any away.

    Not where there are words to choose from: of these only the first signs are known.
    """
    if not items or items[0][0] not in _SIGNS or any(operation is codes.BRANCH for operation, _ in items):
        return False
    signs, first = _signs(items), items[0]
    if any(_gives([*items[place:], first], signs) for place in range(len(items))):
        return False
    return all(signs[id(first)].isdisjoint(signs[id(item)]) for item in items[1:])


def _gives(items: list[Any], signs: dict[int, frozenset[str]]) -> bool:
    """Whether the first item is a repetition of a sign that what follows may begin with."""
    operation, given = items[0]
    if operation not in REPEATS or int(given[0]) == int(given[1]):
        return False
    for item in items[1:]:
        after, of = item
        if after is codes.AT:
            continue
        if signs[id(items[0])] & signs[id(item)]:
            return True
        if after not in REPEATS or int(of[0]) > 0:
            return False
    return False


def _has(item: Any, sign: str) -> bool:  # noqa: ANN401  as above
    operation, given = item
    if operation is codes.LITERAL:
        return bool(given == ord(sign))
    if operation is codes.NOT_LITERAL:
        return bool(given != ord(sign))
    if operation is codes.RANGE:
        return bool(given[0] <= ord(sign) <= given[1])
    if operation is codes.CATEGORY:
        return re.fullmatch(_CATEGORIES.get(given, "."), sign, re.DOTALL) is not None
    if operation is codes.BRANCH:
        return any(_has(one, sign) for one in given)
    if operation is codes.IN:
        negated = given[0][0] is codes.NEGATE
        return any(_has(one, sign) for one in given[negated:]) is not negated
    return True


def separator(pattern: str) -> str:
    r"""What stands between the parts of a text that is split at a pattern, in its shortest form; "" where nothing does.

    `\s*,\s*` stands for a comma, `\s+` for a blank, `[,;]` for the first of its signs.
    """
    return next(iter(texts_for(pattern)), "")


def _text(read: Any, number: int, depth: int) -> str:  # noqa: ANN401  the parser's own lists
    """Variant `number` of a text for a sequence of parts."""
    if depth > DEEPEST:  # every level may repeat the one inside it
        return ""
    return "".join(part(operation, given, number, depth) for operation, given in read)[:_LONGEST]


def part(operation: Any, given: Any, number: int, depth: int) -> str:  # noqa: ANN401, PLR0911  one form per operation
    """Variant `number` of a text for one part."""
    if operation is codes.LITERAL:
        return chr(given)
    if operation is codes.NOT_LITERAL:
        return next(sign for sign in _OTHERS[number:] + _OTHERS if ord(sign) != given)
    if operation is codes.ANY:
        return _OTHERS[number]
    if operation is codes.IN:
        signs = "".join(members(given))
        return signs[number % len(signs)] if signs else ""
    if operation in REPEATS:
        least, most, inner = given
        counts = [least, least + 1, min(int(most), least + 2), int(most) + 1 if int(most) <= MOST_REPEATED else least]
        count = min(counts[number % len(counts)], MOST_REPEATED)
        return "".join(_text(inner, number + n, depth + 1) for n in range(count))
    if operation is codes.SUBPATTERN:
        return _text(given[-1], number, depth + 1)
    if operation is getattr(codes, "ATOMIC_GROUP", None):
        return _text(given, number, depth + 1)
    if operation is codes.BRANCH:
        return _text(given[1][number % len(given[1])], number, depth + 1)
    return ""


def members(given: list[tuple[Any, Any]]) -> Iterator[str]:
    """Characters of a class: the ends of ranges, some of a category; of a negated one some that are not in it."""
    if given and given[0][0] is codes.NEGATE:
        inside = "".join(members(given[1:]))
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
