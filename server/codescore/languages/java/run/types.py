"""Java's declared types as shapes: what may be passed for `Map<String, List<Integer>>`, `int[][]`, `Optional<Node>`.

A type is read as it is written, with the program's own classes, records and enumerations beside it; what cannot be read
is `AnyShape`, what nothing can be made for (a thread, a reader) is `NullShape`.  Nothing here runs or compiles.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from codescore.languages.functions import comparing, taking
from codescore.languages.java.run.compile import Type
from codescore.languages.java.run.given import COMPARATOR, INTERFACES, RESULTS
from codescore.languages.shapes import (
    AnyShape,
    BoolShape,
    CharShape,
    FloatShape,
    GroupShape,
    IntShape,
    MappingShape,
    NullShape,
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
from codescore.languages.standard import DATE, DATETIME, DECIMAL, DURATION, TIME, UUID
from codescore.languages.values import Record, Text

_WHOLE = {"byte": 7, "short": 15, "int": 31, "long": 63}
_BOXED = {"Byte": "byte", "Short": "short", "Integer": "int", "Long": "long", "Double": "double", "Float": "float"}
_BOXED |= {"Boolean": "boolean", "Character": "char"}
_TEXTS = {"String", "CharSequence", "StringBuilder", "StringBuffer"}
_SEQUENCES = {
    "list": "List ArrayList LinkedList Collection Iterable AbstractList AbstractCollection Vector Stack",
    "deque": "Deque Queue ArrayDeque AbstractQueue PriorityQueue",
    "iterator": "Iterator Stream",
}
_KINDS = {name: kind for kind, names in _SEQUENCES.items() for name in names.split()}
_SETS = {"Set": "set", "HashSet": "set", "LinkedHashSet": "set", "AbstractSet": "set"}
_SETS |= {"SortedSet": "sorted", "NavigableSet": "sorted", "TreeSet": "sorted"}
_MAPS = {"Map": "dict", "HashMap": "dict", "LinkedHashMap": "dict", "AbstractMap": "dict"}
_MAPS |= {"SortedMap": "sorted", "NavigableMap": "sorted", "TreeMap": "sorted"}
STANDARD = {
    "LocalDate": DATE, "LocalTime": TIME, "LocalDateTime": DATETIME, "Duration": DURATION, "BigDecimal": DECIMAL,
    "UUID": UUID,
}  # fmt: skip
_CONSTANTS = {
    "DayOfWeek": "MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY",
    "Month": "JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER",
}
_TOKEN = re.compile(r"[\w$]+(?:\.[\w$]+)*|\[\s*\]|\.\.\.|[<>,?&]|@[\w.]+(?:\([^)]*\))?")
_DEEP = 4


@dataclass(frozen=True, slots=True)
class Written:
    """A type as written: its simple name, its type arguments, how many array dimensions it has."""

    name: str
    arguments: tuple[Written, ...] = ()
    dimensions: int = 0


def read_type(text: str) -> Written:
    """The type that a text says; `Object` where it says none that can be read."""
    tokens = [t for t in _TOKEN.findall(text) if not t.startswith("@") and t not in ("final", "extends", "super")]
    written, rest = _read(tokens)
    return written if not rest else Written("Object")


def _read(tokens: Sequence[str]) -> tuple[Written, list[str]]:
    rest = list(tokens)
    if rest and rest[0] == "?":
        rest.pop(0)
        if not rest or not rest[0][0].isalpha():
            return Written("Object"), rest
    if not rest or not (rest[0][0].isalpha() or rest[0][0] in "_$"):
        return Written("Object"), rest[1:]
    name = rest.pop(0).rpartition(".")[2]
    arguments: list[Written] = []
    if rest and rest[0] == "<":
        rest.pop(0)
        while rest and rest[0] != ">":
            argument, rest = _read(rest)
            arguments.append(argument)
            rest = rest[1:] if rest and rest[0] == "," else rest
        rest = rest[1:]
    dimensions = 0
    while rest and (rest[0].startswith("[") or rest[0] == "..."):
        rest.pop(0)
        dimensions += 1
    while rest and rest[0] == "&":
        _, rest = _read(rest[1:])
    return Written(name, tuple(arguments), dimensions), rest


def shape_of(text: str, variables: Mapping[str, str], types: Sequence[Type]) -> Shape:
    """The shape of a declared type; `variables` are the type variables around it with their bounds."""
    return _Shapes(variables, types).of(read_type(text))


def loses_order(result: str) -> bool:
    """Whether the order in which a result of this declared type comes means nothing."""
    written = read_type(result)
    kind = _SETS.get(written.name) or _MAPS.get(written.name)
    return written.dimensions == 0 and (kind in ("set", "dict") or written.name == "Collection")


@dataclass(frozen=True, slots=True)
class _Shapes:
    variables: Mapping[str, str]
    types: Sequence[Type]

    def of(self, written: Written, around: tuple[str, ...] = ()) -> Shape:
        if written.dimensions:
            element = self.of(Written(written.name, written.arguments, written.dimensions - 1), around)
            return SequenceShape(element, kind="array")
        known = _scalar(written.name)
        if known is not None:
            return known
        if written.name in self.variables:
            return self._variable(written.name, around)
        own = next((t for t in self.types if re.split(r"[.$]", t.name)[-1] == written.name), None)
        return self._own(own, written.name, around) if own else self._library(written, around)

    def _variable(self, name: str, around: tuple[str, ...]) -> Shape:
        bound = read_type(self.variables[name])
        if name in around or bound.name in ("Object", "Comparable", "Number", name):
            return IntShape(-(2**31), 2**31 - 1)
        return self.of(bound, (*around, name))

    def _argument(self, written: Written, index: int, around: tuple[str, ...]) -> Shape:
        return self.of(written.arguments[index], around) if index < len(written.arguments) else AnyShape()

    def _library(self, written: Written, around: tuple[str, ...]) -> Shape:
        name = written.name
        if name in STANDARD:
            return StandardShape(STANDARD[name])
        if name in _CONSTANTS:
            return Samples(tuple(Record(name, (("name", Text(constant)),)) for constant in _CONSTANTS[name].split()))
        if name in _KINDS:
            return SequenceShape(self._argument(written, 0, around), kind=_KINDS[name])
        if name in _SETS:
            return GroupShape(self._argument(written, 0, around), kind=_SETS[name])
        if name in _MAPS:
            key, value = self._argument(written, 0, around), self._argument(written, 1, around)
            return MappingShape(key, value, kind=_MAPS[name])
        if name.startswith("Optional"):
            simple: dict[str, Shape] = {"OptionalInt": _whole(31), "OptionalLong": _whole(63)}
            simple["OptionalDouble"] = FloatShape()
            held = simple.get(name) or self._argument(written, 0, around)
            return SequenceShape(held, kind="optional", max_size=1)
        if name == "Entry":
            items = (self._argument(written, 0, around), self._argument(written, 1, around))
            return TupleShape(items, kind="entry")
        return AnyShape() if name in ("Object", "Serializable") else self._function(written, around)

    def _function(self, written: Written, around: tuple[str, ...]) -> Shape:
        """A function by what its interface says, with the type arguments that are written; null of any other type."""

        def of(place: int | str) -> Written:
            if isinstance(place, str):
                return Written(place)
            return written.arguments[place] if place < len(written.arguments) else Written("Object")

        if written.name == COMPARATOR:
            return StandardShape(comparing(self._looked_at(of(0), around)))
        taken, given = INTERFACES.get(written.name, ((), ""))
        result = self._given_back(of(given), [of(one) for one in taken]) if given != "" else ""
        kinds = [self._looked_at(of(one), around) for one in taken]
        return StandardShape(taking(kinds, result)) if result else NullShape()

    def _looked_at(self, written: Written, around: tuple[str, ...]) -> str:
        """What kind of argument it is, in the words of `languages.functions`."""
        match self.of(written, around):
            case IntShape() | FloatShape() | CharShape() | AnyShape():
                return "number"
            case TextShape():
                return "text"
            case SequenceShape(_, "list" | "deque") | GroupShape() | MappingShape():
                return "list"
        return "other"

    def _given_back(self, written: Written, taken: Sequence[Written]) -> str:
        """What kind of result it is; "" where nothing can be given."""
        name = self._plain(written)
        if not written.dimensions and name in RESULTS:
            return RESULTS[name]
        if written in taken:
            return "same" if written == taken[0] else ""
        inner = RESULTS.get(self._plain(written.arguments[0])) if len(written.arguments) == 1 else None
        kinds = {"List": "list", "Collection": "list", "Iterable": "list", "Optional": "optional"}
        return kinds.get(written.name, "") if inner == "whole" and not written.dimensions else ""

    def _plain(self, written: Written) -> str:
        """A type's name, without its box; of a variable that of what bounds it."""
        name = self.variables.get(written.name, written.name)
        bound = read_type(name).name
        return _BOXED.get(bound, bound)

    def _own(self, own: Type, name: str, around: tuple[str, ...]) -> Shape:
        if own.kind == "ENUM":
            return Samples(tuple(Record(name, (("name", Text(constant)),)) for constant in own.constants))
        if around and around[-1] == name:
            return SelfShape()
        if name in around or len(around) > _DEEP:
            return NullShape()
        if own.kind == "INTERFACE" or own.abstract:
            made = [(t, re.split(r"[.$]", t.name)[-1]) for t in self.types if name in bases(t)]
            options = [self._own(t, plain, (*around, name)) for t, plain in made if plain not in around]
            return one_of(options) if options else self._written(own, around)
        fields = tuple((field, self.of(read_type(type_), (*around, name))) for field, type_ in self._fields(own))
        return RecordShape(name, fields)

    def _written(self, own: Type, around: tuple[str, ...]) -> Shape:
        """A function for an interface of the program's own with one method, which nothing in it is; null for others."""
        if len(own.works) != 1:
            return NullShape()
        given, *taken = (read_type(one) for one in own.works[0])
        result = self._given_back(given, taken)
        return StandardShape(taking([self._looked_at(one, around) for one in taken], result)) if result else NullShape()

    def _fields(self, own: Type, depth: int = 0) -> tuple[tuple[str, str], ...]:
        above = next((t for t in self.types if own.above and re.split(r"[.$]", t.name)[-1] == own.above), None)
        inherited = self._fields(above, depth + 1) if above and depth < _DEEP else ()
        return (*inherited, *own.fields)


def bases(own: Type) -> set[str]:
    """The plain names of the class and the interfaces that a class is made of."""
    return {read_type(one).name for one in (own.above, *own.interfaces) if one}


def _whole(bits: int) -> IntShape:
    return IntShape(-(2**bits), 2**bits - 1)


def _scalar(name: str) -> Shape | None:
    name = _BOXED.get(name, name)
    if name in _WHOLE:
        return _whole(_WHOLE[name])
    simple: dict[str, Shape] = {
        "double": FloatShape(), "float": FloatShape(single=True), "boolean": BoolShape(),
        "char": CharShape(), "BigInteger": IntShape(), "Number": _whole(31), "Comparable": _whole(31),
    }  # fmt: skip
    return TextShape() if name in _TEXTS else simple.get(name)
