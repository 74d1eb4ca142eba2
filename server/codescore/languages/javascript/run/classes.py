"""Which calls objects of a JavaScript class take, and how one is made: the entry of a class as a whole.

Neighbours: `surveying` (asks, and reads each method), `languages.execution.sequence_of`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tree_sitter import Node

from codescore.languages.execution import Entry, Parameter, sequence_of
from codescore.languages.javascript.run.entries import Found, Program, classes_of, entry_of, methods_of
from codescore.languages.javascript.run.nodes import child, text, walk
from codescore.languages.shapes import AnyShape, CallShape, IntShape, RecordShape, Shape


def class_entries(program: Program) -> Iterator[Entry]:
    """The classes whose objects can be made and asked something."""
    classes = dict(classes_of(program.root))
    for name, node in classes.items():
        line = list(_line(node, classes))
        makers = [m for one in line for m in methods_of(one) if _name(m) == "constructor"]
        make = entry_of(Found(name, makers[0], name), program) if makers else Entry(name, "method", owner=name)
        members = {member.name: member for one in reversed(line) for member in _members(one, name, program)}
        if not members:
            continue
        made = CallShape(name, tuple(p.shape for p in make.parameters), sum(p.optional for p in make.parameters))
        fields = {text(n) for one in line for n in _own(one)}
        settled = [_settled(member, made, fields, name) for member in members.values()]
        whole = sequence_of(name, (replace(_settled(make, made, set(), name), name=name), *settled))
        yield replace(whole, keeps=bool(fields - set(members)), uses=frozenset().union(*(m.uses for m in settled)))


def _line(node: Node, classes: dict[str, Node]) -> Iterator[Node]:
    """A class and those above it in the same text."""
    seen: set[int] = set()
    at: Node | None = node
    while at is not None and at.id not in seen:
        seen.add(at.id)
        yield at
        heritage = next((c for c in at.named_children if c.type == "class_heritage"), None)
        above = text(heritage).removeprefix("extends").split("<")[0].split("implements")[0].strip() if heritage else ""
        at = classes.get(above)


def _name(member: Node) -> str:
    name = child(member, "name") or child(member, "property")
    return text(name) if name is not None else ""


def _members(class_: Node, owner: str, program: Program) -> Iterator[Entry]:
    for one in methods_of(class_):
        name, words = _name(one), {c.type for c in one.children}
        if not name or name == "constructor" or name[0] in "#_[" or "static" in words:
            continue
        value = child(one, "value")
        node = value if value is not None else one
        entry = entry_of(Found(name, node, owner), program)
        if "set" in words:
            yield replace(entry, name=f"{name}=", kind="property", tells=False)
        else:
            yield replace(entry, kind="property" if "get" in words else "method", tells="get" in words or _tells(node))


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
