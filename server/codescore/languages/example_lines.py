"""Lines that the words of a program show, and lines like them: with other names, numbers, times and dates.

    band 23:30-05:30 9.0       pence per kWh; start included, end not

A line ends before two blanks.  Pure.  Neighbours: `languages.commands` (asks), `languages.moments` (times and dates).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from codescore.languages.moments import in_numbers

_INDENTED = re.compile(r"^[ \t#*/]*(?: {3,}|\t)(\S.*?)(?:\s{2,}.*)?$")
_MANY = 24  # lines like one
_CLOCK, _DATE = r"\d?\d:\d\d", r"\d{4}-\d\d-\d\d"
_EXAMPLE = re.compile(rf"(?:^|\s)(?:{_CLOCK}(?:-{_CLOCK})?|{_DATE}|-?\d+(?:\.\d+)?)(?=\s|$)")


def shown_lines(
    words: str, commands: Sequence[str], numbers: Sequence[str], names: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """Lines like those that are shown, by the command that they begin with."""
    found: dict[str, tuple[str, ...]] = {}
    for block in _blocks(words):
        for line in block:
            first = line.split()[0]
            if first in commands and _EXAMPLE.search(line):
                found[first] = (*found.get(first, ()), *_like(line.split(), numbers, names))
    return found


def _blocks(words: str) -> Iterator[list[str]]:
    """Lines that are indented and stand one below the other."""
    block: list[str] = []
    for line in (*words.splitlines(), ""):
        shown = _INDENTED.match(line)
        if shown is not None:
            block += [shown[1]] if not shown[1].startswith("(") else []
        elif block:
            yield block
            block = []


def shown_numbers(words: str) -> tuple[str, ...]:
    """The whole numbers in lines that are shown."""
    found = (token for block in _blocks(words) for line in block for token in line.split() if token.isdigit())
    return tuple(dict.fromkeys(found))


def _like(tokens: list[str], numbers: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    chance = Random(" ".join(tokens))  # noqa: S311  repeatable

    def other(token: str) -> str:
        if re.fullmatch(_DATE, token):
            return chance.choice(in_numbers("-", 3))
        if re.fullmatch(rf"{_CLOCK}(?:-{_CLOCK})?", token):
            return "-".join(chance.choice(in_numbers(":", 2)) for _ in token.split("-"))
        if re.fullmatch(r"-?\d+\.\d+", token):
            return f"{chance.randrange(60)}.{str(chance.randrange(1, 10**6))[: len(token.partition('.')[2])]}"
        return chance.choice(numbers if re.fullmatch(r"-?\d+", token) else names)

    yield from dict.fromkeys(" ".join((tokens[0], *map(other, tokens[1:]))) for _ in range(_MANY))
