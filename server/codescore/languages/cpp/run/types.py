"""C++'s declared types as shapes: what may be passed for `const map<string, vector<int>>&`, `int a[]`, `TreeNode*`.

A type is read as it is written, with the program's own classes, enumerations and other names of types beside it; what
cannot be read is `AnyShape`, what nothing can be made for is `NullShape`.  Nothing here runs or compiles.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from codescore.languages import functions
from codescore.languages.cpp.run.callables import Callable
from codescore.languages.cpp.run.classes import made, makeable
from codescore.languages.cpp.run.given import COMPARES, HOLDERS, LIKENS
from codescore.languages.cpp.run.reading import Class, Program
from codescore.languages.functions import comparing, likening, preceding, taking
from codescore.languages.shapes import (
    AnyShape,
    BoolShape,
    CallShape,
    CharShape,
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
from codescore.languages.values import Record, Text

_SKIPPED = {"const", "volatile", "struct", "class", "typename", "enum", "register", "mutable", "constexpr", "std"}
_TOKEN = re.compile(r"\w+|::|[<>,*&()\[\]]|\.\.\.")
_BITS = {"char": 8, "short": 16, "int": 32, "long": 64}
_NAMED_BITS = {f"int{bits}_t": bits for bits in (8, 16, 32, 64)} | {"ptrdiff_t": 64, "ssize_t": 64, "__int128": 100}
_UNSIGNED_BITS = {f"uint{bits}_t": bits for bits in (8, 16, 32, 64)} | {"size_t": 64, "uint": 32, "size_type": 64}
_SEQUENCES = {"vector": "list", "list": "list", "forward_list": "list", "initializer_list": "list", "multiset": "list"}
_SEQUENCES |= {"deque": "deque", "queue": "deque", "stack": "deque", "priority_queue": "deque", "span": "list"}
_SETS, _MAPS = ("set", "unordered_set"), ("map", "unordered_map", "multimap", "unordered_multimap")
_SEQUENCES |= {"unordered_multiset": "list", "valarray": "list"}
_UNORDERED = re.compile(r"\bunordered_(?:set|map|multiset|multimap)\b|\bpriority_queue\b")
#: What is written to a stream is told as what is left in it.
STREAM = Samples((Record("ostream", (("name", Text("cout")),)),))
_DEEP = 4
_INT = 2**31 - 1
_OF_TWO = {"before": preceding, "alike": likening, "order": comparing}


@dataclass(frozen=True, slots=True)
class Written:
    """A type as written: its simple name, its arguments, its stars, the sizes of its dimensions ("" where none)."""

    name: str
    arguments: tuple[Written, ...] = ()
    pointers: int = 0
    dimensions: tuple[str, ...] = ()


def read_type(text: str) -> Written:
    """Read a declared type, `Written("")` where there is no sense in it."""
    return _Reader(_TOKEN.findall(text)).type()


class _Reader:
    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0

    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def type(self) -> Written:
        """One type, up to what cannot belong to it."""
        words: list[str] = []
        arguments: tuple[Written, ...] = ()
        pointers, dimensions = 0, []
        while sign := self._next():
            if sign in (",", ">", ")"):
                break
            self._at += 1
            if sign == "<":
                arguments = self._list(">")
            elif sign == "*":
                pointers += 1
            elif sign == "[":
                dimensions.append(self._next() if self._next() != "]" else "")
                while self._next() not in ("]", ""):
                    self._at += 1
                self._at += 1
            elif sign == "(":
                taken = self._taken()
                if taken is not None and words:
                    arguments = (Written(_name(words), arguments, pointers), *taken)
                    pointers = 0
                words.append("(")
            elif sign not in ("::", "&", "...") and sign not in _SKIPPED:
                words.append(sign)
        return Written(_name(words), arguments, pointers, tuple(dimensions))

    def _taken(self) -> tuple[Written, ...] | None:
        """What a function takes, behind the `(` of `R(A, B)` or `R (*)(A, B)`; None where it is no function."""
        inner = self._list(")")
        around = [one for one in inner if one.name or one.arguments]
        if self._next() == "(" and not around:
            self._at += 1
            inner = self._list(")")
        elif inner and not around:
            return None
        return tuple(one for one in inner if one != Written("void"))

    def _list(self, end: str) -> tuple[Written, ...]:
        found = []
        while self._next() not in (end, ""):
            found.append(self.type())
            if self._next() != ",":
                break
            self._at += 1
        self._at += 1
        return tuple(found)


def _name(words: list[str]) -> str:
    if "(" in words:
        return "("
    numbers = [word for word in words if word in (*_BITS, "unsigned", "signed", "double", "float")]
    return " ".join(sorted(numbers)) if numbers else words[-1] if words else ""


def shape_of(text: str, program: Program, variables: tuple[str, ...] = (), name: str = "") -> Shape:
    """The shape of a declared type; `variables` are parameters of templates, `name` is what has this type."""
    return _Shapes(program, variables, name).of(read_type(text), ())


def shape_of_callable(one: Callable, beside: Sequence[Shape]) -> Shape:
    """What a template's parameter that is called is given, beside parameters of these shapes: of what they hold."""
    held = [shape.element for shape in beside if isinstance(shape, (SequenceShape, GroupShape))]
    kind = _looked_at((held or [AnyShape()])[0])
    if one.result in _OF_TWO:
        return StandardShape(_OF_TWO[one.result](kind))
    result = one.result
    if result == "like":
        result = {"number": "whole", "text": "text"}.get(kind, "same") if one.count else "whole"
    return StandardShape(taking([kind] * one.count, result))


