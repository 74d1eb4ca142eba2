"""What a JavaScript or TypeScript program's text says of what can be called with what.  Text in, entries out."""

# ruff: noqa: E501  the programs under test are data
from __future__ import annotations

import pytest
from tree_sitter import Parser

from codescore.languages.execution import Input
from codescore.languages.given import NOTHING, taking
from codescore.languages.ordinary import USUAL
from codescore.languages.registry import by_id
from codescore.languages.shapes import (
    BoolShape,
    FloatShape,
    IntShape,
    MappingShape,
    NullShape,
    OneOf,
    RecordShape,
    Samples,
    SequenceShape,
    Shape,
    StandardShape,
    TextShape,
    linked,
)
from codescore.languages.usage_rules import between
from codescore.languages.values import Float, Int, Mapping, Null, Sequence, Text


def survey(source: str, language: str = "javascript"):
    return by_id(language).runner().survey(source)


FORMS = {
    "function f(a) { return a; }": ["f"],
    "const f = (a) => a, g = function (b) { return b; };": ["f", "g"],
    "module.exports = { f(a) { return a; }, g: (b) => b };": ["f", "g"],
    "exports.f = function (a) { return a; }; module.exports.g = (b) => b;": ["f", "g"],
    "export default function f(a) { return a; }\nexport const g = (b) => b;": ["f", "g"],
    "const o = { f(a) { return a; } };": ["o.f"],
    "class C { m(a) { return a; } static s(b) { return b; } get g() { return 1; } }": ["C.m", "C.s", "C"],
    "function C() {} C.prototype.m = function (a) { return a; };": ["C.m", "C"],
    "module.exports = (a) => a;": ["exports"],
    "module.exports = function f(a) { return a; };": ["f"],
    "export default (a) => a;": ["default"],
    "module.exports = class C { m(a) { return a; } };": ["C.m", "C"],
    "exports.C = class { m(a) { return a; } };": ["C.m", "C"],
    "function f() { let n = 0; return { up: (by) => (n += by) }; }": ["f", "f"],
    "class C { constructor(n) { this.n = n; } m() { return this.n; } }": ["C"],
    "console.log(require('fs').readFileSync(0, 'utf8').length);": [""],
    "let x = 3;": [],
}


@pytest.mark.parametrize(("source", "names"), FORMS.items())
def test_what_can_be_called(source: str, names: list[str]) -> None:
    """Every usual way of writing and exporting a function, in source order; a program that reads runs as a whole."""
    found = survey(source)
    assert [f"{e.owner}.{e.name}" if e.owner and e.kind != "class" else e.name for e in found.entries] == names
    assert bool(found.problem) is not bool(names)


def test_what_may_be_a_function_may_be_something_else() -> None:
    """Who asks whether it is one: called there, the name of a field elsewhere."""
    source = "function f(xs, key) { return xs.map((x) => (typeof key === 'function' ? key(x) : x[key])); }"
    items, key = (parameter.shape for parameter in survey(source).entries[0].parameters)
    assert key == OneOf((StandardShape(taking(1)), TextShape()))
    assert isinstance(items, SequenceShape)
    assert isinstance(items.element, MappingShape)
    assert items.element.key == TextShape()


EMITTERS = {
    "an object": "constructor() { this.by = {}; } on(e, f) { (this.by[e] = this.by[e] || []).push(f); } emit(e, ...a) { (this.by[e] || []).forEach((f) => f(...a)); }",
    "a map": "#by = new Map(); on(e, f) { if (!this.#by.has(e)) this.#by.set(e, []); this.#by.get(e).push(f); } emit(e, ...a) { for (const f of this.#by.get(e) || []) f(...a); }",
}


@pytest.mark.parametrize("body", EMITTERS.values(), ids=EMITTERS)
def test_what_an_object_keeps_is_known_in_all_of_its_methods(body: str) -> None:
    """A handler is called in another method than the one that takes it, for nothing but what it does."""
    (whole,) = (entry for entry in survey(f"class E {{ {body} }}").entries if entry.kind == "class")
    (on,) = (member for member in whole.members if member.name == "on")
    assert on.parameters[1].shape == StandardShape(taking(0, NOTHING))


DROPPED = {
    "f(x);": taking(1, NOTHING),
    "await f(x);": taking(1, NOTHING, awaited=True),
    "xs.forEach((y) => f(y, x));": taking(2, NOTHING),
    "xs.forEach(f);": taking(1, NOTHING),
    "return f(x);": taking(1),
    "f(x); return f(x, 1);": taking(2),
}


