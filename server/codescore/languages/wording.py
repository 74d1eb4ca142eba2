"""What the words around a function say of its parameters: preconditions in a sentence, or in a parameter's name.

One reader for all languages, as people write comments alike in all of them.  Neighbours: `languages.execution`
(`Assumption`), each language's survey.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codescore.languages.execution import Assumption, Property

_DISTINCT = (
    r"\b(?:guaranteed to|contains?|have|has|with|all|only)(?: only| have)? (?:unique|distinct) "
    r"(?:elements|integers|numbers|values|items)\b|\bno duplicates\b"
)
_WORDS: tuple[tuple[str, Property], ...] = (
    (r"\bnon[- ]?empty\b|\bat least one (?:element|item|number)", "non-empty"),
    (r"\bnon[- ]?negative\b|\bnatural numbers?\b|\bwhole numbers?\b", "non-negative"),
    (r"\bpositive (?:\w+ )?(?:integers?|numbers?|int)\b|\bgreater than (?:0|zero)\b", "positive"),
    (_DISTINCT, "distinct"),
    (
        r"\b(?:is|are|be|being|already|given|a|an|the|in) (?:a )?(?:sorted|ascending|increasing|non-decreasing)\b",
        "ordered",
    ),
)
_RESULT = re.compile(r"\b(?:return|returns|output|result|sort(?:s)? |should be|must be in|obtain|check|whether|if )")
_NAMED: tuple[tuple[str, Property], ...] = (
    (r"(^|_)(sorted|ordered)(_|$)", "ordered"),
    (r"(^|_)(unique|distinct)(_|$)", "distinct"),
)


def said(words: str, names: Sequence[str]) -> Iterator[Assumption]:
    """Sentences that say a property, unless they speak of the result."""
    prose = re.sub(r">>>.*", " ", words)
    for sentence in re.split(r"(?<=[.!?:])\s+|\n\s*\n|\n\s*-", prose):
        lower = " ".join(sentence.lower().split())
        for pattern, property_ in _WORDS:
            found = re.search(pattern, lower)
            if found is None or (property_ == "ordered" and _RESULT.search(lower)):
                continue
            for name in names:
                yield Assumption(name, property_, f"its text says {found[0].strip()!r}", certain=len(names) == 1)


def named(names: Sequence[str]) -> Iterator[Assumption]:
    """Properties that a parameter is named after."""
    for name in names:
        for pattern, property_ in _NAMED:
            if re.search(pattern, name.lower()):
                yield Assumption(name, property_, f"the parameter is called {name!r}", certain=True)
