"""Methods that only work once another one of their class, which calls them, has set what they look at."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

FOUND = """\
class Solution:
    def subsets(self, nums: list[int]) -> list[list[int]]:
        self.found = []
        self.grow([], nums[:5], 0)
        return self.found

    def grow(self, taken: list[int], nums: list[int], at: int):
        if at == len(nums):
            self.found.append(taken[:])
            return
        self.grow(taken, nums, at + 1)
        self.grow(taken + [nums[at]], nums, at + 1)
"""
KEPT = """\
class Solution:
    def subsets(self, nums: list[int]) -> list[list[int]]:
        self.found, self.nums = [], nums[:5]
        self.grow([], 0)
        return self.found

    def grow(self, taken: list[int], at: int):
        if at == len(self.nums):
            self.found.append(taken)
            return
        self.grow(taken, at + 1)
        self.grow(taken + [self.nums[at]], at + 1)
"""
DEEP = """\
class Solution:
    def widest(self, root):
        self.best = 0
        self.deep(root)
        return self.best

    def deep(self, node):
        if node is None:
            return 0
        left, right = self.deep(node.left), self.deep(node.right)
        self.best = max(self.best, left + right)
        return 1 + max(left, right)
"""
NARROWER = DEEP.replace("left + right)", "left + right, 0)").replace(
    "def deep(self, node):", "def deep(self, node, at=0):"
)
COUNTER = """\
class Counter:
    def reset(self):
        self.count = 0
        self.bump(1)

    def bump(self, by: int):
        self.count += by

    def value(self) -> int:
        return self.count
"""
STEPS = """\
class Steps:
    def start(self, seed: int) -> int:
        self.last = seed
        return self.next(1)

    def next(self, by: int) -> int:
        if by < 0:
            return self.next(-by)
        self.last += by
        return self.last
"""
LOG = """\
class Log:
    def __init__(self):
        self.lines = []

    def start(self):
        self.level = 0
        self.add(1)

    def add(self, by: int):
        self.level += by
        self.lines.append(self.level)

    def report(self) -> list[int]:
        return self.lines
"""

TALLY = """class Tally:
    def start(self, items: list[int]) -> int:
        self.total = 0
        for item in items:
            self.add(item)
        return self.total

    def add(self, item: int) -> None:
        self.total += item


if __name__ == "__main__":
    tally = Tally()
    tally.start([1, 2])
    tally.add(5)
    print(tally.total)
"""


@pytest.mark.parametrize(
    ("candidate", "reference", "verdict"),
    [
        (KEPT, FOUND, "equivalent"),
        (KEPT.replace("self.grow(taken, at + 1)", "self.grow(taken[:2], at + 1)"), FOUND, "differs"),
        (NARROWER, DEEP, "equivalent"),
        (NARROWER.replace("1 + max(left, right)", "1 + left"), DEEP, "differs"),
        (COUNTER.replace("+= by", "+= min(by, 2)"), COUNTER, "differs"),
        (STEPS.replace("+= by", "+= min(by, 2)"), STEPS, "differs"),
        (LOG.replace("+= by", "+= min(by, 2)"), LOG, "differs"),
    ],
    ids=[
        "other parameters",
        "wrong",
        "gives something",
        "wrong by the way",
        "looked at by others",
        "goes on",
        "logged",
    ],
)
def test_methods_that_others_make_ready(session: EvidenceSession, candidate: str, reference: str, verdict: str) -> None:
    """They are judged by the method that calls them; what users of the class call after it is called, too."""
    found = judged(session, "python", candidate, reference)
    assert found.verdict == verdict
    assert len(found.units) == reference.count("    def ") - reference.count("__init__")


def test_what_is_called_from_outside_is_no_helper(session: EvidenceSession) -> None:
    wrong = TALLY.replace("self.total += item", "self.total = item")
    wrong = wrong.replace("            self.add(item)", "            self.total += item")
    assert judged(session, "python", wrong, TALLY).verdict != "equivalent"
