"""Byte offsets to the lines and columns that people and editors use.

Lines and columns count from 1, columns in Unicode code points, the end of a range is exclusive.  The only place of
the command line that converts positions.
"""

from __future__ import annotations

from codescore.foundation.text import Text


def point_json(text: Text, offset: int) -> dict[str, int]:
    """`{"line", "column"}` of an offset."""
    place = text.position(offset, "utf-32")
    return {"line": place.line + 1, "column": place.column + 1}


def range_json(text: Text, start: int, end: int) -> dict[str, dict[str, int]]:
    """`{"start": point, "end": point}` of bytes [start, end)."""
    return {"start": point_json(text, start), "end": point_json(text, end)}


def line_of(text: Text, offset: int) -> int:
    """The line of an offset, from 1."""
    return text.position(offset).line + 1
