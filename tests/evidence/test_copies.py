"""What is read of a copy that is written by name (`{ ...row, seen: 0 }`) is known of what was copied."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.shapes import MappingShape, RecordShape, SequenceShape
from codescore.languages.values import Text
from tests.evidence.judging import judged

LABELS = """
def labels(rows):
    by_id = {}
    for row in rows:
        by_id[row["id"]] = {**row, "seen": 0}
    return [node["name"].strip() + str(node["count"] * 2) for node in by_id.values()]
"""
TREE = """
function buildTree(rows, rootId = null) {
  const byId = new Map();
  for (const row of rows) {
    byId.set(row.id, { ...row, children: [] });
  }
  const roots = [];
  for (const node of byId.values()) {
    const parent = byId.get(node.parentId);
    if (node.parentId === rootId || !parent) roots.push(node);
    else parent.children.push(node);
  }
  return roots;
}
module.exports = buildTree;
"""


def _names(language: str, source: str) -> set[str]:
    """The names of what a row has."""
    shape = by_id(language).runner().survey(source).entries[0].parameters[0].shape
    inner = shape.element if isinstance(shape, SequenceShape) else shape
    assert isinstance(inner, (MappingShape, RecordShape))
    if isinstance(inner, RecordShape):
        return {name for name, _ in inner.fields}
    return {*(name for name, _ in inner.each), *(key.value for key in inner.required if isinstance(key, Text))}


@pytest.mark.parametrize(
    ("language", "source", "names"),
    [
        ("python", LABELS, {"count", "id", "name"}),
        ("javascript", TREE, {"id", "parentId"}),
        ("javascript", "function f(o) { const a = { ...o, b: 1 }; return a.b + a.c; }", {"c"}),
        ("python", 'def f(o):\n    a = {"b": 1, **o}\n    return a["b"] + a["c"] * 2\n', {"b", "c"}),
    ],
    ids=["rows", "nodes", "its own", "perhaps copied"],
)
def test_what_is_read_of_a_copy_is_read_of_what_was_copied(language: str, source: str, names: set[str]) -> None:
    """Not what is written after the copy: that is the copy's own."""
    assert _names(language, source) == names


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("language", "reference", "was", "now"),
    [
        ("python", LABELS, '"] * 2', '"] * 3'),
        ("javascript", TREE, "node.parentId === rootId || !parent", "!node.parentId || !parent"),
    ],
)
def test_bugs_in_what_is_read_of_a_copy_show(
    session: EvidenceSession, language: str, reference: str, was: str, now: str
) -> None:
    assert judged(session, language, reference.replace(was, now), reference).verdict == "differs"
    renamed = reference.replace("byId", "known").replace("by_id", "known")
    assert judged(session, language, renamed, reference).verdict == "equivalent"
