"""Which numbers a day of the week can be: 0 to 6, or 1 to 7 where a program counts as calendars that begin with 1.

Pure.  Neighbour: `languages.quantities` (asks).
"""

from __future__ import annotations

import re

from codescore.languages.called import names_in

_FROM_ONE = re.compile(
    r"\biso_?weekday|\bDayOfWeek\b|getDayOfWeek|\b1 ?(?:=|is|for|means) ?\"?'?(?:mon|sun)|"
    r"\b(?:mon|sun)(?:day)?['\"]? ?(?:=|is|:) ?1\b|\b7 ?(?:=|is|for|means) ?\"?'?s(?:un|at)|"
    r"\b(?:sun|sat)(?:ur)?(?:day)?['\"]? ?(?:=|is|:) ?7\b|\b1 ?(?:\.\.\.?|to|…|-) ?7\b",
    re.IGNORECASE,
)


def is_weekday(name: str) -> bool:
    """Whether something is called a day of the week."""
    words = names_in(name)
    return "weekday" in "".join(words) or words[-1:] == ["dow"]


def of_week(text: str) -> tuple[int, int]:
    """The first and the last number of a day of the week in a program with its words."""
    return (1, 7) if _FROM_ONE.search(text) else (0, 6)
