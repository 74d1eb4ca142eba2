"""A candidate that goes by the clock of the machine is the same only where that is on UTC."""

from __future__ import annotations

from pathlib import Path

import pytest

from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

#: Node and Java bring their own zones; Python and C++ read those of the system.
SYSTEM = pytest.mark.skipif(
    not Path("/usr/share/zoneinfo/Asia/Kolkata").exists(), reason="this machine knows no time zones (tzdata)"
)
JS = "/** @param {string} date yyyy-mm-dd */\nfunction weekday(date) { return new Date(date).getUTCDay(); }\n"
PYTHON = """
from datetime import datetime, timezone

def day(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, tz=timezone.utc).strftime("%Y-%m-%d")
"""
JAVA = """
import java.time.*;
class Days {
    static String day(int seconds) {
        return LocalDateTime.ofInstant(Instant.ofEpochSecond(seconds), ZoneOffset.UTC).toLocalDate().toString();
    }
}
"""
CPP = """
#include <ctime>
int hour(long seconds) { std::time_t t = seconds; std::tm m{}; gmtime_r(&t, &m); return m.tm_hour; }
"""


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("language", "reference", "candidate"),
    [
        ("javascript", JS, JS.replace("getUTCDay", "getDay")),
        pytest.param("python", PYTHON, PYTHON.replace(", tz=timezone.utc", ""), marks=SYSTEM),
        ("java", JAVA, JAVA.replace("ZoneOffset.UTC", "ZoneId.systemDefault()")),
        pytest.param("cpp", CPP, CPP.replace("gmtime_r", "localtime_r"), marks=SYSTEM),
    ],
)
def test_by_the_clock_of_the_machine(session: EvidenceSession, language: str, reference: str, candidate: str) -> None:
    found = judged(session, language, candidate, reference)
    assert found.verdict == "conditional", found.reason
    assert "the clock is not on UTC" in found.reason


@pytest.mark.sandbox
@pytest.mark.parametrize("turned", [False, True])
def test_who_asks_it_for_what_is_the_same_everywhere_is_right(session: EvidenceSession, turned: bool) -> None:
    there = (
        "/** @param {number} year @param {number} month 1 to 12 */\n"
        "function days(year, month) { return new Date(year, month, 0).getDate(); }\n"
    )
    here = there.replace("new Date(year, month, 0).getDate()", "new Date(Date.UTC(year, month, 0)).getUTCDate()")
    pair = (here, there) if turned else (there, here)
    found = judged(session, "javascript", *pair)
    assert found.verdict == "equivalent", found.reason
