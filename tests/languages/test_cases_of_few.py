"""A number that is one of a few cases ends nowhere: only where something is repeated does a test for 1 say so."""

from __future__ import annotations

import pytest

from codescore.languages.registry import by_id

_CASES = "def f(kind, zones):\n    cents = 60 * zones\n    if kind == 1:\n        cents = 2 * cents\n    return cents\n"
_ENDS = "def f(kind):\n    if kind == 1:\n        return 0\n    return 1 + f(kind // 2)\n"
_LOOPS = "def f(kind):\n    steps = 0\n    while True:\n        if kind == 1:\n            return steps\n        kind //= 2\n"


@pytest.mark.parametrize(("source", "ends"), [(_CASES, False), (_ENDS, True), (_LOOPS, True)])
def test_where_a_test_is_the_end(source: str, ends: bool) -> None:
    (entry,) = by_id("python").runner().survey(source).entries
    assert any(one.property == "positive" and one.parameter == "kind" for one in entry.assumptions) == ends
