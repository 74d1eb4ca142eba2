"""What Run Match needs to know of Python: a snippet as a function of its free variables, and values collected by name.

Obara et al., Run Match: test data are the values that variables have in Python files, by name; a snippet's free
variables get values of their names; an expression becomes an assignment; what is compared is the values that changed.
Reads text only.  Neighbours: `surveying` (functions), `metrics.papers.run_match` (draws and compares).
"""

from __future__ import annotations

import ast
import builtins
import sysconfig
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

from codescore.languages.execution import Entry, Parameter
from codescore.languages.matching import Snippet
from codescore.languages.python.run.examples import of_literal
from codescore.languages.python.run.nodes import parsed
from codescore.languages.python.run.surveying import survey
from codescore.languages.shapes import AnyShape
from codescore.languages.values import Value, size

_NAME = "snippet"
_FILES, _FILE_BYTES = 500, 60_000
_PER_NAME, _LARGEST = 40, 200  # values kept of a name, and how large (in `values.size`)
_BUILTIN = frozenset(dir(builtins))


def snippet(source: str, names: tuple[str, ...] | None = None) -> Snippet | None:
    """A program as a function of its free variables (of `names`, where these are given); None if it cannot be one."""
    tree = parsed(source)
    if tree is None:
        return None
    entries = [entry for entry in survey(source).entries if entry.kind == "function"]
    if entries:
        entry = entries[-1]
        return Snippet(source, entry, tuple(p.name for p in entry.parameters))
    wanted = _free(tree) if names is None else names
    body = [_assigned(statement) for statement in tree.body]
    inside = "\n".join(f"    {line}" for statement in body for line in ast.unparse(statement).split("\n"))
    text = f"def {_NAME}({', '.join(wanted)}):\n{inside}\n    return dict(locals())\n"
    if parsed(text) is None or any(isinstance(n, (ast.Return, ast.Yield)) for n in ast.walk(tree)):
        return None
    return Snippet(text, Entry(_NAME, "function", tuple(Parameter(n, AnyShape()) for n in wanted)), wanted)


def _assigned(statement: ast.stmt) -> ast.stmt:
    """An expression as an assignment, so that its value can be looked at."""
    if not isinstance(statement, ast.Expr):
        return statement
    made = ast.Assign([ast.Name("_value", ast.Store())], statement.value)
    return ast.fix_missing_locations(ast.copy_location(made, statement))


def _free(tree: ast.Module) -> tuple[str, ...]:
    """Names that are used before they are given a value, in order."""
    bound: set[str] = set()
    free: dict[str, None] = {}
    for statement in tree.body:
        names = [n for n in ast.walk(statement) if isinstance(n, ast.Name)]
        inner = {a.arg for n in ast.walk(statement) if isinstance(n, ast.arguments) for a in n.args}
        inner |= {n.id for c in ast.walk(statement) if isinstance(c, ast.comprehension) for n in _names(c.target)}
        inner |= {n.id for f in ast.walk(statement) if isinstance(f, ast.For) for n in _names(f.target)}
        for name in names:
            if isinstance(name.ctx, ast.Load) and name.id not in bound | inner | _BUILTIN:
                free.setdefault(name.id)
        bound |= {n.id for n in names if isinstance(n.ctx, ast.Store)}
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            bound |= {(alias.asname or alias.name).split(".")[0] for alias in statement.names}
    return tuple(free)


def _names(target: ast.expr) -> list[ast.Name]:
    return [n for n in ast.walk(target) if isinstance(n, ast.Name)]


@cache
def collected() -> dict[str, tuple[Value, ...]]:
    """Values that variables are given in the Python files of the standard library, by name.

    The paper takes global variables of many projects; one library has too few, so local variables, defaults and named
    arguments count here, too.
    """
    found: dict[str, dict[Value, None]] = {}
    paths = (p for p in sorted(Path(sysconfig.get_paths()["stdlib"]).rglob("*.py")) if "site-packages" not in p.parts)
    for path in islice((p for p in paths if p.stat().st_size < _FILE_BYTES), _FILES):
        tree = parsed(path.read_text(encoding="utf-8", errors="replace"))
        for name, literal in _given(tree) if tree is not None else ():
            value = of_literal(literal)
            values = found.setdefault(name, {})
            if value is not None and len(values) < _PER_NAME and size(value) <= _LARGEST:
                values[value] = None
    return {name: tuple(values) for name, values in found.items() if values}


def _given(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Names with the expressions that they are given."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], value) | ast.keyword(str(name), value):
                yield name, value
            case ast.arguments():
                places = [*node.posonlyargs, *node.args]
                for place, default in zip(reversed(places), reversed(node.defaults), strict=False):
                    yield place.arg, default
