"""Refusals count both ways: a deliberate one, dropped or added, is a difference; an error that happens is none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.cli.evidence_json import evidence_json
from codescore.evidence.contract import Evidence
from codescore.evidence.options import Options
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from tests.evidence.answers import answers

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


def judged(session: EvidenceSession, candidate: str, reference: str, language: str = "python") -> Evidence:
    found = by_id(language)
    assert found is not None
    return session.judge(
        candidate, reference, found, Options(budget=0.5, pairs=answers(language, candidate, reference))
    )


CHECKED = """
def scaled(value: int):
    if value < 0:
        raise ValueError("negative")
    return value * 3
"""
PLAIN = "def scaled(value: int):\n    return value * 3\n"
ASSERTED = "def scaled(value: int):\n    assert value >= 0\n    return value * 3\n"
HELPED = """
def check(n):
    if n < 0:
        raise KeyError(n)

def scaled(value: int):
    check(value)
    return value * 3
"""
HAPPENS = "def scaled(value: int):\n    return value * 3 if value >= 0 else [][0]\n"
AGAIN = """
def scaled(value: int):
    try:
        return value * 3 if value >= 0 else [][0]
    except IndexError:
        raise
"""
BROKEN = "def scaled(value: int):\n    return value * 3 if value % 3 else [][0]\n"
SHY = "def scaled(value: int):\n    if value != 4:\n        raise ValueError(value)\n    return value * 3\n"


@pytest.mark.parametrize(
    ("candidate", "reference", "verdict"),
    [
        (CHECKED, CHECKED, "equivalent"),
        (ASSERTED, CHECKED, "equivalent"),
        (HAPPENS, CHECKED, "equivalent"),
        (PLAIN, CHECKED, "conditional"),
        (PLAIN, ASSERTED, "conditional"),
        (PLAIN, HELPED, "conditional"),
        (PLAIN, HAPPENS, "equivalent"),
        (PLAIN, AGAIN, "equivalent"),
        (CHECKED, PLAIN, "conditional"),
        (BROKEN, PLAIN, "differs"),
        (SHY, PLAIN, "differs"),
    ],
)
def test_refusals_count_both_ways(session: EvidenceSession, candidate: str, reference: str, verdict: str) -> None:
    """A deliberate refusal that only one of the two has makes the verdict conditional; who refuses more than it answers
    is another program."""
    assert judged(session, candidate, reference).verdict == verdict


def test_a_dropped_refusal_is_said_with_its_input(session: EvidenceSession) -> None:
    """Reason, example and JSON name what the reference refuses and the candidate answers."""
    found = judged(session, PLAIN, CHECKED)
    assert "that the reference refuses, e.g. scaled(-" in found.reason
    document = evidence_json(found)
    assert document["outside"]["class"] == "exception"
    assert document["outside"]["expected"] == "raises ValueError: negative"


@pytest.mark.parametrize(
    ("first", "verdict"),
    [
        ('if (n < 0) throw new IllegalArgumentException("negative");', "conditional"),
        ('if (n < 0) throw new ArithmeticException("negative");', "conditional"),
        ("if (n < 0) n = n / 0;", "equivalent"),
        ("if (n < 0) n = new int[]{}[5];", "equivalent"),
        ('if (n < 0) n = Integer.parseInt("x");', "equivalent"),
    ],
)
def test_java_tells_a_throw_from_an_accident(session: EvidenceSession, first: str, verdict: str) -> None:
    """What a program throws itself is a refusal; what the JVM or a library throws happens to it."""
    java = "class C {\n    static long scaled(int n) { %s return 3L * n; }\n}\n"
    assert judged(session, java % "", java % first, "java").verdict == verdict


TRANSFER = {
    "python": """
def transfer(accounts: list[int], source: int, target: int, amount: int):
    if amount <= 0:
        raise ValueError("amount")
    CHECK
    accounts[source] -= amount
    accounts[target] += amount
""",
    "javascript": """
