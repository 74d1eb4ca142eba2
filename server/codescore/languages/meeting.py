"""Nodes of a Java or C++ program that may be in several places: it asks whether two of them are one.

By regular expressions over the program without comments.  Neighbour: each language's survey.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from codescore.languages.shapes import OneOf, RecordShape, SequenceShape, Shape, linked

#: Fields that lead back, or to any node: objects with these are in several places anyway.
_BACK = {"random", "neighbors", "neighbours"}


def may_meet(shape: Shape, program: str) -> Shape:
    """A shape whose nodes may lead to ones before where the program asks for that; not those of trees."""
    match shape:
        case OneOf(options):
            return replace(shape, options=tuple(may_meet(one, program) for one in options))
        case SequenceShape(element):
            return replace(shape, element=may_meet(element, program))
        case RecordShape(name, fields) if linked(shape) and not {"left", "right"} <= dict(fields).keys():
            meet = not _BACK.isdisjoint(dict(fields)) or _compares(program, name.rpartition("::")[2])
            return replace(shape, linked=True) if meet else shape
    return shape


@lru_cache(maxsize=8)
def _compares(program: str, name: str) -> bool:
    """Whether two variables of a class are compared, or its objects are kept in a set or as keys."""
    if re.search(rf"(?:[sS]et|[mM]ap)\w*\s*<\s*{name}\s*\*?\s*[,>]", program):
        return True
    lists = re.findall(rf"\b{name}\s*\*?\s*(?:const\s+)?&?\s*(?=(\w+[^;:(){{}}]*))", program)
    nodes = {word for one in lists for word in re.findall(r"(?:^|,)\s*\*?\s*(\w+)", one)}
    return any(
        a in nodes and b in nodes for a, b in re.findall(r"(?<![\w.>])(\w+)\s*[!=]=\s*(\w+)\b(?!\s*\.|->)", program)
    )
