"""What a heap or two counters leave stands in an order that nobody asked for; what is filtered or sorted does not."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

#: The two that the most voted for, if a third of all did.
FAVOURITES = """def favourites(votes: list[int]) -> list[int]:
    one = two = None
    ones = twos = 0
    for vote in votes:
        if vote == one:
            ones += 1
        elif vote == two:
            twos += 1
        elif ones == 0:
            one, ones = vote, 1
        elif twos == 0:
            two, twos = vote, 1
        else:
            ones, twos = ones - 1, twos - 1
    return [name for name in (one, two) if name is not None and votes.count(name) > len(votes) // 3]
"""
COUNTED = """from collections import Counter
def favourites(votes):
    return [vote for vote, times in Counter(votes).items() if times > len(votes) // 3]
"""
HALVES = COUNTED.replace("// 3", "// 2")
#: Even numbers first, as a partition leaves them.
PARTED = """def parted(numbers: list[int]) -> list[int]:
    low, high = 0, len(numbers) - 1
    while low < high:
        if numbers[low] % 2:
            numbers[low], numbers[high] = numbers[high], numbers[low]
            high -= 1
        else:
            low += 1
    return numbers
"""
EVENS = "def evens(numbers: list[int]) -> list[int]:\n    return [n for n in numbers if n % 2 == 0]\n"
SHARES = """def shares(numbers: list[int]) -> list[int]:
    even = sum(1 for n in numbers if n % 2 == 0)
    return [even, len(numbers) - even]
"""
DIGITS = """def digits(number: int) -> list[int]:
    found = [] if number else [0]
    while number > 0:
        number, digit = divmod(number, 10)
        found.append(digit)
    return found
"""


@pytest.mark.sandbox
def test_another_order_of_what_is_picked_is_in_doubt(session: EvidenceSession) -> None:
    found = judged(session, "python", COUNTED, FAVOURITES)
    assert found.verdict == "conditional", found.reason
    assert "in none that one can see" in found.reason


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        (FAVOURITES, HALVES),
        (FAVOURITES.replace("    one = two", '    """In the order of their first votes."""\n    one = two'), COUNTED),
        (PARTED, PARTED.replace("return numbers", "return numbers[::-1]")),
        (EVENS, EVENS.replace("in numbers if", "in numbers[::-1] if")),
        (SHARES, SHARES.replace("[even, len(numbers) - even]", "[len(numbers) - even, even]")),
        (DIGITS, DIGITS.replace("return found", "return found[::-1]")),
    ],
    ids=["others", "spoken of", "all of them", "as given", "places", "made"],
)
def test_what_has_an_order_or_is_something_else_differs(
    session: EvidenceSession, reference: str, candidate: str
) -> None:
    found = judged(session, "python", candidate, reference)
    assert found.verdict == "differs", found.reason
