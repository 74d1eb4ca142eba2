"""Unit → sketch: the canonical text that every comparison is made on.

`sketch_unit` for a unit of a parsed source, `sketch_source` for a source as a whole (all its code is one sketch, as
the papers' own snippets are); `own_names` for what looks at whole programs without the names that their authors chose.
Pure, total, versioned by `VERSION`.  Knows no model, no file, no clock.
"""

from __future__ import annotations

import re

from tree_sitter import Node, QueryCursor

from codescore.languages import Language
from codescore.program import Program, program_of
from codescore.sketch.emit import VERSION, Sketch, SketchText, SourceMap, emit, placeholders, trace
from codescore.sketch.scopes import Entity, Resolution, resolve
from codescore.syntax import Syntax, Unit, parse, unit_node

__all__ = [
    "VERSION",
    "Entity",
    "Resolution",
    "Sketch",
    "SketchText",
    "SourceMap",
    "map_part",
    "map_unit",
    "own_names",
    "placeholders",
    "program_part",
    "program_unit",
    "resolve",
    "sketch_part",
    "sketch_source",
    "sketch_tree",
    "sketch_unit",
    "sketch_units",
]


_DEFINED = ("definition.function", "definition.type", "definition.field")
_MOST_READ = 256_000  # bytes; of longer files `own_names` are only what a query finds


def sketch_unit(syntax: Syntax, unit: Unit, around: Unit | None = None) -> Sketch:
    """The sketch of one unit; for a nested one `around` is the outermost unit that contains it.

    Names of the function around a nested unit count as variables, so that renaming them changes no sketch.
    """
    node = unit_node(syntax, unit)
    return emit(syntax.language, node, syntax.parsed, _resolved(syntax, node, unit, around))


def map_unit(syntax: Syntax, unit: Unit, around: Unit | None = None) -> SourceMap:
    """Where each token of that sketch comes from, in what was parsed; for whoever points at a part of it."""
    node = unit_node(syntax, unit)
    return trace(syntax.language, node, syntax.parsed, _resolved(syntax, node, unit, around))


def sketch_part(syntax: Syntax, starts: frozenset[int]) -> Sketch:
    """The sketch of those children of the root that begin at these bytes, every name of the whole source resolved."""
    resolution = resolve(syntax.language, syntax.root, syntax.parsed, is_method=False)
    return emit(syntax.language, syntax.root, syntax.parsed, resolution, starts)


def map_part(syntax: Syntax, starts: frozenset[int]) -> SourceMap:
    """Where each token of that sketch comes from, in what was parsed."""
    resolution = resolve(syntax.language, syntax.root, syntax.parsed, is_method=False)
    return trace(syntax.language, syntax.root, syntax.parsed, resolution, starts)


def program_unit(syntax: Syntax, unit: Unit, around: Unit | None = None) -> Program | None:
    """What a unit means, with the names that its sketch has; None where that is not known.

    Its places count from the unit's start.
    """
    node = unit_node(syntax, unit)
    resolution = _resolved(syntax, node, unit, around)
    labels = placeholders(syntax.language, node, syntax.parsed, resolution)
    base = unit.start + syntax.prefix
    return program_of(syntax.language, node, syntax.parsed, labels, prose=resolution.docstrings, base=base)


def program_part(syntax: Syntax, starts: frozenset[int], base: int) -> Program | None:
    """What those children of the root mean that begin at these bytes; places count from `base`."""
    root = syntax.root
    resolution = resolve(syntax.language, root, syntax.parsed, is_method=False)
    labels = placeholders(syntax.language, root, syntax.parsed, resolution)
    others = {child.id for child in root.children if child.start_byte not in starts}
    prose = resolution.docstrings | others
    return program_of(syntax.language, root, syntax.parsed, labels, prose=prose, base=base)


def _resolved(syntax: Syntax, node: Node, unit: Unit, around: Unit | None) -> Resolution:
    """The names of the outermost unit, of which `node` is all or a part."""
    outer = node if around is None else unit_node(syntax, around)
    is_method = (around or unit).kind in ("method", "constructor")
    return resolve(syntax.language, outer, syntax.parsed, is_method=is_method)


def sketch_units(syntax: Syntax, units: tuple[Unit, ...]) -> tuple[Sketch, ...]:
    """The sketches of units in the order of `units_of` (outer before inner)."""
    result: list[Sketch] = []
    around: Unit | None = None
    for unit in units:
        if not unit.nested:
            around = unit
        result.append(sketch_unit(syntax, unit, around if unit.nested else None))
    return tuple(result)


def sketch_source(language: Language, source: bytes) -> Sketch:
    """The sketch of a whole source, every name defined in it replaced."""
    return sketch_tree(parse(language, source))


def sketch_tree(syntax: Syntax) -> Sketch:
    """As `sketch_source`, of a source that is parsed already."""
    resolution = resolve(syntax.language, syntax.root, syntax.parsed, is_method=False)
    return emit(syntax.language, syntax.root, syntax.parsed, resolution)


def own_names(syntax: Syntax) -> frozenset[str]:
    """Names that a file defines and its sketches still hold: functions elsewhere in it, types, fields of `self`."""
    captures = QueryCursor(syntax.language.locals_query).captures(syntax.root)
    found = {node.text or b"" for kind in _DEFINED for node in captures.get(kind, ())}
    words = syntax.language.structure.own
    if words and len(syntax.source) <= _MOST_READ:
        of = b"|".join(re.escape(word.encode()) for word in sorted(words))
        for match in re.finditer(rb"\b(?:%b)\s*\.\s*(\w+)" % of, syntax.source):
            if match[1] not in found and not _in_comment(syntax, match.start()):
                found.add(match[1])
    return frozenset(name.decode("utf-8", "replace") for name in found)


def _in_comment(syntax: Syntax, place: int) -> bool:
    node = syntax.root.descendant_for_byte_range(place, place + 1)
    return node is not None and node.type in syntax.language.layout.comments
