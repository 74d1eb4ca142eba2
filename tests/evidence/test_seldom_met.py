"""Faults that show where hardly any input goes: a right program stays right there, and a wrong one is not called so."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

VECTOR = """
class Vec:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)

    __rmul__ = __mul__

    def __repr__(self):
        return f"Vec({self.x}, {self.y})"
"""
JOB = """
from dataclasses import dataclass, field

@dataclass(order=True)
class Job:
    priority: int
    name: str = field(compare=False)

    def label(self):
        return f"{self.name} ({self.priority})"
"""
ANIMALS = """
class Animal:
    sound = "..."

    def __init__(self, name):
        self.name = name

    def speak(self):
        return f"{self.name} says {self.sound}"

class Dog(Animal):
    sound = "woof"
"""
JS_ANIMALS = """
class Animal {
  sound = '...';
  constructor(name) { this.name = name; }
  speak() { return `${this.name} says ${this.sound}`; }
}
class Dog extends Animal { sound = 'woof'; }
module.exports = { Animal, Dog };
"""
SHAPES = """
class Shape:
    kind = "shape"

    def __init__(self, sides):
        self.sides = sides

    @classmethod
    def parse(cls, text):
        return cls(int(text))

    def describe(self):
        return f"{self.kind} with {self.sides} sides"

class Tile(Shape):
    kind = "tile"
"""
TWICE = """
def twice(function):
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs) * 2
    return wrapper
"""
KEPT = """
def kept(function):
    known = {}
    def wrapper(*args, **kwargs):
        key = args, tuple(sorted(kwargs.items()))
        if key not in known:
            known[key] = function(*args, **kwargs)
        return known[key]
    return wrapper
"""
INDENT = """
class Indent:
    def __init__(self):
        self.depth = 0
        self.lines = []

    def __enter__(self):
        self.depth += 1
        return self

    def __exit__(self, kind, error, trace):
        self.depth -= 1

    def write(self, text):
        self.lines.append("  " * self.depth + text)

    def text(self):
        return "\\n".join(self.lines)
"""
STACKED = """
class Indent:
    def __init__(self):
        self.before, self.out = [""], None

    def __enter__(self):
        self.before = [*self.before, self.before[-1] + "  "]
        return self

    def __exit__(self, kind, error, trace):
        del self.before[-1]
        return False

    def write(self, text):
        self.out = ("" if self.out is None else self.out + "\\n") + self.before[-1] + text

    def text(self):
        return self.out or ""
"""
STORE = """
class Store:
    def __init__(self):
        self.data, self.saved = {}, []

    def set(self, key, value):
        self.data[key] = value

    def get(self, key):
        return self.data.get(key)

    def __enter__(self):
        self.saved.append(dict(self.data))
        return self

    def __exit__(self, kind, error, trace):
        before = self.saved.pop()
        if kind is not None:
            self.data = before
        return False
"""
PUSHED = """
from contextlib import contextmanager

@contextmanager
def pushed(stack, item):
    stack.append(item)
    try:
        yield stack
    finally:
        stack.pop()
"""
UNPROTECTED = """
from contextlib import contextmanager

@contextmanager
def pushed(stack, item):
    stack.append(item)
    yield stack
    stack.pop()
"""
PEAK = """
class Peak:
    def __init__(self):
        self.values = {}

    def report(self, player, value):
        best = self.values.get(player)
        if best is None or value > best:
            self.values[player] = value

    def of(self, player):
        return self.values.get(player)
"""
FIND = """
def find(text, part):
    for start in range(len(text) - len(part) + 1):
        if text[start:start + len(part)] == part:
            return start
    return -1
"""
WITHOUT_GOING_BACK = """
def find(text, part):
    if not part:
        return 0
    at = 0
    for place, sign in enumerate(text):
        if sign == part[at]:
            at += 1
            if at == len(part):
                return place - at + 1
        else:
            at = 1 if sign == part[0] else 0
    return -1
"""
BY_TABLE = """
def find(text, part):
    if not part:
        return 0
    table = [0] * len(part)
    at = 0
    for place in range(1, len(part)):
        while at and part[place] != part[at]:
            at = table[at - 1]
        at += part[place] == part[at]
        table[place] = at
    at = 0
    for place, sign in enumerate(text):
        while at and sign != part[at]:
            at = table[at - 1]
        at += sign == part[at]
        if at == len(part):
            return place - at + 1
    return -1
