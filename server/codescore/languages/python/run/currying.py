"""Functions that give decorators: `retry(3)(call)(x)` is one call, with what each of them takes.

What is given in between is no answer that could be looked at: it shows what it does once all of it was called.  What a
decorator alone gives, or any other closure, is asked as such (`evidence.gathering`).  Neighbours: `surveying` (asks,
and reads each function), `factories` (closures that keep something).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace

from codescore.languages.execution import Entry
from codescore.languages.shapes import KEYWORDS, CallShape, MappingShape
from codescore.languages.values import Call, Value

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_LEAST = 3  # functions inside each other: of fewer the innermost is asked by probes


def curried(node: _Function, read: Callable[[_Function], Entry]) -> Entry | None:
    """The entry of a function that gives a decorator, with the parameters of all of them; None of any other."""
    line = [node, *_given(node)]
    if len(line) < _LEAST or not any(_calls(one) for one in line[1:]):
        return None
    first, *between, last = (read(one) for one in (_with_plain_defaults(node), *line[1:]))
    needed = [[p for p in one.parameters if not p.optional] for one in (first, *between)]
    named = [replace(one, shape=CallShape(f"{one.name}=", (one.shape,))) for one in first.parameters if one.optional]
    taken = [one for one in last.parameters if not (isinstance(one.shape, MappingShape) and one.shape.kind == KEYWORDS)]
    parameters = (*(one for each in needed for one in each), *taken, *named)
    if len({one.name for one in parameters}) < len(parameters):
        return None
    known = [each for one in (first, *between, last) for each in one.assumptions]
    return replace(
        first,
        parameters=parameters,
        curried=tuple(map(len, needed)),
        examples=(),
        assumptions=tuple(one for one in known if one.parameter in {p.name for p in parameters}),
        uses=first.uses.union(*(one.uses for one in (*between, last))),
        prints=first.prints or last.prints,
    )


def arguments_of(entry: Entry, arguments: tuple[Value, ...]) -> Iterator[list[Value]]:
    """The arguments of each call; what is named goes to the first one."""
    named = {n for n, one in enumerate(arguments) if isinstance(one, Call) and one.name.endswith("=")}
    rest = [one for n, one in enumerate(arguments) if n not in named]
    more = [one for n, one in enumerate(arguments) if n in named]
    for count in entry.curried:
        yield rest[:count] + more
        rest, more = rest[count:], []
    yield rest + more


def _given(node: _Function) -> Iterator[_Function]:
    """The function that one gives, defined in it, the one that that gives, and so on."""
    inner = {one.name: one for one in node.body if isinstance(one, _Function)}
    given = [one.value for one in node.body if isinstance(one, ast.Return)]
    match given:
        case [ast.Name(name)] if name in inner:
            yield inner[name]
            yield from _given(inner[name])


def _calls(node: _Function) -> bool:
    """Whether it calls what it is given, itself or in a function inside of it."""
    names = {one.arg for one in node.args.args}
    return any(isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in names for n in ast.walk(node))


def _with_plain_defaults(node: _Function) -> _Function:
    """A function without the parameters that have a default of which no other value could be made, such as a class."""
    places, defaults = node.args.args, node.args.defaults
    needed = places[: len(places) - len(defaults)]
    plain = [pair for pair in zip(places[len(needed) :], defaults, strict=True) if isinstance(pair[1], ast.Constant)]
    taken = copy(node.args)
    taken.args, taken.defaults = [*needed, *(place for place, _ in plain)], [default for _, default in plain]
    made = copy(node)
    made.args = taken
    return made
