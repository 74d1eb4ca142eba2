"""File names as text."""

from __future__ import annotations

import pytest

from codescore.foundation.names import readable


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("bö.py", "bö.py"),
        ("b\udcc3\udcb6.py", "bö.py"),  # as a locale of 7 bits reads it
        ("b\udcff.py", "b\ufffd.py"),
        ("b\ud800.py", "b?.py"),
        ("", ""),
    ],
)
def test_a_name_is_its_bytes_as_utf_8(given: str, said: str) -> None:
    """Whatever the locale made of the bytes of a name, it is shown as UTF-8; it never fails."""
    assert readable(given) == said
    assert readable(readable(given)) == said
