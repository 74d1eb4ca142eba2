"""Lists of things that have a time: they come in the order of it, which hardly any program says.

A log is read from its beginning, readings are taken one after the other.  Nothing is said where a program sorts, nor of
what it is to find out.  What words say of an order (`in order of time`, `sorted by start`) is surer than what a field
is called.  Pure.  Neighbours: `languages.text_forms` (asks), `evidence.pairs` (what it means).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain

from codescore.languages.assumed import Assumption
from codescore.languages.called import DAYS, comes_when, last_word
from codescore.languages.described import RESULT, SENTENCES
from codescore.languages.kinds import Guess
from codescore.languages.quantities import Place, named_parts, told_parts
from codescore.languages.quoting import code_of, words_of
from codescore.languages.shapes import FloatShape, IntShape, SequenceShape, Shape, StandardShape, TextShape

_CUSTOM, _TOLD = 0.5, 0.85  # how surely they are in order: by custom, and where words say so
#: A program that brings things into an order itself, or says so of what it makes.
_SORTS = re.compile(
    r"(?i)sort|order_?by|TreeMap|TreeSet|PriorityQueue|priority_queue|heapq|std::(?:multi)?(?:map|set)\b"
)
_SAID = re.compile(
    r"\b(?:in (?:the )?(?:ascending |increasing |chronological )?order (?:of|by)|(?:sorted|ordered) by)"
    r" (?:their |its |the )?(\w+)|\b(in chronological order|chronologically)\b",
    re.IGNORECASE,
)
_FALLING = re.compile(r"(?i)\bdescending|\bdecreasing|\breverse|newest first|latest first")
_ASKS = re.compile(
    r"(?i)\bis_?(?:sorted|ordered)|monoton|chronolog|\bout of order|backwards?\b|earliest|latest|newest|oldest"
)
_TIMES = frozenset(("time", "times", "date", "dates", "day", "days", "arrival", "start"))


def in_order(shapes: Mapping[str, Shape], kinds: Mapping[str, Guess], words: str, text: str) -> Iterator[Assumption]:
    """Which lists are in the order of a field of what they hold; `words` are those of a function, `text` is it."""
    words = f"{words}\n\n{words_of(text)}"
    if _SORTS.search(code_of(text)) or _FALLING.search(words):
        return
    said = _said(words)
    for name, shape in shapes.items():
        if not isinstance(shape, SequenceShape):
            continue
        parts = chain(told_parts(shape, words), named_parts(shape.element, _inside(kinds.get(name))))
        fields = [*{one[0]: one for one in parts if _ordered(one[1])}.values()]
        told = next((one for one in fields if one[0].lower() in said or (said & _TIMES and comes_when(one[0]))), None)
        if told is not None:
            yield _by(name, told, "its words say so", _TOLD)
            continue
        moments = [one for one in fields if _of_one_moment(one[0])]
        if len(moments) == 1 and not _ASKS.search(words + text):
            yield _by(name, moments[0], f"they are called {moments[0][0]!r}", _CUSTOM)


def _by(name: str, field: tuple[str, Shape, Place], because: str, weight: float) -> Assumption:
    return Assumption(name, "in order of", because, weight=weight, other=field[0], place=field[2])


def _said(words: str) -> set[str]:
    """What words say that things come in the order of, but for those of the result."""
    found: set[str] = set()
    for sentence in SENTENCES.split(words):
        for one in _SAID.finditer(sentence):
            if RESULT.search(sentence[: one.start()].lower()) is None:
                found |= {one[1].lower()} if one[1] else {"time"}
    return found


def _inside(kind: Guess | None) -> Guess | None:
    known = kind.root() if kind is not None else None
    return known and (known.element or known.value)


def _of_one_moment(name: str) -> bool:
    """Whether it says when one of several things comes; books have a year, and are in no order of it."""
    return name.lower() == "time" or (comes_when(name) and last_word(name) not in DAYS - {"at", "when"})


def _ordered(shape: Shape) -> bool:
    """Whether it is a number, a text or a moment: what has an order."""
    return isinstance(shape, (IntShape, FloatShape, TextShape, StandardShape))
