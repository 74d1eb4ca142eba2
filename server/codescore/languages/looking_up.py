"""What names something else in the same input, because a program looks it up there: `days.get(job)` for the jobs of
another mapping, `units[unit.parent]` for objects in a list.

Nothing is said where it asks whether that is there.  Pure.  Neighbours: `languages.text_forms` (asks),
`evidence.among` (what it means).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from codescore.languages.assumed import Assumption
from codescore.languages.quoting import code_of
from codescore.languages.shapes import IntShape, MappingShape, RecordShape, SequenceShape, Shape, TextShape

_LOOKED_UP = 0.6  # how surely what is looked up is there
_ASKS = r"\bin\s+(?:self\.)?{0}\b|\b{0}\.(?:containsKey|has|count|contains|find|getOrDefault)\(|\b{0}\.get\([^()]*,"
_LOOKS = r"\b{0}\s*(?:\[|\.\s*(?:get|at)\()"
#: A list, or what was made for each of its items, in which a field of them is looked up.
_PLACED = r"\b\w+\s*(?:\[|\.\s*(?:get|at)\()\s*[\w.]*(?:\[\w+\])?\.{0}(?:\(\))?\s*[\])]"

_CALLED, _PLACE = r"\b(\w+)\s*=\s*[\w.\[\]]*\.{0}\b(?!\s*[(.])", r"\w\s*(?:\[|\.\s*(?:get|at)\()\s*{0}\s*[\])]"
#: A field that may be -1, or is asked whether it is.
_TOP = r"\b{0}\b[^\n]*(?<![\w.])-1\b|\b{0}(?:\(\))?\s*(?:>=?\s*0|[!=]=\s*-1|<\s*0)"


def looking_up(shapes: Mapping[str, Shape], source: str) -> Iterator[Assumption]:
    """Which names in parameters are keys of another one, and which fields are places in their own list; `source` is the
    function with all around it and its comments."""
    code = code_of(source)
    for name, shape in shapes.items():
        match shape:
            case MappingShape(TextShape()) if not shape.required and _looked_up(name, code):
                for other, some in shapes.items():
                    if other != name and _names(some):
                        because = f"they are looked up in {name}"
                        yield Assumption(other, "named in", because, weight=_LOOKED_UP, other=name)
            case SequenceShape(RecordShape(_, fields)):
                for field, inner in fields:
                    if isinstance(inner, IntShape) and _placed(field, code):
                        because, least = f"{field} is looked up", -bool(re.search(_TOP.format(field), source))
                        yield Assumption(name, "own places", because, weight=_LOOKED_UP, bound=least, other=field)


def _placed(field: str, code: str) -> bool:
    """Whether a field is a place of something, by itself or under the name that it is given."""
    names = (re.escape(name) for name in re.findall(_CALLED.format(field), code))
    return bool(re.search(_PLACED.format(field), code)) or any(re.search(_PLACE.format(name), code) for name in names)


def _looked_up(name: str, code: str) -> bool:
    called = re.escape(name)
    return bool(re.search(_LOOKS.format(called), code)) and not re.search(_ASKS.format(called), code)


def _names(shape: Shape) -> bool:
    """Whether it holds names: a list of texts, or a mapping from texts to such lists or texts."""
    if isinstance(shape, MappingShape):
        return isinstance(shape.key, TextShape) and (isinstance(shape.value, TextShape) or _names(shape.value))
    return isinstance(shape, SequenceShape) and isinstance(shape.element, TextShape)
