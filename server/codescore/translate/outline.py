"""What stands in a piece of code, from its tree: functions, classes and values, what each defines and uses.

Knows node types from the language's data alone.  Pure and total.  Neighbours: `extract` (chooses among them).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from tree_sitter import Node, QueryCursor, Tree

from codescore.languages import Language
from codescore.languages.translating import Template
from codescore.syntax.parse import parse_bytes

Sort: TypeAlias = Literal["function", "class", "value", "import", "statement"]
_LEFT = ("left", "declarator", "name")  # fields of what a statement gives a value or a meaning
_NAME = re.compile(rb"[A-Za-z_$]\w*")


@dataclass(frozen=True, slots=True)
class Item:
    """A statement, or a member of a class: its code without comments, the names it defines and uses.

    `parameters` is how many a function takes; `members` are the items of a class.
    """

    sort: Sort
    text: str
    type: str
    defines: tuple[str, ...]
    uses: frozenset[str]
    parameters: int = 0
    members: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Outline:
    """The items of a text in order; `errors` counts syntax errors, `loose` those that lie in no function or class."""

    items: tuple[Item, ...]
    errors: int
    loose: int
    text: str


def outline(language: Language, template: Template, text: str) -> Outline:
    """The outline of a text; of the ways to complete a fragment, that with the fewest errors."""
    data = text.encode("utf-8", "replace")
    best: Outline | None = None
    whole = ""
    for before, after in ((b"", b""), *language.wraps):
        found = _outline(language, template, before + data + after, bool(before))
        whole = whole if before else found.text
        if best is None or _rank(found) < _rank(best):
            best = found
        if not best.errors and any(item.sort in ("function", "class") for item in best.items):
            break
    assert best is not None
    return replace(best, text=whole)


def _rank(found: Outline) -> tuple[int, int]:
    return found.errors, -sum(item.sort in ("function", "class") for item in found.items)


def _outline(language: Language, template: Template, data: bytes, wrapped: bool) -> Outline:
    tree = parse_bytes(language, data)
    reader = _Reader(language, template, data, tree)
    nodes = list(_statements(tree.root_node))
    if wrapped:  # what was put around is a class, and perhaps a function in it
        while len(nodes) == 1 and (inside := reader.body(nodes[0])) is not None:
            nodes = list(_statements(inside))
    items = [reader.item(node) for node in nodes if not reader.is_comment(node)]
    errors = _errors(tree.root_node)
    loose = sum(_errors(node) for node in nodes if reader.sort(node) == "statement") + sum(
        node.type == "ERROR" for node in nodes
    )
    whole = reader.text(tree.root_node) if not wrapped else ""
    return Outline(tuple(items), errors, loose, whole)


def _statements(node: Node) -> Iterator[Node]:
    """The statements of a node."""
    for child in node.children:
        if child.is_named or child.is_error:
            yield child


def _errors(node: Node) -> int:
    """How many nodes in it are errors or missing; at most a few hundred are counted."""
    if not node.has_error:
        return 0
    count, stack = 0, [node]
    while stack and count < 300:
        one = stack.pop()
        if one.is_error or one.is_missing:
            count += 1
        stack += [child for child in one.children if child.has_error or child.is_missing]
    return count


def names_of(language: Language, node: Node) -> dict[int, bytes]:
    """The names of the functions in a node, by the id of the function's own node."""
    found: dict[int, bytes] = {}
    for _, captures in QueryCursor(language.units_query).matches(node):
        unit, name = captures["unit"][0], captures["name"][0]
        if name.text is not None:
            found[unit.id] = name.text
    return found


