"""Answers that were recorded elsewhere, from JSON lines: what is replayed, and what others found of it.

A line is {"model", "direction", "task", "answer"}, and may have "sample" (0), and beside it what its origin made of it:
"extracted", "entry_point", "status" (a number of CodeTransEval's, or a word of ours) and "passed_cases".  Knows no run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from codescore.foundation import shapes
from codescore.foundation.errors import InputError
from codescore.foundation.json_lines import json_lines
from codescore.translate.records import STATUSES, Direction, Key, Status

#: CodeTransEval's numbers.
_NUMBERS: dict[int, Status] = {
    0: "other_error",
    1: "all_passed",
    2: "compilation_failed",
    3: "runtime_error",
    4: "wrong_answer",
    5: "timeout_error",
}


@dataclass(frozen=True, slots=True)
class Recorded:
    """An answer, and what its origin extracted and found; None where it does not say."""

    key: Key
    text: str
    extracted: str | None = None
    entry: str | None = None
    status: Status | None = None
    passed: int | None = None


class _Row(msgspec.Struct):
    model: str
    direction: str
    task: str | int
    answer: str | None
    sample: int = 0
    extracted: str | None = None
    entry_point: str | None = None
    status: int | str | None = None
    passed_cases: int | str | None = None


def read_answers(path: Path) -> Iterator[Recorded]:
    """The answers of a file, one by one.  Raises InputError that names the line where one is none."""
    seen: set[Key] = set()
    for number, line in json_lines(path):
        try:
            row = shapes.from_json(line, _Row, strict=False)
            found = _recorded(row)
        except (msgspec.MsgspecError, UnicodeDecodeError, InputError) as error:
            raise InputError(f"{path}:{number}: {' '.join(str(error).split())}; mend the line") from None
        if found.key in seen:
            raise InputError(f"{path}:{number}: the answer of {found.key} came before; number samples with `sample`")
        seen.add(found.key)
        yield found
    if not seen:
        raise InputError(f"{path} holds no answer; give it a line of JSON for each")


def _recorded(row: _Row) -> Recorded:
    key = Key(row.model, str(Direction.parse(row.direction)), str(row.task), row.sample)
    passed = str(row.passed_cases).strip() if row.passed_cases is not None else ""
    return Recorded(
        key,
        row.answer or "",
        row.extracted,
        row.entry_point,
        _status(row.status),
        int(passed) if passed.isascii() and passed.isdigit() else None,
    )


def _status(given: int | str | None) -> Status | None:
    if isinstance(given, str) and not given.isdigit():
        return next((status for status in STATUSES if status == given), None)
    return None if given is None else _NUMBERS.get(int(given))
