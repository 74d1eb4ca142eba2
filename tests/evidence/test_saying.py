"""What comes of a call, in words."""

from __future__ import annotations

import pytest

from codescore.evidence.saying import does


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("3", "gives 3"),
        ("raises ValueError: no", "raises ValueError: no"),
        ("prints 'a'", "prints 'a'"),
        ("leaves [1]", "leaves [1]"),
        ("no answer in time", "gives no answer in time"),
    ],
)
def test_what_a_program_does_is_a_predicate(said: str, words: str) -> None:
    """Who raises gives nothing."""
    assert does(said) == words
