"""What a piece of Java declares and where each name is visible: the facts on which the rewrite rules decide.

A `Region` is an outermost method, constructor or initializer, or everything outside of these.  Knows nothing of
sites or rules.  Neighbours: `types` (types of expressions), the rule modules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import tree_sitter_java
from tree_sitter import Language, Node, Query

from codescore.languages import rewriting
from codescore.languages.rewriting import ancestors
from codescore.languages.spans import Interval, encloses, intervals, merged, span

_QUERY = """
(identifier) @name
(field_access field: (identifier) @foreign)
(method_invocation name: (identifier) @foreign)
(method_declaration name: (identifier) @foreign)
(labeled_statement . (identifier) @foreign)
(break_statement (identifier) @foreign)
(continue_statement (identifier) @foreign)
(element_value_pair key: (identifier) @foreign)
(local_variable_declaration) @declaration
(formal_parameter) @parameter
(spread_parameter) @parameter
(catch_formal_parameter) @parameter
(enhanced_for_statement) @parameter
(resource name: (identifier)) @parameter
(lambda_expression parameters: (identifier) @inferred)
(inferred_parameters (identifier) @inferred)
(instanceof_expression name: (identifier) @inferred)
(type_pattern (identifier) @inferred)
(record_pattern_component (identifier) @inferred)
(for_statement) @for
(enhanced_for_statement) @each
(while_statement) @while
(if_statement) @if
(ternary_expression) @ternary
(binary_expression) @binary
(assignment_expression) @assignment
(update_expression) @update
(unary_expression) @unary
[(true) (false)] @truth
(continue_statement) @continue
[(annotation) (marker_annotation) (annotation_type_declaration)] @frozen
(assert_statement) @assert
[(class_body) (enum_body) (interface_body)] @class
"""
_OUTERMOST = """
[(method_declaration) (constructor_declaration) (compact_constructor_declaration) (static_initializer)] @member
(class_body (block) @member)
"""
_MEMBERS = frozenset(
    ("method_declaration", "constructor_declaration", "compact_constructor_declaration", "static_initializer")
)
_CLASS_BODIES = frozenset(("class_body", "enum_body", "enum_body_declarations", "interface_body"))
# What a declaration in it is visible in.
_SCOPES = _MEMBERS | _CLASS_BODIES | frozenset((
    "block", "constructor_body", "switch_block", "for_statement", "enhanced_for_statement", "catch_clause",
    "lambda_expression", "try_with_resources_statement", "record_declaration", "program", "switch_rule",
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Local:
    """A local variable or parameter: its type as written (None: inferred), the range it is visible in."""

    name: bytes
    type: str | None
    start: int
    scope: Interval
    value: Node | None = None


@cache
def query(text: str) -> Query:
    """A compiled query."""
    return Query(Language(tree_sitter_java.language()), text)


class Region(rewriting.Region):
    """Facts about one region of a file; computed on demand, never changed."""

    def __init__(self, source: bytes, root: Node, node: Node) -> None:
        super().__init__(source, root, node, query(_QUERY))
        # Types of expressions found so far, by node (see `types`).
        self.types: dict[int, str | None] = {}

    @cached_property
    def closed(self) -> list[Interval]:
        """Annotations; outside of methods also the methods, which are regions of their own."""
        spans = intervals(self.all("frozen"))
        if self.node == self.root:
            spans += intervals(outermost(self.root))
        return merged(spans)

    @cached_property
    def locals(self) -> dict[bytes, list[Local]]:
        """Local variables and parameters by name."""
        found: dict[bytes, list[Local]] = {}
        for local in self._declared():
            found.setdefault(local.name, []).append(local)
        return found

    def _declared(self) -> Iterator[Local]:
        for node in self.all("declaration"):
            for name, type_, value in declarators(self.source, node):
                yield Local(self.text(name), type_, name.start_byte, _scope(node), value)
        for node in self.all("parameter"):
            parameter, type_ = _parameter(self.source, node)
            if parameter is not None:
                scope = span(node) if node.type == "enhanced_for_statement" else _scope(node)
                yield Local(self.text(parameter), type_, parameter.start_byte, scope)
        for node in self.all("inferred"):
            # A pattern's variable is visible where its test has succeeded: anywhere, as far as we can tell.
            scope = _scope(node) if _is_lambda_parameter(node) else span(self.node)
            yield Local(self.text(node), None, scope[0], scope)

    def local(self, node: Node) -> Local | None:
        """The local variable that an identifier means, None if it is a field or unknown.

        Inside a class in the method, a local variable around the class is not trusted: a field may hide it.
        """
        at = node.start_byte
        barrier = max((s for s, e in intervals(self.all("class")) if s <= at < e), default=-1)
        fitting = [
            v for v in self.locals.get(self.text(node), ()) if barrier < v.scope[0] <= at < v.scope[1] and v.start <= at
        ]
        return min(fitting, key=lambda v: v.scope[1] - v.scope[0], default=None)

    def assigned(self, name: bytes, within: Node) -> bool:
        """Whether a variable of this name is assigned or stepped inside a node."""
        return any(
            self.text(target) == name
            for node in (*self.all("assignment"), *self.all("update"))
            if encloses(within, node) and (target := target_of(node)) is not None
        )


def _is_lambda_parameter(node: Node) -> bool:
    parent = node.parent
    if parent is None:
        return False
    return parent.type == "inferred_parameters" or parent.child_by_field_name("parameters") == node


def target_of(node: Node) -> Node | None:
    """What an assignment or `++` changes."""
    if node.type == "assignment_expression":
        return node.child_by_field_name("left")
    return node.named_child(0) if node.type == "update_expression" else None


def declarators(source: bytes, node: Node) -> Iterator[tuple[Node, str | None, Node | None]]:
    """Name, type and initial value of each variable of a declaration (`var` has type None)."""
    type_ = node.child_by_field_name("type")
    for child in node.children_by_field_name("declarator"):
        name = child.child_by_field_name("name")
        if name is not None and type_ is not None:
            text = type_text(source, type_) + dimensions(source, child)
            yield name, None if text == "var" else text, child.child_by_field_name("value")


def _parameter(source: bytes, node: Node) -> tuple[Node | None, str | None]:
    """Name and type of a parameter, a resource or the variable of an enhanced `for`."""
    name, type_ = node.child_by_field_name("name"), node.child_by_field_name("type")
    if node.type == "spread_parameter":
        declarator = next((c for c in node.named_children if c.type == "variable_declarator"), None)
        type_ = next((c for c in node.named_children if c.type not in ("modifiers", "variable_declarator")), None)
        name = declarator.child_by_field_name("name") if declarator is not None else None
        return name, type_text(source, type_) + "[]" if type_ is not None else None
    if type_ is None:
        return name, None
    text = type_text(source, type_) + dimensions(source, node)
    return name, None if text == "var" else text


def type_text(source: bytes, node: Node) -> str:
    """A type as written, without annotations and without white space that parts nothing."""
    text = re.sub(r"@\w+\s*", "", source[node.start_byte : node.end_byte].decode("utf-8", errors="replace"))
    return re.sub(r"\s*([<>,.&\[\]])\s*", r"\1", re.sub(r"\s+", " ", text))


def dimensions(source: bytes, node: Node) -> str:
    """The `[]` that stand behind a declared name."""
    found = node.child_by_field_name("dimensions")
    return "[]" * source[found.start_byte : found.end_byte].count(b"[") if found is not None else ""


def _scope(node: Node) -> Interval:
    return next((span(parent) for parent in ancestors(node.parent) if parent.type in _SCOPES), span(node))


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a class; `final` ones never change once a method runs."""

    name: bytes
    type: str | None
    final: bool


