"""The files of a JavaScript or TypeScript program's folder that it imports: read as texts, and sent with the program.

Only what is named by a relative path is looked for, by the rules of Node and of TypeScript.  Texts are read, nothing is
run.  The contract is `codescore.languages.execution.Neighbouring`; neighbour: `run.modules` (what such a text gives).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from codescore.languages.execution import Neighbours
from codescore.languages.near_files import MOST_NAMED, There, any_text, gathered

_NAMED = re.compile(r"""(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()\s*(['"])(\.[^'"\n\\]*)\1""")
_PLAIN, _TYPED = (".js", ".mjs", ".cjs", ".jsx"), (".ts", ".tsx", ".mts", ".cts")
_DATA = ".json"
#: What a path that ends so may stand for, where a file is compiled from TypeScript.
_FROM = {".js": (".ts", ".tsx"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}


def neighbours(source: str, path: Path, hidden: Path | None = None) -> Neighbours:
    """The files that a program imports from its folder and those below, also by way of each other; total.

    Never what lies at `hidden`, nor what a link leads out of the folder to.
    """
    return gathered(source, path, hidden, _wanted)


def _wanted(text: str, importer: str, there: There) -> Iterator[tuple[str, Callable[[str], bool]]]:
    """The files that a text imports, the likeliest of each path that is there."""
    for named in list(dict.fromkeys(found[2] for found in _NAMED.finditer(text)))[:MOST_NAMED]:
        if (name := next(filter(there, candidates(named, importer)), None)) is not None:
            yield name, any_text


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
