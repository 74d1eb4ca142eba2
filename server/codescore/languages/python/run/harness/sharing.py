"""Whether a result has one list, mapping or set in several places: who changes one of them changes the others, too.

Objects of classes say by their numbers which of them are one (`plain`).
"""

from __future__ import annotations

from typing import Any

_MOST = 10_000  # parts that are looked at
_CHANGEABLE = (list, dict, set)


def shares(value: Any) -> bool:  # noqa: ANN401  any object at all
    """Whether a changeable collection is in it twice; one that is in itself is."""
    seen: set[int] = set()
    open_ = [value]
    for _ in range(_MOST):
        if not open_:
            return False
        one = open_.pop()
        kind = type(one)
        if kind in _CHANGEABLE:
            if id(one) in seen:
                return True
            seen.add(id(one))
        if kind is dict:
            open_ += dict.values(one)
        elif kind is list or kind is tuple:
            open_ += one
    return False
