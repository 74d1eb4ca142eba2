"""The table of hostile programs says what the programs are and what came of them."""

from __future__ import annotations

import re

from tests.security.table import FILE, rows, written


def _cells(line: str) -> list[str]:
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def test_the_table_is_true() -> None:
    """It holds every program with what it tries and what may come out, and what came out is one of these."""
    text = FILE.read_text("utf-8")
    came = {(c[0], c[1], c[2]): c[5] for line in text.splitlines() if line.startswith("| ") for c in [_cells(line)]}
    del came["language", "run", "name"]
    assert set(came) == {(row.language, row.kind, row.name) for row in rows()}, "run `python -m tests.security.table`"
    assert text == written(came)
    wrong = [row for row in rows() if came[row.language, row.kind, row.name] not in row.may.split(", ")]
    assert wrong == []
    assert "equivalent" not in came.values()


def test_there_are_many_of_each() -> None:
    """Names are used once in their language and kind, and none of the collections has shrunk to nothing."""
    names = [(row.language, row.kind, row.name) for row in rows()]
    assert len(names) == len(set(names))
    for language, least in (("python", 200), ("java", 80), ("cpp", 60)):
        assert sum(row.language == language for row in rows()) >= least
