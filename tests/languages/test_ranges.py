"""A range that a program keeps to says where its last number is, and what is gone around."""

from __future__ import annotations

import pytest

from codescore.languages import by_id
from codescore.languages.ranges import ranges
from codescore.languages.shapes import IntShape

SHAPES = {"current": IntShape(), "last": IntShape()}
AROUND = {"last is at least 1", "current is at least 1", "current is no more than last"}
LOOP = "for (let p = current - 2; p <= current + 2; p++) {{ if ({}) show(p); }}"


def found(body: str) -> set[str]:
    """What is assumed, in words."""
    return {one.words() for one in ranges(SHAPES, body)}


@pytest.mark.parametrize("kept", ["p >= 1 && p <= last", "1 <= p && p <= last"])
def test_steps_around_a_number_that_are_kept_to_a_range(kept: str) -> None:
    """Written either way round."""
    assert found(LOOP.format(kept)) == AROUND


@pytest.mark.parametrize(
    "clamped",
    [
        "low = Math.max(1, current - 2); high = Math.min(last, current + 2);",
        "low, high = max(current - 2, 1), min(current + 2, last)",
    ],
)
def test_steps_that_are_cut_off_at_the_ends(clamped: str) -> None:
    """In any language."""
    assert found(clamped) == AROUND


def test_a_program_that_asks_means_the_rest_too() -> None:
    """Of the one that it compares with a number."""
    assert found("if (last < 1) return []; " + LOOP.format("p >= 1 && p <= last")) == AROUND - {"last is at least 1"}
    assert found("return x >= 1 && x <= last") == {"last is at least 1"}
    assert found("return current >= 1 && current <= last") == {"last is at least 1"}


PYTHON = """def pages(current, last):
    return [p for p in range(max(1, current - 1), min(last, current + 1))]
"""
TYPESCRIPT = f"""export function pages(current: number, last: number) {{
  {LOOP.format("p >= 1 && p <= last")}
}}
"""


@pytest.mark.parametrize(("language", "source"), [("python", PYTHON), ("typescript", TYPESCRIPT)])
def test_a_survey_asks(language: str, source: str) -> None:
    """Of a function in Python and in TypeScript."""
    known = by_id(language)
    assert known is not None
    (entry,) = known.runner().survey(source).entries
    assert {one.words() for one in entry.assumptions} >= AROUND


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("for (int y = low; y <= high; y++) draw(y);", True),
        ("return [n for n in range(low, high + 1) if prime(n)]", True),
        ("for (int y = low; y < high; y++) draw(y);", False),
        ("if (low > high) return 0;\nfor (int y = low; y <= high; y++) draw(y);", False),
        ("low, high = min(low, high), max(low, high)\nfor n in range(low, high + 1): add(n)", False),
        ("for (int y = 0; y <= high; y++) draw(y);", False),
        ("for (int y = low; y <= other; y++) draw(y);", False),
    ],
)
def test_what_is_gone_through_from_one_number_to_another(body: str, *, found: bool) -> None:
    """The first is no larger, unless the program asks which one is; up to the other, that too."""
    said = [one for one in ranges({"low": IntShape(), "high": IntShape()}, body) if one.property == "up to"]
    assert [(one.parameter, one.other) for one in said] == ([("low", "high")] if found else [])
