"""Lists that are gone through together are as long as each other, unless the program asks."""

from __future__ import annotations

import pytest

from codescore.languages import by_id

JAVA = """class Totals {
    static int total(int[] prices, int[] counts, int[] others) {
        int sum = others.length;
        for (int i = 0; i < prices.length; i++) sum += prices[i] * counts[i] + others[i];
        return sum;
    }
}
"""
CPP = """#include <vector>
int total(const std::vector<int>& prices, const std::vector<int>& counts) {
    int sum = 0;
    for (std::size_t i = 0; i < prices.size(); ++i) sum += prices[i] * counts.at(i);
    return sum;
}
"""
JAVASCRIPT = """/** @param {number[]} prices @param {number[]} counts */
function total(prices, counts) {
  let sum = 0;
  for (let i = 0; i < prices.length; i++) sum += prices[i] * counts[i];
  return sum;
}
"""


@pytest.mark.parametrize(
    ("language", "source"), [("java", JAVA), ("cpp", CPP), ("javascript", JAVASCRIPT)]
)  # fmt: skip
def test_who_is_looked_into_at_the_numbers_of_another_is_as_long(language: str, source: str) -> None:
    """Not a list of which the program asks how long it is."""
    known = by_id(language)
    assert known is not None
    (entry,) = [one for one in known.runner().survey(source).entries if one.name == "total"]
    found = {(one.parameter, one.other) for one in entry.assumptions if one.property == "as long as"}
    assert found == {("counts", "prices")}
