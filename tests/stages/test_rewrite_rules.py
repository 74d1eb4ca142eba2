"""What each rule makes of small pieces of code: text in, the possible texts out; and where it must not apply."""

from __future__ import annotations

import textwrap

import pytest

from codescore.languages import by_id
from codescore.rewrite.draw import apply
from codescore.syntax import parse


def variants(language_id: str, kind: str, source: str, rule: str) -> list[str]:
    """Every text that one application of a rule makes of a source."""
    language = by_id(language_id)
    data = textwrap.dedent(source).strip().encode()
    syntax = parse(language, data)
    assert not syntax.root.has_error, "the example itself is broken"
    sites = getattr(language.rewriter(), kind)(syntax.parsed, syntax.tree, syntax.root)
    made = [apply(syntax.parsed, variant) for site in sites if site.rule == rule for variant in site.variants]
    tail = len(syntax.parsed) - syntax.prefix - len(data)
    return [code[syntax.prefix : len(code) - tail].decode() for code in made]


def check(language_id: str, kind: str, rule: str, source: str, *expected: str) -> None:
    assert variants(language_id, kind, source, rule) == [textwrap.dedent(text).strip() for text in expected]


EQUIVALENT = {
    "for over a range counts": (
        "python",
        "loop-exchange",
        """
        def f(n: int):
            for i in range(n):
                g(i)
        """,
        """
        def f(n: int):
            i = 0
            while i < n:
                g(i)
                i += 1
        """,
    ),
    "counting while becomes a range": (
        "python",
        "loop-exchange",
        """
        def f(n: int):
            i = 2
            while i <= n:
                g(i)
                i += 3
        """,
        """
        def f(n: int):
            for i in range(2, n + 1, 3):
                g(i)
        """,
    ),
    "while of any kind": (
        "python",
        "loop-exchange",
        """
        def f(n):
            while n:
                n = g(n)
        """,
        """
        def f(n):
            for _ in iter(int, 1):
                if not n:
                    break
                n = g(n)
        """,
    ),
    "for over a list is indexed": (
        "python",
        "loop-exchange",
        """
        def f(xs: list):
            for x in xs: g(x)
        """,
        """
        def f(xs: list):
            idx = 0
            while idx < len(xs):
                x = xs[idx]
                idx += 1
                g(x)
        """,
    ),
    "a += b for numbers": (
        "python",
        "expression-exchange",
        "def f(n: int):\n    n *= 1 + 2",
        "def f(n: int):\n    n = n * (1 + 2)",
    ),
    "a = a + b for texts": (
        "python",
        "expression-exchange",
        "def f(s: str):\n    s = s + 'x'",
        "def f(s: str):\n    s += 'x'",
    ),
    "if and else change places": (
        "python",
        "permute-exchange",
        """
        if a and b:
            x()
        else:
            y()
        """,
        """
        if not (a and b):
            y()
        else:
            x()
        """,
    ),
    "a > b": ("python", "condition-exchange", "def f(a, b):\n    return a > b", "def f(a, b):\n    return b < a"),
    "True": ("python", "condition-exchange", "x = True", "x = not False"),
    "not False": ("python", "condition-exchange", "x = [not False]", "x = [True]"),
    "java for": (
        "java",
        "loop-exchange",
        """
        int f(int n) {
            for (int i = 0; i < n; i++) {
                if (i == 2) continue;
                g(i);
            }
            return n;
        }
        """,
        """
        int f(int n) {
            int i = 0;
            while (i < n) {
                if (i == 2) { i++; continue; }
                g(i);
                i++;
            }
            return n;
        }
        """,
    ),
    "java for each": (
        "java",
        "loop-exchange",
        """
        void f(List<String> xs) {
            for (String x : xs) g(x);
        }
        """,
        """
        void f(List<String> xs) {
            Iterator<String> it = xs.iterator();
            while (it.hasNext()) {
                String x = it.next();
                g(x);
            }
        }
        """,
    ),
    "java while": ("java", "loop-exchange", "void f() { while (g()) h(); }", "void f() { for (; g(); ) h(); }"),
    "java counting while": (
        "java",
        "loop-exchange",
        "void f() { int i = 0; while (i < 3) { g(i); i++; } }",
        "void f() { for (int i = 0; i < 3; i++) { g(i); } }",
    ),
    "java a += b": (
        "java",
        "expression-exchange",
        "void f(int a, int b) { a -= b - 1; }",
        "void f(int a, int b) { a = a - (b - 1); }",
    ),
    "java text": ("java", "expression-exchange", "void f(String s) { s = s + 'x'; }", "void f(String s) { s += 'x'; }"),
    "java if": (
        "java",
        "permute-exchange",
        "void f() { if (a == b) x(); else if (c) y(); }",
        "void f() { if (a != b) { if (c) y(); } else { x(); } }",
        "void f() { if (!(a == b)) { if (c) y(); } else { x(); } }",
    ),
    "java a > b": (
        "java",
        "condition-exchange",
        "boolean f(int a, int b) { return a >= b; }",
        "boolean f(int a, int b) { return b <= a; }",
    ),
    "java true": ("java", "condition-exchange", "boolean f() { return true; }", "boolean f() { return !false; }"),
    "java false": ("java", "condition-exchange", "boolean f() { return !true; }", "boolean f() { return false; }"),
    "javascript for": (
        "javascript",
        "loop-exchange",
        """
        function f(n) {
          for (let i = 0; i < n; i++) {
            if (i == 3) continue
            g(i)
          }
        }
        """,
        """
        function f(n) {
          {
          let i = 0;
          while (i < n) {
            if (i == 3) { i++; continue; }
            g(i);
            i++;
          }
          }
        }
        """,
    ),
    "javascript for of an array": (
        "javascript",
        "loop-exchange",
        "const xs = Object.keys(o);\nfor (const x of xs) g(x);",
        """
        const xs = Object.keys(o);
        {
        let idx = 0;
        while (idx < xs.length) {
          const x = xs[idx];
          idx++;
          g(x);
        }
        }
        """,
    ),
    "typescript for of a declared array": (
        "typescript",
        "loop-exchange",
        "function f(xs: number[]) {\n  for (const x of xs) { g(x); }\n}",
        """
        function f(xs: number[]) {
          {
          let idx = 0;
          while (idx < xs.length) {
            const x = xs[idx];
            idx++; g(x); }
          }
        }
        """,
    ),
    "javascript while with a step": (
        "javascript",
        "loop-exchange",
        "let i = 0;\nwhile (i < n) { g(i); i += 2; }",
        "for (let i = 0; i < n; i += 2) { g(i); }",
    ),
    "javascript while": ("javascript", "loop-exchange", "while (n) n = g(n)", "for (; n; ) n = g(n)"),
    "javascript a += b": (
        "javascript",
        "expression-exchange",
        "this.n += a ? b : c; s **= 2",
        "this.n = this.n + (a ? b : c); s **= 2",
        "this.n += a ? b : c; s = s ** 2",
    ),
    "javascript a = a + b": ("javascript", "expression-exchange", "x = x + (a - b)", "x += a - b"),
    "javascript if": (
        "javascript",
        "permute-exchange",
        "if (a === b) x()\nelse if (c) y(); else { z() }",
        "if (a !== b) { if (c) y(); else { z() } }\nelse { x() }",
        "if (!(a === b)) { if (c) y(); else { z() } }\nelse { x() }",
        "if (a === b) x()\nelse if (!c) { z() } else { y(); }",
    ),
    "javascript ternary": ("javascript", "permute-exchange", "!a ? x : y", "a ? y : x"),
    "javascript a < b": (
        "javascript",
        "condition-exchange",
        "(a, n) => a === g() && h() <= -1",
        "(a, n) => g() === a && h() <= -1",
        "(a, n) => a === g() && -1 >= h()",
    ),
    "javascript comparisons of comparisons": (
        "javascript",
        "condition-exchange",
        "0 < (g() < 1)",
        "(g() < 1) > 0",
        "0 < (1 > g())",
    ),
    "javascript true": ("javascript", "condition-exchange", "x = true, !false", "x = !false, !false", "x = true, true"),
    "typescript true": ("typescript", "condition-exchange", "let x: true = true", "let x: true = !false"),
    "a constructor is a fragment": (
        "java",
        "condition-exchange",
        "Foo(int a) { x = a > 1; }",
        "Foo(int a) { x = 1 < a; }",
    ),
    "c++ counting": (
        "cpp",
        "loop-exchange",
        """
        void f(int n) {
            for (int i = 0; i < n; i++) {
                if (i == 3) continue;
                g(i);
            }
        }
        """,
        """
        void f(int n) {
            { int i = 0; while (i < n) {
                if (i == 3) { i++; continue; }
                g(i);
                i++;
            } }
        }
        """,
    ),
    "c++ stepping": (
        "cpp",
        "loop-exchange",
        "void f(int n) { while (n > 0) { g(n); n -= 2; } while (n) n = g(n); for (;;) g(); }",
        "void f(int n) { for (; n > 0; n -= 2) { g(n); } while (n) n = g(n); for (;;) g(); }",
        "void f(int n) { while (n > 0) { g(n); n -= 2; } for (; n; ) n = g(n); for (;;) g(); }",
        "void f(int n) { while (n > 0) { g(n); n -= 2; } while (n) n = g(n); while (1) g(); }",
    ),
    "c++ items": (
        "cpp",
        "loop-exchange",
        "void f(std::vector<T>& xs) { for (auto& [a, b] : xs) g(a, b); }",
        "void f(std::vector<T>& xs) { { size_t idx = 0; while (idx < xs.size()) { auto& [a, b] = xs[idx]; idx++; g(a, b); } } }",  # noqa: E501
    ),
    "c++ a += b": (
        "cpp",
        "expression-exchange",
        "void f(char c, double* d, int i) { c += 1; d[i] *= i + 1; d += i; }",
        "void f(char c, double* d, int i) { c = c + 1; d[i] *= i + 1; d += i; }",
        "void f(char c, double* d, int i) { c += 1; d[i] = d[i] * (i + 1); d += i; }",
        "void f(char c, double* d, int i) { c += 1; d[i] *= i + 1; d = d + i; }",
    ),
    "c++ a = a + b": (
        "cpp",
        "expression-exchange",
        "void f(std::string s, char c) { s = s + c; }",
        "void f(std::string s, char c) { s += c; }",
    ),
    "c++ if and else": (
        "cpp",
        "permute-exchange",
        "int f(int a, int* p) { if (p) a = 1; else if (a == 2) a = 3; return a ? 1 : 2; }",
        "int f(int a, int* p) { if (!p) { if (a == 2) a = 3; } else { a = 1; } return a ? 1 : 2; }",
        "int f(int a, int* p) { if (p) a = 1; else if (a == 2) a = 3; return !a ? 2 : 1; }",
    ),
    "c++ comparisons": (
        "cpp",
        "condition-exchange",
        "bool f(std::vector<int> v, unsigned n) { return v.size() > n && v[0] == 1; }",
        "bool f(std::vector<int> v, unsigned n) { return n < v.size() && v[0] == 1; }",
        "bool f(std::vector<int> v, unsigned n) { return v.size() > n && 1 == v[0]; }",
    ),
    "c++ true": ("cpp", "condition-exchange", "bool f() { return true; }", "bool f() { return !false; }"),
    "c counting": (
        "c",
        "loop-exchange",
        "int f(int *a, int n) { int i, s = 0; for (i = 0; i < n; ++i) s += a[i]; return s; }",
        "int f(int *a, int n) { int i, s = 0; { i = 0; while (i < n) { s += a[i]; ++i; } } return s; }",
    ),
    "c if and else": (
        "c",
        "permute-exchange",
        "int f(int a) { if (a > 1) return 1; else return 2; }",
        "int f(int a) { if (!(a > 1)) { return 2; } else { return 1; } }",
    ),
}


