"""Texts in a form: whether one is written as is assumed, and the nearest that is.

Neighbours: `evidence.properties` (asks, of all texts in a value), `languages.pictures` (times and dates).
"""

from __future__ import annotations

import re
from random import Random

from codescore.languages.execution import Assumption
from codescore.languages.pictures import fits, fitted

_NUMBER = re.compile(r"\s*[-+]?\d+(?:\.\d+)?\s*")
_SIGNS = {"letters": "abcdexyzABC", "digits": "0123456789"}


def well_written(assumption: Assumption, text: str) -> bool:
    """Whether a text has as many parts as is assumed, or numbers only, or is written like the picture."""
    if assumption.property == "pictured":
        return fits(assumption.other, text)
    if not assumption.bound:
        return all(_NUMBER.fullmatch(part) for part in _parts(text, assumption.other) or [""])
    return len(_parts(text, assumption.other)) == assumption.bound


def rewritten(assumption: Assumption, text: str, chance: Random) -> str:
    """The text where it is so, else with the parts that it has: the last again, the first only, numbers for words."""
    if well_written(assumption, text):
        return text
    if assumption.property == "pictured":
        return fitted(assumption.other, text, chance)
    parts = _parts(text, assumption.other) or ["1"]
    if not assumption.bound:
        return assumption.other.join(one if _NUMBER.fullmatch(one) else str(chance.randrange(20)) for one in parts)
    return assumption.other.join((*parts, *[parts[-1]] * assumption.bound)[: assumption.bound])


def of_signs(text: str, wanted: str, chance: Random) -> str:
    """The text in lower or upper case, or with letters or digits for what is none."""
    if wanted in ("lower case", "upper case"):
        return text.lower() if wanted == "lower case" else text.upper()
    fitting = str.isalpha if wanted == "letters" else str.isdigit
    return "".join(s if fitting(s) else chance.choice(_SIGNS[wanted]) for s in text) or _SIGNS[wanted][1]


def _parts(text: str, separator: str) -> list[str]:
    return text.split() if separator == " " else text.split(separator)
