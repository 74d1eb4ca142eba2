"""Scripts that go on behind lines that they cannot read: other answers there make a verdict conditional."""

from __future__ import annotations

import ast

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.python.run.line_ends import goes_on
from codescore.languages.shapes import LinesShape, RowShape
from tests.evidence.judging import judged

TOTALS = """
import sys
totals, skipped = {}, 0
for raw in sys.stdin:
    line = raw.strip()
    if not line:
        continue
    parts = line.split(",")
    try:
        region, _, units, price = parts
        amount = int(units) * float(price)
    except ValueError:
        skipped += 1
        continue
    totals[region] = totals.get(region, 0) + amount
for r in sorted(totals):
    print(r, totals[r])
print(skipped)
"""
BY_PLACE = """
import sys
totals, skipped = {}, 0
for raw in sys.stdin:
    if raw.strip():
        cells = raw.strip().split(",")
        try:
            totals[cells[0]] = totals.get(cells[0], 0) + int(cells[2]) * float(cells[3])
        except (ValueError, IndexError):
            skipped += 1
for r in sorted(totals):
    print(r, totals[r])
print(skipped)
"""


def test_a_line_that_is_taken_apart_before_it_gets_names_has_their_form() -> None:
    """`parts = line.split(",")`, and names for the parts below."""
    shape = by_id("python").runner().survey(TOTALS).entries[0].parameters[0].shape
    assert isinstance(shape, LinesShape)
    (row,) = shape.rows
    assert isinstance(row, RowShape)
    assert (row.names, row.separator) == (("region", "_", "units", "price"), ",")
    assert shape.loose


@pytest.mark.parametrize(
    ("handler", "on"),
    [
        ("except ValueError:\n        pass", True),
        ("except (KeyError, ValueError):\n        print('?')", True),
        ("except:\n        continue", True),
        ("except ValueError:\n        break", False),
        ("except ValueError as e:\n        raise SystemExit from e", False),
        ("except EOFError:\n        pass", False),
    ],
)
def test_who_catches_the_errors_of_a_line_goes_on(handler: str, on: bool) -> None:
    source = f"while True:\n    try:\n        print(int(input()))\n    {handler}\n"
    assert goes_on(ast.parse(source)) is on
    assert not goes_on(ast.parse(source.replace("while", "if")))


@pytest.mark.sandbox
def test_lines_of_another_form_are_a_condition(session: EvidenceSession) -> None:
    """Five fields are skipped and counted by the one, and read by the other."""
    found = judged(session, "python", BY_PLACE, TOTALS)
    assert found.verdict == "conditional"
    assert found.reason.endswith("unless all lines have the form that it reads")
    right = TOTALS.replace('parts = line.split(",")\n    ', "").replace("= parts", '= line.split(",")')
    assert judged(session, "python", right, TOTALS).verdict == "equivalent"
    assert judged(session, "python", TOTALS.replace("+ amount", "+ price"), TOTALS).verdict != "equivalent"
