"""Inputs that stand in a program's words, as far as they are found alike in languages whose literals are read apart.

Neighbours: the `run/examples` of the languages; `examples_in_words` is a whole reader for languages with braces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from codescore.languages.execution import Input
from codescore.languages.values import Value

_MOST = 40
_LONGEST = 2000  # characters of one example
_SCALAR = re.compile(r"-?[\d.]*\d|'[^']*'|\"[^\"]*\"")


def balanced(text: str, start: int, quotes: str) -> str:
    """From an opening bracket to the one that closes it, quotes respected; empty where none does."""
    depth, quote = 0, ""
    for place in range(start, min(len(text), start + _LONGEST)):
        sign = text[place]
        if quote:
            quote = "" if sign == quote and text[place - 1] != "\\" else quote
        elif sign in quotes:
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
            if depth == 0:
                return text[start : place + 1]
    return ""


def assigned(
    names: Iterable[re.Match[str]],
    parameters: list[str],
    needed: int,
    quotes: str,
    read: Callable[[str], Value | None],
) -> Iterator[Input]:
    """`lst = [1, 2], k = 3`: values given to parameters one after the other; `names` end where their values begin."""
    found: dict[str, Value] = {}
    for match in names:
        name, rest = match[1], match.string[match.end() :]
        if name not in parameters:
            continue
        scalar = _SCALAR.match(rest)
        literal = balanced(rest, 0, quotes) if rest[:1] in "([{" else scalar[0] if scalar else ""
        value = read(literal) if literal else None
        if value is not None:
            found[name] = value
        if len(found) >= max(1, needed):
            if set(parameters[: len(found)]) == set(found):
                yield Input(tuple(found[p] for p in parameters if p in found))
            found = {}


def distinct(inputs: Iterable[Input]) -> tuple[Input, ...]:
    """Without repetitions, not too many."""
    return tuple(dict.fromkeys(inputs))[:_MOST]
