"""A table that a Python script reads by the `csv` module, as lines that are split: what `reading` knows.

    for row in csv.DictReader(sys.stdin):             for line in sys.stdin:
        total += int(row["amount"])           →           day, amount = line.split(",")
                                                          total += int(amount)

Columns with names have a line of these before them: in the order in which the words show them, else in which the script
looks them up.  And what may be left out of a line, in any script.  A guess; pure.  Neighbours: `surveying` (asks).
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from codescore.languages.python.run.line_ends import is_all_lines
from codescore.languages.python.run.nodes import last_name
from codescore.languages.shapes import BlockShape, LinesShape, RowShape, Samples, Shape
from codescore.languages.shown import one_of
from codescore.languages.values import Text

_READERS = ("DictReader", "reader")
_THROUGH = ("list", "iter", "tuple", "enumerate")
_LINE, _REST = "line_", "rows_"


@dataclass(frozen=True, slots=True)
class Table:
    """A script whose table is taken apart by `split`, and the line of names before the table, if there is one."""

    tree: ast.Module
    head: RowShape | None = None


def table(tree: ast.Module, words: str) -> Table | None:
    """The script so rewritten; None where it reads no table.  `words` are its comments."""
    called = next(_tables(tree), None)
    if called is None:
        return None
    named = last_name(called.func) == "DictReader"
    given = next((one.value for one in called.keywords if one.arg == "fieldnames"), None)
    given = called.args[1] if named and given is None and len(called.args) > 1 else given
    told = [*filter(None, map(_text, given.elts))] if isinstance(given, (ast.List, ast.Tuple)) else []
    if given is not None and not told:
        return None
    separator = next((_text(one.value) for one in called.keywords if one.arg == "delimiter"), "") or ","
    keys = _looked_up(tree) if named else []
    if named and not (told or keys):
        return None
    skips = not named and _skips(tree)
    columns = told or _shown(words, keys, separator)
    made = _Split(tree, columns, separator, named=named)
    split = copy.deepcopy(tree)
    made.generic_visit(split)
    ast.fix_missing_locations(split)
    if skips:
        columns = made.names or columns
    head = not told if named else skips
    tokens: tuple[Shape, ...] = tuple(Samples((Text(one),)) for one in columns)
    return Table(split, RowShape(tokens, separator=separator) if head and tokens else None)


def with_nothing(form: LinesShape, tree: ast.Module) -> LinesShape:
    """The form with nothing in place of what the script asks about whether it is there, in lines with a sign between
    their words: `if amount:`, `amount or 0`, `if note == ""`."""
    asked = {*_asked(tree)}

    def known(row: RowShape | BlockShape) -> RowShape | BlockShape:
        if isinstance(row, BlockShape):
            return replace(row, rows=tuple(map(known, row.rows)))
        if not row.separator.strip() or len(row.tokens) < 2:
            return row
        return replace(row, tokens=tuple(_or_nothing(one) if name in asked else one for name, one in row.named()))

    return replace(form, rows=tuple(map(known, form.rows)))


def _or_nothing(shape: Shape) -> Shape:
    return one_of([shape, shape, Samples((Text(""),))])


def _asked(tree: ast.Module) -> Iterator[str]:
    """Names of which a script asks whether they are empty."""
    for node in ast.walk(tree):
        match node:
            case ast.If(test) | ast.IfExp(test) | ast.While(test):
                yield from _empty(test)
            case ast.comprehension(ifs=tests):
                for test in tests:
                    yield from _empty(test)
            case ast.BoolOp(ast.Or(), [first, *_]):
                yield from _empty(first)


def _empty(test: ast.expr) -> Iterator[str]:
    match test:
        case ast.BoolOp(_, parts):
            for part in parts:
                yield from _empty(part)
        case ast.UnaryOp(ast.Not(), inner):
            yield from _empty(inner)
        case ast.Compare(one, [ast.Eq() | ast.NotEq()], [ast.Constant("")]):
            yield from _empty(one)
        case ast.Call(ast.Attribute(inner, "strip" | "rstrip" | "lstrip" | "lower"), []):
            yield from _empty(inner)
        case ast.Name(name):
            yield name


def _tables(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func, [source, *_]) if last_name(func) in _READERS and is_all_lines(source):
                yield node


def _text(node: ast.AST | None) -> str:
    """The text that a literal says, "" elsewhere."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _key(node: ast.AST) -> str:
    """The name that is looked up: `row["day"]`, `row.get("day", "")`; "" elsewhere."""
    match node:
        case ast.Subscript(ast.Name(), ast.Constant(str() as key)) | ast.Call(
            ast.Attribute(ast.Name(), "get"), [ast.Constant(str() as key), *_]
        ):
            return key
    return ""


