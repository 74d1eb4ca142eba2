"""Dates and times in texts that are near others: those of one input are seldom years apart.  Pure.

Neighbours: `languages.pictures` (how they are written), `evidence.written` (asks).
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache, partial
from random import Random

from codescore.languages.pictures import fits, fitted

_MINUTES = (0, 1, 5, 14, 15, 16, 30, 59, 60, 61, 90, 180, 480, 1439, 1440, 1441, 2890)
_DAYS = (0, 1, 2, 6, 7, 8, 14, 28, 30, 31, 60, 365, 366)
_BACK = 0.15  # share that are earlier
_CODES = {"y": "%Y", "m": "%m", "d": "%d", "h": "%H", "s": "%S"}

#: Clocks and dates that programs take apart: early, late, at the full hour, next to each other.
_CLOCKS = ("00:00", "00:59", "06:30", "08:59", "09:00", "09:05", "12:00", "14:30", "17:45", "22:40", "23:59")
_WITH_SECONDS = tuple(f"{clock}:{5 * number:02}" for number, clock in enumerate(_CLOCKS))
_DATES = ("2023-12-31", "2024-01-01", "2024-02-28", "2024-02-29", "2024-03-01", "2024-06-15", "2025-02-28")
_SOON = (0, 1, 2, 5, 10, 20, 40)
_SECONDS, _KNOWN, _MOST_STEPS = 0.3, 0.6, 86_400  # shares of steps in seconds, and as long as a program knows
_PLAIN = (0, 1, 2, 3, 5, 10, 12)


_KNOWN_TEXTS = (_CLOCKS, _DATES, _WITH_SECONDS)
_MANY = 24


def in_numbers(separator: str, count: int) -> tuple[str, ...]:
    """Texts of so many whole numbers with this between them, as a program takes them apart: `14:30`, `2024-02-29`."""
    if separator == ":" and count == 2:
        return _CLOCKS
    if separator == ":" and count == 3:
        return _WITH_SECONDS
    if separator in ("-", "/") and count > 2:
        return tuple(one.replace("-", separator) for one in _DATES)
    rows = (_PLAIN[start:] + _PLAIN[:start] for start in range(len(_PLAIN)))
    return tuple(separator.join(map(str, row[:count])) for row in rows)


def between(signs: str) -> tuple[str, ...]:
    """Texts of whole numbers with these signs between them: `in_numbers` where all are one sign, `4:05.3` for `:.`."""
    if len({*signs}) == 1:
        return in_numbers(signs[0], len(signs) + 1)
    chance = Random(signs)  # noqa: S311  repeatable
    made = ([str(chance.randrange(10)), *(_behind(sign, chance) for sign in signs)] for _ in range(_MANY))
    return tuple(dict.fromkeys(map("".join, made)))


def _behind(sign: str, chance: Random) -> str:
    return f"{sign}{chance.randrange(60):02}" if sign == ":" else f"{sign}{chance.randrange(10)}"


def like(picture: str) -> tuple[str, ...]:
    """Texts that are written as a picture shows: those of `in_numbers` where it is one of these."""
    known = next((texts for texts in _KNOWN_TEXTS if all(fits(picture, text) for text in texts)), ())
    chance = Random(_MANY)  # noqa: S311  repeatable
    return known or tuple(dict.fromkeys(fitted(picture, "", chance) for _ in range(_MANY)))


_WRITTEN = (
    (re.compile(r"\d\d:\d\d"), "%H:%M"), (re.compile(r"\d\d:\d\d:\d\d"), "%H:%M:%S"),
    (re.compile(r"\d{4}-\d\d-\d\d"), "%Y-%m-%d"),
    (re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d"), "%Y-%m-%d %H:%M"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d"), "%Y-%m-%dT%H:%M"),
    (re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"), "%Y-%m-%d %H:%M:%S"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"), "%Y-%m-%dT%H:%M:%S"),
)  # fmt: skip
_FIRST = re.compile(r"(?:\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?|\d\d:\d\d(?::\d\d)?)(?![\d:-])")


@lru_cache(maxsize=4096)  # the same few times are asked about again and again
def written_as(text: str) -> str:
    """The format of a clock, a date or both as programs take them apart; "" for any other text."""
    for form, written in _WRITTEN:
        if form.fullmatch(text):
            with suppress(ValueError):
                dt.datetime.strptime(text, written)  # noqa: DTZ007  a time without a place
                return written
    return ""


def after(text: str, chance: Random, lengths: Sequence[int], *, soon: bool = False) -> str:
    """A clock or a date that comes after one written like it, on the same day or within a year; "" where there is none.

    `lengths` are numbers that a program knows: so many days, minutes or, of clocks with these, seconds may have passed;
    hardly any where it comes `soon`.
    """
    if not (written := written_as(text)):
        return ""
    moment = dt.datetime.strptime(text, written)  # noqa: DTZ007  a time without a place
    day = written == "%Y-%m-%d"
    seconds = written.endswith("S") and (soon or chance.random() < _SECONDS)
    unit = "days" if day else "seconds" if seconds else "minutes"
    steps = [*_SOON] if soon else [one for one in lengths if 0 < one <= _MOST_STEPS] if chance.random() < _KNOWN else []
    number = chance.choice(steps or (_DAYS if day else _MINUTES)) + chance.choice((0, 0, 0, 1, -1))
    with suppress(OverflowError):
        later = moment + dt.timedelta(**{unit: max(0, number)})
        return later.strftime(written) if "%d" in written or later.date() == moment.date() else ""
    return ""


def beginning(line: str) -> str:
    """The clock or date with which a line begins; "" where there is none."""
    found = _FIRST.match(line)
    return found[0] if found is not None and written_as(found[0]) else ""


def near(picture: str, text: str, chance: Random) -> str:
    """A date or time that is a little later than the one in a text, or now and then earlier, written like the picture;
    "" where there is none: the text or the picture is another one, or a time of day would be on another day."""
    written = _format(picture)
    if not written:
        return ""
    with suppress(ValueError, OverflowError):
        moment = dt.datetime.strptime(text, written)  # noqa: DTZ007  a time without a place
        days = "%H" not in written
        step = dt.timedelta(days=chance.choice(_DAYS)) if days else dt.timedelta(minutes=chance.choice(_MINUTES))
        other = moment - step if chance.random() < _BACK else moment + step
        if days or "%Y" in written or other.date() == moment.date():
            return other.strftime(written)
    return ""


def _format(picture: str) -> str:
    """A picture as a format; "" for one of two ends, or without a year or an hour."""
    date, _, time = picture.lower().partition("t" if "T" in picture else " ")
    halves = [date, time] if time else [date]
    made = []
    for half in halves:
        found = re.sub(r"([dmyhs])\1*", partial(_code, clock="h" in half), half)
        if re.search(r"[a-z]", found.replace("%", "").lower().translate({ord(c): None for c in "ymdhs"})):
            return ""
        made.append(found)
    whole = ("T" if "T" in picture else " ").join(made)
    once = all(whole.count(code) <= 1 for code in ("%Y", "%m", "%d", "%H", "%M", "%S"))
    return whole if once and ("%H" in whole or {"%Y", "%m", "%d"} <= {*re.findall(r"%\w", whole)}) else ""


def _code(found: re.Match[str], *, clock: bool) -> str:
    part = found[0]
    if part[0] == "y" and len(part) != len("yyyy"):
        return "?"
    return "%M" if clock and part[0] == "m" else _CODES[part[0]]
