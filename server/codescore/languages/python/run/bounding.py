"""How far a Python function's parameters reach: signs, sizes and what must fit together, read from its text.

Two sorts of conclusions, both guesses with a weight: what it takes for granted of two parameters (`lst[:k]`: k is no
longer than lst; `zip(a, b)`: equally long), and what is usual, unless the function itself deals with the unusual (`if
n < 0`, `if not lst`).  Neighbours: `assuming` (asks), `fitting` (tables, keys), `languages.ordinary` (what is usual).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from codescore.languages.assumed import Assumption
from codescore.languages.execution import Parameter
from codescore.languages.guessing import sought
from codescore.languages.kinds import Guess
from codescore.languages.ordinary import counts, ordinary
from codescore.languages.python.run.around import Around
from codescore.languages.python.run.fitting import keys, widths
from codescore.languages.python.run.nodes import constant, last_name
from codescore.languages.shapes import (
    MappingShape,
    NullShape,
    OneOf,
    RecordShape,
    SequenceShape,
    Shape,
    TextShape,
    linked,
)
from codescore.languages.wording import speaks_of_empty

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_DEEPEST = 3  # calls that are followed
_AS_LONG, _WITHIN, _ORDERED = 0.7, 0.6, 0.8
_WIDE, _KNOWN = 0.85, 0.85  # that all rows are as the first, whose length is taken; that a key is there
_THERE = 0.35  # that there is a node
_BISECTING = ("bisect", "bisect_left", "bisect_right", "insort", "insort_left", "insort_right")


@dataclass(slots=True)  # mutable: filled while the function is read
class Dealt:
    """What a function deals with itself, by parameter, and what it takes to fit together."""

    zero: set[str] = field(default_factory=set)
    negative: set[str] = field(default_factory=set)
    empty: set[str] = field(default_factory=set)
    lengths: set[frozenset[str]] = field(default_factory=set)  # pairs whose lengths it compares
    within: set[tuple[str, str]] = field(default_factory=set)  # a number, and what it is a length in
    places: set[tuple[str, str]] = field(default_factory=set)  # a number, and what it is an index of
    alike: set[tuple[str, str]] = field(default_factory=set)  # equally long
    ordered: set[str] = field(default_factory=set)
    rows: set[str] = field(default_factory=set)  # tables whose rows are looked into by columns
    wide: set[str] = field(default_factory=set)  # tables whose rows are looked into as far as the first goes
    across: set[tuple[str, str]] = field(default_factory=set)  # a table, and one whose rows are as long
    along: set[tuple[str, str]] = field(default_factory=set)  # a table, and what its rows are as long as
    keys: set[tuple[str, str]] = field(default_factory=set)  # what is looked up, and where
    asked: set[tuple[str, str]] = field(default_factory=set)  # what may be missing, and where

    def renamed(self, names: dict[str, str]) -> Dealt:
        """The same in the words of a caller; what it does not hand over is lost."""

        def each(found: set[str]) -> set[str]:
            return {names[name] for name in found if name in names}

        def both(found: set[tuple[str, str]]) -> set[tuple[str, str]]:
            return {(names[a], names[b]) for a, b in found if a in names and b in names}

        return Dealt(
            zero=each(self.zero),
            negative=each(self.negative),
            empty=each(self.empty),
            lengths={frozenset(names[n] for n in pair) for pair in self.lengths if pair <= names.keys()},
            within=both(self.within),
            places=both(self.places),
            alike=both(self.alike),
            ordered=each(self.ordered),
            rows=each(self.rows),
            wide=each(self.wide),
            across=both(self.across),
            along=both(self.along),
            keys=both(self.keys),
            asked=both(self.asked),
        )

    def add(self, other: Dealt) -> None:
        for name in self.__slots__:
            getattr(self, name).update(getattr(other, name))


def bounds(node: _Function, shapes: dict[str, Shape], kinds: dict[str, Guess], around: Around) -> Iterator[Assumption]:
    """What is taken for granted of sizes and signs; `kinds` are what the parameters are by their use."""
    dealt = _dealt(node, around, 0)
    dealt.empty |= shapes.keys() if speaks_of_empty(ast.get_docstring(node, clean=False) or "") else set()
    for number, of in sorted(dealt.within):
        if number in shapes and of in shapes and counts(shapes[number]):
            yield Assumption(number, "within", f"it takes so many of {of}", weight=_WITHIN, other=of)
    for number, of in sorted(dealt.places - dealt.within):
        if number in shapes and of in shapes and counts(shapes[number]):
            yield Assumption(number, "within", f"it looks into {of} with it", weight=_WITHIN, other=of)
    for one, two in sorted(dealt.alike):
        if {one, two} <= shapes.keys() and frozenset((one, two)) not in dealt.lengths:
            yield Assumption(one, "as long as", "they are gone through together", weight=_AS_LONG, other=two)
    for name in sorted(dealt.ordered & shapes.keys()):
        yield Assumption(name, "ordered", "it is gone through as if it were in order", weight=_ORDERED)
    yield from _fitted(dealt, shapes)
    for name, shape in shapes.items():  # `Optional[Node]` is written of trees that have a node, too
        nothing = NullShape() in getattr(shape, "options", ()) and not kinds[name].root().optional
        if nothing and linked(shape) and name not in dealt.empty:
            yield Assumption(name, "non-null", "nothing is said of none", weight=_THERE)
    yield from ordinary(shapes, dealt, sought(kinds), ast.unparse(node))


def signed(node: _Function, around: Around) -> set[str]:
    """The parameters of which the function deals with negative ones."""
    return _dealt(node, around, 0).negative


def _fitted(dealt: Dealt, shapes: dict[str, Shape]) -> Iterator[Assumption]:
    """What is taken for granted of tables, and of what is looked up."""
    for name in sorted(dealt.rows & shapes.keys()):
        yield Assumption(name, "rows alike", "its columns are looked at", weight=_AS_LONG)
    for name in sorted(dealt.wide & shapes.keys()):
        yield Assumption(name, "rows alike", "they are gone through as far as the first goes", weight=_WIDE)
        if name not in dealt.empty:
            yield Assumption(name, "non-empty", "its first row is looked at", weight=_WIDE)
    for one, two in sorted(dealt.across):
        if {one, two} <= shapes.keys():
            yield Assumption(one, "as wide as", "they are gone through together", weight=_WIDE, other=two)
    for one, two in sorted(dealt.along):
        if one == two and one in shapes:
            yield Assumption(one, "square", "its rows are gone through as far as it is long", weight=_WIDE)
        elif {one, two} <= shapes.keys():
            yield Assumption(one, "rows as long as", "they are gone through together", weight=_WIDE, other=two)
    for key, of in sorted(dealt.keys - dealt.asked):
        around = shapes.get(of)
        if key in shapes and isinstance(around, MappingShape) and around.kind == "dict":
            yield Assumption(key, "held", f"it is looked up in {of}", weight=_KNOWN, other=of)


def with_empty(node: _Function, parameters: list[Parameter], around: Around) -> list[Parameter]:
    """Parameters of which the function deals with an empty one may be empty, whatever it looks up in them elsewhere;
    where it asks whether there is a node (`if not root`), and the name is no other node's later on, there may be none.
    """
    empty = _dealt(node, around, 0).empty
    put = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}

    def each(parameter: Parameter) -> Parameter:
        if isinstance(parameter.shape, RecordShape) and linked(parameter.shape) and parameter.name in empty - put:
            return replace(parameter, shape=OneOf((parameter.shape, NullShape())))
        if not isinstance(parameter.shape, (SequenceShape, TextShape)) or parameter.name not in empty:
            return parameter
        return replace(parameter, shape=replace(parameter.shape, min_size=0))

    return [each(parameter) for parameter in parameters]


def _dealt(node: _Function, around: Around, depth: int) -> Dealt:
    names = {argument.arg for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
    found = Dealt()
    asked = [n.test for n in ast.walk(node) if isinstance(n, (ast.If, ast.IfExp, ast.Assert))]
    asked += [n.value for n in ast.walk(node) if isinstance(n, ast.Return) and n.value is not None]
    for test in asked:
        _tested(test, names, found)
    _walked(node, names, found)
    across, along = widths(node, names)
    found.wide |= {one for one, two in across if one == two}
    found.across |= {pair for pair in across if len({*pair}) > 1}
    found.along |= along
    looked, missing = keys(node, names)
    found.keys |= looked
    found.asked |= missing
    for call in (n for n in ast.walk(node) if isinstance(n, ast.Call)):
        found.negative |= _raised(call) & names
        called = around.called(call, node) if depth < _DEEPEST else None
        if called is None or called[0] is node:
            continue
        handed = {
            parameter: argument.id
            for parameter, argument in zip(called[1], call.args, strict=False)
            if isinstance(argument, ast.Name) and argument.id in names
        }
        found.add(_dealt(called[0], around, depth + 1).renamed(handed))
    return found


def _raised(call: ast.Call) -> set[str]:
    """The numbers that a call makes no smaller than 0 or 1: `max(n, 0)` is written for those that are."""
    match call:
        case ast.Call(
            ast.Name("max"), [ast.Name(name), ast.Constant(0 | 1)] | [ast.Constant(0 | 1), ast.Name(name)], []
        ):
            return {name}
    return set()


def _tested(test: ast.expr, names: set[str], found: Dealt) -> None:
    """What a condition asks: of the sign of a number, of an empty collection, of two lengths."""
    for node in ast.walk(test):
        match node:
            case ast.UnaryOp(ast.Not(), ast.Name(name)) if name in names:
                found.zero.add(name)
                found.empty.add(name)
            case ast.UnaryOp(ast.Not(), ast.Call(ast.Attribute(ast.Name(name), "strip" | "split"), [])) if (
                name in names
            ):
                found.empty.add(name)
            case ast.Compare(left, [operator], [right]):
                _compared(left, operator, right, names, found)
                _compared(right, operator, left, names, found, turned=True)
    for part in (test, *(test.values if isinstance(test, ast.BoolOp) else ())):
        match part:
            case ast.Name(name) | ast.Call(ast.Attribute(ast.Name(name), "strip" | "split"), []) if name in names:
                found.empty.add(name)
        if _length_of(part) in names:
            found.empty.add(_length_of(part))


def _compared(
    left: ast.expr, operator: ast.cmpop, right: ast.expr, names: set[str], found: Dealt, *, turned: bool = False
) -> None:
    length, other = _length_of(left), _length_of(right)
    if length in names and other in names and length != other:
        found.lengths.add(frozenset((length, other)))
    number = constant(right)
    if isinstance(left, ast.Name) and left.id in names:
        if (isinstance(right, (ast.List, ast.Tuple)) and not right.elts) or number == "":
            found.empty.add(left.id)
        if isinstance(number, (int, float)) and not isinstance(number, bool):
            _signs(left.id, operator, number, found, turned=turned)
    elif length in names and type(number) is int and number <= 2:
        found.empty.add(length)


def _signs(name: str, operator: ast.cmpop, number: float, found: Dealt, *, turned: bool) -> None:
    below = isinstance(operator, (ast.Gt, ast.GtE) if turned else (ast.Lt, ast.LtE))
    above = isinstance(operator, (ast.Lt, ast.LtE) if turned else (ast.Gt, ast.GtE))
    if number == 0 and not (below and isinstance(operator, (ast.Lt, ast.Gt))):
        found.zero.add(name)
    if number == 1 and isinstance(operator, (ast.Lt, ast.GtE) if not turned else (ast.Gt, ast.LtE)):
        found.zero.add(name)
    if (below or above) and number <= 0:
        found.negative.add(name)


def _length_of(node: ast.expr) -> str:
    match node:
        case ast.Call(ast.Name("len"), [ast.Name(name)]):
            return name
    return ""


def _walked(node: _Function, names: set[str], found: Dealt) -> None:
    lengths = {n.targets[0].id: _length_of(n.value) for n in ast.walk(node)
               if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name) and _length_of(n.value)}  # fmt: skip
    for inner in ast.walk(node):
        match inner:
            case ast.Subscript(ast.Name(of), ast.Slice(lower, upper, _)) if of in names:
                for bound in (lower, upper):
                    found.within |= {(n, of) for n in _plain_names(bound) & names - {of}}
            case ast.Subscript(ast.Name(of), index) if of in names:
                found.places |= {(n, of) for n in _plain_names(index) & names - {of}}
            case ast.Call(ast.Name("abs"), [ast.Name(name)]) if name in names:
                found.negative.add(name)
                found.zero.add(name)
            case ast.Call(ast.Name("max" | "min"), [over], [*words]) if any(word.arg == "default" for word in words):
                each = over.generators[0].iter if isinstance(over, (ast.GeneratorExp, ast.ListComp)) else over
                found.empty |= {each.id} & names if isinstance(each, ast.Name) else set()
            case ast.Call(function, arguments):
                _called(last_name(function), arguments, names, found)
            case ast.Compare(
                ast.Subscript(ast.Name(one), ast.Name(i)),
                [ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()],
                [ast.Subscript(ast.Name(two), ast.Name(j))],
            ) if i != j and one != two and {one, two} <= names:  # merged
                found.ordered |= {one, two}
            case ast.For(target, iterable, body) if isinstance(target, ast.Name):
                _looped((target.id, iterable, list(body)), names, lengths, found)
            case ast.ListComp(element, [generator]) | ast.GeneratorExp(element, [generator]) if isinstance(
                generator.target, ast.Name
            ):
                _looped((generator.target.id, generator.iter, [element, *generator.ifs]), names, lengths, found)


def _called(name: str, arguments: list[ast.expr], names: set[str], found: Dealt) -> None:
    plain = [argument.id if isinstance(argument, ast.Name) and argument.id in names else "" for argument in arguments]
    if name == "zip":
        known = [one for one in plain if one]
        found.alike |= {(one, two) for one, two in pairwise(known) if one != two}
        starred = [a.value.id for a in arguments if isinstance(a, ast.Starred) and isinstance(a.value, ast.Name)]
        found.rows |= set(starred) & names
    elif name in ("nlargest", "nsmallest") and len(plain) > 1 and plain[0] and plain[1]:
        found.within.add((plain[0], plain[1]))
    elif name in ("combinations", "islice") and len(plain) > 1 and plain[0] and plain[1]:
        found.within.add((plain[1], plain[0]))
    elif name in _BISECTING and plain[:1] and plain[0]:
        found.ordered.add(plain[0])


def _looped(loop: tuple[str, ast.expr, list[ast.AST]], names: set[str], lengths: dict[str, str], found: Dealt) -> None:
    """`for i in range(n): ... lst[i]`: n is no more than the length of lst; with `range(len(a))`, a and lst alike."""
    variable, iterable, body = loop
    if not (isinstance(iterable, ast.Call) and last_name(iterable.func) == "range" and iterable.args):
        return
    bound = iterable.args[0] if len(iterable.args) == 1 else iterable.args[1]
    looked = {
        n.value.id
        for part in body
        for n in ast.walk(part)
        if isinstance(n, ast.Subscript)
        and isinstance(n.value, ast.Name)
        and isinstance(n.slice, ast.Name)
        and n.slice.id == variable
        and n.value.id in names
    }
    counted = _plain_names(bound)
    measured = _length_of(bound) or next((lengths[n] for n in counted if n in lengths), "")
    if measured in names:
        found.alike |= {(measured, of) for of in looked - {measured}}
    else:
        found.within |= {(n, of) for n in counted & names for of in looked - {n}}
        found.alike |= set(pairwise(sorted(looked))) if counted & names else set()


def _plain_names(node: ast.expr | None) -> set[str]:
    """The names in `k`, `k + 1`, `n - k`: not those inside calls and subscripts."""
    match node:
        case ast.Name(name):
            return {name}
        case ast.BinOp(left, ast.Add() | ast.Sub(), right):
            return _plain_names(left) | _plain_names(right)
        case ast.UnaryOp(_, operand):
            return _plain_names(operand)
    return set()
