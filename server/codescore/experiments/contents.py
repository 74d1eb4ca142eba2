"""What is recorded of a piece of code, by the level that the participant agreed to.

`lengths`: code points and lines.  `hashes` (the default): also a keyed hash, so that equal texts can be recognised.
`sketches`: also the sketch, in which the names that the code defines are replaced; literals, names of libraries and
structure stay.  `source`: also the text.  EXPERIMENTS.md says what can be inferred from each.

Pure.  Neighbours: `store` has the key, `events` the type.
"""

from __future__ import annotations

from typing import get_args

import msgspec

from codescore.experiments.events import Content, Level
from codescore.experiments.hashing import keyed
from codescore.foundation.errors import InputError
from codescore.foundation.text import encode
from codescore.languages import by_name
from codescore.sketch import VERSION, sketch_source

LEVELS: tuple[Level, ...] = get_args(Level)
DEFAULT: Level = "hashes"

# Code points of a text, or of its sketch, that is recorded; longer ones keep hash and lengths.  Two contents with text
# and sketch fit into an event even where every character is escaped to six bytes.
_MOST = 1 << 15


def content(text: str, level: Level, key: bytes, language: str | None = None) -> Content:
    """What the level allows to be recorded of a text; `language` is an id of ours or the protocol's.

    No sketch is made of a language that is not known, nor of a very long text.
    """
    rank = LEVELS.index(level)
    sketch = _sketch(text, language) if rank >= LEVELS.index("sketches") else None
    return Content(
        chars=len(text),
        lines=text.count("\n") + 1 if text else 0,
        hash=keyed(text, key) if rank >= LEVELS.index("hashes") else None,
        sketch=sketch,
        sketch_version=VERSION if sketch is not None else None,
        text=encode(text).decode("utf-8") if level == "source" and len(text) <= _MOST else None,
    )


def reduced(known: Content, level: Level) -> Content:
    """The same without what the level does not allow."""
    rank = LEVELS.index(level)
    return msgspec.structs.replace(
        known,
        hash=known.hash if rank >= LEVELS.index("hashes") else None,
        sketch=known.sketch if rank >= LEVELS.index("sketches") else None,
        sketch_version=known.sketch_version if rank >= LEVELS.index("sketches") else None,
        text=known.text if level == "source" else None,
    )


def level_of(name: str) -> Level:
    """The level of that name; InputError for another word."""
    for level in LEVELS:
        if name == level:
            return level
    raise InputError(f"{name!r} is no level of detail; choose one of {', '.join(LEVELS)}")


def _sketch(text: str, language: str | None) -> str | None:
    found = (by_name(language)) if language else None
    if found is None or len(text) > _MOST or "\0" in text:
        return None
    sketch = sketch_source(found, encode(text)).text
    return str(sketch) if len(sketch) <= _MOST else None
