"""What the harness for JavaScript makes of calls: values, errors, effects, promises, objects, whole programs."""

# ruff: noqa: E501  the programs under test are data, each readable as one piece
from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.channel import Room
from codescore.languages.execution import Input
from codescore.languages.values import (
    Call,
    Called,
    Float,
    Group,
    Int,
    Mapping,
    Null,
    Opaque,
    Record,
    Sequence,
    Text,
    encode,
)
from tests.evidence.javascript.run import needs_node, room, run

pytestmark = needs_node


@pytest.fixture(scope="module")
def it() -> Iterator[Room]:
    with room() as made:
        yield made


def _list(*items):
    return Sequence("list", items)


VALUES = {
    "1 + 1": Int(2),
    "2 ** 53": Float(2.0**53),
    "10n ** 20n": Int(10**20),
    "0.5": Float(0.5),
    "-0": Float(-0.0),
    "1 / 0": Float(float("inf")),
    "'a\\u00e9\\ud800'": Text("aé\ud800"),
    "undefined": Null(),
    "[1, [], , 'x']": _list(Int(1), _list(), Null(), Text("x")),
    "({b: 1, a: null})": Mapping("object", ((Text("b"), Int(1)), (Text("a"), Null()))),
    "new Map([[1, 'a']])": Mapping("map", ((Int(1), Text("a")),)),
    "new Set([2, 1])": Group("set", (Int(1), Int(2))),
    "new Date(5)": Record("Date", (("time", Int(5)),)),
    "/a+/g": Record("RegExp", (("text", Text("/a+/g")),)),
    "Uint8Array.of(1, 2)": Sequence("Uint8Array", (Int(1), Int(2))),
    "(function* () { yield 1; yield 2; })()": Sequence("iterator", (Int(1), Int(2))),
    "Promise.resolve(3)": Sequence("awaitable", (Int(3),)),
    "new Promise((done) => setTimeout(() => done(4), 9000))": Sequence("awaitable", (Int(4),)),
    "new (class Point { constructor() { this.x = 1; } })()": Record("Point", (("x", Int(1)),), 1),
    "Symbol('a')": Opaque("symbol", "Symbol(a)"),
    "(class A {})": Opaque("class", ""),
    "new Array(3e5).fill('x')": "too-large",
}


def test_values_of_every_kind_come_out(it: Room) -> None:
    """Each value of the language has a form in the common lattice."""
    cases = ", ".join(f"() => {text}" for text in VALUES)
    ran = run(f"function f(n) {{ return [{cases}][n](); }}", *([Int(n)] for n in range(len(VALUES))), inside=it)
    for text, wanted, outcome in zip(VALUES, VALUES.values(), ran.outcomes, strict=True):
        assert outcome.how == "return", (text, outcome)
        if wanted == "too-large":
            assert isinstance(outcome.value, Opaque)
            assert outcome.value.type == "too-large"
        else:
            assert encode(outcome.value) == encode(wanted), text


def test_a_function_that_is_given_is_known_by_its_answers(it: Room) -> None:
    """It is called with each probe; one that it refuses, and one that never ends, say so."""
    source = "const f = (a) => (b) => { while (b > 5); if (b < 0) throw 1; return a + b; }"
    probes = [Input((Int(1),)), Input((Int(7),)), Input((Int(-1),))]
    (outcome,) = run(source, [Int(1)], inside=it, probes=probes).outcomes
    assert outcome.value == Called((Int(2), Opaque("too-slow", ""), None))


ENDS = {
    "throw new RangeError('no')": ("raise", "RangeError", "no", True),
    "null.x": ("raise", "TypeError", "Cannot read properties of null (reading 'x')", False),
    "throw 'text'": ("raise", "string", "text", True),
    "return Promise.reject(new EvalError('later'))": ("raise", "EvalError", "later", False),
    "process.exit(3)": ("exit", "3", "", False),
    "class Own extends Error {} throw new Own('mine')": ("raise", "Own", "mine", True),
}


def test_every_end_is_told_for_what_it_is(it: Room) -> None:
    """Errors by the name of their class, and whether the program threw them itself."""
    cases = "".join(f"case {number}: {{ {text} }}\n" for number, text in enumerate(ENDS))
    ran = run(f"function f(n) {{ switch (n) {{ {cases} }} }}", *([Int(n)] for n in range(len(ENDS))), inside=it)
    told = [(one.how, one.error, one.message, one.deliberate) for one in ran.outcomes]
    assert told == list(ENDS.values())


def test_arguments_and_prints_are_told(it: Room) -> None:
    """What is left in the arguments, what is printed, and what was reached."""
    source = "function f(xs, o) { xs.push(1); o.k = [2]; if (xs.length > 5) return 1; console.log('%d %s', 1, 'a', xs, {a: 'b'}); return xs.length > 1 ? 2 : 3; }"
    (outcome,) = run(source, [_list(Int(0)), Mapping("object", ())], inside=it).outcomes
    assert outcome.arguments == (_list(Int(0), Int(1)), Mapping("object", ((Text("k"), _list(Int(2))),)))
    assert outcome.stdout == "1 a [ 0, 1 ] { a: 'b' }\n"
    assert len(outcome.covered) == 3  # the function, no `if`, one side of the choice


