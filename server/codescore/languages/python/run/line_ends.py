"""Lines that a Python script reads one by one until one of them is the end, or there are no more, and what it takes
such a line apart into.

`while line != "stop"`, `if not line: break`, `for line in sys.stdin`; `name, price = line.split(";")`, `parts =
line.split()`.  Neighbours: `reading` (asks).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal, TypeAlias

from codescore.languages.ended_by import again_until
from codescore.languages.python.run.nodes import catches, last_name
from codescore.languages.shapes import TO_THE_END, BlockShape, RowShape

Row: TypeAlias = RowShape | BlockShape


def looped(rows: list[Row], before: int, loop: ast.While, split: Mapping[tuple[str, ...], str]) -> list[Row]:
    """The rows, where a loop reads those from `before` on anew until it is some text, or one of these lines is: any
    number of them, and then that.  The line may be read before the loop and at its end.

    `split` are what lines are called whose words have these names.
    """
    first = before - 1 if before and rows[before:] == rows[before - 1 : before] else before
    one = rows[first] if rows[first:] else None
    if isinstance(one, RowShape) and one.until is None and all(row == one for row in rows[first:]):
        name = one.names[0] if len(one.names) == 1 else split.get(one.names, "")
        end = TO_THE_END if to_the_end(loop) else ended(loop, name)
        if end is not None:
            return [*rows[:first], replace(one, until=end)]
    ahead = bool(before) and len(rows) > before and rows[-1] == rows[before - 1]
    block = again_until(rows[before - 1 : -1] if ahead else rows[before:], ast.unparse(loop))
    return rows if block is None else [*rows[: before - ahead], block]


def ended(loop: ast.For | ast.While, name: str) -> str | None:
    """The text at which a loop stops that reads a line of this name; None where it is not seen to."""
    tests = [_end(loop.test, name, goes_on=True)] if isinstance(loop, ast.While) else []
    tests += [
        _end(node.test, name, goes_on=False)
        for node in ast.walk(loop)
        if isinstance(node, ast.If) and any(isinstance(one, ast.Break) for one in node.body)
    ]
    return next((end for end in tests if end is not None), None)


def to_the_end(loop: ast.For | ast.While) -> bool:
    """Whether a loop goes through all lines that there are: those of the input, or until reading one fails."""
    if isinstance(loop, ast.For):
        return is_all_lines(loop.iter)
    tried = [node for node in loop.body if isinstance(node, ast.Try)]
    caught = [name for one in tried for handler in one.handlers if (name := handler.type) is not None]
    return any(isinstance(name, ast.Name) and name.id == "EOFError" for name in caught)


def is_all_lines(node: ast.expr) -> bool:
    """Whether it is all lines of the input, one after the other."""
    match node:
        case ast.Attribute(ast.Name("sys"), "stdin") | ast.Name("stdin"):
            return True
        case ast.Call(func) if is_fileinput(func):
            return True
        case ast.Call(ast.Attribute(inner, "readlines" | "read" | "splitlines" | "strip" | "rstrip"), []):
            return is_all_lines(inner)
        case ast.Call(ast.Attribute(inner, "split"), [ast.Constant("\n")]):
            return is_all_lines(inner)
        case ast.Call(ast.Name("open"), [ast.Constant(0)]):
            return True
        case ast.Call(ast.Attribute(_, "StringIO") | ast.Name("StringIO"), [inner]):
            return is_all_lines(inner)
    return False


def is_fileinput(node: ast.expr) -> bool:
    """Whether it is `fileinput.input`: a program that is run alone reads its input so, whether or not `-` is named."""
    return isinstance(node, ast.Attribute) and node.attr == "input" and last_name(node.value) == "fileinput"


def words_of(tree: ast.AST, name: str) -> tuple[str, str] | None:
    """What a line's words are called together, and what stands between them; None where it is taken apart otherwise."""
    found = _splits(tree, name)
    return next(((one.id, between) for one, between in found if isinstance(one, ast.Name)), None)


