"""Which calls objects of a JavaScript class take, and how one is made: the entry of a class as a whole.

Neighbours: `surveying` (asks, and reads each method), `languages.execution.sequence_of`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tree_sitter import Node

from codescore.languages.execution import CALLED, Entry, Parameter, call_shape, sequence_of
from codescore.languages.javascript.run.entries import Found, Program, entry_of
from codescore.languages.javascript.run.members import Class
from codescore.languages.javascript.run.nodes import FUNCTIONS, child, text, walk
from codescore.languages.javascript.run.parameters import parameters_of
from codescore.languages.javascript.run.types import shape_of
from codescore.languages.javascript.run.unknown_types import asking
from codescore.languages.namesakes import like_namesakes
from codescore.languages.owned import OwnClass, with_numbers
from codescore.languages.shapes import AnyShape, CallShape, IntShape, RecordShape, Shape, linked
from codescore.languages.shown import one_of

_MAKER = "constructor"  # what a class's own is called
_PUTTING = ("push", "unshift", "add", "set", "splice")
_PLACES = ("required_parameter", "optional_parameter")  # of a constructor: fields where they say who may see them


def class_entries(program: Program, classes: list[Class]) -> Iterator[Entry]:
    """The classes whose objects can be made and asked something."""
    named = {one.name: one for one in classes}
    for name, one in named.items():
        line = list(_line(one, named))
        make = _maker(one, line, program)
        members = {member.name: member for each in reversed(line) for member in _members(each, name, program)}
        made = call_shape(name, make)
        fields = {text(n) for each in line for node in each.text for n in _own(node)}
        keeps = one.factory or bool(fields - members.keys())
        if not any(member.tells for member in members.values()):  # what is there to be read is all that shows anything
            hidden = {field for each in line for node in each.text for field, shown in _declared(node) if not shown}
            public = sorted(field for field in fields - members.keys() - hidden if field[0] not in "#_")
            members |= {field: Entry(field, "attribute", owner=name) for field in public}
        if not members:
            continue
        settled = [_settled(member, made, fields, name) for member in like_namesakes(members.values())]
        settled += [CALLED] if any(_gives_function(m.node) for each in line for m in each.methods) else []
        first = replace(_settled(make, made, set(), name), name=name if one.factory else _MAKER)
        whole = sequence_of(name, tuple(asking(member, program.unknown) for member in (first, *settled)))
        yield replace(whole, keeps=keeps, uses=frozenset().union(*(m.uses for m in settled)))


def _maker(one: Class, line: list[Class], program: Program) -> Entry:
    """What makes an object of a class: its constructor, or that of a class above it, also in another file."""
    owner = None if one.factory else one.name
    maker = next((each.maker for each in line if each.maker is not None), None)
    if maker is not None:
        return entry_of(Found(one.name, maker, owner), program)
    above, base = line[-1].above, program.types.get(line[-1].above)
    if not isinstance(base, CallShape):
        return Entry(one.name, "method", owner=one.name, unknown=above if above in program.unknown else "")
    needed = len(base.parameters) - base.optional
    names = base.names or tuple(f"argument{n}" for n in range(len(base.parameters)))
    places = zip(names, base.parameters, strict=True)
    taken = tuple(Parameter(name, shape, optional=n >= needed) for n, (name, shape) in enumerate(places))
    return Entry(one.name, "method", taken, owner=one.name)


def own_classes(program: Program, classes: list[Class]) -> Iterator[tuple[str, OwnClass]]:
    """The classes whose objects can be made, each with those made of it, in source order, and the interfaces that
    these have: who asks for one of them may be asked for by the next.

    What leads to others of its kind is left as it is declared: such objects are linked in many ways.
    """
    named = {one.name: one for one in classes if not one.factory}
    found: dict[str, list[Shape]] = {}
    names: dict[str, frozenset[str]] = {}
    for name, one in named.items():
        line = list(_line(one, named))
        made = _maker(one, line, program)
        shape = replace(call_shape(name, with_numbers(made)), filling=tuple(_filling(line, name, program)))
        held = {text(n) for each in line for node in each.text for n in _own(node)}
        names[name] = frozenset(held | {method.name for each in line for method in each.methods})
        declared = program.types.get(name)
        if linked(shape_of(declared, program.types, (name,)) if isinstance(declared, Node) else None):
            continue
        if name in program.unknown:
            continue
        abstract = any(node.type.startswith("abstract") for node in one.text)
        for asked in (*(() if abstract else (name,)), *(each.name for each in line[1:]), *_interfaces(one)):
            found.setdefault(asked, []).append(shape)
            yield asked, OwnClass(one_of(found[asked]), names.get(asked, frozenset()))


def unmade(program: Program, classes: list[Class]) -> Iterator[str]:
    """The classes of which no object can be made, as what makes one needs a type of which nothing is known."""
    named = {one.name: one for one in classes if not one.factory}
    for name, one in named.items() if program.unknown else ():
        if asking(_maker(one, list(_line(one, named)), program), program.unknown).unknown:
            yield name


def _filling(line: list[Class], owner: str, program: Program) -> Iterator[CallShape]:
    """The methods that put something into an object: they take something, and change what the object holds."""
    for method in (method for one in line for method in one.methods):
        hidden = method.name[0] in "#_[" or method.words & {"static", "get", "set", "private", "protected", "async"}
        if hidden or not any(map(_puts, walk(method.node))):
            continue
        entry = entry_of(Found(method.name, method.node, owner), program)
        if entry.parameters:
            yield call_shape(method.name, with_numbers(entry))


def _puts(node: Node) -> bool:
    """Whether something is put into what an object holds: `this.items.push(x)`, `this.stock[name] = n`."""
    if node.type == "call_expression":
        called = child(node, "function") or node
        property_, on = child(called, "property"), child(called, "object")
        return property_ is not None and text(property_) in _PUTTING and on is not None and _held(on)
    left = child(node, "left")
    on = child(left, "object") if left is not None and left.type == "subscript_expression" else None
    return on is not None and _held(on)


def _held(node: Node) -> bool:
    on = child(node, "object")
    return node.type == "member_expression" and on is not None and on.type == "this"


def _interfaces(class_: Class) -> Iterator[str]:
    for node in class_.text:
        for clause in (n for one in node.children if one.type == "class_heritage" for n in one.named_children):
            if clause.type == "implements_clause":
                yield from (text(one) for one in clause.named_children if one.type == "type_identifier")


def _line(one: Class, classes: dict[str, Class]) -> Iterator[Class]:
    """A class and those above it in the same text."""
    seen: set[str] = set()
    at: Class | None = one
    while at is not None and at.name not in seen:
        seen.add(at.name)
        yield at
        at = classes.get(at.above)


def _members(class_: Class, owner: str, program: Program) -> Iterator[Entry]:
    for one in class_.methods:
        if one.name[0] in ("#_" if class_.factory else "#_[") or one.words & {"static", "private", "protected"}:
            continue
        entry = entry_of(Found(one.name, one.node, owner), program)
        if "set" in one.words:
            yield replace(entry, name=f"{one.name}=", kind="property", tells=False)
        else:
            tells = "get" in one.words or _tells(one.node)
            yield replace(entry, kind="property" if "get" in one.words else "method", tells=tells)


def _tells(node: Node) -> bool:
    """Whether a method gives or prints something."""
    body = child(node, "body")
    if body is not None and body.type != "statement_block":
        return True
    return any(
        (n.type == "return_statement" and bool(n.named_children))
        or n.type == "yield_expression"
        or (n.type == "member_expression" and text(n) == "console.log")
        for n in walk(node)
    )


def _gives_function(node: Node) -> bool:
    """Whether a method gives a function of its own that takes no arguments."""
    functions = [n for n in walk(node) if n.type in FUNCTIONS and n != node and not parameters_of(n)]
    names = {text(name) for n in functions if (name := child(n, "name") or child(n.parent or n, "name")) is not None}
    returned = [n.named_children[0] for n in walk(node) if n.type == "return_statement" and n.named_children]
    body = child(node, "body")
    returned += [body] if node.type == "arrow_function" and body is not None else []
    return any(one in functions or (one.type == "identifier" and text(one) in names) for one in returned)


def _own(class_: Node) -> Iterator[Node]:
    """The names of what objects keep: `this.x`, `#x`, and fields."""
    for one in walk(class_):
        base, property_ = child(one, "object"), child(one, "property")
        if one.type == "member_expression" and base is not None and base.type == "this" and property_ is not None:
            yield property_
        elif one.type in ("field_definition", "public_field_definition") and (
            name := child(one, "property") or child(one, "name")
        ):
            yield name
        elif one.type in _PLACES and any(c.type == "accessibility_modifier" for c in one.children):
            yield child(one, "pattern") or one


def _declared(class_: Node) -> Iterator[tuple[str, bool]]:
    """The fields that are declared with a word for who may see them, and whether all may."""
    for one in walk(class_):
        words = [text(c) for c in one.children if c.type == "accessibility_modifier"]
        name = child(one, "name") or child(one, "pattern")
        if words and name is not None:
            yield text(name), "public" in words


def _settled(member: Entry, made: CallShape, fields: set[str], name: str) -> Entry:
    """With another object of the class where its fields are used, and numbers where nothing is known."""

    def settled(parameter: Parameter) -> Shape:
        shape = parameter.shape
        if isinstance(shape, RecordShape) and (
            shape.type == name or (fields and {f for f, _ in shape.fields} <= fields)
        ):
            return made
        return IntShape() if isinstance(shape, AnyShape) else shape

    return replace(member, parameters=tuple(replace(p, shape=settled(p)) for p in member.parameters))
