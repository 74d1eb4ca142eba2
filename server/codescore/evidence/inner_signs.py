"""Words with a sign between two of their letters, for programs that tell letters from other signs.

Who finds words by `[a-z]+` takes `well-known` for two, who splits at blanks for one; most texts that are drawn have
other signs only beside words.  Neighbours: `evidence.special_inputs` (asks), `evidence.usual` (where signs are told
apart by what they are), `evidence.cases` (runs the reference).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from codescore.evidence.case import texts_at
from codescore.evidence.cases import Cases, extend
from codescore.evidence.channel import Room
from codescore.languages.execution import Input
from codescore.languages.values import Text

#: A class of letters, perhaps with others, that is looked for several times in a row, or one of them at a time.
_LETTERS = re.compile(
    r"\[\^?[^\]\n]{0,20}[aA]-[zZ][^\]\n]{0,20}\][+*]|\\[wW]\+|\bis_?alpha\w*\s*\(|\bis_?al(?:pha_?)?num\w*\s*\(|"
    r"\bisLetter\w*\(|\\p\{L\w*\}|\[\[:al(?:pha|num):\]\]"
)
_INSIDE = re.compile(r"(?<=[A-Za-z])(?=[A-Za-z])")
_BETWEEN = ("-", "'", "_", "3", ".")
_SEEDS = 3


def with_signs_inside(cases: Cases, room: Room) -> None:
    """Add inputs in each text of which a word has a sign inside, one kind of sign at a time."""
    if cases.problem or cases.left <= 0 or _LETTERS.search(cases.source) is None:
        return
    made = _made([case.given for case in cases.inside()])
    extend(cases, room, [(given, False) for given in islice(made, _SEEDS * len(_BETWEEN) * 2)])


def _made(answered: list[Input]) -> Iterator[Input]:
    read = [one for one in answered if _INSIDE.search(one.stdin)]
    for given in sorted(read, key=lambda one: -len(one.stdin))[:_SEEDS]:
        yield from (replace(given, stdin=_with(given.stdin, sign)) for sign in _BETWEEN)
    for place, taken in texts_at(answered):
        known = [one for one in taken if _INSIDE.search(one[1])]
        for given, text in sorted(known, key=lambda one: -len(one[1]))[:_SEEDS]:
            yield from (given.put(place, Text(_with(text, sign))) for sign in _BETWEEN)


def _with(text: str, sign: str) -> str:
    """The text with the sign in the first place between two letters, and in the last."""
    places = [found.start() for found in _INSIDE.finditer(text)]
    for place in sorted({places[0], places[-1]}, reverse=True):
        text = text[:place] + sign + text[place:]
    return text