"""
CPP_COUNT = """
#include <string>
int countOccurrences(const std::string& text, const std::string& needle) {
    if (needle.empty()) return 0;
    int n = 0;
    for (std::size_t at = text.find(needle); at != std::string::npos; at = text.find(needle, at + 1)) n++;
    return n;
}
"""
CPP_TABLE = """
#include <string>
#include <vector>
int countOccurrences(const std::string& text, const std::string& needle) {
    if (needle.empty()) return 0;
    std::vector<int> fail(needle.size(), 0);
    for (std::size_t i = 1, k = 0; i < needle.size(); i++) {
        BACK
        if (needle[i] == needle[k]) k++;
        fail[i] = k;
    }
    int n = 0;
    std::size_t k = 0;
    for (char c : text) {
        while (k > 0 && needle[k] != c) k = fail[k - 1];
        if (needle[k] == c) k++;
        if (k == needle.size()) { n++; k = fail[k - 1]; }
    }
    return n;
}
"""
AREA = "long long area(int width, int height) { return static_cast<long long>(width) * height; }\n"
LATE = "long long area(int width, int height) { long long result = width * height; return result; }\n"
IN_TIME = "long long area(int width, int height) { long long w = width; return w * height; }\n"
FALLING = """
import java.util.*;
public class Order {
    EXTRA
    public static List<Integer> falling(List<Integer> xs) {
        List<Integer> copy = new ArrayList<>(xs);
        copy.sort((a, b) -> BY);
        return copy;
    }
}
"""
RANKING = """
#include <algorithm>
#include <string>
#include <vector>
struct Entry { std::string name; int score; };
std::vector<std::string> ranking(std::vector<Entry> entries) {
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.score > b.score; });
    std::vector<std::string> names;
    for (const auto& e : entries) names.push_back(e.name);
    return names;
}
"""


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("language", "reference", "candidate", "verdict", "said"),
    [
        ("python", VECTOR, VECTOR.replace("    __rmul__ = __mul__\n", ""), "differs", "__rmul__"),
        ("python", JOB, JOB.replace("(order=True)", ""), "differs", " < "),
        ("python", JOB, JOB.replace(" = field(compare=False)", ""), "differs", " == "),
        ("python", ANIMALS, ANIMALS.replace("woof", "meow"), "differs", "Dog"),
        ("javascript", JS_ANIMALS, JS_ANIMALS.replace("woof", "meow"), "differs", "Dog"),
        ("python", SHAPES, SHAPES.replace("cls(int", "Shape(int"), "differs", "Tile"),
        ("python", TWICE, TWICE.replace("(*args, **kwargs) *", "(*args) *"), "differs", "key"),
        ("python", KEPT, KEPT.replace("key = args, tuple(sorted(kwargs.items()))", "key = args"), "differs", "("),
        ("python", INDENT, INDENT.replace("self.depth -= 1", "self.depth = 0"), "differs", "__enter__"),
        ("python", STORE, STORE.replace("if kind is not None:", "if False:"), "differs", "ValueError"),
        ("python", PUSHED, UNPROTECTED, "conditional", "pushed("),
        ("python", PEAK, PEAK.replace("best is None", "not best"), "conditional", "-1"),
        ("python", FIND, WITHOUT_GOING_BACK, "differs", "aaab"),
        ("cpp", CPP_COUNT, CPP_TABLE.replace("BACK", "if (needle[i] != needle[k]) k = 0;"), "differs", "aabaaa"),
        ("cpp", AREA, LATE, "conditional", "2147483647"),
        ("java", FALLING.replace("BY", "Integer.compare(b, a)").replace("EXTRA", ""),
         FALLING.replace("BY", "b - a").replace("EXTRA", "static final long NONE = 0;"), "conditional", "falling"),
        ("cpp", RANKING, RANKING.replace("stable_sort", "sort"), "conditional", "ranking"),
    ],
)  # fmt: skip
def test_a_wrong_one_is_not_called_the_same(
    session: EvidenceSession, language: str, reference: str, candidate: str, verdict: str, said: str
) -> None:
    found = judged(session, language, candidate, reference)
    assert found.verdict == verdict, found.reason
    shown = found.counterexample or found.outside
    assert shown is not None
    assert said in f"{shown.input} {shown.expected} {shown.got}"


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("language", "reference", "candidate"),
    [
        ("python", VECTOR, VECTOR.replace("__rmul__ = __mul__", "def __rmul__(self, k):\n        return self * k")),
        ("python", ANIMALS, ANIMALS.replace('f"{self.name} says {self.sound}"', 'f"{self.name} says " + self.sound')),
        ("python", TWICE, TWICE.replace("args", "given").replace("kwargs", "named")),
        ("python", INDENT, STACKED),
        ("python", FIND, BY_TABLE),
        ("cpp", CPP_COUNT, CPP_TABLE.replace("BACK", "while (k > 0 && needle[i] != needle[k]) k = fail[k - 1];")),
        ("cpp", AREA, IN_TIME),
        ("cpp", RANKING, RANKING.replace("a.score > b.score", "b.score < a.score")),
    ],
)  # fmt: skip
def test_a_right_one_stays_right(session: EvidenceSession, language: str, reference: str, candidate: str) -> None:
    found = judged(session, language, candidate, reference)
    assert found.verdict == "equivalent", found.reason


@pytest.mark.sandbox
def test_what_stands_for_an_object_is_said_in_words_and_in_no_test(session: EvidenceSession) -> None:
    reference = """
#include <vector>
class Row {
public:
    Row(int size) : items_(size, 0) {}
    void put(int at, int value) { items_.at(at) = value; }
    int get(int at) const { return items_.at(at); }
    Row turned() const {
        Row other(items_.size());
        for (int i = 0; i < (int)items_.size(); i++) other.put(i, get(items_.size() - 1 - i));
        return other;
    }
private:
    std::vector<int> items_;
};
"""
    found = judged(session, "cpp", reference.replace("items_.size() - 1 - i", "items_.size() - i"), reference)
    assert found.verdict == "differs"
    shown = found.counterexample
    assert shown is not None
    assert "another{" not in f"{shown.expected} {shown.got} {shown.test}"


@pytest.mark.sandbox
def test_a_class_that_is_not_there_is_named(session: EvidenceSession) -> None:
    found = judged(session, "python", ANIMALS.partition("class Dog")[0], ANIMALS)
    assert found.verdict == "untested"
    assert "no counterpart of Dog" in found.reason
