"""The files of a C++ program's folder that it includes, with what defines what they declare: read as texts.

`#include "money.h"` brings the header, and `money.cpp` beside it.  Texts are read, nothing is compiled.  The contract
is `codescore.languages.execution.Neighbouring`; neighbours: `run.compiling` (gives them to g++), `run.near`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from codescore.languages.execution import Neighbours

_MOST, _MOST_BYTES, _MOST_TEXT = 40, 1 << 18, 1 << 19  # files, how large one is, and the characters of all
_MOST_NAMED = 200  # paths in one text that are looked for
_INCLUDED = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n\\]+)"', re.MULTILINE)
_MAIN = re.compile(r"\bmain\s*\(")
_HEADERS, SOURCES = (".h", ".hpp", ".hh", ".hxx"), (".cpp", ".cc", ".cxx")


def neighbours(source: str, path: Path, hidden: Path | None = None) -> Neighbours:
    """The files that a program includes from its folder and those below, also by way of each other; total.

    Never what lies at `hidden`, nor what a link leads out of the folder to, nor what has a `main` and is not included.
    """
    try:
        own = path.resolve()
    except (OSError, RuntimeError):
        return ()
    texts, left = {own.name: ""}, _MOST_TEXT
    waiting = [(own.name, source)]
    while waiting:
        includer, text = waiting.pop(0)
        for name, asked in _wanted(text, includer):
            read = _read(own.parent, name, hidden) if name not in texts else None
            if read is None or len(read) > left or len(texts) > _MOST or not (asked or not _MAIN.search(read)):
                continue
            texts[name], left = read, left - len(read)
            waiting.append((name, read))
    return tuple(texts.items()) if len(texts) > 1 else ()


def included(text: str, includer: str) -> Iterator[str]:
    """The files that a text includes, by their path from the program's folder; none outside of it."""
    for named in list(dict.fromkeys(_INCLUDED.findall(text)))[:_MOST_NAMED]:
        for folder in dict.fromkeys((posixpath.dirname(includer), "")):
            name = posixpath.normpath(posixpath.join(folder, named))
            if not name.startswith(("..", "/")):
                yield name


def _wanted(text: str, includer: str) -> Iterator[tuple[str, bool]]:
    """The files that a text asks for, and (False) those that may define what they declare."""
    for name in included(text, includer):
        yield name, True
    stem, end = posixpath.splitext(includer)
    yield from ((stem + other, False) for other in SOURCES if end in _HEADERS)


def _read(folder: Path, name: str, hidden: Path | None) -> str | None:
    """The text of a file in the folder or below; None for what must not be seen, lies elsewhere or is too large."""
    try:
        real = (folder / name).resolve()
        if not real.is_relative_to(folder) or real == hidden or not real.is_file():
            return None
        with real.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except (OSError, RuntimeError, ValueError):
        return None
    return data.decode("utf-8", "replace").removeprefix("\ufeff") if len(data) <= _MOST_BYTES else None
