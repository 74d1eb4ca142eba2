"""What a JavaScript function asks of whether two things are one, or equal.  Pure.  Neighbours: `entries` (asks)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from tree_sitter import Node

from codescore.languages.assumed import Assumption
from codescore.languages.execution import Parameter
from codescore.languages.javascript.run.nodes import child, text, walk
from codescore.languages.javascript.run.operating import SAME
from codescore.languages.javascript.run.parameters import optional
from codescore.languages.shapes import NullShape, OneOf, RecordShape, Shape, linked, linked_apart

_NAMING = ("identifier", "member_expression", "subscript_expression", "call_expression")
_AMONG = ("includes", "has")
_LOOKED_UP = (*_AMONG, "get", "set", "add", "indexOf")
_TOLD_APART = ("Set", "WeakSet", "Map", "WeakMap")  # of what they are made from each thing once
_TREE = 0.8  # how surely objects that are never compared are in one place each
_LINKS = ("next", "left", "right", "prev", "parent", "head", "tail")
_BACK = ("parent", "prev", "previous", "random", "neighbors", "neighbours")


def trees(shapes: Mapping[str, Shape], reached: Iterable[Node]) -> Iterator[Assumption]:
    """Objects that lead to others are each in one place, where no function that is reached asks if two are one."""
    apart = [name for name, shape in shapes.items() if linked_apart(shape, compared=False)]
    if apart and not any(map(_compares_objects, reached)):
        for name in apart:
            yield Assumption(name, "tree", "it never asks whether two objects are one", weight=_TREE)


def with_nothing(parameters: Iterable[Parameter], node: Node) -> tuple[Parameter, ...]:
    """Where a function asks whether there is a node (`!root`), and the name is no other node's later on, there may be
    none."""
    inside = list(walk(node))
    asked = {
        text(child(one, "argument") or one)
        for one in inside
        if one.type == "unary_expression" and text(child(one, "operator") or one) == "!"
    }
    put = {text(child(one, "left") or one) for one in inside if one.type == "assignment_expression"}

    def each(parameter: Parameter) -> Parameter:
        if isinstance(parameter.shape, RecordShape) and linked(parameter.shape) and parameter.name in asked - put:
            return replace(parameter, shape=OneOf((parameter.shape, NullShape())))
        return parameter

    return tuple(map(each, parameters))


def takes_notice(node: Node, name: str, place: Node) -> bool:
    """Whether a function asks about a parameter by itself, or hands it to another one: it may be nothing then, and
    where it may be left out."""
    again = re.escape(name)
    tested = rf"(?:!|\b(?:if|while)\s*\()\s*{again}\s*[)&|?]|\b{again}\s*(?:[=!]==?|\?\?|\?\.|\|\||&&|\?)"
    whole = rf"\b{again}\b(?!\s*[-+*/%<>.\[(])"
    named = rf"(?:&&|\|\|)\s*{whole}|\b(?:const|let|var)\s+\w+\s*=\s*{whole}"
    handed = rf"(?<![.\w])\w+\([^()]*{whole}[^()]*\)"
    return optional(place) or re.search(f"{tested}|{named}|{handed}", text(child(node, "body") or node)) is not None


def _compares_objects(node: Node) -> bool:
    """Whether it may ask if two objects are one: `a === b`, `seen.has(node)`, or goes back to where it was."""
    return any(map(_compares, walk(node)))


def _compares(node: Node) -> bool:
    if node.type == "member_expression":
        return text(child(node, "property") or node) in _BACK
    if node.type == "call_expression":
        asked, given = child(node, "function"), child(node, "arguments")
        name = child(asked, "property") if asked is not None else None
        first = given.named_children[0].type if given is not None and given.named_children else ""
        return name is not None and text(name) in _LOOKED_UP and first in _NAMING[:2]
    if node.type == "new_expression":
        made, given = child(node, "constructor"), child(node, "arguments")
        return text(made or node) in _TOLD_APART and given is not None and bool(given.named_children)
    if node.type != "binary_expression" or text(child(node, "operator") or node) not in SAME:
        return False
    sides = [one for name in ("left", "right") if (one := child(node, name)) is not None]
    if all(one.type == "identifier" and text(one) != "undefined" for one in sides):
        return True
    return all(one.type == "member_expression" and text(child(one, "property") or one) in _LINKS for one in sides)


def equates(node: Node) -> bool:
    """Whether it asks of two things, none of them written there, if they are equal."""
    compared = (n for n in walk(node) if n.type == "binary_expression" and text(child(n, "operator") or n) in SAME)
    sides = ([child(one, "left"), child(one, "right")] for one in compared)
    return any(all(side is not None and side.type in _NAMING for side in pair) for pair in sides)


def identifies(node: Node, names: frozenset[str]) -> bool:
    """Whether it asks if two of its parameters are one, or whether one is among others."""

    def asks(one: Node) -> bool:
        asked, given = child(one, "function"), child(one, "arguments")
        if asked is not None and given is not None and text(child(asked, "property") or asked) in _AMONG:
            return bool(given.named_children) and text(given.named_children[0]) in names
        same = one.type == "binary_expression" and text(child(one, "operator") or one) in SAME
        return same and {text(child(one, side) or one) for side in ("left", "right")} <= names

    return any(map(asks, walk(node)))
