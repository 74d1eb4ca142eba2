"""Plain data into Python objects and back: `build` makes inputs, `describe` says what a program gave.

The JSON form is that of `codescore.languages.values` (which cannot be imported here).  Types are looked at exactly
(`type(x) is int`), so that an object which claims to be equal to everything is described as the object it is.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, OrderedDict, defaultdict, deque
from types import BuiltinFunctionType, FunctionType, GeneratorType, MethodType, ModuleType
from typing import Any

_DEPTH = 55  # nodes inside each other
_NODES = 200_000
_TEXT = 1 << 20  # characters of JSON
_DRAWN = 10_000  # items taken from an iterator
_FUNCTIONS = (FunctionType, BuiltinFunctionType, MethodType, type, ModuleType)
_LISTS = {list: "list", tuple: "tuple", deque: "deque", range: "range"}
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


class Unusable(Exception):
    """This data cannot be made into an object."""


class _TooMuch(Exception):
    pass


class Builder:
    """Makes the arguments of one call; `classes` are the program's own, by name."""

    def __init__(self, classes: dict[str, Any]) -> None:
        self._classes = classes
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
            return {"tuple": tuple, "deque": deque, "iterator": iter}.get(data[1], list)(items)  # type: ignore[operator]
        if tag == "set":
            made: set[Any] = {self.build(item) for item in data[2]}
            return frozenset(made) if data[1] == "frozenset" else made
        if tag == "map":
            return {self.build(key): self.build(value) for key, value in data[2]}
        if tag == "ref":
            return self._made[data[1]]
        if tag == "record":
            return self._record(data)
        raise Unusable(tag)

    def _record(self, data: list[Any]) -> Any:  # noqa: ANN401  any object at all
        class_ = self._classes.get(data[1])
        if not isinstance(class_, type):
            class_ = self._classes[data[1]] = type(data[1], (), {"__module__": "__main__"})
        made: Any = object.__new__(class_)
        if data[3]:
            self._made[data[3]] = made
        for name, value in data[2]:
            object.__setattr__(made, name, self.build(value))
        return made


class _Describer:
    """Describes one call's values; objects are numbered in the order in which they are met."""

    def __init__(self) -> None:
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
        if value is None:
            return ["null"]
        if kind is bool:
            return ["bool", value]
        if kind is int:
            return ["int", str(value) if value.bit_length() < 13000 else hex(value)]
        if kind is float:
            return ["float", repr(value)]
        if kind is str:
            return ["text", value]
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
        base = next(
            (b for b in kind.__mro__ if b in _LISTS or b in _SETS or b in _MAPS or b in (str, int, float)), None
        )
        if base in _LISTS:
            items = base.__iter__(value) if base is not None else ()  # type: ignore[attr-defined]
            return ["seq", _LISTS[base], [self.describe(item, depth) for item in items]]
        if base in _SETS:
            members = [self.describe(item, depth) for item in base.__iter__(value)]  # type: ignore[attr-defined]
            return ["set", _SETS[base], sorted(members, key=json.dumps)]
        if base in _MAPS:
            pairs = [(key, dict.__getitem__(value, key)) for key in dict.keys(value)]
            return ["map", "dict", [[self.describe(k, depth), self.describe(v, depth)] for k, v in pairs]]
        if kind in _VIEWS:
            return ["seq", "view", [self.describe(item, depth) for item in value]]
        if kind in _ITERATORS or (hasattr(kind, "__next__") and kind.__module__ in ("builtins", "itertools")):
            return ["seq", "iterator", self._drawn(value, depth)]
        if kind in _FUNCTIONS or isinstance(value, type):
            return ["opaque", "function", ""]
        if base is not None:  # a subclass of a number or a text, also of an enumeration
            number = int.__add__(value, 0) if base is int else float.__add__(value, 0.0) if base is float else None
            plain = "".join(str.__iter__(value)) if number is None else number
            return ["record", kind.__name__, [["value", self.describe(plain, depth)]], 0]
        return self._object(value, kind, depth)

    def _drawn(self, value: Any, depth: int) -> list[Any]:  # noqa: ANN401
        items = []
        for item in value:
            items.append(self.describe(item, depth))
            if len(items) >= _DRAWN:
                items.append(["opaque", "more", ""])
                break
        return items

    def _object(self, value: Any, kind: type, depth: int) -> list[Any]:  # noqa: ANN401
        if id(value) in self._seen:
            return ["ref", self._seen[id(value)]]
        anchor = self._seen[id(value)] = len(self._seen) + 1
        self._kept.append(value)
        try:
            fields = dict(object.__getattribute__(value, "__dict__"))
        except AttributeError:
            slots = [s for b in kind.__mro__ for s in getattr(b, "__slots__", ()) if type(s) is str]
            fields = {name: getattr(value, name) for name in slots if hasattr(value, name)}
            if not fields and kind.__module__ not in ("__main__", "program"):
                fields = {"text": repr(value)[:1000]}  # e.g. a fraction, a decimal number, a date
        named = [[name, self.describe(item, depth)] for name, item in fields.items() if type(name) is str]
        return ["record", kind.__name__, sorted(named, key=lambda field: field[0]), anchor]


def describe(value: Any) -> list[Any]:  # noqa: ANN401  any object at all
    """The plain form of any object; what is too large is said by its digest."""
    try:
        described = _Describer().describe(value)
    except _TooMuch:
        return ["opaque", "too-large", ""]
    text = json.dumps(described)
    if len(text) > _TEXT:
        return ["opaque", "too-large", hashlib.sha256(text.encode()).hexdigest()]
    return described
