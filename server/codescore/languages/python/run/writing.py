"""Values, calls and tests as Python writes them."""

from __future__ import annotations

import keyword
import math
import re
import textwrap
from collections.abc import Iterable

from codescore.languages.anchored import named, steps_in
from codescore.languages.execution import Entry, Input
from codescore.languages.python.run.currying import arguments_of
from codescore.languages.python.run.spelling import is_expression, said
from codescore.languages.shapes import KEYWORDS, SPREAD
from codescore.languages.standard import (
    ASYNC,
    DATE,
    DATETIME,
    DECIMAL,
    DURATION,
    FRACTION,
    FUNCTION,
    PATH,
    TIME,
    UUID,
    is_standard,
    numbers,
    text,
)
from codescore.languages.values import (
    Bool,
    Bytes,
    Call,
    Called,
    Char,
    Float,
    Group,
    Int,
    Mapping,
    Null,
    Opaque,
    Record,
    Ref,
    Sequence,
    Text,
    Value,
    walk,
)  # fmt: skip

_NAMED = {"nan": "float('nan')", "inf": "float('inf')", "-inf": "float('-inf')"}
_NAMED_TYPES = {DECIMAL: "Decimal", PATH: "PurePosixPath", UUID: "UUID"}
#: The functions that programs are given.
_FUNCTIONS = {
    "k and all": "lambda *a: ({k}, *a)", "first times k": "lambda x=1, *_: x * {k}",
    "first above k": "lambda x=3, *_: x > {k}", "first less others": "lambda x=3, *a: x - sum(a) + {k}",
    "last": "lambda *a: a[-1] if a else {k}", "length by k": "lambda x='', *_: len(x) % ({k} + 2) == 0",
    "first is k": "lambda *a: a[:1] == ({k},)",
    "k": "lambda *_: {k}", "k by the first": "lambda x=3, *_: {k} // x",
    "tells k and all": "lambda *a: print({k}, *a)",
    "count from k": "Mock(side_effect=range({k}, 99))",
    "fails first": "Mock(side_effect=[ValueError] * {k} + [7] * 99)",
    "nothing first": "Mock(side_effect=[None] * {k} + [7] * 99)",
}  # fmt: skip
_UNITS = (
    ("days", 86_400_000_000),
    ("hours", 3_600_000_000),
    ("minutes", 60_000_000),
    ("seconds", 1_000_000),
    ("microseconds", 1),
)
_MAPPINGS = {"Counter": "Counter({0})", "OrderedDict": "OrderedDict({0})", "defaultdict": "defaultdict({1}, {0})"}
#: Where what values are written with comes from, by standard type and by kind.
_IMPORTED = {
    DATE: ("datetime", "date"), TIME: ("datetime", "time"), DATETIME: ("datetime", "datetime"),
    DURATION: ("datetime", "timedelta"), DECIMAL: ("decimal", "Decimal"), FRACTION: ("fractions", "Fraction"),
    PATH: ("pathlib", "PurePosixPath"), UUID: ("uuid", "UUID"),
    **{kind: ("collections", kind) for kind in ("Counter", "OrderedDict", "defaultdict", "deque")},
}  # fmt: skip
_WRAPPED = {"deque": "deque", "iterator": "iter", "array": "array", "async iterator": "aiter"}


def literal(value: Value) -> str:  # noqa: PLR0911  one form per kind
    """A value as Python source, or near it where there is none."""
    match value:
        case Null():
            return "None"
        case Int(v) if v.bit_length() > 13000:  # more digits than Python writes
            return hex(v)
        case Bool(v) | Int(v) | Text(v) | Char(v) | Bytes(v):
            return repr(v)
        case Float(v):
            return _NAMED.get(repr(v), repr(v))
        case Ref(anchor, name):
            return name or f"<object {anchor}>"
        case Called():
            return value.text(literal)
        case Call(name, (argument,)) if name.endswith("="):
            return f"{name}{literal(argument)}"
        case Call(name, arguments):
            return f"{name}({', '.join(written(arguments))})"
        case Opaque(type_, text):
            return f"<{type_} {text}>" if text else f"<{type_}>"
    return _collection(value)