@pytest.mark.parametrize(("body", "type_"), DROPPED.items())
def test_a_function_whose_result_nothing_looks_at_is_called_for_what_it_does(body: str, type_: str) -> None:
    """Wherever it is called and the result is left."""
    parameters = survey(f"async function g(xs, f, x) {{ {body} }}").entries[0].parameters
    assert parameters[1].shape == StandardShape(type_)


def test_a_place_in_a_list_is_not_negative() -> None:
    """Nothing is there; but who asks for it, or looks into a mapping, takes any number."""
    source = "function f(xs, from) { let s = 0; for (let i = from; i < xs.length; i++) s += xs[i]; return s; }"
    said = [a for a in survey(source).entries[0].assumptions if a.parameter == "from"]
    assert [(a.property, a.bound) for a in said] == [("at least", 0)]
    for other in (
        source.replace("let s = 0;", "if (from < -1) return 0; let s = 0;"),
        "function f(t, from) { return t[`${from}`]; }",
    ):
        found = survey(other).entries[0].assumptions
        assert not [a for a in found if a.property == "at least" and a.because != USUAL]


def test_what_is_compared_with_a_size_is_not_negative() -> None:
    """Also where an object keeps it."""
    kept = "class C { constructor(most) { this.most = most; this.xs = new Map(); } f(x) { return this.xs.size > this.most; } }"
    (whole,) = (entry for entry in survey(kept).entries if entry.kind == "class")
    assert [(a.parameter, a.bound) for a in whole.members[0].assumptions if a.property == "at least"][:1] == [
        ("most", 0)
    ]


TAKES: dict[str, Shape] = {
    "let s = 0; for (const x of p) s += x % 2; return s;": SequenceShape(IntShape()),
    "return p.toUpperCase();": TextShape(),
    "return p.split('').map((c) => c.charCodeAt(0));": TextShape(),
    "return p.map((w) => w.length + w.toLowerCase());": SequenceShape(TextShape()),
    "return p.reduce((a, b) => a + b, 0) / p.length;": SequenceShape(IntShape()),
    "return p - 1;": IntShape(),
    "return Math.sqrt(p) + p.toFixed(2);": OneOf((FloatShape(), IntShape())),
    "return Object.keys(p).length;": MappingShape(TextShape("abcdefghijklmnopqrstuvwxyz", min_size=1), IntShape()),
    "return p.name.toUpperCase() + p.age;": RecordShape(
        "Node", (("age", IntShape()), ("name", TextShape())), linked=True
    ),
    "return p.map(({ name, n }) => ({ name, n: n * 2 })).sort((a, b) => a.name.localeCompare(b.name));": SequenceShape(
        RecordShape("Node", (("n", IntShape()), ("name", TextShape())), linked=True)
    ),
    "return { ...p, size: 2 };": MappingShape(TextShape(), IntShape()),
    "const rate = { d: 3, h: 2 }; return rate[p] * 2;": TextShape(),
}


@pytest.mark.parametrize(("body", "shape"), TAKES.items())
def test_use_tells_what_a_parameter_takes(body: str, shape: Shape) -> None:
    """Without a type, what is done with it says what it is."""
    (entry,) = survey(f"function f(p) {{ {body} }}").entries
    (parameter,) = entry.parameters
    assert parameter.shape == shape


def test_what_is_gone_down_into_may_hold_lists() -> None:
    """A program that asks whether something is an object, and whether it is a list, is given both, at every depth."""
    source = "function f(p) { if (typeof p !== 'object') return 1; if (Array.isArray(p)) return 2; return f(p[Object.keys(p)[0]]); }"
    (entry,) = survey(source).entries
    shape = entry.parameters[0].shape
    assert isinstance(shape, OneOf)
    for held in shape.options:
        inner = held.value if isinstance(held, MappingShape) else held.element
        assert {type(option) for option in inner.options} == {IntShape, MappingShape, SequenceShape}


DECLARED: dict[str, Shape] = {
    "string[]": SequenceShape(TextShape()),
    "boolean | null": OneOf((BoolShape(), NullShape())),
    "'a' | 'b'": Samples((Text("a"), Text("b"))),
    "Map<string, boolean>": MappingShape(TextShape(), BoolShape(), "map"),
    "{ a: string; b?: boolean }": RecordShape("Object", (("a", TextShape()), ("b", BoolShape())), optional=("b",)),
}


