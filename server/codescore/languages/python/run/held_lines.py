"""A Python script that holds all of its input, as one that reads line by line, or token by token: what `reading` knows.

    lines = sys.stdin.read().splitlines()            n = int(input())
    n = int(lines[0])                            →   for _ in range(n):
    for line in lines[1 : n + 1]:                        line = input()

    rows = [line.split() for line in sys.stdin]  →   for line in sys.stdin: line.split()

    data = sys.stdin.read().split()                  it = iter(sys.stdin.read().split())
    n = int(data[0])                             →   n = int(next(it))
    a = list(map(int, data[1 : n + 1]))              a = list(map(int, [next(it) for _ in range(n)]))
    name, mark = data[at : at + 2]                   name, mark = next(it).split()

What holds lines or tokens is followed by name: through functions that give it, and those that are given it.  What comes
of it is only read, never run.  A guess; pure.  Neighbours: `surveying` (asks), `line_ends` (what all lines are),
`named_lines` (lines that are taken apart where they are read), `held_rows` (tokens that are taken together).
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterable, Iterator

from codescore.languages.python.run.held import FUNCTION, Held, is_text, rest_name
from codescore.languages.python.run.held_rows import apart, by_place, looked_at, often, passed_over, row_of
from codescore.languages.python.run.line_ends import ended
from codescore.languages.python.run.line_kinds import own_names
from codescore.languages.python.run.named_lines import Put, name_lines
from codescore.languages.python.run.nodes import Listed, last_name, plain

_STREAM, _REST = "tokens_", "rest_"


def line_by_line(tree: ast.Module) -> ast.Module:
    """The script so rewritten; as it is where it holds nothing."""
    made = copy.deepcopy(tree)
    Listed().visit(made)
    _without_text(made)
    held = Held(made)
    own_names(made, held)
    if held.kinds or any(_through(node, held) for node in ast.walk(made)):
        _written(made, held)
    name_lines(made)
    _Apart().generic_visit(made)
    return ast.fix_missing_locations(made)


def _written(made: ast.Module, held: Held) -> None:
    writer = _Writer(held, made)
    made.body = writer.block(made.body)
    for node in ast.walk(made):
        if isinstance(node, FUNCTION):
            node.body = writer.block(node.body) or [ast.Pass()]
    if writer.streams:
        made.body.insert(0, ast.parse(f"{_STREAM} = iter(sys.stdin.read().split())").body[0])


def _without_text(tree: ast.Module) -> None:
    """Puts what was read in the place of its name, where the name is only taken apart: `text = sys.stdin.read()`."""
    texts = {
        node.targets[0].id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and is_text(node.value)
    }
    used = Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in texts)
    taken: Counter[str] = Counter()
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(ast.Name(name), "split" | "splitlines" | "strip" | "rstrip")) if name in texts:
                taken[name] += 1
    for name, text in texts.items():
        if used[name] == taken[name] + 1:
            _Put(name, text).visit(tree)


class _Apart(ast.NodeTransformer):
    """`a, b = map(int, line.split())` as `a, b = line.split()`, and then what `int`, or any function, makes of each."""

    def visit_Assign(self, node: ast.Assign) -> ast.Assign | list[ast.stmt]:
        """Takes a line apart first."""
        match plain(node.value):
            case ast.Call(ast.Name("map"), [ast.Name() as kind, split]) | ast.ListComp(
                ast.Call(ast.Name() as kind, [ast.Name()]), [ast.comprehension(iter=split)]
            ):
                parts = node.targets[0].elts if isinstance(node.targets[0], ast.Tuple) else []
                names = [part.id for part in parts if isinstance(part, ast.Name)]
                if names and len(names) == len(parts) and _is_split(split, own=kind.id not in ("int", "float")):
                    calls = (ast.Call(kind, [ast.Name(name, ast.Load())], []) for name in names)
                    return [ast.Assign(node.targets, split), *map(ast.Expr, calls)]
        return node


def _is_split(node: ast.expr, *, own: bool) -> bool:
    """Whether it takes a line apart that has a name; or any, for a function of the program's own."""
    match node:
        case ast.Call(ast.Attribute(inner, "split")):
            return own or _is_named(inner)
    return False


