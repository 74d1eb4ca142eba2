"""Texts that a program reads as JSON are JSON of what it looks at in there."""

from __future__ import annotations

import json

import pytest

from codescore.evidence.json_texts import as_json, changed_json
from codescore.evidence.session import EvidenceSession
from codescore.languages.values import Bool, Float, Int, Mapping, Null, Record, Sequence, Text, Value
from tests.evidence.judging import judged

DEAR = """
import json

def dear(text):
    data = json.loads(text)
    return [item["name"] for item in data["items"] if item.get("price", 0) > 10]
"""
LINES = """
function lines(text) {
  const { items, currency = 'EUR' } = JSON.parse(text);
  return items.filter((i) => i.count > 0).map((i) => `${i.name}: ${i.count * i.price} ${currency}`);
}
module.exports = { lines };
"""


def test_a_value_is_written_and_read() -> None:
    value = Record("Node", (("a", Sequence("list", (Int(1), Float(0.5), Null(), Bool(value=True)))), ("b", Text("ö"))))
    assert json.loads(as_json(value)) == {"a": [1, 0.5, None, True], "b": "ö"}
    assert as_json(Mapping("dict", ((Int(1), Float(float("inf"))),))) == '{"1": null}'


def test_what_it_says_is_changed() -> None:
    def more(value: Value) -> Value:
        assert value == Mapping("dict", ((Text("a"), Sequence("list", (Int(1),))),))
        return Int(2)

    assert changed_json('{"a": [1]}', more) == "2"
    assert changed_json("[1, 2", more) == "[1, 2"
    assert changed_json("[" * 100_000, more) == "[" * 100_000


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("language", "reference", "was", "now"),
    [
        ("python", DEAR, '"price", 0', '"price", 11'),
        ("python", DEAR, "> 10", ">= 10"),
        ("javascript", LINES, "count > 0", "count >= 0"),
        ("javascript", LINES, "'EUR'", "'USD'"),
    ],
)
def test_programs_that_read_json_are_run(
    session: EvidenceSession, language: str, reference: str, was: str, now: str
) -> None:
    """Nothing had been found that they accept."""
    assert judged(session, language, reference.replace(was, now), reference).verdict == "differs"
    assert judged(session, language, reference.replace("data", "read"), reference).verdict == "equivalent"
