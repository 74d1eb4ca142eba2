"""Dates and times in texts that are near others: those of one input are seldom years apart.  Pure.

Neighbours: `languages.pictures` (how they are written), `evidence.written` (asks).
"""

from __future__ import annotations

import datetime as dt
import re
from contextlib import suppress
from functools import partial
from random import Random

_MINUTES = (0, 1, 5, 14, 15, 16, 30, 59, 60, 61, 90, 180, 480, 1439, 1440, 1441, 2890)
_DAYS = (0, 1, 2, 6, 7, 8, 14, 28, 30, 31, 60, 365, 366)
_BACK = 0.15  # share that are earlier
_CODES = {"y": "%Y", "m": "%m", "d": "%d", "h": "%H", "s": "%S"}


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
