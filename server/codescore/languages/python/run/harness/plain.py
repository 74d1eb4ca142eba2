"""Plain data into Python objects and back: `build` makes inputs, `describe` says what a program gave.

The JSON form is that of `codescore.languages.values` (which cannot be imported here).  Types are looked at exactly
(`type(x) is int`), so that an object which claims to be equal to everything is described as the object it is.  What can
be called is called, with the job's probes (`probing`), and described by its answers.
"""

from __future__ import annotations

import itertools
import json
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable
from enum import Enum
from types import AsyncGeneratorType, CoroutineType, GeneratorType, ModuleType
from typing import Any

from .digest import Digest, Endless
from .given import given
from .identity import addressed, scrubbed
from .probing import Probes
from .standard import is_standard, put_together, taken_apart

_BESIDE = "/libraries/"  # where modules are that lie beside a program
_DEPTH = 55  # nodes inside each other
_NODES = 20_000
_TEXT = 1 << 16  # characters of JSON; a list of 1,500 objects, again and again, takes minutes to be read
_DRAWN = 10_000  # items taken from an iterator
_FUNCTIONS = ("builtins", "functools", "operator")  # modules of the types that are functions, and nothing else
_OWN = ("__main__", "program")  # what the program's own classes say of their module
_CURRIED = 2  # functions that functions give
_SETS = {set: "set", frozenset: "frozenset"}
_MAPS = {dict: "dict", defaultdict: "dict", OrderedDict: "dict", Counter: "dict"}
_VIEWS: tuple[type, ...] = (type({}.keys()), type({}.values()), type({}.items()))
_ITERATORS: tuple[type, ...] = (
    GeneratorType,
    map,
    filter,
    zip,
    enumerate,
    reversed,
    type(iter([])),
    type(iter(())),
    type(iter({})),
)


#: What has to be awaited, and what it is called.
_ASYNCHRONOUS: dict[type, str] = {CoroutineType: "awaitable", AsyncGeneratorType: "async iterator"}


class Spread(list):  # type: ignore[type-arg]
    """Several arguments."""


class Keywords(dict):  # type: ignore[type-arg]
    """Several arguments that are given by their names."""


class Named:
    """An argument that is given by its name."""

    def __init__(self, name: str, value: Any) -> None:  # noqa: ANN401  any object at all
        self.name = name
        self.value = value


def applied(function: Callable[..., Any], arguments: list[Any]) -> Any:  # noqa: ANN401
    """Call a function with what was built for it."""
    plain = [a for a in arguments if type(a) not in (Named, Keywords)]
    named = {name: value for a in arguments if type(a) is Keywords for name, value in a.items()}
    named |= {a.name: a.value for a in arguments if type(a) is Named}
    return function(*(one for a in plain for one in (a if type(a) is Spread else [a])), **named)


def in_turn(
    function: Callable[..., Any], arguments: list[Any], counts: list[int]
) -> tuple[Callable[..., Any], list[Any]]:
    """Call a function with the first so many arguments, what it gives with the next, and so on, but for the last call:
    what is called then, and with what.  Arguments that are given by name go to the first."""
    if not counts:
        return function, arguments
    named = [one for one in arguments if type(one) is Named]
    rest = [one for one in arguments if type(one) is not Named]
    for count in counts:
        function = applied(function, rest[:count] + named)
        rest, named = rest[count:], []
    return function, rest


def _defaulting(pairs: dict[Any, Any]) -> defaultdict[Any, Any]:
    """With an empty value for a new key, of the type that the others have."""
    return defaultdict(type(next(iter(pairs.values()), 0)), pairs)


_MAPPINGS: dict[str, Callable[[Any], Any]] = {
    "keywords": Keywords, "Counter": Counter, "OrderedDict": OrderedDict, "defaultdict": _defaulting,
}  # fmt: skip
_LISTS = {Spread: "spread", list: "list", tuple: "tuple", deque: "deque", range: "range"}


class Unusable(Exception):
    """This data cannot be made into an object."""


class _TooMuch(Exception):
    pass


