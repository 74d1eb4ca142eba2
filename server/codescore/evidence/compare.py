"""When two programs did the same: values by type and content, exceptions by class, effects where the reference has
them.

The rules, for every language:

* Numbers are equal by value, as the languages' own `==` has it (`1`, `1.0` and true are), floats within 1e-6 relatively
  or 1e-9; NaN equals NaN.  A character equals a text of that one character.
* Sequences are equal in order, sets and mappings without order; a list is no tuple, a lazy sequence is no list
  (`type` is then what differs).  Where the reference's declared result has no order, neither has the comparison.
* Objects are equal if their types have the same name and their fields are equal; references between them must agree.
* What a program prints counts if the reference prints anything: line by line, without white space at line ends and at
the
  end.  What it leaves in its arguments counts if the reference changes any of its own, or returns nothing.
* Exceptions are equal if their classes have the same name.

Total and pure.  Neighbours: `evidence.contract` (`Outcome`), `evidence.cases` (says which inputs count).
"""

from __future__ import annotations

import json
import math

from codescore.evidence.contract import Outcome
from codescore.languages.values import (
    Bool,
    Bytes,
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
    encode,
)  # fmt: skip

#: How far apart numbers may be, relatively or absolutely; sums of 32-bit numbers lose the sixth digit and more.
_DOUBLE, _SINGLE = (1e-6, 1e-9), (1e-4, 1e-4)
_SMALL = 300  # items up to which unordered collections are compared item by item
#: Kinds of sequences that are the same thing to a caller.
_ALIKE = {"array": "list", "range": "range", "view": "iterator", "deque": "deque"}


def difference(
    expected: Outcome, got: Outcome, *, unordered: bool = False, effects: bool = True, single: bool = False
) -> str:
    """What differs: `value`, `type`, `exception`, `stdout`, `arguments`, `timeout`, `crash` …; empty if nothing does.

    `effects`: whether what is left in the arguments counts; `single`: whether numbers of 32 bits are among them.
    """
    if expected.how != got.how:
        return got.how if got.how not in ("return", "raise", "exit") else "exception"
    if expected.how == "raise":
        return "" if expected.error == got.error else "exception"
    if expected.value is not None and got.value is not None:
        aspect = _values(expected.value, got.value, _Anchors(single=single), unordered=unordered)
        if aspect:
            return aspect
    if _lines(expected.stdout) and _lines(expected.stdout) != _lines(got.stdout):
        return "stdout"
    if effects and not _same_arguments(expected, got, single=single):
        return "arguments"
    return ""


def _same_arguments(expected: Outcome, got: Outcome, *, single: bool) -> bool:
    anchors = _Anchors(single=single)
    pairs = zip(expected.arguments, got.arguments, strict=False)
    return all(not _values(one, two, anchors, unordered=False) for one, two in pairs)


def _lines(text: str) -> list[str]:
    lines = [line.rstrip() for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


class _Anchors:
    """Which object of one side is which of the other, and how near two numbers must be."""

    def __init__(self, *, single: bool = False) -> None:
        self.near = _SINGLE if single else _DOUBLE
        self._of: dict[int, int] = {}

    def same(self, one: int, two: int) -> bool:
        return self._of.setdefault(one, two) == two


def same(one: Value, two: Value, *, unordered: bool = False) -> bool:
    """Whether two values are equal by the rules above."""
    return not _values(one, two, _Anchors(), unordered=unordered)


def _number(value: Value) -> float | int | None:
    match value:
        case Bool(v) | Int(v) | Float(v):
            return v
    return None


def _equal_numbers(a: float, b: float, near: tuple[float, float]) -> bool:
    if isinstance(a, int) and isinstance(b, int):
        return a == b
    try:
        a, b = float(a), float(b)
    except OverflowError:
        return a == b
    return (math.isnan(a) and math.isnan(b)) or a == b or math.isclose(a, b, rel_tol=near[0], abs_tol=near[1])


def _values(one: Value, two: Value, anchors: _Anchors, *, unordered: bool) -> str:
    a, b = _number(one), _number(two)
    if a is not None and b is not None:
        return "" if _equal_numbers(a, b, anchors.near) else "value"
    if isinstance(one, (Text, Char)) and isinstance(two, (Text, Char)):
        return "" if one.value == two.value else "value"
    if type(one) is not type(two):
        return "type"
    return _alike(one, two, anchors, unordered=unordered)


def _alike(one: Value, two: Value, anchors: _Anchors, *, unordered: bool) -> str:  # noqa: PLR0911  one rule per kind
    """The same, for two values of one class."""
    match one, two:
        case Null(), Null():
            return ""
        case Bytes(a), Bytes(b):
            return "" if a == b else "value"
        case Opaque(a, said), Opaque(b, says):
            return "" if a == b and (said == says or not said or not says) else "value"
        case Ref(a), Ref(b):
            return "" if anchors.same(a, b) else "value"
        case Sequence(kind, items), Sequence(other, others):
            if _ALIKE.get(kind, kind) != _ALIKE.get(other, other):
                return "type"
            return _unordered(items, others, anchors) if unordered else _in_order(items, others, anchors)
        case Group(_, items), Group(_, others):
            return _unordered(items, others, anchors)
        case Mapping(_, pairs), Mapping(_, others_):
            flat = tuple(Sequence("pair", pair) for pair in pairs)
            return _unordered(flat, tuple(Sequence("pair", pair) for pair in others_), anchors)
        case Record(), Record():
            return _records(one, two, anchors)
    return "type"


def _records(one: Record, two: Record, anchors: _Anchors) -> str:
    names = [name for name, _ in one.fields] == [name for name, _ in two.fields]
    if one.type != two.type or not names or not anchors.same(one.anchor, two.anchor):
        return "type" if one.type != two.type else "value"
    return _in_order(tuple(v for _, v in one.fields), tuple(v for _, v in two.fields), anchors)


def _in_order(items: tuple[Value, ...], others: tuple[Value, ...], anchors: _Anchors) -> str:
    if len(items) != len(others):
        return "value"
    found = (_values(a, b, anchors, unordered=False) for a, b in zip(items, others, strict=True))
    return next((aspect for aspect in found if aspect), "")


def _unordered(items: tuple[Value, ...], others: tuple[Value, ...], anchors: _Anchors) -> str:
    if len(items) != len(others):
        return "value"
    if len(items) > _SMALL:
        one, two = (sorted(json.dumps(encode(item)) for item in side) for side in (items, others))
        return "" if one == two else "value"
    left = list(others)
    for item in items:
        match_ = next((n for n, other in enumerate(left) if not _values(item, other, anchors, unordered=False)), None)
        if match_ is None:
            return "value"
        del left[match_]
    return ""
