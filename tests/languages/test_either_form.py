"""Texts that are written in one of several ways, as words list them."""

from __future__ import annotations

from random import Random

import pytest

from codescore.languages.either_form import either_form, is_one_of, made_one_of
from codescore.languages.shapes import IntShape, TextShape

WORDS = 'Times are "HH:MM" (00:00 to 23:59), offsets are "+HH:MM" / "-HH:MM" up to 14 hours, or "Z". The rest is "x".'


def test_ways_that_words_list() -> None:
    """Of what is called so; a single way is a picture, and words alone are a list of words."""
    shapes = {"clock": TextShape(), "from_offset": TextShape(), "offset": IntShape()}
    (found,) = either_form(shapes, WORDS)
    assert (found.parameter, found.other.split("\n")) == ("from_offset", ["+HH:MM", "-HH:MM", "Z"])
    assert not [*either_form({"mode": TextShape()}, 'mode is "r" or "w"')]
    assert not [*either_form({"mode": TextShape()}, "No word of it.")]


@pytest.mark.parametrize(
    ("text", "so"), [("+05:30", True), ("-12:00", True), ("Z", True), ("05:30", False), ("+5:30", False), ("", False)]
)
def test_texts_in_one_of_the_ways(text: str, *, so: bool) -> None:
    assert is_one_of("+HH:MM\n-HH:MM\nZ", text) == so
    made = {made_one_of("+HH:MM\n-HH:MM\nZ", text, Random(number)) for number in range(30)}
    assert all(is_one_of("+HH:MM\n-HH:MM\nZ", one) for one in made)
    assert {one[0] for one in made} == {"+", "-", "Z"}
