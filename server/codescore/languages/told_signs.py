"""What words say of the sign of a part of a row by its name: `(town, town, cost) with positive whole costs`.

Not where they ask, deny, speak of the result, or choose among rows.  Pure.  Neighbours: `languages.quantities` (asks),
`languages.clauses` (what a sentence promises).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from codescore.languages.assumed import Property
from codescore.languages.called import names_in
from codescore.languages.clauses import denied, given_back, promised, sentences

_KIND = r"(?:whole|integer|integral|int|real|round|finite|numeric|decimal|float)"
_SIGNED = re.compile(rf"(?<!non-)(?<!non )\b(positive|non-?negative) (?:{_KIND} )?(?!{_KIND}\b)(\w+)\b")
_IS = re.compile(
    r"\b(\w+) (?:is|are|must be|will be|has to be|have to be) (?:always |all )?(?:an? )?(positive|non-?negative)\b"
)


def told_signs(words: str, parts: Iterable[str], names: Sequence[str]) -> Iterator[tuple[str, Property, str]]:
    """The parts of which a text says that they are positive, or not negative, with the words that say so; `names` are
    those of parameters."""
    called = {one.rstrip("s"): part for part in parts for one in (part.lower(), names_in(part)[-1])}
    for sentence in sentences(words) if called else ():
        for pattern in (_SIGNED, _IS):
            for found in promised(pattern, sentence, names):
                sign, noun = found.groups() if pattern is _SIGNED else found.groups()[::-1]
                part = called.get(noun.rstrip("s"))
                if part is not None and not denied(sentence, found) and not given_back(sentence, found):
                    yield part, "positive" if sign == "positive" else "non-negative", found[0]
