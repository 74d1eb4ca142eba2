"""Rows of a list that holds all tokens: as many of them as there are names for, or as the ends of a slice are apart.

    name, come, go = data[2 + 3 * i : 5 + 3 * i]        a word and two more, on one line
    a, b = map(int, data[k : k + 2])                    two numbers

Pure.  Neighbours: `held_lines` (asks), `token_rows` (tokens that are read one by one).
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping

from codescore.languages.python.run.nodes import plain

_FEW = 6  # numbers that are passed over


def row_of(value: ast.expr, target: ast.expr) -> ast.Subscript | None:
    """The slice whose items get a name each; None where it is something else that gets one."""
    parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else []
    return _sliced(value) if parts and all(isinstance(part, ast.Name) for part in parts) else None


def by_place(tree: ast.AST) -> set[str]:
    """Names that are only looked at by places that are written there: `row[0]`."""
    names = Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    placed: Counter[str] = Counter()
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(ast.Name(name), ast.Constant(int())):
                placed[name] += 1
    return {name for name, often in placed.items() if often == names[name]}


def apart(some: ast.Slice) -> int | None:
    """How far the ends of a slice are apart, where that is the same wherever it begins: `k : k + 3`."""
    lower, upper = _sum(some.lower), _sum(some.upper) if some.upper is not None else None
    if lower is None or upper is None or some.step is not None:
        return None
    upper.subtract(lower)
    size = upper.pop("", 0)
    return size if size > 0 and not any(upper.values()) else None


def looked_at(tree: ast.AST) -> dict[str, set[int]]:
    """The fixed places at which lists are looked at, by the names of these."""
    found: dict[str, set[int]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(ast.Name(name), ast.Constant(int() as place)):
                found.setdefault(name, set()).add(place)
    return found


def passed_over(places: Mapping[str, set[int]], some: ast.Subscript) -> list[str]:
    """Names for the numbers before a slice that nobody looks at: how wide a table is, in `data[2 : 2 + int(data[0])]`.

    Those between others that are looked at have a meaning of their own, or stand in no fixed place.
    """
    looked = places.get(some.value.id, set()) if isinstance(some.value, ast.Name) else set()
    lower = some.slice.lower if isinstance(some.slice, ast.Slice) else None
    if not looked or not isinstance(lower, ast.Constant) or not isinstance(lower.value, int):
        return []
    return [f"unread_{place}_" for place in range(max(looked) + 1, min(lower.value, _FEW))]


def often(iterable: ast.Call) -> ast.Call:
    """`range(n)` for the steps of a row: `range(1, 3 * n + 1, 3)`."""
    match iterable:
        case ast.Call(ast.Name("range"), [_, last, ast.Constant(int() as step)]) if (total := _sum(last)) is not None:
            names = [name for name, times in total.items() if name and times == step > 1]
            if len(names) == 1:
                return ast.Call(iterable.func, [ast.Name(names[0], ast.Load())], [])
    return iterable


def _sliced(value: ast.expr) -> ast.Subscript | None:
    match plain(value):
        case ast.Subscript(_, ast.Slice()) as some:
            return some
        case ast.Call(ast.Name("map"), [_, inner]) | ast.ListComp(
            ast.Call(ast.Name(), [ast.Name()]), [ast.comprehension(iter=inner)]
        ):
            return _sliced(inner)
    return None


def _sum(node: ast.expr | None) -> Counter[str] | None:
    """How often each name counts in a sum, and ("") what else there is in it; None where it is none."""
    match node:
        case None:
            return Counter()
        case ast.Constant(int() as number):
            return Counter({"": number})
        case ast.Name(name):
            return Counter({name: 1})
        case ast.BinOp(one, ast.Add() | ast.Sub() as sign, other):
            left, right = _sum(one), _sum(other)
            if left is not None and right is not None:
                (left.update if isinstance(sign, ast.Add) else left.subtract)(right)
                return left
        case ast.BinOp(ast.Constant(int() as times), ast.Mult(), one) | ast.BinOp(
            one, ast.Mult(), ast.Constant(int() as times)
        ):
            single = _sum(one)
            return None if single is None else Counter({name: n * times for name, n in single.items()})
    return None
