"""Of two classes that differ: which methods are at fault, and which are not."""

from __future__ import annotations

import pytest

from codescore.evidence.assumptions import conditions
from codescore.evidence.attribution import fewest
from codescore.evidence.case import Case
from codescore.evidence.cases import Cases
from codescore.evidence.contract import Evidence, Outcome
from codescore.evidence.domain import domain_of
from codescore.evidence.pool import pool_of
from codescore.evidence.session import EvidenceSession
from codescore.languages.execution import Entry, Input, Parameter
from codescore.languages.shapes import IntShape
from codescore.languages.values import Int
from tests.evidence.judging import judged

ACCOUNT = """class Account:
    def __init__(self, balance: int = 0):
        self.held = balance

    def deposit(self, amount: int) -> None:
        if amount <= 0:
            raise ValueError("amount must be positive")
        self.held += amount

    def withdraw(self, amount: int) -> bool:
        if amount > self.held:
            return False
        self.held -= amount
        return True

    def balance(self) -> int:
        return self.held
"""
GREEDY = ACCOUNT.replace("amount > self.held", "amount >= self.held")
TIDIER = GREEDY.replace(
    """        if amount <= 0:
            raise ValueError("amount must be positive")
        self.held += amount
""",
    """        self._require(amount)
        self.held = amount + self.held

    def _require(self, amount: int) -> None:
        if not amount > 0:
            raise ValueError("amount must be positive")
""",
)
CENTS = """class Account:
    def __init__(self, balance: int = 0):
        self.cents = 100 * balance

    def deposit(self, amount: int) -> None:
        if amount <= 0:
            raise ValueError("amount must be positive")
        self.cents += 100 * amount

    def withdraw(self, amount: int) -> bool:
        if 100 * amount >= self.cents:
            return False
        self.cents -= 100 * amount
        return True

    def balance(self) -> int:
        return self.cents // 100
"""


def by_method(found: Evidence) -> dict[str, str]:
    return {one.pair[1].rpartition(".")[2]: one.verdict for one in found.units if one.pair is not None}


@pytest.mark.sandbox
@pytest.mark.parametrize("candidate", [GREEDY, TIDIER])
def test_one_method_is_at_fault_and_the_others_are_not(session: EvidenceSession, candidate: str) -> None:
    """The first is written as the reference's but for one sign; the second has a method rewritten, with a helper."""
    found = judged(session, "python", candidate, ACCOUNT)
    assert found.verdict == "differs"
    assert by_method(found) == {"deposit": "equivalent", "withdraw": "differs", "balance": "equivalent"}
    assert "what differs comes of withdraw" in next(
        one.reason for one in found.units if one.pair[1] == "Account.balance"
    )


@pytest.mark.sandbox
def test_each_of_several_is_at_fault(session: EvidenceSession) -> None:
    """Two methods that differ by themselves are shown, each with an input of its own."""
    found = judged(session, "python", GREEDY.replace("self.held += amount", "self.held += amount + 1"), ACCOUNT)
    assert by_method(found) == {"deposit": "differs", "withdraw": "differs", "balance": "equivalent"}
    shown = {one.pair[1]: one.counterexample.input for one in found.units if one.counterexample is not None}
    assert "withdraw" in shown["Account.withdraw"]
    assert "withdraw" not in shown["Account.deposit"]


@pytest.mark.sandbox
def test_methods_that_keep_something_else_belong_together(session: EvidenceSession) -> None:
    """What a method that keeps cents does in a class that keeps euros says nothing: each shows what the class does."""
    found = judged(session, "python", CENTS, ACCOUNT)
    assert set(by_method(found).values()) == {"differs"}


@pytest.mark.sandbox
def test_a_class_of_another_language(session: EvidenceSession) -> None:
    """The constructor counts as a method; what stands outside of methods is at fault with none of them."""
    counter = """
class Counter {
    private int seen;
    Counter(int begun) { this.seen = begun; }
    void add(int n) { if (n > 0) seen += n; }
    int total() { return seen; }
}
"""
    found = judged(session, "java", counter.replace("n > 0", "n >= -1"), counter)
    assert by_method(found) | {"Counter": ""} == {"Counter": "", "add": "differs", "total": "equivalent"}


@pytest.mark.sandbox
def test_a_constructor_that_nobody_asked_about_is_not_lost(session: EvidenceSession) -> None:
    """Where the methods are the reference's and only the constructor is another, the class differs all the same."""
    found = judged(session, "python", ACCOUNT.replace("self.held = balance", "self.held = abs(balance) + 1"), ACCOUNT)
    assert found.verdict == "differs"
    assert set(by_method(found).values()) == {"differs"}


@pytest.mark.sandbox
def test_what_a_method_needs_of_its_file_comes_with_it(session: EvidenceSession) -> None:
    """A function beside the class is put there, too; what fails for want of anything else is not the method's fault."""
    rounded = (
        "def _checked(n):\n    if n <= 0:\n        raise ValueError('amount must be positive')\n    return n\n\n\n"
    )
    body = """        if amount <= 0:
            raise ValueError("amount must be positive")
        self.held += amount
"""
    asked = GREEDY.replace(body, "        self.held += _checked(amount)\n")
    found = by_method(judged(session, "python", rounded + asked, ACCOUNT))
    assert found == {"deposit": "equivalent", "withdraw": "differs", "balance": "equivalent"}
    limit = "LIMIT = 0\n\n\n" + GREEDY.replace("if amount <= 0:", "if amount <= LIMIT:")
    found = judged(session, "python", limit, ACCOUNT)
    assert found.verdict == "differs"
    assert not any("NameError" in one.counterexample.got for one in found.units if one.counterexample is not None)


def test_so_many_inputs_tell_one_method_from_another() -> None:
    """The smallest where two classes differ, and of the others some of all sorts."""
    known = [Case(Input((Int(number),)), Outcome("return", Int(1)), "inside") for number in range(2000)]
    pairs = [(one, one.expected, "value" if one.given.arguments[0].value % 2 else "") for one in known]
    entry = Entry("f", (Parameter("n", IntShape()),))
    made = Cases("", domain_of(entry, conditions(entry, None), ()), pool_of((), 1), cases=known)
    few = fewest(made, pairs)
    given = [one.given.arguments[0].value for one in few.cases]
    assert len(given) <= 400
    assert given[:100] == [*range(1, 200, 2)]
    assert max(given) > 1900
    assert min(given[100:]) < 100
