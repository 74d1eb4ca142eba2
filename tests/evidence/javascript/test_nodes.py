"""Objects that lead to others of their kind, of which a JavaScript program shows only the use."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.values import Null, Record, Ref, Value
from tests.evidence.javascript.run import needs_node, room, run
from tests.evidence.judging import judged

pytestmark = needs_node


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as made:
        yield made


def _node(left: Value, right: Value, anchor: int) -> Record:
    return Record("Node", (("left", left), ("right", right)), anchor)


def test_plain_objects_in_a_circle_are_told_apart() -> None:
    """What leads back to itself is written once, and soon; what does not is a mapping."""
    circle = _node(_node(Ref(1), Ref(2), 2), _node(Ref(3), Ref(2), 3), 1)
    with room() as inside:
        ran = run("function f(a) { return a; }", [circle], [_node(Null(), Null(), 1)], inside=inside, seconds=0.25)
    tied, plain = (one.value for one in ran.outcomes)
    assert isinstance(tied, Record)
    assert not isinstance(plain, Record)
    assert tied.fields[0][1] == Record("Object", (("left", Ref(1)), ("right", Ref(2))), 2)


LEAVES = """class Solution {
  /**
   * @param {TreeNode} one
   * @param {TreeNode} other
   * @return {boolean}
   */
  alike(one, other) {
    const leaves = (node, found) => {
      if (!node) return found;
      if (!node.left && !node.right) found.push(node.val);
      leaves(node.left, found);
      return leaves(node.right, found);
    };
    return JSON.stringify(leaves(one, [])) === JSON.stringify(leaves(other, []));
  }
}
"""


@pytest.mark.parametrize(
    ("candidate", "verdict"),
    [
        (LEAVES.replace("JSON.stringify(leaves(one, []))", "'[' + leaves(one, []).join() + ']'"), "equivalent"),
        (LEAVES.replace("!node.left && !node.right", "!node.left || !node.right"), "differs"),
    ],
    ids=["right", "half a leaf"],
)
def test_two_trees_are_compared(session: EvidenceSession, candidate: str, verdict: str) -> None:
    """A class that only a comment names is what the program does with it."""
    assert judged(session, "javascript", candidate, LEAVES).verdict == verdict
