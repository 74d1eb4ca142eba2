"""Marks in a grid that are there once: where a way begins and where it ends.

A program that keeps the place of a sign (`if cell == "S": start = (r, c)`), or words that lead from one to another
("from S to E"), speak of one such sign.  Pure.
Neighbours: `languages.text_forms` (asks), `evidence.relations` (checks grids and makes them).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from codescore.languages.assumed import Assumption
from codescore.languages.quoting import words_of
from codescore.languages.shapes import CharShape, SequenceShape, Shape, TextShape

_WEIGHT = 0.8  # how surely a mark is there once
_MARK = r"['\"`]?([A-Z@$*])['\"`]?"
_FROM_TO = re.compile(rf"\bfrom (?:the )?(?:start )?{_MARK} to (?:the )?(?:end |exit )?{_MARK}(?!\w)")
_CALLED = re.compile(
    r"['\"`]?\b([A-Z])['\"`]? ?(?:\(|=|:|is|marks|for)? ?(?:the |a )?"
    r"(?:start|end|goal|exit|target|finish|player|robot)\b"
)
#: A sign that is looked for, and then its place is kept.
_KEPT = re.compile(
    r"(?:==|===|\bcase)\s*['\"]([A-Z@$*])['\"][^\n]{0,12}\n?[^\n]{0,30}?\b\w+\s*=\s*"
    r"(?:[\[({]|new int|\w+\s*[,;]|\w+\s*\n)|\b(?:index|find|indexOf)\(\s*['\"]([A-Z@$*])['\"]"
)
_MANY = re.compile(
    r"\b(?:several|multiple|nearest|closest|any|all|each) (?:of the )?(?:\w+ )?(?:exit|target|goal|start)s?\b"
)


def marks(shapes: Mapping[str, Shape], words: str, text: str) -> Iterator[Assumption]:
    """Which grids have each of some marks once; `text` is the function."""
    grids = [name for name, shape in shapes.items() if _is_grid(shape)]
    signs = marked_once(text, words) if grids else ""
    for name in grids if signs else ():
        yield Assumption(name, "once", "a place is kept of it", weight=_WEIGHT, other=signs)


def marked_once(text: str, words: str = "") -> str:
    """The signs that a program looks for and that stand once in what it is given, as it works or its words say."""
    spoken = f"{words}\n{words_of(text)}"
    if _MANY.search(spoken):
        return ""
    found = [*(sign for pair in _FROM_TO.findall(spoken) for sign in pair), *_CALLED.findall(spoken)]
    found += [one or other for one, other in _KEPT.findall(text) if one or not _cuts(other, text)]
    return "".join(dict.fromkeys(sign for sign in found if re.search(rf"['\"]{re.escape(sign)}['\"]", text)))


def _cuts(sign: str, text: str) -> bool:
    """Whether a text is cut where the sign stands: `order.substr(0, order.find('@'))`, `line[:at]`."""
    names = re.findall(rf"\b(\w+)\s*=\s*[\w.]+\.(?:index|find|indexOf)\(\s*['\"]{re.escape(sign)}['\"]", text)
    places = (re.escape(name) for name in dict.fromkeys(names))
    cut = r"\b(?:substr\w*|slice)\([^\n]{{0,40}}\b{0}\b|\[[^\]\n]{{0,40}}:\s*{0}\b|\[\s*{0}\b[^\]\n]{{0,20}}:"
    return any(re.search(cut.format(place), text) for place in places)


def _is_grid(shape: Shape) -> bool:
    match shape:
        case SequenceShape(TextShape()) | SequenceShape(SequenceShape(TextShape() | CharShape())):
            return True
    return False
