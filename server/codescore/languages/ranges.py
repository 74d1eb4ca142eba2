"""A range that a program keeps to, and the parameters that say where it ends and where it begins to count.

`p >= 1 && p <= last`, and `p` begins at `current - siblings`: `last` is at least 1, and `current` lies in the range
itself, for nobody asks what is around a page that there is not.  Read from the text of a function, in any language.
Pure.  Neighbours: `languages.ordinary` and the surveys (ask).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from codescore.languages.assumed import Assumption
from codescore.languages.shapes import IntShape, Shape

_ENDS, _WITHIN = 0.65, 0.6  # how likely a range has something in it, and what is gone around lies in it
_BECAUSE = "what is outside of {} … {} is left out"
#: A name between a first number and a last one, in the ways to write it; `<` where the last one is not in it.
_BETWEEN = (
    r"(?P<x>\w+)\s*>=\s*(?P<low>[01])\s*(?:&&|and)\s*(?P=x)\s*(?P<sign><=?)\s*(?P<high>\w+)\b(?!\s*[.\[(])",
    r"\b(?P<low>[01])\s*<=\s*(?P<x>\w+)\s*(?:(?:&&|and)\s*(?P=x)\s*)?(?P<sign><=?)\s*(?P<high>\w+)\b(?!\s*[.\[(])",
    r"(?P<x>\w+)\s*<\s*(?P<low>[01])\s*(?:\|\||or)\s*(?P=x)\s*(?P<sign>>=?)\s*(?P<high>\w+)\b(?!\s*[.\[(])",
)
#: The range as far as two steps go from a name: `max(1, at - k)` and `min(last, at + k)`.
_MOST = (
    r"\bmax(?:<\w+>)?\(\s*"
    r"(?:(?P<low>[01])\s*,\s*(?P<x>\w+)\s*-[^,()]*|(?P<x2>\w+)\s*-[^,()]*,\s*(?P<low2>[01]))\s*\)"
)
_LEAST = r"\bmin(?:<\w+>)?\(\s*(?:(?P<high>\w+)\s*,\s*{0}\s*\+[^,()]*|{0}\s*\+[^,()]*,\s*(?P<high2>\w+))\s*\)"
#: Where a name begins: `p = at - k`, `for p in range(at - k, …)`.
_BEGINS = r"\b{0}\s*(?:=|in\s+range\()\s*(\w+)\s*-\s*\w"


#: A loop from one name to another, that one too: `for (int y = y1; y <= y2; y++)`, `range(low, high + 1)`.
_FROM_TO = (
    r"\bfor\s*\([^;\n]*?\b(?P<v>\w+)\s*=\s*(?P<low>[A-Za-z_]\w*)\s*;\s*(?P=v)\s*<=\s*(?P<high>[A-Za-z_]\w*)\s*;",
    r"\brange\(\s*(?P<low>[A-Za-z_]\w*)\s*,\s*(?P<high>[A-Za-z_]\w*)\s*\+\s*1\s*\)",
)
#: What a program that asks which of two is larger has: it means both.
_EITHER_WAY = r"\b{0}\s*[<>]=?\s*{1}\b|\b(?:min|max|sorted|swap|abs)\b[^\n;]*\b{0}\b[^\n;]*\b{1}\b"
#: A program that compares a name with a number means what is beyond it, too.
_ASKED = r"(?:\bif|\bwhile|\?|&&|\|\||\band|\bor)\s*\(?\s*!?\s*{0}\s*(?:[<>=!]=?=?\s*-?\d|[)&|:]|and\b|or\b)"


def ranges(shapes: Mapping[str, Shape], body: str) -> Iterator[Assumption]:
    """What is taken for granted of whole numbers by a program that keeps to a range."""
    free = {name for name, shape in shapes.items() if isinstance(shape, IntShape) and not asked(name, body)}
    for around, low, high in {*_kept(body), *_clamped(body)}:
        because = _BECAUSE.format(low, high)
        if high in free:
            yield Assumption(high, "at least", because, weight=_ENDS, bound=max(low, 1))
        if around in free - {high}:
            yield Assumption(around, "at least", because, weight=_WITHIN, bound=low)
            if isinstance(shapes.get(high), IntShape):
                yield Assumption(around, "up to", because, weight=_WITHIN, other=high)
    yield from _from_to(shapes, body)


def _from_to(shapes: Mapping[str, Shape], body: str) -> Iterator[Assumption]:
    """Who goes from one number to another and never asks which is larger takes the first for no larger."""
    numbers = {name for name, shape in shapes.items() if isinstance(shape, IntShape)}
    for pattern in _FROM_TO:
        for low, high in {(found["low"], found["high"]) for found in re.finditer(pattern, body)}:
            both = [_EITHER_WAY.format(re.escape(a), re.escape(b)) for a, b in ((low, high), (high, low))]
            if {low, high} <= numbers and low != high and not any(re.search(one, body) for one in both):
                because = f"it is gone through from {low} to {high}"
                yield Assumption(low, "up to", because, weight=_WITHIN, other=high)


def asked(name: str, body: str) -> bool:
    """Whether a program compares a number with one that is written there, or asks whether it is 0."""
    return re.search(_ASKED.format(re.escape(name)), body) is not None


def _kept(body: str) -> Iterator[tuple[str, int, str]]:
    """What a range is gone through around, its first number, and the name of its last."""
    for pattern in _BETWEEN:
        for found in re.finditer(pattern, body):
            begins = re.findall(_BEGINS.format(re.escape(found["x"])), body)
            yield from ((one, int(found["low"]), found["high"]) for one in begins or [""])


def _clamped(body: str) -> Iterator[tuple[str, int, str]]:
    for found in re.finditer(_MOST, body):
        around = found["x"] or found["x2"]
        for end in re.finditer(_LEAST.format(re.escape(around)), body):
            yield around, int(found["low"] or found["low2"]), end["high"] or end["high2"]
