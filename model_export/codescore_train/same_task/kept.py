"""Features of gathered programs kept in a file, so that training, measuring and recording compute them once.

Four arrays of numbers: how many features each program has (-1: it has none and is left out), their hashes and counts,
and the texts of the sketches as bytes with their lengths.  Neighbour: `rows` makes what is kept here.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from codescore.foundation.files import replacing
from codescore.score.task import VERSION
from codescore_train.corpus.gathered import Solution
from codescore_train.same_task.rows import Made, Programs, make, programs_of


def programs(solutions: Sequence[Solution], families: tuple[str, ...], processes: int, path: Path) -> Programs:
    """The features of programs that have any, from the file where it holds these, else made and written there."""
    key = key_of(solutions, families)
    made = _read(path, key)
    if made is None:
        made = make(solutions, families, processes)
        write(path, key, made)
    return programs_of(solutions, made)


def key_of(solutions: Sequence[Solution], families: tuple[str, ...]) -> str:
    """What features depend on: programs, families, and the version of their meaning."""
    digest = hashlib.sha256(f"{VERSION} {' '.join(families)}".encode())
    for one in solutions:
        digest.update(msgspec.json.encode((one.lang, one.code)))
    return digest.hexdigest()


def write(path: Path, key: str, made: Sequence[Made | None]) -> None:
    """Write the file, whole or not at all."""
    found = [one for one in made if one is not None]
    texts = [text.encode("utf-8", "surrogatepass") for _, text in found]
    with replacing(path) as temporary, temporary.open("wb") as stream:
        np.savez(
            stream,
            key=np.array(key),
            sizes=np.array([len(one[0][0]) if one is not None else -1 for one in made], np.int64),
            hashes=np.concatenate([hashes for (hashes, _), _ in found] or [np.zeros(0, np.uint32)]),
            times=np.concatenate([times for (_, times), _ in found] or [np.zeros(0, np.float32)]).astype(np.uint16),
            lengths=np.array([len(text) for text in texts], np.int64),
            texts=np.frombuffer(b"".join(texts), np.uint8),
        )


def _read(path: Path, key: str) -> list[Made | None] | None:
    """What was kept of these programs; None where nothing was, or of others."""
    try:
        with np.load(path, allow_pickle=False) as held:
            if str(held["key"]) != key:
                return None
            sizes, hashes, times = held["sizes"], held["hashes"], held["times"].astype(np.float32)
            lengths, texts = held["lengths"], held["texts"].tobytes()
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    found: list[Made | None] = []
    at = start = 0
    ends = iter(lengths.tolist())
    for size in sizes.tolist():
        if size < 0:
            found.append(None)
            continue
        length = next(ends)
        text = texts[start : start + length].decode("utf-8", "surrogatepass")
        found.append(((hashes[at : at + size], times[at : at + size]), text))
        at, start = at + size, start + length
    return found
