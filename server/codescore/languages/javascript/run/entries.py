"""The functions and methods of a JavaScript or TypeScript program, and what each of them takes.

Neighbours: `surveying` (asks), `usage`, `types` and `examples` (what tells), `languages.guessing` (makes shapes).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain

from tree_sitter import Node

from codescore.languages import guessing
from codescore.languages.assumed import Assumption, once
from codescore.languages.called import as_called, names_in, of_name
from codescore.languages.examples_in_words import words_about
from codescore.languages.execution import Entry, EntryKind, Parameter
from codescore.languages.given import failing, steady, taking
from codescore.languages.given_order import given_order
from codescore.languages.headed import headed
from codescore.languages.held_patterns import is_held
from codescore.languages.in_tables import in_tables
from codescore.languages.javascript.run import asking, examples
from codescore.languages.javascript.run.members import Class, assignments, exported, held
from codescore.languages.javascript.run.nodes import FUNCTIONS, child, text, top_level, walk
from codescore.languages.javascript.run.own_keys import own_keys
from codescore.languages.javascript.run.parameters import inner_of, name_of, optional, parameters_of, unnamed, written
from codescore.languages.javascript.run.types import Types, of_jsdoc, shape_of
from codescore.languages.javascript.run.usage import Reader
from codescore.languages.left_open import left_open
from codescore.languages.named_after import named
from codescore.languages.none_given import without_nothing
from codescore.languages.ordinary import Written, in_braces
from codescore.languages.places import cells, extents, indices
from codescore.languages.quantities import quantities
from codescore.languages.said_inputs import distinct
from codescore.languages.shapes import (
    SPREAD,
    AnyShape,
    FloatShape,
    GroupShape,
    IntShape,
    MappingShape,
    OneOf,
    RecordShape,
    Samples,
    SequenceShape,
    Shape,
    StandardShape,
    TextShape,
    TupleShape,
)
from codescore.languages.shown import filled, of_values
from codescore.languages.special import special_as
from codescore.languages.text_forms import formed, told_moments, unbroken, written_by_the_clock
from codescore.languages.two_ends import called, spanning
from codescore.languages.values import Bool, Text, Value
from codescore.languages.wording import keeps_arguments, may_be_negative, said, told

DECORATION = re.compile(r"^[ \t]*(?:/\*\*?|\*/|\*(?!/)|//+)?", re.MULTILINE)
_PARAM = re.compile(r"@param\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*\[?([A-Za-z_$][\w$]*)")
_RETURNS = re.compile(r"@returns?\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_ALIKE = 0.5  # how surely a collection of which nothing is known has things of one kind
_ANYTHING = OneOf((IntShape(), Samples((Text("1"), Text("0"), Text(""), Text("2"), Bool(value=False)))))
_NO_NUMBER = re.compile(r"NaN|\bisFinite\b|\bis(?:Safe)?Integer\b")  # what asks whether a text is one
_NUMBERED = 0.85  # how surely a text that is taken apart into numbers has nothing else


@dataclass(frozen=True, slots=True)
class Found:
    """A function by the names that it has outside: `owner` is its class, or (`held`) the object that holds it."""

    name: str
    node: Node
    owner: str | None = None
    held: bool = False
    static: bool = False


@dataclass(frozen=True, slots=True)
class Program:
    """What is known of the whole while its functions are looked at."""

    root: Node
    reader: Reader
    types: Types
    calls: dict[str, list[Node]]
    assumes: tuple[str, ...]
    head: str = ""  # the first comment, where the only function has none
    functions: dict[str, Written] = field(default_factory=dict)
    nodes: dict[str, Node] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()  # types that it takes from files that are not there


def functions_in(root: Node, classes: list[Class]) -> Iterator[Found]:
    """The functions and methods of a program, by the names that they have outside."""
    makers = {one.maker.id for one in classes if one.maker is not None and not one.factory}
    yield from (found for found in _functions(root) if found.node.id not in makers)
    for one in classes:
        for method in one.methods if not one.factory else ():
            if not method.name.startswith("#") and not method.words & {"get", "set", "private", "protected"}:
                yield Found(method.name, method.node, one.name, static="static" in method.words)


def _functions(root: Node) -> Iterator[Found]:
    for node in top_level(root):
        name = child(node, "name")
        if node.type in ("function_declaration", "generator_function_declaration") and name is not None:
            yield Found(text(name), node)
        elif node.type in ("lexical_declaration", "variable_declaration"):
            for one in node.named_children:
                bound, value = child(one, "name"), child(one, "value")
                if bound is not None and value is not None:
                    yield from _given(text(bound), value)
        elif node.type == "export_statement" and (value := child(node, "value")) is not None:
            yield from _given("default", value)
    for left, right in assignments(root):
        yield from _assigned(left, right)


def _given(name: str, value: Node) -> Iterator[Found]:
    """The functions in what a name is given: itself, or those that an object holds."""
    while value.type in ("parenthesized_expression", "as_expression", "satisfies_expression"):
        value = value.named_children[0]
    if value.type in FUNCTIONS:
        yield Found(name, value)
    if value.type == "object":
        yield from (Found(one, node, name, held=True) for one, node in held(value))


def _assigned(left: list[str], right: Node) -> Iterator[Found]:
    """`module.exports = …`, `exports.f = …`, `f = …`, `C.f = …`."""
    if left == ["module", "exports"] and right.type == "object":
        yield from (Found(name, node) for name, node in held(right))
    elif right.type in FUNCTIONS:
        if (name := exported(left, right)) is not None:
            yield Found(name, right)
        elif len(left) == 2:
            yield Found(left[1], right, left[0], held=True)


def made_freely(found: Found, classes: list[Class]) -> bool:
    """Whether an object for this method can be made without arguments, or none is needed."""
    maker = next((one.maker for one in classes if one.name == found.owner), None)
    return found.static or maker is None or all(optional(place) for place in parameters_of(maker))


def entry_of(found: Found, program: Program) -> Entry:
    """The entry of a function or method."""
    node, places = found.node, parameters_of(found.node)
    kinds = program.reader.kinds(node)
    needed = sum(not optional(place) for place in places)
    names = [name_of(place) or unnamed(number) for number, place in enumerate(places)]
    whole = text(program.root)
    words = headed(words_before(node) or program.head or words_about(whole, found.name), whole, found.owner, names)
    unasked = [name for name, place in zip(names, places, strict=True) if not asking.takes_notice(node, name, place)]
    used = told_moments(without_nothing(guessing.of_kinds(kinds), unasked), kinds, words)
    shown = distinct(chain(
        examples.in_words(words, found.name, names, needed),
        examples.in_code(program.calls.get(found.name, []), len(names), needed),
    ))  # fmt: skip
    documented = {name: type_ for type_, name in _PARAM.findall(words)}
    spoken = f"{' '.join(names_in(found.name))}. {words}"
    placed = (
        _Written(
            place,
            name,
            documented.get(name, ""),
            used.get(name) if name_of(place) else _plain(used.get(name)),
            asking.equates(node),
        )
        for place, name in zip(places, names, strict=True)
    )
    parameters = tuple(
        _parameter(place, [e.arguments[n] for e in shown if len(e.arguments) > n], spoken, program.types)
        for n, place in enumerate(placed)
    )
    parameters = asking.with_nothing(parameters, node)
    if _tries(node):
        thrown = ("", "text") if "instanceof Error" in text(node) else ()  # it asks whether what is thrown is one
        parameters = tuple(replace(one, shape=failing(one.shape, thrown)) for one in parameters)
    shapes = {p.name: p.shape for p in parameters}
    around = whole if found.owner is not None and not found.held else ""
    kind: EntryKind = "method" if found.owner is not None and not (found.held or found.static) else "function"
    return Entry(
        name=found.name,
        kind=kind,
        parameters=parameters,
        owner=found.owner,
        examples=shown,
        assumptions=once(
            (
                *said(words, names),
                *named(names, text(node)),
                *steady(shapes, tries=_tries(node)),
                *quantities(shapes, kinds, words + text(node), around, words),
                *in_braces(
                    shapes, words, written(node)[1], program.functions, sought=guessing.sought(kinds), around=around
                ),
                *in_tables(shapes, text(node), whole),
                *own_keys(program.root, kinds, program.reader.looked),
                *unbroken(shapes, words + text(node)),
                *spanning(shapes),
                *formed(shapes, kinds, words, text(node), whole),
                *written_by_the_clock(kinds, text(node), words),
                *called(kinds),
                *cells(kinds),
                *asking.trees(shapes, _reached(node, program.nodes)),
                *extents(kinds),
                *indices(kinds),
                *(() if _NO_NUMBER.search(text(node)) else _numeric(parameters)),
                *_alike(parameters),
            )
        ),
        preserves=keeps_arguments(words, shapes),
        left_open=left_open(words, text(node)),
        searches=given_order(text(node), words, whole),
        negative=may_be_negative(words, [*shapes]),
        assumes=program.assumes,
        unordered=isinstance(_result(node, words, program.types), GroupShape),
        prints=_prints(node),
        uses=uses_of(node),
        shares=True,
        identifies=asking.identifies(node, frozenset(names)),
        falls_through=_falls_through(node),
        awaited=any(c.type == "async" for c in node.children) and not any(c.type == "*" for c in node.children),
    )


@dataclass(frozen=True, slots=True)
class _Written:
    """A parameter as it is written, with what the words around it and its use say; `equates`: its function asks whether
    things are equal.
    """

    node: Node
    name: str
    documented: str
    used: Shape | None
    equates: bool = False


def _parameter(place: _Written, shown: list[Value], words: str, types: Types) -> Parameter:
    """Its declared type, else what examples show, else its use, else its name."""
    annotation = child(place.node, "type")
    type_ = text(annotation).lstrip(": ") if annotation is not None else place.documented
    declared = shape_of(annotation, types) if annotation is not None else None
    if declared is None and place.documented:
        declared = of_jsdoc(place.documented, types)
    seen = of_values(shown) if shown else None
    use = place.used or _taken_apart(place.node)
    shape: Shape
    if declared is not None:
        shape = special_as(use, _narrowed(filled(declared, seen or _like(declared, use)), use))
    elif seen is not None:
        shape = filled(seen, use)
    else:
        called = " ".join(names_in(place.name))
        shape = told(as_called(use or of_name(place.name) or AnyShape(), place.name), words, called)
    shape = guessing.settled(_mixed(shape) if place.equates else shape)
    if text(place.node).startswith("..."):
        element = shape.element if isinstance(shape, SequenceShape) else IntShape()
        shape = SequenceShape(element, SPREAD)
    return Parameter(place.name, shape, type_, optional(place.node), declared or AnyShape())


def _like(declared: Shape, used: Shape | None) -> Shape | None:
    """Of several shapes that use suggests, the first of the declared kind; else all."""
    if isinstance(declared, OneOf) or is_held(used) or not isinstance(used, OneOf):
        return used
    return next((one for one in (_like(declared, part) for part in used.options) if type(one) is type(declared)), used)


def _narrowed(declared: Shape, use: Shape | None) -> Shape:
    """A number that is used as a whole one is a whole one: most are that are only called numbers."""
    match declared, use:
        case OneOf((IntShape() as whole, FloatShape())), IntShape():
            return whole
        case StandardShape(type_), StandardShape() if type_ == taking(0):
            return use
        case SequenceShape(element), SequenceShape(inner):
            return replace(declared, element=_narrowed(element, inner))
    return declared


def _plain(shape: Shape | None) -> Shape | None:
    """An object that is only taken apart is no node of anything."""
    if not isinstance(shape, RecordShape):
        return shape
    fields = tuple((name, _plain(inner) or AnyShape()) for name, inner in shape.fields)
    return replace(shape, type="Object", fields=fields, linked=False)


def _taken_apart(place: Node) -> Shape | None:
    """`[a, b]`: as many items."""
    inner = inner_of(place)
    if inner.type == "array_pattern":
        return TupleShape(tuple(IntShape() for c in inner.named_children), "list")
    return None


def _result(node: Node, words: str, types: Types) -> Shape | None:
    declared = child(node, "return_type")
    told = _RETURNS.search(words)
    return shape_of(declared, types) if declared is not None else of_jsdoc(told[1], types) if told else None


def _numeric(parameters: Iterable[Parameter]) -> Iterator[Assumption]:
    """A text that is taken apart into numbers has nothing else: 0 or NaN is made of what is none."""
    for one in parameters:
        form = one.shape.written if isinstance(one.shape, TextShape) else None
        if form and form.parts and all(isinstance(part, (IntShape, FloatShape)) for part in form.parts):
            yield Assumption(one.name, "parts", "it is taken apart so", weight=_NUMBERED, other=form.separator)


def _mixed(shape: Shape) -> Shape:
    """Collections of what nothing is known of, with a few things that some comparisons take for equal."""
    match shape:
        case SequenceShape(AnyShape()) | GroupShape(AnyShape()):
            return replace(shape, element=_ANYTHING)
        case MappingShape(_, AnyShape()):
            return replace(shape, value=_ANYTHING)
    return shape


def _alike(parameters: Iterable[Parameter]) -> Iterator[Assumption]:
    for one in parameters:
        inside = getattr(one.shape, "value" if isinstance(one.shape, MappingShape) else "element", None)
        if inside == _ANYTHING:
            yield Assumption(one.name, "numbers", "it only asks whether things are equal", weight=_ALIKE)


def _tries(node: Node) -> bool:
    """Whether it calls something in a `try`, or goes on after a promise was rejected."""
    tried = (child(one, "body") or one for one in walk(node) if one.type == "try_statement")
    return any(n.type == "call_expression" for block in tried for n in walk(block)) or any(
        text(n) == "catch" for n in walk(node) if n.type == "property_identifier"
    )


def words_before(node: Node) -> str:
    """The comments that end where a declaration starts, without their decoration."""
    statement: Node = node
    while statement.parent is not None and statement.parent.type not in ("program", "class_body", "object"):
        statement = statement.parent
    found: list[str] = []
    before = statement.prev_sibling
    while before is not None and before.type in ("comment", ","):
        if before.type == "comment":
            found.append(text(before))
        before = before.prev_sibling
    return DECORATION.sub("", "\n".join(reversed(found))).replace("*/", "")


def _prints(node: Node) -> bool:
    return any(n.type == "member_expression" and text(n) in ("console.log", "process.stdout.write") for n in walk(node))


def _falls_through(node: Node) -> bool:
    """Whether something is returned somewhere, never nothing on purpose, and yet the end can be reached."""
    body = child(node, "body")
    if body is None or body.type != "statement_block":
        return False
    returns = [n for n in walk(body) if n.type == "return_statement"]
    values = [n for one in returns for n in one.named_children[:1]]
    on_purpose = len(values) < len(returns) or any(text(v) in ("null", "undefined") for v in values)
    last = body.named_children[-1] if body.named_children else None
    leaves = last is not None and last.type in ("return_statement", "throw_statement")
    return bool(returns) and not on_purpose and not leaves


def uses_of(node: Node) -> frozenset[str]:
    """The names that a function calls, and those of functions that it hands on."""
    found: set[str] = set()
    for one in walk(node):
        called = (
            child(one, "function") or child(one, "constructor")
            if one.type in ("call_expression", "new_expression")
            else None
        )
        if called is not None:
            found.add(text(child(called, "property") or called if called.type == "member_expression" else called))
        if one.type == "arguments":
            found |= {text(c) for c in one.named_children if c.type == "identifier"}
    return frozenset(found)


def _reached(node: Node, functions: Mapping[str, Node]) -> list[Node]:
    """A function and those of the program that it calls, also by way of others."""
    found = {node.id: node}
    left = [node]
    while left:
        for name in uses_of(left.pop()):
            if (one := functions.get(name)) is not None and one.id not in found:
                found[one.id] = one
                left.append(one)
    return [*found.values()]