def each_of(tree: ast.AST, name: str) -> tuple[int, str]:
    """What each of some words, or of those of a line, is read as ("int", "float"; "" where that is not seen), and how
    many stand before those: none, or one of `words[1:]`."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Name("map"), [ast.Name("int" | "float" as kind), words]):
                before = _before(words, name)
            case ast.ListComp(
                ast.Call(ast.Name("int" | "float" as kind), [ast.Name(one)]), [generator]
            ) | ast.GeneratorExp(ast.Call(ast.Name("int" | "float" as kind), [ast.Name(one)]), [generator]):
                same = isinstance(generator.target, ast.Name) and generator.target.id == one
                before = _before(generator.iter, name) if same else None
            case ast.For(ast.Name(one), words, body) if made := _made_of(one, body):
                kind, before = made, _before(words, name)
            case _:
                continue
        if before is not None:
            return before, kind
    return 0, ""


def _made_of(name: str, body: list[ast.stmt]) -> Literal["int", "float", ""]:
    """The kind of number that is made of a word in these statements; "" where none is."""
    for node in (node for statement in body for node in ast.walk(statement)):
        match node:
            case ast.Call(ast.Name("int" | "float" as kind), [ast.Name(one)]) if one == name:
                return kind
    return ""


def _before(node: ast.expr, name: str) -> int | None:
    match node:
        case ast.Subscript(inner, ast.Slice(ast.Constant(int() as place), None, None)) if place > 0:
            return place if _before(inner, name) == 0 else None
        case ast.Call(ast.Attribute(line, "split"), [] | [ast.Constant()]) if is_line(line, name):
            return 0
    return 0 if isinstance(node, ast.Name) and node.id == name else None


def _splits(tree: ast.AST, name: str) -> Iterator[tuple[ast.expr, str]]:
    """What a line is taken apart into (`target = line.split(between)`), and what stands between."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign([target], ast.Call(ast.Attribute(line, "split"), [] | [ast.Constant(None), *_])):
                if is_line(line, name):
                    yield target, " "
            case ast.Assign([target], ast.Call(ast.Attribute(line, "split"), [ast.Constant(str() as between), *_])):
                if between and is_line(line, name):
                    yield target, between
            case ast.Assign(
                [ast.Tuple([one, _, two])], ast.Call(ast.Attribute(line, "partition"), [ast.Constant(str() as between)])
            ) if between and is_line(line, name):
                yield ast.Tuple([one, two], ast.Store()), between


def _end(test: ast.expr, name: str, *, goes_on: bool) -> str | None:
    """What a line is where the loop ends, by a condition under which it `goes_on`, or under which it ends."""
    match test:
        case ast.UnaryOp(ast.Not(), inner):
            return _end(inner, name, goes_on=not goes_on)
        case ast.Compare(one, [ast.NotEq() | ast.Eq() as operator], [ast.Constant(str() as text)]):
            return text if is_line(one, name) and isinstance(operator, ast.NotEq) == goes_on else None
    return "" if goes_on and is_line(test, name) else None


def is_line(node: ast.expr, name: str) -> bool:
    """Whether it is the line, without the blanks around it or in it, in lower case, or as it is read here."""
    match node:
        case ast.Name(found):
            return found == name
        case ast.NamedExpr(ast.Name(found)):
            return found == name
        case ast.Call(ast.Attribute(inner, "strip" | "rstrip" | "lower" | "upper"), _) | ast.Call(
            ast.Attribute(inner, "replace"), [ast.Constant(" "), ast.Constant("")]
        ):
            return is_line(inner, name)
    return False


def taken_apart(tree: ast.Module, name: str) -> tuple[str, tuple[str, ...]] | None:
    """What stands between the words of a line and what they are called, where it is taken apart; None elsewhere."""
    return next(taken_apart_at(tree, name), None)


def taken_apart_at(tree: ast.AST, name: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The same of each place where it is."""
    for target, between in _splits(tree, name):
        parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else []
        words = tuple(part.id for part in parts if isinstance(part, ast.Name))
        if isinstance(target, (ast.Tuple, ast.List)) and len(words) == len(parts):
            yield between, words


_CAUGHT = frozenset(("ValueError", "IndexError", "KeyError", "TypeError", "ArithmeticError", "Exception"))
_READ = frozenset(("int", "float", "Decimal", "Fraction", "split", "strptime", "fromisoformat"))


def goes_on(tree: ast.Module) -> bool:
    """Whether a program goes on behind lines that it cannot read: in a loop it catches the errors of taking them apart,
    and neither ends nor fails there."""
    loops = (node for node in ast.walk(tree) if isinstance(node, (ast.For, ast.While)))
    return any(isinstance(node, ast.Try) and _passes_over(node) for loop in loops for node in ast.walk(loop))


def _passes_over(node: ast.Try) -> bool:
    called = {last_name(one.func) for part in node.body for one in ast.walk(part) if isinstance(one, ast.Call)}
    return bool(called & _READ) and any(
        catches(one, _CAUGHT) and not any(isinstance(n, (ast.Raise, ast.Break, ast.Return)) for n in ast.walk(one))
        for one in node.handlers
    )
