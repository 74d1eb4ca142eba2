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
    nodes = [node for value in values for node in ast.walk(value)]
    known = dict(names)
    for node in nodes:  # `gather(*(task() for task in tasks))`
        match node:
            case ast.comprehension(ast.Name(name), ast.Name(of)) if of in names:
                known[name] = names[of].inside()
    for call in (n for n in nodes if isinstance(n, ast.Call)):
        if isinstance(call.func, ast.Name) and call.func.id in known and call.func.id not in CALLS:
            known[call.func.id].vote(*[ASYNC] * _SURE)


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
