"""What a Python script reads from its standard input, guessed from its text: rows of tokens.

`n = int(input())` is a row of one number; `a, b = map(int, input().split())` one of two; a list is as long as a number
that was read before it says; what is read in `for _ in range(n)` comes n times.  Functions that only read (`def I():
return int(input())`) count as reading where they are called.  Neighbours: `surveying` (asks), `evidence.lines` (draws).
"""

from __future__ import annotations

import ast
import copy
import string
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

from codescore.languages.input_rows import across, worded
from codescore.languages.pattern_lines import held_against, lines_of
from codescore.languages.python.run.line_ends import each_of, ended, goes_on, looped, taken_apart, to_the_end, words_of
from codescore.languages.python.run.line_kinds import between_words, kinds_of
from codescore.languages.python.run.matched import patterns_of
from codescore.languages.python.run.nodes import Plain, last_name
from codescore.languages.python.run.ranging import more_of, reach_of
from codescore.languages.python.run.row_places import related
from codescore.languages.python.run.signs import once_of, signs_of
from codescore.languages.python.run.token_rows import by_token, laid_out, token_of, without_one
from codescore.languages.shapes import (
    TO_THE_END,
    BlockShape,
    FloatShape,
    IntShape,
    LinesShape,
    OneOf,
    RowShape,
    Samples,
    Shape,
    TextShape,
)  # fmt: skip
from codescore.languages.values import Text

_ONE: dict[str, Shape] = {"int": IntShape(), "float": FloatShape(), "str": TextShape()}
_SAME = ("strip", "rstrip", "lstrip", "list", "tuple", "sorted", "reversed", "set", "deque", "array")
_DEFAULT = 4
LETTERS = string.ascii_letters
_HELPERS = 3


@dataclass(frozen=True, slots=True)
class _Row:
    """One line: the shape of its tokens, and whether there are many of them."""

    shape: Shape
    many: bool = False
    whole: bool = False  # the line as it is, not split
    token: bool = False  # one token, wherever it stands


def lines_shape(tree: ast.Module, words: str = "") -> LinesShape:
    """The rows that a script reads, in order; a line of words where nothing can be seen.  `words` are its comments."""
    tree = Plain(tree).visit(copy.deepcopy(tree))
    reader = _Reader(tree, words)
    reader.block(tree.body, None)
    rows = laid_out(reader.rows) if by_token(tree) else reader.rows
    return LinesShape(tuple(rows) or (RowShape((TextShape(), TextShape())),), loose=goes_on(tree))


def _kinds(row: RowShape | BlockShape) -> object:
    """What a row holds, whatever it is called."""
    return replace(row, names=()) if isinstance(row, RowShape) else row