class Builder:
    """Makes the arguments of one call; `classes` are the program's own, by name."""

    def __init__(self, classes: dict[str, Any]) -> None:
        self._classes = classes
        self.stand_ins: set[type] = set()  # classes made up for objects of which only their fields are known
        self._made: dict[int, Any] = {}

    def build(self, data: list[Any]) -> Any:  # noqa: ANN401, PLR0911  any object at all, one form per kind
        tag = data[0]
        if tag == "null":
            return None
        if tag in ("bool", "text", "char"):
            return data[1]
        if tag == "int":
            return int(data[1], 0) if "x" in data[1][:3] else int(data[1])
        if tag == "float":
            return float(data[1])
        if tag == "bytes":
            return bytes.fromhex(data[1])
        if tag == "seq":
            items = [self.build(item) for item in data[2]]
            makers: dict[str, Any] = {"tuple": tuple, "deque": deque, "iterator": iter, "spread": Spread}
            return makers.get(data[1], list)(items)
        if tag == "set":
            made: set[Any] = {self.build(item) for item in data[2]}
            return frozenset(made) if data[1] == "frozenset" else made
        if tag == "map":
            pairs = {self.build(key): self.build(value) for key, value in data[2]}
            return _MAPPINGS.get(data[1], dict)(pairs)
        if tag == "ref":
            return self._made[data[1]]
        if tag == "record":
            return self._record(data)
        if tag == "call":
            made_by = self._made_by(data[1], [self.build(item) for item in data[2]])
            for call in data[4] if len(data) > 4 else ():
                self._filled(made_by, call)
            return self._kept(made_by, data[3]) if len(data) > 3 else made_by
        raise Unusable(tag)

    def _kept(self, made: Any, anchor: int) -> Any:  # noqa: ANN401  any object at all
        """The object, which may be given again where it has an anchor."""
        if anchor:
            self._made[anchor] = made
        return made

    def _made_by(self, name: str, arguments: list[Any]) -> Any:  # noqa: ANN401  any object at all
        if name.endswith("="):
            return Named(name[:-1], arguments[0])
        class_ = self._known(name)
        if not isinstance(class_, type):
            raise Unusable(name)
        try:
            return applied(class_, arguments)
        except Exception as problem:
            raise Unusable(name) from problem

    def _known(self, name: str) -> Any:  # noqa: ANN401  any object at all
        """A class of the program by its name, one of a module that it imports a class from, or of any beside it."""
        if name in self._classes:
            return self._classes[name]
        modules = [sys.modules.get(getattr(one, "__module__", None) or "") for one in self._classes.values()]
        modules += sys.modules.values()
        beside = (one for one in modules if str(getattr(one, "__file__", "")).startswith(_BESIDE))
        return next((vars(one)[name] for one in beside if name in vars(one)), None)

    def _filled(self, made: Any, call: list[Any]) -> None:  # noqa: ANN401  any object at all
        try:
            applied(getattr(made, call[1]), [self.build(item) for item in call[2]])
        except Exception as problem:
            raise Unusable(call[1]) from problem

    def _record(self, data: list[Any]) -> Any:  # noqa: ANN401  any object at all
        standard = put_together(data[1], [self.build(value) for _, value in data[2]]) if "." in data[1] else None
        if standard is not None:
            return self._kept(standard, data[3])
        class_ = self._known(data[1])
        if not isinstance(class_, type):
            class_ = self._classes[data[1]] = type(data[1], (), {"__module__": "__main__"})
            self.stand_ins.add(class_)
        made: Any = self._kept(object.__new__(class_), data[3])
        for name, value in data[2]:
            object.__setattr__(made, name, self.build(value))
        return made


