"""Types that the comments of a JavaScript program declare, and the keys of tables that it looks them up in."""

# ruff: noqa: E501, ISC004  the programs under test are data
from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.declared import listed
from codescore.evidence.generate import draw
from codescore.evidence.pool import fresh, pool_of
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.execution import Entry
from codescore.languages.shapes import (
    FloatShape,
    IntShape,
    NullShape,
    OneOf,
    RecordShape,
    Samples,
    SequenceShape,
    Shape,
    TextShape,
)
from codescore.languages.values import Null, Record, Ref, Text, Value, walk
from tests.evidence.javascript.run import needs_node

NUMBER = OneOf((IntShape(1 - 2**53, 2**53 - 1), FloatShape()))
TREE = """\
const STRENGTH = { '+': 1, '-': 1, '*': 2, '/': 2 };

/**
 * @typedef {{op: string, left: Expr, right: Expr}|string|number} Expr
 * A name, a number or an operation.
 */

/**
 * Writes an expression with no more brackets than it needs.
 * @param {Expr} expr the tree
 * @returns {string} for instance "a - (b + 2) * c"
 */
function print(expr) {
  if (typeof expr !== 'object') return String(expr);
  const own = STRENGTH[expr.op];
  const wrap = (child, needed) => {
    const text = print(child);
    return typeof child === 'object' && STRENGTH[child.op] < needed ? `(${text})` : text;
  };
  return `${wrap(expr.left, own)} ${expr.op} ${wrap(expr.right, own + 1)}`;
}

module.exports = { print };
"""
OTHER = """\
const adds = (op) => op === '+' || op === '-';
function emit(node, parent, right, out) {
  if (typeof node !== 'object') { out.push('' + node); return; }
  const brackets = parent !== null && (right ? adds(node.op) || !adds(parent) : adds(node.op) && !adds(parent));
  if (brackets) out.push('(');
  emit(node.left, node.op, false, out);
  out.push(' ', node.op, ' ');
  emit(node.right, node.op, true, out);
  if (brackets) out.push(')');
}
function print(expr) { const out = []; emit(expr, null, false, out); return out.join(''); }
module.exports = { print };
"""


def entry(source: str, language: str = "javascript") -> Entry:
    return next(one for one in by_id(language).runner().survey(source).entries)


def shape(types: str, asked: str) -> Shape:
    """The shape of a parameter of the type that is asked for."""
    return entry(f"{types}\n/** @param {{{asked}}} x */\nfunction f(x) {{ return 1; }}\n").parameters[0].shape


@pytest.mark.parametrize(
    ("types", "asked", "found"),
    [
        ("/** @typedef {number[]} Row */", "Row", SequenceShape(NUMBER)),
        ("/** @typedef {Array<Cell>} Row */\n/** @typedef {string} Cell */", "Row[]",
         SequenceShape(SequenceShape(TextShape()))),
        ("/** @typedef {Object.<string, boolean[]>} T */", "?string", OneOf((TextShape(), NullShape()))),
        ("/** @typedef {'+'|'*'} Sign */", "Sign", Samples((Text("+"), Text("*")))),
        ("/** @typedef {{a: string, b?: {c: number}}} Pair */", "Pair",
         RecordShape("Pair", (("a", TextShape()), ("b", RecordShape("Object", (("c", NUMBER),)))), optional=("b",))),
        ("/**\n * @typedef {Object} User\n * @property {string} name - what {it} is called\n"
         " * @property {number} [age] in years\n * @prop {string=} mail\n */", "User",
         RecordShape("User", (("name", TextShape()), ("age", NUMBER), ("mail", TextShape())),
                     optional=("age", "mail"))),
        ("/**\n * @typedef User\n * @property {string} name\n */", "User", RecordShape("User", (("name", TextShape()),))),
        ("// @typedef {string} Name", "Name", TextShape()),
        ("/** @typedef {{a: string} Broken */\n/** @typedef {string} Name */", "Name", TextShape()),
    ],
)  # fmt: skip
def test_declared_in_comments(types: str, asked: str, found: Shape) -> None:
    assert shape(types, asked) == found


def test_what_is_written_wins() -> None:
    """Over a comment that declares a type of the same name."""
    source = "/** @typedef {string} A */\ntype A = boolean[];\nfunction f(x: A) { return 1; }\n"
    assert isinstance(entry(source, "typescript").parameters[0].shape, SequenceShape)


@pytest.mark.parametrize(
    "words", ["@typedef {" * 3000, "@typedef {" + "{" * 9000, "@typedef" + " " * 9000, "@typedef {a} " + "@property " * 3000]
)  # fmt: skip
def test_anything_may_stand_in_a_comment(words: str) -> None:
    assert entry(f"/** {words} */\n/** @param {{a}} x */\nfunction f(x) {{ return x + 1; }}\n").parameters


def _drawn(given: Shape) -> list[Value]:
    pool = pool_of((), 5)
    return [draw(given, fresh(pool)) for _ in range(200)]


def _deep(value: Value) -> int:
    return 1 + max((_deep(one) for _, one in value.fields), default=0) if isinstance(value, Record) else 0


