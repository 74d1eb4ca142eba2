"""Numbers that are written as products of named ones."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.folded import folded
from tests.evidence.judging import judged


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("MINUTE = 60\nHOUR = 60 * MINUTE  # s\nDAY = 24 * HOUR\nif s < 7 * DAY: pass", [3600, 86400, 604800]),
        ("const KB = 1024;\nconst MB = KB * KB;\nreturn size / MB;", [1048576]),
        ("static final int LIMIT = 10_000;\nprivate static final long ALL = LIMIT + 1;", [10001]),
        ("TOTAL = price * COUNT\nX = f(3 * 4)\nY = 3 * 4 * z", []),
        ("A = B + 1\nB = A * 2", []),
        ("N = 99999 * M\nM = 999999999 * 999999999", []),
    ],
)
def test_values_of_named_numbers(source: str, found: list[int]) -> None:
    """Those that are reckoned from others; not where a name is not known, nor what is far too large."""
    assert folded(source) == found


AGO = """
MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def ago(seconds: int) -> str:
    \'\'\'How long ago.

    >>> ago(90)
    \'1 min\'
    >>> ago(7200)
    \'2 h\'
    \'\'\'
    if seconds < HOUR:
        return f"{seconds // MINUTE} min"
    if seconds < DAY:
        return f"{seconds // HOUR} h"
    if seconds < 7 * DAY:
        return f"{seconds // DAY} d"
    return f"{seconds // (7 * DAY)} w"
""".replace("\\'", "'")


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [("7 * DAY:", "604800:", "equivalent"), ("< 7 * DAY:", "<= 7 * DAY:", "differs")],
)
def test_a_boundary_that_stands_nowhere_as_a_number_is_met(
    session: EvidenceSession, old: str, new: str, verdict: str
) -> None:
    assert judged(session, "python", AGO.replace(old, new), AGO).verdict == verdict
