"""Matching of token vectors: precision, recall, F1 and F3 against a computation by hand and by definition."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codescore.metrics.token_matching import Matched, match_tokens

E = np.eye(4, dtype=np.float32)


def test_a_case_computed_by_hand() -> None:
    """Candidate e1, e2 against e1, e1+e2, e3: best cosines 1, 1/√2 and 1, 1/√2, 0."""
    reference = np.stack([E[0], E[0] + E[1], E[2]])
    found = match_tokens(E[:2], reference)
    half = 1 / np.sqrt(2)
    assert found.precision == pytest.approx((1 + half) / 2)
    assert found.recall == pytest.approx((1 + half + 0) / 3)
    p, r = found.precision, found.recall
    assert found.f(1) == pytest.approx(2 * p * r / (p + r))
    assert found.f(3) == pytest.approx(10 * p * r / (9 * p + r))


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 2**32 - 1))
def test_the_definition(n: int, m: int, seed: int) -> None:
    """Mean over rows and columns of the largest cosine (Zhang et al. 2020, equations of section 3)."""
    random = np.random.default_rng(seed)
    a, b = random.normal(size=(n, 8)).astype(np.float32), random.normal(size=(m, 8)).astype(np.float32)
    cosines = np.array([[x @ y / np.linalg.norm(x) / np.linalg.norm(y) for y in b] for x in a], dtype=np.float64)
    found = match_tokens(a, b)
    assert found.precision == pytest.approx(cosines.max(axis=1).mean(), abs=1e-5)
    assert found.recall == pytest.approx(cosines.max(axis=0).mean(), abs=1e-5)
    swapped = match_tokens(b, a)
    assert (swapped.precision, swapped.recall) == pytest.approx((found.recall, found.precision))


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A large side is taken in blocks."""
    random = np.random.default_rng(3)
    a, b = random.normal(size=(50, 6)).astype(np.float32), random.normal(size=(20, 6)).astype(np.float32)
    whole = match_tokens(a, b)
    monkeypatch.setattr("codescore.metrics.token_matching._AT_ONCE", 140)
    assert match_tokens(a, b).precision == pytest.approx(whole.precision)
    assert match_tokens(a, b).recall == pytest.approx(whole.recall)


def test_long_programs_take_little_memory() -> None:
    """Two programs of 6,000 tokens: 36 million cosines are never in memory together."""
    random = np.random.default_rng(4)
    a, b = random.normal(size=(6000, 4)).astype(np.float32), random.normal(size=(6000, 4)).astype(np.float32)
    tracemalloc.start()
    try:
        match_tokens(a, b)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 48 << 20


def test_nothing_to_match_is_refused() -> None:
    """The caller knows what an empty side means; the maths does not."""
    for a, b in ((E[:0], E), (E, E[:0]), (E, E[:, :3]), (E[0], E)):
        with pytest.raises(ValueError, match=r"match|tokens"):
            match_tokens(a, b)
    assert Matched(0.0, 0.0).f(1) == 0.0
