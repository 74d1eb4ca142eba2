"""Values, calls and tests as JavaScript writes them."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Iterable
from dataclasses import replace

from codescore.languages.anchored import anchored, emptied, named, steps_in
from codescore.languages.execution import BACK, CALLED, EMPTIED, ITSELF, Entry, Input
from codescore.languages.javascript.run.given import written
from codescore.languages.javascript.run.nodes import quoted
from codescore.languages.shapes import SPREAD
from codescore.languages.standard import is_function
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
    rebuilt,
    walk,
)

_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_PLAIN_OBJECTS = ("Object", "Node")  # what is only known by its fields
_SAFE = 2**53 - 1
_EMPTIES = {
    "list": "{0}.length = 0", "map": "{0}.clear()", "set": "{0}.clear()",
    "object": "Object.keys({0}).forEach((key) => delete {0}[key])",
}  # fmt: skip
_NAMES = "abcdefghijklmnopqrstuvwxyz"


def literal(value: Value) -> str:  # noqa: PLR0911  one form per kind
    """A value as JavaScript source, or near it where there is none."""
    match value:
        case Null():
            return "null"
        case Bool(v):
            return "true" if v else "false"
        case Int(v):
            return str(v) if abs(v) <= _SAFE else f"{hex(v) if v.bit_length() > 13000 else v}n"
        case Float(v):
            return _real(v)
        case Text(v) | Char(v):
            return quoted(v)
        case Bytes(v):
            return f"Uint8Array.of({', '.join(map(str, v))})"
        case Ref(anchor, name):
            return name or f"/* object {anchor} */"
        case Called():
            return value.text(literal)
        case Call(name, arguments):
            return f"new {name}({_listed(arguments)})"
        case Opaque(type_, said):
            return f"<{type_} {said}>" if said else f"<{type_}>"
    return _collection(value)


def _listed(arguments: Iterable[Value]) -> str:
    """The arguments of a call, with those one by one that a parameter such as `...items` takes."""
    each = (one.items if isinstance(one, Sequence) and one.kind == SPREAD else (one,) for one in arguments)
    return ", ".join(literal(item) for items in each for item in items)


def _real(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return "-0" if value == 0 and math.copysign(1, value) < 0 else repr(value).removesuffix(".0")


def _collection(value: Value) -> str:  # noqa: PLR0911  one form per kind
    match value:
        case Sequence(kind, items):
            inside = ", ".join(map(literal, items))
            if kind == SPREAD:
                return f"...[{inside}]"
            if kind == "awaitable":
                return f"Promise.resolve({inside})"
            if kind.endswith("iterator"):
                return f"[{inside}].values()"
            return f"{kind}.of({inside})" if kind.endswith("Array") else f"[{inside}]"
        case Group(_, items):
            return f"new Set([{', '.join(map(literal, items))}])"
        case Mapping("map", pairs):
            return f"new Map([{', '.join(f'[{literal(key)}, {literal(item)}]' for key, item in pairs)}])"
        case Mapping(_, pairs):
            return "{" + ", ".join(f"{_key(key)}: {literal(item)}" for key, item in pairs) + "}"
        case Record() if is_function(value):
            return written(value)
        case Record("Date", (("time", time),)):
            return f"new Date({literal(time)})"
        case Record(type_, fields, anchor):
            inside = ", ".join(f"{_key(Text(name))}: {literal(item)}" for name, item in fields)
            return f"{type_ if type_ not in _PLAIN_OBJECTS else ''}{{{inside}}}" + (f"/* {anchor} */" if anchor else "")
    return "?"


def _key(value: Value) -> str:
    plain = value.value if isinstance(value, (Text, Char)) else literal(value)
    return plain if _NAME.fullmatch(plain) or plain.isdigit() else quoted(plain)


def call_text(entry: Entry, given: Input) -> str:
    """The call, or the input of a whole program."""
    given = replace(given, arguments=anchored(given.arguments))
    if entry.kind == "script":
        return f"standard input {quoted(given.stdin)}"
    return "; ".join(_calls(entry, given))


def _calls(entry: Entry, given: Input) -> list[str]:
    """The call, or those of a sequence, a line each, after the objects and functions that come again."""
    again, arguments = named(tuple(map(_as_written, given.arguments)))
    lines = []
    for name, value in again:
        lines.append(f"const {name} = {literal(value)}")
        lines += [f"{name}.{call.name}({_listed(call.arguments)})" for call in getattr(value, "then", ())]
    if entry.kind == "class":
        return lines + _sequence(entry, arguments)
    owner = "" if not entry.owner else f"new {entry.owner}()." if entry.kind == "method" else f"{entry.owner}."
    return [*lines, f"{owner}{entry.name}({_listed(arguments)})"]


def _as_written(value: Value) -> Value:
    """Without the names of what objects are made up for: an object is written as what it holds."""
    made = rebuilt(value, _as_written)
    if isinstance(made, Record) and not is_function(made) and made.type != "Date":
        return replace(made, type=_PLAIN_OBJECTS[0])
    return made


def _sequence(entry: Entry, given: tuple[Value, ...]) -> list[str]:
    """The calls, a line each; objects are called a, b, c in the order in which they are made."""
    known = steps_in(given)
    members = {member.name: member for member in entry.members}
    lines: list[str] = []
    made = at = functions = 0
    for number, step in enumerate(known):
        if step.name == BACK:
            at = (at - 1) % max(1, made)
            continue
        if step.name == EMPTIED:
            name, kind, path = emptied(step, lines, "const ")
            whole = name + "".join(f"[{literal(key)}]" for key in path)
            lines.append(_EMPTIES.get(kind, _EMPTIES["list"]).format(whole))
            continue
        member, on = members.get(step.name), _NAMES[at % 26]
        arguments = _listed(step.arguments)
        if step.name == CALLED.name:
            lines += [f"call{int(arguments) % functions + 1}()"] if functions else []
            continue
        new = step.name == entry.name
        if new:
            said = f"{'new ' if entry.members[0].kind == 'method' else ''}{entry.name}({arguments})"
        elif step.name.startswith("["):
            said = f"{on}{step.name.removeprefix(ITSELF)}({arguments})"
        elif step.name.endswith("="):
            said = f"{on}.{step.name[:-1]} = {arguments}"
        else:
            read = member is not None and member.kind in ("property", "attribute")
            said = f"{on}.{step.name}" if read else f"{on}.{step.name}({arguments})"
        if new or (member is not None and member.makes and number + 1 < len(known)):
            at, made = made, made + 1
            said = f"const {_NAMES[at % 26]} = {said}"
        if member is not None and member.gives_function and number + 1 < len(known):
            functions += 1
            said = f"const call{functions} = {said}"
        lines.append(said)
    return lines


def _unwritable(value: Value) -> bool:
    """Objects whose classes a test would have to know, and what has no literal."""
    return any(
        isinstance(part, (Called, Opaque))
        or (isinstance(part, Ref) and not part.name)
        or (isinstance(part, Record) and part.type not in ("Date", *_PLAIN_OBJECTS) and not is_function(part))
        for part in walk(value)
    )


def test_text(entry: Entry, given: Input, expected: Value | None, error: str) -> str:
    """A test for Node's own runner, `node:test`."""
    again, arguments = named(given.arguments)
    values = (*arguments, *(value for _, value in again), *([expected] if expected is not None else ()))
    if entry.kind == "script" or any(_unwritable(value) for value in values):
        return ""
    given = replace(given, arguments=anchored(given.arguments))
    lines = _calls(entry, given)
    call = lines.pop()
    before = "".join(f"{line};\n" for line in lines)
    awaits = isinstance(expected, Sequence) and expected.kind == "awaitable"
    if awaits or entry.awaited:
        call = f"await {call}"
        expected = expected.items[0] if isinstance(expected, Sequence) and awaits else expected
    if expected is None:
        check = f"await assert.rejects(async () => {call}, (problem) => problem.constructor.name === {quoted(error)});"
        awaits = True
    else:
        check = _check(call, expected)
    around = "async " if awaits or entry.awaited else ""
    body = textwrap.indent(before + check, "  ")
    name = quoted(entry.name)
    head = "const test = require('node:test');\nconst assert = require('node:assert');\n\n"
    return f"{head}test({name}, {around}() => {{\n{body}\n}});\n"


def _check(call: str, expected: Value) -> str:
    match expected:
        case Null():
            return f"assert.equal({call}, null);"  # `undefined` is nothing as well
        case Float(v) if math.isfinite(v) and v != 0:
            return f"assert.ok(Math.abs({call} - {literal(expected)}) <= 1e-6 * Math.abs({literal(expected)}));"
        case Sequence("iterator", items):
            return f"assert.deepStrictEqual([...{call}], {literal(Sequence('list', items))});"
        case Bool() | Int() | Text() | Float():
            return f"assert.strictEqual({call}, {literal(expected)});"
    return f"assert.deepEqual({call}, {literal(expected)});"
