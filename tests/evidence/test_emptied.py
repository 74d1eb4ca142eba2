"""A list that an object keeps is its own, or its caller's: that shows where the caller empties it."""

from __future__ import annotations

import shutil

import pytest

from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

GRID = """
class Grid:
    def __init__(self, rows):
        self.rows = [list(r) for r in rows]
    def snapshot(self):
        return [row[:] for row in self.rows]
    def total(self):
        return sum(sum(r) for r in self.rows)
"""
CART = """
export class Cart {
  #items: string[] = [];
  #prices: Record<string, number>;
  constructor(prices: Record<string, number>) { this.#prices = { ...prices }; }
  add(names: string[]): void { for (const n of names) this.#items.push(n); }
  list(): string[] { return [...this.#items]; }
  total(): number { return this.#items.reduce((s, n) => s + (this.#prices[n] ?? 1), 0); }
}
"""


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        (("[list(r) for r in rows]", "list(rows)"), "given[0].clear()"),
        (("[row[:] for row in self.rows]", "self.rows[:]"), "got[0].clear()"),
        (("[row[:] for row in self.rows]", "self.rows"), ".clear()"),
    ],
)
def test_lists_that_are_shared_with_the_caller_are_told(
    session: EvidenceSession, change: tuple[str, str], shown: str
) -> None:
    found = judged(session, "python", GRID.replace(*change), GRID)
    assert found.verdict == "conditional"
    assert "what was given or got is left as it is" in found.reason
    assert found.outside is not None
    assert shown in found.outside.input
    compile(found.outside.test, "test", "exec")


def test_another_way_to_copy_is_the_same(session: EvidenceSession) -> None:
    copied = GRID.replace("[row[:] for row in self.rows]", "[[x for x in row] for row in self.rows]")
    assert judged(session, "python", copied, GRID).verdict == "equivalent"


def test_who_copies_what_the_reference_shares_is_asked_nothing(session: EvidenceSession) -> None:
    shares = GRID.replace("[list(r) for r in rows]", "rows").replace("[row[:] for row in self.rows]", "self.rows")
    assert judged(session, "python", GRID, shares).verdict == "equivalent"


@pytest.mark.skipif(shutil.which("node") is None, reason="NO NODE: nothing of JavaScript was run")
@pytest.mark.parametrize(
    ("change", "shown"),
    [
        (("{ ...prices }", "prices"), "delete given[key]"),
        (("return [...this.#items]", "return this.#items"), "got.length = 0"),
        (("[...this.#items]", "this.#items.slice()"), ""),
    ],
)
def test_typescript_likewise(session: EvidenceSession, change: tuple[str, str], shown: str) -> None:
    found = judged(session, "typescript", CART.replace(*change), CART)
    assert found.verdict == ("conditional" if shown else "equivalent")
    assert not shown or (found.outside is not None and shown in found.outside.input)
