"""An example and a number in words that agree say how many parts a text has."""

from __future__ import annotations

import pytest

from codescore.languages.parts_shown import parts_shown
from codescore.languages.shapes import IntShape, TextShape


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ('Name of a five-card hand such as "TH JH QH KH AH".', (5, " ")),
        ("Sum of 3 numbers, e.g. '1,2,3'.", (3, ",")),
        ('Name of a hand such as "TH JH QH KH AH".', None),
        ('Name of a six-card hand such as "TH JH QH KH AH".', None),
        ("The best of five cards.", None),
        ('A one-word name such as "Ada".', None),
    ],
)
def test_parts(words: str, parts: tuple[int, str] | None) -> None:
    found = [(one.bound, one.other) for one in parts_shown({"hand": TextShape(), "n": IntShape()}, words)]
    assert found == ([parts] if parts else [])
    assert not [*parts_shown({"a": TextShape(), "b": TextShape()}, words)]
