"""Which calls objects of a Java class take, and how one is made: the entry of a class as a whole.

Of several constructors the longest is taken, with those that want the first of its parameters; of overloaded methods
the first.  Neighbours: `runner` (asks, and reads each method), `types` (declared types).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from codescore.languages.commands import uncommented
from codescore.languages.execution import Entry, Parameter, call_shape, sequence_of
from codescore.languages.functions import shows
from codescore.languages.java.run.compile import Method, Program, Type
from codescore.languages.java.run.types import bases
from codescore.languages.set_anew import sets_anew
from codescore.languages.shapes import AnyShape, CallShape, IntShape, NullShape, OneOf, RecordShape, Samples, Shape
from codescore.languages.values import Text

#: What gives a constant of an enumeration by its name.
CONSTANT = "valueOf"
_PRIMITIVE = ("int", "long", "short", "byte", "char", "boolean", "float", "double")
Reads = Callable[[Method], Entry]


def class_entries(program: Program, read: Reads, named: Callable[[Method], str | None]) -> Iterator[Entry]:
    """The classes whose objects can be made and asked something; `named` is a class as the text names it."""
    for type_ in program.types:
        own = [m for m in program.methods if m.owner == type_.name and not m.hidden and m.name != "main"]
        name = next((named(method) for method in own), None)
        make = _make(type_, program, read)
        if name is None or make is None or type_.kind == "INTERFACE" or type_.abstract:
            continue
        methods = {m.name: m for m in reversed([*own, *_inherited(type_, program)])}
        taken = tuple(_read(methods[m], name, program, read) for m in dict.fromkeys(reversed(methods)))
        fields = type_.fields if type_.kind == "RECORD" else ()
        members = taken + tuple(Entry(field, "method", owner=name) for field, _ in fields if field not in methods)
        by = name if make.name == "<init>" else f"{name}.{make.name}()"
        made = call_shape(by, make)
        shown = any(shows(p.shape) for member in (make, *members) for p in member.parameters)
        members = tuple(
            replace(_settled(m, made, name), tells=m.tells or shown, prints=m.prints or shown) for m in members
        )
        held = type_.fields and not _anew(type_, [m for m in program.methods if m.owner == type_.name], program)
        keeps = bool(make.parameters or held or type_.shared or type_.above)
        yield replace(sequence_of(name, (_settled(make, made, name), *members)), keeps=keeps)


def _anew(type_: Type, own: list[Method], program: Program) -> bool:
    """Whether the one method that others may call sets anew all that an object holds."""
    bodies = [uncommented(program.unit[m.start : m.end]).partition("{") for m in own]
    asked = [n for n, m in enumerate(own) if not m.hidden]
    if len(asked) != 1:
        return False
    first, *others = ("".join(bodies[n][1:]) for n in (asked[0], *(n for n in range(len(own)) if n != asked[0])))
    return sets_anew([name for name, _ in type_.fields], first, others, [m.name for m in own])


def _make(type_: Type, program: Program, read: Reads) -> Entry | None:
    """What makes an object: the longest constructor; parameters that a shorter one does without may be left out."""
    if type_.kind == "ENUM":
        constants = Samples(tuple(map(Text, type_.constants)))
        return Entry(CONSTANT, "function", (Parameter("name", constants, "String"),)) if type_.constants else None
    makers = [m for m in program.makers if m.owner == type_.name and not m.hidden]
    if type_.kind == "RECORD" and not any(len(m.parameters) == len(type_.fields) for m in makers):
        empty = Method(type_.name, "<init>", False, "", type_.fields, (), (), 0, 0)
        return read(empty)
    if not makers:
        return _factory(type_, program, read)
    longest = max(makers, key=lambda m: len(m.parameters))
    types = [type_ for _, type_ in longest.parameters]
    starts = [len(m.parameters) for m in makers if [t for _, t in m.parameters] == types[: len(m.parameters)]]
    entry = read(longest)
    needed = _needed(starts)
    parameters = tuple(replace(p, optional=number >= needed) for number, p in enumerate(entry.parameters))
    return replace(entry, parameters=parameters)


def _factory(type_: Type, program: Program, read: Reads) -> Entry | None:
    """Where nobody else may call a constructor: the static method that makes an object, of several the longest."""
    own = [m for m in program.methods if m.owner == type_.name and m.static and not m.hidden]
    makers = [m for m in own if _simple(re.split("<", m.result)[0]) == _simple(type_.name)]
    return read(max(makers, key=lambda m: len(m.parameters))) if makers else None


def _needed(lengths: list[int]) -> int:
    """From which length on there is a constructor of every length."""
    needed = max(lengths)
    while needed - 1 in lengths:
        needed -= 1
    return needed


def _inherited(type_: Type, program: Program, below: tuple[str, ...] = ()) -> list[Method]:
    """The methods that the classes and interfaces of the same text have which it is made of."""
    around = [t for t in program.types if _simple(t.name) in bases(type_) and t is not type_ and t.name not in below]
    found = [m for t in around for m in program.methods if m.owner == t.name and not m.hidden]
    return found + [m for t in around for m in _inherited(t, program, (*below, type_.name))]


def bare_methods(program: Program, named: Callable[[Method], str | None]) -> Iterator[str]:
    """The qualified names of the methods of abstract classes and interfaces that classes made of them have, too."""
    makeable = (t for t in program.types if t.kind in ("CLASS", "RECORD") and not t.abstract)
    inherited = [m for t in makeable for m in _inherited(t, program)]
    open_ = {t.name for t in program.types if t.abstract or t.kind == "INTERFACE"}
    yield from (f"{named(m)}.{m.name}" for m in inherited if m.owner in open_)


def _simple(name: str) -> str:
    return re.split(r"[.$]", name)[-1]


def _read(method: Method, owner: str, program: Program, read: Reads) -> Entry:
    entry = read(method)
    body = program.unit[method.start : method.end]
    tells = method.result != "void" or "System.out" in body
    return replace(entry, kind="method", owner=owner, tells=tells)


def _settled(member: Entry, made: CallShape, name: str) -> Entry:
    """With another object of the class where one is taken, and numbers where nothing is known."""

    def settled(parameter: Parameter) -> Shape:
        shape = parameter.shape
        options = shape.options if isinstance(shape, OneOf) else (shape,)
        own = any(isinstance(one, RecordShape) and one.type == _simple(name) for one in options)
        compared = member.name == "equals" and parameter.declared == "Object"
        if (own or compared) and member.name != "<init>":
            return made
        if isinstance(shape, AnyShape):
            return IntShape(-(2**31), 2**31 - 1)
        return NullShape() if isinstance(shape, OneOf) and not shape.options else shape

    return replace(member, parameters=tuple(replace(p, shape=settled(p)) for p in member.parameters))
