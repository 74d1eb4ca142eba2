"""What is kept to be used again: within bounds, and the most recent."""

from __future__ import annotations

from collections.abc import Callable

from codescore.foundation.caches import remembered, slots


def test_a_slot_holds_what_was_put_there_until_others_were_asked_for() -> None:
    """A key finds its list again; of more keys than there are slots the one asked for least recently goes."""
    held: Callable[[str], list[int]] = slots(2)
    held("a").append(1)
    held("b").append(2)
    assert held("a") == [1]
    held("c").append(3)
    assert (held("a"), held("c"), held("b")) == ([1], [3], [])


def test_results_are_remembered_until_what_was_given_is_too_long_in_sum() -> None:
    """Each argument is asked about once; past the bound everything is forgotten, whatever each one's length."""
    asked: list[str] = []

    @remembered(8, 10)
    def length(text: str) -> int:
        asked.append(text)
        return len(text)

    assert [length("abcd"), length("abcd"), length("efgh")] == [4, 4, 4]
    assert asked == ["abcd", "efgh"]
    assert length("ijk") == 3  # eleven characters in sum
    assert [length("ijk"), length("abcd")] == [3, 4]
    assert asked == ["abcd", "efgh", "ijk", "abcd"]
