"""Parameters that name a field of each record, and records that have it."""

from __future__ import annotations

from random import Random

import pytest

from codescore.evidence.pool import pool_of
from codescore.evidence.relations import names_field, relate, with_field
from codescore.evidence.session import EvidenceSession
from codescore.languages.assumed import Assumption
from codescore.languages.fields_named import fields_named
from codescore.languages.shapes import IntShape, MappingShape, SequenceShape, TextShape
from codescore.languages.values import Int, Mapping, Sequence, Text, Value
from tests.evidence.judging import judged

ROWS = SequenceShape(MappingShape(TextShape(), IntShape()))


@pytest.mark.parametrize(
    ("program", "kinds"),
    [
        ("for row in rows:\n    out[row[key]] = 0", {0, 2}),
        ("for (const row of rows) { sum += row[key]; }", {0, 1}),
        ("rows.map((row) => row[key])", {0, 2}),
        ("rows.reduce((sum, r) => sum, 0); rows.filter(r => r[key] === 3)", {0, 2}),
        ("total = sum(r[key] for r in rows)", {0, 1}),
        ("for row in rows:\n    row[key] = 0", set()),
        ("rows.map((r) => r[key] ?? 0)", set()),
        ("for row in others:\n    print(row[key])", set()),
    ],
)
def test_what_each_record_is_asked_for(program: str, kinds: set[int]) -> None:
    """Not what is put there, nor what may be missing."""
    found = [*fields_named({"rows": ROWS, "key": TextShape()}, program)]
    assert {one.bound for one in found} | ({0} if kinds else set()) == kinds
    assert {(one.parameter, one.other) for one in found} <= {("key", "rows")}


def record(**fields: Value) -> Value:
    return Mapping("dict", tuple((Text(name), value) for name, value in fields.items()))


@pytest.mark.parametrize("kind", [0, 1, 2])
def test_records_get_the_field(kind: int) -> None:
    rows = Sequence("list", (record(a=Int(3)), record(b=Text("x"))))
    made = with_field(Text("a"), rows, Random(1), kind)
    assert names_field(Text("a"), made, kind)
    assert names_field(Text("a"), rows, kind) is False
    assert with_field(Text("a"), made, Random(2), kind) == made
    assert with_field(Int(1), rows, Random(1), kind) == rows


def test_records_that_are_left_out_stay_so() -> None:
    """An argument that may be missing is not put in the place of another."""
    named: dict[str, Value] = {"key": Text("a")}
    relate(Assumption("key", "field of", "", other="rows"), named, pool_of((), 1), lambda _name: Text("b"))
    assert named == {"key": Text("a")}


TOTALS = """def totals(rows, key, value):
    out = {}
    for row in rows:
        out[row[key]] = out.get(row[key], 0) + row[value]
    return out
"""
BY_NAME = """def totals(rows, key, value):
    names = {row[key] for row in rows}
    return {name: sum(row[value] for row in rows if row[key] == name) for name in names}
"""


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("candidate", "verdict"),
    [(BY_NAME, "equivalent"), (BY_NAME.replace("sum(row[value]", "max(row[value]"), "differs")],
)
def test_tables_are_tried(session: EvidenceSession, candidate: str, verdict: str) -> None:
    found = judged(session, "python", candidate, TOTALS)
    assert found.verdict == verdict, found.reason
