"""C++ class templates, operators, aggregates, objects that constructors make, and streams: text in, verdicts out."""

# ruff: noqa: E501  the programs under test are data, each readable as one piece
from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.cpp.run import survey
from codescore.languages.shapes import CallShape, IntShape
from tests.evidence.answers import answers

HEAD = "#include <bits/stdc++.h>\n"
RING = (
    HEAD
    + """template <typename T, size_t N, class Held = std::vector<T>> class Ring {
  T data[N];
  size_t head = 0, count = 0;
 public:
  bool push(const T& x) {
    if (count == N) return false;
    data[(head + count) % N] = x;
    ++count;
    return true;
  }
  std::optional<T> pop() {
    if (!count) return std::nullopt;
    T x = data[head];
    head = (head + 1) % N;
    --count;
    return x;
  }
};"""
)
DEQUE = (
    HEAD
    + """template <typename T, size_t N> class Ring {
  std::deque<T> d;
 public:
  bool push(T x) {
    if (d.size() >= N) return false;
    d.push_back(x);
    return true;
  }
  std::optional<T> pop() {
    if (d.empty()) return std::nullopt;
    T x = d.front();
    d.pop_front();
    return x;
  }
};"""
)
WIDER = DEQUE.replace("d.size() >= N", "d.size() > N")
FRACTION = (
    HEAD
    + """class Fraction {
  int n, d;
 public:
  Fraction(int num, int den) : n(num), d(den) {
    if (den == 0) throw std::invalid_argument("zero");
    if (d < 0) { n = -n; d = -d; }
  }
  int num() const { return n; }
  int den() const { return d; }
  Fraction operator*(const Fraction& o) const { return Fraction(n * o.n, d * o.d); }
  Fraction& operator++() { n += d; return *this; }
  Fraction operator++(int) { Fraction old = *this; n += d; return old; }
  friend bool operator==(const Fraction& a, const Fraction& b) { return a.n * b.d == b.n * a.d; }
};"""
)
OTHER = (
    HEAD
    + """class Fraction {
  int a, b;
 public:
  Fraction(int x, int y) : a(y < 0 ? -x : x), b(std::abs(y)) { if (!y) throw std::invalid_argument("0"); }
  int num() const { return a; }
  int den() const { return b; }
  Fraction operator*(const Fraction& o) const { Fraction r = *this; r.a *= o.a; r.b *= o.b; return r; }
  Fraction& operator++() { a = a + b; return *this; }
  Fraction operator++(int) { auto c = *this; ++*this; return c; }
  bool operator==(const Fraction& o) const { return a * o.b - o.a * b == 0; }
};"""
)
ALIKE = OTHER.replace("a * o.b - o.a * b == 0", "a == o.a && b == o.b")
BEHIND = OTHER.replace("++*this; return c", "++*this; return *this")
POINT = HEAD + "struct Point { int x, y; Point operator+(const Point& o) const { return {x + o.x, y + o.y}; } };\n"
SHOWN = (
    POINT
    + "std::ostream& operator<<(std::ostream& out, const Point& p) { return out << '(' << p.x << ',' << p.y << ')'; }"
)
MADE = (
    POINT.replace("return {x + o.x, y + o.y};", "Point r = *this; r.x += o.x; r.y += o.y; return r;")
    + 'std::ostream& operator<<(std::ostream& os, const Point& p) { os << "(" << p.x; os << "," << p.y << ")"; return os; }'
)
SWAPPED = SHOWN.replace("p.x << ',' << p.y", "p.y << ',' << p.x")
CROSSED = SHOWN.replace("y + o.y", "y + o.x")


def test_a_template_of_classes_is_made_with_whole_numbers() -> None:
    """What it leaves open is a whole number, a size is small, and a default stays."""
    (entry,) = survey(RING).entries
    assert entry.members[0].owner == "Ring<int, 3, std::vector<int>>"
    (push,) = [m for m in entry.members if m.name == "push"]
    assert [p.shape for p in push.parameters] == [IntShape(-(2**31), 2**31 - 1)]


def test_operators_and_open_data_are_members() -> None:
    """Those behind what they change have a name of their own; another object of the class is made by its constructor."""
    members = {member.name: member for member in survey(FRACTION).entries[0].members}
    assert {"operator*", "operator++", "operator++(int)", "operator=="} <= members.keys()
    (other,) = members["operator=="].parameters
    assert isinstance(other.shape, CallShape)
    (point,) = survey(POINT).entries
    assert [p.name for p in point.members[0].parameters] == ["x", "y"]
    assert {m.name: m.kind for m in point.members[1:]} == {"operator+": "method", "x": "property", "y": "property"}


def test_an_object_that_hides_what_it_holds_is_made_by_its_constructor() -> None:
    """A function takes it as the class makes it."""
    source = FRACTION + "\nint whole(const Fraction& f) { return f.num() / f.den(); }"
    (entry,) = [one for one in survey(source).entries if one.name == "whole"]
    shape = entry.parameters[0].shape
    assert isinstance(shape, CallShape)
    assert (shape.name, len(shape.parameters)) == ("Fraction", 2)


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("candidate", "reference", "verdict", "shown"),
    [
        (DEQUE, RING, "equivalent", ""),
        (WIDER, RING, "differs", "Ring<int, 3, std::vector<int>> a; a.push("),
        (OTHER, FRACTION, "equivalent", ""),
        (ALIKE, FRACTION, "differs", " == Fraction{"),
        (BEHIND, FRACTION, "differs", "++"),
        (MADE, SHOWN, "equivalent", ""),
        (SWAPPED, SHOWN, "differs", "std::cout << Point{"),
        (CROSSED, SHOWN, "differs", " + Point{"),
    ],
    ids=["template", "template, one more", "operators", "equality", "behind", "stream", "stream, swapped", "plus"],
)
def test_templates_and_operators_are_judged(
    session: EvidenceSession, candidate: str, reference: str, verdict: str, shown: str
) -> None:
    """Right ones written another way are the same, faults in an operator show, and are told as people write them."""
    language = by_id("cpp")
    assert language is not None
    found = session.judge(candidate, reference, language, Options(pairs=answers("cpp", candidate, reference)))
    assert found.verdict == verdict, found.reason
    assert shown in (found.counterexample.input if found.counterexample else "")