def written(arguments: Iterable[Value]) -> list[str]:
    """The arguments of a call, with those one by one that a parameter such as `*args` or `**options` takes."""
    found: list[str] = []
    for argument in arguments:
        match argument:
            case Sequence(kind, items) if kind == SPREAD:
                found += map(literal, items)
            case Mapping(kind, pairs) if kind == KEYWORDS and all(_names(key) for key, _ in pairs):
                found += [f"{key.value}={literal(item)}" for key, item in pairs if isinstance(key, Text)]
            case _:
                found.append(literal(argument))
    return found


def _names(key: Value) -> bool:
    return isinstance(key, Text) and key.value.isidentifier() and not keyword.iskeyword(key.value)


def _collection(value: Value) -> str:  # noqa: PLR0911  one form per kind
    match value:
        case Sequence(kind, items):
            inside = ", ".join(literal(item) for item in items)
            if kind == "tuple":
                return f"({inside},)" if len(items) == 1 else f"({inside})"
            if kind == SPREAD:
                return f"*[{inside}]"
            if kind == "awaitable":
                return f"<awaitable: {inside}>"
            return f"{_WRAPPED[kind]}([{inside}])" if kind in _WRAPPED else f"[{inside}]"
        case Group(kind, items):
            inside = ", ".join(literal(item) for item in items)
            shown = f"{{{inside}}}" if items else "set()"
            return f"frozenset({shown if items else ''})" if kind == "frozenset" else shown
        case Mapping(kind, pairs):
            inside = ", ".join(f"{literal(key)}: {literal(item)}" for key, item in pairs)
            if kind in _MAPPINGS:
                return _MAPPINGS[kind].format(f"{{{inside}}}", type(_plain(pairs)).__name__)
            return f"{'**' * (kind == KEYWORDS)}{{{inside}}}"
        case Record() if is_standard(value):
            return _standard(value)
        case Record(type_, fields, anchor):
            inside = ", ".join(f"{name}={literal(item)}" for name, item in fields)
            return f"{type_}({inside})" + (f"#{anchor}" if anchor else "")
    return "?"


def _plain(pairs: tuple[tuple[Value, Value], ...]) -> object:
    """An empty value of the type that the values of a mapping have."""
    match pairs[:1]:
        case ((_, Sequence()),):
            return []
        case ((_, Text()),):
            return ""
        case ((_, Float()),):
            return 0.0
    return 0


