"""The files of a C++ program's folder that it includes, with what defines what they declare: read as texts.

`#include "money.h"` brings the header, and `money.cpp` beside it.  Texts are read, nothing is compiled.  The contract
is `codescore.languages.execution.Neighbouring`; neighbours: `run.compiling` (gives them to g++), `run.near`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from codescore.languages.execution import Neighbours
from codescore.languages.near_files import MOST_NAMED, There, any_text, gathered

_INCLUDED = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n\\]+)"', re.MULTILINE)
_MAIN = re.compile(r"\bmain\s*\(")
_HEADERS, SOURCES = (".h", ".hpp", ".hh", ".hxx"), (".cpp", ".cc", ".cxx")


def neighbours(source: str, path: Path, hidden: Path | None = None) -> Neighbours:
    """The files that a program includes from its folder and those below, also by way of each other; total.

    Never what lies at `hidden`, nor what a link leads out of the folder to, nor what has a `main` and is not included.
    """
    return gathered(source, path, hidden, _wanted)


def included(text: str, includer: str) -> Iterator[str]:
    """The files that a text includes, by their path from the program's folder; none outside of it."""
    for named in list(dict.fromkeys(_INCLUDED.findall(text)))[:MOST_NAMED]:
        for folder in dict.fromkeys((posixpath.dirname(includer), "")):
            name = posixpath.normpath(posixpath.join(folder, named))
            if not name.startswith(("..", "/")):
                yield name


def _wanted(text: str, includer: str, _there: There) -> Iterator[tuple[str, Callable[[str], bool]]]:
    """The files that a text asks for, and those that may define what they declare."""
    for name in included(text, includer):
        yield name, any_text
    stem, end = posixpath.splitext(includer)
    yield from ((stem + other, _without_main) for other in SOURCES if end in _HEADERS)


def _without_main(text: str) -> bool:
    return _MAIN.search(text) is None
