"""What the head of a program or of a class says of a parameter is said of it in each function that takes it."""

from __future__ import annotations

import pytest

from codescore.languages.headed import headed
from codescore.languages.registry import by_id

_JAVA = """/** Loans of a library. */
import java.util.*;

/**
 * Who has which book; days is a whole number, 1 or more.
 */
public class Loans {
    private int sum = 0;
    /** Lends for some days. */
    public int lend(int days) { sum += days; return sum; }
}
"""
_JAVASCRIPT = """/**
 * Who has which book; days is a whole number, 1 or more.
 */
class Loans {
  constructor() { this.sum = 0; }
  /** Lends for some days. */
  lend(days) { this.sum += days; return this.sum; }
}
module.exports = { Loans };
"""
_CPP = """// Who has which book; days is a whole number, 1 or more.

#include <vector>

class Loans {
    int sum = 0;
public:
    // Lends for some days.
    int lend(int days) { sum += days; return sum; }
};
"""


@pytest.mark.parametrize(("language", "source"), [("java", _JAVA), ("javascript", _JAVASCRIPT), ("cpp", _CPP)])
def test_bounds_that_a_head_says(language: str, source: str) -> None:
    runner = by_id(language).runner()
    assert runner is not None
    entries = runner.survey(source).entries
    lend = [m for one in entries for m in (one, *one.members) if m.name == "lend"]
    told = {(a.parameter, a.bound) for m in lend for a in m.assumptions if a.property == "at least" and a.weight >= 0.7}
    assert told == {("days", 1)}


def test_the_class_of_the_method() -> None:
    """No other class's text, and of it only the sentences that name a parameter."""
    unit = (
        "/** A tile. size is 1 or more. */\nclass Tile {\n  int grow(int size) { return size; }\n}\n"
        '/** A hall. All is well. size is 5 or more. */\n@Deprecated\n@SuppressWarnings("all")\n'
        "class Hall {\n  int grow(int size) { return size; }\n}\n"
    )
    assert headed("", unit, "Hall", ["size"]) == "size is 5 or more."
    assert headed("Grows.", unit, "Outer.Tile", ["size"]) == "Grows.\n\nsize is 1 or more."
    assert headed("Grows.", unit, "Hall", ["other"]) == "Grows."


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("// size is 3 or more.\n\nfunction grow(size) {}", "size is 3 or more."),
        ("/* size is 3 or more. */\n'use strict';\nfunction grow(size) {}", "size is 3 or more."),
        ("// size is 3 or more.\n#include <map>\nint grow(int size);", "size is 3 or more."),
        ("// size is 3 or more.\nfunction shrink(size) {}\n\nfunction grow(size) {}", ""),
        ("function grow(size) {}\n// size is 3 or more.\n\n", ""),
        ("", ""),
    ],
)
def test_the_head_of_a_program(unit: str, expected: str) -> None:
    assert headed("", unit, None, ["size"]) == expected


@pytest.mark.parametrize(
    "unit",
    [
        "#include <string>\n\n// Numbers as texts: digits only, no leading zeros.\n\nint f(int a);\n",
        "/** Copyright. */\nimport java.util.*;\n/* Gray code for non-negative numbers. */\n\nclass A {}\n",
    ],
)
def test_what_all_numbers_are_is_said_of_each(unit: str) -> None:
    """Also behind what a program includes; other sentences speak of a parameter by its name."""
    assert len(headed("", unit, None, ["a"]).splitlines()) == 1
    assert not headed(
        "", unit.replace("digits only", "in words").replace("no leading", "or").replace("non-n", "N"), None, ["a"]
    )