def test_objects_of_a_type_inside_of_itself() -> None:
    """Trees of several levels, whose leaves are texts and numbers, never nothing, and which lead in no circle."""
    drawn = _drawn(entry(TREE).parameters[0].shape)
    assert {_deep(one) for one in drawn} >= {0, 1, 2}
    for one in drawn:
        anchors = [part.anchor for part in walk(one) if isinstance(part, Record)]
        assert not any(isinstance(part, Null) for part in walk(one))
        assert all(part.anchor in anchors for part in walk(one) if isinstance(part, Ref))
    assert not any(_in_itself(one, ()) for one in drawn)


def _in_itself(value: Value, around: tuple[int, ...]) -> bool:
    if isinstance(value, Ref):
        return value.anchor in around
    inner = (*around, value.anchor) if isinstance(value, Record) else around
    return isinstance(value, Record) and any(_in_itself(one, inner) for _, one in value.fields)


def test_many_places_where_a_type_is_itself() -> None:
    """It is not unfolded without end."""
    fields = ", ".join(f"f{n}: T" for n in range(40))
    assert isinstance(shape(f"/** @typedef {{{{{fields}}}|number|string}} T */", "T"), OneOf)


def test_an_object_is_no_text() -> None:
    """What stands in its fields is asked about, though a text could stand in its place."""
    tree = RecordShape("Object", (("op", TextShape()),))
    assert listed(Record("Object", (("op", Text("+")),)), OneOf((tree, TextShape())))
    assert not listed(Record("Object", (("op", Null()),)), OneOf((tree, TextShape())))


def _among(source: str) -> list[tuple[str, str, str, str]]:
    found = (one for one in entry(source).assumptions if one.property in ("one of", "made of"))
    return [(one.parameter, one.part, one.property, one.other.replace("\n", " ")) for one in found]


TABLE = "const PRICES = { book: 15, dvd: 50 };\n"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (TREE, [("expr", "op", "one of", "+ - * /")]),
        (f"{TABLE}function f(kind, n) {{ return PRICES[kind] * n; }}", [("kind", "", "one of", "book dvd")]),
        (f"{TABLE}function f(xs) {{ return xs.map((x) => PRICES[x.kind] + 1); }}", [("xs", "kind", "one of", "book dvd")]),
        ("const V = Object.freeze({ I: 1, V: 5 });\nfunction f(s) { let n = 0; for (const c of s.trim()) n += V[c];"
         " return n; }", [("s", "", "made of", "IV")]),
        (f"{TABLE}function f(kind) {{ return PRICES[kind] ?? 0; }}", []),
        (f"{TABLE}function f(kind) {{ const p = PRICES[kind]; if (!p) return 0; return p * 2; }}", []),
        (f"{TABLE}function f(kind) {{ if (kind in PRICES) return PRICES[kind]; return 0; }}", []),
        (f"{TABLE}function f(kind) {{ return PRICES[kind] === undefined ? 0 : PRICES[kind]; }}", []),
        (f"{TABLE}function f(kind) {{ return Object.hasOwn(PRICES, kind) ? PRICES[kind] : 0; }}", []),
        (f"{TABLE}function f(kind) {{ return PRICES[kind]?.toFixed(2); }}", []),
        (f"{TABLE}function f(kind) {{ PRICES[kind] = 1; return PRICES[kind] + 1; }}", []),
    ],
)  # fmt: skip
def test_keys_of_a_table(source: str, found: list[tuple[str, str, str, str]]) -> None:
    """What is looked up in one, where nothing asks whether it is there."""
    assert _among(source) == found


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as one:
        yield one


class TestRun:
    """Judged behind the wall."""

    pytestmark = needs_node

    def test_another_way(self, session: EvidenceSession) -> None:
        language = by_id("javascript")
        assert session.judge(OTHER, TREE, language).verdict in ("equivalent", "conditional")

    def test_brackets_are_missing(self, session: EvidenceSession) -> None:
        """Around what stands on the right and is as strong."""
        verdict = session.judge(OTHER.replace("adds(node.op) || !adds(parent)", "adds(node.op) && !adds(parent)"), TREE,
                                by_id("javascript"))  # fmt: skip
        assert verdict.verdict == "differs"
        assert verdict.counterexample is not None
        assert "null" not in verdict.counterexample.input

    @pytest.mark.parametrize("candidate", ["'is ' + s.length", "'is ' + WORDS[s]", "`is ${s.none}`", "s.none()"])
    def test_answers_with_nothing_in_them_decide_nothing(self, session: EvidenceSession, candidate: str) -> None:
        """Where each of the reference's is so: none of the inputs that were found is meant."""
        reference = "const WORDS = {};\nfunction f(s) { return 'is ' + WORDS[s]; }\nmodule.exports = { f };\n"
        other = reference.replace("'is ' + WORDS[s]", candidate)
        assert session.judge(other, reference, by_id("javascript")).verdict == "insufficient"

    def test_who_writes_it_means_it(self, session: EvidenceSession) -> None:
        reference = "function f(s) { return s + ' is undefined'; }\nmodule.exports = { f };\n"
        other = reference.replace("s + ", "s.trim() + ")
        assert session.judge(other, reference, by_id("javascript")).verdict == "differs"
