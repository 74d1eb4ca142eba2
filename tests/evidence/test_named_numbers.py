"""A number that a reference names, or reckons with, is not too large, however small its examples are."""

from __future__ import annotations

import pytest

from codescore.evidence.named_numbers import reckoned
from codescore.evidence.profile import profile_of
from codescore.evidence.session import EvidenceSession
from codescore.languages.execution import Input
from codescore.languages.values import Int
from tests.evidence.judging import judged

LASTS = '''
def lasts(seconds):
    """How long it takes, in years (of 365 days), days, hours, minutes and seconds.

    >>> lasts(3662)
    '1h 1m 2s'
    >>> lasts(0)
    'now'
    """
    minutes, left = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    years, days = divmod(days, 365)
    named = ((years, "y"), (days, "d"), (hours, "h"), (minutes, "m"), (left, "s"))
    return " ".join(f"{number}{unit}" for number, unit in named if number) or "now"
'''
NO_WHOLE_YEAR = """
def lasts(seconds):
    left, parts = seconds, []
    for unit, size in (("y", 31536000), ("d", 86400), ("h", 3600), ("m", 60), ("s", 1)):
        if left > size or (left == size and unit != "y"):
            parts.append(f"{left // size}{unit}")
            left %= size
    return " ".join(parts) or "now"
"""


def _ints(*numbers: int) -> tuple[Int, ...]:
    return tuple(map(Int, numbers))


def test_products_of_units_are_reckoned_with() -> None:
    assert {24, 60, 365, 1440, 3600, 86_400, 31_536_000} <= reckoned(_ints(1, 24, 60, 365))


def test_what_keeps_results_small_is_not() -> None:
    assert not reckoned(_ints(1_000_000_007, 998_244_353))


def test_what_a_program_names_is_no_larger_than_its_examples_are() -> None:
    profile = profile_of((Input(_ints(3662)), Input(_ints(0))), ("seconds",), _ints(86_400, 31_536_000))
    assert not profile.broken(Input(_ints(31_536_000)))
    assert not profile.broken(Input(_ints(86_399)))
    assert profile.broken(Input(_ints(31_000_000))) == ("seconds is about as large as in its examples",)


@pytest.mark.sandbox
def test_who_loses_a_whole_year_is_told(session: EvidenceSession) -> None:
    assert judged(session, "python", NO_WHOLE_YEAR, LASTS).verdict == "differs"
    assert judged(session, "python", LASTS, LASTS).verdict == "equivalent"
