"""Which errors the words of a program say that it raises: `Raises ValueError for a cycle`, `@throws IOException`.

Read from comments and documentation, in any language; code that raises one says nothing yet.  Pure.  Neighbours:
`evidence.session` (asks: what is said is part of what a program does).
"""

from __future__ import annotations

import re

from codescore.languages.quoting import comments_of

_MOST = 400  # signs behind the word in which errors are looked for, to the end of the sentence
_SAYS = re.compile(r"\b[Rr]aises\b|\b[Tt]hrows\b|\b(?:raise|throw)\s+an?\b|:raises?\b|@exception\b")
#: Before it: that it does not, or the name of another function.
_DENIED, _NEAR = re.compile(r"(?:\b(?:never|not|no longer|without)|n't|\w\(\)|\w\.\w+)\s+(?:\w+\s+)?\Z"), 60
_ENDS = re.compile(r"\.\s|\n\s*\n")
_ERROR = re.compile(r"\b(?:std::|java\.\w+\.)?([A-Z]\w*(?:Error|Exception)|(?<=std::)\w+|StopIteration)\b")


def told_errors(source: str) -> frozenset[str]:
    """Their names, without what they are in."""
    words, found = comments_of(source), set[str]()
    for said in _SAYS.finditer(words):
        if _DENIED.search(words[max(0, said.start() - _NEAR) : said.start()]):
            continue
        rest = words[said.end() : said.end() + _MOST]
        end = _ENDS.search(rest)
        found.update(_ERROR.findall(rest[: end.start()] if end is not None else rest))
    return frozenset(found)
