"""The types and classes that a program takes from files beside it, as far as their texts say what they are.  Pure.

A class that two files declare is not known: an input is made by the name of its class.  Neighbours: `modules` (which
name comes from where), `surveying` (asks), `classes` (how objects are made).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace

from tree_sitter import Node

from codescore.languages.javascript.run.classes import own_classes, unmade
from codescore.languages.javascript.run.entries import DECORATION, Found, Program, functions_in
from codescore.languages.javascript.run.members import Class, classes_of
from codescore.languages.javascript.run.modules import Modules, imports_of
from codescore.languages.javascript.run.nodes import child, text, top_level, walk
from codescore.languages.javascript.run.parameters import written
from codescore.languages.javascript.run.types import as_typescript, declared, parsed
from codescore.languages.javascript.run.usage import Reader
from codescore.languages.owned import OwnClass, called
from codescore.languages.shapes import CallShape, RecordShape, Shape

_TYPES = ("interface_declaration", "type_alias_declaration", "enum_declaration", "class_declaration")


@dataclass(frozen=True, slots=True)
class Taken:
    """What a file takes from others: types by the names that they have in it, classes whose objects can be made."""

    types: dict[str, Shape] = field(default_factory=dict)
    classes: dict[str, OwnClass] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()  # names of which nothing is known


@dataclass(frozen=True, slots=True)
class Read:
    """A file with what is known of its functions."""

    program: Program
    functions: tuple[Found, ...]
    classes: list[Class]


def read(root: Node, taken: Taken, calls: dict[str, list[Node]], words: tuple[tuple[str, ...], str] = ((), "")) -> Read:
    """A file and its own types; `words` are what is assumed of it and the comment at its head."""
    classes = classes_of(root)
    functions = tuple(functions_in(root, classes))
    stated = ((n, child(n, "name")) for n in top_level(root) if n.type in _TYPES)
    types: dict[str, Node | Shape] = {**taken.types, **documented_types(root)}
    types |= {text(name): n for n, name in stated if name is not None}
    plain = {one.name: one.node for one in functions if one.owner is None}
    program = Program(
        root, Reader(plain, classes), types, calls, words[0], words[1],
        {one.name: written(one.node) for one in functions}, {one.name: one.node for one in functions},
        tuple(name for name in taken.unknown if name not in types),
    )  # fmt: skip
    program.reader.classes.update(taken.classes)
    without = [*unmade(program, classes)]
    for name in without:
        types.pop(name, None)
    program = replace(program, unknown=(*program.unknown, *without))
    for own, made in own_classes(program, classes):
        program.reader.classes[own] = made
        types[own] = made.shape
    return Read(program, functions, classes)


def taken(modules: Modules, module: str, busy: tuple[str, ...] = ()) -> Taken:
    """What a file takes from those beside it; where they import each other in a circle, what is known by then."""
    found, unknown = Taken(), list[str]()
    busy = (*busy, module)
    known: dict[str, Read] = {}
    for bound in imports_of(modules.roots[module]):
        origin = modules.origin(module, bound.name)
        if origin is None or origin[0] in busy:
            unknown.append(bound.name)
            continue
        other, there = origin
        if other not in known:
            known[other] = read(modules.roots[other], taken(modules, other, busy), {})
        reader, types = known[other].program.reader, known[other].program.types
        made = reader.classes.get(there)
        shape = declared(there, types) if made is None else called(made, there, bound.name).shape
        if shape is None or not modules.doubtful.isdisjoint(_mentioned(shape)):
            unknown.append(bound.name)
            continue
        found.types[bound.name] = shape
        if made is not None:
            found.classes[bound.name] = called(made, there, bound.name)
    return replace(found, unknown=tuple(unknown))


def _mentioned(shape: object) -> Iterator[str]:
    """The names of the classes in a shape."""
    if isinstance(shape, CallShape):
        yield shape.name
    if isinstance(shape, RecordShape):
        yield shape.type
    if is_dataclass(shape):
        for one in fields(shape):
            yield from _mentioned(getattr(shape, one.name))
    elif isinstance(shape, tuple):
        for part in shape:
            yield from _mentioned(part)


_MOST = 60  # types of a program, and fields of each, that are read
_LONG, _TAGS = 2000, 300  # signs of a type that are read, and tags of a comment
_TAG = re.compile(r"@(\w+)[ \t]*")
_NAME = re.compile(r"[ \t]*(?:(\[)[ \t]*)?([A-Za-z_$][\w$]*)(?![\w$.\[])")
_DECLARATIONS = ("interface_declaration", "type_alias_declaration")
_ANY_OBJECT = ("", "Object", "object")


def documented_types(root: Node) -> dict[str, Node]:
    """What is declared in comments, by name: the declarations of a TypeScript program that says the same.

    The types that the comments of a JavaScript program declare, as TypeScript would write them.

        @typedef {{op: string, left: Expr, right: Expr}|number} Expr      type Expr = …
        @typedef {Object} User                                            interface User { name: string; age?: number }
        @property {string} name - what it is called
        @property {number} [age]

    What cannot be read declares nothing.
    """
    found: dict[str, Node] = {}
    for comment in walk(root):
        if comment.type == "comment" and "@typedef" in (whole := text(comment)):
            for name, written in _declared(DECORATION.sub("", whole).replace("*/", "")):
                declaration = parsed(written) if len(found) < _MOST else None
                if declaration is not None and declaration.type in _DECLARATIONS:
                    found.setdefault(name, declaration)
    return found


def _declared(words: str) -> Iterator[tuple[str, str]]:
    """The types of one comment, each with what TypeScript would say."""
    name, type_, fields = "", "", list[str]()
    for tag, given, own, optional in _tags(words):
        if tag == "typedef":
            yield from _one(name, type_, fields)
            name, type_, fields = own, given, []
        elif tag in ("prop", "property") and name and own and len(fields) < _MOST:
            left_out = "?" if optional or given.endswith("=") else ""
            fields.append(f"{own}{left_out}: {as_typescript(given) or 'any'};")
        elif tag not in ("prop", "property"):
            yield from _one(name, type_, fields)
            name, type_, fields = "", "", []
    yield from _one(name, type_, fields)


def _one(name: str, type_: str, fields: list[str]) -> Iterator[tuple[str, str]]:
    if name and fields and type_ in _ANY_OBJECT:
        yield name, f"interface {name} {{ {' '.join(fields)} }}"
    elif name and type_:
        yield name, f"type {name} = {as_typescript(type_)};"


def _tags(words: str) -> Iterator[tuple[str, str, str, bool]]:
    """Each tag with the type in braces behind it, the name behind that, and whether it is in brackets."""
    place = 0
    for _ in range(_TAGS):
        if (tag := _TAG.search(words, place)) is None:
            return
        place = _closed(words, tag.end())
        named = _NAME.match(words, place)
        type_ = words[tag.end() + 1 : place - 1].strip()
        yield tag[1], type_, named[2] if named else "", bool(named and named[1])


def _closed(words: str, start: int) -> int:
    """Where the braces that open at a place are closed; the place itself where none do."""
    deep = 0
    for place in range(start, min(len(words), start + _LONG) if words[start : start + 1] == "{" else start):
        deep += (words[place] == "{") - (words[place] == "}")
        if deep == 0:
            return place + 1
    return start
