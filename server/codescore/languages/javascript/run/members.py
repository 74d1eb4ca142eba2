"""The classes of a JavaScript program, with what their objects can be asked: written as classes, as functions whose
prototype is given methods, or as functions that return an object of functions.  Pure.

Neighbours: `entries` and `classes` ask.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

from tree_sitter import Node

from codescore.languages.execution import ITSELF
from codescore.languages.javascript.run.nodes import (
    FUNCTIONS,
    bound_function,
    child,
    outside_functions,
    text,
    top_level,
    walk,
)

_CLASSES = ("class_declaration", "abstract_class_declaration", "class")
_MODULE = (["exports"], ["module", "exports"])  # what a module gives its users
_PROTOTYPE = "prototype"
_MAKERS = ("function_expression", "arrow_function")


@dataclass(frozen=True, slots=True)
class Method:
    """A method, a getter or a setter: its function, and the words that stand before its name, such as `static`."""

    name: str
    node: Node
    words: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Class:
    """A class by the name that it has outside; `maker` makes its objects, `text` is all of it, `above` its base.

    A `factory` is called without `new`: what its objects keep are its own variables.
    """

    name: str
    text: tuple[Node, ...]
    maker: Node | None
    methods: tuple[Method, ...]
    above: str = ""
    factory: bool = False
    fields: tuple[tuple[str, Node], ...] = ()  # what each begins with

    @property
    def own(self) -> list[Node]:
        """The functions that one object is `this` in."""
        made = [self.maker] if self.maker is not None else []
        return [*made, *(method.node for method in self.methods if "static" not in method.words)]


def classes_of(root: Node) -> list[Class]:
    """The classes at top level, in source order, then those that prototypes make, and factories."""
    found = [_written(name, node) for name, node in _classes(root)]
    given: dict[str, list[Method]] = {}
    for left, right in assignments(root):
        if len(left) == 3 and left[1] == _PROTOTYPE and right.type in FUNCTIONS:
            given.setdefault(left[0], []).append(Method(left[2], right))
        elif left[1:] == [_PROTOTYPE] and right.type == "object":
            given.setdefault(left[0], []).extend(Method(name, node) for name, node in held(right))
    for name, maker in _makers(root):
        methods = given.get(name, [])
        if methods and maker.type != "arrow_function":
            found.append(Class(name, (maker, *(m.node for m in methods)), maker, tuple(methods)))
        elif returned := _returned(maker):
            found.append(Class(name, (maker,), maker, tuple(returned), factory=True))
    return found


def assignments(root: Node) -> Iterator[tuple[list[str], Node]]:
    """What is assigned at top level: the names on the left, and the value."""
    for node in top_level(root):
        one = node.named_children[0] if node.type == "expression_statement" and node.named_children else node
        left, right = child(one, "left"), child(one, "right")
        if one.type == "assignment_expression" and left is not None and right is not None:
            yield "".join(text(left).split()).split("."), right


def exported(left: list[str], value: Node) -> str | None:
    """The name that what a module gives its users goes by; None where it is no such thing."""
    if left == ["module", "exports"]:
        name = child(value, "name")
        return text(name) if name is not None else "exports"
    return left[-1] if left[:-1] in _MODULE or len(left) == 1 else None


def held(value: Node) -> Iterator[tuple[str, Node]]:
    """The functions that an object holds, by name."""
    for one in value.named_children:
        key, inner, name = child(one, "key"), child(one, "value"), child(one, "name")
        if one.type == "method_definition" and name is not None:
            yield text(name), one
        elif key is not None and inner is not None and inner.type in FUNCTIONS:
            yield text(key), inner


def _classes(root: Node) -> Iterator[tuple[str, Node]]:
    return _named(root, _CLASSES, ("class",))


def _makers(root: Node) -> Iterator[tuple[str, Node]]:
    """The functions that may make objects."""
    return _named(root, ("function_declaration",), _MAKERS)


def _named(root: Node, declared: Container[str], values: Container[str]) -> Iterator[tuple[str, Node]]:
    """Declarations of some kinds with their names, and values of some kinds with the names that they are given."""
    for node in top_level(root):
        name = child(node, "name")
        if node.type in declared and name is not None:
            yield text(name), node
        for one in node.named_children if node.type in ("lexical_declaration", "variable_declaration") else ():
            bound, value = child(one, "name"), child(one, "value")
            if bound is not None and value is not None and value.type in values:
                yield text(bound), value
    for left, right in assignments(root):
        if right.type in values and (given := exported(left, right)) is not None:
            yield given, right


def _returned(maker: Node) -> list[Method]:
    """The functions in the object that a function returns wherever it returns something; none where it does not."""
    body = child(maker, "body")
    if body is None or any(c.type == "async" for c in maker.children):
        return []
    own = list(outside_functions(body))
    given = [one.named_children[0] for one in own if one.type == "return_statement" and one.named_children]
    objects = [_bare(one) for one in (given if body.type == "statement_block" else [body])]
    inner = {text(name): node for one in own for name, node in bound_function(one)}
    if objects and _keeps(own):
        shared = [list(_functions(one, inner)) for one in objects]
        if shared[0] and all([m.name for m in one] == [m.name for m in shared[0]] for one in shared):
            return shared[0]
    if not objects or any(one.type != "object" for one in objects):
        return []
    found: dict[str, Node] = {}
    for one in objects:
        found.update(held(one))
        for part in one.named_children:
            key, value = (
                (part, part) if part.type.startswith("shorthand") else (child(part, "key"), child(part, "value"))
            )
            if key is not None and value is not None and text(value) in inner:
                found[text(key)] = inner[text(value)]
    return [Method(name, node) for name, node in found.items()]


def _functions(value: Node, inner: dict[str, Node]) -> Iterator[Method]:
    """The functions in a list, or the one that it is, by what is written behind the object to reach them."""
    items = value.named_children if value.type == "array" else [value]
    for number, item in enumerate(items):
        node = item if item.type in FUNCTIONS else inner.get(text(item))
        if node is not None:
            yield Method(f"[{number}]" if value.type == "array" else ITSELF, node)


def _keeps(own: list[Node]) -> bool:
    """Whether the functions in a body look at a variable of it that is no function."""
    named = [(child(one, "name"), child(one, "value")) for one in own if one.type == "variable_declarator"]
    bound = {text(name) for name, value in named if name is not None and (value is None or value.type not in FUNCTIONS)}
    inside = (n for one in own if one.type in FUNCTIONS for n in walk(one) if n.type == "identifier")
    return any(text(n) in bound for n in inside)


def _bare(value: Node) -> Node:
    """Without parentheses and casts."""
    while value.type in ("parenthesized_expression", "as_expression", "satisfies_expression") and value.named_children:
        value = value.named_children[0]
    return value


def _written(name: str, node: Node) -> Class:
    """A class as it is written."""
    heritage = next((c for c in node.named_children if c.type == "class_heritage"), None)
    above = text(heritage).removeprefix("extends").split("<")[0].split("implements")[0].strip() if heritage else ""
    body = child(node, "body")
    methods, fields = [], []
    maker = None
    for one in body.named_children if body is not None else ():
        value, said = child(one, "value"), child(one, "name") or child(one, "property")
        function = one if one.type == "method_definition" else value
        if said is None or function is None:
            continue
        if function.type not in FUNCTIONS:
            fields += [] if any(c.type == "static" for c in one.children) else [(text(said), function)]
        elif text(said) == "constructor":
            maker = function
        else:
            words = (text(c) if c.type == "accessibility_modifier" else c.type for c in one.children)
            methods.append(Method(text(said), function, frozenset(words)))
    return Class(name, (node,), maker, tuple(methods), above, fields=tuple(fields))
