"""Values, calls and tests as Java writes them, for counterexamples that a person reads and may paste."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from itertools import zip_longest

from codescore.languages.anchored import GIVEN, emptied, named, steps_in
from codescore.languages.execution import BACK, EMPTIED, Entry, Input
from codescore.languages.java.run.classes import CONSTANT
from codescore.languages.java.run.given import written
from codescore.languages.java.run.types import STANDARD
from codescore.languages.shapes import FloatShape, IntShape, MappingShape, NullShape, SequenceShape, Shape, TupleShape
from codescore.languages.standard import (
    DATE,
    DATETIME,
    DECIMAL,
    DURATION,
    TIME,
    UUID,
    is_function,
    is_standard,
    is_written,
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
)

_WRAPPED = {"deque": "new ArrayDeque<>", "queue": "new PriorityQueue<>"}
_ESCAPED = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\\": "\\\\", "\b": "\\b", "\f": "\\f"}
_INT_BITS = 31
_OF_TYPE = {type_: name for name, type_ in STANDARD.items()}
_PACKAGES = {"BigDecimal": "java.math", "UUID": "java.util"}
_UNITS = (("Days", 86_400), ("Hours", 3600), ("Minutes", 60), ("Seconds", 1))
_NAMES = "abcdefghijklmnopqrstuvwxyz"


def literal(value: Value) -> str:  # noqa: PLR0911  one form per kind
    """A value as a Java expression, or near it where there is none."""
    match value:
        case Null():
            return "null"
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
            return f"new byte[]{{{', '.join(str(b - 256 * (b > 127)) for b in v)}}}"
        case Ref(anchor, name):
            return name or f"/* object {anchor} */"
        case Called():
            return value.text(literal)
        case Call(name, arguments):
            return _made(name, ", ".join(literal(argument) for argument in arguments))
        case Opaque(type_, text):
            return f"/* {type_} {text}*/"
    return _collection(value)


def _whole(value: int) -> str:
    if _bits(value) <= _INT_BITS:
        return str(value)
    return f"{value}L" if _bits(value) <= 2 * _INT_BITS + 1 else f'new BigInteger("{value}")'


def _bits(value: int) -> int:
    """How many a number takes beside its sign: -2147483648 is an `int` as 2147483647 is."""
    return (value if value >= 0 else ~value).bit_length()


def _real(value: float) -> str:
    if math.isnan(value):
        return "Double.NaN"
    if math.isinf(value):
        return "Double.POSITIVE_INFINITY" if value > 0 else "Double.NEGATIVE_INFINITY"
    return repr(value)


def _escaped(text: str, quote: str) -> str:
    out = []
    for character in text:
        if character in _ESCAPED or character == quote:
            out.append(_ESCAPED.get(character, "\\" + character))
        elif character.isprintable():
            out.append(character)
        else:
            units = character.encode("utf-16-be", "surrogatepass")
            out.extend(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))
    return "".join(out)


def _collection(value: Value) -> str:  # noqa: PLR0911  one form per kind
    match value:
        case Sequence("array", items):
            return _array(items)
        case Sequence("optional", items):
            return f"Optional.of({literal(items[0])})" if items else "Optional.empty()"
        case Sequence("entry", items):
            return f"Map.entry({', '.join(map(literal, items))})"
        case Sequence(kind, items):
            listed = f"List.of({', '.join(map(literal, items))})"
            listed = f"Arrays.asList({', '.join(map(literal, items))})" if Null() in items else listed
            return f"{_WRAPPED[kind]}({listed})" if kind in _WRAPPED else listed
        case Group(kind, items):
            listed = f"Set.of({', '.join(map(literal, items))})"
            return f"new TreeSet<>({listed})" if kind == "sorted" else listed
        case Mapping(kind, pairs):
            entries = f"Map.of({', '.join(f'{literal(k)}, {literal(v)}' for k, v in pairs)})"
            return f"new TreeMap<>({entries})" if kind == "sorted" else entries
        case Record() if is_function(value):
            return written(value)
        case Record() if is_standard(value):
            return _standard(value)
        case Record(type_, (("name", Text(name)),), _):
            return f"{type_}.{name}"
        case Record(type_, fields, _):
            return f"new {type_}({', '.join(literal(item) for _, item in fields)})"
    return "?"


def _standard(value: Record) -> str:
    """A value of a standard type by what makes it; what is 0 at its end is left out."""
    parts, name = list(numbers(value)), _OF_TYPE.get(value.type, "?")
    if value.type == DURATION:
        seconds, nanosecond = parts
        fitting = [one for one in _UNITS if seconds % one[1] == 0] if not nanosecond else _UNITS[-1:]
        unit, size = fitting[0]
        return f"Duration.of{unit}({seconds // size}{f', {nanosecond}' if nanosecond else ''})"
    if not parts:
        made = {DECIMAL: "new BigDecimal", UUID: "UUID.fromString"}.get(value.type, f"new {name}")
        return f'{made}("{_escaped(text(value), chr(34))}")'
    least = {DATE: 3, TIME: 2, DATETIME: 5}.get(value.type, len(parts))
    while len(parts) > least and not parts[-1]:
        parts.pop()
    return f"{name}.of({', '.join(map(str, parts))})"


def _imports(values: Iterable[Value]) -> str:
    """The imports that values of standard types need in a test, a line each."""
    parts = (part for value in values for part in walk(value))
    used = {_OF_TYPE[part.type] for part in parts if isinstance(part, Record) and part.type in _OF_TYPE}
    return "".join(f"import {_PACKAGES.get(name, 'java.time')}.{name};\n" for name in sorted(used)) + "\n" * bool(used)


def _array(items: tuple[Value, ...]) -> str:
    inside = ", ".join(literal(item) for item in items)
    kinds = {type(item) for item in items}
    simple: dict[type[Value], str] = {Float: "double", Text: "String", Char: "char", Bool: "boolean"}
    if kinds <= {Int}:
        name = "long" if any(isinstance(item, Int) and _bits(item.value) > _INT_BITS for item in items) else "int"
        return f"new {name}[]{{{inside}}}"
    if kinds == {Sequence}:
        first = next((literal(item) for item in items if isinstance(item, Sequence) and item.items), literal(items[0]))
        head = re.match(r"new (\w+)((?:\[\])+)", first)
        rows = ", ".join(re.sub(r"^new \w+(?:\[\])+", "", literal(item)) for item in items)
        return f"new {head[1]}[]{head[2]}{{{rows}}}" if head else f"new Object[]{{{inside}}}"
    return f"new {simple.get(kinds.pop(), 'Object') if len(kinds) == 1 else 'Object'}[]{{{inside}}}"


def _as_declared(value: Value, shape: Shape, declared: str) -> str:
    """A literal that the declared type takes: `1L` for a long, lists that may be changed."""
    match value, shape:
        case Int(v), IntShape() if re.fullmatch(r"(?:\w+\.)*(?:long|Long)", declared):
            return f"{v}L"
        case Float(), FloatShape(single=True):
            return f"{literal(value)}f"
        case Sequence("list"), SequenceShape():
            return f"new ArrayList<>({literal(value)})"
        case Mapping("dict"), MappingShape():
            return f"new HashMap<>({literal(value)})"
        case Sequence(), TupleShape():
            return literal(value)
    return literal(value)


def call_text(entry: Entry, given: Input) -> str:
    """The call, or the input of a whole program."""
    if entry.kind == "script":
        return f"standard input {literal(Text(given.stdin))}"
    if entry.kind == "class":
        return "; ".join(_calls(entry, given))
    pairs = zip(entry.parameters, given.arguments, strict=False)
    arguments = ", ".join(_as_declared(value, p.shape, p.declared) for p, value in pairs)
    if entry.owner is None:
        return f"{entry.name}({arguments})"
    receiver = entry.owner if entry.kind == "function" else f"new {entry.owner}()"
    return f"{receiver}.{entry.name}({arguments})"


def test_text(entry: Entry, given: Input, expected: Value | None, error: str) -> str:
    """A JUnit 5 test method; "" where there is no text of what is given."""
    parts = [part for value in given.arguments for part in walk(value)]
    functions = isinstance(expected, Called) or not all(is_written(one) for one in parts if is_function(one))
    functions |= any(isinstance(part, Call) and part.name == EMPTIED for part in parts)
    if entry.kind == "script" or functions:
        return ""
    lines = _calls(entry, given) if entry.kind == "class" else [call_text(entry, given)]
    if (
        any(isinstance(part, (Record, Ref, Opaque)) and not is_standard(part) for part in walk(expected))
        if expected and len(lines) > 1
        else False
    ):
        return ""
    call = lines.pop()
    name = re.sub(r"\W", "", f"{entry.name[:1].lower()}{entry.name[1:]}Behaves")
    before = "".join(f"    {line};\n" for line in lines)
    check = f"assertThrows({error}.class, () -> {call});" if expected is None else _assertion(call, expected)
    if entry.kind == "class" and isinstance(expected, Null) and not _gives(entry, given):
        check = f"{call};"
    body = f"{before}    {check}\n"
    return f"{_imports((*given.arguments, *([expected] if expected else [])))}@Test\nvoid {name}() {{\n{body}}}\n"


def _made(by: str, arguments: str) -> str:
    """What makes an object: a constructor, a static method (its name ends with brackets), or a constant by its name."""
    owner, _, name = by.removesuffix("()").rpartition(".")
    if not by.endswith("()"):
        return f"new {by}({arguments})"
    return f"{owner}.{arguments.strip(chr(34))}" if name == CONSTANT else f"{owner}.{name}({arguments})"


def _gives(entry: Entry, given: Input) -> bool:
    """Whether the last call of a sequence has a result."""
    last = steps_in(given.arguments)[-1].name
    return any(member.name == last and member.tells for member in entry.members)


def _calls(entry: Entry, given: Input) -> list[str]:
    """The calls of a sequence, after the objects and functions that come again; objects are called a, b, c in the order
    in which they are made."""
    members = {member.name: member for member in entry.members}
    again, calls = named(given.arguments)
    steps = steps_in(calls)
    lines = [_declared(name, value, entry, steps) for name, value in again]
    made = at = 0
    for number, step in enumerate(steps):
        if step.name == BACK:
            at = (at - 1) % max(1, made)
            continue
        if step.name == EMPTIED:
            lines += _emptied(step, lines)
            continue
        new = step.name == entry.name
        member = entry.members[0] if new else members.get(step.name)
        declared = _taken(entry, step)
        pairs = zip_longest(step.arguments, declared[: len(step.arguments)], fillvalue=(NullShape(), ""))
        arguments = ", ".join(_as_declared(value, *known) for value, known in pairs)  # type: ignore[arg-type]
        by = entry.name if entry.maker == "<init>" else f"{entry.name}.{entry.maker}()"
        text = _made(by, arguments) if new else f"{_NAMES[at % 26]}.{step.name}({arguments})"
        if new or (member is not None and member.makes and number + 1 < len(steps)):
            at, made = made, made + 1
            text = f"{entry.name} {_NAMES[at % 26]} = {text}"
        lines.append(text)
    return lines


def _taken(entry: Entry, step: Call) -> list[tuple[Shape, str]]:
    """The shapes and the declared types of what a call takes."""
    new = step.name == entry.name
    member = entry.members[0] if new else next((one for one in entry.members if one.name == step.name), None)
    return [(p.shape, p.declared) for p in member.parameters] if member is not None else []


def _declared(name: str, value: Value, entry: Entry, steps: Iterable[Call]) -> str:
    """The line that makes what comes again; of a function, or of what is emptied, with the type that is wanted."""
    wanted = (
        taken for step in steps for one, taken in zip(step.arguments, _taken(entry, step), strict=False)
        if isinstance(one, Ref) and one.name == name
    )  # fmt: skip
    shape, type_ = next(wanted, (NullShape(), ""))
    told = type_ and (is_function(value) or name == GIVEN)
    return f"{type_ if told else 'var'} {name} = {_as_declared(value, shape, type_)}"


def _emptied(step: Call, lines: list[str]) -> list[str]:
    """The line that empties a collection."""
    name, kind, path = emptied(step, lines, "var ")
    inside = "".join(f"[{literal(key)}]" if kind == "array" else f".get({literal(key)})" for key in path)
    return [f"Arrays.fill({name}{inside}, 0)" if kind == "array" else f"{name}{inside}.clear()"]


def _assertion(call: str, expected: Value) -> str:
    match expected:
        case Null():
            return f"assertNull({call});"
        case Bool(v):
            return f"assert{'True' if v else 'False'}({call});"
        case Record() if expected.type == DECIMAL:
            return f"assertEquals(0, {literal(expected)}.compareTo({call}));"
        case Float(v) if math.isfinite(v):
            return f"assertEquals({literal(expected)}, {call}, 1e-9);"
        case Sequence("array"):
            return f"assertArrayEquals({literal(expected)}, {call});"
    return f"assertEquals({literal(expected)}, {call});"
