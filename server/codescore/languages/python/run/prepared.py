"""Methods of a Python class that only work once another one, which calls them, has put there what they look at:
`self.found = []` before `self.search(root)`.

They are judged by what calls them, as long as nobody calls them from outside of the class and nothing of theirs would
be seen otherwise: they give nothing, or call themselves and leave nothing that their caller does not look at; and no
method but these looks at what they leave.  Pure.  Neighbours: `classes` (asks).
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from codescore.languages.python.run.nodes import last_name

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_FIRST = ("__init__", "__new__", "__post_init__", "__enter__")


def prepared(methods: Mapping[str, _Function], there: set[str], shown: set[str], telling: set[str]) -> set[str]:
    """The names of such methods.

    `there` are attributes of the class itself, `shown` those that are looked at from outside, `telling` the methods
    that give or print something.
    """
    calls = {name: _of_self(node, ast.Load) & methods.keys() for name, node in methods.items()}
    for _ in methods:  # by way of others, too
        calls = {name: called.union(*(calls[one] for one in called)) for name, called in calls.items()}
    begun = {one for name in _FIRST if name in methods for one in (name, *calls[name])}
    known = {*methods, *there}.union(*(_of_self(methods[name], ast.Store) for name in begun))
    looked = {name: _looked_at_first(node) for name, node in methods.items()}
    lacking = {name: some - known for name, some in looked.items()}
    put = {name: _of_self(node, ast.Store) for name, node in methods.items()}
    used = {name: put[name] | _of_self(node, ast.Load) for name, node in methods.items()}
    used = {name: used[name].union(*(used[one] for one in calls[name])) - methods.keys() for name in methods}
    found = {
        name
        for name, lacks in lacking.items()
        if any(
            name in calls[one]
            and one not in calls[name]
            and lacks & (put[one] - looked[one])
            # what it gives is seen by the way, and what it leaves behind by its caller
            and (name not in telling or (name in calls[name] and put[name] <= _of_self(methods[one], ast.Load)))
            for one in methods
        )
    }
    while True:
        seen = shown.union(*(looked[name] for name in methods.keys() - found))
        kept = {name for name in found if seen.isdisjoint(used[name])}
        if kept == found:
            return found
        found = kept


def _of_self(node: ast.AST, how: type[ast.expr_context]) -> set[str]:
    """The attributes of its object that a method looks at, or sets."""
    found = (one for one in ast.walk(node) if isinstance(one, ast.Attribute) and isinstance(one.ctx, how))
    return {one.attr for one in found if last_name(one.value) == "self"}


def _looked_at_first(node: _Function) -> set[str]:
    """The attributes of its object that a method looks at before it has set them itself."""
    statements = [one for one in ast.walk(node) if isinstance(one, ast.Assign) and one in node.body]
    put: dict[str, tuple[int, int]] = {}
    for one in reversed(statements):
        end = one.end_lineno or one.lineno, one.end_col_offset or 0
        put |= dict.fromkeys((name for target in one.targets for name in _of_self(target, ast.Store)), end)
    added = {id(one.target) for one in ast.walk(node) if isinstance(one, ast.AugAssign)}
    own = (one for one in ast.walk(node) if isinstance(one, ast.Attribute) and last_name(one.value) == "self")
    looked = (one for one in own if isinstance(one.ctx, ast.Load) or id(one) in added)
    return {one.attr for one in looked if one.attr not in put or (one.lineno, one.col_offset) < put[one.attr]}