def _looked_up(tree: ast.Module) -> list[str]:
    """The names of columns: what is looked up by a text and never set, in the order of the script."""
    own: set[str] = set()
    places: list[tuple[int, int, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            own |= {*map(_text, node.keys)}
        elif isinstance(node, ast.Subscript) and not (isinstance(node.ctx, ast.Load) and _key(node)):
            own.add(_text(node.slice))
        elif isinstance(node, ast.expr) and (key := _key(node)):
            places.append((node.lineno, node.col_offset, key))
    return [*dict.fromkeys(key for _, _, key in sorted(places) if key not in own)]


def _given(tree: ast.Module) -> dict[str, str]:
    """What a script calls the word in a column: `amount = row["amount"].strip()`."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Attribute(inner, "strip"), [])) if key := _key(inner):
                found.setdefault(key, name)
            case ast.Assign([ast.Name(name)], value) if key := _key(value):
                found.setdefault(key, name)
    return found


def _shown(words: str, keys: list[str], separator: str) -> list[str]:
    """The names in the order in which the words have all of them, between the sign of the table; else as they are."""
    signs, end = (r"[\w -]", r"\w") if any(" " in key for key in keys) else (r"[\w-]", "")
    name = f"{signs}*{end}" if end else f"{signs}+"
    for line in re.findall(rf"(?<!{signs}){name}(?:[ ]?{re.escape(separator)}[ ]?{name})+", words):
        parts = [part.strip() for part in line.split(separator)]
        if keys and {*keys} <= {*parts}:
            return parts
    return keys


def _skips(tree: ast.Module) -> bool:
    """Whether a first line is passed over: `next(reader)`."""
    read = {*_readers(tree)}
    return any(
        isinstance(node, ast.Call) and last_name(node.func) == "next" and node.args and _name(node.args[0]) in read
        for node in ast.walk(tree)
    )


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _readers(tree: ast.Module) -> Iterator[str]:
    """Names that are a table, or all of its lines."""
    known: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], value) if _is_table(value, known):
                known.add(name)
                yield name


def _is_table(node: ast.expr, known: set[str]) -> bool:
    match node:
        case ast.Call(func, [source, *_]) if last_name(func) in _READERS:
            return is_all_lines(source)
        case ast.Call(ast.Name(name), [inner, *_]) if name in _THROUGH:
            return _is_table(inner, known)
        case ast.Subscript(inner, ast.Slice()):
            return _is_table(inner, known)
    return _name(node) in known


class _Split(ast.NodeTransformer):
    """Goes through lines where the script goes through the table, and takes each apart."""

    def __init__(self, tree: ast.Module, columns: list[str], separator: str, *, named: bool) -> None:
        self._known = {*_readers(tree)}
        self._columns, self._separator, self._named = columns, separator, named
        self._called = {column: re.sub(r"\W|^(?=\d)", "_", column) for column in columns} | _given(tree)
        self._read = False
        self.names: list[str] = []  # what a script calls the columns of a table that has no names

    def _looked_up(self, node: ast.expr) -> ast.expr:
        """A column that is looked up by its name, also by `row.get`, is the word in its place."""
        key = _key(node) if self._named else ""
        if key in self._called:
            return ast.Name(self._called[key], ast.Load())
        self.generic_visit(node)
        return node

    visit_Subscript = visit_Call = _looked_up  # noqa: N815  as the base class says

    def visit_For(self, node: ast.For) -> ast.For:
        """A loop over the table is one over lines."""
        over = _is_table(node.iter, self._known)
        target = node.target
        if over and isinstance(node.iter, ast.Call) and last_name(node.iter.func) == "enumerate":
            target = target.elts[-1] if isinstance(target, ast.Tuple) else target
        self.generic_visit(node)
        return self._lines(target, node.body) if over and self._first() else node

    def _first(self) -> bool:
        """Whether the table was not gone through before: there is one."""
        was, self._read = self._read, True
        return not was

    def _lines(self, target: ast.expr, body: list[ast.stmt]) -> ast.For:
        words: ast.expr = target
        if self._named:
            words = ast.Tuple([ast.Name(self._called[one], ast.Store()) for one in self._columns], ast.Store())
        elif isinstance(target, (ast.Tuple, ast.List)):
            self.names = self.names or [_name(one) for one in target.elts if _name(one)]
        split = ast.Attribute(ast.Name(_LINE, ast.Load()), "split", ast.Load())
        taken = ast.Assign([words], ast.Call(split, [ast.Constant(self._separator)], []))
        lines = ast.Attribute(ast.Name("sys", ast.Load()), "stdin", ast.Load())
        return ast.For(ast.Name(_LINE, ast.Store()), lines, [taken, *body], [])

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Statements that go through the table within an expression do so before it."""
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                setattr(node, field, [made for one in block for made in self._before(one)])
        return super().generic_visit(node)

    def _before(self, statement: ast.AST) -> list[ast.AST]:
        if isinstance(statement, (ast.For, ast.While, ast.If, ast.With, ast.Try, ast.FunctionDef, ast.ClassDef)):
            return [statement]
        made: list[ast.AST] = []
        for one in ast.walk(statement):
            for each in getattr(one, "generators", []):
                if _is_table(each.iter, self._known):
                    used = [getattr(one, name) for name in ("elt", "key", "value") if hasattr(one, name)]
                    inner: list[ast.stmt] = [ast.Expr(part) for part in copy.deepcopy([*used, *each.ifs])]
                    made.append(ast.For(copy.deepcopy(each.target), copy.deepcopy(each.iter), inner, []))
                    each.iter = ast.Name(_REST, ast.Load())
        return [*made, statement]
