"""Texts that a reference answers, with blanks around them, where it takes blanks off.

Where texts follow a form of their own hardly one with blanks is drawn that is answered, and nobody sees who does not
take them off.  Neighbours: `evidence.special_inputs` (asks), `evidence.cases` (runs the reference).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codescore.evidence.case import texts_at
from codescore.evidence.cases import Cases, extend
from codescore.evidence.channel import Room
from codescore.languages.execution import Input
from codescore.languages.values import Text

_TAKES_OFF = re.compile(r"\.(?:l?r?strip(?:_suffix)?|trim(?:Start|End)?|strip(?:Leading|Trailing)?)\s*\(")
_AROUND = (" {0}", "{0} ", "  {0} ")
_SEEDS = 3


def with_blanks(cases: Cases, room: Room) -> None:
    """Add such inputs for each text of a function that has none yet."""
    if cases.problem or cases.left <= 0 or not _TAKES_OFF.search(cases.source):
        return
    extend(cases, room, [(given, False) for given in _made([case.given for case in cases.inside()])])


def _made(answered: list[Input]) -> Iterator[Input]:
    for place, taken in texts_at(answered):
        known = [one for one in taken if one[1].strip()]
        if any(text != text.strip() for _, text in known):
            continue
        for given, text in known[:_SEEDS]:
            for around in _AROUND:
                yield given.put(place, Text(around.format(text)))
