"""Texts whose words fit into lines of a width, and a width that they fit.  Pure.  Neighbours: `evidence.relations`."""

from __future__ import annotations

from codescore.languages.values import Int, Text, Value, walk


def longest_word(value: Value) -> int:
    """How long the longest word in a text or in texts is."""
    texts = (part.value for part in walk(value) if isinstance(part, Text))
    return max((len(word) for text in texts for word in text.split()), default=0)


def fits(value: Value, width: Value | None) -> bool:
    """Whether no word in a value is longer than a number."""
    return not isinstance(width, Int) or longest_word(value) <= width.value
