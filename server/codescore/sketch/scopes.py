"""Which definition each identifier means: scopes and bindings from the captures of a language's `locals.scm`.

Captures that open a scope: `scope.function`, `scope.class`, `scope.comprehension`, `scope.block`; `scope.outer`
marks a part evaluated in the scope *around* the one it stands in (default values, the first iterable of a
comprehension).

Captures that bind a name: `definition.function`, `.self` (a function's name for itself alone), `.type`, `.parameter`,
`.variable`, `.made` (a variable, whatever else it looks like), `.hoisted` (skips comprehensions and blocks; it may
stand beside another), `.import`, `.field`, `.label`; `binding.global` / `binding.nonlocal` redirect it.
`definition.bound` is a name in a pattern, however deep, and is what the innermost `binds.parameter`, `.variable` or
`.hoisted` around it says; a reference where there is none.  What is bound within `delays` is visible behind it only.

Captures on a use: `reference.function`, `reference.variable` (whatever its type), `reference.label`, `keyword` (an
argument's name at a call), `keep` (never a variable: attributes, members of packages).  Every other identifier is a
reference to a variable.

Pure and total: any tree, also one full of errors, has a resolution.  Knows nothing of placeholders or text layout.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from tree_sitter import Node, QueryCursor

from codescore.languages import Language

Role = Literal["function", "parameter", "variable", "kept"]

_DEFAULT, _FUNCTIONS, _LABELS = "", "function:", "label:"
# Where captures disagree about one identifier the more specific one wins.
_PRIORITY = {"made": 5, "field": 4, "parameter": 3, "function": 2, "type": 2, "import": 2, "label": 2}


@dataclass(slots=True, eq=False)  # mutable: gains parameters while its scope is read
class Entity:
    """One defined name.  `role` says what it is in a sketch; `home` is the byte range of the scope it lives in."""

    name: str
    role: Role
    home: tuple[int, int]
    parameters: dict[str, Entity] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class _Scope:
    kind: str
    start: int
    end: int
    parent: _Scope | None
    lookup: _Scope | None
    names: dict[str, list[tuple[int, Entity]]] = field(default_factory=dict)
    redirects: dict[str, _Scope | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Resolution:
    """For the start byte of an identifier the entity it means; identifiers that mean nothing here are absent.

    `docstrings` are the ids of the tree's nodes that are documentation, not code; `members` the start bytes of names
    that belong to something else (attributes, argument names) and can be mistaken for no variable.
    """

    entities: dict[int, Entity]
    docstrings: frozenset[int]
    members: frozenset[int] = frozenset()


def resolve(language: Language, node: Node, source: bytes, *, is_method: bool) -> Resolution:
    """Resolve every identifier below `node`; `source` is what the tree was parsed from.

    `is_method` says that a class, which is not below `node`, stands around it.
    """
    captures = QueryCursor(language.locals_query).captures(node)
    root_kind = "class" if is_method and language.scopes.class_is_opaque else "function"
    scopes = _scopes(captures, node, root_kind)
    resolver = _Resolver(language, source, scopes, whole=node.parent is None)
    resolver.bind(captures)
    docstrings = frozenset(n.id for n in captures.get("docstring", ()))
    members = frozenset(n.start_byte for name in ("keep", "keyword") for n in captures.get(name, ()))
    return Resolution(resolver.lookup_all(captures, node), docstrings, members)


def _scopes(captures: dict[str, list[Node]], node: Node, root_kind: str) -> list[_Scope]:
    """Scopes in source order, each after its parent; the first is a root around everything."""
    found = [
        (n.start_byte, -n.end_byte, name == "scope.outer", name[len("scope.") :])
        for name, nodes in captures.items()
        if name.startswith("scope.")
        for n in nodes
    ]
    root = _Scope(root_kind, node.start_byte, node.end_byte, None, None)
    result = [root]
    stack = [root]
    for start, negative_end, is_outer, kind in sorted(found):
        while len(stack) > 1 and stack[-1].end <= start:
            stack.pop()
        parent = stack[-1]
        lookup = (parent.lookup or parent) if is_outer else parent
        scope = _Scope(kind, start, -negative_end, parent, lookup)
        result.append(scope)
        stack.append(scope)
    return result


def _defined(captures: dict[str, list[Node]]) -> Iterator[tuple[str, Node]]:
    """Names that a capture defines, with what they are."""
    for capture, nodes in captures.items():
        what = capture.removeprefix("definition.")
        if what not in (capture, "bound"):
            yield from ((what, node) for node in nodes)


def _bound(captures: dict[str, list[Node]]) -> Iterator[tuple[str, Node]]:
    """Names in patterns, with what the innermost pattern that binds them makes of them."""
    names = captures.get("definition.bound", [])
    if not names:
        return
    binders = [
        (node, capture.removeprefix("binds."))
        for capture, nodes in captures.items()
        if capture.startswith("binds.")
        for node in nodes
    ]
    yield from ((what, name) for name, _, what in _within(names, binders))


def _within(names: list[Node], regions: list[tuple[Node, str]]) -> Iterator[tuple[Node, Node, str]]:
    """Names that stand in one of these regions, each with the innermost; of two that are alike, the last by name."""
    events = [(n.start_byte, 1, n.end_byte, "", n) for n in names]
    events += [(n.start_byte, 0, -n.end_byte, what, n) for n, what in regions]
    around: list[tuple[Node, str]] = []
    for start, is_name, _, what, node in sorted(events, key=lambda event: event[:4]):
        while around and around[-1][0].end_byte <= start:
            around.pop()
        if not is_name:
            around.append((node, what))
        elif around:
            yield (node, *around[-1])


class _Resolver:
    """Binds definitions into scopes, then looks names up; lives for one call of `resolve`."""

    def __init__(self, language: Language, source: bytes, scopes: list[_Scope], *, whole: bool) -> None:
        self.whole = whole
        self.rules = language.scopes
        self.source = source
        self.scopes = scopes
        self.starts = [s.start for s in scopes]
        self.bound: dict[int, Entity] = {}
        self.hoisted: set[int] = set()
        self.delayed: dict[int, Node] = {}

    def at(self, position: int) -> _Scope:
        """The innermost scope around a position."""
        scope: _Scope | None = self.scopes[bisect_right(self.starts, position) - 1]
        while scope is not None and scope.end <= position:
            scope = scope.parent
        return scope or self.scopes[0]

    def name(self, node: Node) -> str:
        return self.source[node.start_byte : node.end_byte].decode("utf-8", errors="replace")

    def bind(self, captures: dict[str, list[Node]]) -> None:
        """Enter every definition, redirects first, in source order."""
        for node in captures.get("binding.global", ()):
            self._redirect(node, self.scopes[0] if self.whole else None)
        for node in captures.get("binding.nonlocal", ()):
            home = _function_of(self.at(node.start_byte))
            self._redirect(node, _function_of(home.lookup) if home.lookup else None)
        definitions: dict[int, tuple[str, Node]] = {}
        for what, node in (*_defined(captures), *_bound(captures)):
            held = definitions.get(node.start_byte)
            if held is None or _PRIORITY.get(what, 1) > _PRIORITY.get(held[0], 1):
                definitions[node.start_byte] = (what, node)
        delays = [(node, "") for node in captures.get("delays", ())]
        names = [node for _, node in definitions.values()] if delays else []
        self.delayed = {name.start_byte: region for name, region, _ in _within(names, delays)}
        self.hoisted = {node.start_byte for what, node in (*_defined(captures), *_bound(captures)) if what == "hoisted"}
        for start in sorted(definitions):
            self._define(*definitions[start])

    def _redirect(self, node: Node, target: _Scope | None) -> None:
        _function_of(self.at(node.start_byte)).redirects[self.name(node)] = target

    def _define(self, what: str, node: Node) -> None:
        scope, own = self._home(what, node)
        name = self.name(node)
        space = _LABELS if what == "label" else self._function_space() if what == "function" else _DEFAULT
        scope = scope.redirects.get(name, scope) or scope
        if name in scope.redirects and scope.redirects[name] is None:
            return
        role = self._role(what, scope)
        entries = scope.names.setdefault(space + name, [])
        if entries and (self.rules.hoisted or what == "function"):
            entity = entries[0][1]
        else:
            entity = Entity(name, role, (scope.start, scope.end))
            sequential = not self.rules.hoisted and what in ("variable", "made", "hoisted", "parameter")
            entries.append((self._visible_from(node, scope) if sequential else -1, entity))
        self.bound[node.start_byte] = entity
        if own is not None:
            own.names.setdefault("\0self", []).append((0, entity))
        if what == "parameter":
            for _, function in scope.names.get("\0self", ()):
                function.parameters.setdefault(name, entity)

    def _visible_from(self, node: Node, scope: _Scope) -> int:
        """Where a name begins to be seen: behind what delays it, unless that is all around its scope."""
        region = self.delayed.get(node.start_byte)
        return node.start_byte if region is None or scope.start > region.start_byte else region.end_byte

    def _home(self, what: str, node: Node) -> tuple[_Scope, _Scope | None]:
        """The scope a definition belongs to and, for a function's name, the function's own scope."""
        scope = self.at(node.start_byte)
        if what in ("function", "type") and scope.parent is not None and _opens(scope, node):
            outer = scope.parent
            return outer, scope
        skipped = ("outer", "comprehension", "block") if node.start_byte in self.hoisted else ("outer",)
        while scope.kind in skipped:
            if scope.lookup is None:
                break
            scope = scope.lookup
        if what == "parameter":
            scope = _function_of(scope)
        return scope, None

    def _function_space(self) -> str:
        return _FUNCTIONS if self.rules.functions_apart else _DEFAULT

    def _role(self, what: str, scope: _Scope) -> Role:
        if what in ("function", "self"):
            return "function"
        if what in ("type", "import", "field"):
            return "kept"
        if what == "parameter":
            return "parameter"
        return "kept" if scope.kind == "class" and scope.parent is not None else "variable"

    def lookup_all(self, captures: dict[str, list[Node]], node: Node) -> dict[int, Entity]:
        """The entity of every identifier below `node` that has one."""
        kept = {n.start_byte for n in captures.get("keep", ())}
        functions = {n.start_byte for n in captures.get("reference.function", ())}
        labels = {n.start_byte for n in captures.get("reference.label", ())}
        keywords = {n.start_byte for n in captures.get("keyword", ())}
        result: dict[int, Entity] = dict(self.bound)
        late: list[Node] = []
        named = (node for name in ("reference.function", "reference.variable") for node in captures.get(name, ()))
        for leaf in (*_identifiers(node, self.rules.identifiers), *named):
            start = leaf.start_byte
            if start in result or (start in kept and start not in functions):
                continue
            if start in keywords:
                late.append(leaf)
                continue
            space = _DEFAULT
            if start in functions:
                space = self._function_space()
            elif start in labels:
                space = _LABELS
            entity = self.find(self.name(leaf), start, space)
            if entity is not None:
                result[start] = entity
        for leaf in late:
            callee = _callee(leaf)
            function = result.get(callee.start_byte) if callee is not None else None
            parameter = function.parameters.get(self.name(leaf)) if function is not None else None
            if parameter is not None:
                result[leaf.start_byte] = parameter
        return result

    def find(self, name: str, position: int, space: str) -> Entity | None:
        """The entity that `name` means at `position`."""
        scope: _Scope | None = self.at(position)
        key = space + name
        direct = True
        while scope is not None:
            if scope.kind == "outer":
                scope = scope.lookup
                continue
            if name in scope.redirects:
                target = scope.redirects[name]
                return _latest(target.names.get(key), position) if target is not None else None
            if direct or scope.kind != "class" or not self.rules.class_is_opaque:
                entity = _latest(scope.names.get(key), position)
                if entity is not None:
                    return entity
            direct = direct and scope.kind == "block"
            scope = scope.lookup
        return None


def _latest(entries: list[tuple[int, Entity]] | None, position: int) -> Entity | None:
    """The last of a name's definitions that is visible at `position`."""
    if not entries:
        return None
    for visible_from, entity in reversed(entries):
        if visible_from <= position:
            return entity
    return None


def _function_of(scope: _Scope) -> _Scope:
    """The innermost function (or the root) at or around a scope."""
    while scope.kind != "function" and scope.lookup is not None:
        scope = scope.lookup
    return scope


def _opens(scope: _Scope, name: Node) -> bool:
    """Whether `name` is the name of the very node that opened `scope`."""
    parent = name.parent
    return parent is not None and (parent.start_byte, parent.end_byte) == (scope.start, scope.end)


def _callee(keyword: Node) -> Node | None:
    """The called expression of the call that a keyword argument's name stands in."""
    node: Node | None = keyword.parent
    for _ in range(3):
        if node is None:
            return None
        callee = node.child_by_field_name("function")
        if callee is not None:
            return callee
        node = node.parent
    return None


def _identifiers(node: Node, types: frozenset[str]) -> Iterator[Node]:
    """Identifier leaves below a node in source order, without recursion."""
    cursor = node.walk()
    depth = 0
    while True:
        current = cursor.node
        if current is not None and current.type in types:
            yield current
        elif cursor.goto_first_child():
            depth += 1
            continue
        while not cursor.goto_next_sibling():
            if depth == 0 or not cursor.goto_parent():
                return
            depth -= 1
        if depth == 0:
            return