/** @param {number[]} accounts @param {number} source @param {number} target @param {number} amount */
function transfer(accounts, source, target, amount) {
  if (amount <= 0) throw new RangeError("amount");
  CHECK
  accounts[source] -= amount;
  accounts[target] += amount;
}
module.exports = { transfer };
""",
}
ENOUGH = {
    "python": (
        "if accounts[source] < amount:\n        raise ValueError('not enough')",
        "    CHECK\n    accounts[source] -= amount",
    ),
    "javascript": (
        "if (accounts[source] < amount) throw new RangeError('not enough');",
        "  CHECK\n  accounts[source] -= amount;",
    ),
}
LATE = {
    "python": "    accounts[source] -= amount\n    if accounts[source] < 0:\n        raise ValueError('not enough')",
    "javascript": "  accounts[source] -= amount;\n  if (accounts[source] < 0) throw new RangeError('not enough');",
}


@pytest.mark.parametrize("language", sorted(TRANSFER))
def test_who_refuses_after_changing_something_is_told(session: EvidenceSession, language: str) -> None:
    """Both refuse with the same error; one has taken the money by then, which the other, that looks first, has not."""
    check, place = ENOUGH[language]
    reference = TRANSFER[language].replace("CHECK", check)
    late = TRANSFER[language].replace(place, LATE[language])
    found = judged(session, late, reference, language)
    assert found.verdict == "conditional"
    assert "changed its arguments" in found.reason
    assert found.outside is not None
    assert found.outside.kind == "effect"
    assert "leaves [" in found.outside.expected
    assert found.outside.expected != found.outside.got
    assert judged(session, reference, late, language).verdict == "equivalent"  # who leaves a mess asks for none


PLAN = '''
def plan(count, every=1):
    """The months of so many payments.

    Args:
        count: number of payments
        every: months between two payments, at least 1
    """
    if every < 1:
        raise ValueError("every")
    return [n * every for n in range(count)]
'''


def test_what_is_refused_is_tried_though_words_say_what_is_taken(session: EvidenceSession) -> None:
    """Who takes what the reference refuses is not the same, and a refusal that both have is reached."""
    plain = PLAN.replace('    if every < 1:\n        raise ValueError("every")\n', "")
    assert judged(session, PLAN, PLAN).verdict == "equivalent"
    assert judged(session, plain, PLAN).verdict == "conditional"


ACCOUNT = """class Account:
    def __init__(self, balance: int = 0):
        self.held = balance

    def withdraw(self, amount: int) -> int:
        if amount <= 0:
            raise ValueError("amount must be positive")
        if amount > self.held:
            raise ValueError("insufficient funds")
        self.held -= amount
        return self.held
"""
TOO_MUCH = (
    "        self.held -= amount",
    """        if amount > 50:
            raise ValueError("too much")
        self.held -= amount""",
)
ROOT = """def root(n: int) -> int:
    if n < 0:
        raise ValueError("negative number")
    return int(abs(n) ** 0.5)
"""


@pytest.mark.parametrize(
    ("reference", "old", "new", "verdict"),
    [
        (ACCOUNT, "amount > self.held", "amount >= self.held", "differs"),
        (ACCOUNT, *TOO_MUCH, "conditional"),
        (ACCOUNT, "amount > self.held", "amount > self.held + 1", "differs"),
        (ROOT, "n < 0", "n <= 0", "differs"),
        (ROOT, "n < 0", "n < -1", "differs"),
        (ROOT, "    return", "    if n > 99:\n        raise ValueError('too large')\n    return", "conditional"),
    ],
)
def test_a_refusal_that_begins_elsewhere_decides(
    session: EvidenceSession, reference: str, old: str, new: str, verdict: str
) -> None:
    """Where both refuse in the same words they mean the same; in other words the candidate may only check more."""
    found = judged(session, reference.replace(old, new), reference)
    assert found.verdict == verdict, found.reason
    ignored = Options(budget=0.5, count=("no-exception",))
    python = by_id("python")
    assert python is not None
    assert session.judge(reference.replace(old, new), reference, python, ignored).verdict != "differs"


def test_a_badly_written_text_may_be_seen_otherwise(session: EvidenceSession) -> None:
    """Of texts a stricter reader in the same words stays in doubt."""
    reference = 'def size(text: str):\n    if not text:\n        raise ValueError("no size")\n    return len(text)\n'
    assert judged(session, reference.replace("not text", "not text.strip()"), reference).verdict == "conditional"
