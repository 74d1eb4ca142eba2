"""Words that end in two of the short texts that a program knows, one after the other: `buy`, `bay`, `bchs`.

Who asks what a word ends in, and what stands before that, has a rule for each pair of such texts, of which chance makes
few.  Neighbours: `evidence.special_inputs` (asks), `evidence.cases` (runs the reference).
"""

from __future__ import annotations

import re
from itertools import product

from codescore.evidence.case import texts_at
from codescore.evidence.cases import Cases, extend
from codescore.evidence.channel import Room
from codescore.evidence.mutants import spread
from codescore.languages.values import Char, Text

#: What asks how a text ends: a method of that name, one of its last signs.
_ENDS = re.compile(r"\bends_?[wW]ith\s*\(|\[\s*-\s*\d|\blength(?:\(\))?\s*-\s*\d|\bback\s*\(|\$/|\blen\(\w+\)\s*-\s*\d")
_SHORT, _FEWEST, _MOST = 2, 3, 160  # signs of a text that is an ending, how many there are, and inputs
_STEM = "b"


def with_endings(cases: Cases, room: Room) -> None:
    """Add an input for each two endings, in the first text of an input that the reference takes."""
    short = {one.value for one in cases.constants if isinstance(one, (Text, Char)) and _is_ending(one.value)}
    signs = short | {sign for one in cases.constants if isinstance(one, Text) for sign in _listed(one.value)}
    if cases.problem or cases.left <= 0 or len(short) < _FEWEST or _ENDS.search(cases.source) is None:
        return
    for place, taken in texts_at([case.given for case in cases.inside()]):
        if not taken:  # it is no text
            continue
        given = taken[0][0]
        made = [given.put(place, Text(f"{_STEM}{one}{two}")) for one, two in product(sorted(signs), repeat=2)]
        extend(cases, room, [(one, False) for one in spread(made, _MOST, lambda _: "")])
        return


def _is_ending(text: str) -> bool:
    return 0 < len(text) <= _SHORT and text.isalpha()


def _listed(text: str) -> str:
    """The signs of a text that lists some: `aeiou`."""
    return text if text.isalpha() and len({*text}) == len(text) > _SHORT and not {*"aeiou"} - {*text.lower()} else ""
