"""Files of the corpus on disk: gzipped JSON lines, always written whole (temporary file, then rename).

Equal content gives equal bytes (no clock in the gzip header).  Neighbours: `build` and `split` write with it.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from codescore.foundation.files import replacing

_LEVEL = 3  # corpora are large and short-lived: speed before size


@contextmanager
def gzip_lines(path: Path) -> Iterator[gzip.GzipFile]:
    """A gzip stream to `path`, replaced atomically; the same lines give the same bytes."""
    with (
        replacing(path) as temporary,
        temporary.open("wb") as raw,
        gzip.GzipFile(filename="", mode="wb", fileobj=raw, compresslevel=_LEVEL, mtime=0) as packed,
    ):
        yield packed


def line(record: object) -> bytes:
    """One JSON line."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"


def write_json(path: Path, document: object) -> None:
    """One JSON document, indented."""
    with replacing(path) as temporary:
        temporary.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def write_lines(path: Path, records: Iterable[object]) -> None:
    """Plain JSON lines."""
    with replacing(path) as temporary:
        temporary.write_bytes(b"".join(map(line, records)))


def read_json(path: Path) -> Any:  # noqa: ANN401  any document
    """The document of a JSON file."""
    return json.loads(path.read_bytes())


def read_lines(path: Path) -> Iterator[Any]:
    """The records of a gzipped JSON-lines file."""
    with gzip.open(path, "rb") as stream:
        for raw in stream:
            yield json.loads(raw)
