"""Rewrites of JavaScript and TypeScript are run: each does all that its original does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from codescore.evidence.channel import Room
from codescore.languages import by_id
from codescore.languages.values import Int, Null, Sequence, Text, Value
from codescore.rewrite import transform
from codescore.rewrite.draw import apply
from codescore.syntax import parse
from tests.evidence.javascript.run import needs_node, run

pytestmark = needs_node

_NUMBERS: list[list[Value]] = [[Int(n)] for n in (0, 1, 3, 6)]
_LISTS: list[list[Value]] = [[Sequence("list", tuple(Int(n) for n in items))] for items in ((), (4,), (3, 1, 2))]
_ODD: list[list[Value]] = [[one] for one in (Null(), Text("b"), Text(""), Int(2))]

TRAPS = {
    "a counted loop and its ways out": (
        """
        function f(n) {
          const seen = []
          for (let i = 0, m = n; i < m; i++) {
            if (i === 1) continue
            switch (i) { case 2: continue; case 9: break; default: seen.push(i) }
            if (i > 4) break
            seen.push(-i)
          }
          for (var j = n; ; j--) { if (j < 3) { seen.push(j); break } }
          for (j += 1; j < 3; j++) ;
          for (const one of [j]) for (let k = 0; k < 2; ++k) if (k) continue; else seen.push(one + k)
          return [seen, j]
        }""",
        _NUMBERS,
    ),
    "functions that keep a loop's variable": (
        """
        function f(n) {
          const kept = []
          for (let i = 0; i < n; i++) kept.push(() => i)
          let k = 0
          while (k < n) { kept.push(() => k); k++ }
          for (const each of [1, 2, n]) kept.push(() => each)
          return kept.map((one) => one())
        }""",
        _NUMBERS,
    ),
    "arrays that change while they are walked through": (
        """
        function f(xs) {
          const ys = [...xs], out = []
          for (const y of ys) { if (y < 4 && ys.length < 6) ys.push(y + 2); out.push(y) }
          for (const [a, b = a] of Object.entries(xs)) { if (b === 1) continue; out.push(a, b) }
          let zs = Array.from(ys)
          for (let z of zs) { zs = [1]; z += 1; out.push(z) }
          for (let i of [, 2]) out.push(i)
          return out
        }""",
        _LISTS,
    ),
    "names that meet": (
        """
        function f(n) {
          const idx = 'idx', out = []
          for (const x of [1, n]) { const values = x; for (const x of [values, idx]) out.push(x) }
          let i = 7
          for (let i = 0; i < n; i++) out.push(i)
          for (let i = 0; i < 2; i++) { let i = 5; out.push(i) }
          while (i > 5) { let j = i; out.push(j); i-- }
          let m = 0
          while (m < n) { const k = m; out.push(k); m += k + 1 }
          return [out, i, m]
        }""",
        _NUMBERS,
    ),
    "ends of lines without a semicolon": (
        """
        function f(n) {
          const out = []
          for (let i = 0; i < n; i++) { let t = i; t
            ++t; out.push(t) }
          let k = 0
          while (k < n) { const a = k
            out.push(a) // the last
            k++
          }
          for (k = 0; k < n; k++) do out.push(k); while (false)
          if (n) out.push('a')
          else if (n === 0) out.push('b'); else out.push('c')
          return out
        }""",
        _NUMBERS,
    ),
    "labels and what is left through a finally": (
        """
        function f(n) {
          const out = []
          outer: for (let i = 0; i < n; i++) {
            for (let j = 0; j < n; j++) {
              if (j === 2) continue outer
              try { if (j === 1) continue; out.push([i, j]) } finally { out.push(j) }
            }
          }
          return out
        }""",
        _NUMBERS,
    ),
    "comparisons and conditions of anything": (
        """
        function f(v) {
          let seen = []
          const tell = (x) => { seen.push(x); return x }
          const a = v < tell(1), b = tell(v) == 'b', c = v === null ? tell('n') : tell('s')
          if (!v) tell('no'); else if (v != 2) { tell('yes') } else tell(v >= -1)
          return [a, b, c, 1 < v < 3, tell(v) === tell(2), v != null === true, !false === v, seen]
        }""",
        _ODD,
    ),
    "assignments in full and in short": (
        """
        function f(v) {
          const o = { get n() { return log.push('get'), 1 }, set n(x) { log.push(x) } }, log = [], s = ['']
          let t = 1
          o.n += v; s[0] += v; t -= (t++, 2); t = t * (v, 3); t = t + t - 1; o.n = o.n + (t = 5)
          t **= 2; t <<= 1 + 1
          try { v.x += log.push('never') } catch (e) { log.push(e.name) }
          return [log, s, t]
        }""",
        _ODD,
    ),
    "generators": (
        """
        function f(n) {
          function* g() {
            for (let i = yield 0; i < n; i += yield i) if (i === 2) continue
            let k = 0
            while (k < 2) { yield k; k++ }
          }
          const it = g(), out = []
          for (let one = it.next(1); !one.done; one = it.next(1)) out.push(one.value)
          return out
        }""",
        _NUMBERS,
    ),
}
TYPED = """
function f(n: number, ...rest: number[]): Array<number | boolean> {
  const xs: number[] = [n, 2], out: Array<number | boolean> = []
  for (const x of xs as number[]) out.push(x)
  for (const x of xs) { if (x! > (n as number)) continue; out.push(x < n, true) }
  for (let i: number = 0; i < n; i++) out.push(i satisfies number)
  for (const r of rest) out.push(r)
  return n as number === 3 ? out : [...out, !false]
}"""


@pytest.fixture(scope="module")
def shared() -> Iterator[Callable[[str], Room]]:
    """One Node for all programs here: they are ours, and variants of each other."""
    harness = by_id("javascript").runner().harness()
    rooms: dict[str, Room] = {}

    def of(language: str) -> Room:
        if language not in rooms:
            rooms[language] = Room(replace(harness, one_program=False), by_id(language).runner().prepared)
        return rooms[language]

    yield of
    for one in rooms.values():
        one.close()


def rewrites(language: str, source: str) -> list[str]:
    """Every single application of a rule, and some combined ones."""
    data = source.encode()
    syntax = parse(by_id(language), data)
    assert not syntax.root.has_error
    sites = list(by_id(language).rewriter().equivalences(data, syntax.tree, syntax.root))
    single = [apply(data, variant) for site in sites for variant in site.variants]
    combined = [made.code for seed in range(12) if (made := transform(by_id(language), data, seed=seed)) is not None]
    return [code.decode() for code in dict.fromkeys(single + combined)]


def outcomes(language: str, source: str, calls: list[list[Value]], inside: Room) -> list:
    ran = run(source, *calls, inside=inside, language=language, name="f")
    assert ran.how == "done", (ran, source)
    return [replace(one, covered=frozenset(), seconds=0.0) for one in ran.outcomes]


@pytest.mark.parametrize(("language", "name"), [*(("javascript", n) for n in TRAPS), ("typescript", "types")])
def test_no_rewrite_changes_what_happens(language, name, shared):
    """Each application of each rule returns, prints, throws and leaves behind what the original does."""
    source, calls = TRAPS.get(name, (TYPED, _NUMBERS))
    inside, made = shared(language), rewrites(language, source)
    expected = outcomes(language, source, calls, inside)
    assert len(made) > 4
    for code in made:
        assert outcomes(language, code, calls, inside) == expected, code
