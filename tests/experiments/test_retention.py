"""Retention: what of an accepted text is left, by three measures, under every kind of later edit."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codescore.experiments.events import Accepted, Edit, Edited, Event
from codescore.experiments.retention import (
    Region,
    composed,
    edited,
    edits_between,
    four_gram,
    grown,
    relative_edit_distance,
    still_in_code,
)
from codescore.foundation.errors import InputError

TEXTS = st.text(alphabet="ab(\n é𝄞", max_size=60)


def accepted(chars: int, start: int = 0) -> Accepted:
    return Accepted(id="a", suggestion="s", at_ms=0, start=start, chars=chars)


def change(*edits: tuple[int, int, int], cause: str = "typing") -> Edited:
    made = tuple(Edit(start=start, removed=removed, inserted=inserted) for start, removed, inserted in edits)
    return Edited(id="e", suggestion="s", at_ms=0, edits=made, cause=cause)


@pytest.mark.parametrize(
    ("one", "other", "distance", "kept"),
    [("", "", 0.0, True), ("abcd", "abcd", 0.0, True), ("abcd", "", 1.0, False), ("abcd", "ab", 0.5, True),
     ("abcd", "abxyz", 0.6, False), ("", "abc", 1.0, False)],
)  # fmt: skip
def test_still_in_code_is_a_distance_of_at_most_one_half(one: str, other: str, distance: float, kept: bool) -> None:
    """Levenshtein distance over the longer text, and the published cut."""
    assert relative_edit_distance(one, other) == pytest.approx(distance)
    assert still_in_code(relative_edit_distance(one, other)) is kept


@pytest.mark.parametrize(
    ("one", "other", "value"),
    [("hello world", "hello world", 1.0), ("aaaaaaaa", "bbbbbbbb", 0.0), ("ab", "ab", 1.0), ("ab", "cd", 0.0),
     ("abc", "abcd", 0.0), ("abcdef", "abcdxx", 1 / 3), ("aaaaa", "aaaa", 2 / 3)],
)  # fmt: skip
def test_four_grams_are_counted_as_in_the_published_events(one: str, other: str, value: float) -> None:
    """Twice the common four-grams over all, as multisets; short texts by equality."""
    assert four_gram(one, other) == pytest.approx(value)
    assert four_gram(other, one) == pytest.approx(value)


@pytest.mark.parametrize(
    ("events", "retained", "length"),
    [
        ([accepted(10)], 10, 10),
        ([accepted(10), change((3, 2, 0))], 8, 8),
        ([accepted(10), change((3, 0, 5))], 10, 15),
        ([accepted(10), change((3, 2, 2))], 8, 10),  # the same two characters typed again are not retained ones
        ([accepted(10), change((0, 10, 0))], 0, 0),
        ([accepted(10), change((0, 1, 3), (4, 2, 0), (9, 1, 1))], 6, 10),  # several cursors at once
        ([accepted(4), accepted(6, start=4)], 10, 10),  # word by word
        ([accepted(4), change((4, 0, 1)), accepted(6, start=4), change((4, 1, 0))], 10, 10),
        ([accepted(10), change((0, 10, 0), cause="undo")], 0, 0),  # the acceptance itself undone
        ([accepted(10), change((2, 3, 1)), change((2, 1, 3), cause="undo")], 10, 10),
        ([accepted(10), change((2, 3, 1)), change((2, 1, 3), cause="typing")], 7, 10),
        ([accepted(10), change((2, 3, 1)), change((2, 1, 3), cause="undo"), change((2, 3, 1), cause="redo")], 7, 8),
        ([accepted(10), change((0, 1, 3), (4, 2, 0)), change((0, 3, 1), (6, 0, 2), cause="undo")], 10, 10),
        ([accepted(10), change((0, 1, 0)), change((0, 2, 0)), change((0, 0, 2), cause="undo")], 9, 9),
        ([], 0, 0),
    ],
)  # fmt: skip
def test_edits_are_composed(events: list[Event], retained: int, length: int) -> None:
    """Removals count once, insertions never, undo gives back what its edit took."""
    region = composed(events)
    assert (region.retained, region.length) == (retained, length)


@pytest.mark.parametrize("bad", [((11, 0, 1),), ((5, 6, 0),), ((0, 5, 0), (4, 1, 0))])
def test_edits_that_do_not_fit_are_refused(bad: tuple[tuple[int, int, int], ...]) -> None:
    """A client that counts wrong is found out, not guessed at."""
    with pytest.raises(InputError, match="region"):
        composed([accepted(10), change(*bad)])


@st.composite
def histories(draw: st.DrawFn) -> tuple[int, list[list[Edit]]]:
    chars = length = draw(st.integers(0, 40))
    history = []
    for _ in range(draw(st.integers(0, 6))):
        cuts = sorted(draw(st.lists(st.integers(0, length), min_size=2, max_size=6)))
        edits = [
            Edit(start=low, removed=high - low, inserted=draw(st.integers(0, 5)))
            for low, high in zip(cuts[::2], cuts[1::2], strict=False)
        ]
        history.append(edits)
        length += sum(e.inserted - e.removed for e in edits)
    return chars, history


@given(histories())
def test_composing_equals_carrying_every_character(history: tuple[int, list[list[Edit]]]) -> None:
    """Against an oracle that moves single characters: length, retained characters, and which ones they are."""
    chars, changes = history
    text: list[int | None] = list(range(chars))
    region = grown(Region(), 0, chars)
    for edits in changes:
        region = edited(region, edits)
        for edit in sorted(edits, key=lambda e: (e.start, e.removed), reverse=True):
            text[edit.start : edit.start + edit.removed] = [None] * edit.inserted
    assert region.length == len(text)
    assert region.retained == sum(c is not None for c in text)
    spelled = [None if o is None else o + i for o, n in region.runs for i in range(n)]
    assert spelled == text


@given(TEXTS, TEXTS)
@settings(max_examples=200)
def test_edits_between_lead_from_one_text_to_the_other(before: str, after: str) -> None:
    """Applied to the old text they give the new one's length, and keep as many characters as any edits can."""
    from rapidfuzz.distance import LCSseq

    edits = edits_between(before, after)
    region = edited(grown(Region(), 0, len(before)), edits)
    assert region.length == len(after)
    kept = [before[o + i] for o, n in region.runs if o is not None for i in range(n)]
    assert len(kept) == LCSseq.similarity(before, after)
    rest = iter(after)
    assert all(c in rest for c in kept)  # in this order


def test_a_formatter_that_replaces_everything_takes_nothing_away() -> None:
    """Reformatting on save keeps every character but the white space it moves."""
    before, after = "def f(a,b):\n  return a+b\n", "def f(a, b):\n    return a + b\n"
    events = [accepted(len(before)), change(cause="format")]
    region = edited(composed(events[:1]), edits_between(before, after))
    assert region.retained == len(before)
    assert composed([accepted(len(before)), change((0, len(before), len(after)), cause="format")]).retained == 0


@given(TEXTS, TEXTS)
def test_measures_stay_in_their_bounds(one: str, other: str) -> None:
    """0 to 1, symmetric, and perfect for equal texts."""
    assert 0 <= relative_edit_distance(one, other) <= 1
    assert 0 <= four_gram(one, other) <= 1
    assert four_gram(one, one) == 1
    assert relative_edit_distance(one, one) == 0
