"""Parameters of a type that a JavaScript or TypeScript program takes from a file that is not there.  Pure.

No number stands for an object of which nothing is known: what needs one is not run.  Neighbours: `elsewhere` (which
types are known), `classes` and `surveying` (ask).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from codescore.languages.execution import Entry
from codescore.languages.shapes import CallShape, GroupShape, MappingShape, OneOf, RecordShape, SequenceShape, Shape

_WORD = re.compile(r"[A-Za-z_$][\w$]*")


def asking(entry: Entry, unknown: Sequence[str]) -> Entry:
    """The entry; where it needs a type of which nothing is known, and its use says of no object, it says so."""
    for one in entry.parameters if not entry.unknown else ():
        words = [] if one.optional or _is_object(one.shape) else _WORD.findall(one.declared)
        name = next((word for word in words if word in unknown), None)
        if name is not None:
            return replace(entry, unknown=name)
    return entry


def _is_object(shape: Shape) -> bool:
    """Whether it is an object, or a collection of them."""
    match shape:
        case RecordShape() | CallShape():
            return True
        case SequenceShape(element) | GroupShape(element):
            return _is_object(element)
        case MappingShape(_, value):
            return _is_object(value)
        case OneOf(options):
            return any(map(_is_object, options))
    return False
