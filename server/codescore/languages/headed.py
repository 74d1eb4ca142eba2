"""What the heads of a program and of a class say of the parameters of a function, in languages with braces.

    /** A library; days are whole and never negative. */        /* Levels go from 0 to 9. */
    public class Library { void lend(int days) { … } }          function mix(levels) { … }

A comment that stands right before a function is that function's own and no head.  Texts are only read.  Pure.
Neighbours: `languages.described` (which sentences name a parameter), `languages.examples_in_words` (comments).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from codescore.languages.described import about
from codescore.languages.examples_in_words import undecorated, words_before

#: A comment at the beginning of a program, or behind what it includes there.
_INCLUDES = re.compile(
    r"\s*(?:(?:#|package\b|import\b|using\b|['\"]use strict|(?:const|let|var)\b[^\n]*\brequire\()[^\n]*\n\s*)*"
)
_HEAD = re.compile(r"((?:(?:/\*.*?\*/|//[^\n]*)\s*?\n?)+)", re.DOTALL)
#: What may follow the head of a program: an empty line, or what no function begins with.
_PROGRAM = re.compile(r"\s*\n\s*\n|\s*(?:package|import|#|using|['\"]use strict|(?:const|let|var)\b[^\n]*\brequire\()")
_ANNOTATION = re.compile(r"@\w+(?:\([^)\n]*\))?\s*$")


def headed(own: str, unit: str, owner: str | None, names: Sequence[str]) -> str:
    """What is said of a function, and the sentences at the heads of its program and class that name a parameter."""
    heads = [_head(unit), _of_class(unit, re.split(r"::|\.", owner)[-1]) if owner else ""]
    around = about("\n\n".join(dict.fromkeys(filter(None, heads))), names) if names else ""
    return "\n\n".join(filter(None, (own, around.strip())))


@lru_cache(maxsize=4)
def _head(unit: str) -> str:
    found, at = list[str](), 0
    for _ in range(2):
        begun = _INCLUDES.match(unit, at)
        comment = _HEAD.match(unit, begun.end() if begun is not None else at)
        if comment is None:
            break
        at = comment.end()
        said = comment[1].rstrip()
        found += [undecorated(said)] * (_PROGRAM.match(unit, comment.start(1) + len(said)) is not None)
    return "\n\n".join(found)


@lru_cache(maxsize=16)
def _of_class(unit: str, owner: str) -> str:
    declared = re.search(
        rf"^(?![ \t]*(?:\*|//|/\*))[^\n]*?\b(?:(?:class|struct|interface|record|enum|function)\s+{re.escape(owner)}\b|"
        rf"(?:const|let|var)\s+{re.escape(owner)}\s*=)",
        unit,
        re.MULTILINE,
    )
    if declared is None:
        return ""
    before = unit[: declared.start()].rstrip()
    while (annotation := _ANNOTATION.search(before)) is not None:
        before = before[: annotation.start()].rstrip()
    return words_before(unit, len(before))
