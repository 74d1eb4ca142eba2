"""Declared types as shapes: those of TypeScript and of JSDoc (`@param {number[]} xs`).

A JSDoc type is written as TypeScript would have it and read by the same grammar; what cannot be read is no type.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import tree_sitter
import tree_sitter_typescript
from tree_sitter import Node

from codescore.languages.given import COMPARISON, NEXT, NOTHING, taking
from codescore.languages.javascript.run.nodes import child, number, string, text, walk
from codescore.languages.shapes import (
    AnyShape,
    BoolShape,
    BytesShape,
    FloatShape,
    GroupShape,
    IntShape,
    MappingShape,
    NullShape,
    OneOf,
    RecordShape,
    Samples,
    SelfShape,
    SequenceShape,
    Shape,
    StandardShape,
    TextShape,
    TupleShape,
)
from codescore.languages.shown import one_of
from codescore.languages.values import Bool, Float, Int, Text, Value

SAFE = 2**53 - 1
_PLAIN: dict[str, Shape] = {
    "number": OneOf((IntShape(-SAFE, SAFE), FloatShape())), "string": TextShape(), "boolean": BoolShape(),
    "any": AnyShape(), "unknown": AnyShape(), "object": MappingShape(TextShape(), AnyShape()), "bigint": IntShape(),
    "null": NullShape(), "undefined": NullShape(), "void": NullShape(), "Number": IntShape(-SAFE, SAFE),
    "String": TextShape(), "Boolean": BoolShape(), "Object": MappingShape(TextShape(), AnyShape()),
    "Function": StandardShape(taking(0)), "function": StandardShape(taking(0)),
    "Date": RecordShape("Date", (("time", IntShape(0, 4 * 10**12)),)), "Uint8Array": BytesShape(),
    "integer": IntShape(-SAFE, SAFE), "int": IntShape(-SAFE, SAFE), "float": FloatShape(), "bool": BoolShape(),
    "str": TextShape(), "Array": SequenceShape(AnyShape()), "array": SequenceShape(AnyShape()),
}  # fmt: skip
_PLAIN |= dict.fromkeys(("char", "character", "Character"), TextShape(min_size=1, max_size=1))
_SEQUENCES = ("Array", "ReadonlyArray", "Iterable", "ArrayLike", "Iterator", "IterableIterator")
_WRAPPERS = ("Readonly", "Required", "Partial", "NonNullable", "Promise")
_DEEP = 5
_KINDS, _NESTED = 2, 3  # kinds of objects of a type that is inside of itself; how often it is unfolded
_MANY = 6  # places in a type where it is itself, of which it is not unfolded as often
_OBJECTS, _ABSENT = ("object_type", "type_identifier", "generic_type"), ("null", "undefined")
_JSDOC = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|\.<|\*")  # what JSDoc writes in its own way, not inside of a text
#: What functions give, in the words of `languages.given`.
_RESULTS = {"boolean": "bool", "number": "number", "string": "text", "bool": "bool", "String": "text", "void": NOTHING}
#: The types that a program declares, by name: how they are written, or how objects of its classes are made.
Types = Mapping[str, Node | Shape]


def shape_of(node: Node | None, types: Types, around: tuple[str, ...] = ()) -> Shape | None:  # noqa: PLR0911
    """The shape of a type, None where it says nothing that we know."""
    if node is None or len(around) > _DEEP:
        return None
    inner = node.named_children
    match node.type:
        case "type_annotation" | "parenthesized_type" | "readonly_type" | "opting_type_annotation":
            return shape_of(inner[0], types, around) if inner else None
        case "predefined_type":
            return _PLAIN.get(text(node))
        case "literal_type":
            value = _literal(inner[0]) if inner else None
            return (
                NullShape() if text(node) in ("null", "undefined") else Samples((value,)) if value is not None else None
            )
        case "array_type":
            return SequenceShape(shape_of(inner[0], types, around) or AnyShape())
        case "tuple_type":
            return TupleShape(tuple(shape_of(one, types, around) or AnyShape() for one in inner), "list")
        case "union_type":  # what is `undefined` need not be there
            options = tuple(one for one in inner if text(one) != "undefined")
            return _one(tuple(shape_of(one, types, around) for one in options or inner))
        case "optional_type" | "rest_type":
            return shape_of(inner[0], types, around) if inner else None
        case "generic_type":
            return _generic(node, types, around)
        case "object_type" | "interface_body":
            return _object(node, "Object", types, around)
        case "function_type":
            return _function(node)
        case "type_identifier" | "identifier":
            return _named(text(node), types, around)
    return None


def _one(options: tuple[Shape | None, ...]) -> Shape | None:
    """Any of these; literals together.  A class that is not known, or nothing, is what use tells."""
    known = [one for one in options if one is not None]
    if known and all(one == NullShape() for one in known):
        known += [AnyShape()] * (None in options)
    values = tuple(value for one in known if isinstance(one, Samples) for value in one.values)
    rest = [one for one in known if not isinstance(one, Samples)]
    return one_of([*rest, *([Samples(values)] if values else [])]) if known else None


def _literal(node: Node) -> Value | None:
    said, value = string(node), number(node)
    if said is not None:
        return Text(said)
    if value is not None:
        return Int(value) if isinstance(value, int) else Float(value)
    return Bool(node.type == "true") if node.type in ("true", "false") else None


def _generic(node: Node, types: Types, around: tuple[str, ...]) -> Shape | None:
    name, arguments = child(node, "name"), child(node, "type_arguments")
    given = [shape_of(one, types, around) or AnyShape() for one in (arguments.named_children if arguments else ())]
    word = text(name) if name is not None else ""
    first = given[0] if given else AnyShape()
    if word in _SEQUENCES:
        return SequenceShape(first, "iterator" if word.endswith("Iterator") else "list")
    if word in ("Set", "ReadonlySet"):
        return GroupShape(first)
    if word in ("Map", "ReadonlyMap", "Record", "Object") and len(given) == 2:
        return MappingShape(first, given[1], "map" if word.endswith("Map") else "object")
    return first if word in _WRAPPERS else _named(word, types, around)


def declared(name: str, types: Types) -> Shape | None:
    """The shape of a type by its name; None where that says nothing that we know."""
    return _named(name, types, ())


def _named(name: str, types: Types, around: tuple[str, ...]) -> Shape | None:
    node = types.get(name)
    if around and around[-1] == name:
        return _again(node, name, types, around) if isinstance(node, Node) else SelfShape()
    if node is None or name in around:
        return _PLAIN.get(name)
    if not isinstance(node, Node):
        return node
    if node.type == "enum_declaration":
        return _enumeration(node)
    if node.type in ("interface_declaration", "class_declaration"):
        body = child(node, "body")
        return None if body is None else _object(body, name, types, (*around, name))
    declared = child(node, "value")
    if declared is not None and declared.type == "object_type":
        return _object(declared, name, types, (*around, name))
    if declared is not None and declared.type != "union_type":
        alias = f"={name}"  # stands first: the last is the object around
        return AnyShape() if alias in around else shape_of(declared, types, (alias, *around))
    return shape_of(declared, types, (*around, name))


def _again(node: Node, name: str, types: Types, around: tuple[str, ...]) -> Shape | None:
    """A type inside of itself: what is an object or something else, or one of several kinds of objects, is any of them,
    not the one around; at last one that does not lead further."""
    declared = child(node, "value")
    options = _options(declared) if declared is not None and declared.type == "union_type" else []
    objects = sum(one.type in _OBJECTS for one in options)
    if objects < _KINDS and all(one.type in _OBJECTS or text(one) in _ABSENT for one in options):
        return SelfShape()
    ends = [one for one in options if not any(text(n) == name for n in walk(one))]
    again = sum(text(n) == name for n in walk(declared) if n.type == "type_identifier") if declared is not None else 0
    deep = around.count(name) >= (_NESTED if again <= _MANY else 1)
    return _one(tuple(shape_of(one, types, (*around, name)) for one in (ends if deep and ends else options)))


def _options(union: Node) -> list[Node]:
    parts = [_options(one) if one.type == "union_type" else [one] for one in union.named_children]
    return [one for part in parts for one in part if one.type != "comment"]


def _function(node: Node) -> Shape:
    """A function of as many arguments as are declared; one that orders where two of one type give a number."""
    places, result = child(node, "parameters"), child(node, "return_type")
    kinds = [one for one in (places.named_children if places is not None else ()) if one.type != "comment"]
    types = [text(child(one, "type") or one) for one in kinds]
    given = text(result).lstrip(": ") if result is not None else ""
    awaited = given.startswith("Promise")
    inner = given.removeprefix("Promise<").removesuffix(">")
    if any("=>" in one or re.search(r"\bNext", one) for one in types):
        return StandardShape(taking(0, NEXT, awaited=awaited))
    if any(text(one).startswith("...") for one in kinds) or not kinds:
        return StandardShape(taking(0, _RESULTS.get(inner, "any"), awaited=awaited))
    if inner == "number" and len(kinds) == 2 and types[0] == types[1] not in _RESULTS:
        return StandardShape(COMPARISON)
    return StandardShape(taking(len(kinds), _RESULTS.get(inner, "any"), awaited=awaited))


def may_lack(declared: Node | None) -> bool:
    """Whether what is declared need not be there: `x?: T`, or `undefined` is one of what its type says."""
    if declared is None or declared.type == "optional_parameter":
        return declared is not None
    return re.search(r"\|\s*undefined\b|\bundefined\s*\|", text(declared)) is not None


def _enumeration(node: Node) -> Shape | None:
    body = child(node, "body")
    values: list[Value] = []
    for place, one in enumerate(body.named_children if body is not None else ()):
        value = child(one, "value") if one.type == "enum_assignment" else None
        values.append((_literal(value) if value is not None else None) or Int(place))
    return Samples(tuple(values)) if values else None


def _object(node: Node, name: str, types: Types, around: tuple[str, ...]) -> Shape | None:
    fields: list[tuple[str, Shape]] = []
    optional: list[str] = []
    for one in node.named_children:
        key, type_ = child(one, "name"), child(one, "type")
        if one.type == "index_signature":
            return MappingShape(TextShape(), shape_of(type_, types, around) or AnyShape(), "object")
        if one.type in ("property_signature", "public_field_definition") and key is not None:
            shape = shape_of(type_, types, around) or AnyShape()
            fields.append((text(key).strip("'\""), shape))
            optional += [fields[-1][0]] if any(c.type == "?" for c in one.children) or may_lack(type_) else []
    return RecordShape(name, tuple(fields), optional=tuple(optional)) if fields else None


@cache
def _parser() -> tree_sitter.Language:
    return tree_sitter.Language(tree_sitter_typescript.language_typescript())


def parsed(declaration: str) -> Node | None:
    """The first statement of a text in TypeScript; None where it cannot be read."""
    tree = tree_sitter.Parser(_parser()).parse(declaration.encode())
    return None if tree.root_node.has_error else next(iter(tree.root_node.named_children), None)


def as_typescript(written: str) -> str:
    """A type of JSDoc as TypeScript writes it."""
    plain = written.strip().removeprefix("...").removesuffix("=").removeprefix("!")
    nullable = plain.startswith("?")
    plain = _JSDOC.sub(lambda found: {"*": "any", ".<": "<"}.get(found[0], found[0]), plain.removeprefix("?"))
    return f"({plain}) | null" if nullable else plain


def of_jsdoc(written: str, types: Types) -> Shape | None:
    """The shape of a type as JSDoc writes it."""
    plain = as_typescript(written)
    declared = parsed(f"let x: {plain};")
    one = declared.named_children[0] if declared is not None and declared.named_children else None
    shape = shape_of(child(one, "type"), types) if one is not None else None
    return None if shape == NullShape() and "?" in written else shape
