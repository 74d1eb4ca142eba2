"""Graded code, kept by everything that decides its verdict: only what changed is graded again, a stopped run goes on.

In the user's cache folder, without anybody's name: the key is a hash, the value says what the graders said.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

import msgspec

from codescore import __version__
from codescore.engine import ScoreOptions
from codescore.foundation import shapes
from codescore.foundation.caches import DiskCache
from codescore.grade.model import Part
from codescore.grade.record import FORMAT, Entry, Tested
from codescore.grade.running import Trial
from codescore.grade.sources import Assignment
from codescore.sketch import VERSION

T = TypeVar("T")

_BYTES = 512 << 20

_MADE = 4  # raised where verdicts are made otherwise of the same files


class Store:
    """Entries by key; `folder` None remembers nothing."""

    def __init__(self, folder: Path | None) -> None:
        self._disk = DiskCache(folder, "grades", _BYTES) if folder is not None else None

    @property
    def notice(self) -> str | None:
        """Why nothing is kept, where the file cannot be used."""
        return self._disk.notice if self._disk is not None else None

    def get(self, keys: Iterable[bytes]) -> dict[bytes, Entry]:
        """What is known; a value that cannot be read is as good as none."""
        return self._read(keys, Entry)

    def outcomes(self, keys: Iterable[bytes]) -> dict[bytes, Tested]:
        """What running programs showed, by `outcome_key`."""
        return self._read(keys, Tested)

    def _read(self, keys: Iterable[bytes], kind: type[T]) -> dict[bytes, T]:
        found: dict[bytes, T] = {}
        for key, value in self._disk.get(list(keys)).items() if self._disk is not None else ():
            try:
                found[key] = shapes.from_msgpack(value, kind)
            except msgspec.DecodeError:
                continue
        return found

    def put(self, entries: Mapping[bytes, bytes]) -> None:
        """Keep encoded entries."""
        if self._disk is not None:
            self._disk.put(entries)

    def close(self) -> None:
        """Write what waits."""
        if self._disk is not None:
            self._disk.close()


def circumstances(assignment: Assignment, options: ScoreOptions, bundle: str | None) -> bytes:
    """Everything but the submission that decides a verdict, as a hash."""
    given = [assignment.template_part] if assignment.template_part is not None else []
    said = [
        FORMAT, _MADE, __version__, VERSION, bundle, assignment.language.id, asdict(options), len(assignment.parts),
        *(part.data.hex() for part in (*assignment.parts, *given)),
    ]  # fmt: skip
    return blake2b(json.dumps(said).encode(), digest_size=32).digest()


def key_of(parts: Sequence[Part], around: bytes) -> bytes:
    """The key of a submission's files."""
    digest = blake2b(around, digest_size=20)
    for part in parts:
        for piece in (part.path.encode("utf-8", "replace"), repr((part.marks, part.notes)).encode(), part.data):
            digest.update(len(piece).to_bytes(8, "little") + piece)
    return digest.digest()


def outcome_key(key: bytes, trial: Trial, *, beside: bool = False) -> bytes:
    """The key of what came of running a submission that has `key`, with its other files `beside` it."""
    given = [trial.references, trial.budget, trial.assume, trial.count, trial.must]
    if trial.state:
        given.append(trial.state)
    if beside:
        given.append("beside")
    said = json.dumps(given).encode()
    return blake2b(said + key, digest_size=20, person=b"tested").digest()
