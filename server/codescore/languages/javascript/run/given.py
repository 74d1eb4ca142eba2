"""The functions that JavaScript programs are given, by the names of `languages.given`.

The harness makes them of this text, and a counterexample shows the same text: `{k}` is their number.
"""

from __future__ import annotations

from codescore.languages.standard import numbers, text
from codescore.languages.values import Record

#: A function that keeps something is one around another, `((n) => () => …)({k})`.
FUNCTIONS = {
    "k and all": "(...a) => [{k}, ...a]",
    "first times k": "(x = 1) => x * {k}",
    "first above k": "(x = 3) => x > {k}",
    "first less others": "(x = 3, ...a) => a.reduce((s, y) => s - y, x + {k})",
    "last": "(...a) => (a.length ? a[a.length - 1] : {k})",
    "length by k": "(x = '') => `${x}`.length % ({k} + 2) === 0",
    "first is k": "(x) => x === {k}",
    "k": "() => {k}",
    "count from k": "((n) => () => n++)({k})",
    "fails first": "((n) => () => { if (n-- > 0) throw new Error('fails'); return 7; })({k})",
    "fails first: text": "((n) => () => { if (n-- > 0) throw 'fails'; return 7; })({k})",
    "nothing first": "((n) => () => (n-- > 0 ? undefined : 7))({k})",
    "k and first": "(x) => [{k}, x]",
    "text and k": "(x) => `${x}{k}`",
    "part k": "(x) => Object.values(x ?? 0)[{k}] ?? x",
    "always": "() => true",
    "never": "() => false",
    "first plus k": "(x) => x + {k}",
    "its number": "(x) => [x, ...Object.values(x ?? 0)].find(Number.isFinite) ?? {k}",
    "text up to k": "(x) => `${x}`.slice(0, {k})",
    "k and both": "(x, y) => [{k}, x, y]",
    "first less second": "(x, y) => x - y + {k}",
    "second above k": "(x, y) => y > {k}",
    "first above second": "(x, y) => x > y",
    "first and k times second": "(x, y) => x + {k} * y",
    "both texts": "(x, y) => `${x}{k}${y}`",
    "tells k and first": "(x) => { console.log({k}, x); }",
    "tells k and both": "(x, y) => { console.log({k}, x, y); }",
    "tells k and all": "(...a) => { console.log({k}, ...a); }",
    "tells k around the next": (
        "(...a) => { console.log({k}, a[0]); const r = a.find((f) => typeof f === 'function')?.(); "
        "console.log({k}); return r; }"
    ),
    "tells k and ends": "(...a) => { console.log({k}, a[0]); }",
    "calls the next": "(...a) => a.find((f) => typeof f === 'function')?.()",
    "calls the next twice": "(...a) => { const f = a.find((one) => typeof one === 'function'); f?.(); return f?.(); }",
    "ascending": "(x, y) => (x > y) - (x < y)",
    "descending": "(x, y) => (x < y) - (x > y)",
    "by remainder": "(x, y) => (x % ({k} + 2)) - (y % ({k} + 2))",
    "all alike": "() => 0",
    "by part k": "(x, y) => [x, y].map((v) => Object.values(v ?? 0)[{k}]).reduce((p, q) => (p > q) - (p < q))",
}


#: One of them whose first answer comes only after a while: those to later calls are there before.
LATE = "((f, n) => async (...a) => (n++ || (await new Promise((r) => setTimeout(r, 5))), f(...a)))({f}, 0)"


def written(function: Record) -> str:
    """A function that a program is given, as JavaScript source."""
    (k,) = numbers(function)[:1]
    source = FUNCTIONS[text(function)].replace("{k}", str(k))
    if "async " not in function.type:
        return source
    if k % 2:
        return LATE.replace("{f}", source)
    return source.replace("=> () =>", "=> async () =>") if source.startswith("((n)") else f"async {source}"
