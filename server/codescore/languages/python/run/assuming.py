"""Preconditions that a Python function seems to take for granted: said in its words, asserted, named, or taken as read.

What is concluded from how it works is a guess (`certain=False`): evidence then looks at such inputs, but does not hold
a difference on them against anybody.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain
from operator import add, mul, sub

from codescore.languages.assumed import Assumption, once
from codescore.languages.customary import customary
from codescore.languages.either_form import either_form
from codescore.languages.given import steady
from codescore.languages.kinds import Guess
from codescore.languages.looking_up import looking_up
from codescore.languages.named_after import named
from codescore.languages.parts_shown import parts_shown
from codescore.languages.places import cells
from codescore.languages.python.run.around import Around
from codescore.languages.python.run.bounding import bounds, signed
from codescore.languages.python.run.nodes import last_name, repeats, tries, whole
from codescore.languages.python.run.parting import checks, form_of, may_lack, parted
from codescore.languages.quantities import quantities
from codescore.languages.shapes import (
    Shape,
    linked_apart,
)
from codescore.languages.summing import summing
from codescore.languages.text_forms import formed, shown_in_words, unbroken, written_by_the_clock
from codescore.languages.two_ends import called
from codescore.languages.wording import said
from codescore.languages.wrapping import wrapping


def assumptions(
    node: _Function,
    words: str,
    shapes: dict[str, Shape],
    kinds: dict[str, Guess],
    around: Around,
) -> tuple[Assumption, ...]:
    """What the function takes for granted, each once; what is certain first.

    `shapes` and `kinds` are those of its parameters, `around` is the program that it stands in.
    """
    reached, program = around.reached(node), around.written(node)
    names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args) if argument.arg in shapes]
    refused = _checked(node) | signed(node, around)
    found = [
        *(one for one in said(words, names) if one.property not in _REFUSED or one.parameter not in refused),
        *_asserted(node),
        *(one for one in named(names, ast.unparse(node)) if one.parameter not in refused),
        *_searched(node, names),
        *_counted(node, names),
        *_sized(node, names),
    ]
    found += steady(shapes, tries=tries(node))
    measured = quantities(shapes, kinds, words + program, around.class_of(node), words)
    found += (one for one in measured if one.part or one.parameter not in refused)
    found += unbroken(shapes, words + program)
    said_so = [*parted(words, shapes, reached, around)]
    parting = any(map(checks, reached)) or any(form_of(shape) is not None for shape in shapes.values())
    if not said_so and not parting:  # who takes a text apart, but not into so many parts, takes others
        said_so = [*shown_in_words(shapes, words, program, "")]
    shown = {one.parameter for one in said_so if one.property == "pictured"}
    found += said_so
    if not any(map(checks, reached)):
        found += (one for one in written_by_the_clock(kinds, program, words) if one.parameter not in shown)
    lacking = may_lack(reached)
    found += (
        one for one in formed(shapes, kinds, "", program) if one.property != "marked" or one.other[:1] not in lacking
    )
    found += chain(
        summing(shapes, words, ""), wrapping(shapes, words, ""), either_form(shapes, words), parts_shown(shapes, words)
    )
    source = f"{program}\n{_QUOTE}{words}{_QUOTE}"
    found += chain(customary(shapes, words + program, source), looking_up(shapes, source))
    found += chain(called(kinds), cells(kinds))
    compared = any(map(_compares_objects, reached))
    found += (
        Assumption(name, "tree", "it never asks whether two objects are one", weight=_TREE)
        for name, shape in shapes.items()
        if linked_apart(shape, compared=compared)
    )
    found += bounds(node, shapes, kinds, around)
    places = {one.parameter for one in found if one.property in ("place", "column")}  # that says it all
    found = [one for one in found if one.property not in ("within", "at least") or one.parameter not in places]
    turned = {one.parameter for one in found if one.property == "rotated"}
    found = [one for one in found if one.property != "ordered" or one.parameter not in turned]
    return once(found)


_QUOTE = 3 * '"'
#: What words say of a number or a length that is refused besides.
_REFUSED = ("at least", "at most", "non-empty", "positive", "non-negative", "nonzero", "size at least", "size at most")
_COUNTED = 0.6  # how surely that many are all there are
_TREE = 0.8
_LINKS = ("next", "left", "right", "prev", "parent", "head", "tail")
_BACK = ("parent", "prev", "previous", "random", "neighbors", "neighbours")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def _checked(node: _Function) -> set[str]:
    """The names that the function refuses by: what it says of them itself tells more than how they are called."""
    refusing = (n for n in ast.walk(node) if isinstance(n, ast.If) and any(isinstance(s, ast.Raise) for s in n.body))
    return {n.id for one in refusing for n in ast.walk(one.test) if isinstance(n, ast.Name)}


def _compares_objects(node: _Function) -> bool:
    """Whether it may ask if two objects are one: `a is b`, `a == b`, `node in seen`, or goes back to where it was."""
    for one in ast.walk(node):
        match one:
            case ast.Compare(left, [ast.In() | ast.NotIn()]) if not isinstance(left, ast.Constant):
                return True
            case ast.Compare(left, [ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq()], [right]):
                if isinstance(left, ast.Name) and isinstance(right, ast.Name):
                    return True
                if all(isinstance(side, ast.Attribute) and side.attr in _LINKS for side in (left, right)):
                    return True
            case ast.Attribute(_, name) if name in _BACK:
                return True
            case ast.Call(ast.Name("id")):
                return True
    return False


def _asserted(node: ast.AST) -> Iterator[Assumption]:
    for statement in ast.walk(node):
        if isinstance(statement, ast.Assert) and isinstance(statement.test, ast.Name):
            yield Assumption(statement.test.id, "non-empty", "it is asserted", certain=True)


def _searched(node: ast.FunctionDef | ast.AsyncFunctionDef, names: list[str]) -> Iterator[Assumption]:
    """Who leaves a search at the first element on one side of the thing sought takes the elements to be in order.

    Two ways of it: a loop over a sequence whose exit (`return`, `break`) hangs on an order between an element and
    something that does not change in the loop; and a middle between two bounds, halving what is left.
    """
    for loop in ast.walk(node):
        if isinstance(loop, (ast.For, ast.While)):
            for name in names:
                if _leaves_by_order(loop, name, names):
                    yield Assumption(name, "ordered", "it stops at the first element past the one it looks for")
                elif _halves(loop, name):
                    yield Assumption(name, "ordered", "it goes on in one half of it, by what stands in the middle")


def _leaves_by_order(loop: ast.For | ast.While, name: str, names: list[str]) -> bool:
    elements = _element_names(loop, name)
    others = {other for other in names if other != name}
    for branch in ast.walk(loop):
        if not isinstance(branch, ast.If) or not any(_leaves(s) for s in branch.body):
            continue
        for test in (n for n in ast.walk(branch.test) if isinstance(n, ast.Compare) and len(n.ops) == 1):
            if not isinstance(test.ops[0], (ast.Lt, ast.LtE, ast.Gt, ast.GtE)):
                continue
            sides = (test.left, test.comparators[0])
            for one, two in (sides, sides[::-1]):
                if _is_element(one, name, elements) and isinstance(two, ast.Name) and two.id in others:
                    return True
    return False


def _leaves(statement: ast.stmt) -> bool:
    """Whether the loop ends here with something found: a constant answer says "some" or "all", not "this one"."""
    if isinstance(statement, ast.Return):
        return statement.value is not None and any(isinstance(n, ast.Name) for n in ast.walk(statement.value))
    return isinstance(statement, ast.Break)


def _element_names(loop: ast.For | ast.While, name: str) -> set[str]:
    """Names that stand for elements of the sequence in this loop."""
    if not isinstance(loop, ast.For):
        return set()
    over, target = loop.iter, loop.target
    if isinstance(over, ast.Name) and over.id == name and isinstance(target, ast.Name):
        return {target.id}
    enumerated = isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == "enumerate"
    first = over.args[0] if enumerated and isinstance(over, ast.Call) and over.args else None
    if isinstance(first, ast.Name) and first.id == name and isinstance(target, ast.Tuple):
        return {part.id for part in target.elts[-1:] if isinstance(part, ast.Name)}
    return set()


def _is_element(node: ast.expr, name: str, elements: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in elements
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == name


def _halves(loop: ast.For | ast.While, name: str) -> bool:
    """A middle (`(a + b) // 2`) is computed, and an element is compared by order."""
    middles = [
        n
        for n in ast.walk(loop)
        if isinstance(n, ast.BinOp)
        and isinstance(n.op, ast.FloorDiv)
        and isinstance(n.right, ast.Constant)
        and n.right.value == 2
    ]
    if not middles:
        return False
    compares = [n for n in ast.walk(loop) if isinstance(n, ast.Compare)]
    return any(_is_element(side, name, set()) for c in compares for side in (c.left, *c.comparators))


def _counted(node: ast.AST, names: list[str]) -> Iterator[Assumption]:
    """A number that only says how often is hardly negative; one with a way out at 1 alone is hardly smaller.

    Not where the program looks at its sign itself.
    """
    for name in names:
        tests = list(_tests(node, name))
        loops = (one.test for one in ast.walk(node) if isinstance(one, ast.While))
        falls = sum(_above_zero(test) for loop in loops for test in _tests(loop, name))  # `while n > 0`
        looked_at = any(number <= 0 and isinstance(o, (ast.Lt, ast.LtE, ast.Eq)) for o, number in tests)
        if looked_at or sum(map(_above_zero, tests)) > falls or _unsigned(node, name):
            continue
        leaves = [number for operator, number in tests if isinstance(operator, ast.Eq)]
        ends = repeats(node) and leaves and min(leaves) == 1
        if ends and not any(isinstance(o, (ast.Lt, ast.LtE)) for o, _ in tests):
            yield Assumption(name, "positive", "it ends at 1 and nothing is said of less")
        elif _counts(node, name) or falls:
            yield Assumption(name, "non-negative", "it only counts with it")


def _above_zero(test: tuple[ast.cmpop, int]) -> bool:
    return isinstance(test[0], ast.Gt) and test[1] == 0


def _sized(node: ast.AST, names: list[str]) -> Iterator[Assumption]:
    """What loops over written numbers go through by place is that long: `for i in range(3): board[i][i]`."""
    outer: dict[str, int] = {}
    inner: dict[str, int] = {}
    for one, counted in _inside_of_loops(node, {}):
        if not isinstance(one.slice, ast.Constant):
            span, of = _reached(one.slice, counted), one.value
            if span is None or span[0] < 0:
                continue
            sizes, of = (inner, of.value) if isinstance(of, ast.Subscript) else (outer, of)
            if isinstance(of, ast.Name):
                sizes[of.id] = max(sizes.get(of.id, 0), span[1] + 1)
    for name, size in outer.items():
        if name in names and size > 1:
            why, asked = f"it counts {size} of it", _measured(node, name)
            yield Assumption(name, "size at most", why, weight=_COUNTED, bound=size)
            if not asked:
                yield Assumption(name, "size at least", why, weight=_COUNTED, bound=size)
            if inner.get(name) == size:
                bound = 0 if asked else size
                yield Assumption(name, "square", f"{why} and of its rows", weight=_COUNTED, bound=bound)


#: The names that loops over written numbers give, with the first and the last of them.
_Counted = dict[str, tuple[int, int]]


def _inside_of_loops(node: ast.AST, counted: _Counted) -> Iterator[tuple[ast.Subscript, _Counted]]:
    """What is looked up by place, each with what the loops around it count."""
    first: list[ast.AST] = []
    match node:
        case ast.For(target, over):
            yield from _inside_of_loops(over, counted)
            counted, first = _with(counted, target, over), [*node.body, *node.orelse]
        case ast.ListComp(_, loops) | ast.SetComp(_, loops) | ast.GeneratorExp(_, loops) | ast.DictComp(_, _, loops):
            for loop in loops:
                yield from _inside_of_loops(loop.iter, counted)
                counted = _with(counted, loop.target, loop.iter)
                first += loop.ifs
            first += [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        case _:
            first = [*ast.iter_child_nodes(node)]
    if isinstance(node, ast.Subscript):
        yield node, counted
    for one in first:
        yield from _inside_of_loops(one, counted)


def _with(counted: _Counted, target: ast.expr, over: ast.expr) -> _Counted:
    """With what a loop gives its names; a name that it gives something else is counted no more."""
    given = {one.id for one in ast.walk(target) if isinstance(one, ast.Name)}
    left = {name: span for name, span in counted.items() if name not in given}
    span = _written(over) if isinstance(target, ast.Name) else None
    return left if span is None or not isinstance(target, ast.Name) else {**left, target.id: span}


def _measured(node: ast.AST, name: str) -> bool:
    """Whether it asks how long a parameter, or something in it, is."""
    compared = (n for one in ast.walk(node) if isinstance(one, ast.Compare) for n in (one.left, *one.comparators))
    sizes = (n for n in compared if isinstance(n, ast.Call) and last_name(n.func) == "len")
    return any(isinstance(n, ast.Name) and n.id == name for size in sizes for n in ast.walk(size))


def _written(over: ast.expr) -> tuple[int, int] | None:
    """The first and the last number of a `range(3)`, `range(0, 9, 3)`; None of anything else."""
    match over:
        case ast.Call(ast.Name("range"), [_, *_] as given, []) if len(given) <= _STEPPED:
            numbers = [whole(one) for one in given]
            if all(number is not None and abs(number) <= _FORM for number in numbers) and numbers[2:] != [0]:
                places = range(*(number for number in numbers if number is not None))
                return (min(places), max(places)) if places else None
    return None


def _reached(place: ast.expr, counted: _Counted) -> tuple[int, int] | None:
    """How far a place reaches that is made of numbers and of what is counted: `top + i`; None where more is in it."""
    match place:
        case ast.Name(name):
            return counted.get(name)
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult() as operator, right):
            one, two = _reached(left, counted), _reached(right, counted)
            if one is None or two is None:
                return None
            made = [_MADE[type(operator)](a, b) for a in one for b in two]
            return min(made), max(made)
    number = whole(place)
    return None if number is None else (number, number)


_MADE = {ast.Add: add, ast.Sub: sub, ast.Mult: mul}
_STEPPED, _FORM = 3, 1000  # arguments of a `range` with steps; a place beyond that is no form


def _tests(node: ast.AST, name: str) -> Iterator[tuple[ast.cmpop, int]]:
    """Comparisons of a parameter with a whole number."""
    for test in ast.walk(node):
        if (
            isinstance(test, ast.Compare)
            and len(test.ops) == 1
            and isinstance(test.left, ast.Name)
            and test.left.id == name
        ):
            number = test.comparators[0]
            if isinstance(number, ast.Constant) and type(number.value) is int:
                yield test.ops[0], number.value


def _unsigned(node: ast.AST, name: str) -> bool:
    calls = (
        n for n in ast.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "abs"
    )
    return any(isinstance(call.args[0], ast.Name) and call.args[0].id == name for call in calls if call.args)


def _counts(node: ast.AST, name: str) -> bool:
    """Whether it bounds a `range`."""
    calls = (n for n in ast.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name))
    bounds = [a for call in calls if isinstance(call.func, ast.Name) and call.func.id == "range" for a in call.args[:2]]
    names = (n for bound in bounds if _plain(bound) for n in ast.walk(bound) if isinstance(n, ast.Name))
    return any(n.id == name for n in names)


def _plain(argument: ast.expr) -> bool:
    """`n`, `n + 1`: not a length or an element."""
    return not any(isinstance(n, (ast.Call, ast.Subscript)) for n in ast.walk(argument))
