"""What stands outside of every function: one more unit where it decides something, and a note on what is left of it.

A script *is* its module level: where a program reads its input there, all of it counts.  Of a file of functions only
that counts which these use: a constant, a table that is filled.  Prints and calls that show a function, and what a main
program alone runs, are named, not counted, as tools that import the module skip them; imports and prose are neither.
Fields of classes are named, too, and what a class is made from: a base, an interface, a decorator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from tree_sitter import Node

from codescore.engine.model import Source
from codescore.foundation.caches import slots
from codescore.foundation.text import line_number
from codescore.program import Program
from codescore.sketch import Sketch, SourceMap, map_part, program_part, sketch_part
from codescore.syntax import Unit, unit_node

MODULE = "<module>"
_SAID: Callable[[tuple[str, bytes]], list[set[bytes]]] = slots(16_384)
_ACTS = frozenset((b"=", b"(", b"{", b":"))  # without any of these a statement gives something a name, at most


@dataclass(frozen=True, slots=True, eq=False)
class Outside:
    """The statements that make a unit of their own, by their first bytes."""

    unit: Unit | None
    starts: frozenset[int]


def module_unit(source: Source) -> Unit | None:
    """What stands outside of functions as a unit; None where nothing of it counts."""
    return _outside(source).unit


def module_sketch(source: Source) -> Sketch:
    """The sketch of that unit, names resolved in the whole file; offsets are those of the source."""
    return sketch_part(source.syntax, _outside(source).starts)


def module_trace(source: Source) -> SourceMap:
    """Where its tokens come from."""
    return map_part(source.syntax, _outside(source).starts)


def module_program(source: Source, unit: Unit) -> Program | None:
    """What that unit means, its places counted from its start."""
    return program_part(source.syntax, _outside(source).starts, unit.start + source.syntax.prefix)


def difference_outside_units(candidate: Source, reference: Source, *, run: bool = False) -> str | None:
    """That code outside of functions differs and is not compared; None where the reference has none, or the same.

    What is a unit of both files is compared, and not named; where functions were `run`, what they use and what classes
    are made from was run as well.
    """
    ours, theirs = _outside(candidate), _outside(reference)
    compared = run or (ours.unit is not None and theirs.unit is not None)
    mine, wanted = (_named(one, compared=compared, run=run) for one in (candidate, reference))
    known = {_tokens(candidate, node) for node in mine}
    missing = [n.start_byte for n in wanted if _acts(reference, n) and _tokens(reference, n) not in known]
    if not run:
        heads = {words for _, words in _heads(candidate)}
        missing += [node.start_byte for node, words in _heads(reference) if words and words not in heads]
    if not missing:
        return None
    line = line_number(reference.syntax.source, max(0, min(missing) - reference.syntax.prefix))
    return f"code outside of functions is not compared, and differs: line {line} of {reference.label}"


def _named(source: Source, *, compared: bool, run: bool) -> list[Node]:
    """Statements that are named where they differ; `run`: fields were run with their classes."""
    found, root = _outside(source), source.syntax.root
    nodes = (node for node in _statements(source) if not (run and node.parent != root))
    return [node for node in nodes if not (compared and node.start_byte in found.starts)]


@lru_cache(maxsize=64)
def _outside(source: Source) -> Outside:
    root = source.syntax.root
    found = [node for node in _statements(source) if not _guards(source, node)]
    level = [node for node in found if node.parent == root]
    words = {node.id: _words(source, node) for node in level}
    reads = {word.encode() for word in source.syntax.language.outside.reads}
    script = any(reads & words[node.id] for node in level)
    counted = level if script else _used(source, level, words)
    if not any(_acts(source, node) for node in counted):
        return Outside(None, frozenset())
    return Outside(_unit(source, counted), frozenset(node.start_byte for node in counted))


def _used(source: Source, level: list[Node], words: dict[int, set[bytes]]) -> list[Node]:
    """Statements that give functions and classes what they use, directly or by others."""
    if not level:
        return []
    units = [unit for unit in source.units if not unit.nested]
    wanted = {word for unit in units for word in _words_of(source, unit)}
    wanted |= {word for node in _statements(source) if node.id not in words for word in _words(source, node)}
    counted: list[Node] = []
    grew = True
    while grew:
        more = [node for node in level if node not in counted and _makes(source, node) & wanted]
        counted += more
        wanted |= {word for node in more for word in words[node.id]}
        grew = bool(more)
    return sorted(counted, key=lambda node: node.start_byte)


def _makes(source: Source, statement: Node) -> set[bytes]:
    """Names that a statement gives a value, or whose value it changes."""
    language = source.syntax.language
    found: set[bytes] = set()
    stack = [statement]
    while stack:
        node = stack.pop()
        left = node.child_by_field_name("left")
        if left is not None:
            found |= _words(source, left)
        if node == statement or (node.parent is not None and node.parent.type in language.layout.bodies):
            leaves = _leaves(source, node)
            first, second = next(leaves, None), next(leaves, None)
            if first is not None and second is not None and first.type in language.scopes.identifiers:
                found |= set() if second.type == "(" else {_text(source, first)}
        stack += node.named_children
    return found


def _unit(source: Source, counted: list[Node]) -> Unit:
    prefix = source.syntax.prefix
    start, end = counted[0].start_byte - prefix, counted[-1].end_byte - prefix
    first = next(_leaves(source, counted[0]), counted[0])
    names = sorted(unit.name for unit in source.units)
    said = b"\0".join([_text(source, node) for node in counted] + [name.encode() for name in names])
    digest = blake2b(said, digest_size=16, person=b"module").digest()
    return Unit(MODULE, MODULE, "module", start, end, start, first.end_byte - prefix, digest)


def _statements(source: Source) -> Iterator[Node]:
    """Statements and fields that are no part of a unit, without imports, prose and comments."""
    if any(unit.kind == "snippet" for unit in source.units):
        return
    language = source.syntax.language
    units = language.structure.functions | language.structure.constructors
    prefix = source.syntax.prefix
    spans = frozenset((unit.start + prefix, unit.end + prefix) for unit in source.units)
    stack = [source.syntax.root]
    while stack:
        for child in stack.pop().named_children:
            inner = _inner(source, child)
            if inner.type in language.structure.classes:
                body = inner.child_by_field_name("body")
                stack += [body] if body is not None else []
            elif inner.type not in units and _says(source, child) and not _is_units(source, child, spans):
                yield child


def _heads(source: Source) -> list[tuple[Node, frozenset[bytes]]]:
    """Named classes outside of functions, and the names in the head of each: bases, interfaces, decorators.

    What the file calls its own classes does not matter: any is one name.  What says nothing of what runs, as parameters
    of types, is left out.
    """
    classes = list(_classes(source))
    own = {_text(source, name) for _, _, name in classes}
    found = []
    for node, inner, name in classes:
        left_out = (inner, name, *map(inner.child_by_field_name, ("body", "parameters")))
        parts = [part for part in (*inner.children, *(() if node == inner else node.children)) if part not in left_out]
        silent = [part for part in parts if part.type in source.syntax.language.program.dropped]
        words = {word for part in parts for word in _kinds(source, part)}
        words -= {word for part in silent for word in _kinds(source, part)}
        found.append((node, frozenset(b"class" if word in own else word for word in words)))
    return found


def _classes(source: Source) -> Iterator[tuple[Node, Node, Node]]:
    """Classes that have a name: with what is around them, themselves, the name."""
    structure = source.syntax.language.structure
    units = structure.functions | structure.constructors
    stack = [source.syntax.root]
    while stack:
        for child in stack.pop().named_children:
            inner = _inner(source, child)
            name = inner.child_by_field_name("name") if inner.type in structure.classes else None
            if name is not None:
                yield child, inner, name
            if inner.type not in units:
                stack.append(inner)


def _kinds(source: Source, node: Node) -> set[bytes]:
    """The identifiers in a piece of code, those of types included."""
    return {_text(source, leaf) for leaf in _leaves(source, node) if leaf.type.endswith("identifier")}


def _is_units(source: Source, node: Node, spans: frozenset[tuple[int, int]]) -> bool:
    """Whether a statement is nothing but units, as a declaration of a name that is given a function."""
    if (node.start_byte, node.end_byte) in spans:
        return True
    comments = source.syntax.language.layout.comments
    inner = [child for child in node.named_children if child.type not in comments]
    return bool(inner) and all(_is_units(source, child, spans) for child in inner)


def _words_of(source: Source, unit: Unit) -> set[bytes]:
    """The identifiers in a unit, remembered by its content: an edit elsewhere reads nothing anew."""
    held = _SAID((source.syntax.language.id, unit.digest))
    if not held:
        held.append(_words(source, unit_node(source.syntax, unit)))
    return held[0]


def _inner(source: Source, node: Node) -> Node:
    """What a decorator or the like stands around."""
    while node.type in source.syntax.language.structure.extends:
        node = node.child_by_field_name("definition") or node.named_children[-1]
    return node


def _says(source: Source, node: Node) -> bool:
    language = source.syntax.language
    words = _text(source, node).split(None, 1)
    if node.type in language.layout.comments or not words:
        return False
    alone = node.child_count == 1 and node.named_child_count == 1
    prose = alone and node.named_children[0].type in language.outside.prose
    return not prose and words[0].decode("utf-8", "replace") not in language.control.imports


def _guards(source: Source, node: Node) -> bool:
    text = _text(source, node)
    return any(text.startswith(guard.encode()) for guard in source.syntax.language.outside.guards)


def _acts(source: Source, node: Node) -> bool:
    return not _guards(source, node) and not _ACTS.isdisjoint(_tokens(source, node))


def _words(source: Source, node: Node) -> set[bytes]:
    """The identifiers in a piece of code."""
    kinds = source.syntax.language.scopes.identifiers
    return {_text(source, leaf) for leaf in _leaves(source, node) if leaf.type in kinds}


def _tokens(source: Source, node: Node) -> tuple[bytes, ...]:
    return tuple(_text(source, leaf) for leaf in _leaves(source, node))


def _leaves(source: Source, node: Node) -> Iterator[Node]:
    stack = [node]
    while stack:
        inner = stack.pop()
        if inner.type in source.syntax.language.layout.comments:
            continue
        if inner.child_count == 0:
            yield inner
        stack += reversed(inner.children)


def _text(source: Source, node: Node) -> bytes:
    return source.syntax.parsed[node.start_byte : node.end_byte]
