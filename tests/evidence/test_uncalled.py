"""Functions that a whole program carries and never calls say nothing of it: no input has to show them."""

from __future__ import annotations

import pytest

from codescore.evidence.mutants import unused
from codescore.languages import Language, by_id

PYTHON, JAVA, CPP = (by_id(name) for name in ("python", "java", "cpp"))

SCRIPT = """import sys

def gcd(a, b):
    return gcd(b, a % b) if b else a

def lcm(a, b):
    return a * b // gcd(a, b)

class Item:
    def __lt__(self, other):
        return self.key() < other.key()
    def key(self):
        return 1

class Tree:
    def __len__(self):
        return 0

def main():
    print(sorted([Item()]))

main()
"""
CONTEST = """import java.util.*;
public class Main {
    static int size = first();
    static int first() { return 1; }
    public static void main(String[] args) { System.out.println(new Reader().word() + new Pair().x); }
    static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
    static long pow(long a) { return gcd(1, 2) + a; }
    static class Pair implements Comparable<Pair> {
        int x;
        @Override public int compareTo(Pair other) { return sign(x - other.x); }
        static int sign(int n) { return n; }
    }
    static class Heap implements Comparable<Heap> {
        public int compareTo(Heap other) { return 0; }
    }
    static class Reader {
        String word() { return ""; }
        long number() { return 0; }
    }
}
"""
NATIVE = """#include <iostream>
struct P { int a; bool operator<(const P& o) const { return a < o.a; } };
int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
void solve() { P p; std::cin >> p.a; std::cout << p.a; }
int main() { solve(); }
"""


@pytest.mark.parametrize(
    ("language", "source", "names"),
    [
        (PYTHON, SCRIPT, ["def gcd", "def lcm", "def __len__"]),
        (JAVA, CONTEST, ["int gcd", "long pow", "compareTo(Heap", "number("]),
        (CPP, NATIVE, ["int gcd"]),
    ],
)
def test_only_what_nothing_calls(language: Language, source: str, names: list[str]) -> None:
    """Not what one of these calls, nor what a library calls of a class that is used."""
    found = [source.encode()[start:end].decode() for start, end in unused(language, source)]
    assert [next((name for name in names if name in text), text) for text in found] == names
