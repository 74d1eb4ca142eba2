"""A class that is told of things before it is asked about them: what others do with unknown ones is no fault."""

from __future__ import annotations

from random import Random

import pytest

from codescore.evidence.entered import entered, missing, put_first
from codescore.evidence.session import EvidenceSession
from codescore.languages.execution import BACK, Input
from codescore.languages.values import Text
from tests.evidence.judging import judged

DESK = """
class Desk:
    def __init__(self):
        self.shelf = {}
        self.lent = {}

    def add(self, title, copies):
        self.shelf[title] = self.shelf.get(title, 0) + copies

    def lend(self, member, title):
        if self.shelf[title] == 0:
            return "none left"
        self.shelf[title] -= 1
        self.lent.setdefault(member, []).append(title)
        return "lent"

    def back(self, member, title):
        if title not in self.lent.get(member, []):
            return "not lent"
        self.lent[member].remove(title)
        self.shelf[title] += 1
        return "back"

    def left(self, title):
        return self.shelf[title]
"""
OTHER = """
class Desk:
    def __init__(self):
        self.titles = {}

    def add(self, title, copies):
        self.titles.setdefault(title, [0, []])[0] += copies

    def lend(self, member, title):
        entry = self.titles[title]
        if len(entry[1]) == entry[0]:
            return "none left"
        entry[1].append(member)
        return "lent"

    def back(self, member, title):
        entry = self.titles[title]
        if member not in entry[1]:
            return "not lent"
        entry[1].remove(member)
        return "back"

    def left(self, title):
        return self.titles[title][0] - len(self.titles[title][1])
"""
CALLS = [("Desk", (), Input(())), ("add", ("title",), Input((Text("a"),))), ("left", ("title",), Input((Text("b"),)))]


@pytest.fixture(scope="module")
def session():
    with EvidenceSession() as made:
        yield made


def test_what_happens_to_answer_for_unknown_things_is_a_condition(session: EvidenceSession) -> None:
    """A right program that fails on a title that there is not is accused of nothing; a wrong one is."""
    found = judged(session, "python", OTHER, DESK)
    assert found.verdict in ("conditional", "equivalent"), found.reason
    assert "every title was given to add before" in found.reason or found.verdict == "equivalent"
    wrong = OTHER.replace("        entry[1].remove(member)\n", "")
    assert judged(session, "python", wrong, DESK).verdict == "differs"


def test_who_asks_whether_it_is_there_means_it(session: EvidenceSession) -> None:
    """A reference that answers for unknown things: another answer is a difference."""
    asks = DESK.replace("if self.shelf[title] == 0", "if self.shelf.get(title, 0) == 0")
    asks = asks.replace("return self.shelf[title]\n", "return self.shelf.get(title, -1)\n")
    assert judged(session, "python", asks.replace("(title, -1)", "(title, 0)"), asks).verdict == "differs"


def test_calls_are_about_what_was_entered() -> None:
    """Learned from outcomes, checked, and mended; another object knows nothing yet."""
    from codescore.evidence.calls import sequence
    from codescore.evidence.contract import Outcome
    from codescore.languages.execution import Entry, Parameter
    from codescore.languages.shapes import TextShape
    from codescore.languages.values import Call

    members = {name: Entry(name, "method", (Parameter("title", TextShape()),)) for name in ("add", "left")}
    made, add = Call("Desk", ()), Call("add", (Text("a"),))
    good, bad = Outcome("return"), Outcome("raise", error="KeyError")
    tried = [
        (sequence((made, Call("left", (Text("b"),)), add, Call("left", (Text("a"),)))),
         Outcome("return", steps=(good, bad, good, good)))
    ] * 5  # fmt: skip
    (one,) = entered("Desk", members, tried)
    assert one.words() == "every title was given to add before"
    assert [*missing((one,), CALLS)] == [one]
    assert put_first((one,), CALLS, Random(1))[2].arguments == (Text("a"),)
    known = [*CALLS[:2], ("left", ("title",), Input((Text("a"),)))]
    assert not [*missing((one,), known)]
    assert [*missing((one,), [*known, CALLS[0], known[2]])] == [one]
    assert not [*missing((one,), [*known, CALLS[0], (BACK, (), Input(())), known[2]])]
    assert entered("Desk", members, [(given, Outcome("return", steps=(good,) * 4)) for given, _ in tried]) == ()
