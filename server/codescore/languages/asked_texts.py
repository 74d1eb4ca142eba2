"""Texts that a program asks for by what it does with them: chance would hardly draw one.

Constants that inputs are drawn from.  Whatever the language; pure.  Neighbours: each language's survey (asks),
`evidence.mutate` (changes those that are taken sign by sign).
"""

from __future__ import annotations

import re
from random import Random

from codescore.languages.values import Text

_DECODES = re.compile(r"\b(?:decodeURI(?:Component)?|unquote(?:_plus)?|parse_qsl?|urldecode|URLDecoder)\b")
#: Signs that mean something where a text is taken apart, and one that does not.
_ENCODED = ("%2b", "%2B", "%26", "%3D", "%20", "a%2Bb", "x%3D1", "%41")


def asked_texts(program: str) -> tuple[Text, ...]:
    """Texts of digits as long as it asks for, and such as it decodes."""
    return (*sized_digits(program), *(map(Text, _ENCODED) if decodes(program) else ()))


def decodes(program: str) -> bool:
    """Whether a program takes signs that are written as `%2B` for what they are."""
    return _DECODES.search(program) is not None


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
    """Texts of digits as long as the program asks: `if len(code) != 10: raise`; none where it asks nothing of digits.

    Of texts as long as any hardly one is such a code. Some end in another sign that it compares single ones with, as
    the check sign X of a book does.
    """
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