def test_a_sequence_of_calls_is_told_call_by_call(it: Room) -> None:
    """Objects keep what they are given; what a call throws ends only that call."""
    source = "class Stack { #all = []; push(x) { this.#all.push(x); return this; } pop() { if (!this.#all.length) throw new Error('empty'); return this.#all.pop(); } get size() { return this.#all.length; } }"
    steps = Sequence("calls", (Call("Stack"), Call("push", (Int(4),)), Call("size"), Call("pop"), Call("pop")))
    (outcome,) = run(source, [steps], inside=it, name="Stack").outcomes
    assert [(one.how, one.value) for one in outcome.steps] == [
        ("return", Null()), ("return", Record("self", ())), ("return", Int(1)), ("return", Int(4)), ("raise", Null()),
    ]  # fmt: skip


READERS = {
    "a file": "console.log(require('fs').readFileSync(0, 'utf8').split('\\n').length)",
    "lines": "const rl = require('readline').createInterface({input: process.stdin}); let s = 0; rl.on('line', (l) => { s += Number(l); }); rl.on('close', () => console.log(s));",
    "lines in turn": "(async () => { let s = 0; for await (const l of require('readline').createInterface({input: process.stdin})) s += +l; console.log(s); })();",
    "chunks": "let all = ''; process.stdin.setEncoding('utf8'); process.stdin.on('data', (c) => { all += c; }); process.stdin.on('end', () => console.log(all.trim().split('\\n')));",
    "a module": "import { readFileSync } from 'node:fs'; console.log(readFileSync('/dev/stdin', 'utf8').length); process.exit(0);",
}
PRINTED = {"a file": "3\n", "lines": "42\n", "lines in turn": "42\n", "chunks": "[ '41', '1' ]\n", "a module": "5\n"}


def test_programs_read_their_input(it: Room) -> None:
    """All the usual ways of reading standard input are fed."""
    said = {}
    for name, source in READERS.items():
        (outcome,) = run(source, inside=it, stdin="41\n1\n").outcomes
        said[name] = outcome.stdout
    assert said == PRINTED


def test_an_assumption_is_asked_of_each_input(it: Room) -> None:
    """A condition in the language itself; one that fails does not hold."""
    outcomes = run("const f = (xs) => xs[0];", [_list()], [_list(Int(1))], inside=it, assume="xs.length > 0").outcomes
    assert [outcome.how for outcome in outcomes] == ["assumption", "return"]
    unnamed = run("const f = (xs) => xs[0];", [_list()], inside=it, assume="xs === wombat").outcomes[0]
    assert (unnamed.how, unnamed.error, unnamed.message) == ("assumption", "ReferenceError", "wombat is not defined")


def test_what_does_not_load_says_why(it: Room) -> None:
    """A module that is not there, a name that is not, an error of syntax: each for itself."""
    module = run("const _ = require('lodash'); function f(a) { return _.sum(a); }", [_list()], inside=it)
    assert (module.how, "lodash" in module.detail) == ("module", True)
    assert run("function f(a) { return a b; }", [Int(1)], inside=it).how == "load"


def test_an_import_that_only_types_use_is_none() -> None:
    """As the compiler of TypeScript has it: what is named in types alone is not loaded; what runs is."""
    typed = "import { Point, shift as moved } from './geometry';\nimport * as all from './all';\n"
    program = "export function f(p: Point): number { const q = p as Point; return %s; }"
    with room("typescript") as it:
        point = Mapping("dict", ((Text("x"), Int(2)),))
        ran = run(typed + program % "q.x", [point], inside=it, language="typescript")
        assert [outcome.value for outcome in ran.outcomes] == [Int(2)]
        assert run(typed + program % "moved(q).x", [point], inside=it, language="typescript").how == "module"
        assert run(typed + program % "all.x", [point], inside=it, language="typescript").how == "module"


TYPED = """
interface Point { x: number; y?: number }
enum Way { Up, Down = 5, Left }
type Pair<T> = [T, T];
abstract class Base<T> { constructor(protected readonly held: T, public more = 1) {} abstract get(): T; declare z: number; }
class Box<T> extends Base<T> implements Iterable<T> { private n?: number = 2; get(this: Box<T>): T { return this.held!; } *[Symbol.iterator](): Iterator<T> { yield this.held as T; } }
export function f<T extends number>(p: Point, ...rest: Array<T>): Pair<number> | null {
  const box = new Box<Point>(<Point>p) satisfies object;
  const ways = [Way.Left, Way[5]] as const;
  return [box.get().x + rest.length, ...ways] as unknown as Pair<number>;
}
"""


def test_types_are_left_out() -> None:
    """TypeScript runs as JavaScript: annotations, enumerations, parameter properties, generics, overloads."""
    with room("typescript") as typed:
        point = Record("Point", (("x", Int(1)),))
        (outcome,) = run(
            TYPED, [point, Sequence("spread", (Int(2), Int(3)))], inside=typed, name="f", language="typescript"
        ).outcomes
        assert outcome.value == _list(Int(3), Int(6), Text("Down")), outcome
