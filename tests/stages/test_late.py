"""Late interaction: recall, mismatch, and what a score makes of them."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codescore.embed import Encoded, LateInteraction, TokenVectors
from codescore.embed.vectors import Layout, joined, pack, token_vectors, unpack
from codescore.languages import by_id
from codescore.score import (
    Components,
    Settings,
    decided_by_suspicion,
    exchanged_operators,
    judge,
    late_parts,
    late_similarity,
    suspect,
)
from codescore.score.judge import likeness
from codescore.score.judge import mismatch as mismatch_of
from codescore.score.judge import recall as recall_of
from codescore.score.judge import suspicion as suspicion_of
from tests.stages.sources import spelled

FORMS, ROLES = 6, 4
LATE = LateInteraction("token-vectors", FORMS, ROLES, 0.1, 0.05, 2, "cls", suspicion=True, suspicion_price=0.2)


def recall(ours: TokenVectors, theirs: TokenVectors) -> float:
    """As the score has it."""
    return recall_of(theirs, likeness(ours, theirs))


def mismatch(ours: TokenVectors, theirs: TokenVectors) -> float:
    """As the score has it."""
    return mismatch_of(ours, theirs, likeness(ours, theirs))


def suspicion(ours: TokenVectors, theirs: TokenVectors) -> float:
    """As the score has it."""
    return suspicion_of(ours, likeness(ours, theirs))


KNOTS = ((-1.0, 0.0), (0.9, 0.5), (1.0, 1.0))


def tokens(seed: int, count: int = 9) -> TokenVectors:
    """Random tokens; equal seeds give equal ones."""
    random = np.random.default_rng(seed)
    rows = random.normal(size=(count, FORMS + ROLES + 3)).astype(np.float32)
    rows[:, -3:] = np.abs(rows[:, -3:])
    return token_vectors(rows, FORMS, ROLES)


def some(vectors: TokenVectors, rows: slice) -> TokenVectors:
    """Some of the tokens."""
    return TokenVectors(*(getattr(vectors, field.name)[rows] for field in fields(vectors)))


def with_roles(vectors: TokenVectors, row: int, role: list[float], weight: float) -> TokenVectors:
    """The same tokens, one of them in another role and of that weight."""
    codes, weights = vectors.role_codes.copy(), vectors.weights.copy()
    codes[row] = np.rint(np.asarray(role) * 127).astype(np.int8)
    weights[row] = weight
    return replace(vectors, role_codes=codes, weights=weights)


@given(st.integers(0, 500), st.integers(1, 30))
def test_a_text_is_wholly_in_itself(seed: int, count: int) -> None:
    """Recall of a text in itself is 1 and nothing mismatches, whatever its tokens are."""
    ours = tokens(seed, count)
    assert recall(ours, tokens(seed, count)) == pytest.approx(1.0, abs=1e-6)
    assert mismatch(ours, tokens(seed, count)) == pytest.approx(0.0, abs=1e-6)


@given(st.integers(0, 300), st.integers(301, 600))
def test_parts_stay_in_their_ranges(a: int, b: int) -> None:
    """Recall is in [-1, 1]; mismatch is in [0, 2] and does not depend on which side is the candidate."""
    ours, theirs = tokens(a), tokens(b, 13)
    assert -1.0 <= recall(ours, theirs) <= 1.0 + 1e-6
    assert 0.0 <= mismatch(ours, theirs) <= 2.0
    assert mismatch(ours, theirs) == pytest.approx(mismatch(theirs, ours), abs=1e-9)


def test_recall_asks_for_the_references_tokens() -> None:
    """A candidate with more than the reference has recall 1; one with less has not."""
    whole = tokens(1, 10)
    half = some(whole, slice(5))
    assert recall(whole, half) == pytest.approx(1.0, abs=1e-6)
    assert recall(half, whole) < 0.99


def test_rare_tokens_count_more() -> None:
    """What is missing weighs as much as it is rare."""
    whole = tokens(2, 6)
    lacking = some(whole, slice(1, None))
    rare, common = (np.asarray([first, 1, 1, 1, 1, 1], np.float32) for first in (9.0, 0.1))
    found = [recall(lacking, replace(whole, rarity=rarity)) for rarity in (rare, common)]
    assert found[0] < found[1]


def test_one_token_in_another_role_is_a_mismatch() -> None:
    """Equal forms, one role turned round: the mismatch follows that token's weight."""
    plain = with_roles(tokens(3), 4, [1, 0, 0, 0], 0.9)
    turned = with_roles(tokens(3), 4, [-1, 0, 0, 0], 0.9)
    unimportant = with_roles(tokens(3), 4, [-1, 0, 0, 0], 0.0)
    heavy, light = mismatch(turned, plain), mismatch(unimportant, with_roles(plain, 4, [1, 0, 0, 0], 0.0))
    assert heavy > 0.3
    assert light < heavy / 3


