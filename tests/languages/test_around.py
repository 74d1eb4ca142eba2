"""What stands around a function and may say something of its arguments: what it comes to, not what stands beside it."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from codescore.languages import by_id
from codescore.languages.execution import Runner
from codescore.languages.javascript.run import parameters
from codescore.languages.python.run import assuming
from codescore.languages.python.run.around import Around
from codescore.languages.python.run.inherited import Methods

PRICED = "def f(price):\n    return price * 2\n"
ASKS = 'def g(x):\n    """Of a negative number, too."""\n    return x\n'
COMES_TO = "def f(price):\n    return g(price) * 2\n"


def runner(language: str) -> Runner:
    found = by_id(language)
    runs = found.runner() if found is not None else None
    assert runs is not None
    return runs


def floors(source: str) -> list[str]:
    """What the names of the first function's parameters say of the least that these can be."""
    entry = runner("python").survey(source).entries[0]
    return [one.words() for one in entry.assumptions if one.property == "at least" and "is called" in one.because]


@pytest.mark.parametrize(
    ("source", "found"),
    [(PRICED, ["price is at least 0"]), (PRICED + ASKS, ["price is at least 0"]), (COMES_TO + ASKS, [])],
)
def test_what_an_unrelated_function_says_says_nothing(source: str, found: list[str]) -> None:
    """A price is not negative, unless the function, or one that it comes to, thinks of numbers below 0."""
    assert floors(source) == found


def test_what_a_function_comes_to_is_found_through_others() -> None:
    """Each once, the nearest first, in circles too; of a long chain, the beginning."""
    tree = ast.parse("def a():\n    b(map(c, []))\ndef b():\n    d()\ndef c(): a()\ndef d(): ...\ndef e(): a()\n")
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert [one.name for one in Around(functions, tree, Methods(tree)).reached(functions["a"])] == ["a", "b", "c", "d"]
    long = ast.parse("".join(f"def f{n}(): f{n + 1}()\n" for n in range(100)))
    chain = {node.name: node for node in long.body if isinstance(node, ast.FunctionDef)}
    assert [one.name for one in Around(chain, long, Methods(long)).reached(chain["f0"])] == [f"f{n}" for n in range(30)]


@pytest.mark.parametrize(
    ("language", "one", "where", "name"),
    [
        ("python", "def f{n}(node):\n    return node.left or node.key + {n}\n", assuming, "_compares_objects"),
        ("javascript", "function f{n}(a) {{ return a + {n}; }}\n", parameters, "text"),
    ],
)
def test_a_long_file_is_read_once(
    language: str, one: str, where: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four times as many functions are read in four times as many steps, not in sixteen times as many."""
    plain, calls = getattr(where, name), [0]

    def counted(*given: Any) -> Any:
        calls[-1] += 1
        return plain(*given)

    monkeypatch.setattr(where, name, counted)
    for many in (20, 80):
        calls.append(0)
        runner(language).survey("".join(one.format(n=n) for n in range(many)))
    assert 0 < calls[2] <= 5 * calls[1]
