"""Values of the types that many languages' own libraries have: dates, times, durations, exact numbers, paths, UUIDs.

Such a value is a `Record` of a type that is named here, with the parts that make it, so that a date is a date in
every language; it has no identity (anchor 0).  Which type of a language it is, and how that is written, its `run/`
says; `evidence.standard` makes such values, `evidence.compare` tells when two are equal.

    standard.date      year 1 … 9999, month, day
    standard.time      hour, minute, second, nanosecond
    standard.datetime  the parts of a date, then those of a time; `zone` behind them where it has one
    standard.duration  second (of either sign), nanosecond 0 … 999,999,999, as in -1 s = -2 s + 1,000,000,000 ns
    standard.decimal   digits, a text: "1.50", "-3E+2", "NaN"
    standard.fraction  numerator, denominator from 1, without a common divisor
    standard.path      text, with "/" between names
    standard.uuid      text, "8-4-4-4-12" digits in lower case
    standard.function  text, one of `PURE` or `COUNTING`, and a number k
    standard.async function  likewise, what it gives has to be awaited
    those of `languages.given`: functions that look at so many arguments, and comparisons
    those of `languages.functions`: functions whose arguments and result are declared
"""

from __future__ import annotations

import decimal
from fractions import Fraction
from typing import TypeGuard

from codescore.languages import functions, given
from codescore.languages.values import Int, Record, Text, Value

DATE, TIME, DATETIME, DURATION = "standard.date", "standard.time", "standard.datetime", "standard.duration"
DECIMAL, FRACTION, PATH, UUID = "standard.decimal", "standard.fraction", "standard.path", "standard.uuid"
FUNCTION, ASYNC = "standard.function", "standard.async function"
FUNCTIONS = frozenset((FUNCTION, ASYNC, *given.NAMES, *functions.NAMES))
#: Functions that programs are given: what each does with any number of arguments and its own number k.  Those that
#: count their calls answer another way each time; "fails first" raises the first k times.
PURE = ("k and all", "first times k", "first above k", "first less others", "last", "length by k",
        "first is k", "k",
        "k by the first")  # fmt: skip
COUNTING = ("count from k", "fails first")
#: Those that do not give the same again, and those that fail, by the property that they lack.
UNSTEADY = {"steady": COUNTING[:1], "unfailing": (COUNTING[1], "k by the first")}
#: The types that are numbers.
NUMBERS = (DECIMAL, FRACTION)
_DAY, _CLOCK = ("year", "month", "day"), ("hour", "minute", "second", "nanosecond")
#: The names of the parts, in order.
PARTS: dict[str, tuple[str, ...]] = {
    DATE: _DAY, TIME: _CLOCK, DATETIME: _DAY + _CLOCK, DURATION: ("second", "nanosecond"), DECIMAL: ("digits",),
    FRACTION: ("numerator", "denominator"), PATH: ("text",), UUID: ("text",),
    **dict.fromkeys(FUNCTIONS, ("text", "number")),
}  # fmt: skip
_EXACT = decimal.Context(prec=60, Emin=decimal.MIN_EMIN, Emax=decimal.MAX_EMAX, traps=[])


def made(type_: str, *parts: int | str) -> Record:
    """The value of a standard type with these parts; those that are left out are 0."""
    given = (*parts, *([0] * (len(PARTS[type_]) - len(parts))))
    values = (Int(part) if isinstance(part, int) else Text(part) for part in given)
    return Record(type_, tuple(zip(PARTS[type_], values, strict=True)))


def is_standard(value: Value) -> bool:
    """Whether it is a value of a standard type, as far as its type says."""
    return isinstance(value, Record) and value.type in PARTS


def is_function(value: Value) -> TypeGuard[Record]:
    """Whether it is a function that programs are given."""
    return isinstance(value, Record) and value.type in FUNCTIONS


def fails(value: Value) -> bool:
    """Whether it is a function that programs are given, and fails in some calls."""
    return is_function(value) and text(value) in UNSTEADY["unfailing"]


def numbers(value: Record) -> tuple[int, ...]:
    """The parts that are whole numbers."""
    return tuple(part.value for _, part in value.fields if isinstance(part, Int))


def nothing_first(function: Record) -> Record:
    """One that gives nothing the first time and a number after that, where functions may give anything; else the same
    function."""
    free = function.type in (FUNCTION, ASYNC) or function.type.endswith(" to any")
    return made(function.type, "nothing first", 1) if free else function


def is_written(function: Record) -> bool:
    """Whether what Java and C++ write for a function that a program is given compiles."""
    return text(function) != "fails first" and "other" not in functions.kinds_of(function.type)[0]


def text(value: Record) -> str:
    """The part that is a text, "" where none is."""
    return next((part.value for _, part in value.fields if isinstance(part, Text)), "")


def number(value: Value) -> decimal.Decimal | Fraction | None:
    """The number that it is; None where it is none, or what claims to be one is malformed."""
    if not isinstance(value, Record):
        return None
    if value.type == DECIMAL:
        found = _EXACT.create_decimal(text(value)) if len(text(value)) <= _EXACT.prec else _long(text(value))
        return None if found.is_nan() and "nan" not in text(value).lower() else found
    if value.type == FRACTION and len(numbers(value)) == 2 and numbers(value)[1] > 0:
        return Fraction(*numbers(value))
    return None


def of_number(type_: str, value: float) -> Record:
    """The exact number of a type that is written as this one is."""
    exact = decimal.Decimal(repr(value))
    return made(DECIMAL, f"{exact:f}") if type_ == DECIMAL else made(FRACTION, *exact.as_integer_ratio())


def _long(digits: str) -> decimal.Decimal:
    """A number with more digits than any context keeps."""
    try:
        return decimal.Decimal(digits)
    except decimal.InvalidOperation:
        return decimal.Decimal("nan")


def nearly(one: decimal.Decimal | Fraction | int, other: decimal.Decimal | Fraction | int) -> bool:
    """Whether two numbers are equal but for the last digits, which hang on the order of operations."""
    a, b = _decimal(one), _decimal(other)
    if a.is_nan() or b.is_nan():
        return a.is_nan() and b.is_nan()
    if a == b or not (a.is_finite() and b.is_finite()):
        return a == b
    apart = _EXACT.abs(_EXACT.subtract(a, b))
    return apart <= _EXACT.multiply(_EXACT.max_mag(a, b).copy_abs(), decimal.Decimal("1e-20"))


def _decimal(value: decimal.Decimal | Fraction | int) -> decimal.Decimal:
    if isinstance(value, Fraction):
        return _EXACT.divide(decimal.Decimal(value.numerator), decimal.Decimal(value.denominator))
    return decimal.Decimal(value)


def order(value: Record) -> tuple[object, ...]:
    """What values of one type are sorted by, as their languages sort them."""
    exact = number(value)
    return (exact,) if exact is not None else numbers(value) or (text(value),)
