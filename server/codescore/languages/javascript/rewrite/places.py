"""What the rewrite rules of JavaScript ask of a piece of code: what its names are, and where control can go.

Knows no rule.  Neighbours: `conditions` and `loops` hold the rules; `languages.spans` the arithmetic of ranges.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

from codescore.languages.javascript.run.nodes import FUNCTIONS, walk
from codescore.languages.spans import encloses

LOOPS = frozenset(("for_statement", "for_in_statement", "while_statement", "do_statement"))
CLASSES = frozenset(("class", "class_declaration", "abstract_class_declaration"))
# Where a statement may be preceded by others.
LISTS = frozenset(("statement_block", "program"))
LITERALS = frozenset(("number", "string", "null", "undefined", "true", "false", "this"))
# What keeps together behind a `!` or an operator.
PRIMARY = LITERALS | frozenset((
    "identifier", "call_expression", "member_expression", "subscript_expression", "parenthesized_expression",
    "template_string", "array",
))  # fmt: skip
_BLOCKS = LISTS | LOOPS | FUNCTIONS | {"switch_body", "catch_clause", "class_static_block"}
_WORD = re.compile(rb"[\w$\x80-\xff]+")
# Names may mean anything inside `with`, and be changed by `eval`.
_OPAQUE = re.compile(rb"(?<![.\w$])(?:with|eval)\s*\(")
# What makes arrays may be called something else.
_SHADOWS = re.compile(rb"\b(?:Object|Array)\s*=[^=]|\b(?:class|function|let|const|var)\s+(?:Object|Array)\b")
_ARRAYS = re.compile(rb"Object\.(?:keys|values|entries|getOwnPropertyNames)|Array\.(?:from|of)|Array")
_ARRAY_TYPE = re.compile(rb":\s*(?:readonly\s+)?(?:[\w.]+(?:\[\])+|(?:Readonly)?Array<.*>)", re.DOTALL)
# An object says itself how it becomes a number or a text.
_CONVERTS = re.compile(rb"\bvalueOf\b|\btoPrimitive\b|(?<!\.)\btoString\b|\.toString\s*=[^=]|\bProxy\b")


def words(text: bytes) -> frozenset[bytes]:
    """Every word of a text, in strings and comments too."""
    return frozenset(_WORD.findall(text))


def said(node: Node | None) -> bytes:
    """The text of a node."""
    return node.text or b"" if node is not None else b""


def bound(pattern: Node | None) -> Iterator[Node]:
    """The names that a pattern binds or assigns, without those in its defaults and keys."""
    if pattern is None:
        return
    match pattern.type:
        case "identifier" | "shorthand_property_identifier_pattern":
            yield pattern
        case "pair_pattern":
            yield from bound(pattern.child_by_field_name("value"))
        case "assignment_pattern" | "object_assignment_pattern":
            yield from bound(pattern.child_by_field_name("left"))
        case "required_parameter" | "optional_parameter":
            yield from bound(pattern.child_by_field_name("pattern"))
        case "array_pattern" | "object_pattern" | "rest_pattern" | "formal_parameters":
            for inner in pattern.named_children:
                yield from bound(inner)


@dataclass(frozen=True, slots=True)
class Declared:
    """A name as it is declared: from here on, in this scope; `binder` is the parameter or declarator."""

    start: int
    scope: Node
    parameter: bool
    binder: Node


@dataclass(frozen=True, slots=True)
class Names:
    """What a function declares, without those in it, and the places where it or those in it assign a name."""

    declared: dict[bytes, list[Declared]] = field(default_factory=dict)
    assigned: dict[bytes, list[tuple[Node, Node]]] = field(default_factory=dict)


class Places:
    """Facts about one file, found when asked for."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.opaque = _OPAQUE.search(source) is not None
        self.converts = _CONVERTS.search(source) is not None
        self.shadows = _SHADOWS.search(source) is not None
        self._names: dict[int, Names] = {}
        self._words: dict[int, frozenset[bytes]] = {}

    def words_around(self, node: Node) -> frozenset[bytes]:
        """Every word of the outermost function around a node: what a new name must differ from."""
        outer = function_of(node)
        while outer.parent is not None and (around := function_of(outer.parent)).parent is not None:
            outer = around
        if outer.id not in self._words:
            self._words[outer.id] = words(said(outer))
        return self._words[outer.id]

    def names(self, function: Node) -> Names:
        """What a function, or a program outside of its functions, declares and assigns."""
        if function.id not in self._names:
            self._names[function.id] = _names(function)
        return self._names[function.id]

    def steady(self, name: Node, beside: Node) -> bool:
        """Whether reading a variable cannot fail, and gives the same before and after `beside` was evaluated."""
        function = function_of(name)
        known, text = self.names(function), said(name)
        around = [d for d in known.declared.get(text, ()) if encloses(d.scope, name) and d.start < name.start_byte]
        if self.opaque or not around:
            return False
        inner = max(around, key=lambda d: d.scope.start_byte)
        if inner.scope.type == "switch_body" or (inner.parameter and b"arguments" in self.words_around(name)):
            return False
        return all(of == function and not encloses(beside, at) for at, of in known.assigned.get(text, ()))

    def is_array(self, node: Node, deep: int = 3) -> bool:
        """Whether an expression is surely an array: it makes one, or is a variable that is given nothing else."""
        if node.type in ("call_expression", "new_expression"):
            called = node.child_by_field_name("function") or node.child_by_field_name("constructor")
            return not self.shadows and _ARRAYS.fullmatch(said(called)) is not None
        if node.type != "identifier" or not deep:
            return node.type == "array"
        known = self.names(function_of(node))
        declared = known.declared.get(said(node), ())
        if len(declared) != 1 or said(node) in known.assigned:
            return False
        binder = declared[0].binder
        if binder.type == "required_parameter" and binder.child_by_field_name("value") is None:
            return _ARRAY_TYPE.fullmatch(said(binder.child_by_field_name("type"))) is not None
        value = binder.child_by_field_name("value") if binder.type == "variable_declarator" else None
        direct = value is not None and said(binder.child_by_field_name("name")) == said(node)
        return direct and value is not None and self.is_array(value, deep - 1)


