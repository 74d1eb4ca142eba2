"""Which kinds are inside of which: what is the like of another one's elements, and of a text's signs.  Pure.

Neighbours: `languages.kinds` (kinds), `languages.guessing` (asks).
"""

from __future__ import annotations

from codescore.languages.kinds import Guess


def holders(kinds: dict[str, Guess]) -> dict[str, str]:
    """Parameters that are an element of another one, with the other one."""
    elements = {kind.root().element.root(): name for name, kind in kinds.items() if kind.root().element is not None}  # type: ignore[union-attr]
    return {name: elements[kind.root()] for name, kind in kinds.items() if elements.get(kind.root(), name) != name}


def within(kind: Guess) -> set[Guess]:
    """Everything that is inside of a kind: elements, keys, values and items, at any depth."""
    found: set[Guess] = set()
    waiting = [kind.root()]
    while waiting:
        of = waiting.pop()
        inner = {one.root() for one in (of.element, of.key, of.value, *(of.items or ())) if one is not None}
        waiting += inner - found
        found |= inner
    return found


def is_sign(kind: Guess) -> bool:
    """Whether what is the like of a text's signs is never looked into, nor measured, as if it had several."""
    return kind.element is None and kind.length is None and kind.value is None and not kind.votes["sliced"]
