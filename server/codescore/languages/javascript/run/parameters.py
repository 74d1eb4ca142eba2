"""The parameters of a JavaScript function as they are written, and what is known of them while it is read.

Neighbours: `usage` and `entries` ask.
"""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from codescore.languages.guessing import of_kind
from codescore.languages.javascript.run.nodes import bound_function, child, outside_functions, text
from codescore.languages.javascript.run.types import may_lack
from codescore.languages.kinds import Guess
from codescore.languages.ordinary import Written

_MAKER = "constructor"


class Function:
    """A function of the program: the kinds of its parameters, by name, of its object, and of what it returns."""

    def __init__(self, node: Node, this: Guess | None = None) -> None:
        self.node = node
        self.around = {"this": this} if this is not None else {}
        self.places = [(place, Guess()) for place in parameters_of(node)]
        self.parameters = {name_of(place) or unnamed(n): kind for n, (place, kind) in enumerate(self.places)}
        self.named = {name: kind for place, kind in self.places if (name := name_of(place))}
        self.returned = Guess()
        self.read = False


def inside(function: Function, known: dict[int, Function]) -> dict[str, Function]:
    """The functions in the body of one, by name; `known` are all, by node, and those that are new come to them."""
    body = child(function.node, "body")
    bound = [pair for one in outside_functions(body) for pair in bound_function(one)] if body is not None else []
    return {text(name): known.setdefault(node.id, Function(node)) for name, node in bound}


class Methods:
    """The methods of a program's classes: what one does with `this.x`, and gets from another one, holds in all.

    `classes` are what an object of each is, and the functions that it is `this` in.
    """

    def __init__(self, classes: Iterable[tuple[Guess, Iterable[Node]]]) -> None:
        known = [(this, [Function(node, this) for node in own]) for this, own in classes]
        self.functions = [function for _, own in known for function in own]
        self._known = [(this, {_called(one.node): one for one in own}) for this, own in known]

    @property
    def makers(self) -> list[Function]:
        """Constructors: they say what is kept."""
        return [own[_MAKER] for _, own in self._known if _MAKER in own]

    def of(self, receiver: Guess, name: str) -> Function | None:
        """The method of this name of what is an object of one of the classes."""
        return next((own.get(name) for this, own in self._known if this.root() is receiver.root()), None)

    def settle(self) -> None:
        """What mappings of objects are looked into by are names where nothing else is known."""
        for this, _ in self._known:
            of_kind(this)


def _called(node: Node) -> str:
    name = child(node, "name")
    return text(name) if name is not None else str(node.id)


def unnamed(place: int) -> str:
    """What a parameter is called that is taken apart where it stands."""
    return f"argument{place}"


def parameters_of(node: Node) -> list[Node]:
    """The parameters of a function, as patterns of one grammar or the other."""
    one = child(node, "parameter")
    if one is not None:
        return [one]
    all_ = child(node, "parameters")
    found = [] if all_ is None else [c for c in all_.named_children if c.type not in ("comment", "decorator")]
    return [c for c in found if (p := child(c, "pattern")) is None or p.type != "this"]


def written(node: Node) -> Written:
    """The names of a function's parameters, and the text of its body."""
    return [*map(name_of, parameters_of(node))], text(child(node, "body") or node)


def inner_of(place: Node) -> Node:
    """A parameter without its type and default."""
    pattern = child(place, "pattern") or (child(place, "left") if place.type == "assignment_pattern" else None)
    found = pattern or place
    return found.named_children[0] if found.type == "rest_pattern" and found.named_children else found


def name_of(place: Node) -> str:
    """The name of a parameter; empty for one that is taken apart."""
    inner = inner_of(place)
    return text(inner) if inner.type == "identifier" else ""


def default_of(place: Node) -> Node | None:
    """The default of a parameter."""
    return child(place, "right") if place.type == "assignment_pattern" else child(place, "value")


def optional(place: Node) -> bool:
    """Whether a call may leave a parameter out."""
    return may_lack(place) or default_of(place) is not None or text(place).startswith("...")
