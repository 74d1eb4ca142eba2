"""What a Python function is given that it calls and waits for, or turns round: what that says of the kinds.

Neighbour: `usage` (reads everything else, and asks).
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from codescore.languages.given import DROPPED
from codescore.languages.kinds import Guess, unite
from codescore.languages.python.run.usage_tables import CALLS
from codescore.languages.standard import ASYNC

#: Who schedules what it is given waits for it.
SCHEDULING = ("gather", "create_task", "ensure_future", "wait_for", "as_completed", "run_until_complete")
_SURE = 50  # votes of what is awaited, against those of what is only called


def awaited(values: Iterable[ast.expr], names: Mapping[str, Guess]) -> None:
    """What is called there, of what the function was given, has to be awaited."""
    for call in (n for value in values for n in ast.walk(value) if isinstance(n, ast.Call)):
        if isinstance(call.func, ast.Name) and call.func.id in names and call.func.id not in CALLS:
            names[call.func.id].vote(*[ASYNC] * _SURE)


def dropped(call: ast.expr, names: Mapping[str, Guess]) -> None:
    """What is called in a statement of its own is called for what it does."""
    match call:
        case ast.Call(ast.Name(name)) if name in names and name not in CALLS:
            names[name].vote(DROPPED)


def turned(over: Guess) -> Guess:
    """`zip(*p)`: rows become columns."""
    rows = over.vote("iterable").inside().vote("iterable", "row")
    made = Guess("list")
    unite(made.inside().vote("tuple").inside(), rows.inside())
    return made
