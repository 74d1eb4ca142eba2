"""Functions of a corpus: a sample per language and part, the same for the same seed.

Reads the files that `corpus` writes, `functions.<language>.<part>.jsonl.gz` with lines of
{lang, project, code, sketch, comment}.  Knows nothing of variants or tokens.
"""

from __future__ import annotations

import gzip
import json
import random
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from codescore.foundation.errors import InputError

PARTS = ("train", "valid")


@dataclass(frozen=True, slots=True)
class Function:
    """One corpus function; `comment` may be empty."""

    language: str
    code: str
    sketch: str
    comment: str


def languages_of(corpus: Path) -> tuple[str, ...]:
    """The languages whose functions a corpus folder holds.  Raises InputError where it holds none."""
    found = tuple(sorted(path.name.split(".")[1] for path in corpus.glob("functions.*.train.jsonl.gz")))
    if not found:
        raise InputError(f"no functions.<language>.train.jsonl.gz in {corpus}; run `codescore-train corpus` first")
    return found


def read_functions(corpus: Path, language: str, part: str, count: int, seed: int) -> list[Function]:
    """At most `count` functions drawn evenly from all of one language's part, in corpus order.

    Raises InputError where the file is missing or damaged.
    """
    path = corpus / f"functions.{language}.{part}.jsonl.gz"
    try:
        return [_row(line, path)[1] for line in _sample(path, count, seed)]
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"cannot read {path}: {error}; run `codescore-train corpus` again") from None


def stream_functions(corpus: Path, language: str, part: str) -> Iterator[tuple[str, Function]]:
    """All functions of one language's part with the project each is from.  Raises InputError as `read_functions`."""
    path = corpus / f"functions.{language}.{part}.jsonl.gz"
    try:
        with gzip.open(path, "rb") as stream:
            for line in stream:
                yield _row(line, path)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"cannot read {path}: {error}; run `codescore-train corpus` again") from None


def _sample(path: Path, count: int, seed: int) -> Iterator[bytes]:
    """Reservoir sampling of lines, given back in file order."""
    draw = random.Random(seed)  # noqa: S311 (a sample, not a secret)
    kept: list[tuple[int, bytes]] = []
    with gzip.open(path, "rb") as stream:
        for number, line in enumerate(stream):
            if number < count:
                kept.append((number, line))
            elif (place := draw.randrange(number + 1)) < count:
                kept[place] = (number, line)
    return (line for _, line in sorted(kept))


def _row(line: bytes, path: Path) -> tuple[str, Function]:
    try:
        row = json.loads(line)
        return row["project"], Function(row["lang"], row["code"], row["sketch"], row["comment"] or "")
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path} holds a line that is no function ({error!r})") from None
