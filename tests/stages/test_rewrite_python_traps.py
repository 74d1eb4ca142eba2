"""Python code that is easily broken by a rewrite: every single site and variant is run beside the original.

The functions are small and nasty: effects in operands, loop variables used afterwards or captured, sequences that
change while they are walked, names of other scopes.  Which rules apply where is not asked here, only that no
application changes what a call returns, prints, raises or leaves in its arguments.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from codescore.languages import by_id
from codescore.rewrite import transform
from codescore.rewrite.draw import apply
from codescore.syntax import parse

CHILD = Path(__file__).with_name("rewrite_child.py")

# name -> (source with a function f, calls)
TRAPS = {
    "continue": (
        """
def f(n: int):
    out = []
    for i in range(n):
        if i % 3 == 0:
            continue
        if i == 7: continue
        for j in range(i):
            if j == 1:
                continue
            out.append((i, j))
        else:
            if i == 5:
                continue
        out.append(i)
    return out
""",
        ["(0,)", "(9,)", "(12,)"],
    ),
    "continue under try and with": (
        """
import contextlib
def f(n: int):
    log = []
    for i in range(n):
        try:
            if i % 2 == 0:
                continue
            log.append(i)
        finally:
            log.append(-i)
    for i in range(0, n, 2):
        with contextlib.suppress(ZeroDivisionError):
            if i > 3:
                continue
            log.append(1 / i)
    return log
""",
        ["(7,)"],
    ),
    "variable used afterwards": (
        """
def f(n: int):
    i = -1
    for i in range(n):
        pass
    return i
""",
        ["(0,)", "(3,)"],
    ),
    "variable used in the else part": (
        """
def f(n: int, stop: int):
    for i in range(n):
        if i == stop:
            break
    else:
        return "all", i
    return "some", i
""",
        ["(3, 9)", "(3, 1)", "(0, 1)"],
    ),
    "variable seen by the next round of an outer loop": (
        """
def f(n: int):
    out = []
    i = 100
    for k in range(n):
        out.append(i)
        for i in range(k):
            out.append(i)
    return out
""",
        ["(4,)"],
    ),
    "variable rebound in the body": (
        """
def f(n: int):
    out = []
    for i in range(n):
        i = i * 10
        out.append(i)
        i += 5
    for i in range(3):
        for i in range(2):
            out.append(i)
        out.append(i)
    return out
""",
        ["(5,)"],
    ),
    "variable captured by a closure": (
        """
def f(n: int):
    fs = []
    for i in range(n):
        fs.append(lambda: i)
    gs = []
    for j in range(n):
        def g():
            return j
        gs.append(g)
    lazy = [(k for _ in [0]) for k in range(n)]
    lazier = []
    for m in range(n):
        lazier.append(m + x for x in [1])
    return [h() for h in fs + gs], [list(x) for x in lazy], [list(x) for x in lazier]
""",
        ["(3,)"],
    ),
    "bounds that change": (
        """
def f(xs: list, n: int):
    for i in range(len(xs)):
        xs.append(i)
    out = []
    for j in range(n):
        n = n - 1
        out.append((j, n))
    while_count = 0
    k = 0
    while k < len(xs):
        if xs[k] == 1 and len(xs) < 9:
            xs.append(5)
        while_count += 1
        k += 1
    m = 0
    while m < n + 3:
        n -= 1
        m += 1
    return out, while_count, xs, k, m
""",
        ["([1, 2], 4)", "([], 6)"],
    ),
    "range of its own variable": (
        """
def f(i: int, n: int):
    out = []
    for i in range(i, n):
        out.append(i)
    for n in range(n):
        out.append(n)
    for i in range(n, i, -2):
        out.append(i)
    return out, i, n
""",
        ["(2, 6)", "(1, 1)"],
    ),
    "a list that changes while it is walked": (
        """
def f(xs: list, ys: list):
    seen = []
    for x in xs:
        seen.append(x)
        if x == 2:
            xs.append(7)
        if x == 3:
            xs.remove(3)
    for y in ys:
        ys = [0]
        seen.append(y)
    for a, ys in [(1, [2]), (3, [4])]:
        seen.append((a, ys))
    return seen, xs, ys
""",
        ["([1, 2, 3, 4, 5], [8, 9])", "([3, 3, 3], [])"],
    ),
    "a name that is target and sequence": (
        """
def f(xs: list):
    out = []
    for a, xs in xs:
        out.append((a, xs))
    return out, xs
""",
        ["([(1, 2), (3, 4)],)", "([],)"],
    ),
    "iterators and generators": (
        """
