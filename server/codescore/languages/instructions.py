"""Lists of commands that a function takes, as its words list them: `PUSH n, ADD, JUMP line, HALT`.

What stands behind a command is a number where the program makes numbers of it, or the name is one of a number; else a
short word that the program knows.  Pure.  Neighbours: `languages.commands` (programs that read such lines),
`languages.customary` (asks).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from codescore.languages.assumed import Assumption
from codescore.languages.commands import asked_words, is_amount, written
from codescore.languages.quoting import code_of, words_of
from codescore.languages.shapes import SequenceShape, Shape, TextShape

_TOLD = 0.7  # how surely there are no other lines
_LEAST = 3  # commands that words list
_NUMBERS = ("0", "1", "2", "3", "5", "10", "-1")
_NAMES = ("a", "b", "x")
#: What words say behind a command up to the next one: a few names.
_BEHIND = (
    r"(?<![\w'\"]){0}((?:[ \t]+(?:<\w+>|\[?[A-Za-z]\w{{0,9}}\]?)){{0,3}})[ \t]*"
    r"(?=[,.;:()'\"`]|\n|$|[ \t]{{2}}|[ \t]and\b)"
)
_MAKES_NUMBERS = re.compile(r"\b(?:int|float|parseInt|parseFloat|Number|valueOf|sto[ild]\w*)\s*\(")


def instructions(shapes: Mapping[str, Shape], source: str) -> Iterator[Assumption]:
    """The lines that the only list of texts has, where its words list all words that a program asks for first."""
    lists = [
        n for n, shape in shapes.items() if isinstance(shape, SequenceShape) and isinstance(shape.element, TextShape)
    ]
    code, words = code_of(source), " ".join(words_of(source).split(" "))
    if len(lists) != 1 or "split" not in code:
        return
    plain = re.sub(r"'([\w-]+)'", r'"\1"', code).replace("===", "==").replace("!==", "!=")
    known = list(dict.fromkeys(word for _, word, _, _ in asked_words(plain)))
    found = {word: one for word in known if (one := re.search(_BEHIND.format(re.escape(word)), words)) is not None}
    if len(found) < _LEAST or len(found) < len(known):
        return
    lines = [line for word, one in found.items() for line in _lines(word, one[1].split(), code)]
    yield Assumption(lists[0], "one of", "its words list them", weight=_TOLD, other="\n".join(dict.fromkeys(lines)))


def _of_texts(shape: Shape) -> bool:
    return isinstance(shape, SequenceShape) and isinstance(shape.element, TextShape)


def _lines(word: str, behind: list[str], code: str) -> list[str]:
    """Lines of one command with what its words show behind it."""
    made = _MAKES_NUMBERS.search(code) is not None
    return written(word, tuple(made or is_amount(name.strip("[]")) for name in behind), _NUMBERS, _NAMES)