class _Describer:
    """Describes one call's values; objects are numbered in the order in which they are met."""

    def __init__(self, probes: Probes) -> None:
        self._probes = probes
        self._curried = 0
        self._drawn_from: dict[int, list[Any]] = {}
        self._left = _NODES
        self._seen: dict[int, int] = {}
        self._kept: list[Any] = []  # so that no identity is used twice

    def describe(self, value: Any, depth: int = 0) -> list[Any]:  # noqa: ANN401, PLR0911  one form per kind
        self._left -= 1
        if self._left < 0:
            raise _TooMuch
        if depth > _DEPTH:
            return ["opaque", "too-deep", ""]
        kind = type(value)
        if kind is Named:
            return self.describe(value.value, depth)
        if value is None:
            return ["null"]
        if kind is bool:
            return ["bool", value]
        if kind is int:
            return ["int", str(value) if value.bit_length() < 13000 else hex(value)]
        if kind is float:
            return ["float", repr(value)]
        if kind is str:
            return ["text", scrubbed(value)]
        if kind is bytes or kind is bytearray:
            return ["bytes", value.hex()]
        if kind is complex:
            return [
                "record",
                "complex",
                [["real", ["float", repr(value.real)]], ["imag", ["float", repr(value.imag)]]],
                0,
            ]
        return self._collection(value, kind, depth + 1)

    def _collection(self, value: Any, kind: type, depth: int) -> list[Any]:  # noqa: ANN401
        found = self.parts(value)
        if found is not None:
            return self._whole(*found, depth)
        if isinstance(value, (type, ModuleType)):
            return ["opaque", "class" if isinstance(value, type) else "module", ""]
        if kind.__module__ in _FUNCTIONS and callable(value):
            return self._called(value, depth)
        base = next((b for b in kind.__mro__ if b in (str, int, float)), None)
        if base is not None:  # a subclass of a number or a text, also of an enumeration
            number = int.__add__(value, 0) if base is int else float.__add__(value, 0.0) if base is float else None
            plain = "".join(str.__iter__(value)) if number is None else number
            return ["record", kind.__name__, [["value", self.describe(plain, depth)]], 0]
        standard = taken_apart(value)
        if standard is not None:
            name, parts = standard
            whole = ["record", name, [[part, self.describe(item, depth)] for part, item in parts], 0]
            return whole if is_standard(kind) else ["record", kind.__name__, [["value", whole]], 0]
        return self._object(value, kind, depth)

    def _whole(self, family: str, name: str, items: Iterable[Any], depth: int) -> list[Any]:
        if family == "map":
            pairs = list(items)
            values = self._again([item for _, item in pairs], [self.describe(item, depth) for _, item in pairs], depth)
            return ["map", name, [[self.describe(key, depth), v] for (key, _), v in zip(pairs, values, strict=True)]]
        items = list(items)
        described = self._again(items, [self.describe(item, depth) for item in items], depth)
        if name.endswith("iterator") and len(described) == _DRAWN:
            described.append(["opaque", "more", f"{_DRAWN} drawn"])
        return [family, name, sorted(described, key=json.dumps) if family == "set" else described]

    def _again(self, items: list[Any], described: list[list[Any]], depth: int) -> list[list[Any]]:
        """Functions that come together are asked once more, after all others: they may share what they keep."""
        functions = [n for n, item in enumerate(items) if type(item).__module__ in _FUNCTIONS and callable(item)]
        for number in functions if len(functions) > 1 else ():
            first, second = described[number], self._called(items[number], depth)
            if first[0] == second[0] == "called":
                described[number] = ["called", first[1] + second[1]]
        return described

    def _items(self, value: Any) -> list[Any]:  # noqa: ANN401
        """What an iterator gives, or (the only item) what can be awaited, as often as it is asked."""
        if id(value) not in self._drawn_from:
            self._kept.append(value)
            self._drawn_from[id(value)] = _drawn(value)
        return self._drawn_from[id(value)]

    def _called(self, value: Any, depth: int) -> list[Any]:  # noqa: ANN401
        """What can be called, by what it gives; functions of functions of functions are not followed."""
        own = given(value)
        if own is not None:
            return ["record", own[0], [["text", ["text", own[1][0]]], ["number", ["int", str(own[1][1])]]], 0]
        if self._curried >= _CURRIED:
            return ["opaque", "function", ""]
        self._curried += 1
        try:
            curried = self._curried > 1
            return ["called", self._probes.answers(value, lambda answer: self.describe(answer, depth), given=curried)]
        finally:
            self._curried -= 1

    def parts(self, value: Any) -> tuple[str, str, Iterable[Any]] | None:  # noqa: ANN401
        """Family, kind and items of what has items; None for everything else."""
        kind = type(value)
        base = next((b for b in kind.__mro__ if b in _LISTS or b in _SETS or b in _MAPS), None)
        if base in _LISTS:
            return "seq", _LISTS[base], base.__iter__(value)  # type: ignore[attr-defined]
        if base in _SETS:
            return "set", _SETS[base], base.__iter__(value)  # type: ignore[attr-defined]
        if base in _MAPS:
            return "map", "dict", [(key, dict.__getitem__(value, key)) for key in dict.keys(value)]
        if kind in _VIEWS:
            return "seq", "view", value
        if kind in _ITERATORS or (hasattr(kind, "__next__") and kind.__module__ in ("builtins", "itertools")):
            return "seq", "iterator", self._items(value)
        if kind in _ASYNCHRONOUS:
            return "seq", _ASYNCHRONOUS[kind], self._items(value)
        return None

    def held(self, value: Any) -> tuple[str, str, Iterable[Any]] | None:  # noqa: ANN401
        """As `parts`, and what an object of the program's classes holds, by name."""
        kind = type(value)
        plain = kind.__module__ in _OWN and not (callable(value) or manages(value) or isinstance(value, type))
        if not plain or any(b in (str, int, float) for b in kind.__mro__):
            return self.parts(value)
        return self.parts(value) or ("map", kind.__name__, _fields(value, kind).items())

    def _managed(self, value: Any, kind: Any, depth: int) -> list[Any]:  # noqa: ANN401
        """What is made for `with`, by what it gives there; nothing is done inside, or in some calls something fails."""
        self._seen[id(value)] = len(self._seen) + 1
        self._kept.append(value)
        try:
            entered = kind.__enter__(value)
            told = [["as", ["null"] if entered is value else self.describe(entered, depth)]]
            failure = ValueError("inside of with") if self._probes.failing else None
            kept = kind.__exit__(value, failure and ValueError, failure, None)
            told += [["keeps the failure to itself", ["bool", bool(kept)]]] if failure is not None else []
        except Exception as problem:  # noqa: BLE001  whatever it raises
            told = [["raises", ["text", type(problem).__name__]]]
        return ["record", "with", told, 0]

    def _object(self, value: Any, kind: type, depth: int) -> list[Any]:  # noqa: ANN401
        if id(value) in self._seen:
            return ["ref", self._seen[id(value)]]
        if manages(value):
            return self._managed(value, kind, depth)
        anchor = self._seen[id(value)] = len(self._seen) + 1
        self._kept.append(value)
        fields = _fields(value, kind)
        if not fields and kind.__module__ not in _OWN:  # it keeps to itself what it holds
            text = repr(value)
            if addressed(text):
                return ["opaque", kind.__name__, ""]
            fields = {"text": text[:1000]}  # e.g. a compiled pattern
        named = [[name, self.describe(item, depth)] for name, item in fields.items() if type(name) is str]
        if kind.__module__ in _OWN and callable(value):
            named.append(["()", self._called(value, depth)])
        return ["record", kind.__name__, sorted(named, key=lambda field: field[0]), anchor]