def test_nothing_to_compare_is_no_likeness_and_no_mismatch() -> None:
    """A text without tokens has recall 0 and mismatch 0 on either side."""
    empty = tokens(0, 0)
    for pair in ((empty, tokens(1)), (tokens(1), empty), (empty, empty)):
        assert recall(*pair) == 0.0
        assert mismatch(*pair) == 0.0
        assert suspicion(*pair) == 0.0


def test_a_suspicious_token_counts_unless_the_reference_explains_it() -> None:
    """In full where nothing in the reference does alike, not at all where something does; only the candidate's."""
    plain = replace(tokens(7), suspicion=np.zeros(9, np.float32))
    doubted = with_roles(plain, 3, [1, 0, 0, 0], 0.0)
    row = np.eye(9, dtype=np.float32)[3]
    strange = replace(plain, role_codes=np.tile(np.asarray([0, 127, 0, 0], np.int8), (9, 1)))
    for chance, doubt in ((0.2, 0.0), (0.3, 0.0), (0.4, 0.5), (0.5, 1.0), (0.9, 1.0)):
        each = replace(doubted, suspicion=row * np.float32(chance))
        assert suspicion(each, strange) == pytest.approx(doubt, abs=1e-5)
    doubted = replace(doubted, suspicion=row)
    assert suspicion(doubted, with_roles(strange, 5, [1, 0, 0, 0], 0.0)) == pytest.approx(0.0, abs=1e-6)
    half = suspicion(replace(doubted, suspicion=row * np.float32(0.7)), with_roles(strange, 5, [0.7, 0.714, 0, 0], 0.0))
    assert 0.5 < half < 0.7  # a cosine of .7 leaves .6 unexplained: .7 x .6 = .42
    assert suspicion(strange, doubted) == 0.0


def test_the_token_that_is_suspected_is_named() -> None:
    """The one that nothing in the reference explains, not the most suspicious of all; none where nothing counts."""
    plain = replace(tokens(7), suspicion=np.zeros(9, np.float32))
    strange = replace(plain, role_codes=np.tile(np.asarray([0, 127, 0, 0], np.int8), (9, 1)))
    doubted = with_roles(with_roles(strange, 3, [1, 0, 0, 0], 0.0), 6, [0, 0, 1, 0], 0.0)
    chances = np.eye(9, dtype=np.float32)[3] * np.float32(0.6) + np.eye(9, dtype=np.float32)[6]
    each = replace(doubted, suspicion=chances)
    assert suspect(each, strange) == 6
    assert suspect(each, with_roles(strange, 0, [0, 0, 1, 0], 0.0)) == 3
    assert suspect(each, doubted) is None
    assert suspect(strange, doubted) is None
    assert suspect(tokens(0, 0), doubted) is None


def test_suspicion_decides_where_the_rest_would_pass() -> None:
    """Below the threshold with its price and above it without; never where other prices suffice or none is paid."""
    settings = Settings(0.5, "late-interaction", KNOTS, LATE)
    roles = np.tile(np.asarray([0, 127, 0, 0], np.int8), (9, 1))
    theirs = replace(tokens(5), suspicion=np.zeros(9, np.float32), role_codes=roles)
    ours = with_roles(theirs, 3, [1, 0, 0, 0], 0.0)
    doubted = replace(ours, suspicion=np.eye(9, dtype=np.float32)[3])

    def found(each: TokenVectors, threshold: float = 0.5, operators: int = 0) -> bool:
        how = replace(settings, threshold=threshold)
        return decided_by_suspicion(
            judge(encoded(each), encoded(theirs), how, compiles=True, exchanged=lambda: operators), how
        )

    assert found(doubted)
    assert not found(doubted, threshold=0.01)
    assert not found(doubted, operators=2, threshold=0.99)
    assert not found(ours)


def test_a_model_without_suspicion_has_none() -> None:
    """Two numbers behind the vectors are weight and rarity; nothing is suspected then."""
    rows = np.abs(np.random.default_rng(3).normal(size=(5, FORMS + ROLES + 2))).astype(np.float32)
    made = token_vectors(rows, FORMS, ROLES)
    assert np.allclose(made.rarity, rows[:, -1])
    assert not made.suspicion.any()
    assert suspicion(made, tokens(2)) == 0.0


