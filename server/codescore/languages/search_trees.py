"""Trees of nodes that a program calls search trees: what is left of a node is below it, what is right of it above.

Nothing is said where a program may be there to find that out.  Pure.  Neighbours: `languages.customary` (asks),
`evidence.search_trees` (checks trees and mends them).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from codescore.languages.assumed import Assumption
from codescore.languages.called import names_in
from codescore.languages.known_formats import finds_out, first_called
from codescore.languages.shapes import FloatShape, IntShape, OneOf, RecordShape, Shape, TextShape

_WEIGHT = 0.6  # how surely a tree is a search tree where the program is called so
#: It makes one of another tree, or asks whether it is one.
_MAKES = frozenset(("to", "is", "recover", "fix", "check", "largest"))


def search_trees(shapes: Mapping[str, Shape], program: str) -> Iterator[Assumption]:
    """Which parameters are trees of a function, or are called, after search trees."""
    trees = [name for name, shape in shapes.items() if _branches(shape)]
    if not trees or finds_out(program):
        return
    called = names_in(first_called(program))
    function = _says_so(called) and _MAKES.isdisjoint(called)
    for name in trees:
        if function or _says_so(names_in(name)):
            because = "the function is called so" if function else f"{name!r} is called so"
            yield Assumption(name, "search tree", because, weight=_WEIGHT)


def _says_so(words: list[str]) -> bool:
    return re.search(r"\bbst\b|\bsearch tree\b", " ".join(words)) is not None


def _branches(shape: Shape) -> bool:
    """Whether it is a node with two branches and something that can be compared."""
    if isinstance(shape, OneOf):
        return any(map(_branches, shape.options))
    if not isinstance(shape, RecordShape):
        return False
    held = dict(shape.fields)
    compared = [one for one in held.values() if _ordered(one)]
    return {"left", "right"} <= held.keys() and len(compared) == 1


def _ordered(shape: Shape) -> bool:
    if isinstance(shape, OneOf):
        return all(map(_ordered, shape.options))
    return isinstance(shape, (IntShape, FloatShape, TextShape))