@pytest.mark.parametrize(("written", "shape"), DECLARED.items())
def test_types_are_read(written: str, shape: Shape) -> None:
    """Declared types of TypeScript, and the same in JSDoc."""
    (entry,) = survey(f"function f(p: {written}) {{ return p; }}", "typescript").entries
    assert entry.parameters[0].shape == shape
    (entry,) = survey(
        f"/**\n * @param {{{written.replace(';', ',')}}} p - what\n */\nfunction f(p) {{ return p; }}"
    ).entries
    assert entry.parameters[0].shape == shape


def test_examples_stand_in_comments_and_at_top_level() -> None:
    """Calls in any notation that people write, and calls in the program."""
    source = "/* Sums.\n  >>> sum_all([1, 2], {'a': True})\n  >>> sumAll((1, 2), None)\n*/\nconst sumAll = (xs, o) => xs;\nconsole.log(sumAll([3], {b: 1}));"
    (entry,) = survey(source).entries
    lists = [Sequence("list", (Int(1), Int(2))), Sequence("list", (Int(3),))]
    assert [given.arguments[0] for given in entry.examples] == [lists[0], lists[0], lists[1]]
    assert entry.examples[1].arguments[1] == Null()


def test_counterexamples_are_written_as_the_language_writes_them() -> None:
    """A call, and a test that Node runs."""
    (entry,) = survey("function f(a, b) { return a; }").entries
    runner = by_id("javascript").runner()
    given = Input((Mapping("object", ((Text("a-b"), Float(0.5)),)), Sequence("list", (Text('"\n'),))))
    assert runner.call_text(entry, given) == 'f({"a-b": 0.5}, ["\\"\\n"])'
    assert "assert.strictEqual(f(" in runner.test_text(entry, given, Int(1), "")
    assert 'problem.constructor.name === "TypeError"' in runner.test_text(entry, given, None, "TypeError")


def test_rewrites_and_mutants_have_sites() -> None:
    """Rules of both tables apply, and none where an operand leaves no choice."""
    language = by_id("javascript")
    source = b"function f(n) { let s = 'x' + n; while (n < 3) { n += 1; } if (n === 3) { s += 'y'; } else { s = ''; } return s; }"
    tree = Parser(language.grammar).parse(source)
    rewriter = language.rewriter()
    assert {site.rule for site in rewriter.equivalences(source, tree, tree.root_node)} == {
        "loop-exchange", "permute-exchange", "expression-exchange", "condition-exchange",
    }  # fmt: skip
    mutated = [source[site.start : site.end] for site in rewriter.mutations(source, tree, tree.root_node)]
    assert mutated == [b"<", b"+=", b"===", b"+="]  # not the `+` that joins texts


def test_parameters_of_one_telling_name_are_alike_in_all_functions() -> None:
    """What one function looks into tells what the same name is in another."""
    source = """function byDay(birthdays, day) { return birthdays.filter((one) => one[1] === day && one[0] > 0).length; }
function howMany(birthdays) { return birthdays.length; }
function shout(birthdays) { return birthdays.toUpperCase(); }"""
    by_day, how_many, shout = survey(source).entries
    assert by_day.parameters[0].shape == how_many.parameters[0].shape
    assert isinstance(shout.parameters[0].shape, TextShape)


MERGE = """function merge(one, other) {
  const all = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const both = plain(all[key]) && plain(value);
    all[key] = both ? merge(all[key], value) : value;
  }
  return all;
}
const plain = (p) => typeof p === 'object' && !Array.isArray(p);
"""


def test_a_type_that_only_says_object_leaves_what_is_in_it_to_use() -> None:
    """`@param {Object}` takes nothing away from what the program does with it: objects in objects are given."""
    (entry, _) = survey("/**\n * @param {Object} one\n * @param {Object} other\n */\n" + MERGE).entries
    for parameter in entry.parameters:
        assert isinstance(parameter.shape, MappingShape)
        assert isinstance(parameter.shape.value, OneOf)
        assert any(isinstance(option, MappingShape) for option in parameter.shape.value.options)


def test_options_are_objects_with_fields_of_their_own() -> None:
    """What is taken apart in a parameter has fields by their use; those with a default need not be there."""
    (entry,) = survey(
        "function f({ name, size = 3, tag: [first] }) { return name.toUpperCase() + size + first; }"
    ).entries
    shape = entry.parameters[0].shape
    assert isinstance(shape, RecordShape)
    assert (shape.type, shape.linked, shape.optional) == ("Object", False, ("size",))
    assert dict(shape.fields)["name"] == TextShape()
    assert dict(shape.fields)["size"] == IntShape()


