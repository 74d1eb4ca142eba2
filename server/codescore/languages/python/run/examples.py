"""Inputs that stand in a Python program's words: calls in docstrings, comments and at top level, read as plain data."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain

from codescore.languages.execution import Input
from codescore.languages.said_inputs import assigned, balanced
from codescore.languages.values import (
    Bool,
    Bytes,
    Float,
    Group,
    Int,
    Mapping,
    Null,
    Sequence,
    Text,
    Value,
)  # fmt: skip

_CALL = re.compile(r"\b([A-Za-z_]\w*)\(")
_GIVEN = re.compile(r"\b([A-Za-z_]\w*)\s*=\s*(?=[\[\(\{'\"\d-])")
_QUOTES = "\"'"


def of_literal(node: ast.expr) -> Value | None:
    """The value that a literal expression says, None where it is none."""
    match node:
        case ast.Constant(value):
            return of_constant(value)
        case ast.UnaryOp(ast.USub(), ast.Constant(int() | float() as number)) if not isinstance(number, bool):
            return Int(-number) if isinstance(number, int) else Float(-number)
        case ast.List(items) | ast.Tuple(items) | ast.Set(items):
            inside = [of_literal(item) for item in items]
            values = tuple(value for value in inside if value is not None)
            if len(values) < len(inside):
                return None
            if isinstance(node, ast.Set):
                return Group("set", values)
            return Sequence("list" if isinstance(node, ast.List) else "tuple", values)
        case ast.Dict(keys, values_):
            pairs = [
                (of_literal(key) if key else None, of_literal(value)) for key, value in zip(keys, values_, strict=True)
            ]
            if any(key is None or value is None for key, value in pairs):
                return None
            return Mapping("dict", tuple((key, value) for key, value in pairs if key is not None and value is not None))
    return None


def of_constant(value: object) -> Value | None:
    """The value of a constant."""
    match value:
        case bool():
            return Bool(value)
        case int():
            return Int(value)
        case float():
            return Float(value)
        case str():
            return Text(value)
        case bytes():
            return Bytes(value)
        case None:
            return Null()
    return None


def _expression(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


def in_words(text: str, name: str, parameters: list[str], needed: int) -> Iterator[Input]:
    """Examples in a docstring: calls of the function (or of what stands for it), and `parameter = value`."""
    for match in _CALL.finditer(text):
        inside = balanced(text, match.end() - 1, _QUOTES)
        parsed = _expression(f"f{inside}") if inside else None
        if isinstance(parsed, ast.Call) and (match[1] == name or match[1][:1].islower()):
            given = of_call(parsed, parameters, needed)
            if given is not None:
                yield given
    yield from assigned(_GIVEN.finditer(text), parameters, needed, _QUOTES, _value)


def _value(text: str) -> Value | None:
    parsed = _expression(text)
    return of_literal(parsed) if parsed is not None else None


def of_call(call: ast.Call, parameters: list[str], needed: int) -> Input | None:
    """The arguments of a call as data, None where they are not plain or do not fit."""
    values: dict[str, Value] = {}
    if len(call.args) > len(parameters):
        return None
    for name, argument in (*zip(parameters, call.args, strict=False), *((k.arg or "", k.value) for k in call.keywords)):
        value = of_literal(argument)
        if value is None or name not in parameters:
            return None
        values[name] = value
    given = tuple(values[name] for name in parameters if name in values)
    contiguous = list(values) == parameters[: len(values)] or set(values) == set(parameters[: len(values)])
    return Input(given) if len(given) >= needed and given and contiguous else None


def calls_in(*trees: ast.Module) -> dict[str, list[ast.Call]]:
    """The calls anywhere in programs, by the name that is called."""
    found: dict[str, list[ast.Call]] = {}
    for node in chain.from_iterable(ast.walk(tree) for tree in trees):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found.setdefault(node.func.id, []).append(node)
    return found


def in_code(calls: list[ast.Call], parameters: list[str], needed: int) -> Iterator[Input]:
    """The calls that have plain arguments."""
    found = (of_call(call, parameters, needed) for call in calls)
    yield from (given for given in found if given is not None)