class _Reader:
    def __init__(self, tree: ast.Module, words: str) -> None:
        self.rows: list[RowShape | BlockShape] = []
        self._counts: list[str] = []
        self._aliases = {"input"}
        self._functions = {n.name: n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}
        self._helpers: dict[str, _Row] = {}
        self._reach = reach_of(tree, words)
        self._tree, self._signs = tree, signs_of(tree, words)
        self._split: dict[tuple[str, ...], str] = {}  # words of lines that are taken apart, and what a line is called
        self._several = False  # whether lines were of several kinds
        self._since = 0  # how many numbers had been read where the innermost loop began
        self._looked_at = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        for node in ast.walk(tree):
            match node:
                case ast.Assign([ast.Name(name)], ast.Attribute(_, "readline" | "readlines" | "read")):
                    self._aliases.add(name)
        self._streams, self._entered = dict[str, Shape](), set[str]()
        for _ in range(_HELPERS):  # one may read by another that stands below it
            self._find_helpers(tree)

    def _find_helpers(self, tree: ast.Module) -> None:
        for name, function in self._functions.items():
            body = [s for s in function.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
            if len(body) == 1 and isinstance(body[0], ast.Return):
                self._helper(name, body[0].value)
        for node in ast.walk(tree):
            match node:
                case ast.Assign([ast.Name(name)], ast.Lambda(_, given)):
                    self._helper(name, given)
                case ast.Assign([ast.Name(name)], value) if self._is_all(value):
                    self._streams[name] = token_of(value)

    def _is_all(self, value: ast.expr | None) -> bool:
        """Whether an expression is all tokens of the input, or goes through them."""
        match value:
            case ast.Call(ast.Attribute(ast.Call(ast.Attribute(_, "read"), []), "split"), []):
                return True
            case ast.Call(ast.Name("iter" | "list" | "deque"), [inner]):
                return self._is_all(inner)
            case ast.Call(ast.Name("map"), [_, inner]):
                return self._is_all(inner)
            case ast.Name(name):
                return name in self._streams
            case ast.GeneratorExp(_, [outer, _]):
                return last_name(outer.iter) == "stdin"
        return False

    def _helper(self, name: str, value: ast.expr | None) -> None:
        row = self._row(value)
        if row is not None:
            self._helpers[name] = row

    def block(self, body: Iterable[ast.stmt], times: str | int | None) -> None:
        """The rows that statements read."""
        for statement in body:
            match statement:
                case ast.For(ast.Name(line), _, inner, _) if to_the_end(statement):
                    self._line_by_line(line, inner, ended(statement, line))
                case ast.For(_, iterable, inner, _):
                    self._again(iterable, times, partial(self.block, inner))
                case ast.While(test, inner, otherwise) | ast.If(test, inner, otherwise):
                    start = len(self.rows)
                    self._expression(test, (), times)
                    before = len(self.rows)
                    self.block(inner, times)
                    if isinstance(statement, ast.While):
                        self.rows = looped(self.rows, start, statement, self._split)
                    one, between = self.rows[before:], len(self.rows)
                    self.block(otherwise, times)
                    if [_kinds(row) for row in one] == [_kinds(row) for row in self.rows[between:]]:
                        del self.rows[between:]  # one line, whichever way it is read
                case ast.With(_, inner) | ast.Try(inner):
                    self.block(inner, times)
                case ast.Assign([ast.Name()], ast.Call(ast.Name("iter"), [value])) if self._is_all(value):
                    pass  # what it is asked for is read there
                case ast.Assign([target], value):
                    self._assign(target, value, times)
                case ast.Expr(value) | ast.Return(value) | ast.AugAssign(_, _, value) | ast.AnnAssign(_, _, value):
                    self._expression(value, (), times)

    def _line_by_line(self, line: str, inner: list[ast.stmt], end: str | None) -> None:
        """All lines up to an end, of one form; what is read inside of the loop stands on the next ones."""
        before = len(self.rows)
        self._add(_Row(TextShape(), whole=True), (line,), None, apart=False)
        self.block(inner, None)
        one = self.rows[before]
        if len(self.rows) == before + 1 and isinstance(one, RowShape):
            self.rows[before] = replace(one, until=TO_THE_END if end is None else end)

    def _assign(self, target: ast.expr, value: ast.expr, times: str | int | None) -> None:
        parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
        names = tuple(part.id if isinstance(part, ast.Name) else "" for part in parts)
        starred = any(isinstance(part, ast.Starred) for part in parts)
        if isinstance(value, ast.Tuple) and len(value.elts) == len(parts):
            for name, each in zip(names, value.elts, strict=True):
                self._expression(each, (name,), times)
            return
        row = self._row(value)
        if starred and row is not None and row.many and len(names) > 1:
            first = [name for name, part in zip(names, parts, strict=True) if not isinstance(part, ast.Starred)]
            rest = next(part.value for part in parts if isinstance(part, ast.Starred))
            whole = any(isinstance(node, ast.Attribute) and node.attr == "read" for node in ast.walk(value))
            if isinstance(rest, ast.Name) and not whole:
                self._some(row.shape, tuple(first), rest.id)
                return
            self._add(replace(row, many=False), tuple(first), times, apart=True)
            self._add(row, (rest.id if isinstance(rest, ast.Name) else "",), times, apart=False)
            return
        self._expression(value, names, times, apart=isinstance(target, (ast.Tuple, ast.List)) and not starred)

    def _words(self, name: str, separator: str = " ") -> RowShape | None:
        """A line whose words, or those behind the first few, are any number of numbers; None elsewhere."""
        before, kind = each_of(self._tree, name)
        words = [self._reach.sort((name, n), TextShape(LETTERS, min_size=1)) for n in range(before)]
        known = bool(before or (kind and separator.strip()))  # a sign stands between two
        return RowShape((*(words or [_ONE[kind]]), _ONE[kind]), separator=separator, some=True) if known else None

    def _some(self, shape: Shape, first: tuple[str, ...], rest: str) -> None:
        """A line of a few words and then any number of others."""
        _, kind = each_of(self._tree, rest) if isinstance(shape, TextShape) else (0, "")
        words = TextShape(LETTERS, min_size=1) if isinstance(shape, TextShape) else shape
        tokens = (*(self._reach.sort((name, -1), words) for name in first), _ONE.get(kind, words))
        self._counts += [name for name, one in zip(first, tokens, strict=False) if isinstance(one, IntShape)]
        self.rows.append(RowShape(tokens, first, some=True))

    def _expression(
        self, value: ast.expr | None, names: tuple[str, ...], times: str | int | None, *, apart: bool = False
    ) -> None:
        if value is None or isinstance(value, ast.Lambda):
            return
        if isinstance(value, ast.NamedExpr):
            names, value = (value.target.id,), value.value
        row = self._row(value)
        if row is not None:
            self._add(row, names, times, apart=apart)
            return
        for node in (node for node in ast.iter_child_nodes(value) if isinstance(node, ast.expr)):
            if isinstance(value, (ast.ListComp, ast.GeneratorExp, ast.SetComp)):
                self._again(value.generators[0].iter, times, partial(self._expression, node, names[:1]))
            else:
                self._expression(node, (), times)
        called = value.func if isinstance(value, ast.Call) else None
        if isinstance(called, ast.Name) and called.id in self._functions and called.id not in self._entered:
            self._entered.add(called.id)
            self.block(self._functions[called.id].body, times)

    def _add(self, row: _Row, names: tuple[str, ...], times: str | int | None, *, apart: bool) -> None:
        words = self._words(names[0]) if row.many and names and isinstance(row.shape, TextShape) else None
        if apart and not row.whole:
            made = RowShape(tuple(self._reached(self._reach.sort((n, -1), row.shape), n) for n in names), names)
            made = related(made if names else replace(made, tokens=(row.shape,)), self._reach.turned)
        elif words is not None:
            made = words
        elif row.many:
            made = RowShape((self._reached(row.shape, names[0] if names else ""),), count=self._count(names, times))
            made = replace(made, distinct=self._reach.permutes(*names[:1]))
            made = made if made.count else RowShape(2 * made.tokens, some=True)
            sorts = tuple(self._reach.sort((names[0], n), row.shape) for n in range(self._size(names)))
            if len({type(sort) for sort in sorts}) > 1:  # words of one line of which each is something else
                made = RowShape(sorts, tuple("" for _ in sorts))
        else:
            made = RowShape((self._reached(row.shape, names[0] if names else ""),), names[:1])
            if isinstance(row.shape, TextShape) and (times is not None or row.whole):  # lines of a grid, or a line
                grid = times is not None and not self._counts[self._since :]
                made = replace(made, wide=across(self._counts, times) if grid else self._wide(names))
            sized = replace(made, tokens=(self._text(row.shape, names, sized=False),)) if made.wide else made
            made = self._whole(made, names) if row.whole else sized
        if (isinstance(row.shape, IntShape) and not row.many) or apart:
            self._counts += [n for n in names if n and isinstance(row.shape, IntShape)]
        self.rows.append(made)

    def _whole(self, row: RowShape, names: tuple[str, ...]) -> RowShape:
        """A line as it is: by what is done with its name later it is of several kinds, a number, or several words."""
        if names and (kinds := lines_of(kinds_of(self._tree, names[0], again=self._several))):
            self._several = True
            return RowShape((OneOf(kinds),), names[:1], separator="\n")
        parts = taken_apart(self._tree, names[0]) if names else None
        if parts is not None:
            separator, words = parts
            self._split[words] = names[0]
            sorts = tuple(self._reach.sort((word, -1), TextShape(LETTERS, min_size=1)) for word in words)
            return RowShape(sorts, words, separator=separator)
        together = words_of(self._tree, names[0]) if names else None
        size = self._size(together[:1]) if together else 0
        if together is not None and size:  # words that are looked up by their places
            sorts = tuple(self._reach.sort((together[0], n), TextShape(LETTERS, min_size=1)) for n in range(size))
            return RowShape(sorts, tuple("" for _ in sorts), separator=together[1])
        if together is not None and (counted := self._words(*together)) is not None:
            self._split[()] = names[0]
            return counted
        if names and (number := self._reach.numbers.get((names[0], -1))) is not None:
            return replace(row, tokens=(number,))
        if names and (lines := held_against(patterns_of(self._tree, names[0]))) is not None:
            return RowShape((lines,), names[:1], separator="\n")
        if names and row.wide is None and (between := between_words(self._tree, names[0])):
            one = _ONE.get(each_of(self._tree, names[0])[1], TextShape(LETTERS, min_size=1))
            self._split[()], least = names[0], 1 if between == " " and isinstance(one, TextShape) else 2
            return RowShape(least * (one,), separator=between, some=True)  # else a line without any is hardly one
        text = self._text(row.tokens[0], names, sized=row.wide is None)
        once = once_of(self._tree, self._signs) if isinstance(text, TextShape) and text.alphabet == self._signs else ""
        return replace(row, tokens=(text,), once=once)

    def _text(self, shape: Shape, names: tuple[str, ...], *, sized: bool) -> Shape:
        """A line as it is, with how long it is and what signs it has, where these are looked up."""
        if not names or not isinstance(shape, TextShape):
            return shape
        if names[0] in self._reach.apart:
            return Samples(tuple(map(Text, self._reach.apart[names[0]])))
        size = self._size(names) if sized else 0
        shape = replace(shape, min_size=size, max_size=size) if size else shape
        digits = names[0] in self._reach.digits and not shape.alphabet
        return replace(shape, alphabet=string.digits if digits else shape.alphabet or self._signs)

    def _size(self, names: tuple[str, ...]) -> int:
        return self._reach.fixed.get(names[0], 0) if names else 0

    def _again(self, iterable: ast.expr, times: str | int | None, read: Callable[[str | int | None], None]) -> None:
        """What is read in a loop over something."""
        self._expression(iterable, (), times)
        again, before, outer = self._times(iterable), len(self.rows), self._since
        self._since = len(self._counts)
        read(again or times)
        self._since = outer
        self._repeat(before, again, iterable)

    def _repeat(self, before: int, times: str | int | None, iterable: ast.expr) -> None:
        """What was read since then in a loop comes so many times, together."""
        new = tuple(self.rows[before:])
        if not new or times is None:
            return
        more = more_of(iterable) if isinstance(times, str) else 0
        one = new[0]
        if len(new) > 1 or isinstance(one, BlockShape) or one.times is not None:
            self.rows[before:] = [BlockShape(new, times, more)]
            return
        tree = more == -1 and one.distinct and len(one.tokens) == 2
        self.rows[before:] = [replace(one, times=times, more=more, tree=tree)]

    def _reached(self, shape: Shape, name: str) -> Shape:
        """The shape of a number with how far it can reach by what it is used for."""
        reach = self._reach.of(name, self._counts) if name and isinstance(shape, IntShape) else None
        return reach or shape

    def _wide(self, names: tuple[str, ...]) -> str | None:
        """The number that says how long a text is: one that loops over it, or that was read before it and its like and
        is called so, or not looked at again."""
        looped = self._reach.loops.get(names[0] if names else "")
        if looped in self._counts:
            return looped
        last = next((row for row in reversed(self.rows) if not worded(row)), None)
        before = last.names if isinstance(last, RowShape) and last.count is None else ()
        name = before[0] if before and before[0] in self._counts else ""
        known = name.lower() in ("n", "length") or (len(before) == 1 and (name == "l" or name not in self._looked_at))
        return name if name and known else None

    def _count(self, names: tuple[str, ...], times: str | int | None) -> str | int:
        """How many tokens a list has: the number that loops over it, that stood alone before it, or was read first, or
        any number of them (0)."""
        known = [name for name in self._counts if name != times]
        name = names[0] if names else ""
        looped = self._reach.loops.get(name)
        if looped in known:
            return str(looped)
        own = self._counts[self._since :]  # what is read anew each time says how many of it there are
        if times is not None and (name in self._reach.widths or not own):
            across = self._reach.columns.get(name, "")
            return self._reach.widths.get(name) or (across if across in self._counts else known[-1] if known else 0)
        known = own if times is not None else known
        last = self.rows[-1] if self.rows else None
        if isinstance(last, RowShape) and last.times is None and len(last.names) == 1 and last.names[0] in known:
            return last.names[0]
        return self._reach.fixed.get(name) or (known[0] if known else self._reach.widths.get(name, 0))

    def _times(self, iterable: ast.expr) -> str | int | None:
        """How often a loop over `range(n)` runs, if n is a number that was read."""
        match iterable:
            case ast.Call(ast.Name("range"), [*_, bound]) if not isinstance(bound, ast.Constant):
                read = [n.id for n in ast.walk(bound) if isinstance(n, ast.Name) and n.id in self._counts]
                if read:
                    return read[0]
                if self._row(without_one(bound)) is not None:  # for _ in range(int(input()))
                    self._counts.append(f"_{len(self.rows)}")
                    last = self.rows[-1] if self.rows else None
                    if isinstance(last, RowShape) and not last.names:
                        self.rows[-1] = replace(last, names=(self._counts[-1],))
                    return self._counts[-1]
                return 2
            case ast.Call(ast.Name("range"), [ast.Constant(int() as number)]):
                return min(number, _DEFAULT)
        return None

    def _row(self, value: ast.expr | None) -> _Row | None:  # noqa: PLR0911  one form per case
        """The line that an expression reads, None where it reads none (or more than one)."""
        match value:
            case ast.Call(ast.Name(name), []) if name in self._aliases:
                return _Row(TextShape(), whole=True)
            case ast.Call(ast.Name("next"), [ast.Name(name)]) if name in self._streams:
                return _Row(self._streams[name], token=True)
            case ast.Call(ast.Attribute(ast.Name(name), "popleft"), []) if name in self._streams:
                return _Row(self._streams[name], token=True)
            case ast.Call(ast.Name(name)) if name in self._helpers:
                return self._helpers[name]
            case ast.Call(ast.Attribute(_, "readline" | "read"), []):
                return _Row(TextShape(), whole=True)
            case ast.Call(ast.Name(name), [inner]) if name in _ONE:
                row = self._row(inner)
                return replace(row, shape=_ONE[name], whole=False, many=False) if row is not None else None
            case ast.Call(ast.Attribute(inner, "split")):
                return _Row(TextShape(), many=True) if self._row(inner) is not None else None
            case ast.Call(ast.Name("map"), [function, inner, *_]):
                row = self._row(inner)
                shape = _ONE.get(function.id, IntShape()) if isinstance(function, ast.Name) else IntShape()
                return None if row is None else self._mapped(shape, row)
            case ast.Call(ast.Name(name), [inner]) | ast.Call(ast.Attribute(inner, name)) if name in _SAME:
                return self._row(inner)
            case ast.ListComp(ast.Call(ast.Name(name)), [generator]) if name in _ONE:
                row = self._row(generator.iter)
                return None if row is None else self._mapped(_ONE[name], row)
            case ast.Subscript(inner, _) | ast.Starred(inner):
                return self._row(inner)
        return None

    @staticmethod
    def _mapped(shape: Shape, row: _Row) -> _Row:
        if row.whole and isinstance(shape, IntShape):  # each character a digit
            return _Row(TextShape("0123456789", min_size=1), whole=True)
        return _Row(shape, many=True)
