"""Sequences about few things that fill an object first: what only several calls about one thing show."""

from __future__ import annotations

from random import Random

import pytest

from codescore.evidence.calls import draw_calls, steps_of
from codescore.evidence.generate import draw
from codescore.evidence.pool import Pool
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.evidence.swarm import swarm_calls
from codescore.languages.execution import Input
from codescore.languages.shapes import CallShape, CallsShape, IntShape, MappingShape, SequenceShape, TextShape
from codescore.languages.values import Call
from tests.evidence.judging import judged

_ability = probe()
runs = pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")

ADD = CallShape("add", (TextShape(), IntShape()), names=("title", "copies"))
LEND = CallShape("lend", (TextShape(), TextShape()), names=("reader", "title"))
LEFT = CallShape("left", (TextShape(),), names=("title",))
SHELF = CallsShape(CallShape("Shelf"), (ADD, LEND, LEFT), (LEND, LEFT))

LENDING = """
class Lending:
    def __init__(self):
        self.free, self.holders, self.waiting, self.used = {}, {}, {}, {}

    def add_copies(self, title: str, copies: int) -> None:
        self.free[title] = self.free.get(title, 0) + copies
        self.holders.setdefault(title, set())
        self.waiting.setdefault(title, [])

    def borrow(self, reader: str, title: str) -> str:
        if title not in self.free:
            return "unknown"
        if reader in self.holders[title] or reader in self.waiting[title]:
            return "already"
        if self.used.get(reader, 0) >= 3:
            return "limit"
        self.used[reader] = self.used.get(reader, 0) + 1
        if self.free[title] > 0:
            self.free[title] -= 1
            self.holders[title].add(reader)
            return "lent"
        self.waiting[title].append(reader)
        return "waiting"

    def give_back(self, reader: str, title: str):
        if title not in self.free or reader not in self.holders[title]:
            return None
        self.holders[title].remove(reader)
        self.used[reader] -= 1
        if not self.waiting[title]:
            self.free[title] += 1
            return None
        following = self.waiting[title].pop(0)
        self.holders[title].add(following)
        return following
"""
COUNTED_TWICE = LENDING.replace(
    "        self.holders[title].add(following)",
    "        self.used[following] += 1\n        self.holders[title].add(following)",
)

TREE = """
class Node:
    def __init__(self, key):
        self.key, self.left, self.right = key, None, None

class Tree:
    def __init__(self):
        self.root = None

    def insert(self, key):
        if key in self:
            return False
        self.root = self._insert(self.root, key)
        return True

    def _insert(self, node, key):
        if node is None:
            return Node(key)
        if key < node.key:
            node.left = self._insert(node.left, key)
        else:
            node.right = self._insert(node.right, key)
        return node

    def __contains__(self, key):
        node = self.root
        while node is not None and node.key != key:
            node = node.left if key < node.key else node.right
        return node is not None

    def delete(self, key):
        if key not in self:
            return False
        self.root = self._delete(self.root, key)
        return True

    def _delete(self, node, key):
        if key < node.key:
            node.left = self._delete(node.left, key)
        elif key > node.key:
            node.right = self._delete(node.right, key)
        elif node.left is None:
            return node.right
        elif node.right is None:
            return node.left
        else:
            following = node.right
            while following.left is not None:
                following = following.left
            node.key = following.key
            node.right = self._delete(node.right, following.key)
        return node

    def keys(self):
        def walk(node):
            return walk(node.left) + [node.key] + walk(node.right) if node else []
        return walk(self.root)
"""
LOSES_A_BRANCH = TREE.replace(
    """            following = node.right
            while following.left is not None:
                following = following.left
            node.key = following.key
            node.right = self._delete(node.right, following.key)
""",
    """            before, following = node, node.right
            while following.left is not None:
                before, following = following, following.left
            node.key = following.key
            if before is node:
                node.right = following.right
            else:
                before.left = None
""",
)


def test_parameters_of_one_name_take_the_same_few_values() -> None:
    shared = apart = 0
    for seed in range(40):
        pool = Pool(Random(seed))
        calls = list(swarm_calls(SHELF, pool, draw, Call("Shelf")))[1:]
        titles = {one.arguments[1 if one.name == "lend" else 0] for one in calls}
        readers = {one.arguments[0] for one in calls if one.name == "lend"}
        assert len(titles) < len(calls) or len(calls) < 9
        added = {one.arguments[0] for one in calls if one.name == "add"}
        lent = [one for one in calls if one.name == "lend"]
        shared += sum(one.arguments[1] in added for one in lent)
        apart += len(lent)
        assert not readers or len(readers) < 9
    assert apart > 300
    assert shared > 0.85 * apart


def test_what_gives_nothing_fills_the_object_before_all_else() -> None:
    for seed in range(40):
        names = [one.name for one in swarm_calls(SHELF, Pool(Random(seed)), draw, Call("Shelf"))][1:]
        assert names[0] == "add"


def test_without_methods_that_take_anything_there_are_calls_too() -> None:
    plain = CallsShape(CallShape("Counter"), (CallShape("up"), CallShape("value")), (CallShape("value"),))
    names = {
        one.name for seed in range(9) for one in [*swarm_calls(plain, Pool(Random(seed)), draw, Call("Plain"))][1:]
    }
    assert names == {"up", "value"}


def test_some_sequences_are_long() -> None:
    drawn = [draw_calls(SHELF, Pool(Random(seed)), draw) for seed in range(100)]
    assert sum(len(steps_of(Input((one,)))) > 30 for one in drawn) > 5


@runs
def test_who_counts_a_reader_twice_is_told() -> None:
    with EvidenceSession() as session:
        assert judged(session, "python", COUNTED_TWICE, LENDING).verdict == "differs"
        assert judged(session, "python", LENDING, LENDING).verdict == "equivalent"


@runs
def test_who_loses_a_branch_of_a_tree_is_told() -> None:
    with EvidenceSession() as session:
        found = judged(session, "python", LOSES_A_BRANCH, TREE)
    assert found.verdict == "differs"
    assert found.counterexample is not None
    assert "delete" in found.counterexample.input


@pytest.mark.parametrize("held", [SequenceShape(TextShape()), MappingShape(TextShape(), IntShape())])
def test_an_object_has_what_its_calls_are_about(held: SequenceShape | MappingShape) -> None:
    """A shed that is made with other tools than those that are lent only ever answers that it has none."""
    borrow = CallShape("borrow", (TextShape(), TextShape()), names=("person", "tool"))
    shape = CallsShape(CallShape("Shed", (held,), names=("tools",)), (borrow,), ())
    pool = Pool(chance=Random(3))
    within = total = 0
    for _ in range(60):
        made, *calls = swarm_calls(shape, pool, draw, Call("Shed", (draw(held, pool),)))
        there = {one[0] if isinstance(one, tuple) else one for one in made.arguments[0].items}  # type: ignore[union-attr]
        total += len(calls)
        within += sum(call.arguments[1] in there for call in calls)
    assert within > 0.6 * total
