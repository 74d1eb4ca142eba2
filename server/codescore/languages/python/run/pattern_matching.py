"""What a pattern of a `match` statement says of what it is held against, and what it gives names to.

Neighbour: `usage` (reads everything else, and asks).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from codescore.languages.kinds import DEFAULTED, Guess, unite
from codescore.languages.python.run.lookups import tested
from codescore.languages.python.run.standard import Standard


def held_against(
    pattern: ast.pattern, kind: Guess, names: dict[str, Guess], kind_of: Callable[[ast.expr], Guess], standard: Standard
) -> None:
    """Note what a pattern says of `kind`, and of what is inside it; the `names` that it gives are set."""

    def inner(patterns: Sequence[ast.pattern], kinds: Sequence[Guess]) -> None:
        for one, part in zip(patterns, kinds, strict=True):
            held_against(one, part, names, kind_of, standard)

    match pattern:
        case ast.MatchValue(value):
            unite(kind, kind_of(value))
        case ast.MatchSingleton(None):
            kind.root().optional = True
        case ast.MatchSingleton():
            kind.vote("bool")
        case ast.MatchOr(patterns):
            inner(patterns, [kind] * len(patterns))
        case ast.MatchStar(str() as name):
            names[name] = Guess("list")
        case ast.MatchAs(held, name):
            inner([held] if held is not None else [], [kind] if held is not None else [])
            names |= {name: kind} if name is not None else {}
        case ast.MatchMapping(keys, patterns, rest):
            kind.vote("map")
            for key, one in zip(keys, patterns, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    kind.keyed().vote("text").constants[key.value] = None
                    inner([one], [kind.entry(key.value).vote(DEFAULTED)])  # another case does without it
            names |= {rest: kind} if rest is not None else {}
        case ast.MatchSequence(patterns):
            inner(patterns, _items(patterns, kind))
        case ast.MatchClass(cls, patterns, names_of, values):
            tested(kind, cls, standard)
            inner(patterns, [Guess() for _ in patterns])
            inner(values, [kind.field(name) for name in names_of])


def _items(patterns: Sequence[ast.pattern], kind: Guess) -> list[Guess]:
    """The kinds of what these patterns are held against: each is of a row, or all are of one list of any length."""
    found, starred = kind.root(), [isinstance(one, ast.MatchStar) for one in patterns]
    alike = found.items is None or len(found.items) == len(patterns)
    if alike and not any(starred) and not found.votes["list"]:
        return kind.parts(len(patterns))
    for item in found.items or ():
        unite(found.vote("list").inside(), item)
    found.items = None
    return [kind if rest else kind.vote("list").inside() for rest in starred]