def f(n: int):
    def numbers():
        try:
            for i in range(n):
                got = yield i
                if got is not None:
                    yield -got
        finally:
            log.append("closed")
    log = []
    it = numbers()
    for x in it:
        if x == 2:
            break
    for y in it:
        log.append(y)
    d = {"a": 1, "b": 2}
    for key, value in d.items():
        log.append((key, value))
    for key in d:
        log.append(key)
    for c in "xyz":
        log.append(c)
    return log
""",
        ["(5,)", "(1,)"],
    ),
    "dictionary changed while walked": (
        """
def f(d: dict):
    for key in d:
        if key == 2:
            d[9] = 1
    return d
""",
        ["({1: 1, 2: 2, 3: 3},)", "({1: 1},)"],
    ),
    "targets that are no names": (
        """
class Box: pass
def f(xs: list):
    box, d, out = Box(), {}, []
    for box.x in xs:
        out.append(box.x)
    for d["k"] in range(3):
        out.append(d["k"])
    for (a, *b) in [(1, 2, 3), (4, 5)]:
        out.append((a, b))
    for [p, q] in zip(xs, xs):
        out.append((p, q))
    for z, in [(1,), (2,)]:
        out.append(z)
    return out, box.x if xs else None, d
""",
        ["([1, 2],)", "([],)"],
    ),
    "range of other things": (
        """
def f(n):
    out = []
    try:
        for i in range(n):
            out.append(i)
    except TypeError as error:
        out.append("no range")
    try:
        for i in range(0, 3, n - n):
            out.append(i)
    except (TypeError, ValueError) as error:
        out.append(type(error).__name__)
    return out
""",
        ["(3,)", "(2.5,)", "(None,)", "('x',)", "(True,)"],
    ),
    "counting while": (
        """
def f(text: str, n: int):
    out = []
    i = 0
    while i < len(text):
        out.append(text[i])
        i += 1
    j = n
    while j >= 0:
        out.append(j)
        j -= 2
    k = 1
    while k <= n:
        if k == 4:
            break
        out.append(k * k)
        k = k + 1
    m = 0
    while m < n:
        m += 1
        out.append(m)
    q = 0
    while q < n:
        out.append(q)
        q += 1
    return out, q
""",
        ["('abc', 5)", "('', 0)", "('x', -3)"],
    ),
    "counting while with else, continue and nested loops": (
        """
def f(n: int):
    out = []
    i = 0
    while i < n:
        j = 0
        while j < i:
            out.append((i, j))
            j += 1
        else:
            out.append("else")
        i += 1
    i = 0
    while i < 5:
        if i == 3:
            i += 2
            continue
        out.append(i)
        i += 1
    return out
""",
        ["(3,)", "(0,)"],
    ),
    "while conditions with effects": (
        """
def f(xs: list):
    out = []
    while xs and xs.pop() != 3:
        out.append(len(xs))
    while (n := len(out)) > 1:
        out.pop()
        if n == 3: break
    while True:
        out.append("x")
        if len(out) > 4:
            break
    while not out == []:
        out.pop(0)
    while 1:
        return out, xs, n
    else:
        return "never"
""",
        ["([1, 2, 3, 4, 5],)", "([],)"],
    ),
    "in place or not": (
        """
def f(xs: list, n: int, s: str, t: tuple, anything=None):
    alias_x, alias_t, alias_any = xs, t, anything
    xs += [1]
    t += (1,)
    n += 2
    s += "!"
    ys = [0]
    zs = ys
    ys = ys + [1]
    acc = 0
    acc += n
    words = ""
    words += s + "a" * 2
    words = words + (s if n > 3 else "z")
    k = 2
    k *= n + 1
    k -= n - 1
    k **= 1 + 1
    k = k - (n - 1)
    k = k // (n + 1)
    f2 = 1.5
    f2 /= 2 or 1
    f2 = f2 * (2 if n else 3)
    if anything is not None:
        anything += anything
    return xs is alias_x, t is alias_t, ys, zs, acc, words, k, f2, anything, alias_any
""",
        ["([], 3, 'x', ())", "([4], 0, '', (2,), [1, 2])", "([4], 0, '', (2,), 'ab')"],
    ),
    "accumulators that are not what they look": (
        """
def f(items: list):
    total = 0
    for item in items:
        total += item
    result = None
    for item in items:
        if result is None:
            result = item
        else:
            result += item
    return total, result, items
""",
        ["([1, 2, 3],)", "([1.5, 2],)"],
    ),
    "names of other scopes": (
        """
count = [0]
total = 0
def bump(by):
    global total
    total += by
    return total
def f(n: int):
    def inner():
        nonlocal acc
        acc += 1
        return acc
    acc = 0
    squares = [count for count in range(n)]
    outcome = [acc > inner(), inner() > acc, acc < inner(), total > bump(3), bump(1) < total]
    acc += inner()
    return outcome, acc, count, squares, sum(count) + n
""",
        ["(3,)", "(0,)"],
    ),
    "order of effects in comparisons": (
        """
