"""Values of standard types (`languages.standard`): drawn, at their edges, near one that was tried, and simpler ones.

Only what exists is made: no 30 February.  Values of one input are often near each other, as those of one program are.
Pure.  Neighbours: `evidence.generate` and `evidence.mutate`, which ask for the values of all shapes.
"""

# ruff: noqa: DTZ001  a date is a date, wherever it is

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from random import Random

from codescore.evidence.pool import Pool
from codescore.languages import functions, given
from codescore.languages.standard import (
    ASYNC,
    COUNTING,
    DATE,
    DATETIME,
    DECIMAL,
    DURATION,
    FRACTION,
    FUNCTION,
    PATH,
    PURE,
    TIME,
    UUID,
    made,
    numbers,
    text,
)
from codescore.languages.values import Int, Record, Value, rebuilt, size

_YEARS = (1990, 2030)
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400
_THOUSAND = 1000  # nanoseconds of a microsecond, the least that all languages tell apart
_NEAR, _EDGE = 0.4, 0.55  # share of values that are near one of this input; up to which they are an edge
_DAYS = ((2020, 1, 1), (2024, 2, 29), (2023, 2, 28), (2023, 3, 1), (2021, 12, 31), (2022, 1, 31), (2000, 2, 29),
         (2024, 4, 30), (2023, 6, 3), (2024, 6, 30), (2023, 9, 15), (1999, 12, 31))  # fmt: skip
_TIMES = ((0, 0), (12, 0), (23, 59, 59), (9, 30), (0, 0, 1), (17, 45), (6, 15, 30), (11, 59, 59))
_SPANS = (0, _HOUR, 90 * _MINUTE, _DAY, 1, 59, _MINUTE, -_HOUR, 7 * _DAY, 25 * _HOUR, -1, 3 * _DAY + 4 * _HOUR)
_DIGITS = ("0", "1", "10", "0.1", "2.50", "-1", "0.05", "19.99", "100", "-3.75", "0.005", "2.675", "1234.56", "7")
_QUOTIENTS = ((0, 1), (1, 1), (1, 2), (-1, 2), (3, 4), (7, 3), (5, 1), (-7, 3), (1, 10), (2, 3))
_PATHS = ("a/b.txt", "/", ".", "a", "/usr/lib/x.tar.gz", ".hidden", "a.b/c", "src/app/main.py", "/a/b", "docs/read.me",
          "../x.txt", "a/b/c/d.csv")  # fmt: skip
_WORDS = ("a", "b", "src", "x.txt", "data.tar.gz", "main.py", ".env", "docs")
_PURE = 0.85  # share of functions that give the same again
#: Functions that programs are given, by type: those that give the same again, and those that do not.
_FUNCTIONS = {FUNCTION: (PURE, COUNTING), ASYNC: (PURE, COUNTING), **given.NAMES, **functions.NAMES}
_EDGES: dict[str, tuple[Record, ...]] = {
    **{
        type_: tuple(made(type_, name, 2 - n % 3) for n, name in enumerate((*pure, *unsteady)))
        for type_, (pure, unsteady) in _FUNCTIONS.items()
    },
    DATE: tuple(made(DATE, *day) for day in _DAYS),
    TIME: tuple(made(TIME, *time) for time in _TIMES),
    DATETIME: tuple(made(DATETIME, *day, *_TIMES[n % len(_TIMES)]) for n, day in enumerate(_DAYS)),
    DURATION: tuple(made(DURATION, seconds) for seconds in _SPANS),
    DECIMAL: tuple(made(DECIMAL, digits) for digits in _DIGITS),
    FRACTION: tuple(made(FRACTION, *quotient) for quotient in _QUOTIENTS),
    PATH: tuple(made(PATH, path) for path in _PATHS),
    UUID: tuple(made(UUID, str(uuid.UUID(int=n))) for n in (0, 1, 2**128 - 1, 0x1234567890AB4DEF8234567890ABCDEF)),
}


def standard_edges(type_: str) -> list[Value]:
    """Values at the edges of a type, the simplest first."""
    return list(_EDGES[type_])


def draw_standard(type_: str, pool: Pool) -> Record:
    """A random value of a type, often near one that this input has."""
    before = [one for one in pool.drawn_standard if one.type == type_]
    kind = pool.chance.random()
    if before and kind < _NEAR:
        one = pool.chance.choice(before)
        found = one if kind < _NEAR / 5 else changed_standard(one, pool)
    else:
        found = pool.chance.choice(_EDGES[type_]) if kind < _EDGE else _DRAWN[type_](pool.chance)
    pool.drawn_standard.append(found)
    return found


