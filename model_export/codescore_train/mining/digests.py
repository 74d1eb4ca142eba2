"""One call's outcome as a digest: what has equal digests is worth comparing, what has others is not the same.

Digests only find.  Whether two outcomes are equal is decided by `evidence.compare`, which `pairing` asks.  Numbers are
taken to six digits, sets and mappings without order, an optional value as that value, as comparison has it.  What was
refused or cannot be looked into has no digest.  Pure.
"""

from __future__ import annotations

import hashlib
import json
import math
from typing import Any

from codescore.evidence.compare import changes
from codescore.evidence.contract import Outcome
from codescore.languages.execution import Input
from codescore.languages.values import (
    Bool,
    Char,
    Float,
    Group,
    Int,
    Mapping,
    Null,
    Opaque,
    Sequence,
    Text,
    Value,
    children,
    decode,
    encode,
    walk,
)  # fmt: skip

_TOO_LARGE = 4_000  # characters of a value as JSON beyond which only its digest is kept
_KINDS = {"array": "list", "range": "range", "view": "iterator"}


def digest(given: Input, outcome: Outcome) -> str:
    """Twelve hexadecimal digits; empty for what says nothing."""
    if outcome.how not in ("return", "exit") or _opaque(outcome):
        return ""
    left = [_canonical(one) for one in outcome.arguments] if changes(given.arguments, outcome) else []
    value = _canonical(outcome.value or Null())
    text = json.dumps([outcome.how, outcome.error, value, left, outcome.stdout.split()])
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=6).hexdigest()


def packed(given: Input, outcome: Outcome) -> list[Any] | None:
    """An outcome as the journal keeps it; None for one that says nothing."""
    if not digest(given, outcome):
        return None
    left = [_small(one) for one in outcome.arguments] if changes(given.arguments, outcome) else []
    return [outcome.how, outcome.error, _small(outcome.value or Null()), left, outcome.stdout[:_TOO_LARGE]]


def unpacked(given: Input, data: list[Any] | None) -> Outcome | None:
    """The outcome that `packed` wrote."""
    if data is None:
        return None
    how, error, value, left, stdout = data
    arguments = tuple(decode(one) for one in left) or given.arguments
    return Outcome(how, decode(value), error, arguments=arguments, stdout=stdout)


def _small(value: Value) -> list[Any]:
    """A value as data; of a large one its kind and digest, which comparison understands."""
    data = encode(value)
    text = json.dumps(data)
    if len(text) <= _TOO_LARGE:
        return data
    spelled = hashlib.blake2b(json.dumps(_canonical(value)).encode("utf-8", "replace"), digest_size=12).hexdigest()
    return encode(Opaque("too-large", f"{type(value).__name__} {spelled}"))


def _opaque(outcome: Outcome) -> bool:
    return any(isinstance(node, Opaque) for value in (outcome.value,) if value is not None for node in walk(value))


def _canonical(value: Value) -> Any:  # noqa: ANN401  one form per kind
    match value:
        case Bool(v) | Int(v):
            return str(int(v))
        case Float(v):
            return _number(v)
        case Text(v) | Char(v):
            return ["text", v]
        case Sequence("optional", items):
            return _canonical(items[0]) if items else _canonical(Null())
        case Sequence(kind, items):
            return ["seq", _KINDS.get(kind, kind), [_canonical(item) for item in items]]
        case Group(_, items):
            return ["set", sorted(json.dumps(_canonical(item)) for item in items)]
        case Mapping(_, pairs):
            return ["map", sorted(json.dumps([_canonical(k), _canonical(v)]) for k, v in pairs)]
    inner = children(value)
    return [type(value).__name__, [_canonical(child) for child in inner]] if inner else encode(value)


def _number(value: float) -> str:
    if not math.isfinite(value):
        return repr(value)
    rounded = float(f"{value:.6g}")
    return str(int(rounded)) if rounded.is_integer() else repr(rounded)
