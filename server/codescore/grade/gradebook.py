"""A class as CSV for a gradebook: a line a submission, and columns for each function of the assignment."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator

from codescore.grade.feedback import in_a_line
from codescore.grade.record import ClassRecord, Student, Verdict
from codescore.score import shown

_COLUMNS = (
    "submission", "name", "id", "file", "verdict", "works", "score", "similarity", "probability", "compiles",
    "reference", "idea", "reason", "feedback",
)  # fmt: skip
# What is known to work or not; a model's estimate is neither.
_WORKS: dict[Verdict, str] = {"behaves": "yes", "differs": "no", "missing": "no", "broken": "no", "untouched": "no"}
_DIGITS = 4  # of numbers, rounded down as everywhere
_SEPARATOR = re.compile(r"([;\t\n\v\f\r])")  # where a spreadsheet may split, whatever is quoted: its country decides
_BULLET = re.compile(r"^- ", re.MULTILINE)
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


def gradebook(record: ClassRecord) -> str:
    """CSV with a byte order mark, which spreadsheets want for UTF-8; no cell, and no piece of one, begins a formula."""
    names = [row.name for row in record.functions] if len(record.functions) > 1 else []
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([_plain(cell) for cell in (*_COLUMNS, *(f"similarity of {name}" for name in names))])
    for student in record.students:
        writer.writerow([_plain(cell) for cell in _row(record, student, names)])
    for left in record.left:
        blank = [""] * (len(_COLUMNS) - 4 + len(names))
        cells = ["", left.name or left.label, "", left.label, *blank]
        cells[_COLUMNS.index("verdict")], cells[_COLUMNS.index("reason")] = "not graded", left.reason
        writer.writerow([_plain(cell) for cell in cells])
    return "\ufeff" + out.getvalue()


def _row(record: ClassRecord, student: Student, names: list[str]) -> Iterator[str]:
    one = student.graded
    similar = {f.reference_name: f.similarity for f in one.functions if f.counts}
    yield from (student.id, student.name, student.person_id, student.label, one.verdict)
    yield _WORKS.get(one.verdict, "")
    yield "" if one.score is None else str(one.score)
    yield from (_number(one.similarity), _number(one.probability), "yes" if one.compiles else "no")
    yield "" if one.reference is None else record.references[one.reference].label
    yield "" if student.cluster is None else str(student.cluster + 1)
    yield from (one.reason, in_a_line(student.feedback))
    yield from (_number(similar.get(name)) for name in names)


def _number(value: float | None) -> str:
    return "" if value is None else shown(value, _DIGITS)


def _plain(text: str) -> str:
    """A cell that a spreadsheet shows and does not run, at whatever it splits a line: each piece gets an apostrophe
    where it begins like a formula.  Bullets become signs that begin none; numbers stay numbers.
    """
    pieces = _SEPARATOR.split(_BULLET.sub("• ", text))
    safe = "".join(f"'{piece}" if _runs(piece) else piece for piece in pieces)
    return f"'{safe}" if _SEPARATOR.match(safe) else safe


def _runs(piece: str) -> bool:
    # Full-width and small forms of the signs count: some spreadsheets read them as the plain ones.
    sign = unicodedata.normalize("NFKC", piece.lstrip()[:1])
    return sign != "" and sign in "=+-@" and not _NUMBER.fullmatch(piece.strip())
