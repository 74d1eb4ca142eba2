"""How many items the rows of a table have that a Python script looks up at fixed places only.

    rows = [list(map(int, input().split())) for _ in range(m)]
    for i in range(m):
        x, k = rows[i][0], rows[i][1]                                   two

And how two that stand on one line are related.  A guess; pure.  Neighbours: `ranging` and `reading` (ask).
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from dataclasses import replace

from codescore.languages.shapes import RowShape, UpTo

_ANY = 10_000  # more than is looked up at fixed places
_LEAST = 2
_KEEPS = ("sort", "reverse", "append")  # methods of a table that say nothing of its rows


def row_places(tree: ast.Module, elements: Mapping[str, str]) -> dict[str, int]:
    """By table how many items a row has; `elements` are loop variables with what they go through."""
    around = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    looked = [n.value for n in ast.walk(tree) if isinstance(n, ast.Subscript) and not isinstance(n.slice, ast.Slice)]
    by_name = {one.id for one in looked if isinstance(one, ast.Name)}
    rows, parted = dict(elements), set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], ast.Subscript(ast.Name(table))):
                rows[name] = table
            case ast.Assign([ast.Tuple()], ast.Subscript(ast.Name(table), ast.Name() | ast.BinOp())):
                parted.add(table)
    double = (one.value for one in looked if isinstance(one, ast.Subscript))
    tables = parted | {one.id for one in double if isinstance(one, ast.Name)}
    tables |= {table for name, table in rows.items() if name in by_name}
    rows = {name: table for name, table in rows.items() if table in tables}
    found: dict[str, int] = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
            continue
        above = around[id(node)]
        if node.id in rows:
            table, size = rows[node.id], _size(node, above)
        elif node.id not in tables:
            continue
        elif isinstance(above, ast.Subscript) and above.value is node and not isinstance(above.slice, ast.Slice):
            table, size = node.id, _size(above, around[id(above)])
        else:
            table, size = node.id, 0 if _goes_through(node, above) else _ANY
        found[table] = max(found.get(table, 0), size)
    return {table: size for table, size in found.items() if _LEAST <= size < _ANY}


def _size(row: ast.expr, outer: ast.AST) -> int:
    """How many items a row has at least by what is done with it there."""
    match outer:
        case ast.Subscript(value, ast.Constant(int() as place)) if value is row and place >= 0:
            return place + 1
        case ast.Assign([ast.Tuple(parts)], value) if value is row:
            return len(parts)
        case ast.Assign([ast.Name()], value) if value is row:  # its name is looked at by itself
            return 0
    return _ANY


def _goes_through(table: ast.expr, outer: ast.AST) -> bool:
    """Whether a table is only gone through, sorted, or asked how long it is."""
    match outer:
        case ast.For(_, over) | ast.comprehension(_, over):
            return over is table
        case ast.Call(ast.Name("len" | "enumerate"), [one]):
            return one is table
        case ast.Attribute(_, name):
            return name in _KEEPS
    return False


def related(row: RowShape, turned: Collection[tuple[str, ...]]) -> RowShape:
    """Two places on a line are unlike (an edge), what is called left and right is in order."""
    lower = [name.lower() for name in row.names]
    if lower in (["l", "r"], ["left", "right"], ["s", "t"], ["lo", "hi"]):
        return replace(row, ascending=True)
    pair = row.names in turned or all(isinstance(token, UpTo) for token in row.tokens)
    return replace(row, distinct=len(row.tokens) == 2 and pair)
