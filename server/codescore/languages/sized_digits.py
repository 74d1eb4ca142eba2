"""Texts of digits as long as a program asks: `if len(code) != 10: raise`, `code.length !== 13`.

Some end in another sign that it compares single ones with, as the check sign X of a book does.

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
#: A single sign that something is compared with: `ch == "X"`, `code.endsWith('K')`.
_SIGN = re.compile(
    r"(?:[!=]==?\s*|(?:equals|ends_?[wW]ith)\(\s*)(['\"])([^\s\d\\\-_.,:;/+'\"])\1|(['\"])([A-Za-z*#])\3\s*[!=]==?"
)
_MANY, _LEAST, _MOST = 12, 6, 24  # texts of one size; sizes
_SIGNS, _ENDING = 2, 4  # signs at whose end digits are tried, and of each size so many texts


def sized_digits(program: str) -> tuple[Text, ...]:
    """Texts of digits of the sizes that the program asks about, some of them with a sign at the end that it compares
    single ones with; none where it asks nothing of digits."""
    if not _DIGITS.search(program):
        return ()
    asked = dict.fromkeys(int(size) for sizes in _SIZE.findall(program) for size in re.findall(r"\d+", sizes))
    chance = Random(_MANY)  # noqa: S311  repeatable
    sizes = [size for size in asked if _LEAST <= size <= _MOST]
    signs = [*dict.fromkeys(one[1] or one[3] for one in _SIGN.findall(program))][:_SIGNS]
    plain = _MANY - len(signs) * _ENDING // 2
    wanted = [(size, "") for size in sizes for _ in range(plain)]
    wanted += [(size, sign) for size in sizes for sign in signs for _ in range(_ENDING)]
    made = ("".join(chance.choices("0123456789", k=size - len(sign))) + sign for size, sign in wanted)
    return tuple(map(Text, dict.fromkeys(made)))
