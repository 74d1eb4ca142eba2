"""Byte offsets to the lines and columns that people and editors use.

Lines and columns count from 1, columns in Unicode code points, the end of a range is exclusive.  The only place of
the command line that converts positions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from codescore.languages import Problem
from codescore.text import Text


def point_json(text: Text, offset: int) -> dict[str, int]:
    """`{"line", "column"}` of an offset."""
    place = text.position(offset, "utf-32")
    return {"line": place.line + 1, "column": place.column + 1}


def range_json(text: Text, start: int, end: int) -> dict[str, dict[str, int]]:
    """`{"start": point, "end": point}` of bytes [start, end)."""
    return {"start": point_json(text, start), "end": point_json(text, end)}


def problem_json(text: Text, problem: Problem) -> dict[str, Any]:
    """A problem as the contract has it (`line`, `column`, `message`, `source`), and where it ends."""
    place = range_json(text, problem.start, problem.end)
    return {**place["start"], "message": problem.message, "source": problem.source, "range": place}


def problems_json(text: Text, problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Problems in the order given."""
    return [problem_json(text, problem) for problem in problems]


def line_of(text: Text, offset: int) -> int:
    """The line of an offset, from 1."""
    return text.position(offset).line + 1