def manages(value: Any) -> bool:  # noqa: ANN401
    """Whether it is made for `with`: by `contextlib`, or by a class of the program."""
    kind = type(value)
    return kind.__module__ in (*_OWN, "contextlib") and hasattr(kind, "__enter__") and hasattr(kind, "__exit__")


def _fields(value: Any, kind: type) -> dict[str, Any]:  # noqa: ANN401
    """What an object holds, by name; of an exception also what it was made with; of a constant its value."""
    if isinstance(value, Enum):
        return {"value": value.value}
    try:
        fields = dict(object.__getattribute__(value, "__dict__"))
    except AttributeError:
        slots = [s for b in kind.__mro__ for s in getattr(b, "__slots__", ()) if type(s) is str]
        fields = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    if issubclass(kind, BaseException):
        fields["args"] = BaseException.args.__get__(value)  # type: ignore[attr-defined]
    return fields


def _drawn(value: Any) -> list[Any]:  # noqa: ANN401
    if type(value) not in _ASYNCHRONOUS:
        return list(itertools.islice(value, _DRAWN))
    from . import awaiting  # noqa: PLC0415  only where something is asynchronous

    return [awaiting.awaited(value)] if type(value) is CoroutineType else awaiting.drawn(value, _DRAWN)


def describe(value: Any, probes: Probes) -> list[Any]:  # noqa: ANN401  any object at all
    """The plain form of any object; what is too large is said by its digest."""
    describer = _Describer(probes)
    try:
        described = describer.describe(value)
        if len(json.dumps(described)) <= _TEXT:
            return described
    except _TooMuch:
        pass
    try:
        return ["opaque", "too-large", Digest(describer.held).of(value)]
    except Endless:
        return ["opaque", "too-large", ""]
