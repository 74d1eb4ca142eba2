"""Faults of a line or two in programs of everyday kinds, each beside an edit that keeps what the program does."""

from __future__ import annotations

import pytest

from codescore.evidence.nearly import _but_for_one, _tied
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages.execution import Input
from codescore.languages.values import Int, Mapping, Sequence, Text, Value
from tests.evidence.judging import judged

_ability = probe()

#: The one example has no `&`, which the program names.
LABEL = '''import re


def label(title: str, most: int = 30) -> str:
    """
    >>> label("  Hello, World! ")
    'hello-world'
    """
    text = title.lower().replace("&", " and ")
    text = re.sub(r"[^a-z0-9]+", "-", text).strip("-")
    return text if len(text) <= most else text[:most].rstrip("-")
'''
BEST = """def best(orders, limit=3):
    spent = {}
    for order in orders:
        if order["status"] == "paid":
            spent[order["customer"]] = spent.get(order["customer"], 0) + order["amount"]
    ranking = sorted(spent.items(), key=lambda pair: (-pair[1], pair[0]))
    return [name for name, _ in ranking[:limit]]
"""
SIZE = """/**
 * @param {number} bytes
 * @returns {string}
 */
function size(bytes) {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  if (!Number.isFinite(bytes)) {
    return '-';
  }
  let value = Math.abs(bytes);
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${bytes < 0 ? '-' : ''}${value.toFixed(1)} ${units[unit]}`;
}
module.exports = { size };
"""

#: The one example shows one of the kinds that are declared.
REBATE = """export type Coupon = { kind: 'percent' | 'fixed'; value: number; minimum?: number };

/**
 * @example
 * rebate(900, { kind: 'percent', value: 10 }) // 90
 */
export function rebate(sum: number, coupon: Coupon | null = null): number {
  if (coupon === null || sum < (coupon.minimum ?? 0)) {
    return 0;
  }
  return coupon.kind === 'percent' ? Math.floor((sum * coupon.value) / 100) : Math.min(sum, coupon.value);
}
"""


@pytest.mark.sandbox
@pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")
@pytest.mark.parametrize(
    ("language", "reference", "before", "after", "verdict"),
    [
        ("python", LABEL, '.replace("&", " and ")', "", "differs"),
        ("python", LABEL, '.lower().replace("&", " and ")', '.replace("&", " and ").lower()', "equivalent"),
        ("python", BEST, "(-pair[1], pair[0]))", "(pair[1], pair[0]), reverse=True)", "differs"),
        ("python", BEST, "in ranking[:limit]", "in ranking][:limit", "equivalent"),
        ("typescript", REBATE, "Math.min(sum, coupon.value)", "coupon.value", "differs"),
        ("javascript", SIZE, "unit < units.length - 1", "unit < units.length", "differs"),
        ("javascript", SIZE, "unit += 1", "unit++", "equivalent"),
    ],
    ids=[
        "a sign it names",
        "in another order",
        "ties",
        "cut later",
        "a kind not shown",
        "a unit too many",
        "counted otherwise",
    ],
)
def test_an_edit(
    session: EvidenceSession, language: str, reference: str, before: str, after: str, verdict: str
) -> None:
    assert before in reference
    found = judged(session, language, reference.replace(before, after), reference)
    assert found.verdict == verdict, found.reason


def _order(name: str, amount: int) -> Value:
    return Mapping("dict", ((Text("name"), Text(name)), (Text("amount"), Int(amount))))


def test_things_that_are_alike_but_for_one_part() -> None:
    one, other = _order("ann", 5), _order("bob", 7)
    assert list(_but_for_one(one, other)) == [_order("bob", 5), _order("ann", 7)]
    made = list(_tied(Input((Sequence("list", (one, other)),))))
    assert Input((Sequence("list", (one, _order("bob", 5))),)) in made
    assert Input((Sequence("list", (_order("bob", 5), one)),)) in made


def test_one_value_for_all_names_of_a_table() -> None:
    table = Mapping("dict", ((Text("b"), Int(2)), (Text("a"), Int(1))))
    tied = Mapping("dict", ((Text("b"), Int(2)), (Text("a"), Int(2))))
    assert [given.arguments[0] for given in _tied(Input((table,)))] == [
        tied,
        Mapping("dict", tuple(reversed(tied.items))),
    ]
