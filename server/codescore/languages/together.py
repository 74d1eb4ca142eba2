"""Lists that are gone through together: looked into at the numbers of a loop that ends where one of them does.

`for (int i = 0; i < amounts.length; i++) … from[i] … to[i]`: who gives such lists gives them as long as each other,
unless the program asks how long they are.  Read from the text of a function in any language with such loops.  Pure.
Neighbours: `languages.ordinary` (asks); in Python `run.bounding` knows it from the tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from codescore.languages.assumed import Assumption
from codescore.languages.shapes import SequenceShape, Shape

_AS_LONG = 0.7  # how surely they are as long as each other
_LOOP = re.compile(
    r"\bfor\s*\(\s*(?:[\w:]+\s+)+(?P<i>\w+)\s*=\s*0\s*;\s*(?P=i)\s*<\s*(?P<of>\w+)\s*\.\s*(?:length|size)\b(?:\s*\(\s*\))?\s*;"
)
_LOOKED_INTO = r"\b(\w+)\s*(?:\[\s*{0}\s*\]|\.\s*(?:get|at|elementAt)\s*\(\s*{0}\s*\))"
_LENGTH = r"\b{0}\s*\.\s*(?:length|size|isEmpty|empty)\b"


def together(shapes: Mapping[str, Shape], body: str) -> Iterator[Assumption]:
    """Which lists of a function are as long as another."""
    lists = {name for name, shape in shapes.items() if isinstance(shape, SequenceShape)}
    found: dict[str, str] = {}
    for loop in _LOOP.finditer(body):
        for name in re.findall(_LOOKED_INTO.format(re.escape(loop["i"])), body[loop.end() :]):
            if name != loop["of"] and {name, loop["of"]} <= lists and not re.search(_LENGTH.format(name), body):
                found.setdefault(name, loop["of"])
    for name, of in found.items():
        yield Assumption(name, "as long as", "they are gone through together", weight=_AS_LONG, other=of)
