"""Texts of digits as long as a program asks for, that end in another sign which it compares with."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.asked_texts import sized_digits
from tests.evidence.judging import judged

CHECKED = '''
def is_checked(number: str) -> bool:
    """Whether a number of nine signs is right. Points are ignored. The last sign may be K, which stands for 10."""
    signs = number.replace(".", "")
    if len(signs) != 9:
        return False
    total = 0
    for at, sign in enumerate(signs):
        if sign in "0123456789":
            value = int(sign)
        elif sign == "K" and at == 8:
            value = 10
        else:
            return False
        total += (9 - at) * value
    return total % 11 == 0
'''
RUNNING = """
import re


def is_checked(number):
    signs = number.replace(".", "")
    if re.fullmatch(r"[0-9]{8}[0-9K]", signs) is None:
        return False
    so_far = total = 0
    for sign in signs:
        so_far += 10 if sign == "K" else int(sign)
        total += so_far
    return total % 11 == 0
"""
#: The sign counts less, may stand anywhere, may be a small letter.
WRONG = {
    "less": CHECKED.replace("value = 10", "value = 9"),
    "anywhere": CHECKED.replace(" and at == 8", ""),
    "small": CHECKED.replace('sign == "K"', 'sign in "Kk"'),
}


def test_some_texts_end_in_the_sign_that_is_compared_with() -> None:
    texts = [one.value for one in sized_digits(CHECKED)]
    assert {len(text) for text in texts} == {9}
    assert sum(text.isdigit() for text in texts) >= 8
    assert sum(text[:-1].isdigit() and text[-1] == "K" for text in texts) >= 4


@pytest.mark.parametrize(
    "compared", ["c == 'X'", 'c === "X"', '"X" == c', 's.endsWith("X")', 'code.endswith("X")', 's.equals("X")']
)
def test_it_may_be_compared_in_several_ways(compared: str) -> None:
    assert any(one.value[-1] == "X" for one in sized_digits(f"len(s) == 10 int(c) {compared}"))


def test_a_sign_between_parts_is_none() -> None:
    assert all(one.value.isdigit() for one in sized_digits("len(s) == 10 int(c) c == '-'"))


@pytest.mark.sandbox
def test_who_checks_otherwise_is_the_same(session: EvidenceSession) -> None:
    assert judged(session, "python", RUNNING, CHECKED).verdict == "equivalent"


@pytest.mark.sandbox
@pytest.mark.parametrize("fault", WRONG)
def test_who_takes_the_sign_for_another_is_told(session: EvidenceSession, fault: str) -> None:
    assert judged(session, "python", WRONG[fault], CHECKED).verdict == "differs"
