"""Slips: copies of a function with one small fault, in every language whose functions are rewritten."""

from __future__ import annotations

import random

import pytest

from codescore.languages import by_id
from codescore.syntax import parse
from codescore_train.pairs.slips import LEFT_OUT, OPERATORS, SLIPS, edited, slipped

_PYTHON = """def f(a, n):
    total = 0
    for i in range(n):
        if a[i] > 2:
            total += min(a[i], 3)
    return total
"""
_JAVA = """public int f(int[] a, int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] > 2) {
            total += Math.min(a[i], 3);
        }
    }
    return total;
}
"""
PROGRAMS = {
    "python": _PYTHON,
    "java": _JAVA,
    "cpp": _JAVA.replace("public ", "").replace("int[] a", "std::vector<int> a").replace("Math.", "std::"),
    "javascript": _JAVA.replace("public int f(int[] a, int n)", "function f(a, n)").replace("int ", "let "),
}


@pytest.mark.parametrize("lang", sorted(PROGRAMS))
def test_slips_parse_and_are_of_different_kinds(lang: str) -> None:
    """Each copy differs from the program in one kind of slip, parses, and no kind comes twice."""
    language = by_id(lang)
    assert language is not None
    found = slipped(language, PROGRAMS[lang], 20, "key")
    kinds = [kind for kind, _ in found]
    assert {"constant by one", "another variable", "another call", "condition negated", "statement dropped"} <= {*kinds}
    assert len(kinds) == len({*kinds})
    assert not {*kinds} & (LEFT_OUT | OPERATORS)
    for _, text in found:
        assert text != PROGRAMS[lang]
        assert not parse(language, text.encode()).root.has_error


def test_slips_are_the_same_for_a_key_and_bounded() -> None:
    """A key decides; another key decides otherwise; no more come than are wanted."""
    language = by_id("python")
    assert language is not None
    assert slipped(language, _PYTHON, 3, "1") == slipped(language, _PYTHON, 3, "1")
    assert len({tuple(slipped(language, _PYTHON, 3, str(k))) for k in range(8)}) > 1
    assert len(slipped(language, _PYTHON, 3, "1")) == 3


def test_a_method_without_its_class_stays_one() -> None:
    """A fragment is completed to be parsed; what completes it is no part of the copy."""
    language = by_id("java")
    assert language is not None
    for _, text in slipped(language, _JAVA, 20, "key"):
        assert text.startswith("public int f(")
        assert text.endswith("}\n")
        assert "class" not in text


def test_broken_code_has_no_slips() -> None:
    """What does not parse gives nothing, by either way."""
    language = by_id("python")
    assert language is not None
    assert slipped(language, "def f(:\n", 3, "1") == []
    assert edited(language, "def f(:\n", SLIPS["constant by one"], random.Random(1)) == []
