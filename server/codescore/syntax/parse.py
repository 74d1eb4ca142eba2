"""A source, from scratch: bytes to a concrete syntax tree, and the tree to the units that verdicts are about.

A `Syntax` is a value: the tree, the bytes it was parsed from, and by how many bytes these are shifted because a
fragment (a constructor without its class) was wrapped.  Parsing never fails on user code.
Units are functions, methods and constructors.  They nest: an inner function is a unit of its own and part of the one
around it.  A source without any function is one unit, the snippet.  Positions are byte offsets in the source (not in a
wrapped fragment).
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Literal

import tree_sitter
from tree_sitter import Node, QueryCursor, Tree

from codescore.languages import Language

# A fragment is something a person cut out of a file; larger broken texts are files that are being edited.
MAX_FRAGMENT_BYTES = 20_000

_local = threading.local()


@dataclass(frozen=True, slots=True, eq=False)
class Syntax:
    """A parsed source: `parsed[prefix : prefix + len(source)] == source`, node offsets count in `parsed`."""

    language: Language
    source: bytes
    tree: Tree
    parsed: bytes
    prefix: int = 0
    root: Node = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "root", self.tree.root_node)


def parse(language: Language, source: bytes) -> Syntax:
    """The tree of a source; a fragment with syntax errors is wrapped if that removes them."""
    tree = parse_bytes(language, source)
    return complete(language, source, tree)


def parse_bytes(language: Language, source: bytes, old: Tree | None = None) -> Tree:
    """The tree of exactly these bytes; `old` is the edited former tree, for an incremental parse."""
    parser = _parser(language)
    return parser.parse(source) if old is None else parser.parse(source, old)


def complete(language: Language, source: bytes, tree: Tree) -> Syntax:
    """Keep a tree that is sound; otherwise try the language's ways of completing a fragment."""
    if tree.root_node.has_error and len(source) <= MAX_FRAGMENT_BYTES:
        for before, after in language.wraps:
            wrapped = before + source + after
            candidate = parse_bytes(language, wrapped)
            if not candidate.root_node.has_error:
                return Syntax(language, source, candidate, wrapped, len(before))
    return Syntax(language, source, tree, source)


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it, in source order."""
    stack = [node]
    while stack:
        one = stack.pop()
        yield one
        stack.extend(reversed(one.children))


def _parser(language: Language) -> tree_sitter.Parser:
    """One parser per thread and language: tree-sitter parsers must not be shared between threads."""
    parsers: dict[str, tree_sitter.Parser] = _local.__dict__.setdefault("parsers", {})
    if language.id not in parsers:
        parsers[language.id] = tree_sitter.Parser(language.grammar)
    return parsers[language.id]


# -- units


Kind = Literal["function", "method", "constructor", "snippet", "module"]

SNIPPET = "<snippet>"

# Finding a node's parent costs as much as it lies deep; no person nests code so deep that a name needs more.
_MAX_AROUND = 100


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of source that gets a verdict.

    `qualified` joins the names around it with dots (`Class.method`, `outer.inner`); `name_start`/`name_end` is where
    an editor puts the badge; `digest` is the hash of its text and kind: equal digests have equal sketches unless the
    unit is nested in a function.  `nested` says that another unit contains it.  A `module` is what stands outside of
    all functions of a source; it is none of the source's units, as these lie between its statements.
    """

    name: str
    qualified: str
    kind: Kind
    start: int
    end: int
    name_start: int
    name_end: int
    digest: bytes
    nested: bool = False

    def shifted(self, by: int) -> Unit:
        """The same unit, `by` bytes further on."""
        # Spelt out: `replace` costs five times as much, and a keystroke shifts every unit behind it.
        return Unit(
            self.name,
            self.qualified,
            self.kind,
            self.start + by,
            self.end + by,
            self.name_start + by,
            self.name_end + by,
            self.digest,
            self.nested,
        )


def units_of(syntax: Syntax) -> tuple[Unit, ...]:
    """All units in source order, outer before inner; a source with code but no function is one snippet."""
    found = find_units(syntax, None)
    return arrange(found.values()) or snippet(syntax)


def find_units(syntax: Syntax, within: tuple[int, int] | None) -> dict[tuple[int, int], Unit]:
    """Units that touch the byte range `within` of the source (all if None), by (start, end).

    Where the range touches the name of a class or function, everything inside it is looked up too: its units carry
    that name in their own.
    """
    found: dict[tuple[int, int], Unit] = {}
    if within is None:
        for _, captures in QueryCursor(syntax.language.units_query).matches(syntax.root):
            _add(found, syntax, captures)
        return found
    cursor = QueryCursor(syntax.language.units_query)
    cursor.set_max_start_depth(0)
    types = syntax.language.structure
    units = types.functions | types.constructors
    stack = [(syntax.root, within[0] + syntax.prefix, within[1] + syntax.prefix)]
    while stack:
        node, low, high = stack.pop()
        if node.type in units or node.type in types.exports:
            for _, captures in cursor.matches(node):
                _add(found, syntax, captures)
        if node.type in types.extends:
            low, high = node.start_byte, node.end_byte
        elif node.type in units or node.type in types.classes:
            label = _label(syntax.language, node)
            if label is not None and label.start_byte <= high and low <= label.end_byte:
                low, high = node.start_byte, node.end_byte
        stack.extend((child, low, high) for child in _children_touching(node, low, high))
    return found


def _children_touching(node: Node, low: int, high: int) -> Iterator[Node]:
    cursor = node.walk()
    if cursor.goto_first_child_for_byte(max(0, low - 1)) is None:
        return
    while True:
        child = cursor.node
        if child is None or child.start_byte > high:
            return
        if child.child_count:
            yield child
        if not cursor.goto_next_sibling():
            return


