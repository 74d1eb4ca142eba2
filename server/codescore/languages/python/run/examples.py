"""Inputs that stand in a Python program's words: calls in docstrings, comments and at top level, read as plain data."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain

from codescore.languages.execution import Input
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

_MOST = 40
_CALL = re.compile(r"\b([A-Za-z_]\w*)\(")
_GIVEN = re.compile(r"\b([A-Za-z_]\w*)\s*=\s*(?=[\[\(\{'\"\d-])")
_LONGEST = 2000  # characters of one example


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


def _balanced(text: str, start: int) -> str:
    """From an opening bracket to the one that closes it, quotes respected; empty where none does."""
    depth, quote = 0, ""
    for place in range(start, min(len(text), start + _LONGEST)):
        sign = text[place]
        if quote:
            quote = "" if sign == quote and text[place - 1] != "\\" else quote
        elif sign in "\"'":
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
            if depth == 0:
                return text[start : place + 1]
    return ""


def _expression(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


def in_words(text: str, name: str, parameters: list[str], needed: int) -> Iterator[Input]:
    """Examples in a docstring: calls of the function (or of what stands for it), and `parameter = value`."""
    for match in _CALL.finditer(text):
        inside = _balanced(text, match.end() - 1)
        parsed = _expression(f"f{inside}") if inside else None
        if isinstance(parsed, ast.Call) and (match[1] == name or match[1][:1].islower()):
            given = of_call(parsed, parameters, needed)
            if given is not None:
                yield given
    yield from _assignments(text, parameters, needed)


def _assignments(text: str, parameters: list[str], needed: int) -> Iterator[Input]:
    """`lst = [1, 2], k = 3`: values given to parameters one after the other."""
    found: dict[str, Value] = {}
    for match in _GIVEN.finditer(text):
        name, rest = match[1], text[match.end() :]
        if name not in parameters:
            continue
        literal = _balanced(rest, 0) if rest[:1] in "([{" else re.match(r"-?[\d.]*\d|'[^']*'|\"[^\"]*\"", rest)
        parsed = _expression(literal if isinstance(literal, str) else literal[0]) if literal else None
        value = of_literal(parsed) if parsed is not None else None
        if value is not None:
            found[name] = value
        if len(found) >= max(1, needed):
            ordered = [found[p] for p in parameters if p in found]
            if len(ordered) == len(found) and list(found) and set(parameters[: len(found)]) == set(found):
                yield Input(tuple(ordered))
            found = {}


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


def trees(texts: Iterable[str]) -> Iterator[ast.Module]:
    """Those of the texts that parse."""
    for text in texts:
        with suppress(SyntaxError, ValueError, MemoryError, RecursionError), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield ast.parse(text)


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


def distinct(inputs: Iterator[Input]) -> tuple[Input, ...]:
    """Without repetitions, not too many."""
    return tuple(dict.fromkeys(inputs))[:_MOST]