@pytest.mark.parametrize("name", EQUIVALENT)
def test_what_an_equivalence_makes(name):
    """Each rule of table 1, in each direction, gives exactly these texts."""
    language, rule, source, *expected = EQUIVALENT[name]
    check(language, "equivalences", rule, source, *expected)


REFUSED = [
    ("python", "expression-exchange", "def f(xs, ys):\n    xs += ys"),
    ("python", "expression-exchange", "def f(xs: list):\n    xs = xs + [1]"),
    ("python", "expression-exchange", "def f(o):\n    o.x += 1\n    o[0] += 1"),
    ("python", "expression-exchange", "def f(s: str, t: int = None):\n    s = s + s + s; u = 0\n    u += s2"),
    ("python", "condition-exchange", "def f(a):\n    return a < 1 < g(a), g() > h(), a.x > a.y"),
    ("python", "condition-exchange", "def f(d: dict):\n    return d[1] > d[2]"),
    ("python", "condition-exchange", "class A:\n    def __lt__(self, o): ...\ndef f(a, b):\n    return a < b"),
    ("python", "condition-exchange", "def f():\n    global a\n    return a > g()"),
    ("python", "condition-exchange", "match x:\n    case True: pass"),
    ("python", "condition-exchange", "x = f'{True} {a > 1=}'"),
    ("python", "permute-exchange", "if a: pass\nelif b: pass\nelse: c()\nif d: pass"),
    ("python", "loop-exchange", "async def f(xs):\n    async for x in xs: g(x)"),
    ("python", "loop-exchange", "def f(n):\n    for i in range(n): g(locals())"),
    ("python", "loop-exchange", "class A:\n    for i in range(3): pass\n    while i: i -= 1"),
    ("python", "loop-exchange", "def f(g):\n    for x in g: h(x)\n    else: h(0)"),
    ("java", "expression-exchange", "void f(byte b, char c, int i) { b += 1; c += 1; i += 1.5; i += g(); }"),
    ("java", "expression-exchange", "void f(int[] a, int i) { a[i++] += 1; a[g()] += 1; }"),
    ("java", "condition-exchange", "boolean f(int a) { return g() > h() || a > (a = 2) || x > g(); }"),
    ("java", "condition-exchange", "@Foo(on = true) boolean f(A a, B b) { return a.x > b.y; }"),
    ("java", "loop-exchange", "void f() { again: for (int i = 0; i < 3; i++) { continue again; } }"),
    ("java", "loop-exchange", "int f() { for (int i = 0; i < 3; i++) { return i; } return 0; }"),
    ("java", "loop-exchange", "void f() { for (int i = 0; i < 3; i++) { try { continue; } finally { g(i); } } }"),
    ("java", "loop-exchange", "void f(Bag<String> bag) { for (String s : bag) g(s); }"),
    ("java", "permute-exchange", "void f() { if (a) x(); }"),
    ("javascript", "loop-exchange", "function f() { for (let i = 0; i < 3; i++) { g(() => i) } }"),
    ("javascript", "loop-exchange", "again: for (let i = 0; i < 3; i++) { continue again }"),
    ("javascript", "loop-exchange", "for (let i = 0; i < 3; i++) { try { continue } finally { g(i) } }"),
    ("javascript", "loop-exchange", "for (let i = 0; i < 3; i++) { let i = 5; g(i) }"),
    ("javascript", "loop-exchange", "async (xs) => { for (const x of xs) g(x); for await (const x of [1]) h(x) }"),
    ("javascript", "loop-exchange", "for (let i = 0; i < 3; i++) eval(s)"),
    ("javascript", "loop-exchange", "let xs = [1]; xs = g(); for (const x of xs) h(x)"),
    ("javascript", "loop-exchange", "const Array = g(); const xs = Array.from(3); for (const x of xs) h(x)"),
    ("javascript", "condition-exchange", "function f(a) { return g() < h() || a.x < a.y || a < (a = 2) || q < g() }"),
    ("javascript", "condition-exchange", "function f(a) { const s = () => { a = 1; }; return a === s() }"),
    ("javascript", "condition-exchange", "function f(a, o) { o.valueOf = () => g(); return a < o }"),
    ("javascript", "condition-exchange", "function f(a) { return a === g(arguments) }"),
    ("javascript", "condition-exchange", "true.toString(); true ** 2; typeof true; x = { true: 1 }"),
    ("javascript", "condition-exchange", "switch (n) { case 1: let a = 1; break; default: g() === a }"),
    ("javascript", "expression-exchange", "a[g()] += 1; g().x += 1; a[i] += 1; x &&= y; x = y + x; x = x + y + z"),
    ("javascript", "permute-exchange", "if (a) x(); if (b) function f() {} else g()"),
    ("typescript", "condition-exchange", "const x = true as const; type T = { on: true }"),
    # A class says itself what its operators do; a macro may hide anything; a volatile number is read each time.
    (
        "cpp",
        "expression-exchange",
        "void f(Money m, T t, volatile int v, int n) { m += n; t = t + n; v += 1; }",
    ),
    ("cpp", "expression-exchange", "void f(int a, int* p) { a += a++; a += g(a); a = a + *p++; p[a++] += 1; }"),
    ("cpp", "expression-exchange", "void f(std::map<int, int> m, std::string s) { m[1] += 1; s += 65; }"),
    ("cpp", "condition-exchange", "bool f(It a, It b, int n) { return a != b && g() < h() && n++ < n && m[n] > 1; }"),
    ("cpp", "condition-exchange", "template <bool B = true> int f(int n) { return g<true>(n); }"),
    ("cpp", "condition-exchange", "int f(int a) { assert(a > 1); CHECK(a < 2); return TRUE; }"),
    ("cpp", "permute-exchange", "int f(Maybe m) { if constexpr (true) g(); else h(); return m ? 1 : 2; }"),
    ("cpp", "permute-exchange", "int f() { if (int n = g()) return n; else return 2; }"),
    # A guard goes before the step of a `for`, and it may see the counter.
    ("cpp", "loop-exchange", "void f(int n) { for (int i = 0; i < n; i++) { Guard guard(i); g(); } }"),
    ("cpp", "loop-exchange", "void f(int n) { for (int i = 0; i < n; i++) { int i = 5; g(i); } }"),
    ("cpp", "loop-exchange", "void f(int n) { for (int i = 0; i < n; i++) { try { continue; } catch (...) {} } }"),
    ("cpp", "loop-exchange", "void f(int n) { for (int i = 0; i < n; i++) { SKIP_IF(i); } }"),
    ("cpp", "loop-exchange", "void f(int n) { for (int i = 0; i < n; i++) { again: if (g(i)) goto again; } }"),
    ("cpp", "loop-exchange", "void f(Bag b, std::vector<int> v) { for (int x : b) g(x); for (int x : v) g(v); }"),
]


