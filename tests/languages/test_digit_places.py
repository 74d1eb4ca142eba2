"""Texts of which Python functions read numbers by their places: the pattern that they match."""

from __future__ import annotations

import ast

import pytest

from codescore.languages.python.run.kinds import digit_patterns

CASES = [
    ("return int(t[:2]) * 60 + int(t[2:])", r"^(?:[01]\d|2[0-3])[0-5]\d$"),
    ("h, m = int(t[0:2]), int(t[3:5])\n    return h * 60 + m", r"^(?:[01]\d|2[0-3]):[0-5]\d$"),
    ("return int(t[:2]) + int(t[2:])", r"^\d{2}\d{2}$"),
    ("year = t[:4]\n    return int(year) - int(t[5:7])", r"^\d{4}[-./]\d{2}$"),
    ("return int(t[1:])", ""),  # what stands before it may be any sign
    ("return int(t[:])", ""),
    ("return int(t[2:4]) * int(t[2:])", ""),
    ("return int(t[:2]) if t[0] == 'x' else int(t[2:])", ""),
    ("return int(t[:2]) + int(t[999999999999999999999999:])", ""),
    ("return int(t[:2]) + int(t[1:])", ""),  # one within the other
    ("return int(t[:n])", ""),
    ("return int(t[-2:])", ""),
    ("return int(t[0]) + int(t[1])", ""),  # it may be a list
    ("return t[:2] + t[2:]", ""),
]


@pytest.mark.parametrize(("body", "pattern"), CASES)
def test_the_pattern_of_digits_at_places(body: str, pattern: str) -> None:
    assert digit_patterns(ast.parse(f"def f(t, n):\n    {body}\n")) == ({"t": pattern} if pattern else {})
