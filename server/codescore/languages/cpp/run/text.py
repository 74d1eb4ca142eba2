"""Values, calls and tests as C++ writes them, for counterexamples that a person reads and may paste."""

from __future__ import annotations

import math
from dataclasses import replace

from codescore.languages.anchored import spelled_out
from codescore.languages.cpp.run.given import written
from codescore.languages.execution import BACK, Entry, Input
from codescore.languages.standard import is_function, is_written
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
)

_ESCAPED = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\\": "\\\\", "\0": "\\0"}
_INT_BITS, _LONG_BITS = 31, 63
_TOLERANCE = "1e-9"
_TWO = 2
_NAMES = "abcdefghijklmnopqrstuvwxyz"


def literal(value: Value) -> str:  # noqa: C901, PLR0911, PLR0912  one form per kind
    """A value as a C++ expression where its type is known, or near it where there is none."""
    match value:
        case Null():
            return "nullptr"
        case Bool(v):
            return "true" if v else "false"
        case Int(v):
            return _whole(v)
        case Float(v):
            return _real(v)
        case Text(v):
            return f'"{_escaped(v, chr(34))}"'
        case Char(v):
            return f"'{_escaped(v, chr(39))}'"
        case Bytes(v):
            return f"{{{', '.join(map(str, v))}}}"
        case Ref(anchor):
            return f"/* object {anchor} */"
        case Called():
            return "/* function */"
        case Call(name, arguments):
            return f"{name}{{{', '.join(map(literal, arguments))}}}"
        case Opaque(type_, text):
            return f"/* {type_} {text}*/"
        case Sequence(_, items) | Group(_, items):
            return f"{{{', '.join(map(literal, items))}}}"
        case Mapping(_, pairs):
            return f"{{{', '.join(f'{{{literal(k)}, {literal(v)}}}' for k, v in pairs)}}}"
        case Record() if is_function(value):
            return written(value)
        case Record("ostream"):
            return "std::cout"
        case Record(type_, (("name", Text(name)),), _):
            return f"{type_}::{name}"
        case Record(type_, fields, _):
            return f"{type_}{{{', '.join(literal(item) for _, item in fields)}}}"


def _whole(value: int) -> str:
    if value == -(2**_INT_BITS):
        return f"(-{2**_INT_BITS - 1} - 1)"
    if value == -(2**_LONG_BITS):
        return f"(-{2**_LONG_BITS - 1}LL - 1)"
    if value.bit_length() <= _INT_BITS:
        return str(value)
    return f"{value}LL" if value.bit_length() <= _LONG_BITS else f"{value}ULL"


def _real(value: float) -> str:
    if math.isnan(value):
        return "NAN"
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    return repr(value)


def _escaped(text: str, quote: str) -> str:
    out = []
    for character in text:
        if character in _ESCAPED or character == quote:
            out.append(_ESCAPED.get(character, "\\" + character))
        elif character.isprintable():
            out.append(character)
        else:
            out.extend(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogateescape"))
    return "".join(out)


def call_text(entry: Entry, given: Input) -> str:
    """The call, or the input of a whole program."""
    given = replace(given, arguments=spelled_out(given.arguments))
    if entry.kind == "script":
        return f"standard input {literal(Text(given.stdin))}"
    if entry.kind == "class":
        return "; ".join(_calls(entry, given))
    arguments = ", ".join(map(literal, given.arguments))
    sign = entry.name.removeprefix("operator")
    if entry.kind == "function" and sign != entry.name and len(given.arguments) == _TWO:
        return f" {sign} ".join(map(literal, given.arguments))
    if entry.owner is None:
        return f"{entry.name}({arguments})"
    return f"{entry.owner}{'()' + '.' if entry.kind == 'method' else '::'}{entry.name}({arguments})"


def test_text(entry: Entry, given: Input, expected: Value | None, error: str) -> str:
    """A function with one assertion."""
    parts = [part for value in given.arguments for part in walk(value)]
    if entry.kind == "script" or not all(is_written(one) for one in parts if is_function(one)):
        return ""
    given = replace(given, arguments=spelled_out(given.arguments))
    lines = _calls(entry, given) if entry.kind == "class" else [call_text(entry, given)]
    call = lines.pop() if lines else ""
    before = "".join(f"{line};\n    " for line in lines)
    check = (
        f"try {{ {call}; assert(false); }} catch (const {error}&) {{}}"
        if expected is None
        else _assertion(call, expected)
    )
    return f"void test_{entry.name.replace('::', '_')}() {{\n    {before}{check}\n}}\n"


def _calls(entry: Entry, given: Input) -> list[str]:
    """The calls of a sequence; objects are called a, b, c in the order in which they are made."""
    makes = {member.name for member in entry.members if member.makes}
    steps = [s for argument in given.arguments for s in getattr(argument, "items", ()) if isinstance(s, Call)]
    properties = {member.name for member in entry.members if member.kind == "property"}
    lines: list[str] = []
    made = at = 0
    for number, step in enumerate(steps):
        arguments = ", ".join(map(literal, step.arguments))
        if step.name == BACK:
            at = (at - 1) % max(1, made)
            continue
        text = _step(_NAMES[at % 26], step, properties)
        if step.name == entry.name or (step.name in makes and number + 1 < len(steps)):
            at, made = made, made + 1
            name = _NAMES[at % 26]
            class_ = entry.members[0].owner or entry.name
            own = f"{class_} {name}({arguments})" if arguments else f"{class_} {name}"
            text = own if step.name == entry.name else f"auto {name} = {text}"
        lines.append(text)
    return lines


def _step(name: str, step: Call, properties: set[str]) -> str:
    """A call on an object, operators as they are written."""
    arguments = ", ".join(map(literal, step.arguments))
    sign = step.name.removeprefix("operator")
    if step.name in properties:
        return f"{name}.{step.name}"
    if sign == step.name:
        return f"{name}.{step.name}({arguments})"
    if sign.endswith("(int)"):
        return f"{name}{sign.removesuffix('(int)')}"
    if sign in ("[]", "()"):
        return f"{name}{sign[0]}{arguments}{sign[1]}"
    return f"{name} {sign} {arguments}" if step.arguments else f"{sign}{name}"


def _assertion(call: str, expected: Value) -> str:
    match expected:
        case Null():
            return f"{call};"
        case Bool(v):
            return f"assert({'' if v else '!'}{call});"
        case Float(v) if math.isfinite(v):
            return f"assert(std::abs({call} - {literal(expected)}) < {_TOLERANCE});"
        case Sequence() | Group() | Mapping():
            return f"assert(({call} == decltype({call}){literal(expected)}));"
    return f"assert({call} == {literal(expected)});"