def encoded(each: TokenVectors | None) -> Encoded:
    vector = np.asarray([1.0, 0.0], np.float32)
    return Encoded({"cls": vector}, 9, 1, each)


def test_the_score_is_recall_less_the_prices() -> None:
    """Mismatch, replaced operators (up to a number) and suspicion take their prices; parts are reported."""
    settings = Settings(0.5, "late-interaction", KNOTS, LATE)
    ours, theirs = encoded(tokens(5)), encoded(tokens(6))
    found = judge(ours, theirs, settings, compiles=True, exchanged=lambda: 7)
    assert found.parts == Components(
        recall(tokens(5), tokens(6)), mismatch(tokens(5), tokens(6)), 7, suspicion(tokens(5), tokens(6))
    )
    assert found.parts.suspicion > 0
    price = 0.1 * found.parts.mismatch + 0.05 * 2 + 0.2 * found.parts.suspicion
    assert found.cosine == pytest.approx(found.parts.recall - price)
    same = judge(ours, ours, settings, compiles=True, exchanged=lambda: 0)
    assert (same.score, same.similarity, same.parts) == (1, 1.0, Components(1.0, 0.0, 0))


def test_operators_are_counted_only_where_they_matter() -> None:
    """A pooling that compares single vectors does not ask for them."""

    def never() -> int:
        raise AssertionError

    found = judge(encoded(None), encoded(None), Settings(0.5, "cls", KNOTS), compiles=True, exchanged=never)
    assert (found.parts, found.similarity) == (None, 1.0)


def test_a_similarity_never_falls_below_minus_one() -> None:
    """However much is taken off."""
    assert late_similarity(Components(-1.0, 2.0, 100), LATE) == -1.0


def test_equal_objects_need_no_comparison() -> None:
    """One and the same text is (1, 0, 0) without counting anything."""
    each = tokens(4)
    assert late_parts(each, each, lambda: 1 // 0) == Components(1.0, 0.0, 0)


@given(st.integers(0, 200), st.integers(0, 40))
def test_token_vectors_survive_the_disk(seed: int, count: int) -> None:
    """Packing and unpacking gives the same numbers; a shortened or damaged record gives nothing."""
    layout = Layout(("cls",), 2, FORMS, ROLES)
    raw = pack(encoded(tokens(seed, count)), layout)
    back = unpack(raw, layout)
    assert back is not None
    assert back.each is not None
    for name in ("form_codes", "role_codes", "weights", "rarity", "suspicion"):
        assert np.array_equal(getattr(back.each, name), getattr(tokens(seed, count), name)), name
    assert unpack(raw[:-1], layout) is None
    assert unpack(bytes([raw[0] ^ 1]) + raw[1:], layout) is None
    assert unpack(raw, Layout(("cls",), 2)) is None or count == 0


def test_windows_of_one_text_are_joined_in_order() -> None:
    """A long text has the tokens of all its windows."""
    parts = [tokens(1, 3), tokens(2, 4)]
    whole = joined(parts)
    assert len(whole) == 7
    assert np.array_equal(whole.form_codes[3:], parts[1].form_codes)
    assert whole.size == sum(p.size for p in parts)


@pytest.mark.parametrize(
    ("candidate", "count"),
    [
        ("def f ( arg_0 ) :\n    if arg_0 <= 0 :\n        return - arg_0\n    return arg_0", 1),
        ("def f ( arg_0 ) :\n    if 0 > arg_0 :\n        return - arg_0\n    return arg_0", 0),
        (
            "def f ( arg_0 ) :\n    var_0 = 1\n    if arg_0 <= 0 and var_0 :\n        return - arg_0\n    return arg_0",
            1,
        ),
        ("def f ( arg_0 ) :\n    return abs ( arg_0 )", 0),
    ],
)
def test_an_exchanged_operator_is_seen_in_a_different_program_too(candidate: str, count: int) -> None:
    """Between equal neighbours, also where the statement has more to it; a mirrored comparison is none."""
    reference = "def f ( arg_0 ) :\n    if arg_0 < 0 :\n        return - arg_0\n    return arg_0"
    language = by_id("python")
    assert language is not None
    ours, theirs = spelled(candidate), spelled(reference)
    assert exchanged_operators(ours, theirs, language) == count
    assert exchanged_operators(theirs, theirs, language) == 0
