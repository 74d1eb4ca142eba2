"""A number that is one of a few cases ends nowhere: only where something is repeated does a test for 1 say so."""

from __future__ import annotations

import pytest

from codescore.languages.registry import by_id

_CASES = "def f(kind, zones):\n    cents = 60 * zones\n    if kind == 1:\n        cents = 2 * cents\n    return cents\n"
_LISTED = _CASES.replace("):\n", '):\n    """kind: 0 (single), 1 (return)"""\n', 1)
_ENDS = "def f(kind):\n    if kind == 1:\n        return 0\n    return 1 + f(kind // 2)\n"
_LOOPS = "def f(kind):\n    n = 0\n    while True:\n        if kind == 1:\n            return n\n        kind //= 2\n"


@pytest.mark.parametrize(("source", "ends"), [(_CASES, False), (_ENDS, True), (_LOOPS, True)])
def test_where_a_test_is_the_end(source: str, ends: bool) -> None:
    (entry,) = by_id("python").runner().survey(source).entries
    assert any(one.property == "positive" and one.parameter == "kind" for one in entry.assumptions) == ends


def test_what_is_told_goes_before_what_is_usual() -> None:
    """Nothing but the text says from where on the listed codes are."""
    (entry,) = by_id("python").runner().survey(_LISTED).entries
    bounds = {one.bound for one in entry.assumptions if one.property == "at least" and one.parameter == "kind"}
    assert bounds == {0}
    (entry,) = by_id("python").runner().survey(_CASES).entries
    assert 1 in {one.bound for one in entry.assumptions if one.property == "at least" and one.parameter == "kind"}
