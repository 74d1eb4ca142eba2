"""What one function of C++ or C declares, and of which types: facts that rewriting decides on.

Types are `run.types.Written`; what is not evident from one file is None.  Knows no rule.  Neighbours: `expressions`
(types and effects of expressions), `conditions` and `loops` (the rules).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from tree_sitter import Node

from codescore.languages.cpp.run.reading import Program, read
from codescore.languages.cpp.run.types import Written, read_type
from codescore.languages.spans import Interval, encloses, merged, named_nodes, span

_NUMBERS = frozenset(
    ("bool", "char", "wchar_t", "size_t", "ssize_t", "ptrdiff_t", "intmax_t", "uintmax_t", "intptr_t")
) | {f"{sign}int{speed}{bits}_t" for sign in ("", "u") for speed in ("", "_fast", "_least") for bits in (8, 16, 32, 64)}
_WORDS = frozenset(("char", "short", "int", "long", "unsigned", "signed", "float", "double"))
#: Classes of the standard library that hold what they are given, and do nothing else when they go.
CONTAINERS = frozenset((
    "string", "vector", "deque", "array", "list", "set", "map", "multiset", "multimap", "unordered_set",
    "unordered_map", "pair", "stack", "queue", "priority_queue", "tuple", "bitset", "string_view", "optional",
))  # fmt: skip
_SCOPES = frozenset((
    "function_definition", "compound_statement", "for_statement", "for_range_loop", "while_statement", "if_statement",
    "switch_statement", "catch_clause", "lambda_expression", "field_declaration_list", "translation_unit",
))  # fmt: skip
_DECLARING = frozenset((
    "declaration", "parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration",
    "for_range_loop", "lambda_capture_initializer",
))  # fmt: skip
_NAMES = ("identifier",)
_CLASSES = ("class_specifier", "struct_specifier", "union_specifier")
_MACRO = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
_SHOUTED = re.compile(rb"[A-Z_][A-Z0-9_]+")
_DIRECTIVE = re.compile(rb"^[ \t]*#", re.MULTILINE)
_QUALIFIER = re.compile(r"(\w+)\s*(?:<[^<>]*>)?\s*::")
AUTO = Written("auto")
_DEEP = 4


@dataclass(frozen=True, slots=True)
class Local:
    """A variable of the function: its type (None: not evident), where it is declared, where it is seen, its value."""

    name: bytes
    type: Written | None
    start: int
    scope: Interval
    value: Node | None
    each: bool = False  # one of its value's elements at a time


@lru_cache(maxsize=8)
def _read(source: bytes) -> Program:
    return read(source.decode("utf-8", "replace"))


class Facts:
    """Facts about one function of a file; computed on demand, never changed."""

    def __init__(self, source: bytes, node: Node) -> None:
        self.source = source
        self.node = node
        self.types: dict[int, Written | None] = {}

    @cached_property
    def program(self) -> Program:
        """What the file says of itself."""
        return _read(self.source)

    @cached_property
    def nodes(self) -> list[Node]:
        """Every named node of the function, in source order."""
        return list(named_nodes(self.node))

    @cached_property
    def macros(self) -> frozenset[bytes]:
        """What the file lets the preprocessor replace."""
        return frozenset(_MACRO.findall(self.source))

    def macro(self, name: bytes) -> bool:
        """Whether a name that is called is the preprocessor's, by the file's word or by how it is written."""
        return name in self.macros or name == b"assert" or _SHOUTED.fullmatch(name) is not None

    @cached_property
    def shown(self) -> list[Interval]:
        """Calls of macros, in order: they may use what they are given as text."""
        calls = [node for node in self.nodes if node.type == "call_expression"]
        return merged(span(node) for node in calls if self.macro(self.text(node.children[0])))

    def text(self, node: Node) -> bytes:
        """The source text of a node."""
        return self.source[node.start_byte : node.end_byte]

    def plain_text(self, node: Node) -> bool:
        """Whether no line of a node is the preprocessor's."""
        return _DIRECTIVE.search(self.text(node)) is None

    def within(self, node: Node) -> list[Node]:
        """The function's nodes inside a node."""
        return [inner for inner in self.nodes if encloses(node, inner) and inner != node]

    @cached_property
    def _classes(self) -> list[Interval]:
        """Classes in the function: their own members may hide its variables."""
        return [span(node) for node in self.nodes if node.type in _CLASSES]

    @cached_property
    def locals(self) -> dict[bytes, list[Local]]:
        """Variables and parameters by name."""
        found: dict[bytes, list[Local]] = {}
        for node in self.nodes:
            if node.type in _DECLARING:
                for local in self._declared(node):
                    found.setdefault(local.name, []).append(local)
        return found

    def _declared(self, node: Node) -> Iterator[Local]:
        scope = span(node) if node.type == "for_range_loop" else _scope(node)
        type_ = node.child_by_field_name("type")
        written = self.text(type_).decode("utf-8", "replace") if type_ is not None else ""
        doubtful = any(self.text(child) in (b"volatile", b"_Atomic") for child in node.children)
        declarators = node.children_by_field_name("declarator") or node.children_by_field_name("left")
        for declarator in declarators:
            inner = declarator.child_by_field_name("declarator") if declarator.type == "init_declarator" else declarator
            value = declarator.child_by_field_name("value") if declarator.type == "init_declarator" else None
            each = node.type == "for_range_loop"
            names = [] if inner is None else list(_names(inner))
            for name in names:
                shape = (
                    self.text(inner).decode("utf-8", "replace").replace(self.text(name).decode(), "", 1)
                    if inner
                    else ""
                )
                known = type_ is not None and len(names) == 1 and inner is not None and not _odd(inner) and not doubtful
                type_known = self.known(f"{written} {shape}") if known else None
                value = node.child_by_field_name("right") if each else value
                yield Local(self.text(name), type_known, name.start_byte, scope, value, each)

    def known(self, text: str, deep: int = 0) -> Written | None:
        """A type as written, if it is sure which one is meant."""
        if "volatile" in text or "&&" in text or set(_QUALIFIER.findall(text)) - {"std"}:
            return None
        written = read_type(text)
        alias = self._alias(written.name)
        if alias and not written.arguments and deep < _DEEP:
            return self.known(text.replace(written.name, alias, 1), deep + 1)
        return written if written == AUTO or self._sure(written, qualified="std" in text) else None

    def _alias(self, name: str) -> str:
        """What another name of a type means, where the file says it once; else ""."""
        alias = self.program.aliases.get(name, "")
        said = (
            rf"\busing\s+{name}\s*=|\btypedef\b[^;]*\b{name}\s*;|#\s*define\s+{name}\b|\b(?:class|typename)\s+{name}\b"
        )
        return alias if alias and len(re.findall(said.encode(), self.source)) == 1 else ""

    def _sure(self, written: Written, *, qualified: bool) -> bool:
        if written.pointers or written.dimensions or number(written):
            return True
        own = any(c.name.rpartition("::")[2] == written.name for c in self.program.classes)
        return written.name in CONTAINERS and not own and (qualified or self._using(written.name))

    def _using(self, name: str) -> bool:
        """Whether a bare name is the library's: made so, or in a piece of text that says nothing of libraries."""
        known = re.search(rb"\busing\s+(?:namespace\s+std\b|std\s*::\s*" + name.encode() + rb"\b)", self.source)
        return known is not None or b"#include" not in self.source

    def local(self, node: Node) -> Local | None:
        """The variable that an identifier means; None if it is not the function's, or not evident which."""
        at = node.start_byte
        barrier = max((start for start, end in self._classes if start <= at < end), default=-1)
        fitting = [
            v for v in self.locals.get(self.text(node), ()) if barrier < v.scope[0] <= at < v.scope[1] and v.start <= at
        ]
        nearest = min(fitting, key=lambda v: v.scope[1] - v.scope[0], default=None)
        doubled = nearest is not None and sum(v.scope == nearest.scope for v in fitting) > 1
        return None if doubled else nearest