def _add(found: dict[tuple[int, int], Unit], syntax: Syntax, captures: dict[str, list[Node]]) -> None:
    unit = _unit(syntax, captures["unit"][0], captures["name"][0])
    found[unit.start, unit.end] = unit


def arrange(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Units in source order with `nested` set right."""
    ordered = sorted(units, key=lambda u: (u.start, -u.end))
    result: list[Unit] = []
    reach = -1
    for unit in ordered:
        inside = unit.start < reach
        result.append(unit if unit.nested == inside else replace(unit, nested=inside))
        reach = max(reach, unit.end)
    return tuple(result)


def snippet(syntax: Syntax) -> tuple[Unit, ...]:
    """The whole source as one unit, or nothing where there is only space and comments."""
    children = [c for c in syntax.root.named_children if c.type not in syntax.language.layout.comments]
    if not children or not syntax.source.strip():
        return ()
    size = len(syntax.source)
    start = min(max(children[0].start_byte - syntax.prefix, 0), size)
    end = min(max(children[-1].end_byte - syntax.prefix, start), size)
    digest = _digest("snippet", syntax.source)
    code_end = len(syntax.source.rstrip())
    return (Unit(SNIPPET, SNIPPET, "snippet", 0, code_end, start, max(start, min(end, start + 1)), digest),)


def unit_node(syntax: Syntax, unit: Unit) -> Node:
    """The tree node of a unit of this very syntax."""
    if unit.kind == "snippet":
        return syntax.root
    node = syntax.root.named_descendant_for_byte_range(
        unit.start + syntax.prefix, max(unit.start, unit.end - 1) + syntax.prefix
    )
    types = syntax.language.structure
    wanted = types.functions | types.constructors | types.extends
    while node is not None and (
        node.start_byte > unit.start + syntax.prefix
        or not (node.type in wanted or (node.parent is not None and node.parent.type in types.exports))
    ):
        node = node.parent
    return outermost_extension(syntax.language, node) if node is not None else syntax.root


def outermost_extension(language: Language, node: Node) -> Node:
    """The node itself, or the decorated definition around it."""
    parent = node.parent
    return parent if parent is not None and parent.type in language.structure.extends else node


def _unit(syntax: Syntax, node: Node, name: Node) -> Unit:
    whole = outermost_extension(syntax.language, node)
    kind, path = _place(syntax, node, whole)
    path += _owners(syntax, node, name)
    text = syntax.parsed[whole.start_byte : whole.end_byte]
    own = _text(syntax, name)
    p = syntax.prefix
    return Unit(
        name=own,
        qualified=".".join((*path, own)),
        kind=kind,
        start=whole.start_byte - p,
        end=whole.end_byte - p,
        name_start=name.start_byte - p,
        name_end=name.end_byte - p,
        digest=_digest(kind, text),
    )


def _place(syntax: Syntax, node: Node, whole: Node) -> tuple[Kind, list[str]]:
    """What kind of unit this is, and the names around it, outermost first."""
    types = syntax.language.structure
    path: list[str] = []
    nearest: str | None = None
    parent = whole.parent
    for _ in range(_MAX_AROUND):
        if parent is None:
            break
        if parent.type in types.classes or parent.type in types.functions or parent.type in types.constructors:
            nearest = nearest or ("class" if parent.type in types.classes else "function")
            if parent.start_byte >= syntax.prefix and not _goes_by_another(syntax, parent):
                path += _called(syntax, parent)[::-1]
        parent = parent.parent
    if node.type in types.constructors:
        return "constructor", path[::-1]
    return ("method" if nearest == "class" else "function"), path[::-1]


def _owners(syntax: Syntax, node: Node, name: Node) -> list[str]:
    """What a unit's own label has before its name: the object that is given the function."""
    label = _label(syntax.language, node) if syntax.language.structure.unnamed else None
    if label is None or not label.start_byte < name.start_byte < label.end_byte:
        return []
    return _names(syntax, syntax.parsed[label.start_byte : name.start_byte].decode("utf-8", errors="replace"))


def _goes_by_another(syntax: Syntax, node: Node) -> bool:
    """Whether a class goes by the name that it is given to: `const Stack = class Inner { … }`."""
    structure, given = syntax.language.structure, node.parent
    known = given is not None and node.type in structure.classes and given.type in structure.functions
    return known and given is not None and bool(_called(syntax, given))


def _called(syntax: Syntax, node: Node) -> list[str]:
    """The names in the label of a class or function, outermost first."""
    label = _label(syntax.language, node)
    return _names(syntax, _text(syntax, label)) if label is not None else []


def _names(syntax: Syntax, label: str) -> list[str]:
    """The names in a label, outermost first, without what stands for the module or the object around the code."""
    structure = syntax.language.structure
    names = "".join(label.split()).removesuffix(".").split(".")
    if not structure.unnamed or not all(name.isidentifier() for name in names):
        return [label]
    return [name for name in names if name not in structure.unnamed | structure.own]


def _label(language: Language, node: Node) -> Node | None:
    """The node whose text names a class or function (an anonymous class may go by the type it extends)."""
    found = (node.child_by_field_name(field) for field in language.structure.labels)
    label = next((label for label in found if label is not None), None)
    while label is not None and (inner := label.child_by_field_name("declarator")) is not None:
        label = inner  # what is declared stands inside of how it is declared
    return label


def _text(syntax: Syntax, node: Node) -> str:
    return syntax.parsed[node.start_byte : node.end_byte].decode("utf-8", errors="replace")


def _digest(kind: str, text: bytes) -> bytes:
    return blake2b(text, digest_size=16, person=kind.encode()[:16]).digest()