class _Reader:
    """Reads nodes of one tree."""

    def __init__(self, language: Language, template: Template, data: bytes, tree: Tree) -> None:
        self._language, self._template, self._data = language, template, data
        self._names = names_of(language, tree.root_node)

    def is_comment(self, node: Node) -> bool:
        return node.type in self._language.layout.comments

    def inner(self, node: Node) -> Node:
        """The function or class inside of what belongs around it: decorators, templates."""
        types = self._language.structure
        while node.type in types.extends:
            wanted = (*types.functions, *types.classes, *types.extends)
            inside = next((child for child in node.named_children if child.type in wanted), None)
            if inside is None:
                return node
            node = inside
        return node

    def sort(self, node: Node) -> Sort:
        one, types = self.inner(node), self._language.structure
        if one.type in types.functions or one.type in types.constructors:
            return "function"
        if one.type in types.classes:
            return "class" if self.body(node) is not None else "value"
        if " ".join(self.text(node).split()) and self._template.brings(self.text(node)):
            return "import"
        if self._template.is_value(node.type, [child.type for child in node.named_children]):
            return "value"
        return "statement"

    def body(self, node: Node) -> Node | None:
        """The body of a class, or of what was put around a fragment."""
        one = self.inner(node)
        return one.child_by_field_name("body")

    def item(self, node: Node) -> Item:
        sort, one = self.sort(node), self.inner(node)
        members: tuple[Item, ...] = ()
        defines: tuple[str, ...] = ()
        parameters = 0
        if sort == "function":
            name = self._names.get(one.id) or self._names.get(node.id) or b""
            defines = (name.decode("utf-8", "replace").rpartition("::")[2],) if name else ()
            parameters = self._parameters(one)
        elif sort == "class":
            label = one.child_by_field_name("name")
            defines = (self._raw(label),) if label is not None else ()
            inside = self.body(node)
            children = list(_statements(inside)) if inside is not None else []
            members = tuple(self.item(child) for child in children if not self.is_comment(child))
        else:
            defines = tuple(self._defined(node))
        uses = frozenset(self._leaves(node))
        return Item(sort, self.text(node), node.type, defines, uses, parameters, members)

    def _defined(self, node: Node) -> Iterator[str]:
        """The names that a statement defines: those on its left side, or else all of it."""
        rows, found = [node], list[Node]()
        while rows and not found:
            found = [part for one in rows for name in _LEFT for part in one.children_by_field_name(name)]
            rows = [child for one in rows for child in one.named_children]
        for part in found or [node]:
            fields = (part.child_by_field_name(name) for name in ("declarator", "alias", "name"))
            deeper = next((field for field in fields if field is not None), part)
            yield from self._leaves(deeper)

    def _raw(self, node: Node) -> str:
        return self._data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def _parameters(self, node: Node) -> int:
        """How many parameters a function takes."""
        stack = [node]
        while stack:
            one = stack.pop(0)
            found = one.child_by_field_name("parameters")
            if found is not None:
                own = self._language.structure.own
                return sum(not self.is_comment(p) and self._raw(p) not in own for p in found.named_children)
            if (declarator := one.child_by_field_name("declarator")) is not None:
                stack.append(declarator)
        return 0

    def _leaves(self, node: Node) -> Iterator[str]:
        """The names in a node, in order."""
        keywords = self._language.keywords
        for leaf in _leaves(node):
            text = self._data[leaf.start_byte : leaf.end_byte]
            if leaf.is_named and _NAME.fullmatch(text):
                name = text.decode("ascii", "replace")
                if name not in keywords:
                    yield name

    def text(self, node: Node) -> str:
        """The code of a node without comments and prose, its lines moved to the left by where it begins."""
        cuts = sorted(self._cuts(node))
        at, parts = node.start_byte, []
        for start, end in cuts:
            parts.append(self._data[at:start])
            at = max(at, end)
        parts.append(self._data[at : node.end_byte])
        lines = b"".join(parts).decode("utf-8", "replace").split("\n")
        begin = self._data.rfind(b"\n", 0, node.start_byte) + 1
        indent = self._data[begin : node.start_byte].decode("utf-8", "replace")
        space = indent if not indent.strip() else ""
        kept = [lines[0].rstrip(), *(line.removeprefix(space).rstrip() for line in lines[1:])]
        return "\n".join(line for line in kept if line)

    def _cuts(self, node: Node) -> Iterator[tuple[int, int]]:
        """Ranges of comments, and of texts that stand alone as prose."""
        stack = [node]
        prose = self._language.outside.prose
        while stack:
            one = stack.pop()
            if self.is_comment(one):
                if "comment" in one.type:
                    yield one.start_byte, one.end_byte
                continue
            if one.type in prose and (statement := self._alone(one)) is not None:
                yield statement.start_byte, statement.end_byte
                continue
            stack += one.children

    def _alone(self, node: Node) -> Node | None:
        """The statement that a text is all of, among others in a body."""
        statement = node.parent
        if statement is None or statement.child_count != 1 or statement.type in self._language.layout.bodies:
            return None
        around = statement.parent
        if around is None or around.type not in self._language.layout.bodies or around.named_child_count < 2:
            return None
        return statement


def _leaves(node: Node) -> Iterator[Node]:
    stack = [node]
    while stack:
        one = stack.pop()
        if one.child_count:
            stack += reversed(one.children)
        else:
            yield one
