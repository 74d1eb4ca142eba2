"""What a program refuses for its kind is nothing that inputs are: that none comes there says nothing of them."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from tests.evidence.judging import judged

MIDDLE = """\
def middle(values):
    if not isinstance(values, list):
        raise TypeError("values must be a list")
    if not values:
        return None
    return sorted(values)[len(values) // 2]
"""
OTHERWISE = """\
def middle(values):
    ordered = sorted(values)
    return ordered[len(ordered) // 2] if ordered else None
"""


def _lines(source: str) -> set[int]:
    language = by_id("python")
    assert language is not None
    runner = language.runner()
    assert runner is not None
    return set(runner.survey(source).refusing)


@pytest.mark.parametrize(
    ("test", "lines"),
    [
        ("not isinstance(a, int)", {2, 3}),
        ("isinstance(a, bool)", {2, 3}),
        ("a is not None and not callable(a)", {2, 3}),
        ("not isinstance(a, int) or not isinstance(b, int)", {2, 3}),
        ("not isinstance(a, int) or a < 0", set()),
        ("a < 0", set()),
    ],
)
def test_a_refusal_by_kind_is_told_from_one_by_value(test: str, lines: set[int]) -> None:
    assert _lines(f"def f(a, b):\n    if {test}:\n        raise TypeError(a)\n    return a + b\n") == lines


def test_a_kind_that_is_dealt_with_is_none_that_is_refused() -> None:
    source = "def f(a):\n    if isinstance(a, int):\n        return a + 1\n    else:\n        raise TypeError(a)\n"
    assert _lines(source) == {5}
    assert _lines(source.replace("raise TypeError(a)", "return len(a)")) == set()


@pytest.mark.sandbox
def test_who_does_not_refuse_other_kinds_does_the_same_and_that_is_said(session: EvidenceSession) -> None:
    found = judged(session, "python", OTHERWISE, MIDDLE)
    assert found.verdict == "equivalent", found.reason
    assert "refuses in line 3, were not tried" in found.reason
    assert judged(session, "python", OTHERWISE.replace("// 2", "// 3"), MIDDLE).verdict == "differs"


@pytest.mark.sandbox
def test_a_value_that_is_refused_and_never_drawn_is_not_enough_evidence(session: EvidenceSession) -> None:
    rare = MIDDLE.replace("not isinstance(values, list)", "values == [-717273, 5]")
    assert judged(session, "python", OTHERWISE, rare).verdict != "equivalent"
