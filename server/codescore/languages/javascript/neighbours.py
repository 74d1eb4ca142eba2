"""The files of a JavaScript or TypeScript program's folder that it imports: read as texts, and sent with the program.

Only what is named by a relative path is looked for, by the rules of Node and of TypeScript.  Texts are read, nothing is
run.  The contract is `codescore.languages.execution.Neighbouring`; neighbour: `run.modules` (what such a text gives).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from codescore.languages.execution import Neighbours

_MOST, _MOST_BYTES, _MOST_TEXT = 40, 1 << 18, 1 << 19  # files, how large one is, and the characters of all
_MOST_NAMED = 200  # paths in one text that are looked for
_NAMED = re.compile(r"""(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()\s*(['"])(\.[^'"\n\\]*)\1""")
_PLAIN, _TYPED = (".js", ".mjs", ".cjs", ".jsx"), (".ts", ".tsx", ".mts", ".cts")
_DATA = ".json"
#: What a path that ends so may stand for, where a file is compiled from TypeScript.
_FROM = {".js": (".ts", ".tsx"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}


def neighbours(source: str, path: Path, hidden: Path | None = None) -> Neighbours:
    """The files that a program imports from its folder and those below, also by way of each other; total.

    Never what lies at `hidden`, nor what a link leads out of the folder to.
    """
    try:
        own = path.resolve()
    except (OSError, RuntimeError):
        return ()
    texts, left = {own.name: ""}, _MOST_TEXT
    waiting = [(own.name, source)]
    while waiting:
        importer, text = waiting.pop(0)
        for named in list(dict.fromkeys(found[2] for found in _NAMED.finditer(text)))[:_MOST_NAMED]:
            name = next((one for one in candidates(named, importer) if one in texts or _there(own.parent, one)), None)
            read = _read(own.parent, name, hidden) if name is not None and name not in texts else None
            if name is None or read is None or len(read) > left or len(texts) > _MOST:
                continue
            texts[name], left = read, left - len(read)
            waiting.append((name, read))
    return tuple(texts.items()) if len(texts) > 1 else ()


def candidates(named: str, importer: str) -> Iterator[str]:
    """The files that a relative path in a file may mean, from the program's folder, the likeliest first."""
    place = posixpath.normpath(posixpath.join(posixpath.dirname(importer), named))
    if not f"{named}/".startswith(("./", "../")) or place.startswith(("..", "/")):
        return
    stem, end = posixpath.splitext(place)
    if end in (*_PLAIN, *_TYPED, _DATA):
        yield place
    yield from (stem + other for other in _FROM.get(end, ()))
    ends = (*_TYPED, *_PLAIN) if importer.endswith(_TYPED) else (*_PLAIN, *_TYPED)
    for begun in (place, posixpath.join(place, "index")):
        yield from (begun + other for other in (*ends, _DATA))


def resolved(named: str, importer: str, names: frozenset[str]) -> str | None:
    """Which of these files a relative path in one of them means; None for any other."""
    return next((one for one in candidates(named, importer) if one in names), None)


def _there(folder: Path, name: str) -> bool:
    try:
        return (folder / name).is_file()
    except (OSError, ValueError):
        return False


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
