"""Parameters of functions of one program that have one telling name are mostly alike: what one says holds for all.

Not where something speaks against it; and a form that one text has says nothing of another that is only called `text`.
Neighbours: `languages.kinds` (what is made one), each language's `run/usage.py` (asks).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from codescore.languages.held_patterns import HELD
from codescore.languages.kinds import NUMBERS, PICTURED, Guess, unite

#: How deep kinds are compared; letters of a telling name.
_DEEPEST, _TELLING = 12, 4
#: Names of texts of any form.
_ANY = frozenset({
    "text", "texts", "string", "strings", "line", "lines", "value", "values", "data", "input", "content", "contents",
    "source", "body", "message", "word", "words", "part", "parts", "chunk", "field", "token", "spec", "expr",
})  # fmt: skip
_FAMILIES = (
    ("text", {"text"}),
    ("list", {"list", "tuple", "iterable", "sliced", "reversible", "indexed"}),
    ("number", NUMBERS),
    ("set", {"set"}),
)


def share(functions: Iterable[dict[str, Guess]]) -> None:
    """Make parameters of functions alike that have one telling name, unless something speaks against it."""
    for one, other in combinations(functions, 2):
        for name, kind in one.items():
            same = other.get(name) if len(name) >= _TELLING else None
            if same is None or (name in _ANY and (_has_form(kind) or _has_form(same))):
                continue
            if agree(kind, same):
                unite(kind, same)


def agree(one: Guess, other: Guess, depth: int = _DEEPEST) -> bool:
    """Whether nothing speaks against two kinds being one."""
    one, other = one.root(), other.root()
    if one.is_mapping() != other.is_mapping() and any(map(_looked_into, (one, other))):
        return one.value is None or other.value is None or agree(one.value, other.value, depth - 1)
    families = {family for kind in (one, other) if (family := _family(kind))}
    taken = {len(kind.items) for kind in (one, other) if kind.items is not None}
    if not depth or len(families) > 1 or len(taken) > 1:
        return one is other
    mine, others = (tuple(_inner(kind)) for kind in (one, other))
    return all(a is None or b is None or agree(a, b, depth - 1) for a, b in zip(mine, others, strict=True))


def _looked_into(kind: Guess) -> bool:
    """Whether all that is done with it is to look something up, by what need be no place: `friends[a]`."""
    key = kind.key.root() if kind.key is not None else None
    return kind.votes.keys() == {"indexed", "indexed anywhere"} and key is not None and not key.votes.keys() & NUMBERS


def _family(kind: Guess) -> str:
    votes = kind.votes.keys()
    if kind.fields:
        return "object"
    if kind.is_mapping():
        return "mapping"
    told = next((name for name, marks in _FAMILIES if votes & marks), "")  # a list has methods, too
    return told or ("object" if kind.members else "")


def _inner(kind: Guess) -> tuple[Guess | None, ...]:
    value = None if kind.is_mapping() else kind.value
    return (kind.element or value, kind.key if kind.is_mapping() else None, kind.value if value is None else None)


def _has_form(kind: Guess) -> bool:
    """Whether a text, or one in a list, is taken apart or held against a pattern."""
    found = kind.root()
    inner = (found, found.element.root()) if found.element is not None else (found,)
    return any(one.divided or any(vote.startswith((HELD, PICTURED)) for vote in one.votes) for one in inner)
