"""Functions that share what they keep: closures that a function gives are called in sequences, like methods."""

from __future__ import annotations

import shutil

import pytest

from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

EDITOR = """
def make_editor(text=""):
    past, future = [], []

    def write(more):
        nonlocal text
        past.append(text)
        future.clear()
        text += more
        return text

    def undo():
        nonlocal text
        if past:
            future.append(text)
            text = past.pop()
        return text

    def redo():
        nonlocal text
        if future:
            past.append(text)
            text = future.pop()
        return text

    return write, undo, redo, lambda: text
"""
TWIN = """
def make_editor(text=""):
    states, at = [text], 0

    def write(more):
        nonlocal at
        del states[at + 1:]
        states.append(states[at] + more)
        at += 1
        return states[at]

    def undo():
        nonlocal at
        at = max(at - 1, 0)
        return states[at]

    def redo():
        nonlocal at
        at = min(at + 1, len(states) - 1)
        return states[at]

    return write, undo, redo, lambda: states[at]
"""
ACCOUNT = """
def make_account(balance):
    def deposit(amount):
        nonlocal balance
        balance += amount
        return balance
    def withdraw(amount):
        nonlocal balance
        if amount > balance:
            raise ValueError("insufficient funds")
        balance -= amount
        return balance
    return {"deposit": deposit, "withdraw": withdraw, "balance": lambda: balance}
"""
AVERAGE = """
def running_average():
    total = count = 0
    def add(value):
        nonlocal total, count
        total += value
        count += 1
        return total / count
    return add
"""
SUM = """
def running_average():
    seen = []
    def add(value):
        seen.append(value)
        return sum(seen) / len(seen)
    return add
"""
TASKS = """
from types import SimpleNamespace

def todo_list():
    items = []
    def add(title, priority=0):
        items.append((priority, title))
    def titles():
        return [title for _, title in sorted(items, key=lambda item: -item[0])]
    return SimpleNamespace(add=add, titles=titles)
"""
EMITTER = """
def create_emitter():
    handlers = {}
    def on(event, handler):
        handlers.setdefault(event, []).append(handler)
        def off():
            handlers[event].remove(handler)
        return off
    def emit(event, *args):
        return [handler(*args) for handler in list(handlers.get(event, []))]
    return on, emit
"""
MEMO = """
def memoize(fn, maxsize=3):
    cache = {}
    def wrapper(*args):
        if args in cache:
            return cache[args]
        value = fn(*args)
        if len(cache) >= maxsize:
            del cache[next(iter(cache))]
        cache[args] = value
        return value
    return wrapper
"""
STATE = """
function createState(initial) {
  let value = initial;
  const listeners = [];
  const get = () => value;
  const set = (next) => {
    if (next === value) return false;
    value = next;
    for (const l of listeners) l(value);
    return true;
  };
  const subscribe = (l) => { listeners.push(l); };
  return [get, set, subscribe];
}
module.exports = createState;
"""
COUNTER = """
function createCounter(start = 0, step = 1) {
  let n = start;
  return () => { const v = n; n += step; return v; };
}
module.exports = { createCounter };
"""


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("reference", "candidate", "verdict"),
    [
        (EDITOR, TWIN, "equivalent"),
        (EDITOR, EDITOR.replace("        future.clear()\n", ""), "differs"),
        (ACCOUNT, ACCOUNT.replace("amount > balance", "balance - amount < 0"), "equivalent"),
        (ACCOUNT, ACCOUNT.replace("balance -= amount\n", "balance -= 1\n"), "differs"),
        (AVERAGE, SUM, "equivalent"),
        (AVERAGE, SUM.replace("len(seen)", "2"), "differs"),
        (TASKS, TASKS.replace("key=lambda item: -item[0]", "key=lambda item: item[0], reverse=True"), "equivalent"),
        (TASKS, TASKS.replace("sorted(items, key=lambda item: -item[0])", "sorted(items)[::-1]"), "differs"),
        (EMITTER, EMITTER.replace("def on(event, handler)", "def on(event, handler, *_)"), "equivalent"),
        (EMITTER, EMITTER.replace("handlers[event].remove(handler)", "handlers[event].pop()"), "differs"),
    ],
)
def test_closures_are_called_in_sequences(
    reference: str, candidate: str, verdict: str, session: EvidenceSession
) -> None:
    """One of them shows what another left; whatever holds them, a tuple, a dictionary, a namespace or nothing."""
    found = judged(session, "python", candidate, reference)
    assert found.verdict == verdict, found.reason


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("candidate", "verdict"),
    [
        (MEMO.replace("if args in cache:\n            return cache[args]\n        ", "if args in cache:\n            "
                      "return cache.get(args)\n        "), "equivalent"),
        (MEMO.replace("del cache[next(iter(cache))]", "cache.clear()"), "differs"),
    ],
)  # fmt: skip
def test_where_nothing_else_shows_how_often_a_function_is_called_counts(
    candidate: str, verdict: str, session: EvidenceSession
) -> None:
    """What a cache forgets is seen only in how often it asks."""
    found = judged(session, "python", candidate, MEMO)
    assert found.verdict == verdict, found.reason


@pytest.mark.sandbox
def test_calls_of_closures_are_written_as_python_has_them(session: EvidenceSession) -> None:
    """`a = make_editor(); a[0]('x')`, and a function that is given alone as `a(1)`."""
    wrong = EDITOR.replace("        future.clear()\n", "")
    found = judged(session, "python", wrong, EDITOR).counterexample
    assert found is not None
    assert "a[1]()" in found.input
    assert "a = make_editor(" in found.test
    found = judged(session, "python", SUM.replace("len(seen)", "2"), AVERAGE).counterexample
    assert found is not None
    assert found.input.startswith("a = running_average(); a(")


@pytest.mark.sandbox
@pytest.mark.skipif(shutil.which("node") is None, reason="NOT TESTED: node is not here")
@pytest.mark.parametrize(
    ("reference", "candidate", "verdict"),
    [
        (STATE, STATE.replace("next === value", "Object.is(next, value)"), "equivalent"),
        (STATE, STATE.replace("    if (next === value) return false;\n", ""), "differs"),
        (COUNTER, COUNTER.replace("{ const v = n; n += step; return v; }", "(n += step) - step"), "equivalent"),
        (COUNTER, COUNTER.replace("{ const v = n; n += step; return v; }", "n += step"), "differs"),
    ],
)
def test_javascript_closures_are_called_in_sequences(
    reference: str, candidate: str, verdict: str, session: EvidenceSession
) -> None:
    """In a list, and alone."""
    found = judged(session, "javascript", candidate, reference)
    assert found.verdict == verdict, found.reason


KEEPING = """def within(limits: list[tuple[int, int]]):
    return [lambda n, low=low, high=high: low <= n <= high for low, high in limits]
"""


@pytest.mark.parametrize(
    ("candidate", "verdict"),
    [
        (
            (
                "def within(limits):\n    def made(low, high):\n        return lambda n: not (n < low or n > high)\n"
                "    return [made(*limit) for limit in limits]\n"
            ),
            "equivalent",
        ),
        ("def within(limits):\n    return [lambda n: low <= n <= high for low, high in limits]\n", "differs"),
    ],
    ids=["made one by one", "all of the last"],
)
def test_a_value_that_a_lambda_keeps_is_no_parameter(session: EvidenceSession, candidate: str, verdict: str) -> None:
    """`low=low` in a lambda keeps what `low` is then; nobody calls it with another one."""
    found = judged(session, "python", candidate, KEEPING)
    assert found.verdict == verdict, found.reason