@pytest.mark.parametrize(("language", "rule", "source"), REFUSED)
def test_where_an_equivalence_does_not_apply(language, rule, source):
    """Where a rule might not keep the meaning it offers nothing."""
    check(language, "equivalences", rule, source)


MUTATED = {
    "arithmetic": ("python", "arithmetic", "a % b", ["a * b", "a // b", "a + b"]),
    "power": ("python", "arithmetic", "a ** b", ["a * b", "a + b"]),
    "relational": ("python", "relational", "a <= b", ["a < b", "a > b", "a >= b"]),
    "equal": ("python", "relational", "a == b", ["a != b"]),
    "conditional": ("python", "conditional", "a and b", ["a or b"]),
    "shift": ("python", "shift", "a << b", ["a >> b"]),
    "logical": ("python", "logical", "a & b", ["a | b", "a ^ b"]),
    "assignment": ("python", "assignment", "a += b", ["a -= b", "a = b"]),
    "assignment of a text": ("python", "assignment", "a += 'b'", ["a = 'b'"]),
    "texts do not subtract": ("python", "arithmetic", "'a' + b, [1] * 2, '%s' % c", []),
    "nothing to add": ("python", "arithmetic", "a + 0", ["a * 0"]),
    "types are no sets": ("python", "logical", "def f(a: int | None): return isinstance(a, str | None)", []),
    "the larger of two": (
        "python",
        "relational",
        "if a > b:\n    b = a",
        ["if a < b:\n    b = a", "if a <= b:\n    b = a"],
    ),
    "java arithmetic": (
        "java",
        "arithmetic",
        "int f(int a, String s) { return a + 1 + g(s + a); }",
        ["int f(int a, String s) { return a - 1 + g(s + a); }", "int f(int a, String s) { return a * 1 + g(s + a); }"],
    ),
    "java conditional": ("java", "conditional", "boolean f() { return a && b; }", ["boolean f() { return a || b; }"]),
    "java shift": ("java", "shift", "int f() { return a >>> b; }", ["int f() { return a << b; }"]),
    "java logical": (
        "java",
        "logical",
        "int f() { return a ^ b; }",
        ["int f() { return a & b; }", "int f() { return a | b; }"],
    ),
    "java assignment": (
        "java",
        "assignment",
        "void f(int a, double d) { a += d; }",
        ["void f(int a, double d) { a -= d; }"],
    ),
    "java reassignment": (
        "java",
        "assignment",
        "void f() { int a = 1, b; a = 5; b = 6; }",
        ["void f() { int a = 1, b; a += 5; b = 6; }", "void f() { int a = 1, b; a -= 5; b = 6; }"],
    ),
    "c++ texts and streams": ("cpp", "arithmetic", 'void f(std::string s) { cout << s + "a" << "a" + s; }', []),
    "c++ shifts of streams": ("cpp", "shift", "void f(int n) { cout << n; }", []),
    "c++ shifts": ("cpp", "shift", "int f(int n) { return n << 1; }", ["int f(int n) { return n >> 1; }"]),
    "java condition that assigns": ("java", "conditional", "boolean f() { int x; return a && (x = 1) > 0; }", []),
}


@pytest.mark.parametrize("name", MUTATED)
def test_what_a_mutation_makes(name):
    """Each rule of table 2 offers operators that likely matter, and none that cannot compile."""
    language, rule, source, expected = MUTATED[name]
    check(language, "mutations", rule, source, *expected)
