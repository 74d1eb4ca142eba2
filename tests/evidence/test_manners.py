"""What Python means otherwise than other languages is noted while a program runs, and changes nothing of it."""

from __future__ import annotations

import ast

import pytest

from tests.evidence.harness import module

Manners, weave = module("manners").Manners, module("manners").weave


def ran(body: str, **names: object) -> tuple[object, str]:
    """What a function's body gives with these names, and what is noted."""
    tree = ast.parse(f"def f({', '.join(names)}):\n    {body}\n")
    weave(tree)
    manners = Manners()
    scope: dict[str, object] = {**manners.names(), **module("rounding").Rounding(manners.note, exact=True).names()}
    exec(compile(tree, "f", "exec"), scope)
    return scope["f"](**names), manners.doubt  # type: ignore[operator]


@pytest.mark.parametrize(
    ("body", "given", "doubt"),
    [
        ("return xs[i]", -1, "negative index"),
        ("xs[i] += 1; return xs", -1, "negative index"),
        ("return xs[:i]", -1, "negative index"),
        ("return xs[i:]", 9, "slice past the end"),
        ("return i // 2", -7, "negative number divided"),
        ("i %= 3; return i", -7, "negative number divided"),
        ("return round(i + 0.5)", 2, "half rounded"),
        ("return round(i / 8, 2)", 1, "half rounded"),
        ("return round(i / 7, 2) + round(i, 1) + round(i + 0.25)", 1, ""),
        ("round = max; return round(i + 0.5, 1)", 2, ""),
        ("return xs[i]", 1, ""),
        ("return xs[-1] + xs[~0] + xs[-i]", 1, ""),
        ("return {-1: 2}[i]", -1, ""),
        ("return i // 2", -8, ""),
        ("return i // 2", 7, ""),
        ("return '%d' % i", -7, ""),
    ],
)
def test_what_only_python_means_so_is_noted(body: str, given: int, doubt: str) -> None:
    """Places from the end, bounds that are cut, quotients and halves rounded; not what is written with a minus."""
    plain: dict[str, object] = {}
    exec(f"def f(xs, i):\n    {body}\n", plain)
    expected = plain["f"]([1, 2, 3], given)  # type: ignore[operator]
    assert ran(body, xs=[1, 2, 3], i=given) == (expected, doubt)
