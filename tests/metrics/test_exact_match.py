"""Exact match in its four forms: what counts as equal in each."""

from __future__ import annotations

import pytest

from codescore.languages import by_id

from . import data

pytest.importorskip("black", reason="NO STUDY EXTRA: pip install 'codescore-r[study]'")

CODE = "def f(a, b):\n    return {'x': a, 'y': b}\n"
FORMS = ("exact-match", "exact-match-whitespace", "exact-match-tokens", "exact-match-formatted")

#: What is changed, and whether each form still calls it equal.
CHANGES = {
    "nothing": (CODE, (1, 1, 1, 1)),
    "space around": ("\n" + CODE + "\n\n", (1, 1, 1, 1)),
    "line ends": (CODE.replace("\n", "\r\n"), (1, 1, 1, 1)),
    "indentation": (CODE.replace("    ", "  "), (0, 1, 1, 1)),
    "space inside": (CODE.replace("(a, b)", "( a,b )"), (0, 0, 1, 1)),
    "quotes": (CODE.replace("'", '"'), (0, 0, 0, 1)),
    "brackets": (CODE.replace("return {'x': a, 'y': b}", "return ({'x': a, 'y': b})"), (0, 0, 0, 1)),
    "comment": (CODE.replace("    return", "    # pair\n    return"), (0, 0, 1, 0)),
    "name": (CODE.replace("a", "c"), (0, 0, 0, 0)),
    "meaning": (CODE.replace("'y': b", "'y': a"), (0, 0, 0, 0)),
    "broken": (CODE.replace("(a, b)", "(a, b"), (0, 0, 0, 0)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_each_form_forgives_what_it_says(change: str) -> None:
    """From the letter to black's idea of equal (Run Match computes EM after black)."""
    candidate, expected = CHANGES[change]
    assert tuple(data.score(form, candidate, CODE).value for form in FORMS) == expected


def test_a_language_without_a_formatter_says_so() -> None:
    """No value and a reason, in place of a guess."""
    found = data.score("exact-match-formatted", "int a;", "int  a;", language="java")
    assert found.value is None
    assert found.reason == "no formatter is known for Java"


@pytest.mark.data
def test_what_black_never_changes_it_never_changes() -> None:
    """The shortcut that spares formatting is sound on real code: formatting leaves `unformatted` as it was."""
    language = by_id("python")
    assert language is not None
    formatter = language.formatter()
    assert formatter is not None
    tried = 0
    for row in [*data.rows("humaneval-python")[::12], *data.rows("refactory")[::12], *data.rows("conala")[::40]]:
        formatted = formatter.formatted(row["candidate"])
        if formatted is not None:
            tried += 1
            assert formatter.unformatted(row["candidate"]) in (None, formatter.unformatted(formatted))
    assert tried > 150
