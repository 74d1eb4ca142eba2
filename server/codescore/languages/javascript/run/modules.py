"""What the files beside a JavaScript or TypeScript program give each other: which names come from where.  Pure.

Files are named by their path from the program's folder; the first of them is the program.  Neighbours: `linking` (what
is sent to the harness), `elsewhere` (the types that other files declare), `languages.javascript.neighbours` (reads).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import tree_sitter
import tree_sitter_javascript
import tree_sitter_typescript
from tree_sitter import Node

from codescore.foundation.caches import Recent
from codescore.languages.javascript.neighbours import resolved
from codescore.languages.javascript.run.members import assignments, classes_of, exported
from codescore.languages.javascript.run.nodes import child, pairs_of, string, text, top_level, walk

WHOLE, DEFAULT = "*", "default"  # a module itself, and what it gives by default
_FURTHEST = 8  # files that hand a name on
_REMEMBERED = 128
_BINDING = ("identifier", "shorthand_property_identifier_pattern")
_CHANGES = ("assignment_expression", "augmented_assignment_expression", "update_expression")
_trees: Recent[tuple[str, str], Node] = Recent(_REMEMBERED)


@dataclass(frozen=True, slots=True)
class Bound:
    """A name that a file takes from another: `there` is what that one calls it, `named` the path to it as written."""

    name: str
    there: str
    named: str


@dataclass(frozen=True, slots=True)
class Given:
    """A name that a file gives: what it is called there, from the file at the path `named` ("": its own)."""

    there: str
    named: str = ""


class Modules:
    """A program's file and those beside it, by their paths; those that are no programs have no tree."""

    def __init__(self, root: Node, texts: Iterable[tuple[str, str]]) -> None:
        listed = list(texts)
        self.names = [name for name, _ in listed]
        self.own = self.names[0] if listed else ""
        self.roots = {name: _parsed(name, text) for name, text in listed[1:] if not name.endswith(".json")}
        self.roots[self.own] = root
        self._known = frozenset(self.names)

    def resolved(self, named: str, importer: str) -> str | None:
        """The file that a path in another one means; None where it is not here."""
        return resolved(named, importer, self._known)

    def origin(self, module: str, name: str, left: int = _FURTHEST) -> tuple[str, str] | None:
        """Where a name of a file is declared, and what it is called there; None where that is not here."""
        root = self.roots.get(module)
        if root is None or not left:
            return None
        bound = next((one for one in imports_of(root) if one.name == name), None)
        if bound is None:
            return (module, name)
        other = self.resolved(bound.named, module)
        return self._given(other, bound.there, left - 1) if other is not None else None

    def _given(self, module: str, name: str, left: int) -> tuple[str, str] | None:
        root = self.roots.get(module)
        if root is None or not left:
            return None
        given = exports_of(root)
        one = given.get(name) or (given.get(WHOLE) if name == DEFAULT else None)
        if one is not None and not one.named:
            return self.origin(module, one.there, left - 1)
        if one is not None:
            other = self.resolved(one.named, module)
            return self._given(other, one.there, left - 1) if other is not None else None
        for named in stars_of(root):
            other = self.resolved(named, module)
            found = self._given(other, name, left - 1) if other is not None else None
            if found is not None:
                return found
        return None

    @cached_property
    def doubtful(self) -> frozenset[str]:
        """Names of classes that more than one file declares."""
        found: list[str] = [name for root in self.roots.values() for name in {one.name for one in classes_of(root)}]
        return frozenset(name for name in found if found.count(name) > 1)


def _parsed(name: str, source: str) -> Node:
    kind = name.rpartition(".")[2]
    known = _trees.get((kind, source))
    if known is None:
        typed = tree_sitter_typescript.language_typescript()
        grammar = {"tsx": tree_sitter_typescript.language_tsx(), "ts": typed, "mts": typed, "cts": typed}.get(kind)
        parser = tree_sitter.Parser(tree_sitter.Language(grammar or tree_sitter_javascript.language()))
        known = parser.parse(source.encode("utf-8", "replace")).root_node
        _trees.put((kind, source), known)
    return known


def imports_of(root: Node) -> Iterator[Bound]:
    """The names that a file takes from those at relative paths, types among them."""
    for node in root.named_children:
        if node.type == "import_statement":
            yield from _imported(node)
        elif node.type in ("lexical_declaration", "variable_declaration"):
            for one in node.named_children:
                yield from _required(child(one, "name"), child(one, "value"))


