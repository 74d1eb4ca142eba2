"""The rows of a script that reads its input token by token, laid out as contests do: it does not care, others do.

    it = iter(sys.stdin.read().split())
    r, c = int(next(it)), int(next(it))                                     a line of two numbers
    rows = [[int(next(it)) for _ in range(c)] for _ in range(r)]            r lines of c numbers
    pay = [(next(it), int(next(it))) for _ in range(n)]                     n lines of a word and a number

As `languages.input_rows` lays out what other languages read so.  Pure.  Neighbours: `reading` (asks).
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from codescore.languages.python.run.nodes import last_name
from codescore.languages.shapes import BlockShape, FloatShape, IntShape, RowShape, Shape, TextShape, UpTo

Row = RowShape | BlockShape
_BY_LINE = ("input", "readline", "readlines", "fileinput")


def by_token(tree: ast.Module) -> bool:
    """Whether a script reads all tokens at once, and nothing line by line."""
    calls = {last_name(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return "next" in calls and "read" in calls and calls.isdisjoint(_BY_LINE)


def laid_out(rows: Iterable[Row], *, again: bool = False) -> list[Row]:
    """Numbers that are read one after the other on one line, and those of a loop, too; where all of it comes `again`
    and again, also behind a word with which it begins."""
    found: list[Row] = []
    for row in map(_listed, rows):
        before = found[-1] if found else None
        if _is_number(row, named=not again) and (
            _is_number(before, named=not again) or (again and len(found) == 1 and _begins(before))
        ):
            assert isinstance(row, RowShape)
            assert isinstance(before, RowShape)
            names = tuple(name for one in (before, row) for name, _ in one.named())
            found[-1] = replace(before, tokens=before.tokens + row.tokens, names=names, wide=None)
        else:
            found.append(row)
    return found


def _listed(row: Row) -> Row:
    if isinstance(row, RowShape):
        single = len(row.tokens) == 1 and row.times is not None and row.count is None and not row.more and not row.tree
        return replace(row, count=row.times, times=None, names=()) if single and _are_numbers(row) else row
    inner = laid_out(row.rows, again=True)
    one = inner[0] if len(inner) == 1 else None
    if isinstance(one, RowShape) and one.times is None and one.until is None and row.until is None:
        return replace(one, times=row.times, more=row.more)
    return replace(row, rows=tuple(inner))


def _is_number(row: Row | None, *, named: bool) -> bool:
    """Whether it is a line of numbers, that have names, once."""
    return isinstance(row, RowShape) and _once(row) and (bool(row.names) or not named) and _are_numbers(row)


def _begins(row: Row | None) -> bool:
    """Whether it is a word, perhaps with numbers behind it, once."""
    words = isinstance(row, RowShape) and _once(row) and isinstance(row.tokens[0], TextShape)
    return words and isinstance(row, RowShape) and _are_numbers(replace(row, tokens=row.tokens[1:]))


def _once(row: RowShape) -> bool:
    return (row.count, row.times, row.until) == (None, None, None) and not row.some


def _are_numbers(row: RowShape) -> bool:
    return all(isinstance(token, (IntShape, FloatShape, UpTo)) for token in row.tokens)


def token_of(value: ast.expr) -> Shape:
    """What the tokens of all of the input are that an expression gives: numbers, where `int` is made of each."""
    for node in ast.walk(value):
        match node:
            case ast.Call(ast.Name("map"), [ast.Name("int"), *_]):
                return IntShape()
            case ast.Call(ast.Name("map"), [ast.Name("float"), *_]):
                return FloatShape()
    return TextShape()


def without_one(bound: ast.expr) -> ast.expr:
    """`next(data)` of `next(data) + 1`, which loops count to that count from 1."""
    match bound:
        case ast.BinOp(number, ast.Add(), ast.Constant(1)):
            return number
    return bound
