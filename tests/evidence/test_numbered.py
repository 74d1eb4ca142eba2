"""Numbers that words list: days of the week, a span with one more number behind it; and what calendars say of them."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.numbered import numbered
from codescore.languages.weekdays import is_weekday, of_week
from codescore.languages.wording import may_be_negative, said
from tests.evidence.judging import judged

NTH = '''
import calendar


def nth(year, month, weekday, n):
    """On which day of a month the n-th given weekday (0 = Monday ... 6 = Sunday) is.

    n is 1 to 5, or -1 for the last one; None where there is no fifth. Years 1 to 9999.
    """
    days = [week[weekday] for week in calendar.monthcalendar(year, month) if week[weekday]]
    if n == -1:
        return days[-1]
    return days[n - 1] if n <= len(days) else None
'''
EVERY_FOURTH_YEAR = """
from datetime import date

LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def nth(year, month, weekday, n):
    length = LENGTHS[month - 1] + (month == 2 and year % 4 == 0)
    first = 1 + (weekday - date(year, month, 1).weekday()) % 7
    if n == -1:
        return first + 7 * ((length - first) // 7)
    day = first + 7 * (n - 1)
    return day if day <= length else None
"""


def _spans(words: str, *names: str) -> dict[str, tuple[int, int]]:
    found = {(one.parameter, one.property): one.bound for one in said(words, names)}
    return {name: (found[name, "at least"], found[name, "at most"]) for name in names if (name, "at least") in found}


@pytest.mark.parametrize(
    ("words", "span"),
    [
        ("The n-th weekday (0 = Monday ... 6 = Sunday) of a month.", (0, 6)),
        ("weekday: 1 = Monday, ..., 7 = Sunday", (1, 7)),
        ("The weekday (Monday = 0, Sunday = 6).", (0, 6)),
        ("The weekday (0 is Sunday, 1 is Monday, 2 is Tuesday).", (0, 2)),
    ],
)
def test_what_numbers_stand_for_says_which_there_are(words: str, span: tuple[int, int]) -> None:
    assert _spans(words, "weekday", "n")["weekday"] == span


@pytest.mark.parametrize("words", ["Returns the weekday (0 = Monday ... 6 = Sunday).", "The weekday of a date."])
def test_what_is_given_back_is_no_parameter(words: str) -> None:
    assert not list(numbered(words, ["weekday"]))


def test_one_more_number_stands_behind_a_span() -> None:
    words = "n is 1 to 5, or -1 for the last one."
    assert _spans(words, "year", "n") == {"n": (-1, 5)}
    assert may_be_negative(words, ["year", "n"]) == {"n"}
    assert [one.property for one in said(words, ["year", "n"])] == ["at least", "at most", "nonzero"]
    assert _spans("Takes k (2 to 9, or 12).", "k") == {"k": (2, 12)}


def test_a_span_stands_behind_the_plural_of_a_name() -> None:
    assert _spans("Gregorian calendar, years 1 to 9999.", "year", "month") == {"year": (1, 9999)}
    assert not _spans("Raises an error if the years 1 to 3 are asked for.", "year", "month")


def test_a_day_of_the_week_is_no_day_of_a_month() -> None:
    assert is_weekday("weekday")
    assert is_weekday("first_week_day")
    assert not is_weekday("day")
    assert of_week("date(year, month, 1).weekday()") == (0, 6)
    assert of_week("date(year, month, 1).isoweekday()") == (1, 7)
    survey = by_id("python").runner().survey("def f(day, weekday):\n    return day * 7 + weekday\n", (), ())
    bounds = [one for one in survey.entries[0].assumptions if one.property == "at most"]
    assert {one.parameter: one.bound for one in bounds} == {"day": 31, "weekday": 6}


@pytest.mark.sandbox
def test_who_takes_1900_for_a_leap_year_is_told(session: EvidenceSession) -> None:
    found = judged(session, "python", EVERY_FOURTH_YEAR, NTH)
    assert found.verdict == "differs"
    assert judged(session, "python", NTH, NTH).verdict == "equivalent"
