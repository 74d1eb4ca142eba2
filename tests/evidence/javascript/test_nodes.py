"""Objects that lead to others of their kind, of which a JavaScript program shows only the use."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.values import Int, Null, Record, Ref, Value
from tests.evidence.javascript.run import entry_of, needs_node, room, run
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


SUMS = """/** @param {TreeNode} root */
function sums(root) {
  const total = (node) => (node ? node.val + total(node.left) + total(node.right) : 0);
  const write = (node) => { if (node) { node.val = total(node); write(node.left); write(node.right); } };
  write(root);
  return root;
}
"""
AFTERWARDS = """function sums(root) {
  const stack = [root], seen = [];
  while (stack.length) {
    const node = stack.pop();
    if (!node) continue;
    seen.push(node);
    stack.push(node.left, node.right);
  }
  while (seen.length) {
    const node = seen.pop();
    node.val += (node.left ? node.left.val : 0) + (node.right ? node.right.val : 0);
  }
  return root;
}
"""


@pytest.mark.parametrize(
    ("reference", "candidate", "verdict"),
    [
        (SUMS, AFTERWARDS, "equivalent"),
        (SUMS, AFTERWARDS.replace("stack.push(node.left, node.right)", "stack.push(node.right)"), "differs"),
        (SUMS.replace("if (node) {", "if (node && node !== root.left) {"), AFTERWARDS, "differs"),
    ],
    ids=["right", "one side", "another task"],
)
def test_a_tree_has_no_object_twice(session: EvidenceSession, reference: str, candidate: str, verdict: str) -> None:
    """Where nothing asks if two objects are one, what is shared or goes in a circle decides nothing."""
    assert judged(session, "javascript", candidate, reference).verdict == verdict


@pytest.mark.parametrize(
    ("body", "trees"),
    [
        ("return node.left === null;", True),
        ("return node.left === node.right;", False),
        ("const seen = new Set([node]); return seen.has(node.left);", False),
        ("return twice(node);", False),
        ("return [...new Set([node.left, node.right])].length;", False),
        ("const seen = new Set(); seen.add(node); return seen.size;", False),
        ("return node.parent.left;", False),
    ],
)
def test_who_asks_if_two_are_one_may_be_given_one_twice(body: str, trees: bool) -> None:
    """Also by way of another function."""
    source = f"function f(node) {{ {body} }}\nfunction twice(node) {{ return node.left === node.right; }}"
    source = source.replace("return node", "if (node.right) return node")
    assumed = entry_of(source, "f").assumptions
    assert trees == any(one.property == "tree" for one in assumed)


MERGE = """/**
 * Definition for a binary tree node.
 * class TreeNode {
 *   constructor(val = 0, left = null, right = null) { … }
 * }
 * @param {TreeNode} one
 * @param {TreeNode} other
 */
function merge(one, other) {
  if (!one || !other) return one || other;
  const made = new TreeNode(one.val + other.val);
  made.left = merge(one.left, other.left);
  made.right = merge(one.right, other.right);
  return made;
}
"""
LITERAL = MERGE.replace("new TreeNode(one.val + other.val)", "{ val: one.val + other.val, left: null, right: null }")
OWN = "class Knot { constructor(val) { this.val = val; } }\n" + MERGE.replace("new TreeNode", "new Knot")


@pytest.mark.parametrize(
    ("candidate", "verdict"),
    [
        (LITERAL, "equivalent"),
        (LITERAL.replace("one.val + other.val", "one.val"), "differs"),
        (LITERAL.replace("merge(one.right, other.right)", "merge(one.right, other.left)"), "differs"),
        (MERGE.replace("new TreeNode", "new Shrub"), "environment-failure"),
        (MERGE.replace("new TreeNode", "new TreeNod"), "differs"),
        (OWN, "differs"),
    ],
    ids=["right", "one value", "one side", "not there", "misspelt", "another class"],
)
def test_the_nodes_of_exercises_are_there(session: EvidenceSession, candidate: str, verdict: str) -> None:
    """A program that makes nodes need not declare them: they are what they hold, in a circle, too."""
    assert judged(session, "javascript", candidate, MERGE).verdict == verdict


def test_nodes_of_exercises_are_plain_in_a_circle() -> None:
    """Whoever makes them."""
    source = "function f(a) { const made = {make}; made.next = made; return made; }"
    ways = ("new ListNode(2)", "({ val: 2, next: null })")
    with room() as inside:
        one, other = (run(source.replace("{make}", way), [Null()], inside=inside).outcomes[0].value for way in ways)
    assert one == other == Record("Object", (("next", Ref(1)), ("val", Int(2))), 1)
