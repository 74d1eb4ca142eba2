"""Kinds of Python values, as far as the rewrite rules tell them apart: a small lattice, no syntax.

`None` stands for "unknown" everywhere.  Neighbour: `kinds` finds the kind of an expression.
"""

from __future__ import annotations

from typing import NamedTuple


class StaticType(NamedTuple):
    """`base` is int, num (int or float), str, bool, none, scalar (some of these), list, tuple, or `any` (bottom)."""

    base: str
    item: StaticType | None = None


INT, NUM, STR, BOOL, NONE, SCALAR = (StaticType(base) for base in ("int", "num", "str", "bool", "none", "scalar"))
# The kind of a name in terms of itself: joins with everything.
BOTTOM = StaticType("any")
_NUMERIC = frozenset(("int", "num", "bool"))
_IMMUTABLE = _NUMERIC | {"str", "none", "scalar"}


def immutable(kind: StaticType | None) -> bool:
    """Whether values of this kind cannot be changed in place."""
    return kind is not None and kind.base in _IMMUTABLE


def numeric(kind: StaticType | None) -> bool:
    """Whether values of this kind are numbers."""
    return kind is not None and kind.base in _NUMERIC


def is_int(kind: StaticType | None) -> bool:
    """Whether values of this kind are integers."""
    return kind is not None and kind.base in ("int", "bool")


def indexable(kind: StaticType | None) -> bool:
    """Whether values of this kind are iterated exactly as they are indexed."""
    return kind is not None and kind.base in ("str", "list", "tuple")


def join(a: StaticType | None, b: StaticType | None) -> StaticType | None:
    """The kind of a value that is one of two kinds."""
    if a is None or b is None:
        return None
    if BOTTOM in (a, b) or a == b:
        return b if a == BOTTOM else a
    if a.base in _NUMERIC and b.base in _NUMERIC:
        return INT if "num" not in (a.base, b.base) else NUM
    if a.base in _IMMUTABLE and b.base in _IMMUTABLE:
        return SCALAR
    return StaticType(a.base, join(a.item, b.item)) if a.base == b.base else None


def operate(operator: str, a: StaticType | None, b: StaticType | None) -> StaticType | None:
    """The kind of `a operator b`."""
    if a is None or b is None:
        return None
    if BOTTOM in (a, b):
        other = b if a == BOTTOM else a
        return NUM if operator == "/" and numeric(other) else other if immutable(other) else None
    if numeric(a) and numeric(b):
        return _arithmetic(operator, a, b)
    if a == STR and (operator == "%" or (operator == "+" and b == STR) or (operator == "*" and is_int(b))):
        return STR
    if operator == "*" and b == STR and is_int(a):
        return STR
    if operator == "+" and a.base == b.base and a.base in ("list", "tuple"):
        return StaticType(a.base, join(a.item, b.item))
    if operator == "*" and a.base in ("list", "tuple") and is_int(b):
        return a
    return None


def _arithmetic(operator: str, a: StaticType, b: StaticType) -> StaticType | None:
    if operator in ("/", "**") or "num" in (a.base, b.base):
        return NUM
    return INT if operator != "@" else None
