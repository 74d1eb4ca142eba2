"""Values of Python's standard types, made of their parts and taken apart again (`codescore.languages.standard`).

What a program gives is looked at by its exact type, or by the standard type that its class comes from, and read by that
type's own attributes, taken before any program was loaded: nothing that a program defines speaks for its values.
Neighbour: `plain`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import PosixPath, PurePath, PurePosixPath
from typing import Any
from uuid import UUID

from .given import asynchronous, function

_DAY, _CLOCK = ("year", "month", "day"), ("hour", "minute", "second", "microsecond")
_SECONDS_OF_DAY, _THOUSAND = 86_400, 1000
_Parts = list[tuple[str, Any]]
_text: Callable[[Any], str] = PurePath.__str__
_digits: Callable[[Any], str] = Decimal.__str__
_numerator, _denominator = vars(Fraction)["_numerator"].__get__, vars(Fraction)["_denominator"].__get__
_number = vars(UUID)["int"].__get__


def _reader(type_: type, names: tuple[str, ...]) -> Callable[[Any], _Parts]:
    """What reads these attributes as the type itself has them."""
    readers = [(name, getattr(type_, name).__get__) for name in names]
    return lambda value: [(name, read(value)) for name, read in readers]


_day, _clock = _reader(dt.date, _DAY), _reader(dt.time, _CLOCK)
_moment, _span = _reader(dt.datetime, _DAY + _CLOCK), _reader(dt.timedelta, ("days", "seconds", "microseconds"))
_zone, _zone_of_time = dt.datetime.tzinfo.__get__, dt.time.tzinfo.__get__


def _fine(parts: _Parts, zone: Any) -> _Parts:  # noqa: ANN401  any object at all
    """With nanoseconds, and the zone where there is one."""
    *others, (_, fraction) = parts
    return [*others, ("nanosecond", fraction * _THOUSAND), *([] if zone is None else [("zone", zone)])]


def _spanned(value: Any) -> _Parts:  # noqa: ANN401
    (_, days), (_, seconds), (_, fraction) = _span(value)
    return [("second", days * _SECONDS_OF_DAY + seconds), ("nanosecond", fraction * _THOUSAND)]


def _written(value: Any) -> str:  # noqa: ANN401
    digits = f"{_number(value):032x}"
    return "-".join(digits[a:b] for a, b in ((0, 8), (8, 12), (12, 16), (16, 20), (20, 32)))


_READ: dict[type, tuple[str, Callable[[Any], _Parts]]] = {
    dt.datetime: ("datetime", lambda value: _fine(_moment(value), _zone(value))),
    dt.date: ("date", _day),
    dt.time: ("time", lambda value: _fine(_clock(value), _zone_of_time(value))),
    dt.timedelta: ("duration", _spanned),
    Decimal: ("decimal", lambda value: [("digits", _digits(value))]),
    Fraction: ("fraction", lambda value: [("numerator", _numerator(value)), ("denominator", _denominator(value))]),
    PurePosixPath: ("path", lambda value: [("text", _text(value))]),
    UUID: ("uuid", lambda value: [("text", _written(value))]),
}
_READ[PosixPath] = _READ[PurePosixPath]


def taken_apart(value: Any) -> tuple[str, _Parts] | None:  # noqa: ANN401  any object at all
    """The standard type that a value is of or comes from and its parts; None where it is of none."""
    found = next((_READ[base] for base in type(value).__mro__ if base in _READ), None)
    return None if found is None else (f"standard.{found[0]}", found[1](value))


def is_standard(kind: type) -> bool:
    """Whether this is a standard type itself."""
    return kind in _READ


def _micro(parts: list[Any]) -> list[Any]:
    return [*parts[:-1], parts[-1] // _THOUSAND]


_MADE: dict[str, Callable[[list[Any]], Any]] = {
    "standard.function": lambda parts: function(*parts),
    "standard.function of all to nothing": lambda parts: function(*parts),
    "standard.async function": lambda parts: asynchronous(*parts),
    "standard.date": lambda parts: dt.date(*parts),
    "standard.time": lambda parts: dt.time(*_micro(parts)),
    "standard.datetime": lambda parts: dt.datetime(*_micro(parts)),  # noqa: DTZ001  as people pass them
    "standard.duration": lambda parts: dt.timedelta(0, *_micro(parts)),
    "standard.decimal": lambda parts: Decimal(*parts),
    "standard.fraction": lambda parts: Fraction(*parts),
    "standard.path": lambda parts: PurePosixPath(*parts),
    "standard.uuid": lambda parts: UUID(*parts),
}


def put_together(type_: str, parts: list[Any]) -> Any:  # noqa: ANN401
    """The value of a standard type with these parts, None where the type is no standard one; it may not exist."""
    make = _MADE.get(type_)
    return None if make is None else make(parts)
