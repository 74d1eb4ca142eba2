"""A promise that was not read leaves open what differs; a sentence that tells the task, or was read, does not."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.left_open import left_open
from tests.evidence.judging import judged

ODD = '''
def odd_one(numbers):
    """{}"""
    found = 0
    for number in numbers:
        found ^= number
    return found
'''
PROMISE = "Every number stands there exactly twice, but for one; that one is returned."
BY_COUNTING = "def odd_one(numbers):\n    return next((n for n in numbers if numbers.count(n) == 1), None)\n"
NOTHING = "def odd_one(numbers):\n    return None if numbers else 0\n"


@pytest.mark.parametrize(
    ("words", "promised"),
    [
        ("The coins, each different and above 0.", "The coins, each different and above 0"),
        ("A ladder of words; all have the same length.", "all have the same length"),
        ("Tells whether all are different.", ""),
        ("The best rate. No circle of exchanges wins money.", "No circle of exchanges wins money"),
        ("No exception is raised.", ""),
        ("None where there is no way. No one is asked.", ""),
        (PROMISE, "Every number stands there exactly twice, but for one"),
        ("Places of two numbers.\n\nExactly one such pair exists.", "Exactly one such pair exists"),
        ("The most frequent vote. There always is one.", "There always is one"),
        ("A pair is (low, high), low < high.", "A pair is (low, high), low < high"),
        ("Returns the number that occurs exactly once.", ""),
        ("Tells whether exactly one of them is set.", ""),
        ("The result has each of them exactly once.", ""),
        ("Adds two numbers.", ""),
        ("codescore: assume = low < high", ""),
        ("Pages are numbered from 1.", ""),
        ("Nodes are numbered from 1 to n.", "Nodes are numbered from 1 to n"),
        ("Shelves are numbered 0 .. shelves-1 here.", "Shelves are numbered 0 .. shelves-1 here"),
        ("Write a number given in a base (2 to 36).", "Write a number given in a base (2 to 36)"),
        ("A way from one square to another ('a1' .. 'h8').", "A way from one square to another ('a1' .. 'h8')"),
        ("Names of guests are unique.", "Names of guests are unique"),
        ("Two numbers without leading zeros.", "Two numbers without leading zeros"),
        ("The score of a complete game of darts.", "The score of a complete game of darts"),
        ("A visit takes start <= hour < end.", ""),
        ("Those who wait are tried in order, each once.", ""),
        ("Returns numbers without leading zeros.", ""),
        ("Numbers that are in both, each once, in the order of a.", ""),
        ("At most one player has four in a row.", "At most one player has four in a row"),
        ("class Node { vector<Node*> children; }", ""),
    ],
)
def test_what_is_promised_of_what_is_given(words: str, promised: str) -> None:
    assert left_open(words)[3] == promised


@pytest.mark.parametrize(
    ("words", "candidate", "verdict"),
    [
        (PROMISE, BY_COUNTING, "conditional"),
        (PROMISE, NOTHING, "differs"),  # hardly ever the same
        ("All numbers taken together, bit by bit.", BY_COUNTING, "differs"),
    ],
)
@pytest.mark.sandbox
def test_what_differs_where_a_promise_was_not_read_is_left_open(
    session: EvidenceSession, words: str, candidate: str, verdict: str
) -> None:
    found = judged(session, "python", candidate, ODD.format(words))
    assert found.verdict == verdict, found.reason
    assert ("it is not known whether" in found.reason) == (verdict == "conditional")


DESKS = '''class Desks:
    """Desks of an office{}."""
    def __init__(self, count):
        self.count = count
        self.taken = []
    def take(self, desk):
        if desk in self.taken:
            return False
        self.taken.append(desk)
        return True
    def free(self):
        return self.count - len(self.taken)
'''
IN_A_ROW = """class Desks:
    def __init__(self, count):
        self.open = [True] * count
    def take(self, desk):
        if not 0 <= desk < len(self.open) or not self.open[desk]:
            return False
        self.open[desk] = False
        return True
    def free(self):
        return sum(self.open)
"""


@pytest.mark.parametrize(("words", "verdict"), [(", 0 .. count-1", "conditional"), ("", "differs")])
@pytest.mark.sandbox
def test_what_the_text_of_a_class_promises_leaves_open_what_differs(
    session: EvidenceSession, words: str, verdict: str
) -> None:
    found = judged(session, "python", IN_A_ROW, DESKS.format(words))
    assert found.verdict == verdict, found.reason
    assert verdict != "conditional" or "0 .. count-1" in found.reason


GAME = '''def points(throws):
    """{}"""
    total = at = 0
    for _ in range(5):
        if throws[at] == 6:
            total += 6 + throws[at + 1] + throws[at + 2]
            at += 1
        else:
            total += throws[at] + throws[at + 1]
            at += 2
    return total
'''
THROW_BY_THROW = """def points(throws):
    total, rounds, first = 0, 0, None
    for at, one in enumerate(throws):
        total += one
        if rounds == 4:
            continue
        if first is None and one == 6:
            total += sum(throws[at + 1 : at + 3])
            rounds += 1
        elif first is None:
            first = one
        else:
            first, rounds = None, rounds + 1
    return total
"""


@pytest.mark.parametrize(
    ("words", "verdict"), [("Points of a complete game of ten rounds.", "insufficient"), ("Points.", "differs")]
)
@pytest.mark.sandbox
def test_who_differs_on_nearly_all_that_may_be_no_complete_game_is_not_accused(
    session: EvidenceSession, words: str, verdict: str
) -> None:
    found = judged(session, "python", THROW_BY_THROW, GAME.format(words))
    assert found.verdict == verdict, found.reason
    assert verdict == "differs" or "complete game" in found.reason
