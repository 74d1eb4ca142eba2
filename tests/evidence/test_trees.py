"""Trees of mappings: what is under a key leads back to the like of what it is in."""

from __future__ import annotations

import pytest

from codescore.evidence.options import Options
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id, by_name
from codescore.languages.shapes import MappingShape, NullShape, OneOf, SequenceShape, Shape
from tests.evidence.answers import answers

ABLE = probe()

NUMBERED = """\
def numbered(sections):
    lines = []

    def walk(nodes, prefix):
        for number, node in enumerate(nodes, 1):
            lines.append(f"{prefix}{number} {node['title']}")
            walk(node.get("children", []), f"{prefix}{number}.")

    walk(sections, "")
    return lines
"""
BY_STACK = """\
def numbered(sections):
    lines, left = [], [(f"{n}", one) for n, one in enumerate(sections, 1)][::-1]
    while left:
        label, one = left.pop()
        lines.append(label + " " + one["title"])
        below = one.get("children") or ()
        left += [(f"{label}.{n}", child) for n, child in enumerate(below, 1)][::-1]
    return lines
"""
DEEPEST = """\
def deepest(node):
    if node is None:
        return 0
    return 1 + max(deepest(node["left"]), deepest(node["right"]))
"""
OTHER_DEEPEST = """\
def deepest(node):
    level, deep = [node] if node else [], 0
    while level:
        level = [below for one in level for below in (one["left"], one["right"]) if below is not None]
        deep += 1
    return deep
"""


def shape_of(source: str) -> Shape:
    runner = by_id("python").runner()
    assert runner is not None
    return runner.survey(source).entries[0].parameters[0].shape


def test_children_are_lists_of_such_mappings() -> None:
    """Down to some depth, and then there are none."""
    shape = shape_of(NUMBERED)
    for _ in range(2):
        assert isinstance(shape, SequenceShape)
        assert isinstance(shape.element, MappingShape)
        assert dict(shape.element.each).keys() == {"title", "children"}
        assert [value.value for value in shape.element.required if hasattr(value, "value")] == ["title"]
        shape = dict(shape.element.each)["children"]


def test_a_side_is_such_a_mapping_or_nothing() -> None:
    """As in a binary tree."""
    shape = shape_of(DEEPEST)
    whole = next(one for one in shape.options if isinstance(one, MappingShape)) if isinstance(shape, OneOf) else shape
    assert isinstance(whole, MappingShape)
    left = dict(whole.each)["left"]
    assert isinstance(left, OneOf)
    assert {type(one) for one in left.options} == {NullShape, MappingShape}


@pytest.mark.sandbox
@pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
@pytest.mark.parametrize(
    ("reference", "candidate", "verdict"),
    [
        (NUMBERED, BY_STACK, "equivalent"),
        (NUMBERED, BY_STACK.replace('f"{label}.{n}"', 'f"{n}"'), "differs"),
        (DEEPEST, OTHER_DEEPEST, "equivalent"),
        (DEEPEST, DEEPEST.replace("max(", "min("), "differs"),
    ],
)  # fmt: skip
def test_such_programs_are_judged(session: EvidenceSession, reference: str, candidate: str, verdict: str) -> None:
    """Who numbers children as if they stood alone is told."""
    pairs = answers("python", candidate, reference)
    found = session.judge(candidate, reference, by_name("python"), Options(pairs=pairs))
    assert found.verdict == verdict, found.reason
