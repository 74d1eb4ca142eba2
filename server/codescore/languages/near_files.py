"""The files of a program's folder that go with it as texts: what it names, and what these name, read within bounds.

Nothing outside of the folder is read, nor what a link leads out of it to; files, bytes and characters are bounded.
Neighbours: `neighbours` of each such language (says which files a text names).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from codescore.languages.execution import Neighbours

_MOST, _MOST_BYTES, _MOST_TEXT = 40, 1 << 18, 1 << 19  # files, how large one is, and the characters of all
MOST_NAMED = 200  # paths in one text that are looked for

#: Whether there is a file of this path, from the program's folder.
There: TypeAlias = Callable[[str], bool]
#: The paths that a text names, given its own; each with what its file must be like.
Wanted: TypeAlias = Callable[[str, str, There], Iterator[tuple[str, Callable[[str], bool]]]]


def gathered(source: str, path: Path, hidden: Path | None, wanted: Wanted) -> Neighbours:
    """A program, with no text, and the files that it wants, also by way of each other; () without any; total."""
    try:
        own = path.resolve()
    except (OSError, RuntimeError):
        return ()
    texts, left = {own.name: ""}, _MOST_TEXT

    def there(name: str) -> bool:
        return name in texts or _there(own.parent, name)

    waiting = [(own.name, source)]
    while waiting:
        importer, text = waiting.pop(0)
        for name, fits in wanted(text, importer, there):
            read = _read(own.parent, name, hidden) if name not in texts else None
            if read is None or len(read) > left or len(texts) > _MOST or not fits(read):
                continue
            texts[name], left = read, left - len(read)
            waiting.append((name, read))
    return tuple(texts.items()) if len(texts) > 1 else ()


def any_text(_text: str) -> bool:
    """What a file must be like of which nothing is asked."""
    return True


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
