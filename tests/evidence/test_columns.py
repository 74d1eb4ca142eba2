"""Tables that Python scripts read by the `csv` module: the line of names, the columns, and what may be left out."""

from __future__ import annotations

import pytest

from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages.python.run.surveying import survey
from codescore.languages.shapes import TO_THE_END, FloatShape, IntShape, LinesShape, OneOf, RowShape, Samples, TextShape
from codescore.languages.values import Text
from tests.evidence.judging import judged

ABLE = probe()
in_sandbox = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
SPENT = """# What each room has spent; an amount that is not known yet is empty.
import csv
import sys

spent = {}
for row in csv.DictReader(sys.stdin):
    spent.setdefault(row["room"].strip(), [])
    if row["amount"].strip():
        spent[row["room"].strip()].append(int(row["amount"]))
for room in sorted(spent):
    print(room, len(spent[room]), sum(spent[room]))
"""


def _rows(source: str) -> list[RowShape]:
    (entry,) = [one for one in survey(source).entries if one.kind == "script"]
    shape = entry.parameters[0].shape
    assert isinstance(shape, LinesShape)
    assert all(isinstance(row, RowShape) for row in shape.rows)
    return [row for row in shape.rows if isinstance(row, RowShape)]


def _names(row: RowShape) -> list[str]:
    assert all(isinstance(token, Samples) and len(token.values) == 1 for token in row.tokens)
    return [one.value for token in row.tokens if isinstance(token, Samples) for one in token.values if _is_text(one)]


def _is_text(one: object) -> bool:
    return isinstance(one, Text)


def test_columns_that_are_looked_up_are_the_first_line() -> None:
    """The names first, then lines of what is done with each; what is asked whether it is there may be left out."""
    head, row = _rows(SPENT)
    assert (_names(head), head.separator, head.until) == (["room", "amount"], ",", None)
    assert (row.names, row.separator, row.until) == (("room", "amount"), ",", TO_THE_END)
    room, amount = row.tokens
    assert isinstance(room, TextShape)
    assert isinstance(amount, OneOf)
    assert {*amount.options} == {IntShape(), Samples((Text(""),))}


def test_words_say_in_which_order_they_stand() -> None:
    """A comment that has all of them in a row, and one more; read into a list and gone through twice."""
    head, row = _rows(
        "# id;price;status on each line\nimport csv, sys\n"
        "rows = list(csv.DictReader(sys.stdin, delimiter=';'))\n"
        "print(sum(1 for r in rows if r['status'] == 'paid' or r['status'] == 'open'))\n"
        "print(sum(float(r['price']) for r in rows))\n"
    )
    assert (_names(head), head.separator) == (["id", "price", "status"], ";")
    assert [type(token) for token in row.tokens] == [TextShape, FloatShape, Samples]
    assert row.until == TO_THE_END


def test_columns_without_names_have_no_first_line_unless_one_is_passed_over() -> None:
    """`csv.reader`, by place or by name; `next` passes over the names; `fieldnames` are given and not read."""
    start = "import csv, sys\nreader = csv.reader(sys.stdin)\n"
    (row,) = _rows(f"{start}for one in reader:\n    print(one[0], int(one[1]) + 1)\n")
    assert [type(token) for token in row.tokens] == [TextShape, IntShape]
    head, row = _rows(f"{start}next(reader)\nfor name, score in reader:\n    print(name, int(score) + 1)\n")
    assert _names(head) == ["name", "score"]
    assert [type(token) for token in row.tokens] == [TextShape, IntShape]
    (row,) = _rows(
        "import csv, sys\nfor one in csv.DictReader(sys.stdin, fieldnames=['a', 'b']):\n    print(int(one['b']))\n"
    )
    assert [type(token) for token in row.tokens] == [TextShape, IntShape]


@in_sandbox
def test_such_programs_are_judged() -> None:
    """A right one by another way is the same, one that counts what is left out is shown."""
    right = """import sys
lines = sys.stdin.read().split("\\n")
at = [name.strip() for name in lines[0].split(",")]
sums, counts = {}, {}
for line in lines[1:]:
    if line:
        cells = line.split(",")
        room, amount = cells[at.index("room")].strip(), cells[at.index("amount")].strip()
        sums[room] = sums.get(room, 0) + int(amount or 0)
        counts[room] = counts.get(room, 0) + bool(amount)
for room in sorted(sums):
    print(room, counts[room], sums[room])
"""
    with EvidenceSession() as session:
        assert judged(session, "python", right, SPENT).verdict == "equivalent"
        wrong = judged(session, "python", right.replace(" + bool(amount)", " + 1"), SPENT)
    assert wrong.verdict == "differs"
    assert wrong.counterexample is not None
    assert wrong.counterexample.input.startswith("standard input 'room,amount\\n")
