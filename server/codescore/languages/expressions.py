"""Texts that are expressions to be reckoned out, or lines of fields in quotes: they are well-formed, mostly.

Nothing is said where a program may be written to find out about it: it raises, or answers yes or no.  Pure.
Neighbours: `languages.text_forms` (asks), `languages.closed` (whose quotes only have to be closed),
`evidence.written` (checks texts and makes them).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from codescore.languages.assumed import Assumption
from codescore.languages.described import unpromised
from codescore.languages.quoting import words_of

_WEIGHT = 0.85  # how surely such a text is well-formed
_OPERATORS, _FEWEST = "+-*/%^", 2
_SEPARATORS = ",;\t|"
_RECKONED = re.compile(r"\b(?:expressions?|formulas?|calculat\w*|arithmetic)\b", re.IGNORECASE)
_OTHERWISE = re.compile(
    r"\b(?:postfix|prefix|rpn|polish|regular|lambda|boolean|cron|equations?|variables?)\b|(?<!no )\bunary\b|"
    r"\bnegative\b",
    re.IGNORECASE,
)
_FIELDS = re.compile(r"\bcsv\b|\b(?:fields?|cells?|values?|columns?)\b[^.]{0,60}\bquot", re.IGNORECASE)
_CALLED = re.compile(r"\bcsv_\w+|\b\w*_csv\b|\b\w*Csv\w*|\bparseCSV\w*")
_CHECKS = re.compile(
    r"\b(?:raise|throw|throws|assert|except|catch)\b|\breturn (?:true|false)\b|"
    r"\b(?:in)?(?:valid|balanced|well[- ]?formed)\b",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"\b(?:isalpha|isLetter|isalnum|isLetterOrDigit)\b|a-z", re.IGNORECASE)
_BLANKS = re.compile(r"isspace|isWhitespace|\\s|(['\"]) \1|\bstrip\(|\.trim\(|\.split\(\)")


def expressions(names: Iterable[str], words: str, body: str) -> Iterator[Assumption]:
    """Which texts, by name, are expressions of the operators that `body` looks for, or lines of fields in quotes."""
    signs = {found[1] or found[2] for found in re.finditer(r"'\\?(\\t|[^\w\s'])'|\"\\?(\\t|[^\w\s\"]|')\"", body)}
    signs |= {'"'} if re.search(r"'\\?\"'|\"\\\"\"", body) else set()
    known = "".join(one for one in _OPERATORS if one in signs)
    spoken = f"{words}\n{words_of(body)}"
    if _CHECKS.search(unpromised(body)):
        return
    otherwise = _OTHERWISE.search(spoken) or _LETTERS.search(body)
    reckoned = _RECKONED.search(spoken) if len(known) >= _FEWEST and not otherwise else None
    more = "".join(("(" * ("(" in signs), " " * bool(_BLANKS.search(body)), "." * ("." in signs)))
    separator = next((one for one in _SEPARATORS if one in signs or (one == "\t" and "\\t" in signs)), "")
    for name in names:
        if reckoned:
            because = f"its text speaks of {reckoned[0]!r}"
            yield Assumption(name, "expression", because, weight=_WEIGHT, other=f"{known}{more}")
        elif '"' in signs and separator and (said := _FIELDS.search(spoken) or _CALLED.search(body)):
            because = f"its text speaks of {said[0]!r}"
            yield Assumption(name, "fields", because, weight=_WEIGHT, other=f'"{separator}')
