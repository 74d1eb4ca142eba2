"""Which kinds are inside of which: what is the like of another one's elements, and of a text's signs.  Pure.

Neighbours: `languages.kinds` (kinds), `languages.guessing` (asks).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from codescore.languages.kinds import Guess


def holders(kinds: Mapping[str, Guess]) -> dict[str, str]:
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


def is_sign(kind: Guess, name: str, text: str) -> bool:
    """Whether what is the like of a text's signs is never looked into, nor measured, nor compared with what signs are
    put together to."""
    if kind.element is not None or kind.length is not None or kind.value is not None or kind.votes["sliced"]:
        return False
    called = re.escape(name)
    beside = re.findall(rf"\b(\w+)\s*[!=]==?\s*{called}\b|\b{called}\s*[!=]==?\s*(\w+)", text)
    others = [re.escape(one or other) for one, other in beside]
    return not any(re.search(rf"\b{one}\s*(?:\+=|=\s*{one}\s*\+)", text) for one in others)