def test_parameters_that_are_taken_apart_have_nothing_in_common() -> None:
    """They have no name that says they are alike."""
    one, other = survey("const f = ({ a }) => a - 1; const g = ({ b }) => b - 2;").entries
    for entry, name in ((one, "a"), (other, "b")):
        assert isinstance(entry.parameters[0].shape, RecordShape)
        assert [field for field, _ in entry.parameters[0].shape.fields] == [name]


@pytest.mark.parametrize(
    ("pattern", "mark"),
    [
        (r"\s+", " "), (r"[ ,]+", " "), (r"\W+", " "), (r"[^a-z]+", " "), (r",\s*", ","), (r"\s*;\s*", ";"),
        ("[,;]", ","), (r"\|", "|"), (r"\.", "."), (".", ""), ("ab", ""), (r"\d+", ""), (":", ":"),
    ],
)  # fmt: skip
def test_what_stands_between_parts_is_read_off_a_regular_expression(pattern: str, mark: str) -> None:
    """One sign, a blank for white space; nothing where a pattern is more than that."""
    assert between(pattern) == mark


def test_texts_taken_apart_by_a_regular_expression_have_parts() -> None:
    """As those that are taken apart at a text, whatever is done with them before."""
    source = "function f(text) {{ return text.toLowerCase().split({}).map((word) => word.length); }}"
    one, two = (survey(source.format(by)).entries[0].parameters[0].shape for by in (r"/\s+/", "' '"))
    assert isinstance(one, TextShape)
    assert one.written == two.written is not None


@pytest.mark.parametrize(
    ("body", "assumed"),
    [
        ("return xs.slice(0, n)", True),
        ("return 'x'.repeat(n)", True),
        ("return n < 0 ? [] : xs.slice(0, n)", False),
        ("return xs.indexOf(n)", False),
    ],
)
def test_how_many_are_taken_is_not_negative(body: str, assumed: bool) -> None:
    """Unless the program asks for that itself."""
    (entry,) = survey(f"function f(xs, n) {{ {body}; }}").entries
    least = [(one.parameter, one.bound) for one in entry.assumptions if one.property == "at least"]
    assert least == [("n", 0), ("n", 1)] * assumed


def test_a_place_in_a_table_is_known_from_use() -> None:
    """However it got there."""
    source = "function f(maze, at) { const todo = [at]; const [r, c] = todo.pop(); return maze[r][c] === '#'; }"
    (entry,) = survey(source).entries
    assert ("at", "cell", "maze") in {(one.parameter, one.property, one.other) for one in entry.assumptions}


def test_a_type_of_several_kinds_of_objects_holds_any_of_them() -> None:
    """A group of shapes has circles in it, not only groups; a list that ends in null stays one."""
    source = """type Shape = { kind: "circle"; radius: number } | { kind: "group"; children: Shape[] };
function area(shape: Shape): number { return 0; }
type List = { value: number; next: List } | null;
function sum(list: List): number { return 0; }
"""
    area, sum_ = survey(source, "typescript").entries
    shape = area.parameters[0].shape
    assert isinstance(shape, OneOf)
    fields = [dict(one.fields) for one in shape.options if isinstance(one, RecordShape)]
    inside = next(one["children"] for one in fields if "children" in one)
    assert isinstance(inside, SequenceShape)
    assert isinstance(inside.element, OneOf)
    assert {name for one in inside.element.options if isinstance(one, RecordShape) for name, _ in one.fields} == {
        "kind", "radius", "children",
    }  # fmt: skip
    assert linked(sum_.parameters[0].shape)


@pytest.mark.parametrize(
    ("index", "mapping"),
    [("name", True), ("key", True), ("roleName", True), ("i", False), ("place", False)],
)
def test_what_is_looked_up_by_something_named_as_a_text_is_no_list(index: str, mapping: bool) -> None:
    source = f"""function may(roles, defs) {{
  const todo = [...roles];
  while (todo.length > 0) {{
    const {index} = todo.pop();
    const def = defs[{index}];
    if (def && (def.deny || []).length > 0) return false;
  }}
  return true;
}}
"""
    roles, defs = survey(source).entries[-1].parameters
    assert isinstance(defs.shape, MappingShape) == mapping
    assert not mapping or roles.shape == SequenceShape(defs.shape.key)


def test_a_number_is_a_place_whatever_it_is_called() -> None:
    source = "function pick(xs) { for (let key = 0; key < 3; key++) { if (xs[key] > 2) return key; } return -1; }"
    assert isinstance(survey(source).entries[-1].parameters[0].shape, SequenceShape)
