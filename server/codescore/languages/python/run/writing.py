"""Values, calls and tests as Python writes them."""

from __future__ import annotations

import math
import textwrap

from codescore.languages.execution import Entry, Input
from codescore.languages.python.run.spelling import is_expression, said
from codescore.languages.shapes import KEYWORDS, SPREAD
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
        case Ref(anchor):
            return f"<object {anchor}>"
        case Called():
            return "<function>"
        case Call(name, (argument,)) if name.endswith("="):
            return f"{name}{literal(argument)}"
        case Call(name, arguments):
            return f"{name}({', '.join(literal(argument) for argument in arguments)})"
        case Opaque(type_, text):
            return f"<{type_} {text}>" if text else f"<{type_}>"
    return _collection(value)


def _collection(value: Value) -> str:
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
            return (
                "**" * (kind == KEYWORDS)
                + "{"
                + ", ".join(f"{literal(key)}: {literal(item)}" for key, item in pairs)
                + "}"
            )
        case Record(type_, fields, anchor):
            inside = ", ".join(f"{name}={literal(item)}" for name, item in fields)
            return f"{type_}({inside})" + (f"#{anchor}" if anchor else "")
    return "?"


def call_text(entry: Entry, given: Input) -> str:
    """The call, or the input of a whole program."""
    if entry.kind == "script":
        return f"standard input {given.stdin!r}"
    if entry.kind == "class":
        return "; ".join(_calls(entry, given))
    owner = f"{entry.owner}()." if entry.owner else ""
    return f"{owner}{entry.name}({', '.join(literal(argument) for argument in given.arguments)})"


def _calls(entry: Entry, given: Input) -> list[str]:
    """The calls of a sequence, a line each."""
    (steps,) = given.arguments
    return said(entry, [step for step in getattr(steps, "items", ()) if isinstance(step, Call)], literal)


def _unwritable(value: Value) -> bool:
    """Objects whose classes a test would have to know, and what has no literal."""
    return any(isinstance(part, (Record, Ref, Called, Opaque)) for part in walk(value))


def test_text(entry: Entry, given: Input, expected: Value | None, error: str) -> str:
    """A pytest test."""
    name = f"test_{entry.name}".lower() if entry.kind == "class" else f"test_{entry.name}"
    lines = _calls(entry, given) if entry.kind == "class" else [call_text(entry, given)]
    call = lines.pop()
    if entry.kind == "script" or any(
        _unwritable(value) for value in (*given.arguments, *([expected] if expected else ()))
    ):
        return ""
    imported = ["asyncio"] if entry.awaited else []
    call = f"asyncio.run({call})" if entry.awaited else call
    if isinstance(expected, Sequence) and expected.kind == "async iterator":
        return ""
    if entry.awaited and isinstance(expected, Sequence) and expected.kind == "awaitable":
        (expected,) = expected.items
    before = "".join(f"{line}\n" for line in lines)
    if expected is None:
        return _test(name, f"{before}with pytest.raises({error}):\n    {call}", [*imported, "pytest"])
    match expected:
        case _ if entry.kind == "class" and not is_expression(call):
            check = call
        case Float(v) if math.isfinite(v):
            check, imported = f"assert {call} == pytest.approx({literal(expected)})", [*imported, "pytest"]
        case Null() | Bool():
            check = f"assert {call} is {literal(expected)}"
        case Sequence("iterator", items):
            check = f"assert list({call}) == {literal(Sequence('list', items))}"
        case _:
            check = f"assert {call} == {literal(expected)}"
    return _test(name, before + check, imported)


def _test(name: str, body: str, imported: list[str]) -> str:
    head = "".join(f"import {module}\n" for module in imported) + "\n\n" * bool(imported)
    return f"{head}def {name}():\n" + textwrap.indent(body, "    ") + "\n"