def _imported(node: Node) -> Iterator[Bound]:
    clause = next((c for c in node.named_children if c.type in ("import_clause", "import_require_clause")), None)
    source = child(node, "source") or (child(clause, "source") if clause is not None else None)
    named = _relative(source)
    if clause is None or named is None:
        return
    for one in clause.named_children:
        if one.type == "named_imports":
            for inner in one.named_children:
                name = child(inner, "name")
                if name is not None:
                    yield Bound(text(child(inner, "alias") or name), text(name), named)
        elif one.type == "namespace_import":
            yield Bound(text(one.named_children[0]), WHOLE, named)
        elif one.type == "identifier":
            yield Bound(text(one), DEFAULT if clause.type == "import_clause" else WHOLE, named)


def _required(name: Node | None, value: Node | None) -> Iterator[Bound]:
    """`const { a, b: c } = require('./x')`, `const X = require('./x')`, `const X = require('./x').Y`."""
    there = WHOLE
    if value is not None and value.type == "member_expression":
        there, value = text(child(value, "property") or value), child(value, "object")
    function = child(value, "function") if value is not None and value.type == "call_expression" else None
    given = child(value, "arguments") if value is not None and function is not None else None
    if name is None or function is None or text(function) != "require" or given is None or not given.named_children:
        return
    named = _relative(given.named_children[0])
    if named is None:
        return
    if name.type == "identifier":
        yield Bound(text(name), there, named)
    for one in name.named_children if name.type == "object_pattern" and there == WHOLE else ():
        key, inner = child(one, "key"), child(one, "value")
        if one.type == "shorthand_property_identifier_pattern":
            yield Bound(text(one), text(one), named)
        elif key is not None and inner is not None and inner.type == "identifier":
            yield Bound(text(inner), text(key), named)


def exports_of(root: Node) -> dict[str, Given]:
    """What a file gives, by name: `WHOLE` is what stands for the module itself."""
    found: dict[str, Given] = {}
    for node in root.named_children:
        if node.type == "export_statement":
            found.update(_exported(node))
    for left, right in assignments(root):
        name = DEFAULT if left == ["module", "exports"] else None
        if name and right.type == "object":
            pairs = pairs_of(right)
            found.update({key: Given(text(value) if value.type == "identifier" else key) for key, value in pairs})
        elif name:
            found[WHOLE] = Given(text(right) if right.type == "identifier" else exported(left, right) or "")
        elif left[:-1] in (["exports"], ["module", "exports"]):
            found[left[-1]] = Given(text(right) if right.type == "identifier" else left[-1])
    return found


def _exported(node: Node) -> Iterator[tuple[str, Given]]:
    declared, value, named = child(node, "declaration"), child(node, "value"), _relative(child(node, "source")) or ""
    by_default = any(one.type == "default" for one in node.children)
    if declared is not None:
        yield from ((DEFAULT if by_default else one, Given(one)) for one in _declared(declared))
    elif value is not None and value.type == "identifier":
        yield DEFAULT, Given(text(value))
    elif any(one.type == "=" for one in node.children):
        yield from ((WHOLE, Given(text(one))) for one in node.named_children if one.type == "identifier")
    for clause in node.named_children if child(node, "source") is None or named else ():
        if clause.type == "namespace_export":
            yield text(clause.named_children[0]), Given(WHOLE, named)
        for one in clause.named_children if clause.type == "export_clause" else ():
            name, alias = child(one, "name"), child(one, "alias")
            words = text(one).split()
            if name is not None:
                called = text(alias) if alias is not None else words[-1] if len(words) > 2 else text(name)
                yield called, Given(text(name), named)


def _declared(node: Node) -> list[str]:
    name = child(node, "name")
    if name is not None:
        return [text(name)]
    bound = [child(one, "name") for one in node.named_children]
    return [text(n) for one in bound if one is not None for n in walk(one) if n.type in _BINDING]


def stars_of(root: Node) -> Iterator[str]:
    """The relative paths of the files all of whose names a file hands on."""
    for node in root.named_children:
        if node.type == "export_statement" and any(one.type == "*" for one in node.children):
            named = _relative(child(node, "source"))
            if named is not None:
                yield named


def changing(root: Node) -> bool:
    """Whether a function changes a variable that the file gives: who imported it would have to see that."""
    variables = {
        text(name)
        for node in top_level(root)
        if node.type in ("lexical_declaration", "variable_declaration") and not text(node).startswith("const")
        for one in node.named_children
        if (name := child(one, "name")) is not None
    }
    given = variables & {one.there for one in exports_of(root).values() if not one.named} if is_module(root) else set()
    changed = (child(one, "left") or child(one, "argument") for one in walk(root) if one.type in _CHANGES)
    return bool(given) and any(one is not None and text(one) in given for one in changed)


def is_module(root: Node) -> bool:
    """Whether a file is written with `import` and `export`."""
    return any(one.type in ("import_statement", "export_statement") for one in root.named_children)


def _relative(node: Node | None) -> str | None:
    said = string(node) if node is not None else None
    return said if said is not None and said.startswith(".") else None
