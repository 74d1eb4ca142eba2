"""Numbers that a program looks up in a table that it writes out are places of it, in any language."""

from __future__ import annotations

import pytest

from codescore.evidence.edges import FROM_THE_END
from codescore.evidence.options import Options
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.in_tables import in_tables
from codescore.languages.shapes import IntShape

ABLE = probe()
needs_sandbox = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
SHAPES = {"day": IntShape()}


def found(body: str, program: str) -> list[str]:
    """What is assumed, in words."""
    return sorted(one.words() for one in in_tables(SHAPES, body, program))


@pytest.mark.parametrize(
    "table",
    [
        'NAMES = ["a", "b",\n    "c"]', "NAMES: tuple[str, ...] = ('a', 'b', 'c')", 'const NAMES = ["a", "b", "c",];',
        'static final String[] NAMES = {"a", "b", "c"};', 'String[] NAMES = new String[] {"a", "b", "c"};',
        'List<String> NAMES = List.of("a", "b", "c");', 'var NAMES = Arrays.asList("a", "b", "c");',
        'const std::vector<std::string> NAMES{"a", "b", "c"};', "int NAMES[3] = {31, 28, 31};",
    ],
)  # fmt: skip
def test_a_table_says_which_places_there_are(table: str) -> None:
    """From 1 where 1 is taken off."""
    assert found("return NAMES[day - 1]", table) == ["day is at least 1", "day is at most 3"]
    assert found("return NAMES[day]", table) == ["day is at least 0", "day is at most 2"]
    assert found("return NAMES.get(day + 1)", table) == ["day is at least -1", "day is at most 1"]


@pytest.mark.parametrize(
    "body",
    [
        "return NAMES[day - 1] if day > 0 else ''", "day %= 3; return NAMES[day]", "return NAMES[(day - 1) % 3]",
        "day = day - 1\nreturn NAMES[day]", "return OTHERS[day]", "if day >= len(NAMES): return ''\nreturn NAMES[day]",
        "return NAMES[day] if day in range(3) else ''", "if (day < NAMES.length) { return NAMES[day]; }",
    ],
)  # fmt: skip
def test_who_asks_or_reckons_first_means_others_too(body: str) -> None:
    assert found(body, 'NAMES = ["a", "b", "c"]') == []


@pytest.mark.parametrize(
    "program",
    [
        'NAMES = ["a", "b", "c"]\nNAMES.append("d")', 'NAMES = ["a", "b", "c"] + others', "NAMES = [1, 2, 3] * n",
        'const NAMES = ["a", "b", "c"]; NAMES.push("d");', "NAMES = [0, 1, 1]\nNAMES += more",
    ],
)  # fmt: skip
def test_a_list_that_grows_is_no_table(program: str) -> None:
    assert found("return NAMES[day]", program) == []


def test_of_two_tables_of_one_name_nothing_is_known() -> None:
    assert found("NAMES[day]", 'NAMES = ["a", "b", "c"]; NAMES = ["a", "b", "c", "d"]') == []


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("python", "DAYS = ['mo', 'tu', 'we']\ndef f(day):\n    return DAYS[day - 1]"),
        ("javascript", "const DAYS = ['mo', 'tu', 'we'];\nfunction f(day) { return DAYS[day - 1]; }"),
        (
            "java",
            'class A { static String[] DAYS = {"a", "b", "c"}; static String f(int day) { return DAYS[day - 1]; } }',
        ),
        ("cpp", 'std::string f(int day) { std::vector<std::string> d = {"a", "b", "c"}; return d[day - 1]; }'),
    ],
)
def test_each_language_asks(language: str, source: str) -> None:
    one = by_id(language)
    assert one is not None
    words = {assumed.words() for assumed in one.runner().survey(source).entries[0].assumptions}
    assert {"day is at least 1", "day is at most 3"} <= words


WORDED = """
def worded(n: int) -> str:
    names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    if n % 10 == 1:
        return "just " + names[0] + str(n)
    return names[9 - n % 10 - 1] + " left of " + str(n)
"""
PORT = """
#include <string>
#include <vector>
std::string worded(int n) {
    std::vector<std::string> names = {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine"};
    if (n % 10 == 1) return "just " + names.at(0) + std::to_string(n);
    return names.at(9 - n % 10 - 1) + " left of " + std::to_string(n);
}
"""


@needs_sandbox
def test_a_place_below_zero_is_one_in_the_reference_alone() -> None:
    """A port that fails where Python counts from the end is left open; not where Python does so all the time."""
    cpp, python = by_id("cpp"), by_id("python")
    with EvidenceSession() as session:
        options = Options(spoken=cpp)
        one = session.judge(PORT, WORDED, python, options)
        always = session.judge(PORT.replace("9 - n % 10 - 1", "0 - n % 10 - 1"),
                               WORDED.replace("9 - n % 10 - 1", "0 - n % 10 - 1"), python, options)  # fmt: skip
    assert (one.verdict, FROM_THE_END in one.reason) == ("conditional", True), one.reason
    assert always.verdict == "differs", always.reason
