"""Files of the corpus on disk: gzipped JSON lines, always written whole (temporary file, then rename).

Equal content gives equal bytes (no clock in the gzip header).  Neighbours: `build` and `split` write with it.
"""

from __future__ import annotations

import gzip
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

_LEVEL = 3  # corpora are large and short-lived: speed before size


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A stream whose content becomes `path` when the block ends well, and vanishes when it does not."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


@contextmanager
def gzip_lines(path: Path) -> Iterator[gzip.GzipFile]:
    """A gzip stream to `path`, replaced atomically; the same lines give the same bytes."""
    with (
        replacing(path) as raw,
        gzip.GzipFile(filename="", mode="wb", fileobj=raw, compresslevel=_LEVEL, mtime=0) as packed,
    ):
        yield packed


def line(record: Any) -> bytes:
    """One JSON line."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"


def write_json(path: Path, document: Any) -> None:
    """One JSON document, indented."""
    with replacing(path) as stream:
        stream.write(json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n")


def read_json(path: Path) -> Any:
    """The document of a JSON file."""
    return json.loads(path.read_bytes())


def write_lines(path: Path, records: Iterable[Any]) -> None:
    """Plain JSON lines."""
    with replacing(path) as stream:
        stream.writelines(line(record) for record in records)


def read_lines(path: Path) -> Iterator[Any]:
    """The records of a gzipped JSON-lines file."""
    with gzip.open(path, "rb") as stream:
        for raw in stream:
            yield json.loads(raw)
