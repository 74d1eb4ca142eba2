"""Directions as text."""

from __future__ import annotations

import pytest

from codescore.foundation.errors import InputError
from codescore.translate.records import Direction


@pytest.mark.parametrize(
    ("text", "source", "target"),
    [
        ("java_python", "java", "python"),
        ("c++_java", "cpp", "java"),
        ("python_c++", "python", "cpp"),
        ("text_python", "text", "python"),
    ],
)
def test_a_direction_is_written_as_it_was_read(text: str, source: str, target: str) -> None:
    """The words of data files become ids of languages, and those the same words again."""
    found = Direction.parse(text)
    assert (found.source, found.target) == (source, target)
    assert str(found) == text


@pytest.mark.parametrize("text", ["", "java", "java_java", "java_klingon", "python_text", "_", "java_", "a_b_c"])
def test_what_is_no_direction_is_refused_with_an_example(text: str) -> None:
    """A direction has two different languages that are known; a description is no target."""
    with pytest.raises(InputError, match="java_python"):
        Direction.parse(text)
