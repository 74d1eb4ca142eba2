"""Comparisons in words, as contests write what their inputs are."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.wording import said
from tests.evidence.judging import judged


@pytest.mark.parametrize(
    ("words", "names", "known"),
    [
        ("1 <= a.length <= 2 * 10^4", ("a",), {"a has at least 1 items", "a has at most 20000 items"}),
        ("1 <= n <= 1.5 * 10^4", ("n",), {"n is at least 1", "n is at most 15000"}),
        ("0.0 <= x <= 1.0", ("x",), {"x is at least 0", "x is at most 1"}),
        ("0 < x <= 0.5", ("x",), set()),
        ("1 <= num <= 1000", ("number",), {"number is at least 1", "number is at most 1000"}),
        ("1 <= num <= 1000", ("number", "base"), set()),
        ("1 <= nu <= 1000", ("number",), set()),  # hardly its short form
        ("0 <= n <= 2^16 - 1.", ("n",), {"n is at least 0", "n is at most 65535"}),
        ("-2^31 <= x <= 2^31 - 1", ("x",), {"x is at least -2147483648", "x is at most 2147483647"}),
        (
            "n == a.length == b.length\n0 <= a[i], b[j] <= 9\n1 <= k <= n",
            ("a", "b", "k"),
            {
                "a is as long as b", "a is at least 0", "b is at least 0", "a is at most 9", "b is at most 9",
                "k is at least 1", "a has at least 1 items", "k is from 0 to len(a)",
            },
        ),
        ("n == a.length\n1 <= a[i] <= n", ("a",), {
            "a is at least 1", "a has at least 1 items", "a has no number outside of 1 … len(a)"}),
        ("a.length == n + 1\n0 <= a[i] <= n", ("a",), {
            "a is at least 0", "a has at least 1 items", "a has no number outside of 0 … len(a) - 1"}),
        ("n == grid.length == grid[i].length", ("grid",), {"grid is square"}),
        ("n == grid[i].length", ("grid",), {"grid has rows of one length"}),
        (
            "pairs[i].length == 2\n1 <= ai, bi <= n",
            ("n", "pairs"),
            {
                "pairs has rows of 2 items", "pairs has no empty item", "pairs is at least 1", "n is at least 1",
                "pairs has no number outside of 1 … n",
            },
        ),
        (
            "spans[i].length == 2\n0 <= starti < endi <= 10^6",
            ("spans",),
            {
                "spans has rows of 2 items", "spans has no empty item", "spans is at least 0",
                "spans is at most 1000000", "spans has no pair whose first is not below its second",
            },
        ),
        ("0 <= a[i] <= a[i + 1]", ("a",), {"a is at least 0", "a is ordered"}),
        ("0 <= a[i] < limit <= 10^9", ("a", "limit"), {
            "a is at least 0", "limit is at least 1", "a is at most 999999999", "limit is at most 1000000000",
            "a has no number outside of 0 … limit - 1"}),
    ],
)  # fmt: skip
def test_comparisons(words: str, names: tuple[str, ...], known: set[str]) -> None:
    """Several between commas, products and powers, and names that stand for a length or for what is in each row."""
    assert {one.words() for one in said(words, names)} == known


@pytest.mark.parametrize(
    "words",
    [
        "1 <= k <= 2^(n - 1)",  # no 2
        "a[i][i] == 1",  # of some only
        "a[0] >= 3",
        "k == 3",
        "Returns n if 2 <= k <= 4.",
        "x, y <= k",
    ],
)
def test_what_a_comparison_does_not_say(words: str) -> None:
    assert {one.words() for one in said(words, ("a", "k"))} <= {"k is at least 1"}


def test_no_rows_have_fewer_items_than_one() -> None:
    """Names that are as many as the sizes together are no parts of such rows."""
    found = {one.words() for one in said("a[i].length == -1\nk[i].length == 3\nx == ai < bi", ("a", "k"))}
    assert found == {"k has rows of 3 items", "k has no empty item"}


def test_a_list_is_no_other_comparison() -> None:
    found = {one.words() for one in said("1 <= n <= 100, len(xs) >= 1, low <= high", ("n", "xs", "low", "high"))}
    assert found == {"n is at least 1", "n is at most 100", "xs has at least 1 items", "low is no more than high"}


@pytest.mark.parametrize(
    ("words", "known"),
    [
        ("s[i] is either '(' or ')'.", {"s is made of '()'"}),
        ("s and t consist only of 'a' or 'b' characters.", {"s is made of 'ab'", "t is made of 'ab'"}),
        ("s consists of lowercase English letters.", {"s is made of 'a-z'"}),
        ("All the given words of s are unique.", {"s is distinct"}),
        ("s[i] is sorted in ascending order.", set()),  # of the rows, not of their order
    ],
)
def test_words_of_contests(words: str, known: set[str]) -> None:
    assert {one.words() for one in said(words, ("s", "t"))} == known


FASTEST = '''class Team:
    def fastest(self, n: int, speed: list[int], cost: list[int], k: int) -> int:
        """Constraints:
        - 1 <= k <= n <= 10^5
        - speed.length == n
        - cost.length == n
        - 1 <= speed[i], cost[i] <= 10^4
        """
        both = sorted(zip(cost, speed))
        return sum(pace for _, pace in both[:k])
'''
SAME = """class Team:
    def fastest(self, n, speed, cost, k):
        left, total = list(range(n)), 0
        for _ in range(k):
            i = min(left, key=lambda i: (cost[i], speed[i]))
            left.remove(i)
            total += speed[i]
        return total
"""


@pytest.mark.sandbox
def test_lengths_that_words_give_are_kept(session: EvidenceSession) -> None:
    """Before, the 2 of `2 * 10^5` was the length, and `n` that of nothing."""
    assert judged(session, "python", SAME, FASTEST).verdict == "equivalent"
    assert judged(session, "python", SAME.replace("range(k)", "range(k - 1)"), FASTEST).verdict == "differs"
