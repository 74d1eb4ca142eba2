"""What a module gives its users is run, however that is written: the same functions and objects answer each other."""

# ruff: noqa: E501  the programs under test are data
from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from codescore.cli import main
from tests.evidence.javascript.run import needs_node

pytestmark = needs_node

TOTAL = "{ let sum = 0; for (const x of xs) sum += x; return sum; }"
FUNCTIONS = [
    f"function total(xs) {TOTAL}\nmodule.exports = total;",
    f"module.exports = function total(xs) {TOTAL};",
    f"module.exports = (xs) => {TOTAL};",
    f"module.exports = {{ total: (xs) => {TOTAL} }};",
    f"export default function (xs) {TOTAL}",
    f"export default (xs) => {TOTAL};",
    f"exports.total = function (xs) {TOTAL};",
]
MEMBERS = "push(x) { this.items.push(x); return this.items.length; } pop() { return this.items.pop(); }"
CLASS = f"{{ constructor() {{ this.items = []; }} {MEMBERS} }}"
PROTOTYPE = """\
function Stack() { this.items = []; }
Stack.prototype.push = function (x) { this.items.push(x); return this.items.length; };
Stack.prototype.pop = function () { return this.items.pop(); };
module.exports = Stack;
"""
CLASSES = [
    f"class Stack {CLASS}\nmodule.exports = Stack;",
    f"module.exports = class Stack {CLASS};",
    f"exports.Stack = class {CLASS};",
    PROTOTYPE,
    f"const Stack = function () {{ this.items = []; }};\nStack.prototype = {{ {MEMBERS.replace('} pop', '}, pop')} }};\nmodule.exports = {{ Stack }};",
]
FACTORIES = [
    """\
function makeStack() {
  const items = [];
  return { push(x) { items.push(x); return items.length; }, pop: () => items.pop() };
}
""",
    """\
const makeStack = () => {
  let items = [];
  const push = (x) => { items = [...items, x]; return items.length; };
  function pop() { const last = items.at(-1); items = items.slice(0, -1); return last; }
  return { push, pop };
};
""",
]
#: Each with a twin that answers otherwise only once three items are there.
TWINS = [
    (form, form.replace(f"return {items}.length", f"return Math.min(2, {items}.length)"))
    for form, items in ((CLASSES[1], "this.items"), (PROTOTYPE, "this.items"), *((one, "items") for one in FACTORIES))
]


def verdict(folder: Path, candidate: str, reference: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What `codescore evidence` says of two modules."""
    ours, theirs = folder / "mine.mjs", folder / "reference.mjs"
    ours.write_text(candidate, encoding="utf-8")
    theirs.write_text(reference, encoding="utf-8")
    assert main(["evidence", str(ours), str(theirs), "--json"]) == 0
    return str(json.loads(capsys.readouterr().out)["verdict"])


@pytest.mark.parametrize("forms", [FUNCTIONS, CLASSES, FACTORIES], ids=["functions", "classes", "factories"])
def test_every_form_answers_the_next(forms: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """However it is exported it is found, and run as what it is."""
    for reference, candidate in pairwise([*forms, forms[0]]):
        assert verdict(tmp_path, candidate, reference, capsys) == "equivalent", (candidate, reference)


@pytest.mark.parametrize(("right", "wrong"), TWINS)
def test_what_shows_after_some_calls_only(
    right: str, wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Objects are asked several things in turn."""
    assert wrong != right
    assert verdict(tmp_path, wrong, right, capsys) == "differs"


EMITTER = "class E { constructor() { this.by = []; } on(f) { this.by.push(f); return this; } emit(x) { this.by.forEach((f) => f(x)); } }"
FAULTS = ["this.by.slice(1).forEach", "[...this.by].reverse().forEach", "this.by.forEach((f) => f())"]


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_called_for_what_it_does_shows(fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Functions that tell that they were called: which ones, in which order, with what."""
    wrong = EMITTER.replace("this.by.forEach((f) => f(x))" if fault.endswith("f())") else "this.by.forEach", fault)
    assert verdict(tmp_path, wrong, EMITTER, capsys) == "differs"
    assert (
        verdict(tmp_path, EMITTER.replace("forEach((f) => f(x))", "map((f) => f(x))"), EMITTER, capsys) == "equivalent"
    )


OBSERVER = """\
class Value {
  constructor(start = 0) { this.value = start; this.heard = new Set(); }
  subscribe(f) { this.heard.add(f); return () => { this.heard.delete(f); }; }
  set(value) {
    if (value === this.value) return;
    this.value = value;
    this.heard.forEach((f) => f(value));
  }
}
"""
UNHEARD = ["this.heard.clear()", "this.heard.delete([...this.heard].at(-1))"]


@pytest.mark.parametrize("fault", UNHEARD)
def test_functions_that_methods_give_are_called_later(
    fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who unsubscribes unsubscribes itself, and no one else."""
    assert verdict(tmp_path, OBSERVER.replace("this.heard.delete(f)", fault), OBSERVER, capsys) == "differs"


def test_what_is_called_once_too_often_shows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where others of its calls print, a call that prints nothing says something, too."""
    unchecked = OBSERVER.replace("if (value === this.value) return;", "")
    assert verdict(tmp_path, unchecked, OBSERVER, capsys) == "differs"
    listed = OBSERVER.replace("this.heard.forEach((f) => f(value))", "for (const f of this.heard) f(value)")
    assert verdict(tmp_path, listed, OBSERVER, capsys) == "equivalent"
