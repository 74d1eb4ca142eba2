"""Whether a Python program is meant to be run from top to bottom, and its entry as a whole: what it reads.

Neighbours: `surveying` (asks), `reading` and those that it names (the form of what is read).
"""

from __future__ import annotations

import ast
from dataclasses import replace

from codescore.languages.bounded_rows import bounded
from codescore.languages.commands import listed
from codescore.languages.execution import Entry, Parameter
from codescore.languages.python.run.columns import Table, table, with_nothing
from codescore.languages.python.run.commanded import commanded
from codescore.languages.python.run.held_lines import line_by_line
from codescore.languages.python.run.line_ends import is_fileinput
from codescore.languages.python.run.reading import lines_shape
from codescore.languages.quoting import words_of

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def is_script(tree: ast.Module) -> bool:
    """Whether it is meant to be run from top to bottom: it reads its input, or does something and defines nothing that
    can be called: a class with a method is called, whatever else its module makes (`T = TypeVar("T")`)."""
    defined = any(isinstance(n, _Function) or (isinstance(n, ast.ClassDef) and _called(n)) for n in tree.body)
    own = any(isinstance(n, ast.arg) and n.arg == "input" for n in ast.walk(tree))
    reads = any(
        (isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "input")
        or (isinstance(n, ast.Call) and not own and any(map(_is_input, n.args)))  # iter(input, "end")
        or (isinstance(n, ast.Call) and is_fileinput(n.func))
        or (isinstance(n, ast.Attribute) and n.attr == "stdin")
        or (isinstance(n, ast.Name) and n.id == "stdin")
        or (isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "open" and _first_is_zero(n))
        for n in ast.walk(tree)
    )
    if defined and not reads:
        return False
    quiet = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    loud = [statement for statement in tree.body if not isinstance(statement, quiet)]
    return any(isinstance(n, ast.Call) for statement in loud for n in ast.walk(statement))


def _called(node: ast.ClassDef) -> bool:
    return any(isinstance(method, _Function) and not method.name.startswith("_") for method in node.body)


def _is_input(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "input"


def _first_is_zero(call: ast.Call) -> bool:
    """Whether it is `open(0)`: the standard input."""
    return bool(call.args) and isinstance(call.args[0], ast.Constant) and call.args[0].value == 0


def script(tree: ast.Module, source: str) -> Entry:
    """The whole program: what it reads is its one parameter."""
    words = words_of(source)
    read = table(tree, words) or Table(tree)
    plain = line_by_line(read.tree)
    form = with_nothing(lines_shape(plain, words), plain)
    told = listed(source) or (commanded(tree, source, form) if read.head is None else None)
    form = replace(form, rows=(read.head, *form.rows)) if read.head is not None else form
    return Entry("", "script", (Parameter("stdin", bounded(told or form, words)),), prints=True)
