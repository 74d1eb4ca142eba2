"""Plain data that crosses the wall of the sandbox: one tree of values for all languages, and its JSON form.

Inputs are planned as `Value` trees outside, built into real objects by a language's harness inside, and what a program
gave comes back as a `Value` tree.  Nothing here evaluates, imports or unpickles anything; what comes from inside is
hostile text until `decode` has checked every node of it.  Neighbours: `languages.shapes` says which values may be
generated, `languages.execution` what a harness does with them, `evidence.compare` when two of them are equal.

JSON form, one array per node, the tag first (a harness of any language writes exactly this, ASCII only):

    ["null"]  ["bool", true]  ["int", "-12"]  ["float", "1.5" | "nan" | "inf" | "-inf"]  ["text", "ab"]  ["char", "a"]
    ["bytes", "00ff"]  ["seq", KIND, [V, ...]]  ["set", KIND, [V, ...]]  ["map", KIND, [[V, V], ...]]
    ["record", TYPE, [["field", V], ...], ANCHOR]  ["ref", ANCHOR]  ["called", [V | null, ...]]
    ["opaque", TYPE, "what it says of itself"]
    to a harness only: ["call", NAME, [V, ...]], or with ANCHOR, [CALL, ...]

An integer of more than 4,000 digits is written in hexadecimal (`"0x…"`, `"-0x…"`).  KIND is `list`, `tuple`, `array`,
`deque`, `iterator` … for sequences, `set`, `frozenset`, … for sets, `dict`, … for mappings: the harness's language says
which type it means by it, comparison looks at it only as far as `evidence.compare` says.  ANCHOR numbers a record that
is
referred to again (0: it is not); `["ref", n]` is that same object, so that graphs, cycles and identity can be said.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

_SHOWN = 12  # answers of a function that are written down

#: Type of the record that says what the same call gave `first` and, because the program keeps something, `again`.
REMEMBERING = "remembering"
#: Deeper trees are cut by a harness (`["opaque", "too-deep", ""]`) and refused by `decode`.
MAX_DEPTH = 60


class MalformedValue(ValueError):
    """What came from inside is not a value; the caller treats the program that sent it as crashed."""


@dataclass(frozen=True, slots=True)
class Null:
    """`None`, `null`, and what a procedure returns."""


@dataclass(frozen=True, slots=True)
class Bool:
    """A truth value."""

    value: bool


@dataclass(frozen=True, slots=True)
class Int:
    """A whole number of any size."""

    value: int


@dataclass(frozen=True, slots=True)
class Float:
    """A floating point number; NaN and the infinities are values like any other."""

    value: float


@dataclass(frozen=True, slots=True)
class Text:
    """A string of code points, lone surrogates included."""

    value: str


@dataclass(frozen=True, slots=True)
class Char:
    """One character in a language that tells it from a string."""

    value: str


@dataclass(frozen=True, slots=True)
class Bytes:
    """A string of bytes."""

    value: bytes


@dataclass(frozen=True, slots=True)
class Sequence:
    """An ordered collection: `list`, `tuple`, `array`, `deque`, `iterator` (what it still had to give) …"""

    kind: str
    items: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """A set: `set`, `frozenset` …; its items stand in an order that means nothing."""

    kind: str
    items: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Mapping:
    """Pairs of key and value, in the order in which the program would meet them."""

    kind: str
    items: tuple[tuple[Value, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """An object that is its fields: a named tuple, a Java record, a node of a list, tree or graph."""

    type: str
    fields: tuple[tuple[str, Value], ...] = ()
    anchor: int = 0


@dataclass(frozen=True, slots=True)
class Ref:
    """The same object as the record or call with this anchor, seen before or around this place; `name` is what it is
    called where it is written for a person."""

    anchor: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Called:
    """Something that can be called: what it gave for each of the job's `probes`, None where it refused."""

    answers: tuple[Value | None, ...] = ()

    def text(self, literal: Callable[[Value], str]) -> str:
        """The function by what it gave where it did not refuse, as `literal` writes values: `<function: 1, 2>`."""
        given = [literal(answer) for answer in self.answers if answer is not None]
        shown = ", ".join([*given[:_SHOWN], *(["…"] if len(given) > _SHOWN else [])])
        return f"<function: {shown}>" if given else "<function>"


