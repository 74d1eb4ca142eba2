"""Bytes → a `Source`, and where things are in one.  No I/O: whoever calls has read the bytes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tree_sitter import Node

from codescore.engine.model import Source
from codescore.foundation.errors import InputError
from codescore.foundation.intake import NotSource, accept
from codescore.languages import Language
from codescore.languages.data import Structure
from codescore.syntax import Unit, parse, units_of


def make_source(language: Language, data: bytes, label: str) -> Source:
    """A source from bytes.  Raises InputError where they cannot be code: too large, binary, not UTF-8."""
    try:
        accept(data)
    except NotSource as error:
        raise InputError(error.of(label)) from None
    syntax = parse(language, data)
    return Source(label, syntax, units_of(syntax))


def require_units(source: Source) -> None:
    """Raise InputError for a source without code, which nothing can be said about."""
    if not source.units:
        raise InputError(f"nothing to score: {source.label} is empty or holds comments only")


def require_same_language(candidate: Source, reference: Source) -> None:
    """Raise InputError for sources in different languages."""
    a, b = candidate.syntax.language, reference.syntax.language
    if a is not b:
        raise InputError(
            f"{candidate.label} is {a.name} but {reference.label} is {b.name}; "
            "a candidate is compared with a reference in its own language"
        )


def class_name_place(source: Source, qualified: str) -> tuple[int, int] | None:
    """Where a class says its name; None where there is none of it."""
    syntax, structure = source.syntax, source.syntax.language.structure
    found: list[Node] = [syntax.root]
    for name in qualified.encode().split(b"."):
        found = [node for around in found for node in _classes(around, structure) if _name_of(source, node) == name]
    for node in found:
        said = node.child_by_field_name("name")
        if said is not None:
            return said.start_byte - syntax.prefix, said.end_byte - syntax.prefix
    return None


def _classes(around: Node, structure: Structure) -> Iterator[Node]:
    """The classes directly inside a node."""
    stack = list(around.named_children)
    while stack:
        node = stack.pop(0)
        if node.type in structure.classes:
            yield node
        elif node.type not in structure.functions:
            stack[:0] = node.named_children


def _name_of(source: Source, node: Node) -> bytes:
    said = node.child_by_field_name("name")
    return source.syntax.parsed[said.start_byte : said.end_byte] if said is not None else b""


def around_of(source: Source, unit: Unit) -> Unit:
    """The outermost unit of a source that a unit is part of: itself, where it is no nested one."""
    return _around(source).get(unit, unit) if unit.nested else unit


@lru_cache(maxsize=128)
def _around(source: Source) -> dict[Unit, Unit]:
    """For every nested unit the outermost one before it in the source's order."""
    result: dict[Unit, Unit] = {}
    outer: Unit | None = None
    for unit in source.units:
        outer = unit if outer is None or not unit.nested else outer
        result[unit] = outer
    return result
