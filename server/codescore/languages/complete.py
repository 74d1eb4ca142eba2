"""What is always there inside of a parameter: keys that a program only looks up, objects that it only goes into.

Which those are each language reads from its text; a program that asks whether one is there means the others, too.
Pure.  Neighbours: each language's survey and `languages.ordinary` (ask), `evidence.mappings` (checks and fills in).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from codescore.languages.assumed import Assumption
from codescore.languages.shapes import MappingShape, RecordShape, SequenceShape, Shape
from codescore.languages.values import Text

EACH = "[]"  # of a path: each item of a list
_THERE = 0.64  # how likely such a thing is there where it is not looked up, too
_FIELD = re.compile(r"\.([A-Za-z_]\w*)\b(?!\s*\()(?=(\s*[.\[]|))")
_UNPACKED = re.compile(r"[{,]\s*([A-Za-z_]\w*)\s*(?=[,}=])")


def complete(shapes: Mapping[str, Shape], keys: frozenset[str], fields: frozenset[str]) -> Iterator[Assumption]:
    """Mappings have these keys wherever they are looked up in some, objects have an object in these fields."""
    for name, shape in shapes.items():
        for path in _paths(shape, keys, fields):
            yield Assumption(name, "keyed", "nothing asks whether it is there", weight=_THERE, other="\n".join(path))


@lru_cache(maxsize=4)
def gone_into(body: str) -> frozenset[str]:
    """The fields that a text in a language with braces only goes on into: `order.customer.name`."""
    found = dict.fromkeys(_UNPACKED.findall(body), True)
    asked = {name for name, further in _FIELD.findall(body) if not further} | found.keys()
    return frozenset(name for name, further in _FIELD.findall(body) if further) - asked


def _paths(shape: Shape, keys: frozenset[str], fields: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """How to get to each of them: its name, "[]" for each item of a list or mapping, behind what leads there."""
    match shape:
        case SequenceShape(element):
            yield from ((EACH, *path) for path in _paths(element, keys, fields))
        case MappingShape(required=looked, each=each):
            inner = dict(each)
            if not looked and not each:  # whatever its keys are called
                yield from ((EACH, *path) for path in _paths(shape.value, keys, fields))
            for key in looked:
                if isinstance(key, Text) and key.value in keys:
                    yield (key.value,)
                    yield from ((key.value, *path) for path in _paths(inner.get(key.value, shape.value), keys, fields))
        case RecordShape(fields=own):
            for name, held in own:
                if isinstance(held, RecordShape) and name in fields:
                    yield (name,)
                yield from ((name, *path) for path in _paths(held, keys, fields))
