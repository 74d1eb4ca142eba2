"""What the rewrite rules of several languages are made of: regions of a file, places with new texts, signs by others.

Knows no language.  Neighbours: `spans` (byte ranges), `negating`; the `rewrite` folders of the languages.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeVar

from tree_sitter import Node, Query

from codescore.languages.protocols import Replacement, Site
from codescore.languages.spans import captures, covered, encloses

#: A comparison as it reads from its other side.
MIRROR = {
    "<": b">", ">": b"<", "<=": b">=", ">=": b"<=", "==": b"==", "!=": b"!=", "===": b"===", "!==": b"!==",
}  # fmt: skip
#: What the signs of each family of table 2 are replaced by, as far as a language has them.
SIGNS: dict[str, dict[str, tuple[str, ...]]] = {
    "arithmetic": {"+": ("-", "*"), "-": ("+",), "*": ("+", "-"), "/": ("*", "%"), "%": ("*", "/", "+")},
    "shift": {"<<": (">>",), ">>": ("<<",), ">>>": ("<<",)},
    "logical": {"&": ("|", "^"), "|": ("&", "^"), "^": ("&", "|")},
    "conditional": {"&&": ("||",), "||": ("&&",), "and": ("or",), "or": ("and",)},
    "relational": {
        "<": ("<=", ">", ">="), "<=": ("<", ">", ">="), ">": (">=", "<", "<="), ">=": (">", "<", "<="),
        "==": ("!=",), "!=": ("==",), "===": ("!==",), "!==": ("===",),
    },
    "assignment": {
        "+=": ("-=", "="), "-=": ("+=", "="), "*=": ("+=", "="), "/=": ("*=", "="), "%=": ("+=", "="),
        "<<=": (">>=", "="), ">>=": ("<<=", "="), "&=": ("|=", "="), "|=": ("&=", "="), "^=": ("|=", "="),
    },
}  # fmt: skip


class Region:
    """What a query finds in one region of a file; computed on demand, never changed."""

    def __init__(self, source: bytes, root: Node, node: Node, query: Query) -> None:
        self.source = source
        self.root = root
        self.node = node
        self._found = captures(query, node)

    def all(self, capture: str) -> list[Node]:
        """Every captured node of the region, in source order."""
        return self._found.get(capture, [])

    def sites(self, capture: str) -> Iterator[Node]:
        """Captured nodes where a rule may apply: sound, and not in a part that must stay as it is."""
        for node in self.all(capture):
            if not node.has_error and not covered(node, self.closed):
                yield node

    def text(self, node: Node) -> bytes:
        """The source text of a node."""
        return self.source[node.start_byte : node.end_byte]

    @property
    def closed(self) -> list[tuple[int, int]]:
        """The parts that must stay as they are, as disjoint ranges in order."""
        raise NotImplementedError

    @cached_property
    def names(self) -> dict[bytes, list[Node]]:
        """Occurrences of every name; what the query calls foreign (an attribute, a label) is none."""
        foreign = {node.id for node in self.all("foreign")}
        found: dict[bytes, list[Node]] = {}
        for node in self.all("name"):
            if node.id not in foreign:
                found.setdefault(self.text(node), []).append(node)
        return found


R = TypeVar("R", bound=Region)


def regions(
    made: Callable[[bytes, Node, Node], R],
    source: bytes,
    root: Node,
    within: Node,
    members: list[Node],
    *,
    broken: bool,
) -> Iterator[R]:
    """The outermost functions in or around `within`, and what is outside of them if `within` has any of that.

    Unless `broken`, those that a syntax error touches are left out: an error can hide a declaration.
    """
    for node in members:
        if broken or not touched(node):
            yield made(source, root, node)
    inside = len(members) == 1 and encloses(members[0], within)
    if not inside and (broken or not root.has_error):
        yield made(source, root, root)


def touched(node: Node) -> bool:
    """Whether a syntax error is in a node or right beside it."""
    near = (node.parent, node.prev_sibling, node.next_sibling)
    return node.has_error or any(other is not None and other.is_error for other in near)


def outermost(within: Node, kinds: Container[str], query: Query) -> list[Node]:
    """The outermost node of some kinds around a node, or else the outermost ones that a query finds in it."""
    around = [node for node in ancestors(within) if node.type in kinds]
    if around:
        return around[-1:]
    found: list[Node] = []
    for node in captures(query, within).get("member", []):
        if not found or node.start_byte >= found[-1].end_byte:
            found.append(node)
    return found


def ancestors(node: Node | None) -> Iterator[Node]:
    """A node and all nodes around it, inside out."""
    while node is not None:
        yield node
        node = node.parent


def found_by(rules: Sequence[Callable[[R], Iterator[Site]]], among: Iterable[R]) -> Iterator[Site]:
    """The sites of some rules; of code nested deeper than a rule can follow, those found until there."""
    for region in among:
        for rule in rules:
            try:
                yield from rule(region)
            except RecursionError:
                continue


def put(node: Node, text: bytes) -> Replacement:
    """Another text in the place of a node."""
    return Replacement(node.start_byte, node.end_byte, text)


def site(rule: str, node: Node, *variants: Iterable[Replacement]) -> Site:
    """A node where a rule applies, in one or more ways."""
    return Site(rule, node.start_byte, node.end_byte, tuple(tuple(variant) for variant in variants))


def other_signs(rule: str, sign: Node, texts: Iterable[str]) -> Site | None:
    """An operator with what may stand in its place, if anything may."""
    variants = [(put(sign, text.encode()),) for text in texts]
    return site(rule, sign, *variants) if variants else None


def operator_of(node: Node) -> str:
    """The operator of an expression."""
    operator = node.child_by_field_name("operator")
    return operator.type if operator is not None else ""


def newline_of(source: bytes) -> bytes:
    """What ends the lines of a file."""
    return b"\r\n" if b"\r\n" in source else b"\n"


def indent_of(source: bytes, node: Node) -> bytes:
    """The white space that the line of a node begins with."""
    line = source[source.rfind(b"\n", 0, node.start_byte) + 1 : node.start_byte]
    return line[: len(line) - len(line.lstrip(b" \t"))]


def braced(text: bytes, *, block: bool) -> bytes:
    """The text of a statement (or block) as one that no `else` can bind to."""
    if block:
        return text
    return b"{ }" if text == b";" else b"{ " + text + b" }"
