"""pass@k against its definition in exact fractions, and every input that cannot be."""

from __future__ import annotations

import gzip
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codescore.foundation.errors import InputError
from codescore.study.pass_at_k import MOST, Counts, counted, estimate, pass_at_k, read_counts

counts = st.integers(1, 300).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n)))


@given(counts)
def test_it_is_the_combinatorial_definition(drawn: tuple[int, int, int]) -> None:
    """1 - C(n-c, k) / C(n, k), to 12 digits (README of the papers; Chen et al. 2021, equation 1)."""
    n, c, k = drawn
    exact = 1 - Fraction(comb(n - c, k), comb(n, k))
    assert pass_at_k(n, c, k) == pytest.approx(float(exact), rel=1e-12, abs=1e-300)


@given(st.lists(counts, min_size=1, max_size=20), st.integers(1, 60))
def test_many_tasks_at_once_are_each_by_itself(drawn: list[tuple[int, int, int]], k: int) -> None:
    """The vectorised form gives what single calls give."""
    n, c = [d[0] for d in drawn], [d[1] for d in drawn]
    assert pass_at_k(n, c, k).tolist() == [float(pass_at_k(a, b, k)) for a, b in zip(n, c, strict=True)]


def test_small_chances_keep_their_digits() -> None:
    """One success in a million samples, one try: 1e-6 to 12 digits; none is exactly 0, all exactly 1."""
    assert float(pass_at_k(10**6, 1, 1)) == pytest.approx(1e-6, rel=1e-9)
    assert pass_at_k([5, 5], [0, 5], 2).tolist() == [0.0, 1.0]


@given(counts)
def test_the_direct_product_agrees(drawn: tuple[int, int, int]) -> None:
    """1 - prod(1 - k/i) over n-c < i <= n, and 1 where n - c < k."""
    n, c, k = drawn
    product = 1.0 if n - c < k else 1 - float(np.prod(1 - k / np.arange(n - c + 1, n + 1)))
    assert float(pass_at_k(n, c, k)) == pytest.approx(product, abs=1e-12)


def test_estimates_are_means_over_tasks_with_intervals() -> None:
    """pass@1 of 20:3 and 20:11 is the mean of the shares; the interval holds it; more tries never hurt."""
    found = estimate([Counts("a", 20, 3), Counts("b", 20, 11), Counts("c", 20, 0)], [1, 5, 20])
    assert found[0].interval.value == pytest.approx((3 / 20 + 11 / 20) / 3)
    assert [e.k for e in found] == [1, 5, 20]
    assert found[2].interval.value == pytest.approx(2 / 3)
    assert all(e.interval.low <= e.interval.value <= e.interval.high for e in found)
    assert found == estimate([Counts("a", 20, 3), Counts("b", 20, 11), Counts("c", 20, 0)], [1, 5, 20])


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (Counts("t", 3, 4, "f:2"), "f:2: task 't' has c = 4 samples that passed of n = 3; c cannot exceed n"),
        (Counts("t", 3, 1), "task 't' has n = 3 samples, fewer than k = 5: pass@5 cannot be estimated"),
        (Counts("t", 0, 0), "task 't' has n = 0 samples; n counts all samples of a task, at least 1"),
        (Counts("t", -1, 0), "task 't' has n = -1 samples"),
        (Counts("t", 9, -1), "task 't' has c = -1 samples that passed; c is 0 or more"),
        (Counts("t", MOST + 1, 1), "more than the 10000000 that are counted here"),
    ],
)
def test_counts_that_cannot_be_are_named(count: Counts, said: str) -> None:
    """Task, numbers and what to do, in one line."""
    with pytest.raises(InputError) as caught:
        estimate([Counts("fine", 10, 1), count], [1, 5])
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_task_is_no_estimate() -> None:
    """There is no pass@k of nothing."""
    with pytest.raises(InputError, match="no task"):
        estimate([], [1])


def test_results_are_counted_per_task_and_model(tmp_path: Path) -> None:
    """Lines of samples; a gzipped file reads the same."""
    text = "".join(
        f'{{"task": "{task}", "passed": {str(passed).lower()}, "model": "{model}"}}\n'
        for task, passed, model in [("t/1", True, "m"), ("t/1", False, "m"), ("t/2", False, "m"), ("t/1", True, "n")]
    )
    plain, packed = tmp_path / "r.jsonl", tmp_path / "r.jsonl.gz"
    plain.write_text(text)
    packed.write_bytes(gzip.compress(text.encode()))
    for path in (plain, packed):
        found = read_counts(path)
        assert {m: [(c.task, c.n, c.c) for c in tasks] for m, tasks in found.items()} == {
            "m": [("t/1", 2, 1), ("t/2", 1, 0)],
            "n": [("t/1", 1, 1)],
        }
    assert counted([("a", True), ("b", False), ("a", False)]) == [Counts("a", 2, 1), Counts("b", 1, 0)]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('{"task": "a", "n": 3, "c": 1}\n{"task": "b", "n": 3}', ":2: `c` is missing"),
        ('{"task": "a", "n": 3, "c": 1}\n{"task": "a", "n": 3, "c": 2}', ":2: task 'a' was counted before, in"),
        ('{"task": "a", "n": 3.5, "c": 1}', ":1: `n` is 3.5, not a whole number"),
        ('{"task": "a", "n": true, "c": 1}', ":1: `n` is True, not a whole number"),
        ('{"task": "a", "passed": null}', ":1: `passed` is missing"),
        ('{"task": "a", "passed": "yes"}', ":1: `passed` is 'yes'; it is true or false"),
        ('{"passed": true}', ":1: `task` is missing"),
        ("[1, 2]", ":1: not a JSON object"),
        ('{"task": "a", "passed": tru', ":1: not JSON"),
        ('{"task": "a", "passed": true}\n{"task": "b", "n": 3, "c": 1}', "mixes samples"),
        ("\n\n", "is empty"),
    ],
)
def test_bad_lines_are_named(tmp_path: Path, lines: str, said: str) -> None:
    """File, line and what is wrong."""
    path = tmp_path / "bad.jsonl"
    path.write_text(lines)
    with pytest.raises(InputError) as caught:
        read_counts(path)
    assert str(caught.value).startswith(str(path))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """A path that is not there is the user's slip."""
    with pytest.raises(InputError, match="cannot read"):
        read_counts(tmp_path / "none.jsonl")