def f(n: int):
    log = []
    def say(x):
        log.append(x)
        return x
    a = [say(1) < say(2), say(n) == say(3), n > say(0), say(4) >= n, 3 != say(5)]
    d = {}
    from collections import defaultdict
    dd = defaultdict(int)
    b = dd["x"] > dd["y"]
    c = (m := n + 1) > m
    xs = [3, 1, 2]
    e = xs.pop() > xs.pop(), xs[0] > len(xs), len(xs) == n
    g = 1 < n < 5, not n == 2, -n < n, n ** 2 > n % 3
    return a, log, list(dd), b, c, e, g
""",
        ["(3,)", "(0,)", "(-2,)"],
    ),
    "comparisons that raise": (
        """
def f(xs: list, i: int, j: int, d: dict):
    out = []
    for test in (1, 2, 3, 4):
        try:
            if test == 1:
                out.append(xs[i] > d["k"])
            elif test == 2:
                out.append(xs[i] < xs[j])
            elif test == 3:
                out.append(i // j > xs[5])
            else:
                out.append(xs[j] == i % j)
        except Exception as error:
            out.append(type(error).__name__)
    return out
""",
        ["([1, 2], 0, 1, {'k': 1})", "([], 0, 0, {})", "([1], 5, 0, {})"],
    ),
    "truth values in every place": (
        """
def f(flag: bool = True, *, other=False):
    x = True if flag else False
    y = [True, False][flag], (True,), {True: 1, False: 0}[flag], {True, False}
    z = x == True, True is True, False is not True, True and flag, not True, not False, True + True, -True
    w = sorted([3, 1, 2], reverse=True), print(True, False), (lambda: True)(), True if False else True
    assert True, False
    while True:
        if False: pass
        break
    match flag:
        case True:
            v = "yes"
        case False:
            v = "no"
    def g(a=True): return not a or True
    u = f"{True} {flag=} {True!r} {1 < 2=}"
    return x, y, z, w, v, g(), u, True.__class__, [i for i in range(3) if True]
""",
        ["()", "(False,)"],
    ),
    "branches of every shape": (
        """
def f(n: int):
    out = []
    if n > 3: out.append("big"); out.append(1)
    else: out.append("small")
    if n % 2:
        out.append("odd")  # trailing

        # a comment
    else:
            # deeper
            out.append("even")
            if n: out.append("not zero")
            else:
                out.append("zero")
    if not n: out.append("none")
    else:
        out.append("some")
    if n is None: out.append(0)
    elif n > 1: out.append(1)
    else: out.append(2)
    if (m := n + 1) > 2 and n or not m:
        out.append(m)
    else:
        out.append(-m)
    if n == float("nan"):
        out.append("equal")
    else:
        out.append("different")
    if lambda: n: out.append("lambda")
    else: out.append("never")
    if n in (1, 2):
        pass
    else:
        for i in range(2):
            if i: continue
            else: out.append(i)
    return out
""",
        ["(0,)", "(1,)", "(2,)", "(5,)"],
    ),
    "conditional expressions": (
        """
def f(n: int):
    a = 1 if n else 2 if n > 1 else 3
    b = (lambda: n if n > 2 else -n)()
    c = [x if x % 2 else -x for x in range(n) if (x if n else 0) > 0]
    d = n or 1 if n > 1 and n < 9 else lambda: 7
    e = "a" if not n else "b" if n is not None else "c"
    g = n if (k := n) else k
    h = (yes if n else no)() if n != 4 else ("x" "y")
    return a, b, c, d if n > 1 else d(), e, g, h
def yes(): return "yes"
def no(): return "no"
""",
        ["(0,)", "(1,)", "(3,)", "(4,)"],
    ),
    "names that are taken": (
        """
idx = 5
def f(xs: list, it=3, stop=4):
    seq = [item for item in xs]
    for x in xs:
        seq.append(x)
        for x2 in range(len(xs)):
            seq.append(x2)
            for _ in iter(xs):
                seq.append(idx)
    while len(seq) < 40:
        seq.append(it)
        while len(seq) % 2: seq.append(stop)
    return seq
""",
        ["([1, 2],)", "([],)"],
    ),
    "shadowed builtins": (
        """
def f(n: int, len=lambda x: 1, iter=None):
    def range(k): return [k, k]
    out = []
    for i in range(n):
        out.append(i)
    for c in "abc":
        out.append(len("abc"))
    xs = [1, 2, 3]
    for x in xs:
        out.append(x)
    while n > 0:
        n -= 1
    s = 0
    s += len(xs)
    return out, s
""",
        ["(3,)"],
    ),
    "classes and methods": (
        """
class Stack:
    items = []
    for i in range(3):
        items.append(i)
    size = 0
    while size < 2:
        size += 1
    def __init__(self): self.count = 0; self.log = []
    @property
    def next(self):
        self.count += 1
        self.log.append(self.count)
        return self.count
    def compare(self): return self.next > self.next, self.next == 3, 9 < self.next
    def __lt__(self, other): return "lt"
    def __gt__(self, other): return "gt"
    def __eq__(self, other): return "eq"
    def __ne__(self, other): return "ne"
def f():
    s, t = Stack(), Stack()
    u = s > t, s < t, s == t, s != t
    if s == t: v = 1
    else: v = 2
    return s.compare(), s.log, Stack.items, Stack.i, Stack.size, sorted(n for n in vars(Stack) if n[0] != "_"), u, v
""",
        ["()"],
    ),
    "generators with loops": (
        """
def numbers(n: int):
    for i in range(n):
        x = yield i
        if x: continue
        yield -i
    else:
        yield "end"
def f(n: int):
    out = []
    g = numbers(n)
    for x in g:
        out.append(x)
        if x == 1:
            out.append(g.send(5))
    total = 0
    for k in (y * y for y in range(n)):
        total += k
    outer = n
    def g2():
        for j in range(outer):
            yield j
    walk = g2()
    out.append(next(walk, None))
    outer = 1
    out.extend(walk)
    return out, total
""",
        ["(3,)", "(0,)"],
    ),
    "a bound of another function": (
        """
def f(n: int):
    def walk():
        k = 0
        while k < n:
            yield k
            k += 1
    w = walk()
    out = [next(w, None)]
    n = 2
    out += list(w)
    return out
""",
        ["(5,)", "(0,)"],
    ),
    "layout": (
        """
def f(n):
\tout = []
\tfor i in range(3): out.append(i); out.append(-i)
\tfor x in [1, 2]: out.append(x)  # why
\twhile n > 2: n -= 1; out.append(n)
\tif n: out.append('''a
  b''')
\telse: out.append("q")
\tfor a in (
\t\t1, 2,
\t): out.append(a)
\twhile (
\t\tn > 0  # comment
\t):
\t\tn -= 1
\tfor b in [5]: # comment
\t\t# another
\t\tout.append(b)

\t\t# last
\treturn out
""",
        ["(5,)", "(0,)"],
    ),
    "while loops that only look like counting": (
        """
def f(n: int):
    out = []
    i = 0
    while i < n:
        if out: i += 2
        out.append(i)
        i += 1
    j = 0
    while j < 3:
        out.append(lambda: j)
        j += 1
    k = 0
    while k < n:
        n -= 1
        k += 1
    m = 0.5
    while m < 3:
        out.append(m)
        m += 1
    p = 5
    while p < 3:
        p += 1
        out.append(p)
    try:
        q = 0
        while q < 5:
            out.append(1 // (3 - q))
            q += 1
    except ZeroDivisionError:
        out.append(q)
    return [x() if callable(x) else x for x in out], i, p
""",
        ["(4,)", "(0,)"],
    ),
}


def rewrites(source: str) -> list[str]:
    """Every single application of a rule, and a few combined ones."""
    language = by_id("python")
    data = source.encode()
    syntax = parse(language, data)
    assert not syntax.root.has_error
    sites = list(language.rewriter().equivalences(data, syntax.tree, syntax.root))
    single = [apply(data, variant) for site in sites for variant in site.variants]
    combined = [made.code for seed in range(12) if (made := transform(language, data, seed=seed)) is not None]
    return [code.decode() for code in dict.fromkeys(single + combined)]


def run(codes: list[str], calls: list[str]) -> list[list]:
    lines = "".join(json.dumps({"code": c, "entry": "f", "calls": calls, "seconds": 2.0}) + "\n" for c in codes)
    child = subprocess.run(
        [sys.executable, "-sP", str(CHILD)],
        input=lines,
        capture_output=True,
        text=True,
        env={"PYTHONHASHSEED": "0"},
        timeout=200,
        check=True,
    )
    return [json.loads(line) for line in child.stdout.splitlines()]


@pytest.mark.parametrize("name", TRAPS)
def test_no_rewrite_changes_what_happens(name):
    """Each application of each rule returns, prints, raises and leaves behind what the original does."""
    source, calls = TRAPS[name]
    codes = rewrites(source)
    expected, *found = run([source, *codes], calls)
    assert not any(outcome[0] in ("late", "does not compile") for outcome in expected), expected
    for code, outcome in zip(codes, found, strict=True):
        assert outcome == expected, f"{code}\n{[(a, b) for a, b in zip(expected, outcome, strict=True) if a != b][:2]}"


def test_the_traps_are_not_simply_avoided():
    """Most of the nasty functions still have rewrites: refusing everything would prove nothing."""
    assert sum(len(rewrites(source)) for source, _ in TRAPS.values()) > 400
