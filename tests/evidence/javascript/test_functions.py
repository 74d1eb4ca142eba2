"""Functions as arguments in JavaScript and TypeScript: of how many arguments, to what, and how they are written."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.channel import Room
from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.given import COMPARISON, NAMES, NOTHING, in_words, taking
from codescore.languages.javascript.run.given import FUNCTIONS
from codescore.languages.shapes import SequenceShape, Shape, StandardShape
from codescore.languages.standard import made
from codescore.languages.values import Int, Record, Sequence, Text
from tests.evidence.answers import answers
from tests.evidence.javascript.run import needs_node, room, run

TAKES: dict[str, Shape] = {
    "return p(1);": StandardShape(taking(1)),
    "return p(1) + p(2, 3) * 2;": StandardShape(taking(2, "number")),
    "return p(1).trim();": StandardShape(taking(1, "text")),
    "const g = {}; g[p(1)] = 2; return g;": StandardShape(taking(1)),
    "return (...a) => p(...a);": StandardShape(taking(0)),
    "return p.apply(null, [1, 2]);": StandardShape(taking(0)),
    "return p.call(null, 1);": StandardShape(taking(1)),
    "return [3, 1].filter(p);": StandardShape(taking(1, "bool")),
    "return [3, 1].sort(p);": StandardShape(COMPARISON),
    "return p(3, 1) < 0 ? 1 : 2;": StandardShape(COMPARISON),
    "return p.map((g) => g(1));": SequenceShape(StandardShape(taking(1))),
    "return (async () => await p(1))();": StandardShape(taking(1, awaited=True)),
}


@pytest.mark.parametrize(("body", "shape"), TAKES.items())
def test_who_calls_it_takes_a_function(body: str, shape: Shape) -> None:
    """How a parameter is called says how many arguments it looks at, and what is done with the result what it gives."""
    (entry,) = by_id("javascript").runner().survey(f"function f(p) {{ {body} }}").entries
    assert entry.parameters[0].shape == shape


KEPT = """class Clock {{
  constructor() {{ this.timers = new Map(); this.next = 1; }}
  after(delay, fn) {{ this.timers.set(this.next++, {{ delay, fn }}); }}
  run() {{ {} }}
}}
module.exports = {{ Clock }};
"""


@pytest.mark.parametrize(
    "run",
    [
        "for (const one of this.timers.values()) one.fn(3);",
        "for (const [id, one] of this.timers) one.fn(id);",
        "for (const [id, one] of this.timers.entries()) one.fn(id);",
        "this.timers.forEach((one) => { one.fn(3); });",
        "this.timers.get(1).fn(3);",
    ],
)
def test_what_a_map_keeps_is_gone_through(run: str) -> None:
    """A function that is put into a map with others is one that is called from there."""
    entries = by_id("javascript").runner().survey(KEPT.format(run)).entries
    (after,) = {one.parameters[1].shape for entry in entries for one in entry.members if one.name == "after"}
    assert after == StandardShape(taking(1, NOTHING))


DECLARED: dict[str, str] = {
    "(x: number) => boolean": taking(1, "bool"),
    "(x: number, i: number) => string": taking(2, "text"),
    "(x: Item) => Promise<number>": taking(1, "number", awaited=True),
    "(a: Item, b: Item) => number": COMPARISON,
    "(...a: any[]) => void": taking(0, NOTHING),
}


@pytest.mark.parametrize(("written", "type_"), DECLARED.items())
def test_types_of_functions_are_read(written: str, type_: str) -> None:
    """A declared type says more than use, in TypeScript and in JSDoc."""
    (entry,) = by_id("typescript").runner().survey(f"function f(p: {written}) {{ return p; }}").entries
    assert entry.parameters[0].shape == StandardShape(type_)
    documented = f"/** @param {{{written}}} p */\nfunction f(p) {{ return p; }}"
    (entry,) = by_id("javascript").runner().survey(documented).entries
    assert entry.parameters[0].shape == StandardShape(type_)


def test_every_function_is_written_and_said() -> None:
    """What can be drawn has a text in JavaScript; every type has words."""
    assert {name for pure, unsteady in NAMES.values() for name in (*pure, *unsteady)} <= FUNCTIONS.keys()
    assert in_words(taking(2, "number")) == "function of 2 arguments that gives a number"
    assert in_words(taking(0)) == "function of any number of arguments"


@pytest.fixture(scope="module")
def it() -> Iterator[Room]:
    with room() as opened:
        yield opened


@pytest.mark.parametrize("type_", NAMES)
@pytest.mark.sandbox
@needs_node[1]
def test_a_function_does_what_is_written(type_: str, it: Room) -> None:
    """What a program is given answers, and fails, as the expression that stands for it in a counterexample."""
    runner = by_id("javascript").runner()
    pure, unsteady = NAMES[type_]
    drawn = [made(type_, name, k) for name in (*pure, *unsteady) for k in (0, 2)]
    shown = ", ".join(f"() => {runner.literal(one)}" for one in drawn)
    ask = "[[], [5], [0], ['ab'], [7, 2], [7, 2, 1], [], []]"
    source = (
        f"const SHOWN = [{shown}];\nasync function f(n, given) {{\n  const ask = async (g) => {{ const out = [];"
        f" for (const a of {ask}) {{ try {{ out.push(JSON.stringify(await g(...a)) ?? 'nothing'); }}"
        " catch (e) { out.push(e.message); } } return out; };\n"
        "  const waits = (g) => { try { return g() instanceof Promise; } catch { return false; } };\n"
        "  return [await ask(given), await ask(SHOWN[n]()), waits(SHOWN[n]())];\n}"
    )
    found = run(source, *((Int(n), one) for n, one in enumerate(drawn)), inside=it, name="f")
    for outcome in found.outcomes:
        assert isinstance(outcome.value, Sequence), outcome
        (result,) = outcome.value.items
        assert isinstance(result, Sequence)
        own, written, waits = result.items
        assert own == written
        assert waits.value is ("async" in type_)


def test_a_function_that_another_language_was_given_is_not_made(it: Room) -> None:
    """Those of Python do not mean the same here."""
    (outcome,) = run("const f = (g) => g(1);", [made("standard.function", "k", 2)], inside=it).outcomes
    assert outcome.how == "input"
    forged = Record(taking(1), (("text", Text("toString")), ("number", Int(1))))
    (outcome,) = run("const f = (g) => g(1);", [forged], inside=it).outcomes
    assert outcome.how == "input"


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


INDEX = (
    "function indexBy(items, keyOf) { const out = {}; for (const one of items) { out[keyOf(one)] = one; } return out; }"
)
MEMO = """function memoize(fn) {
  const known = new Map();
  return (x) => { if (!known.has(x)) { known.set(x, fn(x)); } return known.get(x); };
}"""
RETRY = """async function retry(action, times) {
  for (let left = times; left > 0; left--) {
    try { return await action(); } catch (problem) { if (left === 1) { throw problem; } }
  }
}"""
SORTED = "function sorted(items, compare) { return [...items].sort(compare); }"
INSERTED = """function sorted(items, compare) {
  const out = [];
  for (const one of items) {
    let at = out.length;
    while (at > 0 && compare(out[at - 1], one) > 0) { at--; }
    out.splice(at, 0, one);
  }
  return out;
}"""
APPLY = "function apply(items, f) { const out = []; for (const one of items) { out.push(f(one)); } return out; }"


@pytest.mark.sandbox
@needs_node[1]
@pytest.mark.parametrize(
    ("reference", "candidate", "verdict"),
    [
        (INDEX, INDEX.replace("for (const one of items)", "for (const one of [...items].reverse())"), "differs"),
        (INDEX, "const indexBy = (items, f) => Object.fromEntries(items.map((x) => [f(x), x]));", "equivalent"),
        (APPLY, "const apply = (items, f) => items.map(f);", "equivalent"),  # f is handed the place, too
        (APPLY, APPLY.replace("out.push(f(one))", "if (f(one)) out.push(f(one))"), "differs"),
        (MEMO, MEMO.replace("!known.has(x)", "known.get(x) === undefined"), "conditional"),  # nor is nothing
        (MEMO, MEMO.replace("!known.has(x)", "!known.get(x)"), "differs"),  # 0 is not kept
        (RETRY, RETRY.replace("left > 0", "left > 1").replace("left === 1", "left === 2"), "differs"),
        (SORTED, INSERTED, "equivalent"),
        (SORTED, INSERTED.replace("> 0) {", ">= 0) {"), "differs"),
    ],
)  # fmt: skip
def test_programs_that_take_functions_are_run(
    reference: str, candidate: str, verdict: str, session: EvidenceSession
) -> None:
    """Programs are told apart by what they do with functions, and not by what they hand on beyond the reference."""
    options = Options(budget=1.0, pairs=answers("javascript", candidate, reference))
    found = session.judge(candidate, reference, by_id("javascript"), options)
    assert found.verdict == verdict, found.reason


def test_who_does_not_wait_is_given_nothing_yet(it: Room) -> None:
    """Some asynchronous functions answer their first call late; a list that is filled later counts as it was."""
    waits = "const f = async (xs, g) => { const out = []; for (const x of xs) out.push(await g(x)); return out; };"
    goes = "const f = async (xs, g) => { const out = []; xs.forEach(async (x) => out.push(await g(x))); return out; };"
    given = (Sequence("list", (Int(1), Int(2))), made(taking(1, awaited=True), "k", 3))
    found = [run(source, given, inside=it).outcomes[0].value for source in (waits, goes)]
    assert found == [Sequence("awaitable", (Sequence("list", inner),)) for inner in ((Int(3), Int(3)), (Int(3),))]
