"""What a text merely describes makes no wrong program the same: it may speak of the result, of a part, of a case."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.stating import DESCRIBED
from codescore.languages.wording import said
from tests.evidence.judging import judged

WRONG = (
    ("Union of a and b in sorted order.", "sorted({*a, *b})", "[*dict.fromkeys([*a, *b])]"),
    ("Numbers of a and b in ascending order.", "sorted(set(a) & set(b))", "[x for x in dict.fromkeys(a) if x in b]"),
    ("Numbers of a that b lacks. The list has no duplicates.", "[*dict.fromkeys(x for x in a if x not in b)]",
     "[x for x in a if x not in b]"),
)  # fmt: skip


@pytest.mark.sandbox
@pytest.mark.parametrize(("words", "right", "wrong"), WRONG)
def test_a_description_makes_no_wrong_program_the_same(
    session: EvidenceSession, words: str, right: str, wrong: str
) -> None:
    head = f'def f(a: list[int], b: list[int]) -> list[int]:\n    """{words}"""\n    return '
    found = judged(session, "python", f"{head}{wrong}\n", f"{head}{right}\n")
    assert found.verdict in ("conditional", "differs"), found.reason


@pytest.mark.parametrize(
    ("words", "sure"),
    [
        ("Average of positive numbers.", False),
        ("Orders of 1000 or more ship free.", False),
        ("The value is never negative.", False),
        ("Counts pairs with xs[i] > xs[j] for i < j.", False),
        ("The value is taken modulo 7; an angle from 0 to 359.", False),
        ("xs is a non-empty list.", True),
        ("Largest of a non-empty list xs.", True),
        ("You may assume that the list is not empty.", True),
        ("1 <= len(xs) <= 9", True),
    ],
)
def test_only_promises_signs_and_what_stands_beside_a_name_are_sure(words: str, *, sure: bool) -> None:
    found = [one for one in said(words, ["xs"]) if one.weight > DESCRIBED or one.certain]
    assert bool(found) == sure, found


def test_a_number_that_may_be_zero_is_not_promised_to_be_positive() -> None:
    assert not [one for one in said("n is a positive integer or zero.", ["n"]) if one.property == "positive"]
    assert not [one for one in said("n is a non-positive integer.", ["n"]) if one.property == "positive"]
