"""Brackets that cross one another are tried, and numbers that a text calls negative, or a type holds."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

CLOSED = """
KINDS = {"]": "[", ")": "("}
def closed(text):
    waiting = []
    for sign in text:
        if sign in "[(":
            waiting.append(sign)
        elif sign in KINDS and (not waiting or waiting.pop() != KINDS[sign]):
            return False
    return not waiting
"""
COUNTED = """
def closed(text):
    for opening, closing in ("[]", "()"):
        depth = 0
        for sign in text:
            depth += (sign == opening) - (sign == closing)
            if depth < 0:
                return False
        if depth:
            return False
    return True
"""
REPLACED = """
def closed(text):
    text = "".join(sign for sign in text if sign in "[]()")
    while "[]" in text or "()" in text:
        text = text.replace("[]", "").replace("()", "")
    return text == ""
"""
READ = "\nfor _ in range(int(input())):\n    print(closed(input()))\n"


@pytest.mark.parametrize("read", ["", READ])
@pytest.mark.parametrize(("candidate", "verdict"), [(COUNTED, "differs"), (REPLACED, "equivalent")])
@pytest.mark.sandbox
def test_brackets_that_cross_are_no_closed_ones(
    session: EvidenceSession, candidate: str, verdict: str, read: str
) -> None:
    """Each kind counted by itself says that `([)]` is closed; how many lines there are says nothing of their length."""
    found = judged(session, "python", candidate + read, CLOSED + read)
    assert found.verdict == verdict, found.reason


SHIFTED = """
// Shifts the text to the left by k places, to the right for negative k.
std::string shifted(const std::string& text, int k) {
    if (text.empty()) return text;
    int n = text.size();
    k = ((k % n) + n) % n;
    return text.substr(k) + text.substr(0, k);
}
"""
WRAPPED = """
std::string shifted(const std::string& text, int k) {
    std::string found;
    size_t n = text.size();
    for (size_t i = 0; i < n; ++i) found += text[(i + k) % n];
    return found;
}
"""
TOTAL = """
long long total(const std::vector<long long>& sizes) {
    long long sum = 0;
    for (long long size : sizes) sum += size;
    return sum;
}
"""
IN_INT = "long long total(const std::vector<long long>& s) { return std::accumulate(s.begin(), s.end(), 0); }\n"
LONGEST = """
int main() {
    string line;
    getline(cin, line);
    int n = stoi(line);
    string best;
    for (int i = 0; i < n; i++) {
        getline(cin, line);
        if (line.size() > best.size()) best = line;
    }
    cout << best << endl;
}
"""
HEAD = "#include <iostream>\n#include <numeric>\n#include <string>\n#include <vector>\n"


@pytest.mark.parametrize(
    ("candidate", "reference"),
    [
        (WRAPPED, SHIFTED),
        (IN_INT, TOTAL),
        ("using namespace std;" + LONGEST.replace("size() >", "size() >="), "using namespace std;" + LONGEST),
    ],
)
@pytest.mark.sandbox
def test_what_a_text_and_a_type_speak_of_is_tried(session: EvidenceSession, candidate: str, reference: str) -> None:
    """Numbers below 0 that a comment speaks of, those beyond 32 bits, lines after one that is turned into a number."""
    found = judged(session, "cpp", HEAD + candidate, HEAD + reference)
    assert found.verdict == "differs", found.reason


ALIKE = """
using namespace std;
int main() {
    int n;
    cin >> n;
    map<int, long long> seen;
    long long pairs = 0;
    for (int i = 0; i < n; i++) { int x; cin >> x; pairs += seen[x]++; }
    cout << pairs << endl;
}
"""


@pytest.mark.sandbox
def test_whose_numbers_overflow_on_large_inputs_is_not_the_same(session: EvidenceSession) -> None:
    candidate = ALIKE.replace("long long> seen", "int> seen").replace("pairs += seen[x]++;", "seen[x]++;")
    candidate = candidate.replace("cout <<", "for (auto& [x, k] : seen) pairs += k * (k - 1) / 2;\n    cout <<")
    found = judged(session, "cpp", f"{HEAD}#include <map>{candidate}", f"{HEAD}#include <map>{ALIKE}")
    assert found.verdict == "conditional", found.reason


VALID = """
def exists(year, month, day):
    if not 1 <= month <= 12 or day < 1:
        return False
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return day <= (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]
"""
LATER = """
def later(date, days):
    year, month, day = map(int, date.split("-"))
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    lengths = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    day += days
    if day > lengths[month - 1]:
        month, day = month + 1, day - lengths[month - 1]
    return f"{year:04}-{month:02}-{day:02}"
"""


@pytest.mark.parametrize("reference", [VALID, LATER])
@pytest.mark.sandbox
def test_years_that_end_in_00_are_tried(session: EvidenceSession, reference: str) -> None:
    candidate = reference.replace("year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)", "year % 4 == 0")
    found = judged(session, "python", candidate, reference)
    assert found.verdict in ("differs", "conditional"), found.reason


@pytest.mark.sandbox
def test_numbers_of_a_reference_are_tried_below_0(session: EvidenceSession) -> None:
    """Where it says what comes of what is left of a division, which is below 0 only where the number is."""
    reference = "int decade(int shift) {\n    int d = shift / 10;\n    if (shift % 10 < 0) --d;\n    return d;\n}\n"
    candidate = "int decade(int shift) { return shift < 0 ? shift / 10 - 1 : shift / 10; }\n"
    found = judged(session, "cpp", candidate, reference)
    assert found.verdict in ("differs", "conditional"), found.reason
