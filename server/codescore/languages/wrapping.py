"""Texts that are set in lines of a width: none of their words is longer than that.

Words say it ("none longer than width"), or a program puts words into lines of so many signs and never asks whether one
alone is too long.  Pure.  Neighbours: `languages.text_forms` (asks), `evidence.wrapped` (what it means).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from codescore.languages.assumed import Assumption
from codescore.languages.called import names_in
from codescore.languages.shapes import IntShape, SequenceShape, Shape, TextShape

_SAID, _USUAL = 0.85, 0.55  # how surely: where words say so, where a program only works so
_LONGER = r"\b(?:none|no (?:\w+ )?words?|never)\b[^.;]{{0,30}}\blonger than (?:the )?[`'\"]*{0}\b"
_FITS = (
    r"\b(?:each|every|all)\b[^.;]{{0,20}}\bwords?\b[^.;]{{0,20}}\b(?:fits?|at most|no longer than|shorter than)\b"
    r"[^.;]{{0,20}}\b{0}\b"
)
#: `a single word longer than width gets a line of its own`: there are such words.
_LONG_WORD = re.compile(r"\b(\w+) (?:single )?words? (?:(?:is|are|that is|that are) )?(?:longer|too long|wider)\b")
_DENIED = ("no", "none", "never", "neither")
_WIDTHS = frozenset(("width", "columns", "cols"))
_OF_LINES = frozenset(("line", "max", "maximum", "row", "text"))
_LENGTHS = frozenset(("length", "len", "chars", "characters", "size"))
_IN_WORDS = re.compile(
    r"\.split\(\s*(?:'\s'|\"\s\"|None|/[^/\n]*\\s[^/\n]*/\w*|\"[^\"\n]*\\\\s[^\"\n]*\")?\s*\)|>>\s*\w+|\bmatch\(/\\S\+/g\)"
)
#: The length of one word, or line, and nothing else, against the width.
_ALONE = r"\b\w+(?:\.|->)(?:length|size)\b(?:\(\))?"
_TOO_LONG = (
    rf"(?<!\+ )(?<!\+)(?:\blen\(\w+\)|{_ALONE})\s*>=?\s*{{0}}\b|\b{{0}}\s*<=?\s*(?:len\(\w+\)|{_ALONE})\s*[):\n]"
)


def wrapping(shapes: Mapping[str, Shape], words: str, program: str) -> Iterator[Assumption]:
    """Which texts have no word that is longer than the number in another parameter."""
    texts = [name for name, shape in shapes.items() if isinstance(_leaf(shape), TextShape)]
    numbers = [name for name, shape in shapes.items() if isinstance(shape, IntShape)]
    prose = " ".join(words.replace("*", " ").split())
    if len(texts) != 1 or any(found[1].lower() not in _DENIED for found in _LONG_WORD.finditer(prose)):
        return
    for number in numbers:
        name = re.escape(number)
        said = re.search(_LONGER.format(name), prose, re.IGNORECASE) or re.search(
            _FITS.format(name), prose, re.IGNORECASE
        )
        if said:
            yield Assumption(texts[0], "words within", f"its text says {said[0]!r}", weight=_SAID, other=number)
        elif (
            program
            and _width(number)
            and _in_words(shapes[texts[0]], program)
            and not re.search(_TOO_LONG.format(name), program)
        ):
            because = f"words are set in lines of {number!r}"
            yield Assumption(texts[0], "words within", because, weight=_USUAL, other=number)


def _leaf(shape: Shape) -> Shape:
    return shape.element if isinstance(shape, SequenceShape) else shape


def _in_words(shape: Shape, program: str) -> bool:
    return isinstance(shape, SequenceShape) or _IN_WORDS.search(program) is not None


def _width(name: str) -> bool:
    """Whether a number that is called so is how much stands in a line."""
    found = names_in(name)
    return found[-1] in _WIDTHS or (found[-1] in _LENGTHS and len(found) > 1 and found[-2] in _OF_LINES)
