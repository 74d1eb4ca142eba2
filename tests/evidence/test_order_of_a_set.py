"""What a reference lists in the order of a set stands in no order: nobody promised that of a set."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.contract import Outcome
from codescore.evidence.left_open import listed_anew
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages.values import Int, Sequence, Value
from tests.evidence.judging import judged

_ability = probe()
sandboxed = pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")

APART = """def apart(a: list[int], b: list[int]) -> list[list[int]]:
    one, two = set(a), set(b)
    return [list(one - two), list(two - one)]
"""
BY_LOOPS = """def apart(a, b):
    one = [x for x in dict.fromkeys(a) if x not in b]
    return [one, [x for x in dict.fromkeys(b) if x not in a]]
"""
BY_LENGTH = """def by_length(words: list[str]) -> list[str]:
    return sorted(set(words), key=len)
"""
BY_APPENDING = """def shared(a: list[int], b: list[int]) -> dict[str, list[int]]:
    found = []
    for number in frozenset(a):
        if number in b:
            found.append(number)
    return {"shared": found, "first": a[:2]}
"""
IN_ORDER = """def shared(a, b):
    return {"shared": [x for x in sorted({*a}) if x in b], "first": a[:2]}
"""
UNIQUE = """def unique(items: list[int]) -> list[int]:
    seen, found = set(), []
    for item in items:
        if item not in seen:
            seen.add(item)
            found.append(item)
    return found
"""
RISING = """def rising(items: list[int]) -> list[int]:
    return sorted(set(items))
"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as found:
        yield found


#: The same with tuples in the place of lists: another form beside another order.
TUPLES = "def pairs(items: list[list[int]]):\n    return list({tuple(one) for one in items})\n"


@pytest.mark.parametrize(
    ("reference", "candidate", "verdict"),
    [
        (APART, APART, "equivalent"),
        (APART, BY_LOOPS, "conditional"),
        (APART, BY_LOOPS.replace("[one, ", "[one[::-1], "), "conditional"),
        (APART, BY_LOOPS.replace("return [one, ", "return [").replace("]]", "], one]"), "differs"),  # the lists
        (APART, BY_LOOPS.replace("[one, ", "[one[:2], "), "differs"),
        (APART, BY_LOOPS.replace("dict.fromkeys(a)", "a"), "differs"),  # items come twice
        (BY_LENGTH, "def by_length(words):\n    return sorted({*words}, key=lambda w: (len(w), w))\n", "conditional"),
        (BY_LENGTH, "def by_length(words):\n    return sorted(set(words), key=lambda w: -len(w))\n", "differs"),
        (BY_APPENDING, IN_ORDER, "conditional"),
        (BY_APPENDING, IN_ORDER.replace("a[:2]}", "a[:2][::-1]}"), "differs"),
        (UNIQUE, "def unique(items):\n    return list(dict.fromkeys(items))\n", "equivalent"),
        (UNIQUE, "def unique(items):\n    return list(set(items))\n", "differs"),  # the candidate's set says nothing
        (UNIQUE, "def unique(items):\n    return list(dict.fromkeys(items[::-1]))\n", "differs"),
        (
            TUPLES,
            "def pairs(items):\n    return [[*one] for one in {tuple(x): x for x in items}]\n",
            "conditional",
        ),
        (
            TUPLES,
            "def pairs(items):\n    return [[*one][:1] for one in {tuple(x): x for x in items}]\n",
            "differs",
        ),
        (RISING, "def rising(items):\n    return list(dict.fromkeys(items))\n", "differs"),
        (RISING, "def rising(items):\n    return sorted(set(items), reverse=True)\n", "differs"),
    ],
)
@pytest.mark.sandbox
@sandboxed
def test_the_order_of_a_set_is_no_promise(
    session: EvidenceSession, reference: str, candidate: str, verdict: str
) -> None:
    """Where the reference lists a set, and there alone; what its program sorts, or takes in turn, has an order."""
    found = judged(session, "python", candidate, reference)
    assert found.verdict == verdict, found.reason
    assert (verdict == "conditional") == ("that of a set" in found.reason)


def _list(*items: Value | int) -> Sequence:
    return Sequence("list", tuple(Int(item) if isinstance(item, int) else item for item in items))


def test_only_what_comes_in_another_order_is_listed_anew() -> None:
    """Another item, or an error, is another answer."""
    one = Outcome("return", _list(1, _list(2, 3)))
    assert listed_anew(one, Outcome("return", _list(1, _list(3, 2)))).turned == _list(1, _list(3, 2))
    assert listed_anew(one, one).turned is None
    assert listed_anew(one, Outcome("return", _list(1, _list(3, 3)))).turned is None
    assert listed_anew(one, Outcome("raise", error="KeyError")).turned is None
