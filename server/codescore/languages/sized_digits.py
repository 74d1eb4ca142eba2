"""Texts of digits as long as a program asks: `if len(code) != 10: raise`, `code.length !== 13`.

Constants that inputs are drawn from: of texts as long as any hardly one is such a code.  Whatever the language; pure.
Neighbours: each language's survey (asks), `evidence.mutate` (changes those that are taken sign by sign).
"""

from __future__ import annotations

import re
from random import Random

from codescore.languages.values import Text

_SIZE = re.compile(
    r"(?:\blen\(\s*[\w.]{1,80}\s*\)|\w\]?\.(?:length(?:\(\))?|size\(\)))\s*(?:[!=]==?|not\s+in|in)\s*[({\[]?\s*(\d{1,2}(?:\s*,\s*\d{1,2})*)"
)
_DIGITS = re.compile(
    r"isdigit|isDigit|isdecimal|isnumeric|0123456789|\\d|0-9|['\"]0['\"]|\bint\(|parseInt|Number\(|getNumericValue"
)
_MANY, _LEAST, _MOST = 12, 6, 24  # texts of one size; sizes


def sized_digits(program: str) -> tuple[Text, ...]:
    """Texts of digits of the sizes that the program asks about; none where it asks nothing of digits."""
    if not _DIGITS.search(program):
        return ()
    asked = dict.fromkeys(int(size) for sizes in _SIZE.findall(program) for size in re.findall(r"\d+", sizes))
    chance = Random(_MANY)  # noqa: S311  repeatable
    made = (
        "".join(chance.choices("0123456789", k=size)) for size in asked if _LEAST <= size <= _MOST for _ in range(_MANY)
    )
    return tuple(map(Text, dict.fromkeys(made)))
