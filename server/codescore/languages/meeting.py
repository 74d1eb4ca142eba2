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
    if re.search(rf"(?:[sS]et|[mM]ap)\w{{0,40}}\s{{0,9}}<\s{{0,9}}{name}\s{{0,9}}\*?\s{{0,9}}[,>]", program):
        return True
    typed = rf"\b{name}\s{{0,9}}\*?\s{{0,9}}(?:const\s{{1,9}})?&?\s{{0,9}}"
    begun = re.compile(rf"{typed}(?=\w)")
    named = re.compile(rf"(?:^|,)\s{{0,9}}(?:{typed})?\*?\s{{0,9}}(\w+)")
    pieces = [(piece, found) for piece in re.split(r"[;:(){}]", program) if (found := begun.search(piece))]
    nodes = {word for piece, found in pieces for word in named.findall(piece[found.start() :])}
    compared = re.findall(r"(?<![\w.>])(\w{1,80})\s{0,9}[!=]=\s{0,9}(\w{1,80})\b(?!\s{0,9}\.|->)", program)
    return any(one in nodes and other in nodes for one, other in compared)
