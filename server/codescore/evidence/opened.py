"""Lines of commands that begin with the first of them: an account is opened, then used.

Commands come in any order, and mostly one is about what no other has made yet: a program of which each command asks for
that shows little.  The first one that a program knows mostly makes something, so that a share of the texts begin with
it, for several things.  Pure.  Neighbour: `evidence.lines` (asks).
"""

from __future__ import annotations

from random import Random

from codescore.languages.shapes import RowShape, Samples
from codescore.languages.values import Text

_SHARE, _MOST = 0.4, 3  # of the texts, and how many lines are put before the others


def opened(lines: list[str], row: RowShape, chance: Random) -> list[str]:
    """As many lines, a few of the first command before the others in some texts."""
    token = row.tokens[0] if len(row.tokens) == 1 else None
    known = [one.value for one in token.values if isinstance(one, Text)] if isinstance(token, Samples) else []
    words = dict.fromkeys(text.partition(" ")[0] for text in known)
    if len(words) < 2 or len(lines) < 2 or chance.random() >= _SHARE:
        return lines
    first = next(iter(words))
    makers = [text for text in dict.fromkeys(known) if text.partition(" ")[0] == first]
    begin = chance.sample(makers, min(len(makers), chance.randint(1, _MOST)))
    return [*begin, *lines][: len(lines)]