def class_around(node: Node) -> Node | None:
    """The body of the class that a node stands in, of a fragment the whole."""
    return next((p for p in ancestors(node.parent) if p.type in _CLASS_BODIES or p.type == "program"), None)


def field(source: bytes, node: Node, name: bytes) -> Field | None:
    """The field that a name means at a node; classes further out are not asked: a superclass may hide theirs."""
    around = class_around(node)
    for child in around.named_children if around is not None else ():
        if child.type in ("field_declaration", "constant_declaration"):
            for found, type_, _ in declarators(source, child):
                if source[found.start_byte : found.end_byte] == name:
                    modifiers = source[child.start_byte : found.start_byte]
                    return Field(name, type_, b"final" in modifiers.split())
    return None


@lru_cache(maxsize=16)
def _declared_types(source: bytes) -> frozenset[bytes]:
    return frozenset(re.findall(rb"\b(?:class|interface|enum|record)\s+(\w+)", source))


@lru_cache(maxsize=64)
def from_java_util(source: bytes, name: str) -> bool:
    """Whether a simple class name means the class of `java.util`; a fragment without imports is trusted to."""
    if name.encode() in _declared_types(source):
        return False
    if not re.search(rb"^\s*(?:import|package)\s", source, re.MULTILINE):
        return True
    imported = rb"\bimport\s+java\s*\.\s*util\s*\.\s*(?:\*|" + name.encode() + rb")\s*;"
    return re.search(imported, source) is not None


def regions(source: bytes, root: Node, within: Node, *, broken: bool) -> Iterator[Region]:
    """The outermost methods in or around `within`, and what is outside of them if `within` has any; see `rewriting`."""
    return rewriting.regions(Region, source, root, within, outermost(within), broken=broken)


def outermost(within: Node) -> list[Node]:
    """The outermost methods, constructors and initializers in or around a node."""
    return rewriting.outermost(within, _MEMBERS, query(_OUTERMOST))