@dataclass(frozen=True, slots=True)
class Call:
    """A call that is still to be made, by name: of a class, for an object that is an argument; or a step of a sequence.

    `NAME=` is an argument that is given by its name.  Goes in only: no program gives one.  A `Ref` may give the object
    that is made with an `anchor` again.  `then` are calls on the object, made before it is given.
    """

    name: str
    arguments: tuple[Value, ...] = ()
    anchor: int = 0
    then: tuple[Call, ...] = ()


@dataclass(frozen=True, slots=True)
class Opaque:
    """Something that is no data: a module, a class, a value too deep, a call that took too long.

    Of a value that is `too-large` the text is its kind and the digest of its content, then `~` where fractions are in
    it (they are rounded, so that another digest proves no difference) and `?` where something opaque is.  Of what an
    iterator still has to give (`more`) it is how much was drawn.
    """

    type: str
    text: str = ""


Value: TypeAlias = (
    Null | Bool | Int | Float | Text | Char | Bytes | Sequence | Group | Mapping | Record | Ref | Call | Called | Opaque
)


def nothing(value: Value | None) -> bool:
    """Whether a program gives nothing to who called it, or (`awaitable`) to who waits for it."""
    match value:
        case None | Null() | Sequence("awaitable", (Null(),)):
            return True
    return False


def encode(value: Value) -> list[Any]:  # noqa: PLR0911  one form per kind
    """The JSON form of a value, as lists and strings."""
    if plain := _PLAIN.get(type(value)):  # nearly all are: written without matching one form after the other
        return plain(value)
    match value:
        case Sequence(kind, items):
            return ["seq", kind, [encode(item) for item in items]]
        case Group(kind, items):
            return ["set", kind, [encode(item) for item in items]]
        case Mapping(kind, pairs):
            return ["map", kind, [[encode(key), encode(item)] for key, item in pairs]]
        case Record(type_, fields, anchor):
            return ["record", type_, [[name, encode(item)] for name, item in fields], anchor]
        case Ref(anchor):
            return ["ref", anchor]
        case Call(name, arguments, anchor, then):
            more = [anchor, [encode(call) for call in then]] if then else [anchor] if anchor else []
            return ["call", name, [encode(item) for item in arguments], *more]
        case Called(answers):
            return ["called", [None if answer is None else encode(answer) for answer in answers]]
        case Opaque(type_, text):
            return ["opaque", type_, text]
    return ["null"]


_PLAIN: dict[type, Callable[[Any], list[Any]]] = {
    Bool: lambda one: ["bool", one.value],
    Int: lambda one: ["int", str(one.value) if abs(one.value).bit_length() < 13000 else hex(one.value)],
    Float: lambda one: ["float", repr(one.value)],
    Text: lambda one: ["text", one.value],
    Char: lambda one: ["char", one.value],
    Bytes: lambda one: ["bytes", one.value.hex()],
}


def decode(data: object, depth: int = 0) -> Value:
    """The value that hostile JSON says; raises `MalformedValue` on anything that is not exactly the form above."""
    if depth > MAX_DEPTH or not isinstance(data, list) or not data or not isinstance(data[0], str):
        raise MalformedValue("not a value")
    tag = data[0]
    try:
        if len(data) == 2 and tag in _LEAVES:  # nearly all are: read without matching one form after the other
            kind, made = _LEAVES[tag]
            if isinstance(data[1], kind):
                return made(data[1])
        if tag == "seq" and len(data) == 3 and isinstance(data[1], str) and isinstance(data[2], list):
            return Sequence(data[1], tuple([decode(item, depth + 1) for item in data[2]]))
        return _branch(tag, data[1:], depth + 1)
    except (TypeError, ValueError, KeyError, IndexError, OverflowError) as problem:
        raise MalformedValue(f"malformed {tag[:20]}") from problem


