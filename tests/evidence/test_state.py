"""Classes beside classes, for real: nothing that does something else is called the same, nothing right is accused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from codescore.evidence.contract import Evidence
from codescore.evidence.options import Options
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from tests.evidence import state_cases as cases
from tests.evidence.answers import answers
from tests.evidence.java.run import needs_java

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


def judged(session: EvidenceSession, candidate: str, reference: str, name: str = "python", **options) -> Evidence:
    language = by_id(name)
    assert language is not None
    pairs = answers(name, candidate, reference)
    return session.judge(candidate, reference, language, Options(**{"budget": 1.0, "pairs": pairs, **options}))


def _pairs(table: list, marks: Sequence[pytest.MarkDecorator] = ()) -> list:
    found = []
    for name, reference, wrong, right in table:
        for kind, variants, allowed in (("wrong", wrong, cases.WRONG), ("right", right, cases.RIGHT)):
            for number, variant in enumerate(variants):
                text = cases.text_of(reference, variant)
                found.append(pytest.param(text, reference, allowed, id=f"{name}-{kind}-{number}", marks=marks))
    return found


@pytest.mark.parametrize(("candidate", "reference", "allowed"), _pairs(cases.PYTHON))
def test_state_in_python(session: EvidenceSession, candidate: str, reference: str, allowed: tuple[str, ...]) -> None:
    """A variant that does something else is never the same, one that is right never differs."""
    found = judged(session, candidate, reference)
    assert found.verdict in allowed, found.reason


@pytest.mark.parametrize(("candidate", "reference", "allowed"), _pairs(cases.JAVA, needs_java))
def test_state_in_java(session: EvidenceSession, candidate: str, reference: str, allowed: tuple[str, ...]) -> None:
    """The same for Java."""
    found = judged(session, candidate, reference, "java")
    assert found.verdict in allowed, found.reason


def test_a_difference_is_shown_as_a_test_that_a_person_can_read(session: EvidenceSession) -> None:
    """The calls, a line each, and what the last of them gives."""
    reference = cases.ACCOUNT.replace("        return self._balance\n\n", "\n", 1)
    found = judged(session, reference.replace("-= amount", "+= amount"), reference).counterexample
    assert found is not None
    assert found.test == (
        "def test_account():\n    a = Account(0, 1)\n    a.withdraw(1)\n    assert a.balance() == 0\n"
    )


def test_methods_of_a_class_are_all_listed_and_one_is_at_fault(session: EvidenceSession) -> None:
    """Those that are written as the reference's are not different for what another one does."""
    found = judged(session, cases.COUNTER.replace("+= 1", "+= 2"), cases.COUNTER)
    assert {one.pair[1]: one.verdict for one in found.units if one.pair} == {
        "Counter.up": "differs",
        "Counter.reset": "equivalent",
        "Counter.value": "equivalent",
    }


BIN = "class Bin:\n    def __init__(self):\n        self._a = []\n    def put(self, x):\n        self._a.append(x)\n"
TAG = "class Tag:\n    def __init__(self, k):\n        self._k = k.read()\n    def get(self):\n        return self._k\n"


@pytest.mark.parametrize(
    ("reference", "verdict", "reason"),
    [
        (BIN, "insufficient", "none of its methods gives or prints anything"),
        (TAG, "untested", "no input was found that the reference accepts"),
    ],
)
def test_what_shows_nothing_is_not_the_same(
    session: EvidenceSession, reference: str, verdict: str, reason: str
) -> None:
    """A class of which nothing is seen, or no object can be made, is equal to nothing, itself included."""
    found = judged(session, reference, reference)
    assert (found.verdict, reason in found.reason) == (verdict, True)


def test_a_condition_that_sequences_cannot_be_asked_is_no_silent_one(session: EvidenceSession) -> None:
    """It leaves the class untested; one that inputs can be made to fulfil is fulfilled."""
    text = cases.QUEUE
    assert judged(session, text, text, assume="capacity * 2 > 3").verdict == "untested"
    narrow = text.replace("return False", "return self.capacity < 2")
    assert judged(session, narrow, text, assume="capacity > 1").verdict == "equivalent"


def test_methods_with_other_names_answer_by_their_pairs(session: EvidenceSession) -> None:
    """The candidate is called by its own names."""
    other = cases.COUNTER.replace("Counter", "Tally").replace("def up", "def increment")
    pairs = tuple((f"Tally.{ours}", f"Counter.{theirs}")
                  for ours, theirs in (("increment", "up"), ("reset", "reset"), ("value", "value")))  # fmt: skip
    assert judged(session, other, cases.COUNTER, pairs=pairs).verdict == "equivalent"
    assert judged(session, other.replace("+= 1", "+= 2"), cases.COUNTER, pairs=pairs).verdict == "differs"


@pytest.mark.parametrize(
    ("reference", "change"),
    [
        (
            "def total(*numbers):\n    t = 0\n    for n in numbers:\n        t += n\n    return t\n",
            ("t += n", "t -= n"),
        ),
        ("def join(*words: str, sep: str = '-'):\n    return sep.join(words)\n", ("sep.join", "'-'.join")),
        ("def clip(x: int, *, low: int, high: int = 9):\n    return max(low, min(x, high))\n", ("max(low", "max(-low")),
        ("def f(**kw):\n    return len(kw) + kw.get('deep', 0)\n", ("'deep'", "'deeper'")),
    ],
)
def test_arguments_beside_places_are_filled(session: EvidenceSession, reference: str, change: tuple[str, str]) -> None:
    """Any number of values, names, and names that nobody listed."""
    assert judged(session, reference, reference).verdict == "equivalent"
    found = judged(session, reference.replace(*change), reference)
    assert found.verdict == "differs"
    assert found.counterexample is not None
    compile(found.counterexample.test, "test", "exec")


def test_what_a_module_reads_while_it_is_loaded_is_fed(session: EvidenceSession) -> None:
    """It is a program that reads its input then, whatever functions it defines."""
    reference = "n = int(input())\ndef double(x: int):\n    return x * 2\nprint(double(n))\n"
    assert judged(session, reference, reference).verdict == "equivalent"
    assert judged(session, reference.replace("* 2", "* 3"), reference).verdict == "differs"


def test_a_class_of_which_half_is_hardly_reached_is_not_the_same(session: EvidenceSession) -> None:
    """Sequences that expose half of a class's mutants say too little: what they do not reach is wrong here."""
    reference = """class Meter:
    def __init__(self, start: int):
        self.total = start

    def add(self, amount: int):
        self.total += amount
        if amount < 0:
            self.total -= 1
        return self.total

    def code(self, key: str):
        if sum(ord(sign) * 31 for sign in key) % 9973 == 4711:
            self.total = self.total * 2 + 1
            self.total = self.total - 3
            self.total = self.total * 5
        return self.total + len(key)
"""
    found = judged(session, reference.replace("* 5", "* 6"), reference)
    assert found.verdict == "insufficient"
    assert "none reaches line 13" in found.reason


DICE = """
import random

class Character:
    def __init__(self):
        self.strength = self.ability()

    def ability(self):
        return sum(sorted(random.randint(1, 6) for _ in range(4))[1:])
"""


def test_an_object_that_throws_dice_accuses_nobody() -> None:
    """Chance is the same in each run, but two programs may ask for it in another order."""
    other = DICE.replace("random.randint(1, 6)", "1 + int(random.random() * 6)")
    with EvidenceSession() as session:
        found = session.judge(other, DICE, by_id("python"), Options(budget=0.5))  # type: ignore[arg-type]
    assert found.verdict in ("conditional", "insufficient"), found.reason
    assert "draws lots" in found.reason
