"""Numbers that a program writes as products or sums of what it has named: `HOUR = 60 * MINUTE`, `span < 7 * DAY`.

A boundary that is written so stands nowhere as a number.  Read from the text of a program in any language.  Pure.
"""

from __future__ import annotations

import re
from dataclasses import replace

from codescore.languages.execution import Survey
from codescore.languages.values import Int

_NAME = r"[A-Z][A-Z0-9_]*"
_NUMBER = r"\d{1,9}(?:_\d{3})*"
_TERM = rf"(?:{_NAME}|{_NUMBER})"
#: `const HOUR = 60 * MINUTE;`, `static final int DAY = 24 * HOUR;`, `WEEK = 7 * DAY`.
_GIVEN = re.compile(
    rf"\b({_NAME})\b[^=\n(]{{0,30}}?=(?!=)\s*({_TERM}(?:\s*[*+-]\s*{_TERM}){{0,6}})\s*;?[ \t]*(?:(?:#|//)[^\n]*)?$",
    re.MULTILINE,
)
_WRITTEN = re.compile(rf"(?<![\w.]){_TERM}(?:\s*\*\s*{_TERM}){{1,6}}(?![\w.(\[])")
_ROUNDS, _MOST, _LARGEST = 4, 24, 10**15


def with_folded(survey: Survey, source: str) -> Survey:
    """A survey with these numbers among the constants of the program."""
    return replace(survey, constants=tuple(dict.fromkeys((*survey.constants, *map(Int, folded(source))))))


def folded(source: str) -> list[int]:
    """The values of named numbers that are reckoned from others, and of products with a name in them, each once."""
    given = dict(_GIVEN.findall(source))
    known: dict[str, int] = {}
    for _ in range(_ROUNDS):
        for name, text in given.items():
            value = _value(text, known)
            if value is not None:
                known[name] = value
    reckoned = [known[name] for name, text in given.items() if name in known and not re.fullmatch(_NUMBER, text)]
    products = [_value(found[0], known) for found in _WRITTEN.finditer(source) if re.search(_NAME, found[0])]
    found = dict.fromkeys(one for one in (*reckoned, *products) if one is not None and abs(one) <= _LARGEST)
    return [*found][:_MOST]


def _value(text: str, known: dict[str, int]) -> int | None:
    """What products and sums of numbers and known names are; None where a name is not known."""
    total, sign = 0, 1
    for part in re.split(r"\s*([+-])\s*", text):
        if part in ("+", "-"):
            sign = 1 if part == "+" else -1
            continue
        product = sign
        for one in re.split(r"\s*\*\s*", part):
            value = known.get(one) if not one[:1].isdigit() else int(one.replace("_", ""))
            if value is None:
                return None
            product *= value
        total += product
    return total
