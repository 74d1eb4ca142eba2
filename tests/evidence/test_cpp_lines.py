"""What programs in C++ read: texts of a clock, cut at fixed places, and lines that say themselves how long they are."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.shapes import LinesShape, RowShape, Samples
from tests.evidence.judging import judged

SPANS = """
#include <iostream>
#include <map>
#include <string>
static int minutes(const std::string& t) {
    return std::stoi(t.substr(0, 2)) * 60 + std::stoi(t.substr(3, 2));
}
int main() {
    std::map<std::string, int> open, total;
    std::string time, user;
    while (std::cin >> time >> user) {
        int now = minutes(time);
        if (!open.count(user)) open[user] = now;
        else { total[user] += now - open[user]; open.erase(user); }
    }
    for (const auto& one : total) std::cout << one.first << " " << one.second << "\\n";
}
"""
SEATS = """
#include <iostream>
#include <string>
int main() {
    int rows, {name};
    std::cin >> rows >> {name};
    int found = 0;
    for (int r = 0; r < rows; r++) {
        std::string line;
        std::cin >> line;
        int run = 0;
        for (int c = 0; c < {bound}; c++) {
            run = line[c] == '.' ? run + 1 : 0;
            if (run == {least}) found++;
        }
    }
    std::cout << found << "\\n";
}
"""


def _rows(source: str) -> tuple[RowShape, ...]:
    (script,) = (one for one in by_id("cpp").runner().survey(source).entries if one.kind == "script")
    shape = script.parameters[0].shape
    assert isinstance(shape, LinesShape)
    return tuple(one for one in shape.rows if isinstance(one, RowShape))


def _seats(name: str, bound: str, least: str) -> str:
    return SEATS.replace("{name}", name).replace("{bound}", bound).replace("{least}", least)


@pytest.mark.parametrize(
    ("source", "wide"),
    [
        (_seats("group", "(int)line.size()", "group"), None),
        (_seats("k", "k", "2"), "k"),
        (_seats("cols", "(int)line.size()", "cols"), "cols"),
        (_seats("m", "(int)line.size()", "2"), "m"),
    ],
    ids=["means something else", "bound of the loop", "by its name", "only read"],
)
def test_how_long_lines_are(source: str, wide: str | None) -> None:
    """A number that a program compares with something else says nothing of lines that it asks how long they are."""
    assert _rows(source)[-1].wide == wide


def test_a_text_that_is_cut_as_a_clock_is_one() -> None:
    """Hours and minutes at their places, also in a function that is given the text; other places are no clock."""
    (row,) = _rows(SPANS)
    assert isinstance(row.tokens[0], Samples)
    assert "09:05" in {one.value for one in row.tokens[0].values}
    (other,) = _rows(SPANS.replace("substr(3, 2)", "substr(4, 2)"))
    assert not isinstance(other.tokens[0], Samples)


@pytest.mark.sandbox
def test_such_programs_are_run(session: EvidenceSession) -> None:
    """One input had been taken of the first; slips in the second stayed unseen among lines as long as the number."""
    seats = _seats("group", "(int)line.size()", "group")
    for reference, was, now, verdict in (
        (SPANS, "now - open[user]", "now - open[user] + 1", "differs"),
        (seats, "run == group", "run >= group", "conditional"),  # "unless texts are as long as group says"
    ):
        assert was in reference
        assert judged(session, "cpp", reference.replace(was, now), reference).verdict == verdict


ROUNDS = """
#include <iostream>
int main() {
    int count = 0, step = 0;
    std::cin >> count >> step;
    if (step < 1) step = 1;
    int total = 0;
    for (int i = 0; i < count; i++) { int x = 0; std::cin >> x; total += x / step; }
    std::cout << "total " << total << "\\n";
}
"""
READ = "std::cin >> count >> step;"
ASKED = 'if (!(std::cin >> count >> step)) { std::cout << "nothing\\n"; return 0; }'


@pytest.mark.sandbox
def test_who_asks_for_0_says_nothing_of_an_empty_input(session: EvidenceSession) -> None:
    """A number that is not there is 0 in C++: a branch for that had made an empty input count; a question does."""
    assert READ in ROUNDS
    assert judged(session, "cpp", ROUNDS.replace(READ, ASKED), ROUNDS).verdict != "differs"
    assert judged(session, "cpp", ROUNDS, ROUNDS.replace(READ, ASKED)).verdict == "differs"
