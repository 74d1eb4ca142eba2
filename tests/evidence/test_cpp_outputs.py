"""Parameters in which C++ functions give results: which ones these are, and what is made of other results there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.cpp.run import survey
from tests.evidence.answers import answers


@pytest.mark.parametrize(
    ("function", "outputs"),
    [
        ("bool f(const std::string& s, int& out) { if (s.empty()) return false; out = 1; return true; }", {"out"}),
        ("int f(int n, double* mean, int& count) { *mean = n * 2.0; ++count; return n; }", {"mean", "count"}),
        ("int f(int n, std::vector<int>& out) { out.clear(); return out.size() + n; }", {"out"}),
        ("int f(int n, std::vector<int>& out) { for (int i = 0; i < n; i++) out.push_back(i); return n; }", {"out"}),
        ("bool f(std::vector<int>& v) { std::sort(v.begin(), v.end()); return v[0] == 0; }", set()),
        ("int f(int a[], int n) { a[0] = a[n - 1]; return n; }", set()),
        ("int f(int& n, const int& m) { return n + m; }", set()),
        ("int f(int n) { n = 3; return n; }", set()),
    ],
)
def test_results_in_parameters_are_seen(function: str, outputs: set[str]) -> None:
    """A number is one where it is written to, a container where it is only filled or set anew."""
    (entry,) = survey(function).entries
    assert entry.outputs == outputs


HEAD = "#include <bits/stdc++.h>\n"
PARSE = (
    HEAD
    + """bool parse(const std::string& s, int& out) {
  if (s.empty()) return false;
  int n = 0;
  for (char c : s) {
    if (c < '0' || c > '9') return false;
    n = n * 10 + (c - '0');
  }
  out = n;
  return true;
}"""
)
LIBRARY = (
    HEAD
    + """bool parse(const std::string& s, int& out) {
  if (s.empty() || !std::all_of(s.begin(), s.end(), [](unsigned char c) { return std::isdigit(c); })) return false;
  out = std::stoi(s);
  return true;
}"""
)
ADDED = PARSE.replace("n * 10 + (c - '0')", "n + (c - '0')")
EARLY = PARSE.replace("int n = 0", "int& n = out; n = 0")
QUEUE = (
    HEAD
    + """class Queue {
  std::vector<int> items;
 public:
  void push(int x) { items.push_back(x); }
  bool pop(int& out) {
    if (items.empty()) return false;
    out = items.front();
    items.erase(items.begin());
    return true;
  }
};"""
)
DEQUE = (
    HEAD
    + """class Queue {
  std::deque<int> q;
 public:
  void push(int x) { q.push_back(x); }
  bool pop(int& out) {
    if (!q.size()) return false;
    out = q[0];
    q.pop_front();
    return true;
  }
};"""
)
STACK = QUEUE.replace("items.front()", "items.back()").replace("items.erase(items.begin())", "items.pop_back()")


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("candidate", "reference", "verdict"),
    [
        (LIBRARY, PARSE, "equivalent"),
        (ADDED, PARSE, "differs"),
        (EARLY, PARSE, "conditional"),
        (DEQUE, QUEUE, "equivalent"),
        (STACK, QUEUE, "differs"),
    ],
    ids=["another way", "another number", "where it refuses", "of a class", "of a class, another number"],
)
def test_what_stands_in_a_parameter_is_a_result(
    session: EvidenceSession, candidate: str, reference: str, verdict: str
) -> None:
    """What the reference wrote there decides; what it left as it was may be anything."""
    language = by_id("cpp")
    assert language is not None
    found = session.judge(candidate, reference, language, Options(pairs=answers("cpp", candidate, reference)))
    assert found.verdict == verdict, found.reason
    if verdict == "differs" and found.counterexample is not None and candidate == ADDED:
        assert found.counterexample.expected.startswith("leaves ")
