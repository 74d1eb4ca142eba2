"""Functions of a corpus with what is known of where they come from.

Reads what `corpus` writes: `<language>.jsonl.gz` (with path and licence of each function), else the split
`functions.<language>.train.jsonl.gz`, whose functions have the licence of their project where `sources.jsonl` lies in
the folder or above it.  Knows nothing of running.  Neighbours: `corpus.split` (sketches), `mine` asks.
"""

from __future__ import annotations

import hashlib
import heapq
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codescore.foundation.errors import InputError
from codescore.languages import Language, all_languages
from codescore_train.corpus import storage
from codescore_train.corpus.split import sketch_of


@dataclass(frozen=True, slots=True)
class Source:
    """One function; `id` is a hash of its language and code, `path` and `licence` are empty where not recorded."""

    id: str
    language: str
    project: str
    path: str
    licence: str
    code: str
    sketch: str

    def provenance(self) -> dict[str, str]:
        """The function as a pair's row has it."""
        return {
            "id": self.id,
            "project": self.project,
            "path": self.path,
            "licence": self.licence,
            "code": self.code,
        }


def runnable(corpus: Path, wanted: list[str]) -> list[Language]:
    """The languages of a corpus whose programs can be run, or those of them that are wanted.  Raises InputError."""
    here = [language for language in all_languages() if _file(corpus, language) is not None]
    found = [one for one in here if one.runner() is not None and (not wanted or one.id in wanted)]
    absent = sorted(set(wanted) - {one.id for one in found})
    if absent:
        raise InputError(
            f"{corpus} holds no functions in {absent[0]} that can be run; leave --language {absent[0]} out"
        )
    if not found:
        raise InputError(f"{corpus} holds no functions that can be run; run `codescore-train corpus` first")
    return found


def read(corpus: Path, language: Language, most: int) -> tuple[list[Source], int]:
    """Functions of different sketches, at most so many (0: all), in the order of their ids; and how many were read.

    Which ones is decided by their code alone.  Raises InputError where the corpus is damaged.
    """
    path = _file(corpus, language)
    assert path is not None
    licences = _licences(corpus)
    rows: dict[str, dict[str, Any]] = {}
    read_ = 0
    for row in _rows(path):
        read_ += 1
        rows.setdefault(identity(language.id, row["code"]), row)
    chosen = heapq.nsmallest(most, rows) if most else sorted(rows)
    found: dict[str, Source] = {}
    for key in chosen:
        row = rows[key]
        sketch = row.get("sketch") or sketch_of(language, row["code"])
        licence = str(row.get("licence") or licences.get(row["project"], ""))
        source = Source(key, language.id, row["project"], str(row.get("path", "")), licence, row["code"], sketch)
        found.setdefault(sketch, source)
    return list(found.values()), read_


def identity(language: str, code: str) -> str:
    """A function's id: sixteen hexadecimal digits."""
    return hashlib.blake2b(f"{language}\0{code}".encode("utf-8", "replace"), digest_size=8).hexdigest()


def _file(corpus: Path, language: Language) -> Path | None:
    names = (f"{language.id}.jsonl.gz", f"functions.{language.id}.train.jsonl.gz")
    return next((corpus / name for name in names if (corpus / name).is_file()), None)


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    try:
        for row in storage.read_lines(path):
            yield row | {name: str(row[name]) for name in ("code", "project")}
    except (OSError, EOFError, ValueError, KeyError, TypeError, zlib.error) as error:
        raise InputError(f"cannot read {path}: {error!r}; run `codescore-train corpus` again") from None


def _licences(corpus: Path) -> dict[str, str]:
    """The licence of each project."""
    for folder in (corpus, corpus.parent):
        path = folder / "sources.jsonl"
        if path.is_file():
            try:
                records = [json.loads(line) for line in path.read_bytes().splitlines()]
                return {str(one["name"]): str(one["licence"]) for one in records}
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise InputError(f"cannot read {path}: {error!r}; run `codescore-train corpus` again") from None
    return {}
