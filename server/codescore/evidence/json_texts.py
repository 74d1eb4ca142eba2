"""Texts that are JSON: written from a value, and read back to be changed.

Pure.  Neighbours: `evidence.generate` (draws them), `evidence.mutate` (changes them), `translate.values` (reads what
programs say).
"""

from __future__ import annotations

import json
from collections.abc import Callable

from codescore.languages.values import (
    Bool,
    Char,
    Float,
    Group,
    Int,
    Mapping,
    Null,
    Record,
    Sequence,
    Text,
    Value,
)  # fmt: skip


def as_json(value: Value) -> str:
    """The value as JSON; what JSON has not (a function, no number) is null."""
    return json.dumps(_plain(value), ensure_ascii=False)


def begins_as_json(text: str) -> bool:
    """Whether it begins as an object or a list does."""
    return text.startswith(("{", "["))


def changed_json(text: str, change: Callable[[Value], Value]) -> str:
    """The text with the value changed that it says; as it is where it is no JSON."""
    try:
        return as_json(change(of_json(json.loads(text))))
    except (ValueError, RecursionError):
        return text


def _plain(value: Value) -> object:
    match value:
        case Bool(plain) | Int(plain) | Text(plain) | Char(plain):
            return plain
        case Float(number):
            return number if abs(number) < float("inf") else None
        case Sequence(_, items) | Group(_, items):
            return [_plain(item) for item in items]
        case Mapping(_, pairs):
            named = (
                (key.value if isinstance(key, (Text, Char)) else as_json(key), _plain(held)) for key, held in pairs
            )
            return dict(named)
        case Record(_, fields):
            return {name: _plain(held) for name, held in fields}
    return None


def of_json(plain: object, other: Callable[[object], Value] | None = None) -> Value:
    """The value that JSON is once it is read; `other` makes one of what is no list and nothing plain, a mapping."""
    match plain:
        case None:
            return Null()
        case bool():
            return Bool(plain)
        case int():
            return Int(plain)
        case float():
            return Float(plain)
        case str():
            return Text(plain)
        case list():
            return Sequence("list", tuple(of_json(item, other) for item in plain))
    return (other or _mapping)(plain)


def _mapping(plain: object) -> Value:
    held = plain.items() if isinstance(plain, dict) else ()
    return Mapping("dict", tuple((Text(str(key)), of_json(value)) for key, value in held))
