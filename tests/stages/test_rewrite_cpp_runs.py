"""Rewritten C++ is compiled and run beside its original: what it prints, its faults and its order of effects stay."""

from __future__ import annotations

import random
import re
import shutil
import subprocess

import pytest

from codescore.languages import by_id
from codescore.rewrite import transform
from codescore.rewrite.draw import apply, choose, located
from codescore.syntax import parse

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs a compiler: no g++ on the PATH")

HEAD = "#include <cstdint>\n#include <cstdio>\n#include <string>\n#include <vector>\nusing namespace std;\n"
# What a rule could get wrong: wrapping and narrowing numbers, NaN, what guards see as they go, order of effects.
CODE = r"""
struct Guard { int& seen; ~Guard() { printf("<%d>", seen); } };
struct Money {
  int n;
  bool operator<(Money o) const { printf("m"); return n < o.n; }
  Money& operator+=(int k) { n += 2 * k; return *this; }
};
Money operator+(Money a, int k) { return {a.n + k}; }
int noisy(int x) { printf("[%d]", x); return x; }
void numbers(int8_t b, unsigned u, long long big, double d, float f, bool t, char c) {
  b += 100; u -= 5; big *= 3; d /= 0.0; f = f * 0.1; t |= big > 2; c += 1; u = u << 3; b = b - 300; f -= d - f;
  u >>= 1; t = t & false; big = big % 7; d = d - (1 - f);
  printf("%d %u %lld %g %g %d %d\n", b, u, big, d, f, t, c);
  printf("%d%d%d%d\n", d < f, u > b, d != d, big <= c);
  if (d < f) puts("less"); else if (d == d) puts("same"); else puts("neither");
}
void loops(int n, vector<int> v, string s) {
  int total = 0;
  for (int i = 0, j = n; i < j; i++, j--) {
    if (i == 1) continue;
    switch (i) { case 2: continue; default: total += j; }
  }
  for (int i = 0; i < n; ++i) { Guard guard{total}; if (i == 1) continue; total += noisy(i); }
  for (int i = 0; i < n; ++i) { Guard guard{i}; total += i; }
  for (unsigned i = n; i-- > 0; ) { string held = s; if (i == 2) break; total -= i; }
  for (int x : v) { if (x == 2) continue; for (char& c : s) c += x; total ^= x; }
  for (auto& x : v) x *= 2;
  for (const auto& x : v) for (char c : s) total += c - x;
  int at = 0; while (at < n) { total += v.size(); if (total > 900) break; at += 2; }
  do { n--; } while (n > 0);
  auto twice = [&](int k) { for (int i = 0; i < k; i++) total += i; return k > 2 ? total : -total; };
  printf("%d %d %d %s\n", total, twice(2), twice(4), s.c_str());
}
bool asked(Money a, Money b, const char* p, vector<int> v) {
  a += 3; b = b + 3;
  if (a < b) puts("poor"); else puts("rich");
  bool both = noisy(1) < noisy(2) && true;
  if (p) { if (p[0] == 'a') puts("a"); else puts("not a"); } else puts("null");
  return both ? v.empty() == false : p != nullptr;
}
void all() {
  for (int n : {0, 1, 3, 6}) {
    numbers(n * 40, n, 1LL << (n * 5), n, n, n > 1, 'a' + n);
    vector<int> v; for (int i = 0; i < n; i++) v.push_back(i * i - 2);
    loops(n, v, string(n, 'k'));
    printf("%d\n", asked({n}, {3}, n > 1 ? "abc" : nullptr, v));
  }
}
"""


def every_rule(source: bytes, seed: int) -> bytes:
    """A source with all sites rewritten that go together."""
    language = by_id("cpp")
    syntax = parse(language, source)
    sites = located(language.rewriter().equivalences(source, syntax.tree, syntax.root), syntax, None)
    chosen = choose(random.Random(seed), sites, len(sites))
    return apply(source, [one for choice in chosen for one in choice.replacements])


def test_rewrites_do_what_their_originals_do(tmp_path):
    """The original and its rewrites, each in its namespace of one program, print the same."""
    source = (HEAD + CODE).encode()
    made = [every_rule(source, seed) for seed in range(4)]
    made += [found.code for seed in range(8) if (found := transform(by_id("cpp"), source, seed=seed)) is not None]
    assert len(set(made)) > 8
    bodies = [CODE, *(one.decode().removeprefix(HEAD) for one in made)]
    spaces = "".join(f"namespace n{i} {{{body}}}\n" for i, body in enumerate(bodies))
    runs = "".join(f'n{i}::all(); puts("=====");' for i in range(len(bodies)))
    program = tmp_path / "all.cpp"
    program.write_text(f"{HEAD}{spaces}int main() {{ {runs} }}\n")
    subprocess.run(["g++", "-std=c++20", "-O0", "-w", "-o", tmp_path / "all", program], check=True, timeout=300)
    printed = subprocess.run([tmp_path / "all"], check=True, capture_output=True, timeout=60).stdout
    first, *others, last = printed.split(b"=====\n")
    assert last == b""
    assert len(first) > 300
    assert [other for other in others if other != first] == []


def test_the_programs_hold_every_rule():
    """What is run above has sites of all four rules, and none where a class has its own operators."""
    source = (HEAD + CODE).encode()
    syntax = parse(by_id("cpp"), source)
    sites = located(by_id("cpp").rewriter().equivalences(source, syntax.tree, syntax.root), syntax, None)
    counts = {rule: sum(site.rule == rule for site in sites) for rule in {site.rule for site in sites}}
    assert counts.keys() == {"loop-exchange", "expression-exchange", "permute-exchange", "condition-exchange"}
    assert min(counts.values()) > 5
    texts = [re.sub(rb"\s+", b" ", source[site.start : site.end]) for site in sites]
    assert not {b"a += 3", b"b = b + 3", b"a < b", b"noisy(1) < noisy(2)"} & set(texts)
