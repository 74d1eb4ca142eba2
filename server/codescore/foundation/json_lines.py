"""Files of JSON lines, gzipped or not: their lines with numbers, bounded; what cannot be read is one line that says so.

Knows nothing of what the lines hold.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from codescore.foundation.errors import InputError

#: Bytes of one line at most, unpacked: more is no line that anybody wrote.
MAX_LINE = 256 << 20


def json_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Lines that are not blank, with their numbers from 1; gunzipped where the name says so.

    Raises InputError where the file cannot be read, or a line is too long.
    """
    number = 0
    try:
        with _opened(path) as stream:
            while line := stream.readline(MAX_LINE + 1):
                number += 1
                if len(line) > MAX_LINE:
                    raise InputError(f"{path}:{number}: the line is longer than {MAX_LINE >> 20} MB; check the file")
                if line.strip():
                    yield number, line
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        where = f" after line {number}" if number else ""
        raise InputError(f"cannot read {path}{where}: {reason}; check the file") from None


def _opened(path: Path) -> BinaryIO:
    return cast("BinaryIO", gzip.open(path, "rb")) if path.suffix == ".gz" else path.open("rb")
