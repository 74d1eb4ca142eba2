"""One object or function that an input gives in two places: who adds an item takes that very item off again."""

from __future__ import annotations

import shutil
from random import Random

import pytest

from codescore.evidence.given_twice import given_twice, unusual
from codescore.evidence.session import EvidenceSession
from codescore.languages.anchored import refers_back
from codescore.languages.execution import Entry, Input
from codescore.languages.values import Call, Int, Ref, Text
from tests.evidence.judging import judged

LIBRARY = """
class Book:
    def __init__(self, title):
        self.title = title

class Library:
    def __init__(self):
        self.books = []
        self.lent = []
    def add(self, book: Book):
        self.books.append(book)
    def lend(self, book: Book) -> bool:
        if book not in self.books or book in self.lent:
            return False
        self.lent.append(book)
        return True
    def available(self):
        return [b.title for b in self.books if b not in self.lent]
"""
BUS = """
class EventBus:
    def __init__(self):
        self._handlers = {}
    def subscribe(self, event, handler):
        self._handlers.setdefault(event, []).append(handler)
    def unsubscribe(self, event, handler):
        handlers = self._handlers.get(event, [])
        if handler in handlers:
            handlers.remove(handler)
            return True
        return False
    def publish(self, event, *args):
        return [h(*args) for h in list(self._handlers.get(event, []))]
"""
ONCE = "        self._handlers.setdefault(event, []).append(handler)\n"
NOT_AGAIN = "        if handler not in self._handlers.setdefault(event, []):\n    " + ONCE
TRANSFER = """
from dataclasses import dataclass

@dataclass
class Account:
    owner: str
    balance: int = 0

def transfer(source: Account, target: Account, amount: int) -> int:
    if amount <= 0 or source.balance < amount:
        return -1
    source.balance -= amount
    target.balance += amount
    return target.balance
"""
AT_ONCE = TRANSFER.replace(
    "source.balance -= amount\n    target.balance += amount",
    "source.balance, target.balance = source.balance - amount, target.balance + amount",
)
ASKS = TRANSFER.replace("if amount", "if source is target or amount")
STORE = """
class Emitter {
  constructor() { this.handlers = []; }
  on(handler) { this.handlers.push(handler); }
  off(handler) {
    const at = this.handlers.indexOf(handler);
    if (at >= 0) this.handlers.splice(at, 1);
    return at >= 0;
  }
  emit(value) { return this.handlers.map((handler) => handler(value)); }
}
module.exports = { Emitter };
"""


def test_some_objects_of_an_input_come_again() -> None:
    """Only where the language makes them once; each `Ref` leads to what stands before it."""
    given = Input((Call("Account", (Text("a"), Int(1))), Call("Account", (Text("b"), Int(2))), Int(3)))
    chance = Random(5)
    entry = Entry("transfer", "function", shares=True)
    made = [given_twice(entry, given, chance) for _ in range(100)]
    again = [one for one in made if isinstance(one.arguments[1], Ref)]
    assert 3 < len(again) < 40
    assert all(refers_back(one.arguments) for one in made)
    assert all(unusual(entry, one) for one in again)
    assert not unusual(entry, given)
    assert given_twice(Entry("transfer", "function"), given, chance) == given


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("reference", "candidate", "verdict"),
    [
        (LIBRARY, LIBRARY.replace("book not in self.books", "not any(b is book for b in self.books)"), "equivalent"),
        (LIBRARY, LIBRARY.replace(" or book in self.lent", ""), "differs"),
        (BUS, BUS.replace("list(self._handlers.get(event, []))", "self._handlers.get(event, [])[:]"), "equivalent"),
        (BUS, BUS.replace("handlers.remove(handler)", "handlers.clear()"), "differs"),
        (BUS, BUS.replace(ONCE, NOT_AGAIN), "conditional"),
        (BUS.replace(ONCE, NOT_AGAIN), BUS, "differs"),
        (TRANSFER, AT_ONCE, "conditional"),
        (ASKS, TRANSFER, "differs"),
        (ASKS, AT_ONCE.replace("if amount", "if source is target or amount"), "equivalent"),
    ],
)
def test_what_is_given_again_shows(reference: str, candidate: str, verdict: str, session: EvidenceSession) -> None:
    """In a later call it counts; twice to one function only where the reference asks for it."""
    found = judged(session, "python", candidate, reference)
    assert found.verdict == verdict, found.reason


@pytest.mark.sandbox
def test_what_comes_again_has_a_name(session: EvidenceSession) -> None:
    """`account = Account('', 2); transfer(account, account, 1)`, and a test that can be run."""
    found = judged(session, "python", TRANSFER, ASKS).counterexample
    assert found is not None
    made, call = found.input.split("; ")
    assert made.startswith("account = Account(")
    assert call.startswith("transfer(account, account, ")
    assert f"    {made}\n    assert {call} == " in found.test


@pytest.mark.sandbox
@pytest.mark.skipif(shutil.which("node") is None, reason="NOT TESTED: node is not here")
@pytest.mark.parametrize(
    ("candidate", "verdict"),
    [
        (STORE.replace("this.handlers.splice(at, 1)", "this.handlers = this.handlers.filter((_, n) => n !== at)"),
         "equivalent"),
        (STORE.replace("this.handlers.splice(at, 1)", "this.handlers.pop()"), "differs"),
    ],
)  # fmt: skip
def test_javascript_functions_come_again(candidate: str, verdict: str, session: EvidenceSession) -> None:
    """`off(f)` takes off the very function that `on(f)` was given."""
    found = judged(session, "javascript", candidate, STORE)
    assert found.verdict == verdict, found.reason
    if found.counterexample is not None:
        assert "const f = " in found.counterexample.input
