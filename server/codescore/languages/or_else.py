"""One more number behind a span of them: `n is 1 to 5, or -1 for the last one`.

Pure.  Neighbours: `languages.listed`, `languages.wording` (ask).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codescore.languages.assumed import Assumption
from codescore.languages.described import descriptions

_OR = re.compile(r"\)?,? or (?:also )?(-?\d{1,9})\b(?!\.?\w|%)")
_BEGUN = re.compile(r"\W*(?:[a-z]+(?: [a-z]+){0,3}, )?(-?\d{1,9}) ?(?:to|\.\.\.?|…|–) ?(-?\d{1,9})\b(?=\)?,? or )")


def within(name: str, found: re.Match[str], text: str, *, weight: float, certain: bool = False) -> Iterator[Assumption]:
    """That a number lies in the span that was found in a text, or is the one that is said behind it."""
    low, high = int(found[1]), int(found[2])
    more = _OR.match(text, found.end())
    said = text[found.start() : more.end() if more else found.end()]
    also = [int(more[1])] if more else []
    because = f"its text says {said!r}"
    made = Assumption(name, "at least", because, weight=weight, certain=certain, bound=min(low, *also, high))
    yield made
    yield Assumption(name, "at most", because, weight=weight, certain=certain, bound=max(high, *also, low))
    if low == 1 and also == [-1]:  # nothing but 0 is between
        yield Assumption(name, "nonzero", because, weight=weight, certain=certain)


def below_zero(words: str, names: Sequence[str]) -> Iterator[str]:
    """The parameters that may be a number below 0 beside a span of others."""
    without = re.sub(r">>>[^\n]*", " ", words)
    for name in names:
        for part in descriptions(without, name, names):
            text = " ".join(part.split())
            more = _OR.match(text, span.end()) if (span := _BEGUN.match(text)) is not None else None
            if more is not None and int(more[1]) < 0:
                yield name
