"""Gathered programs: right programs with the task that they solve, as `same-task gather` writes them.

Neighbours: `same_task` gathers them and learns from them, `pairs.programs` makes positives of them.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec

from codescore.foundation.errors import InputError


class Solution(msgspec.Struct, frozen=True):
    """A line of the file: a program with its task and part (`train` or `dev`)."""

    task: str
    lang: str
    approach: str
    code: str
    source: str
    part: str


def read_solutions(path: Path) -> list[Solution]:
    """The lines of a gathered file.  Raises InputError where it is none."""
    try:
        with gzip.open(path, "rb") as stream:
            return [msgspec.json.decode(line, type=Solution) for line in stream]
    except (OSError, EOFError, msgspec.MsgspecError) as error:
        raise InputError(f"{path}: no file of gathered programs ({error}); run `same-task gather`") from None