def _standard(value: Record) -> str:
    """A value of a standard type by its constructor; what is 0 at its end is left out."""
    parts = numbers(value)
    zone = [f"tzinfo={literal(part)}" for name, part in value.fields if name == "zone"]
    match value.type:
        case "standard.date":
            return f"date({', '.join(map(str, parts))})"
        case "standard.time" | "standard.datetime":
            *first, nanosecond = parts
            least = 2 if value.type == TIME else 5
            clock = [*first, nanosecond // 1000]
            while len(clock) > least and not clock[-1]:
                clock.pop()
            return f"{value.type.rpartition('.')[2]}({', '.join([*map(str, clock), *zone])})"
        case "standard.function" | "standard.function of all to nothing":
            return _function(value, parts[0])
        case "standard.async function":
            plain = _function(value, parts[0])
            if parts[0] % 2 and plain.startswith("lambda"):
                return f"(lambda n: lambda *late: asyncio.sleep(next(n, 0), ({plain})(*late)))(iter([0.005]))"
            return f"Async{plain}" if plain.startswith("Mock") else f"AsyncMock(side_effect={plain})"
        case "standard.duration":
            return f"timedelta({_span(*parts)})"
        case "standard.fraction":
            return f"Fraction({', '.join(map(str, parts))})"
    return f"{_NAMED_TYPES[value.type]}({text(value)!r})"


def _function(value: Record, k: int) -> str:
    name, _, error = text(value).partition(": ")
    return _FUNCTIONS[name].format(k=k).replace("ValueError", error or "ValueError")


def _span(seconds: int, nanosecond: int) -> str:
    """The arguments of a duration, each with its sign."""
    micro = seconds * 1_000_000 + nanosecond // 1000
    sign, left, said = (-1 if micro < 0 else 1), abs(micro), []
    for name, size in _UNITS:
        count, left = divmod(left, size)
        said += [f"{name}={sign * count}"] if count else []
    return ", ".join(said)


def _imports(values: Iterable[Value]) -> list[str]:
    """The imports that written values need."""
    needed: dict[str, set[str]] = {}
    for part in (part for value in values for part in walk(value)):
        name = part.type if isinstance(part, Record) else part.kind if isinstance(part, (Sequence, Mapping)) else ""
        mocked = re.search(r"(Async)?Mock", literal(part)) if name in (FUNCTION, ASYNC) else None
        if mocked:
            needed.setdefault("unittest.mock", set()).add(mocked[0])
        if name in _IMPORTED:
            needed.setdefault(_IMPORTED[name][0], set()).add(_IMPORTED[name][1])
    return [f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(needed.items())]


def call_text(entry: Entry, given: Input) -> str:
    """The call, or the input of a whole program."""
    return f"standard input {given.stdin!r}" if entry.kind == "script" else "; ".join(_calls(entry, given))


def _calls(entry: Entry, given: Input) -> list[str]:
    """The call, or those of a sequence, a line each, after the objects and functions that come again."""
    again, arguments = named(given.arguments)
    lines = []
    for name, value in again:
        lines.append(f"{name} = {literal(value)}")
        lines += [f"{name}.{literal(call)}" for call in getattr(value, "then", ())]
    if entry.kind == "class":
        return lines + said(entry, steps_in(arguments), written)
    owner = f"{entry.owner}()." if entry.owner else ""
    if entry.curried:
        each = arguments_of(entry, arguments)
        return [*lines, entry.name + "".join(f"({', '.join(written(some))})" for some in each)]
    return [*lines, f"{owner}{entry.name}({', '.join(written(arguments))})"]


def _unwritable(value: Value) -> bool:
    """Objects whose classes a test would have to know, and what has no literal."""
    parts = [part for part in walk(value) if not (isinstance(part, Ref) and part.name)]
    return any(isinstance(part, (Record, Ref, Called, Opaque)) and not is_standard(part) for part in parts)


def test_text(entry: Entry, given: Input, expected: Value | None, error: str) -> str:
    """A pytest test."""
    name = f"test_{entry.name}".lower() if entry.kind == "class" else f"test_{entry.name}"
    again, arguments = named(given.arguments)
    values = (*arguments, *(value for _, value in again), *([expected] if expected else ()))
    if entry.kind == "script" or any(map(_unwritable, values)):
        return ""
    lines = _calls(entry, given)
    call = lines.pop()
    waits = entry.awaited or "asyncio" in call
    copied = any("copy.copy(" in line for line in (*lines, call))
    fails = any("with suppress(" in line for line in (*lines, call))
    imported = [*["import asyncio"] * waits, *["import copy"] * copied, *_imports(values)]
    imported += ["from contextlib import suppress"] * fails
    call = f"asyncio.run({call})" if entry.awaited else call
    if isinstance(expected, Sequence) and expected.kind == "async iterator":
        return ""
    if entry.awaited and isinstance(expected, Sequence) and expected.kind == "awaitable":
        (expected,) = expected.items
    before = "".join(f"{line}\n" for line in lines)
    if expected is None:
        return _test(name, f"{before}with pytest.raises({error}):\n    {call}", [*imported, "import pytest"])
    match expected:
        case _ if entry.kind == "class" and not is_expression(call):
            check = call
        case Float(v) if math.isfinite(v):
            check, imported = f"assert {call} == pytest.approx({literal(expected)})", [*imported, "import pytest"]
        case Null() | Bool():
            check = f"assert {call} is {literal(expected)}"
        case Sequence("iterator", items):
            check = f"assert list({call}) == {literal(Sequence('list', items))}"
        case _:
            check = f"assert {call} == {literal(expected)}"
    return _test(name, before + check, imported)


def _test(name: str, body: str, imported: list[str]) -> str:
    head = "".join(f"{line}\n" for line in imported) + "\n\n" * bool(imported)
    return f"{head}def {name}():\n" + textwrap.indent(body, "    ") + "\n"