def _date(chance: Random) -> Record:
    return _of_moment(DATE, dt.datetime(chance.randint(*_YEARS), 1, 1) + dt.timedelta(chance.randrange(365)))


def _clock(chance: Random) -> dt.timedelta:
    """A time of day: mostly whole minutes, as people write them."""
    minutes = chance.choice((0, 15, 30, 45, chance.randrange(60), chance.randrange(60)))
    seconds = chance.randrange(60) if chance.random() < 0.3 else 0
    fraction = chance.randrange(10**6) if chance.random() < 0.05 else 0
    return dt.timedelta(hours=chance.randrange(24), minutes=minutes, seconds=seconds, microseconds=fraction)


def _time(chance: Random) -> Record:
    return _of_moment(TIME, dt.datetime(2000, 1, 1) + _clock(chance))


def _moment(chance: Random) -> Record:
    return _of_moment(DATETIME, _to_moment(_date(chance)) + _clock(chance))


def _of_moment(type_: str, moment: dt.datetime) -> Record:
    day = (moment.year, moment.month, moment.day)
    clock = (moment.hour, moment.minute, moment.second, moment.microsecond * _THOUSAND)
    return made(type_, *(day if type_ == DATE else clock if type_ == TIME else day + clock))


def _to_moment(value: Record) -> dt.datetime:
    parts = numbers(value)
    day, clock = ((2000, 1, 1), parts) if value.type == TIME else (parts[:3], parts[3:])
    hour, minute, second, fraction = clock or (0, 0, 0, 0)
    return dt.datetime.combine(dt.date(*day), dt.time(hour, minute, second, fraction // _THOUSAND))


def _span(chance: Random) -> Record:
    unit = chance.choice((1, _MINUTE, 15 * _MINUTE, _HOUR, _HOUR, _DAY))
    seconds = unit * chance.randint(0, 30) + (chance.randrange(unit) if chance.random() < 0.3 else 0)
    return made(DURATION, -seconds if chance.random() < 0.1 else seconds)


def _decimal(chance: Random) -> Record:
    places = chance.choice((0, 1, 2, 2, 2, 2, 3, 3))
    whole = chance.randrange(10 ** chance.choice((2, 3, 4, 5)))
    if places == 3 and chance.random() < 0.7:  # half a cent
        whole = whole // 10 * 10 + 5
    number = Decimal(-whole if chance.random() < 0.1 else whole).scaleb(-places)
    return made(DECIMAL, f"{number:f}")


def _quotient(chance: Random) -> Record:
    return _of_fraction(Fraction(chance.randint(-20, 40), chance.choice((1, 2, 3, 4, 5, 6, 8, 10, 12))))


def _of_fraction(value: Fraction) -> Record:
    return made(FRACTION, value.numerator, value.denominator)


def _path(chance: Random) -> Record:
    names = [chance.choice(_WORDS) for _ in range(chance.choice((1, 1, 2, 2, 3, 4)))]
    return made(PATH, chance.choice(("", "", "/")) + "/".join(names))


def _identifier(chance: Random) -> Record:
    return made(UUID, str(uuid.UUID(int=chance.getrandbits(128), version=4)))


def _function(type_: str, chance: Random) -> Record:
    pure, unsteady = _FUNCTIONS[type_]
    return made(
        type_, chance.choice(pure if chance.random() < _PURE or not unsteady else unsteady), chance.randrange(5)
    )


_DRAWN: dict[str, Callable[[Random], Record]] = {
    DATE: _date, TIME: _time, DATETIME: _moment, DURATION: _span, DECIMAL: _decimal, FRACTION: _quotient, PATH: _path,
    UUID: _identifier,
    **{type_: partial(_function, type_) for type_ in _FUNCTIONS},
}  # fmt: skip


def in_minutes(value: Value) -> Value:
    """The value with no seconds in the times that are in it."""
    if isinstance(value, Record) and value.type in (TIME, DATETIME):
        own = ((name, Int(0) if name in ("second", "nanosecond") else part) for name, part in value.fields)
        return replace(value, fields=tuple(own))
    return rebuilt(value, in_minutes)


def changed_standard(value: Record, pool: Pool) -> Record:
    """One near it; any other of its type where nothing is."""
    chance = pool.chance
    with suppress(ValueError, OverflowError, ArithmeticError):  # past the last year; an example that is no number
        match value.type:
            case "standard.date":
                days = chance.choice((1, -1, 7, -7, 28, 30, -30, 365, -365, chance.randint(-60, 60)))
                return _of_moment(DATE, _to_moment(value) + dt.timedelta(days))
            case "standard.time" | "standard.datetime":
                steps = (1, _MINUTE, 15 * _MINUTE, _HOUR, 3 * _HOUR, _DAY, 30 * _DAY)
                seconds = chance.choice(steps[: 5 if value.type == TIME else 7]) * chance.choice((1, 1, -1))
                return _of_moment(value.type, _to_moment(value) + dt.timedelta(seconds=seconds))
            case "standard.duration":
                seconds = numbers(value)[0]
                steps = (seconds + 1, seconds - 1, seconds + _MINUTE, seconds + _HOUR, seconds * 2, seconds // 2, 0)
                return made(DURATION, chance.choice((*steps, -seconds)), *numbers(value)[1:])
            case "standard.decimal":
                number = Decimal(text(value))
                cents = Decimal(chance.choice((1, -1, 5, 10, 50, 100))).scaleb(-2)
                return made(DECIMAL, f"{chance.choice((number + cents, number + cents, -number, number * 10)):f}")
            case "standard.fraction":
                one = Fraction(*numbers(value))
                near = (one + 1, one - 1, -one, one / 2, one + Fraction(1, one.denominator), one * one.denominator)
                return _of_fraction(chance.choice(near))
            case "standard.path":
                above, _, name = text(value).rpartition("/")
                word = chance.choice(_WORDS)
                return made(PATH, chance.choice((f"{above}/{word}" if above else word, f"{text(value)}/{word}", name)))
    return _DRAWN[value.type](chance)


def smaller_standard(value: Record) -> Iterator[Record]:
    """Simpler ones of its type, the boldest first."""
    found: tuple[Record, ...] = ()
    parts = numbers(value)
    with suppress(ValueError, OverflowError, ArithmeticError):
        match value.type:
            case "standard.date" | "standard.datetime" | "standard.time":
                found = tuple(_earlier(value, parts))
            case "standard.duration":
                seconds = parts[0]
                rounded = (seconds // unit * unit for unit in (_DAY, _HOUR, _MINUTE))
                spans = (0, 1, _MINUTE, _HOUR, _DAY, *rounded, abs(seconds), seconds)
                found = tuple(made(DURATION, span) for span in spans)
            case "standard.decimal":
                number = Decimal(text(value))
                places = range(min(4, max(0, -int(number.as_tuple().exponent))))
                shorter = (f"{round(number, place):f}" for place in places)
                found = tuple(made(DECIMAL, digits) for digits in ("0", "1", *shorter, text(value).removeprefix("-")))
            case "standard.fraction":
                one = Fraction(*parts)
                found = tuple(map(_of_fraction, (Fraction(0), Fraction(1), Fraction(int(one)), abs(one))))
            case "standard.path":
                names = text(value).split("/")
                kept = ("/".join(names[:n] + names[n + 1 :]) for n in range(len(names)))
                found = tuple(made(PATH, path) for path in ("a", *kept) if path)
            case "standard.uuid":
                found = _EDGES[UUID][:2]
    yield from (one for one in dict.fromkeys(found) if size(one) < size(value))


def _earlier(value: Record, parts: tuple[int, ...]) -> Iterator[Record]:
    """With the first month or day, a day less, midnight, a full hour and the like, where that exists."""
    day, clock = ((), parts) if value.type == TIME else (parts[:3], parts[3:])
    days = [day]
    if day:
        year, month, number = day
        days = [(year, 1, 1), (year, month, 1), (year, 1, number), (year, month, number - 1), (year, month - 1, number)]
    clocks = [clock[:kept] + (0,) * (len(clock) - kept) for kept in range(len(clock))]
    clocks += [(0, *clock[1:]), (clock[0], 0, *clock[2:])] if clock else []
    for one in (*((*less, *clock) for less in days), *((*day, *less) for less in clocks)):
        with suppress(ValueError):
            yield _of_moment(value.type, _to_moment(made(value.type, *one)))
