"""Lines that a program holds against a regular expression, each part of them drawn by itself.

    (\\d{4}-\\d\\d-\\d\\d) \\[(INFO|ERROR)\\] (\\w+): (.*)            2024-02-29 [ERROR] b: x1 a

Few names, numbers of several sizes, days and times that there are; where anything may stand, now and then what has a
meaning elsewhere on the line.  Pure and total.  Neighbours: `languages.patterns` (reads patterns), each
language's survey (asks).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

from codescore.languages.moments import in_numbers
from codescore.languages.patterns import (
    ANY,
    BRANCH,
    DEEPEST,
    IN,
    MOST_REPEATED,
    REPEATS,
    SUBPATTERN,
    in_python,
    members,
    part,
    read,
    tame,
)
from codescore.languages.shapes import OneOf, Samples
from codescore.languages.values import Text

_OTHER, _OFTEN = "abc x", 6  # a line that no pattern is meant for; how much rarer it is
_LINES, _MORE = 24, (0, 0, 1, 2)  # lines of one pattern; how much more than the least a part of one comes
_NAMES, _WORDS = ("a", "b", "b", "abc", "x1"), ("", "a", "b", "b c", "x1 a")
_NUMBERS = ("0", "1", "2", "3", "5", "7", "10", "12", "37", "100")  # without zeros that nobody writes
_ELSEWHERE = 0.3  # share of what may be anything that stands elsewhere on a line
_TIMES = (
    (re.compile(r"(?<!\d)\d{4}-\d\d-\d\d(?!\d)"), "-", 3),
    (re.compile(r"(?<![\d:])\d\d:\d\d:\d\d(?![\d:])"), ":", 3),
    (re.compile(r"(?<![\d:])\d\d:\d\d(?![\d:])"), ":", 2),
)


def held_against(patterns: Iterable[str]) -> OneOf | None:
    """Lines that a program holds against some patterns, now and then another one; None where no pattern says any."""
    made = lines_of(patterns)
    return OneOf((*made * _OFTEN, Samples((Text(_OTHER),)))) if made else None


def lines_of(patterns: Iterable[str]) -> tuple[Samples, ...]:
    """Lines that match one of some patterns, those of each together."""
    lines = [(pattern, lines_for(pattern)) for pattern in patterns]
    return tuple(Samples(tuple(map(Text, some)), in_python(pattern)) for pattern, some in lines if some)


@lru_cache(maxsize=64)
def lines_for(pattern: str) -> tuple[str, ...]:
    """Lines that a pattern matches; none where it cannot be read, or may run long."""
    parts = read(pattern) if tame(pattern) else None
    if parts is None:
        return ()
    matches = re.compile(in_python(pattern)).fullmatch
    drawing, chance = _Drawing(Random(pattern)), Random(pattern)  # noqa: S311  repeatable
    made: list[str] = []
    for _ in range(_LINES):
        line = _of_time(drawing.text(parts, 0), chance)
        made.append(line)
        drawing.elsewhere += [word for word in line.split() if not word.isalnum()]
    return tuple(dict.fromkeys(line for line in made if line.isprintable() and matches(line)))


@dataclass(slots=True)  # mutable: it remembers what it drew
class _Drawing:
    chance: Random
    elsewhere: list[str] = field(default_factory=list)  # words with signs, of the lines that were drawn before

    def text(self, parts: Any, depth: int) -> str:  # noqa: ANN401  the parser's own lists
        """A text for a sequence of parts."""
        return "".join(self._one(operation, given, depth) for operation, given in parts) if depth <= DEEPEST else ""

    def _one(self, operation: Any, given: Any, depth: int) -> str:  # noqa: ANN401  one form per operation
        chance = self.chance
        if operation == ANY:
            return chance.choice("abx1")
        if operation == IN:
            signs = "".join(members(given))
            visible = "".join(sign for sign in signs if sign.isalnum()) or (" " if " " in signs else signs)
            return chance.choice(visible) if visible else ""
        if operation in REPEATS:
            least, most, inner = given
            return self._repeated(least, int(most), inner, depth)
        if operation == SUBPATTERN:
            return self.text(given[-1], depth + 1)
        if operation == BRANCH:
            return self.text(chance.choice(given[1]), depth + 1)
        return part(operation, given, 0, depth)

    def _repeated(self, least: int, most: int, inner: Any, depth: int) -> str:  # noqa: ANN401  as above
        anything = inner[0][0] == ANY
        if anything and self.elsewhere and self.chance.random() < _ELSEWHERE:
            return self.chance.choice(self.elsewhere)
        signs = "".join(members(inner[0][1])) if inner[0][0] == IN and most > least else ""
        known: tuple[str, ...] = _WORDS if anything else _NUMBERS if signs.isdigit() else ()
        if "CATEGORY_WORD" in str(inner):
            known = _NAMES
        elif signs.upper() != signs.lower() and any(map(str.isdigit, signs)):
            known = (*_NAMES, *_NUMBERS)
        words = [word for word in known if least <= len(word) <= most]
        if words and len(inner) == 1:
            return self.chance.choice(words)
        count = min(least + self.chance.choice(_MORE), most, MOST_REPEATED)
        return "".join(self.text(inner, depth + 1) for _ in range(count))


def _of_time(line: str, chance: Random) -> str:
    """The line with days and times that there are."""
    for picture, between, count in _TIMES:
        if picture.search(line):
            line = picture.sub(chance.choice(in_numbers(between, count)), line)
    return line