_NULL = Null()
_SHORT = 16  # signs of a number or text that is made once for all that equal it


_short_text = lru_cache(maxsize=1 << 14)(Text)
_short_int = lru_cache(maxsize=1 << 14)(lambda text: Int(int(text)))


def _int(text: str) -> Int:
    return _short_int(text) if len(text) < _SHORT else Int(int(text, 16) if "x" in text[:3] else int(text))


_LEAVES: dict[str, tuple[type, Callable[[Any], Value]]] = {
    "bool": (bool, Bool),
    "int": (str, _int),
    "float": (str, lambda text: Float(float(text))),
    "text": (str, lambda text: _short_text(text) if len(text) < _SHORT else Text(text)),
    "char": (str, Char),
    "bytes": (str, lambda text: Bytes(bytes.fromhex(text))),
    "ref": (int, Ref),
}


def _branch(tag: str, rest: list[Any], depth: int) -> Value:
    match tag, rest:
        case "null", []:
            return _NULL
        case "opaque", [str(kind), str(text)]:
            return Opaque(kind, text)
        case "set", [str(kind), list(items)]:
            return Group(kind, tuple(decode(item, depth) for item in items))
        case "map", [str(kind), list(pairs)]:
            return Mapping(kind, tuple((decode(k, depth), decode(v, depth)) for k, v in pairs))
        case "record", [str(type_), list(fields), int(anchor)]:
            named = tuple((name, decode(item, depth)) for name, item in fields if isinstance(name, str))
            return Record(type_, named, anchor)
        case "called", [list(answers)]:
            return Called(tuple(None if answer is None else decode(answer, depth) for answer in answers))
    raise MalformedValue(f"unknown tag {tag[:20]}")


def children(value: Value) -> tuple[Value, ...]:
    """The values directly inside one."""
    if type(value) in _SINGLE:
        return ()
    match value:
        case Sequence(_, items) | Group(_, items):
            return items
        case Mapping(_, pairs):
            return tuple(side for pair in pairs for side in pair)
        case Record(_, fields, _):
            return tuple(item for _, item in fields)
        case Call(_, arguments, _, then):
            return (*arguments, *then)
        case Called(answers):
            return tuple(answer for answer in answers if answer is not None)
    return ()


_SINGLE = frozenset({Null, Ref, Opaque, *_PLAIN})  # what has nothing inside


def rebuilt(value: Value, change: Callable[[Value], Value]) -> Value:
    """The value with what is directly inside of it changed; calls that follow on an object stay calls."""
    match value:
        case Sequence(kind, items):
            return Sequence(kind, tuple(map(change, items)))
        case Group(kind, items):
            return Group(kind, tuple(map(change, items)))
        case Mapping(kind, pairs):
            return Mapping(kind, tuple((change(key), change(item)) for key, item in pairs))
        case Record(type_, fields, anchor):
            return Record(type_, tuple((name, change(item)) for name, item in fields), anchor)
        case Call(name, arguments, anchor, then):
            calls = tuple(replace(one, arguments=tuple(map(change, one.arguments))) for one in then)
            return Call(name, tuple(map(change, arguments)), anchor, calls)
    return value


def walk(value: Value) -> Iterator[Value]:
    """A value and everything inside it, outermost first."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(reversed(children(one)))


def size(value: Value) -> int:
    """How large a value is to a reader: nodes, characters and digits; the shrinker makes this small."""
    total = 0
    for node in walk(value):
        match node:
            case Text(v) | Char(v):
                total += 1 + len(v) + sum(not c.isalnum() for c in v)
            case Bytes(v):
                total += 1 + len(v)
            case Int(v):
                total += 1 + min(abs(v).bit_length(), 64) + (v < 0)
            case Float(v):
                total += 2 + (8 if not math.isfinite(v) else len(repr(v)))
            case _:
                total += 2
    return total
