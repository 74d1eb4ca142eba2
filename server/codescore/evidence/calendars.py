"""Dates at which calendars differ, for programs that know leap years, or ask a library that does: the last of February
1900 and of 2000.

Years that are drawn are hardly ever those that end in 00, and of these one in four is a leap year.  What is asked of a
month beside its year (which of its Mondays) shows there only with the right one, so that all of a few are tried.
Neighbours: `evidence.special_inputs` (asks), `evidence.boundaries`, `evidence.cases` (runs the reference).
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import prod

from codescore.evidence.case import texts_at
from codescore.evidence.cases import Cases, extend
from codescore.evidence.channel import Room
from codescore.languages.called import names_in
from codescore.languages.execution import Entry, Input
from codescore.languages.shapes import IntShape, Shape
from codescore.languages.standard import DATE, DATETIME, made, numbers
from codescore.languages.values import Int, Record, Text, Value
from codescore.languages.weekdays import is_weekday

_LEAP = re.compile(r"%\s*400\b|\b(?:is_?)?leap(?:_?year)?\b", re.IGNORECASE)
#: What asks a library about a year or a month; a program may know by itself what that knows.
_LIBRARY = re.compile(
    r"\bcalendar\.\w|\bmonth(?:range|calendar)\b|\b(?:datetime|date)\(|\btimedelta\b|\bnew Date\(|\bDate\.UTC\(|"
    r"\b(?:LocalDate|YearMonth|GregorianCalendar|Year)\.\w|\byear_month_day\b|\bmktime\("
)
_DATE = re.compile(r"\b(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\b")
_DATES = (
    (1900, 1, 31), (1900, 2, 28), (1900, 2, 29), (1900, 3, 1), (2000, 2, 29), (2023, 2, 28), (2023, 2, 29),
    (2024, 1, 31), (2024, 2, 28), (2024, 2, 29), (2100, 2, 28), (2100, 2, 29), (2023, 4, 31), (2023, 12, 31),
    (2024, 12, 31),
)  # fmt: skip
_PARTS = {"year": 0, "y": 0, "yy": 0, "month": 1, "m": 1, "mm": 1, "day": 2, "d": 2, "dd": 2}
_STEPS = (1, 12, -1)  # of another number, such as how many months are added
_SEEDS = 2
_OVER_FEBRUARY = (((1900, 2, 28), (1900, 3, 1)), ((2000, 2, 28), (2000, 3, 1)), ((2024, 2, 27), (2024, 3, 2)))
_PAIR = 2
_FEBRUARIES, _BESIDE = ((1900, 2), (2000, 2)), 64  # with all values of what else there is, where these are so few


def with_dates(cases: Cases, room: Room) -> None:
    """Add inputs with such dates: in texts, and in numbers that are called year, month and day."""
    known = _LEAP.search(cases.source) or _LIBRARY.search(cases.source)
    if not cases.problem and cases.left > 0 and known is not None:
        extend(cases, room, [(given, False) for given in dict.fromkeys(_made(cases))])


def _made(cases: Cases) -> Iterator[Input]:
    answered = [case.given for case in cases.inside()]
    called = [one.name for one in cases.entry.parameters]
    names = [None if is_weekday(one) else _PARTS.get(names_in(one)[-1].lower()) for one in called]
    for given in answered[:_SEEDS] if 0 in names else ():
        for date in _DATES:
            values = [
                value if part is None or not isinstance(value, Int) else Int(date[part])
                for part, value in zip(names, given.arguments, strict=False)
            ]
            yield replace(given, arguments=(*values, *given.arguments[len(values) :]))
    yield from _all_beside(cases.entry, names)
    yield from _days(answered)
    dated = [given for given in answered if _DATE.search(given.stdin)]
    for given in dated[:_SEEDS]:
        yield from (replace(given, stdin=_dated(given.stdin, date)) for date in _DATES)
    for place, taken in texts_at(answered):
        for given, text in [one for one in taken if _DATE.search(one[1])][:_SEEDS]:
            for date in _DATES:
                other = given.put(place, Text(_dated(text, date)))
                yield other
                yield from (other.put(n, Int(k)) for n, k in _steps(other))


def _days(answered: Sequence[Input]) -> Iterator[Input]:
    """Such dates in the place of dates, with steps of what else there is; of two that are both, as texts or dates, a
    day and one soon after it."""
    for given in answered[:_SEEDS]:
        dates = [place for place, value in enumerate(given.arguments) if _instead(value, _DATES[0]) is not None]
        for place, date in product(dates, _DATES if any(isinstance(v, Record) for v in given.arguments) else ()):
            if (value := _instead(given.arguments[place], date)) is not None:
                yield (other := given.put(place, value))
                yield from (other.put(n, Int(k)) for n, k in _steps(other))
        for pair in _OVER_FEBRUARY if len(dates) == _PAIR else ():
            first, second = (_instead(given.arguments[n], day) for n, day in zip(dates, pair, strict=True))
            if first is not None and second is not None:
                yield given.put(dates[0], first).put(dates[1], second)


def _instead(value: Value, date: tuple[int, int, int]) -> Value | None:
    """Another date in the place of one; None where there is none, or no such day."""
    match value:
        case Text(text) if _DATE.fullmatch(text):
            return Text(_dated(text, date))
        case Record(type_) if type_ in (DATE, DATETIME) and date[2] <= monthrange(*date[:2])[1]:
            return made(type_, *date, *numbers(value)[len(date) :])
    return None


def _all_beside(entry: Entry, names: list[int | None]) -> Iterator[Input]:
    """A month of a year with all values of what is asked of it, where that is a few numbers."""
    if sorted(part for part in names if part is not None) != [0, 1] or len(names) == 2:
        return
    spans = [_span(one.shape) for one, part in zip(entry.parameters, names, strict=True) if part is None]
    if not all(spans) or prod(map(len, spans)) > _BESIDE:
        return
    for february in _FEBRUARIES:
        for chosen in product(*spans):
            others = iter(chosen)
            yield Input(tuple(Int(next(others) if part is None else february[part]) for part in names))


def _span(shape: Shape) -> range:
    """The whole numbers of a shape, where it says which; none otherwise."""
    match shape:
        case IntShape(int() as low, int() as high):
            return range(low, high + 1)
    return range(0)


def _steps(given: Input) -> Iterator[tuple[int, int]]:
    for place, value in enumerate(given.arguments):
        yield from ((place, step) for step in _STEPS if isinstance(value, Int))


def _dated(text: str, date: tuple[int, int, int]) -> str:
    """The text with another date in the place of its first, written as that is."""

    def other(found: re.Match[str]) -> str:
        year, month, day = date
        return found[2].join((f"{year:04}", str(month).zfill(len(found[3])), str(day).zfill(len(found[4]))))

    return _DATE.sub(other, text, count=1)