def number(written: Written | None) -> bool:
    """Whether a type is one of the language's own numbers, `bool` and `char` among them."""
    if written is None or written.pointers or written.dimensions or written.arguments:
        return False
    words = written.name.split()
    return written.name in _NUMBERS or (bool(words) and set(words) <= _WORDS)


def pointer(written: Written | None) -> bool:
    """Whether a type is a pointer or an array."""
    return written is not None and bool(written.pointers or written.dimensions)


def built_in(written: Written | None) -> bool:
    """Whether the language itself, and no class, says what operators do with a type."""
    return number(written) or pointer(written)


def inert(written: Written | None) -> bool:
    """Whether nothing can be seen of when a value of a type goes."""
    if built_in(written):
        return True
    return (
        written is not None
        and written.name in CONTAINERS
        and all(inert(a) or a.name.isdigit() for a in written.arguments)
    )


def _odd(declarator: Node) -> bool:
    """Whether more than stars, references and dimensions stands around a name."""
    node: Node | None = declarator
    while node is not None and node.type not in _NAMES:
        if node.type not in ("pointer_declarator", "reference_declarator", "array_declarator"):
            return True
        node = node.child_by_field_name("declarator") or (node.named_children[-1] if node.named_children else None)
    return node is None


def _names(node: Node) -> Iterator[Node]:
    """The names that a declarator declares."""
    if node.type in _NAMES:
        yield node
        return
    inner = node.child_by_field_name("declarator")
    if inner is not None:
        yield from _names(inner)
    elif node.type in (
        "reference_declarator",
        "structured_binding_declarator",
        "parenthesized_declarator",
        "variadic_declarator",
    ):
        for child in node.named_children:
            yield from _names(child)


def _scope(node: Node) -> Interval:
    """Where what a node declares is seen."""
    around = node.parent
    while around is not None and around.type not in _SCOPES:
        around = around.parent
    return span(around) if around is not None else span(node)
