"""How a text is written that stands for a time or a date: the picture of it in a docstring, `hh:mm` or `dd/mm/yyyy`.

A letter is a field, as often as it has digits: d day, m month (minute beside h or s), y year, h hour, s second.  A
blank or a `T` stands between a date and a time; `hh:mm-hh:mm` is from one to another.  `0.00` is a number that is read
exactly, such as a price: with two decimals, or with none.  An example in quotes, `like "09:00-12:30"`, is a picture.
Pure.
Neighbours: each language's `run/assuming` (finds them in words), `evidence.written` (checks and mends texts).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

_PICTURE = re.compile(
    r"(?<![\w/.:-])([dmyhs]{1,4}([:/.-])[dmyhs]{1,4}(?:\2[dmyhs]{1,4})?)(?:(?: ?[-–/] ?|\.\.)\1)?(?![\w/-])",
    re.IGNORECASE,
)
_QUOTED = "'\"`"
_CLOCK = frozenset("hs")
_RANGES = {"d": (1, 31), "m": (1, 12), "h": (0, 23), "s": (0, 59)}
_SINCE, _RECENT, _ANY_YEAR = 2019, 8, 0.05  # most years that are made are one of so many, near each other
_MINUTES, _YEARS = (0, 59), {2: (0, 99), 4: (1900, 2099)}
_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_ANEW = 0.3  # of the fields that are mended, so many are drawn from all that there is


EXACT = "0.00"  # the picture of a number that is read exactly
_EXACT = re.compile(r"(?:0|[1-9]\d{0,6})(?:\.\d\d)?")


@dataclass(frozen=True, slots=True)
class Field:
    """One number of a picture: its letter, how many digits it has at least, and from where to where it goes."""

    letter: str
    digits: int
    low: int
    high: int


#: A time or a date in quotes, or two of them.
_MOMENT = r"(?:\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?|\d\d\.\d\d\.\d{4}|\d\d?:\d\d(?::\d\d)?)"
_EXAMPLE = re.compile(rf"(['\"`])({_MOMENT}(?:(?: ?[-–/] ?|\.\.){_MOMENT})?)\1")
_LETTERS = {"-": ("y", "m", "d"), ".": ("d", "m", "y"), ":": ("h", "m", "s")}


def pictures(words: str) -> Iterator[str]:
    """The pictures in a text, each as it stands there, or as its example shows it; one letter only between quotes."""
    yield from _drawn(words)
    for found in _EXAMPLE.finditer(words):
        picture = re.sub(r"\d+([-.:])\d+(?:\1\d+)?", _as_picture, found[2])
        if fits(picture, found[2]):
            yield picture


def _as_picture(moment: re.Match[str]) -> str:
    """`hh:mm` of `09:30`."""
    parts = moment[0].split(moment[1])
    return moment[1].join(letter * len(part) for letter, part in zip(_LETTERS[moment[1]], parts, strict=False))


def _drawn(words: str) -> Iterator[str]:
    """Those in letters."""
    for found in _PICTURE.finditer(words):
        quoted = words[found.start() - 1 : found.start()] in (*_QUOTED,) and words[found.end() :][:1] in (*_QUOTED,)
        short = any(len(part) < 2 for part in re.split(r"\W", found[1]))
        if (quoted or not short) and _fields(found[1]):
            yield found[0]


@lru_cache(maxsize=256)
def separator(picture: str) -> str:
    """What stands between the fields."""
    return re.sub(r"\w", "", picture)[:1]


def ends(picture: str) -> tuple[str, str]:
    """The picture of either end and what stands between them, of one from a time to another; the picture and ""."""
    found = _PICTURE.fullmatch(picture)
    return (found[1], picture[len(found[1]) : -len(found[1])]) if found and found[1] != picture else (picture, "")


@lru_cache(maxsize=256)
def _fields(picture: str) -> tuple[Field, ...]:
    """The fields of a picture, none where a letter comes twice or a number of digits makes no sense."""
    parts = [part.lower() for part in re.split(r"\W", picture)]
    if not all(part and set(part) <= {*"dmyhs"} for part in parts):
        return ()
    letters = [part[0] for part in parts]
    clock = bool(_CLOCK & {*letters})
    mixed = any(len({*part}) > 1 for part in parts)
    unordered = clock and ("".join(letters) not in "hms" or separator(picture) not in ":.")
    if mixed or unordered or len({*letters}) < len(letters):
        return ()
    found = []
    for part in parts:
        span = _YEARS.get(len(part)) if part[0] == "y" else _MINUTES if clock and part[0] == "m" else _RANGES[part[0]]
        if span is None or (len(part) > 2 and part[0] != "y"):
            return ()
        found.append(Field(part[0], len(part), *span))
    return tuple(found)


#: What formats of libraries call the fields: C's, and Java's.
_FORMATS = {
    "%Y": "yyyy", "%y": "yy", "%m": "mm", "%d": "dd", "%H": "hh", "%M": "mm", "%S": "ss", "%F": "yyyy-mm-dd",
    "%T": "hh:mm:ss", "uuuu": "yyyy", "MM": "mm", "HH": "hh",
}  # fmt: skip


def of_format(given: str) -> str:
    """The picture that a format of a library stands for (`%d.%m.%Y`, `HH:mm`); "" where it is none of these."""
    found = given
    for mark, field in _FORMATS.items():
        found = found.replace(mark, field) if ("%" in given) == ("%" in mark) else found
    halves = _halves(found := found.replace("'T'", "T"))
    return found if halves and all(_fields(half) for half in halves) and "%" not in found else ""


def _halves(picture: str) -> list[str]:
    """The date and the time of a picture of both, else the picture."""
    return re.split("[ T]", picture, maxsplit=1)


@lru_cache(maxsize=8192)  # the same few texts are asked for again and again
def fits(picture: str, text: str) -> bool:
    """Whether a text is written so, and names a day that there is."""
    if picture == EXACT:
        return _EXACT.fullmatch(text) is not None
    end, between = ends(picture)
    if between:
        return text.count(between) == 1 and all(fits(end, part) for part in text.split(between))
    date, *time = _halves(picture)
    if time:
        sign = picture[len(date)]
        return sign in text and all(map(fits, (date, *time), text.split(sign, 1)))
    fields = _fields(picture)
    form = re.escape(separator(picture)).join(rf"(\d{{{f.digits},{max(2, f.digits)}}})" for f in fields)
    found = re.fullmatch(form, text)
    if found is None:
        return False
    numbers = [int(number) for number in found.groups()]
    within = all(field.low <= number <= field.high for field, number in zip(fields, numbers, strict=True))
    return within and numbers == _real(fields, numbers)


def fitted(picture: str, text: str, chance: Random) -> str:
    """A text written so, with the numbers of another one as far as they go."""
    if picture == EXACT:
        given = [int(number[-4:]) for number in re.findall(r"\d+", text)]
        whole, part = (*given[:2], *(chance.randrange(100) for _ in range(2)))[:2]
        return f"{whole}.{part % 100:02}" if chance.random() >= _ANEW else str(whole)
    end, between = ends(picture)
    if between:
        rest = re.sub(r"\D*\d+", "", text, count=len(_fields(end)))
        return between.join((fitted(end, text, chance), fitted(end, rest, chance)))
    date, *times = _halves(picture)
    for time in times:
        rest = re.sub(r"\D*\d+", "", text, count=len(_fields(date)))
        return picture[len(date)].join((fitted(date, text, chance), fitted(time, rest, chance)))
    fields = _fields(picture)
    given = [int(number[-6:]) for number in re.findall(r"\d+", text)]
    numbers = []
    for place, field in enumerate(fields):
        low, span = field.low, field.high - field.low + 1
        if (field.low, field.high) == _YEARS[4] and chance.random() >= _ANY_YEAR:
            low, span = _SINCE, _RECENT
        known = place < len(given) and chance.random() >= _ANEW
        number = given[place] if known else chance.randrange(low, low + span)
        numbers.append(number if field.low <= number <= field.high else low + number % span)
    written = zip(fields, _real(fields, numbers), strict=True)
    return separator(picture).join(f"{number:0{field.digits}}" for field, number in written)


def _real(fields: Sequence[Field], numbers: list[int]) -> list[int]:
    """The numbers, with the last day of its month for one behind it."""
    known = {field.letter: number for field, number in zip(fields, numbers, strict=True)}
    last = _LENGTHS[known["m"] - 1] if {"d", "m"} <= known.keys() and 1 <= known["m"] <= len(_LENGTHS) else 31
    year = known.get("y", 0)
    if last == 29 and (year % 4 or (year % 100 == 0 and year % 400)):
        last = 28
    return [min(number, last) if field.letter == "d" else number for field, number in zip(fields, numbers, strict=True)]
