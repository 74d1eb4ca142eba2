"""Single signs that a JavaScript program is given, and boards of them, as its comments declare them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.shapes import NullShape, OneOf, RecordShape, SequenceShape, TextShape
from tests.evidence.javascript.run import entry_of, needs_node
from tests.evidence.judging import judged

pytestmark = needs_node


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as made:
        yield made


FALL = """/**
 * @param {character[][]} box
 * @return {character[][]}
 */
function fall(box) {
  return box.map((row) => {
    const made = Array(row.length).fill('.');
    let free = row.length - 1;
    for (let at = row.length - 1; at >= 0; at--) {
      if (row[at] === '#') { made[free] = '#'; free--; }
      else if (row[at] === '*') { made[at] = '*'; free = at - 1; }
    }
    return made;
  });
}
"""
SWAPS = """function fall(box) {
  for (const row of box) {
    let free = row.length - 1;
    for (let at = row.length - 1; at >= 0; at--) {
      if (row[at] === '#') { [row[at], row[free]] = [row[free], row[at]]; free--; }
      else if (row[at] === '*') free = at - 1;
    }
  }
  return box;
}
"""


@pytest.mark.parametrize(
    ("candidate", "verdict"),
    [(SWAPS, "conditional"), (SWAPS.replace("free = at - 1", "free = at"), "differs")],
    ids=["right on the signs of a board", "wrong"],
)
def test_a_board_is_made_of_signs(session: EvidenceSession, candidate: str, verdict: str) -> None:
    """What is declared as a sign is one; those that the reference knows are drawn."""
    found = judged(session, "javascript", candidate, FALL)
    assert found.verdict == verdict
    assert "nothing but '#', '*', '.'" in found.reason or verdict == "differs"


def test_declared_signs_and_classes_that_are_not_there() -> None:
    """A sign is one sign; a class that is not known is what is done with it, or null where that is said."""
    source = """/**
     * @param {character[][]} board
     * @param {character} sign
     * @param {Leaf|null} node
     * @param {Stone[]} row
     */
    function f(board, sign, node, row) {
      let n = 0;
      for (const one of row) if (one === '#') n++;
      while (node) { n += node.val; node = node.next; }
      return n + (board[0][0] === sign ? 1 : 0);
    }"""
    board, sign, node, row = (one.shape for one in entry_of(source).parameters)
    one = TextShape(min_size=1, max_size=1)
    assert (sign, getattr(getattr(board, "element", None), "element", None)) == (one, one)
    assert isinstance(node, OneOf)
    assert {type(option) for option in node.options} == {NullShape, RecordShape}
    assert isinstance(row, SequenceShape)
    assert row.element == TextShape(samples=("#",), min_size=1, max_size=1)
