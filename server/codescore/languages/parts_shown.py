"""How many parts a text has, where an example and a number in words agree: `a five-card hand such as "TH JH QH KH AH"`.

Either alone may be chance.  Pure.  Neighbours: `languages.text_forms` and `python.run.assuming` (ask),
`languages.quoting` (what else examples in words show).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from codescore.languages.assumed import Assumption
from codescore.languages.shapes import Shape, TextShape
from codescore.languages.stating import number

_WEIGHT = 0.85
_SHOWN = re.compile(r"\b(?:such as|like|e\.g\.,?|for example,?|as in)\s+(['\"`])([^'\"`\n]{3,80})\1")
_NUMBER = re.compile(r"\b(\d{1,2}|[a-z]{3,8})[- ](?:[a-z]+)\b")
_BETWEEN = (" ", ",", "-", "/", ":", ";")


def parts_shown(shapes: Mapping[str, Shape], words: str) -> Iterator[Assumption]:
    """How many parts the only text of a function has, of equally long ones or of single words, between one sign."""
    texts = [name for name, shape in shapes.items() if isinstance(shape, TextShape)]
    prose = " ".join(words.split())
    said = {number(one) for one in _NUMBER.findall(prose.lower())} - {None, 0, 1}
    for _, shown in _SHOWN.findall(prose) if len(texts) == 1 else ():
        between = next((sign for sign in _BETWEEN if sign in shown), "")
        parts = len(shown.split(between)) if between else 0
        if parts in said:
            because = f"its text shows {shown!r}"
            yield Assumption(texts[0], "parts", because, weight=_WEIGHT, bound=parts, other=between)
            return
