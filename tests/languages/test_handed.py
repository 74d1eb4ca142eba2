"""What a function hands on as it was given it is what is said of it where it arrives."""

from __future__ import annotations

import pytest

from codescore.languages.assumed import Assumption
from codescore.languages.registry import by_id

_DOCUMENTED = '''def level(events, minute):
    """Level at a minute; events is a list of (minute, cm) pairs with strictly increasing
    minutes, at least two of them."""
    return max(cm for at, cm in events if at <= minute)
'''


def _assumed(source: str, name: str, language: str = "python") -> list[Assumption]:
    runner = by_id(language).runner()
    assert runner is not None
    survey = runner.survey(source)
    return [one for entry in survey.entries if entry.name == name for one in entry.assumptions]


def _handed(source: str, name: str, language: str = "python") -> set[str]:
    return {one.words().partition(" ")[2] for one in _assumed(source, name, language) if "is given it" in one.because}


def test_what_is_said_of_it_holds_before() -> None:
    """Also by way of a third function, but no longer for sure."""
    source = _DOCUMENTED + (
        "def first(table, n):\n    return level(table, n) + 1\n"
        "def second(rows):\n    return [first(rows, n) for n in range(9)]\n"
    )
    for name in ("first", "second"):
        assert {"has at least 2 items", "is strictly ascending"} <= _handed(source, name)
        assert all(not one.certain for one in _assumed(source, name) if "is given it" in one.because)


@pytest.mark.parametrize(
    "body",
    [
        "    if not table:\n        return 0\n    return level(table, n)\n",
        "    table = sorted(table)\n    return level(table, n)\n",
        "    table.append((n, 0))\n    return level(table, n)\n",
        "    return level(table + [(n, 0)], n)\n",
    ],
)
def test_who_asks_or_changes_knows_better(body: str) -> None:
    assert not _handed(f"{_DOCUMENTED}def first(table, n):\n{body}", "first")


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("javascript", "{0}function a(parts) {{ return parts[0]; }}\nfunction b(list) {{ return a(list) + 1; }}\n"),
        ("java", "class A {{\n{0}static int a(int[] parts) {{ return parts[0]; }}\n{1}}}\n"),
        ("cpp", "#include <vector>\n{0}int a(std::vector<int> parts) {{ return parts[0]; }}\n{2}"),
    ],
)
def test_in_languages_with_braces(language: str, source: str) -> None:
    java = "static int b(int[] list) { return a(list) + 1; }\n"
    cpp = "int b(std::vector<int> list) { return a(list) + 1; }\n"
    whole = source.format("/** The numbers in parts are sorted. */\n", java, cpp)
    assert "is ordered" in _handed(whole, "b", language)


def test_functions_that_take_just_the_same_take_texts_of_the_same_signs() -> None:
    """`less(a, b)` compares what `add(a, b)` reckons with; what takes something else is left alone."""
    source = (
        "def add(a, b):\n    return sum(ord(x) - ord('0') for x in a) + sum(ord(x) - ord('0') for x in b)\n"
        "def less(a, b):\n    return a.lstrip('0') < b.lstrip('0')\n"
        "def count(a):\n    return len(a.strip())\n"
    )
    told = [(one.parameter, one.property) for one in _assumed(source, "less") if "takes the same" in one.because]
    assert told == [("a", "digits"), ("b", "digits")]
    assert not [one for one in _assumed(source, "count") if one.property == "digits"]
