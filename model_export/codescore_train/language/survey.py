"""What one source shows of its grammar: which nodes are functions, names, texts, bodies, and where names are bound.

A grammar says nothing of meaning, but people call its nodes alike.  What is found is a draft, which `folder` writes
down for somebody to correct; the language's examples then say whether it is right.  Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tree_sitter import Language, Node, Parser

from codescore.foundation.errors import InputError
from codescore.syntax import walk

_FUNCTION = re.compile(r"func|method|procedure|subroutine|(^|_)(def|sub|fn)(_|$)")
_CONSTRUCTOR = re.compile(r"constructor|(^|_)init_")
_CLASS = re.compile(r"(^|_)(class|struct|trait|interface|module|object|impl|enum|record|protocol)(_|$)")
_NO_UNIT = re.compile(
    r"call|type|param|argument|signature|pointer|anonymous|lambda|literal|expression|body|declarator$"
)
_PARAMETER = re.compile(r"param")
_VARIABLE = re.compile(r"assign|variable|declarat|(^|_)(let|var|const|val|bind|binding|pattern|for|catch)(_|$)")
_MEMBER = re.compile(r"member|navigation|selector|dot_index|attribute|qualified|scoped|import|package|(^|_)type")
_MEMBER_FIELDS = frozenset(("property", "field", "attribute", "method", "member", "suffix", "key"))
_OBJECT_FIELDS = frozenset(("object", "operand", "value", "table", "target", "receiver", "argument", "scope"))
_INDEX = re.compile(r"bracket|subscript")
_TARGET_FIELDS = frozenset(("", "name", "left", "pattern", "declarator", "item", "alias", "target"))
_LOOP = re.compile(r"(^|_)(for|while|repeat|loop)(_|$)")
_BODY = re.compile(r"(^|_)(block|body|statements|chunk|suite|compound_statement)(_|$)")
_TEXT = re.compile(r"string|(^|_)(char|character|rune)(_|$)")
_PART = re.compile(r"content|fragment|start|end|escape|interpol|substitution|array")
_MARK = re.compile(r"[^\w\s]+|\w+")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a name can stand: in a node of this type, in this field (empty: in none)."""

    parent: str
    field: str

    def query(self, name: str, capture: str) -> str:
        """The pattern that captures names there."""
        field = f"{self.field}: " if self.field else ""
        return f"({self.parent} {field}({name}) @{capture})"


@dataclass(frozen=True, slots=True)
class Survey:
    """Types of nodes by what they look like, and the places where names are bound; all sorted."""

    root: str
    name: str
    functions: tuple[str, ...]
    constructors: tuple[str, ...]
    classes: tuple[str, ...]
    members: tuple[str, ...]
    bodies: tuple[str, ...]
    blocks: tuple[str, ...]
    comments: tuple[str, ...]
    strings: tuple[str, ...]
    closers: tuple[str, ...]
    line_comment: str
    keywords: tuple[str, ...]
    bound: dict[str, tuple[Place, ...]]
    others: tuple[Place, ...]


