"""Texts become rows that fit the model: nothing is lost, cuts fall on line ends, groups hold rows of like length."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codescore.embed.windows import Windows, batches, cut
from tests.stages.bundles import shipped_bundle

BREAK = 9


@given(st.lists(st.integers(0, BREAK), max_size=80), st.integers(1, 20))
def test_windows_are_the_text_without_overlap_or_loss(ids: list[int], room: int) -> None:
    """Joined, the windows are the ids; none is longer than there is room, and only an empty text has an empty one."""
    slices = cut(ids, room, frozenset({BREAK}))
    assert [i for part in slices for i in part] == ids
    assert all(0 < len(part) <= room for part in slices) or ids == []


@given(st.lists(st.integers(0, BREAK), max_size=80), st.integers(1, 20))
def test_a_cut_falls_on_a_line_break_where_there_is_one(ids: list[int], room: int) -> None:
    """A window begins within a line only if the whole window before it holds no later break."""
    slices = cut(ids, room, frozenset({BREAK}))
    for before, after in pairwise(slices):
        if after[0] != BREAK:
            assert BREAK not in before[1:]
            assert len(before) == room


@given(st.lists(st.integers(1, 300), max_size=60), st.integers(50, 2000), st.integers(1, 40))
def test_groups_hold_every_row_once_and_rows_of_like_length(lengths: list[int], budget: int, rows: int) -> None:
    """Padding wastes at most a quarter of a row, and a group stays within its budget."""
    groups = batches(lengths, budget, rows)
    assert sorted(i for group in groups for i in group) == list(range(len(lengths)))
    for group in groups:
        sizes = [lengths[i] for i in group]
        assert len(group) <= rows
        assert len(group) == 1 or max(sizes) * len(group) <= budget
        assert 4 * min(sizes) >= 3 * max(sizes)


def _windows() -> Windows:
    bundle = shipped_bundle()
    return Windows(bundle.tokenizer, bundle.manifest.max_tokens, bundle.manifest.vocabulary)


@pytest.mark.bundle
def test_a_text_that_fits_is_one_row_as_the_tokenizer_gives_it() -> None:
    """Special tokens stand around the text, and are not counted as its tokens."""
    rows = _windows().rows("def f ( arg_0 ) :\n    return arg_0")
    assert len(rows.ids) == 1
    assert rows.tokens == len(rows.ids[0]) - 2


@pytest.mark.bundle
def test_a_long_text_keeps_all_its_tokens_in_windows_that_fit() -> None:
    """Each window has the special tokens around it; their contents joined are the tokens of the text."""
    windows = _windows()
    line = "\n    var_0 = arg_0 + var_0"
    text = "def f ( arg_0 ) :" + line * 400
    rows = windows.rows(text)
    assert len(rows.ids) > 1
    assert all(len(ids) <= windows.max_tokens for ids in rows.ids)
    head, tail = rows.ids[0][0], rows.ids[0][-1]
    assert all(ids[0] == head and ids[-1] == tail for ids in rows.ids)
    whole = windows._tokenizer.encode(text, add_special_tokens=False).ids
    assert [i for ids in rows.ids for i in ids[1:-1]] == whole
    assert rows.weights == tuple(len(ids) - 2 for ids in rows.ids)
    starts = {ids[1] for ids in rows.ids[1:]}
    assert starts == {windows._tokenizer.encode(line, add_special_tokens=False).ids[0]}


@pytest.mark.bundle
@pytest.mark.parametrize("text", ["", " ", "\n", "𝒳 = '\U0001f600'", "a" * 200_000, "<s> </s> <mask>", "\0"])
def test_any_text_becomes_rows(text: str) -> None:
    """Also empty and astral ones, one huge word, and text that spells special tokens."""
    windows = _windows()
    rows = windows.rows(text)
    assert all(0 < len(ids) <= windows.max_tokens for ids in rows.ids)
    assert all(weight > 0 for weight in rows.weights)


@pytest.mark.bundle
@pytest.mark.parametrize("text", ["x = 1", "𝒳 = '\U0001f600' - é != 3", "<s> x != 1 </s>", "\n    x -= 1" * 500])
def test_every_token_vector_has_its_place_in_the_text(text: str) -> None:
    """As many places as tokens, over all windows, in order, which leave nothing of the text out."""
    windows = _windows()
    places = windows.places(text)
    assert len(places) == windows.rows(text).tokens
    assert all(a[0] <= b[0] and a[1] <= b[1] for a, b in pairwise(places))
    assert {i for start, end in places for i in range(start, end)} == set(range(len(text)))
