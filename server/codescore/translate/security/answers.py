"""Answers → projects → builds.  The pieces of an answer are its fenced blocks; what they hold is the language's
business.

`blocks` is pure and total.  Knows no sample and no analyser.  Neighbour: `languages.building`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codescore.foundation.errors import InputError
from codescore.languages import Language
from codescore.languages.building import Block, Builder

#: Characters of an answer that are read; more was not written by a model that answers a question.
MAX_CHARACTERS = 10_000_000
MAX_BLOCKS = 200
_FENCE = re.compile(r"^[ \t>]*(?P<mark>`{3,}|~{3,})[ \t]*(?P<tag>[^\s`~{]*)[^\n]*$")


def blocks(answer: str) -> tuple[Block, ...]:
    """The fenced blocks of an answer in order, the last one perhaps without an end; all of it where there is none."""
    found = tuple(_fenced(answer[:MAX_CHARACTERS]))
    return found or (Block("", answer[:MAX_CHARACTERS]),)


def _fenced(answer: str) -> Iterator[Block]:
    mark, tag, lines, count = "", "", list[str](), 0
    for line in answer.replace("\r\n", "\n").split("\n"):
        fence = _FENCE.match(line)
        if mark:
            if fence and not fence["tag"] and fence["mark"].startswith(mark):
                yield Block(tag, "\n".join(lines) + "\n")
                mark, count = "", count + 1
            else:
                lines.append(line)
        elif fence and count < MAX_BLOCKS:
            mark, tag, lines = fence["mark"], fence["tag"].lower()[:40], []
    if mark and lines:
        yield Block(tag, "\n".join(lines) + "\n")


def builder_of(language: Language, builder: Builder | None) -> Builder:
    """A language's builder; raises InputError where it has none."""
    if builder is None:
        raise InputError(f"projects of {language.name} cannot be built; choose another target")
    return builder