def _is_named(node: ast.expr) -> bool:
    match node:
        case ast.Call(ast.Attribute(inner, "strip" | "rstrip"), _):
            return _is_named(inner)
    return isinstance(node, ast.Name)


class _Put(ast.NodeTransformer):
    def __init__(self, name: str, value: ast.expr) -> None:
        self._name, self._value = name, value

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """What is held, where it is looked at."""
        here = node.id == self._name and isinstance(node.ctx, ast.Load)
        return copy.deepcopy(self._value) if here else node


def _through(node: ast.AST, held: Held) -> bool:
    """Whether a comprehension, or a loop, goes through all lines, or some of them."""
    over = [one.iter for one in getattr(node, "generators", [])] + ([node.iter] if isinstance(node, ast.For) else [])
    over = [one.value if isinstance(one, ast.Subscript) else one for one in over]
    return any(held.kind(one) == "lines" for one in over)


def _taken_apart(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """Names of lists whose items are taken apart into so many, and what those are called: `for a, b in pairs`."""
    for node in ast.walk(tree):
        match node:
            case ast.For(ast.Tuple(parts), ast.Name(name)) | ast.comprehension(ast.Tuple(parts), ast.Name(name)):
                names = [part.id for part in parts if isinstance(part, ast.Name)]
                if len(names) == len(parts):
                    yield name, names


def _input() -> ast.expr:
    return ast.Call(ast.Name("input", ast.Load()), [], [])


def _token() -> ast.expr:
    return ast.Call(ast.Name("next", ast.Load()), [ast.Name(_STREAM, ast.Load())], [])


def _range(times: ast.expr) -> ast.expr:
    return ast.Call(ast.Name("range", ast.Load()), [times], [])


def _so_many(read: ast.expr, times: ast.expr) -> ast.ListComp:
    """`[read for _ in range(times)]`."""
    return ast.ListComp(read, [ast.comprehension(ast.Name("_", ast.Store()), _range(times), [], 0)])


def _all() -> ast.expr:
    return ast.Attribute(ast.Name("sys", ast.Load()), "stdin", ast.Load())


class _Writer(ast.NodeTransformer):
    """Writes a script anew, statement by statement."""

    def __init__(self, held: Held, tree: ast.Module) -> None:
        self._held, self._looked = held, looked_at(tree)
        self.streams = False
        self._gone = False  # through all lines
        self._named = ""  # what the statement at hand gives a value
        self._before: list[ast.stmt] = []  # what an expression reads before its statement
        looked = (node for node in ast.walk(tree) if isinstance(node, ast.Subscript))
        self._often = Counter(ast.dump(node) for node in looked if held.kind(node.value))
        self._rows, self._placed = dict(_taken_apart(tree)), by_place(tree)
        self._known: dict[str, str] = {}  # what is looked at more than once, by the name that it has from then on

    def block(self, body: Iterable[ast.stmt]) -> list[ast.stmt]:
        """The statements, those that only hold the input left out."""
        made: list[ast.stmt] = []
        for statement in body:
            outer, self._before = self._before, []
            done = list(self._statement(statement))
            made += [*self._before, *done]
            self._before = outer
        return made

    def _statement(self, statement: ast.stmt) -> Iterator[ast.stmt]:
        held = self._held
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield statement
            case ast.Assign([ast.Name()], value) | ast.Return(value) if value is not None and held.kind(value):
                return
            case ast.Assign([ast.Tuple(parts) | ast.List(parts)], value) if held.kind(value) and any(
                map(rest_name, parts)
            ):
                if not isinstance(value, ast.Name) and held.kind(value) != "lines":
                    yield statement  # `n, *a = map(int, sys.stdin.read().split())` is read as it is
                    return
                yield from (ast.Assign([one], self._one(value)) for one in parts if not rest_name(one))
            case ast.Assign([target], value) if (row := self._row(value, target)) is not None:
                yield ast.Assign([target], row)
            case ast.For(target, ast.Subscript(some) as part, inner) if (times := self._limited(part)) is not None:
                first = ast.Assign([target], self._one(some))
                yield ast.For(ast.Name("_", ast.Store()), _range(times), [first, *self.block(inner)], [])
            case ast.For(_, places, inner) if held.spans(places) and not self._gone:
                made = self._each(self.block(inner))
                self._gone = True
                yield made
            case ast.For(target, iterable, inner) if self._lines(iterable) and not self._gone:
                numbered = isinstance(iterable, ast.Call) and last_name(iterable.func) == "enumerate"
                line = target.elts[-1] if numbered and isinstance(target, ast.Tuple) else target
                self._gone = not isinstance(line, ast.Name) or ended(statement, line.id) is None
                yield ast.For(line, _all(), self.block(inner), [])
            case ast.While(test, inner) if self._asks(test):
                made = self._each(self.block(inner))
                self._gone = True
                yield made
            case _:
                named = statement.targets[0] if isinstance(statement, ast.Assign) else None
                self._named = named.id if isinstance(named, ast.Name) else ""
                for field in ("test", "iter", "value", "target", "subject", "exc"):
                    read = getattr(statement, field, None)
                    if isinstance(read, ast.expr):
                        setattr(statement, field, self.visit(read))
                for field in ("body", "orelse", "finalbody"):
                    block = getattr(statement, field, None)
                    if isinstance(block, list):
                        setattr(statement, field, self.block(block))
                yield statement

    def _lines(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Call) and last_name(node.func) == "enumerate" and node.args:
            return self._held.kind(node.args[0]) == "lines"
        return self._held.kind(node) == "lines"

    def _asks(self, test: ast.expr) -> bool:
        """Whether a loop goes on while there are lines: `while lines`, `while i < len(lines)`."""
        return any(isinstance(node, ast.Name) and self._held.kinds.get(node.id) == "lines" for node in ast.walk(test))

    @staticmethod
    def _each(body: list[ast.stmt]) -> ast.For:
        """A loop over all lines: what it reads first is the line of this time."""
        match body:
            case [ast.Assign([ast.Name() as line], ast.Call(ast.Name("input"))), *rest]:
                return ast.For(line, _all(), rest, [])
        for node in (node for statement in body for node in ast.walk(statement)):
            for field, value in ast.iter_fields(node):
                if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "input":
                    setattr(node, field, ast.Name("line_", ast.Load()))
                    return ast.For(ast.Name("line_", ast.Store()), _all(), body, [])
        return ast.For(ast.Name("line_", ast.Store()), _all(), body, [])

    def _limited(self, node: ast.expr) -> ast.expr | None:
        """How many lines are gone through, where the end of a slice says it: `lines[1 : n + 1]`."""
        match node:
            case ast.Subscript(held, ast.Slice() as some) if (size := apart(some)) and self._held.kind(held):
                return ast.Constant(size)
            case ast.Subscript(held, ast.Slice(_, upper, None)) if upper is not None:
                names = [one for one in ast.walk(upper) if isinstance(one, ast.Name)]
                names = [
                    one for one in names if one.id != "len" and one.id not in {*self._held.kinds, *self._held.moved}
                ]
                return names[-1] if names and self._held.kind(held) is not None else None
        return None

    def _row(self, value: ast.expr, target: ast.expr) -> ast.expr | None:
        """The tokens that a few names get together, or that are looked up by their places, as those of one line."""
        some = row_of(value, target)
        if isinstance(value, ast.Subscript) and isinstance(target, ast.Name) and target.id in self._placed:
            some = value if isinstance(value.slice, ast.Slice) and apart(value.slice) else None
        kind = self._held.kind(some.value) if some is not None else None
        if some is None or kind not in ("tokens", "numbers"):
            return None
        self.streams = True
        line: ast.expr = ast.Call(ast.Attribute(_token(), "split", ast.Load()), [], [])
        if kind == "numbers":
            line = ast.Call(ast.Name("map", ast.Load()), [ast.Name("int", ast.Load()), line], [])
        made = Put(some, line).visit(value)
        return made if isinstance(made, ast.expr) else None

    def _one(self, held: ast.expr) -> ast.expr:
        """The next line, or token."""
        kind = self._held.kind(held)
        if kind == "lines":
            return _input()
        self.streams = True
        return _token() if kind == "tokens" else ast.Call(ast.Name("int", ast.Load()), [_token()], [])

    def _pass_over(self, some: ast.Subscript) -> None:
        """Reads the numbers before a slice at which nobody looks, as `unread_1_`."""
        number = ast.Call(ast.Name("int", ast.Load()), [_token()], [])
        names = passed_over(self._looked, some) if self._held.kind(some.value) != "lines" else ()
        self._before += (ast.Assign([ast.Name(name, ast.Store())], number) for name in names)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """One of what is held, or as many as a slice says; what is looked at again is what it was."""
        if self._held.kind(node.value) is None:
            self.generic_visit(node)
            return node
        if (times := self._limited(node)) is not None:
            self._pass_over(node)
            return _so_many(self._one(node.value), times)
        if isinstance(node.slice, ast.Slice) or self._gone:
            return node
        key = ast.dump(node)
        moved = any(isinstance(one, ast.Name) and one.id in self._held.moved for one in ast.walk(node.slice))
        if self._often[key] < 2 or moved:
            return self._one(node.value)
        if key not in self._known:
            self._known[key] = f"held_{len(self._known)}_"
            self._before.append(ast.Assign([ast.Name(self._known[key], ast.Store())], self._one(node.value)))
        return ast.Name(self._known[key], ast.Load())

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """`lines.pop(0)`, `lines.popleft()`, `next(lines)`; `map(int, data[1 : n + 1])`; `range(0, 3 * n, 3)`."""
        node = often(node)
        match node:
            case ast.Call(ast.Name("map"), [ast.Name() as function, ast.Subscript(held) as some]):
                made = self.visit(some) if self._held.kind(held) == "tokens" and self._limited(some) else None
                if isinstance(made, ast.ListComp):
                    made.elt = ast.Call(function, [made.elt], [])
                    return made
            case ast.Call(ast.Name("len"), [ast.Subscript(held) | (ast.Name() as held)]) if (
                self._held.kind(held) == "lines"
            ):
                return node  # how long a line is says how wide all are
            case ast.Call(ast.Attribute(held, "pop" | "popleft")) | ast.Call(ast.Name("next"), [held, *_]):
                if self._held.kind(held) is not None:
                    return self._one(held)
            case ast.Call(ast.Name(name)) if name in self._held.functions:
                node.args = [ast.Name(_REST, ast.Load()) if self._held.kind(one) else one for one in node.args]
        self.generic_visit(node)
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        """What goes through all lines within an expression does so before its statement, so do rows with names."""
        names: list[ast.expr] = [ast.Name(name, ast.Store()) for name in self._rows.get(self._named, ())]
        some, (first, *others) = row_of(node.elt, ast.Tuple(names, ast.Store())), node.generators
        if some is None or others or self._held.kind(some.value) not in ("tokens", "numbers"):
            return self._comprehension(node)
        row = ast.Assign([ast.Tuple(names, ast.Store())], copy.deepcopy(node.elt))
        self._before += self._statement(ast.For(copy.deepcopy(first.target), first.iter, [row], []))
        first.iter = ast.Name(_REST, ast.Load())
        return node

    def _comprehension(self, node: ast.expr) -> ast.expr:
        first, *others = getattr(node, "generators", [])
        times = self._limited(first.iter)
        whole = self._held.kind(first.iter) == "lines" or self._held.spans(first.iter)
        if times is None and (self._gone or not whole):
            self.generic_visit(node)
            return node
        parts = copy.deepcopy(
            [*(getattr(node, field) for field in ("elt", "key", "value") if hasattr(node, field)), *first.ifs]
        )
        if times is not None and self._held.kind(first.iter.value) != "lines" and isinstance(first.target, ast.Name):
            self._pass_over(first.iter)
            put = _Put(first.target.id, self._one(first.iter.value))  # numbers, as they are read
            return _so_many(put.visit(parts[0]), times)
        inner: list[ast.stmt] = [ast.Expr(one) for one in parts]
        if (names := self._rows.get(self._named)) is not None and isinstance(node, ast.ListComp):
            row = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
            inner[0] = ast.Assign([row], plain(parts[0]))
        for one in reversed(others):
            inner = [ast.For(copy.deepcopy(one.target), copy.deepcopy(one.iter), inner, [])]
        self._before += self._statement(ast.For(copy.deepcopy(first.target), first.iter, inner, []))
        first.iter = ast.Name(_REST, ast.Load())
        return node

    visit_SetComp = visit_GeneratorExp = visit_DictComp = _comprehension  # noqa: N815  as the base class says
