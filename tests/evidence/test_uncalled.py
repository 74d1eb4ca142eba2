"""Functions that a whole program carries and never calls, or that only read or print: no input has to show them."""

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
#: `add` is called of one class, and another has one, too; a class of which only such a class speaks is not used either.
LIBRARY = """import java.util.*;
public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner();
        List<Integer> found = new ArrayList<>();
        found.add(in.nextInt());
        System.out.println(new Tally().total(found) + new Plan().solve());
    }
}
class Tally {
    int total(List<Integer> items) { return Rest.of(items.size()); }
}
class Plan {
    Scanner in = new Scanner();
    int size;
    void read() { size = in.nextInt(); }
    int solve() { return size * 2; }
}
class Rest {
    static int of(int n) { return n % 7; }
}
class Ring {
    Node first = new Node(0);
    void add(int n) { first = new Node(n); }
}
class Node {
    final int n;
    Node(int n) { this.n = n; }
}
class Scanner {
    int read() { try { return System.in.read(); } catch (java.io.IOException e) { return -1; } }
    boolean isDigit(int c) { return c >= '0' && c <= '9'; }
    int nextInt() { int n = 0, c = read(); while (isDigit(c)) { n = n * 10 + c - '0'; c = read(); } return n; }
}
"""
#: A class that prints in its own way; who has `main` is compared, whatever the other functions are called.
PRINTER = """import java.io.*;
public class Main {
    static void printRow(int n) { System.out.println(n); }
    static void printAll() { printRow(3); }
    public static void main(String[] args) {
        Printer out = new Printer(System.out);
        printAll();
        out.println(gcd(4, 6));
        out.flush();
    }
    /* lcm(a, b) is what pow(a) is not */
    static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
    static int lcm(int a, int b) { return a * b; }  // pow
    static int pow(int a) { return a * a; }
}
class Printer {
    private final OutputStream out;
    private final byte[] kept = new byte[64];
    private int size = 0;
    Printer(OutputStream out) { this.out = out; }
    private static int digits(int n) { return n >= 10 ? 2 : 1; }
    void print(int n) { size += digits(n); }
    void println(int n) { print(n); kept[size++] = 10; }
    void flush() { try { out.write(kept, 0, size); } catch (IOException e) { throw new RuntimeException(); } }
}
"""
NATIVE = """#include <iostream>
struct P { int a; bool operator<(const P& o) const { return a < o.a; } };
int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
void solve() { P p; std::cin >> p.a; std::cout << p.a; }
int main() { solve(); }
"""


#: What is often carried along to read fast.
FAST = """import os, sys
from io import BytesIO, IOBase

def main():
    n = int(sys.stdin.readline())
    print(max(n, 3))

class Fast(IOBase):
    def __init__(self, file):
        self.fd, self.buffer, self.newlines = file.fileno(), BytesIO(), 0
    def read(self):
        while chunk := os.read(self.fd, max(os.fstat(self.fd).st_size, 8192)):
            self.buffer.write(chunk)
        return self.buffer.read()
    def readline(self):
        while self.newlines == 0:
            chunk = os.read(self.fd, max(os.fstat(self.fd).st_size, 8192))
            self.newlines = chunk.count(b"\\n") + (not chunk)
        self.newlines -= 1
        return self.buffer.readline()
    def flush(self):
        os.write(self.fd, self.buffer.getvalue())

sys.stdin = Fast(sys.stdin)
main()
"""


@pytest.mark.parametrize(
    ("language", "source", "names"),
    [
        (PYTHON, SCRIPT, ["def gcd", "def lcm", "def __len__"]),
        (PYTHON, FAST, ["def __init__", "def read(", "def readline", "def flush"]),
        (JAVA, CONTEST, ["int gcd", "long pow", "compareTo(Heap", "number("]),
        (JAVA, LIBRARY, ["void read()", "void add", "Node(int n)", "int read()", "boolean isDigit", "int nextInt"]),
        (JAVA, PRINTER, ["int lcm", "int pow", "Printer(", "int digits", "void print(", "void println", "void flush"]),
        (CPP, NATIVE, ["int gcd"]),
    ],
)
def test_only_what_nothing_calls(language: Language, source: str, names: list[str]) -> None:
    """Not what one of these calls, nor what a library calls of a class that is used; but what only reads or prints."""
    found = [source.encode()[start:end].decode() for start, end in unused(language, source)]
    assert [next((name for name in names if name in text), text) for text in found] == names


def test_what_goes_through_items_does_not_read() -> None:
    """A function that is called like a reader and asks an iterator, or nothing, is compared."""
    source = "def get_first(items):\n    return next(iter(items))\n\ndef is_odd(n):\n    return n % 2\n\n"
    reader = "def get_line():\n    return input().strip()\n\n"
    whole = source + reader + "print(get_first([is_odd(int(get_line()))]))\n"
    assert [whole[start:end] for start, end in unused(PYTHON, whole)] == [reader.strip()]


@pytest.mark.parametrize(
    ("language", "source", "off"),
    [
        (
            JAVA,
            "class M { static boolean many = false; static void main() { if (many) { g(); } else h(); } }",
            ["{ g(); }"],
        ),
        (PYTHON, "DEBUG = False\nif DEBUG:\n    print(1)\nprint(2)\n", ["print(1)"]),
        (CPP, "bool multi = false;\nint main() { if (multi) f(); multi = g(); if (multi) h(); }", []),
        (CPP, "bool multi = false; // multi = true\nint main() { if (multi) f(); }", ["f();"]),
        (JAVA, "class M { static void main(boolean many) { if (many) { g(); } } }", []),
    ],
)
def test_what_is_under_a_switch_that_is_always_off(language: Language, source: str, off: list[str]) -> None:
    """A name that is made false, and never set again."""
    assert [source[start:end] for start, end in unused(language, source)] == off


def test_a_function_that_is_given_a_name_is_called_by_it() -> None:
    """Of what people carry along on one line: `ask` is used, `debug` is not."""
    source = "import sys\nask = lambda: int(input())\ndebug = lambda x: print(x if x else 0)\nprint(ask())\n"
    assert [source[start:end] for start, end in unused(PYTHON, source)] == ["debug = lambda x: print(x if x else 0)"]