def function_of(node: Node) -> Node:
    """The function around a node, its parameters included; the program outside of all."""
    while node.type not in FUNCTIONS and node.type != "class_static_block" and node.parent is not None:
        node = node.parent
    return node


def _names(function: Node) -> Names:
    found = Names()
    for node in walk(function):
        for name, one in _declares(node, function):
            found.declared.setdefault(said(name), []).append(one)
        for name in _assigns(node):
            found.assigned.setdefault(said(name), []).append((name, function_of(name)))
    return found


def _declares(node: Node, function: Node) -> Iterator[tuple[Node, Declared]]:
    """The names that a node declares in a function itself."""
    target, scope, parameter = None, function, node == function
    match node.type:
        case _ if parameter:
            target = node.child_by_field_name("parameters") or node.child_by_field_name("parameter")
        case "variable_declarator":
            target = node.child_by_field_name("name")
            scope = function if node.parent is None or node.parent.type == "variable_declaration" else block_of(node)
        case "for_in_statement" if (kind := node.child_by_field_name("kind")) is not None:
            target, scope = node.child_by_field_name("left"), function if said(kind) == b"var" else node
        case "catch_clause":
            target, scope = node.child_by_field_name("parameter"), node
    if target is None or function_of(node) != function:
        return
    for name in bound(target):
        yield name, Declared(name.start_byte, scope, parameter, name.parent or name if parameter else node)


def block_of(node: Node) -> Node:
    """The block that a `let` is declared in."""
    while node.type not in _BLOCKS and node.parent is not None:
        node = node.parent
    return node


def _assigns(node: Node) -> Iterator[Node]:
    """The names that a node assigns."""
    match node.type:
        case "assignment_expression" | "augmented_assignment_expression":
            yield from bound(node.child_by_field_name("left"))
        case "update_expression":
            yield from bound(node.child_by_field_name("argument"))
        case "for_in_statement" if node.child_by_field_name("kind") is None:
            yield from bound(node.child_by_field_name("left"))


def declared_in(body: Node) -> frozenset[bytes]:
    """Every name that is declared anywhere in a body, whatever declares it."""
    found: set[bytes] = set()
    for node in walk(body):
        match node.type:
            case "variable_declarator":
                found |= {said(name) for name in bound(node.child_by_field_name("name"))}
            case "for_in_statement" | "catch_clause":
                target = node.child_by_field_name("left") or node.child_by_field_name("parameter")
                found |= {said(name) for name in bound(target)}
            case "formal_parameters":
                found |= {said(name) for name in bound(node)}
            case _ if node.type in FUNCTIONS | CLASSES:
                found |= {said(node.child_by_field_name(part)) for part in ("name", "parameter")}
    return frozenset(found)


def closes_over(node: Node, names: frozenset[bytes]) -> bool:
    """Whether a function or class inside a node may keep one of some names."""
    return any(names & words(said(inner)) for inner in walk(node) if inner.type in FUNCTIONS or inner.type in CLASSES)


def continues(loop: Node) -> list[Node] | None:
    """The `continue`s of a loop without a label; None if one of them leaves a `try`."""
    found = []
    for node in walk(loop):
        if node.type != "continue_statement" or node.child_by_field_name("label") is not None:
            continue
        path = [node]
        while path[-1].parent is not None and path[-1].type not in LOOPS:
            path.append(path[-1].parent)
        if path[-1] == loop:
            if any(step.type == "try_statement" for step in path):
                return None
            found.append(node)
    return found