def loses_order(result: str) -> bool:
    """Whether a declared result has no order that means anything."""
    return bool(_UNORDERED.search(result))


@dataclass(frozen=True, slots=True)
class _Shapes:
    program: Program
    variables: tuple[str, ...]
    name: str = ""

    def of(self, written: Written, around: tuple[str, ...]) -> Shape:  # noqa: PLR0911  one form per kind
        if written.dimensions:
            size = written.dimensions[0]
            inner = self.of(replace(written, dimensions=written.dimensions[1:]), around)
            return _array(inner, size)
        if written.name == "(" and not written.pointers:
            return self._function(written, around)
        if written.name in HOLDERS and written.arguments[:1] and written.arguments[0].name == "(":
            return self._function(written.arguments[0], around)
        if written.pointers:
            return self._pointer(written, around)
        if written.name == "ostream":
            return STREAM
        if written.name in self.variables or written.name == "auto":
            return IntShape(-(2**31), 2**31 - 1)
        known = _scalar(written.name)
        if known is not None:
            return known
        if written.name in self.program.aliases and written.name not in around and not written.arguments:
            alias = read_type(self.program.aliases[written.name])
            if alias.name != written.name:
                return self.of(alias, (*around, written.name))
        own = self._own(written.name, around)
        return own if own is not None else self._library(written, around)

    def _pointer(self, written: Written, around: tuple[str, ...]) -> Shape:
        held = replace(written, pointers=written.pointers - 1)
        if written.name == "char" and not held.pointers:
            return TextShape()
        own = None if held.pointers else self._own(written.name, around)
        if isinstance(own, SelfShape):
            return own
        if own is not None:
            return OneOf((own, NullShape()))
        known = None if held.pointers else _scalar(written.name) or self._text(written)
        return NullShape() if known is None else SequenceShape(known, kind="array")

    @staticmethod
    def _text(written: Written) -> Shape | None:
        return TextShape() if written.name == "string" else None

    def _argument(self, written: Written, index: int, around: tuple[str, ...]) -> Shape:
        return self.of(written.arguments[index], around) if index < len(written.arguments) else AnyShape()

    def _library(self, written: Written, around: tuple[str, ...]) -> Shape:  # noqa: PLR0911  one form per kind
        name = written.name
        if name in _SEQUENCES:
            return SequenceShape(self._argument(written, 0, around), kind=_SEQUENCES[name])
        if name == "array":
            size = written.arguments[1].name if len(written.arguments) > 1 else ""
            return _array(self._argument(written, 0, around), size)
        if name in _SETS:
            return GroupShape(self._argument(written, 0, around))
        if name in _MAPS:
            return MappingShape(self._argument(written, 0, around), self._argument(written, 1, around))
        if name in ("pair", "tuple"):
            return TupleShape(tuple(self.of(one, around) for one in written.arguments))
        if name == "optional":
            return SequenceShape(self._argument(written, 0, around), kind="optional", max_size=1)
        if name == "variant":
            return OneOf(tuple(self.of(one, around) for one in written.arguments))
        if name in ("unique_ptr", "shared_ptr"):
            held = self._argument(written, 0, around)
            return held if isinstance(held, SelfShape) else OneOf((held, NullShape()))
        if name == "complex":
            return FloatShape()
        return AnyShape() if name == "any" else NullShape()

    def _function(self, written: Written, around: tuple[str, ...]) -> Shape:
        """A function, by what it takes and gives; null where there is none that gives such a thing."""
        if not written.arguments:
            return NullShape()
        given, *taken = written.arguments
        kinds = [_looked_at(self.of(one, around)) for one in taken]
        if len(taken) == functions.MOST and taken[0] == taken[1]:
            if given.name == "bool" and not given.pointers:
                return StandardShape(likening(kinds[0]) if LIKENS.match(self.name) else preceding(kinds[0]))
            if given.name == "int" and COMPARES.match(self.name):
                return StandardShape(comparing(kinds[0]))
        result = self._given_back(given, taken, around)
        return StandardShape(taking(kinds, result)) if result else NullShape()

    def _given_back(self, given: Written, taken: Sequence[Written], around: tuple[str, ...]) -> str:
        """What kind of result it is, in the words of `languages.functions`; "" where nothing can be given."""
        found = "nothing" if given == Written("void") else ""
        match self.of(given, around):
            case BoolShape():
                found = "bool"
            case IntShape(_, high):
                found = "long" if high is not None and high > _INT else "whole"
            case CharShape():
                found = "whole"
            case FloatShape():
                found = "real"
            case TextShape() if given.name == "string":
                found = "text"
            case SequenceShape(IntShape(), "list") if given.name == "vector":
                found = "list"
            case SequenceShape(IntShape(), "optional"):
                found = "optional"
        return found or ("same" if taken and given == taken[0] else "")

    def _own(self, name: str, around: tuple[str, ...]) -> Shape | None:
        """What an enumeration or a class of the program takes; None where there is none of this name."""
        for one in self.program.enumerations:
            if one.name.rpartition("::")[2] == name:
                return Samples(tuple(Record(name, (("name", Text(constant)),)) for constant in one.constants))
        found = next((c for c in self.program.classes if c.name.rpartition("::")[2] == name), None)
        if found is None:
            return None
        if around and around[-1] == name:
            return SelfShape()
        if name in around or len(around) > _DEEP:
            return NullShape()
        if not found.fields:
            return self._made(found, around)
        return RecordShape(name, tuple((field, self._field(type_, name, around)) for field, type_ in found.fields))

    def _made(self, one: Class, around: tuple[str, ...]) -> Shape:
        """An object that shows nothing of what it holds, as its constructor makes it."""
        if not makeable(one) or one.variables:
            return NullShape()
        taken = made(one)
        shapes = tuple(self.of(read_type(p.type), (*around, one.name.rpartition("::")[2])) for p in taken)
        return CallShape(one.name, shapes, sum(p.optional for p in taken))

    def _field(self, type_: str, name: str, around: tuple[str, ...]) -> Shape:
        return self.of(read_type(type_), (*around, name))


