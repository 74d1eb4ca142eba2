"""What JavaScript and TypeScript programs tell of themselves: their own classes, factories, texts made of numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from codescore.evidence.spoken import in_words
from codescore.languages import by_id
from codescore.languages.execution import Entry
from codescore.languages.shapes import (
    CallShape,
    MappingShape,
    OneOf,
    RecordShape,
    SequenceShape,
    Shape,
    TextShape,
    TupleShape,
)
from tests.evidence.javascript.run import needs_node
from tests.evidence.javascript.test_modules import verdict

pytestmark = needs_node

ACCOUNT = """\
class Account {
  constructor(balance = 0) { this.balance = balance; }
  take(amount) { if (amount > this.balance) throw new Error("too much"); this.balance -= amount; }
  put(amount) { this.balance += amount; }
}
function transfer(from, to, amount) {
  from.take(amount);
  to.put(amount);
  return [from.balance, to.balance];
}
module.exports = { Account, transfer };
"""
SHAPES = """\
interface Shape { area(): number }
class Square implements Shape { constructor(public side: number) {} area() { return this.side ** 2; } }
class Box implements Shape { constructor(public w: number, public h: number) {} area() { return this.w * this.h; } }
export function total(shapes: Shape[]): number { return shapes.reduce((sum, one) => sum + one.area(), 0); }
"""
STORE = """\
function createStore(reducer, initial) {
  let state = initial;
  const heard = [];
  return {
    get: () => state,
    dispatch(action) { state = reducer(state, action); heard.forEach((f) => f()); },
    subscribe(f) { heard.push(f); },
  };
}
"""
VERSIONS = """\
exports.compare = (a, b) => {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const d = (left[i] || 0) - (right[i] || 0);
    if (d) return d < 0 ? -1 : 1;
  }
  return 0;
};
"""
OBSERVED = """\
exports.createStore = (reducer, initial) => {
  let state = initial;
  const entries = [];
  return {
    get: () => [state],
    dispatch(action) { state = reducer(state, action); entries.slice().forEach((e) => e.listener(state)); },
    subscribe(listener) {
      const entry = { listener };
      entries.push(entry);
      return () => { const at = entries.indexOf(entry); if (at >= 0) entries.splice(at, 1); };
    },
  };
};
"""
POINT = """\
export class Point { constructor(public x: number, public y: number, private z = 0) {} }
export function right(p: Point): number { return p.x + p.y; }
"""
UNIQUE = """\
exports.unique = (values) => {
  const kept = [];
  for (const v of values) if (kept.every((o) => o !== v)) kept.push(v);
  return kept;
};
"""
SIZE = """\
module.exports = (bytes) => {
  if (bytes === 0) return '0 B';
  const i = Math.floor(Math.log(bytes) / Math.log(1024));
  return (bytes / 1024 ** i).toFixed(1) + ' ' + ['B', 'KB', 'MB', 'GB'][Math.min(i, 3)];
};
"""


def entries(source: str, language: str = "javascript") -> dict[str, Entry]:
    found = by_id(language)
    runner = found.runner() if found is not None else None
    assert runner is not None
    return {entry.name: entry for entry in runner.survey(source).entries}


def made(shape: Shape) -> list[str]:
    """The classes whose objects are made."""
    options = shape.options if isinstance(shape, OneOf) else (shape,)
    return [one.name for one in options if isinstance(one, CallShape)]


def test_who_uses_an_object_of_a_class_so_or_asks_for_it_is_given_one() -> None:
    from_, to, _ = entries(ACCOUNT)["transfer"].parameters
    assert made(from_.shape) == made(to.shape) == ["Account"]
    (shapes,) = entries(SHAPES, "typescript")["total"].parameters
    assert isinstance(shapes.shape, SequenceShape)
    assert made(shapes.shape.element) == ["Square", "Box"]


def test_a_class_of_fields_alone_is_run() -> None:
    assert [one.name for one in entries(POINT, "typescript")["Point"].members] == ["constructor", "x", "y"]


def test_a_class_whose_methods_give_nothing_shows_its_fields() -> None:
    members = {one.name: one.kind for one in entries(ACCOUNT)["Account"].members}
    assert members["balance"] == "attribute"


def test_what_methods_of_a_factory_do_with_its_parameters_counts() -> None:
    make, *members = entries(STORE)["createStore"].members
    assert in_words(make.parameters[0].shape) == "function of 2 arguments"
    subscribe = next(one for one in members if one.name == "subscribe")
    assert "gives nothing" in in_words(subscribe.parameters[0].shape)


@pytest.mark.parametrize(
    ("candidate", "reference", "wanted"),
    [
        (ACCOUNT.replace("amount > this.balance", "this.balance < amount"), ACCOUNT, "equivalent"),
        (ACCOUNT.replace("to.put(amount);", ""), ACCOUNT, "differs"),
        (VERSIONS.replace(".map(Number)", ".map((part) => parseInt(part, 10))"), VERSIONS, "equivalent"),
        (VERSIONS.replace("d < 0 ? -1 : 1", "d"), VERSIONS, "differs"),
        (OBSERVED.replace("slice()", "filter(() => true)"), OBSERVED, "equivalent"),
        (OBSERVED.replace("if (at >= 0) ", ""), OBSERVED, "differs"),
        (UNIQUE.replace("!==", "!="), UNIQUE, "conditional"),
        (UNIQUE.replace("every((o) => o !== v)", "indexOf(v) < 0"), UNIQUE, "equivalent"),
        (SIZE.replace("bytes === 0", "!(bytes > 0)"), SIZE, "conditional"),
        (SIZE.replace(", 'GB'", "").replace("3)", "2)"), SIZE, "differs"),
    ],
    ids=[
        "the same funds",
        "lost money",
        "versions",
        "versions apart",
        "heard",
        "heard no more",
        "what is taken for equal",
        "what is equal",
        "no size below zero",
        "a unit less",
    ],
)
def test_verdicts(
    candidate: str, reference: str, wanted: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verdict(tmp_path, candidate, reference, capsys) == wanted


BANK = """class Bank {
  pay(to, amount) { return this.payAll([[to, amount]]); }
  payAll(payments) {
    for (const [to, amount] of payments) {
      if (!this.accounts.has(to)) return false;
      this.accounts.set(to, this.accounts.get(to) + amount);
    }
    return true;
  }
  open(name) { this.accounts.set(name, 0); }
  constructor() { this.accounts = new Map(); }
}
"""


def test_what_a_method_hands_on_to_another_is_like_what_that_takes() -> None:
    """Also where the constructor stands behind it; two things in a list of their own are a pair."""
    members = {one.name: one for one in entries(BANK)["Bank"].members}
    assert isinstance(members["pay"].parameters[0].shape, TextShape)
    (payments,) = members["payAll"].parameters
    assert isinstance(payments.shape, SequenceShape)
    assert isinstance(payments.shape.element, TupleShape)


def test_a_text_that_is_mapped_to_numbers_has_as_many_as_are_named() -> None:
    """`const [h, m] = t.split(":").map(Number)`: two of them."""
    (entry,) = entries("function f(t) { const [h, m] = t.split(':').map(Number); return h * 60 + m; }").values()
    shape = entry.parameters[0].shape
    assert isinstance(shape, TextShape)
    assert shape.written is not None
    assert shape.written.sizes == (2,)


@pytest.mark.parametrize("inner", [
    "function add(list, by) { let sum = 0; for (const one of list) sum += one.price * by; return sum; }",
    "const add = (list, by) => { let sum = 0; for (const one of list) sum += one.price * by; return sum; };",
])  # fmt: skip
def test_a_function_inside_says_what_it_is_given(inner: str) -> None:
    """What a function hands on to one that is written in it."""
    language = by_id("javascript")
    assert language is not None
    (entry,) = language.runner().survey(f"function total(items) {{ {inner} return add(items, 2); }}").entries
    shape = entry.parameters[0].shape
    assert isinstance(shape, SequenceShape)
    assert isinstance(shape.element, RecordShape)
    assert [name for name, _ in shape.element.fields] == ["price"]


def test_what_is_called_an_object_is_one_however_deep_it_goes() -> None:
    """No list and no number, which only stand inside of it, and nothing in it is called by a sign or not at all."""
    language = by_id("javascript")
    assert language is not None
    source = """
function flatten(obj) {
  const result = {};
  function visit(value, path) {
    if (Array.isArray(value)) value.forEach((item, i) => visit(item, `${path}[${i}]`));
    else if (value !== null && typeof value === 'object') {
      for (const key of Object.keys(value)) visit(value[key], path ? path + '.' + key : key);
    } else result[path] = value;
  }
  visit(obj, '');
  return result;
}
"""
    (entry,) = language.runner().survey(source).entries
    shape = entry.parameters[0].shape
    assert isinstance(shape, MappingShape)
    assert isinstance(shape.key, TextShape)
    assert (shape.key.min_size, shape.required) == (1, ())
    assert isinstance(shape.value, OneOf)
    assert {MappingShape, SequenceShape} <= {type(one) for one in shape.value.options}
