"""Marks in a program which branches are reached, by calls woven into its syntax tree before it is compiled.

A *branch* is one side of a condition (of `if`, `while`, a conditional expression, an operand of `and`/`or`, a
comprehension), the body of a loop or its end, a handler, a case, the body of a function.  Besides, comparisons of order
have a *goal* each: that the two sides are equal, which is where `<` and `<=` part.  Branches are numbered first.  The
line of a branch is that of the code behind it, below zero that of its condition where no code of its own is behind it.
"""

from __future__ import annotations

import ast

SIDE, HERE, ORDER = "_codescore_side", "_codescore_here", "_codescore_order"
_ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_PLAIN = (int, float, str)


_Function = ast.FunctionDef | ast.AsyncFunctionDef


class _Weaver(ast.NodeTransformer):
    def __init__(self, wanted: frozenset[int] | None) -> None:
        self.lines: list[int] = []
        self.goals = 0
        self._wanted = wanted
        self._inside = wanted is None

    def _new(self, *lines: int) -> int:
        self.lines += lines
        return len(self.lines) - len(lines)

    def _side(self, test: ast.expr, yes: int = 0, no: int = 0) -> ast.expr:
        """The condition with a mark at each way out; `yes` and `no` are the lines of what is behind them, if any."""
        if self._inside and isinstance(test, ast.BoolOp):
            self._decided(test, yes, no)  # the operands have sides of their own
        if not self._inside or isinstance(test, (ast.Constant, ast.BoolOp)):
            return test
        number = self._new(yes or -test.lineno, no or -test.lineno)
        return ast.copy_location(_call(SIDE, ast.Constant(number), test), test)

    def _decided(self, test: ast.BoolOp, yes: int, no: int) -> None:
        """What is behind the side of the last operand that decides alone: true of `and`, false of `or`."""
        both, last = isinstance(test.op, ast.And), test.values[-1]
        if isinstance(last, ast.BoolOp):
            self._decided(last, yes if both else 0, 0 if both else no)
        elif isinstance(last, ast.Call) and last.args and isinstance(last.args[0], ast.Constant):
            number, behind = last.args[0].value, yes if both else no
            if isinstance(number, int) and behind:
                self.lines[number + (not both)] = behind

    def _here(self, body: list[ast.stmt], at: ast.AST) -> list[ast.stmt]:
        if not self._inside:
            return body
        mark = ast.Expr(_call(HERE, ast.Constant(self._new(_line(body) or -at.lineno))))  # type: ignore[attr-defined]
        ast.copy_location(mark, at)
        return [mark, *body]

    def _branch(self, node: ast.If | ast.While) -> ast.AST:
        self.generic_visit(node)
        node.test = self._side(node.test, _line(node.body), _line(node.orelse))
        return node

    visit_If = visit_While = _branch  # noqa: N815  as the base class says

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        node.test = self._side(node.test, node.body.lineno, node.orelse.lineno)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        node.values = [self._side(value) for value in node.values]
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.ifs = [self._side(test) for test in node.ifs]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if not self._inside or len(node.ops) != 1 or not isinstance(node.ops[0], _ORDERS):
            return node
        operator = ast.Constant(type(node.ops[0]).__name__)
        self.goals += 1
        return ast.copy_location(_call(ORDER, ast.Constant(self.goals), operator, node.left, node.comparators[0]), node)

    def _loop(self, node: ast.For | ast.AsyncFor) -> ast.AST:
        self.generic_visit(node)
        node.body = self._here(node.body, node)
        node.orelse = self._here(node.orelse, node)
        return node

    visit_For = visit_AsyncFor = _loop  # noqa: N815  as the base class says

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        self.generic_visit(node)
        node.body = self._here(node.body, node)
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        self.generic_visit(node)
        node.body = self._here(node.body, node.pattern)
        return node

    def _function(self, node: _Function) -> ast.AST:
        outside = not self._inside
        self._inside = self._inside or id(node) in (self._wanted or ())
        self.generic_visit(node)
        documented = ast.get_docstring(node, clean=False) is not None
        node.body = node.body[:documented] + self._here(node.body[documented:], node)
        self._inside = not outside
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _function  # noqa: N815  as the base class says


def _line(body: list[ast.stmt]) -> int:
    """Where it begins; 0 without any."""
    return body[0].lineno if body else 0


def _call(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _called(tree: ast.Module, entry: str, *, whole: bool) -> frozenset[int]:
    """Functions, by identity, that may run when `entry` is called: what it mentions, and what Python calls itself."""
    named: dict[str, list[ast.AST]] = {}
    around: dict[int, ast.ClassDef] = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            named.setdefault(node.name, []).append(node)
        if isinstance(node, ast.ClassDef):
            around.update((id(inner), node) for inner in node.body)
    found: set[int] = set()
    pending: list[ast.AST] = list(named.get(entry, ()))
    pending += [one for node in pending for one in getattr(node, "body", ()) if whole and isinstance(one, _Function)]
    while pending:
        node = pending.pop()
        if id(node) in found:
            continue
        found.add(id(node))
        if isinstance(node, ast.ClassDef):  # to make an object is to call these
            pending += [one for one in node.body if isinstance(one, _Function) and one.name.startswith("__")]
            pending += [other for base in node.bases for name in _names(base) for other in named.get(name, ())]
            continue
        pending += [around[id(node)]] if id(node) in around else []
        pending += [other for name in _names(node) for other in named.get(name, ())]
    return frozenset(found)


def _names(node: ast.AST) -> set[str]:
    """The names and attributes that a piece of code mentions."""
    inner = list(ast.walk(node))
    return {n.id for n in inner if isinstance(n, ast.Name)} | {n.attr for n in inner if isinstance(n, ast.Attribute)}


class Reached:
    """The branches and goals that one call reached."""

    def __init__(self, branches: int) -> None:
        self.numbers: set[int] = set()
        self._branches = branches

    def side(self, number: int, value: object) -> object:
        self.numbers.add(number if value else number + 1)
        return value

    def here(self, number: int) -> None:
        self.numbers.add(number)

    def order(self, number: int, operator: str, left: object, right: object) -> object:
        if type(left) in _PLAIN and left == right:
            self.numbers.add(self._branches + number - 1)
        if operator == "Lt":
            return left < right  # type: ignore[operator]
        if operator == "LtE":
            return left <= right  # type: ignore[operator]
        return left > right if operator == "Gt" else left >= right  # type: ignore[operator]

    def names(self) -> dict[str, object]:
        """What a woven program needs to know."""
        return {SIDE: self.side, HERE: self.here, ORDER: self.order}


def weave(tree: ast.Module, entry: str | None = None, *, whole: bool = False) -> list[int]:
    """Put the marks into a tree, in place; the lines of the branches.

    With the name of an entry only into the functions that it may call, by their names: what is compared.  `whole`: it
    is a class, all methods of which may be called.
    """
    weaver = _Weaver(_called(tree, entry, whole=whole) if entry is not None else None)
    weaver.visit(tree)
    ast.fix_missing_locations(tree)
    return weaver.lines