def _looked_at(shape: Shape) -> str:
    """What kind of argument it is, in the words of `languages.functions`."""
    match shape:
        case IntShape() | FloatShape() | CharShape() | BoolShape() | AnyShape():
            return "number"
        case TextShape():
            return "text"
        case SequenceShape(_, "list" | "deque") | GroupShape() | MappingShape():
            return "list"
    return "other"


def _array(element: Shape, size: str) -> Shape:
    if not size.isdigit():
        return SequenceShape(element, kind="array")
    return SequenceShape(element, kind="array", min_size=int(size), max_size=int(size))


def _scalar(name: str) -> Shape | None:
    simple: dict[str, Shape] = {
        "bool": BoolShape(), "char": CharShape(), "wchar_t": CharShape(), "float": FloatShape(single=True),
        "double": FloatShape(), "double long": FloatShape(), "string": TextShape(), "string_view": TextShape(),
        "nullptr_t": NullShape(),
    }  # fmt: skip
    if name in simple:
        return simple[name]
    if name in _NAMED_BITS:
        return _whole(_NAMED_BITS[name])
    if name in _UNSIGNED_BITS:
        return IntShape(0, 2 ** _UNSIGNED_BITS[name] - 1)
    words = name.split()
    if words and all(word in (*_BITS, "unsigned", "signed") for word in words):
        named = [_BITS[word] for word in words if word in _BITS and (word != "int" or len(words) == 1)]
        bits = max(named, default=32)
        return IntShape(0, 2**bits - 1) if "unsigned" in words else _whole(bits)
    return None


def _whole(bits: int) -> IntShape:
    return IntShape(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