def survey(grammar: Language, source: bytes) -> Survey:
    """Look at a source.  Raises InputError where the grammar cannot read it, or where it has no function or name."""
    root = Parser(grammar).parse(source).root_node
    if root.has_error:
        raise InputError("the example has syntax errors for this grammar; give a source without")
    nodes = list(walk(root))
    named = {node.type for node in nodes if node.is_named}
    units = {n.type for n in nodes if n.child_by_field_name("name") and n.child_by_field_name("body")}
    functions = {t for t in units if _FUNCTION.search(t) and not _NO_UNIT.search(t)}
    classes = {t for t in named if _CLASS.search(t) and not _BODY.search(t)} - functions
    if not functions:
        raise InputError("the example shows no function with a name and a body; give a source that has some")
    name = _name(nodes, functions)
    places = _places(nodes, name)
    bound, others = _sorted_out(places, functions, classes)
    tokens = _kinds(grammar, named=False)
    return Survey(
        root=root.type,
        name=name,
        functions=_sorted(functions),
        constructors=_sorted(t for t in units if _CONSTRUCTOR.search(t)),
        classes=_sorted(classes),
        members=_sorted({p.parent for p in bound["keep"] if _MEMBER.search(p.parent)} - {root.type}),
        bodies=_sorted({t for t in named if _BODY.search(t)} | {root.type}),
        blocks=_sorted({t for t in named if _BODY.search(t) and t != root.type}),
        comments=_sorted(t for t in _kinds(grammar, named=True) if "comment" in t and not _PART.search(t)),
        strings=_sorted(t for t in named if _TEXT.search(t) and not _PART.search(t)),
        closers=_sorted(tokens & {"}", "end"}),
        line_comment=_line_comment(nodes),
        keywords=_sorted(t for t in tokens if t.isidentifier()),
        bound=bound,
        others=others,
    )


def loops(found: Survey, grammar: Language) -> tuple[str, ...]:
    """Types of nodes that open a scope without being a function: blocks, and loops with the names that they bind."""
    kinds = (
        kind for kind in _kinds(grammar, named=True) if _LOOP.search(kind) and kind.endswith(("statement", "loop"))
    )
    return _sorted({*found.blocks, *kinds})


def _kinds(grammar: Language, *, named: bool) -> set[str]:
    """Types of nodes that a tree of this grammar can show."""
    numbers = range(grammar.node_kind_count)
    shown = (n for n in numbers if grammar.node_kind_is_visible(n) and grammar.node_kind_is_named(n) is named)
    return {kind for n in shown if (kind := grammar.node_kind_for_id(n))}


def _name(nodes: list[Node], functions: set[str]) -> str:
    """What the grammar calls a name: the leaf that most functions are called by."""
    labels = [node.child_by_field_name("name") for node in nodes if node.type in functions]
    kinds = [label.type for label in labels if label is not None and not label.child_count]
    if not kinds:
        raise InputError("no function of the example has a plain name; give a source that has one")
    return max(sorted(set(kinds)), key=kinds.count)


def _places(nodes: list[Node], name: str) -> set[Place]:
    found = set()
    for node in nodes:
        for index, child in enumerate(node.children):
            if child.type == name:
                found.add(Place(node.type, node.field_name_for_child(index) or ""))
    return found


def _sorted_out(
    places: set[Place], functions: set[str], classes: set[str]
) -> tuple[dict[str, tuple[Place, ...]], tuple[Place, ...]]:
    """Places by the capture that they look like, and those that only use a name."""
    bound: dict[str, list[Place]] = {"function": [], "type": [], "parameter": [], "variable": [], "keep": []}
    others: list[Place] = []
    for place in sorted(places, key=lambda place: (place.parent, place.field)):
        kind = _capture(place, functions, classes)
        (bound[kind] if kind else others).append(place)
    return {kind: tuple(found) for kind, found in bound.items()}, tuple(others)


def _capture(place: Place, functions: set[str], classes: set[str]) -> str:
    parent, field = place.parent, place.field
    if field == "name" and parent in functions | classes:
        return "function" if parent in functions else "type"
    is_member = field in _MEMBER_FIELDS or (_MEMBER.search(parent) and field not in _OBJECT_FIELDS)
    if is_member and not _INDEX.search(parent):
        return "keep"
    if _PARAMETER.search(parent):
        return "parameter"
    return "variable" if _VARIABLE.search(parent) and field in _TARGET_FIELDS else ""


def _line_comment(nodes: list[Node]) -> str:
    """How a comment to the end of its line begins; `#` where the source shows none."""
    texts = (node.text.decode("utf-8", "replace") for node in nodes if "comment" in node.type and node.text)
    found = next((mark for text in texts if "\n" not in text.strip() and (mark := _MARK.match(text))), None)
    return found[0] if found else "#"


def _sorted(kinds: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(kinds)))
