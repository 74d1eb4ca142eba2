"""Numbers far from the usual ones: where thousands are set apart, units change, or limits lie below zero."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.options import Options
from codescore.evidence.pool import pool_of
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.python.run.surveying import survey
from codescore.languages.values import Float
from tests.evidence.answers import answers

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]
UNITS = """\
def size(count):
    units = ["B", "KB", "MB", "GB", "TB"]
    number = float(count)
    for unit in units:
        if number < 1024 or unit == units[-1]:
            return f"{number:.1f} {unit}"
        number /= 1024
"""
THOUSANDS = "def price(cents):\n    return f'{cents // 100:,}.{cents % 100:02d}'\n"
TOTAL = "def total(n):\n    return n * (n + 1) // 2\n"
TEMPERATURE = """\
class Temperature:
    def __init__(self, degrees=0.0):
        self.degrees = degrees

    @property
    def degrees(self):
        return self._degrees

    @degrees.setter
    def degrees(self, value):
        if value < -273.15:
            raise ValueError("too cold")
        self._degrees = value

    @property
    def fahrenheit(self):
        return self._degrees * 9 / 5 + 32

    @fahrenheit.setter
    def fahrenheit(self, value):
        self.degrees = (value - 32) * 5 / 9
"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


def verdict(session: EvidenceSession, candidate: str, reference: str) -> str:
    options = Options(budget=1.0, pairs=answers("python", candidate, reference))
    return session.judge(candidate, reference, by_id("python"), options).verdict


@pytest.mark.parametrize(
    ("reference", "old", "new"), [(UNITS, ', "TB"]', "]"), (THOUSANDS, ":,}", "}")], ids=["units", "thousands"]
)
def test_what_only_large_numbers_show(session: EvidenceSession, reference: str, old: str, new: str) -> None:
    assert verdict(session, reference.replace(old, new), reference) == "differs"


@pytest.mark.parametrize(
    "slow",
    [
        "def total(n):\n    return sum(range(n + 1)) if n > 0 else n * (n + 1) // 2\n",
        "def total(n):\n    return n + total(n - 1) if n > 0 else n * (n + 1) // 2\n",
    ],
)
def test_who_is_slow_or_deep_on_large_numbers_is_not_asked(session: EvidenceSession, slow: str) -> None:
    assert verdict(session, slow, TOTAL) == "equivalent"


def test_a_limit_below_zero_is_passed(session: EvidenceSession) -> None:
    """A class that compares with a number below zero has such numbers, whatever its other methods do with them."""
    (whole,) = (one for one in survey(TEMPERATURE).entries if one.kind == "class")
    assert not any(one.property == "at least" for member in whole.members for one in member.assumptions)
    assert -274.15 in pool_of((Float(273.15),), 1).real
    assert verdict(session, TEMPERATURE, TEMPERATURE) == "equivalent"
    unchecked = TEMPERATURE.replace("self.degrees = (value", "self._degrees = (value")
    assert verdict(session, unchecked, TEMPERATURE) == "differs"  # it refuses in the same words elsewhere


RANKED = """
#include <algorithm>
#include <string>
#include <utility>
#include <vector>
std::vector<std::string> ranked(std::vector<std::pair<std::string, int>> results) {
    std::stable_sort(results.begin(), results.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<std::string> names;
    for (const auto& one : results) names.push_back(one.first);
    return names;
}
"""
LAST = """\
def last(events: list[int]):
    kept = []
    for one in events:
        kept.append(one)
    return kept[::-1]
"""


@pytest.mark.parametrize(
    ("language", "reference", "right", "wrong"),
    [
        ("cpp", RANKED, ("names.push_back", "names.emplace_back"), ("std::stable_sort", "std::sort")),
        ("python", LAST, ("kept[::-1]", "list(reversed(kept))"), ("kept[::-1]", "kept[::-1][:16]")),
    ],
)  # fmt: skip
def test_longer_lists_are_tried_where_nothing_else_differs(
    session: EvidenceSession, language: str, reference: str, right: tuple[str, str], wrong: tuple[str, str]
) -> None:
    """Up to sixteen items std::sort leaves equal ones as they were; a program may keep only so many."""
    found = by_id(language)
    assert found is not None
    for change, verdict in ((right, "equivalent"), (wrong, "differs")):
        candidate = reference.replace(*change)
        options = Options(budget=2.0, pairs=answers(language, candidate, reference))
        assert session.judge(candidate, reference, found, options).verdict == verdict
