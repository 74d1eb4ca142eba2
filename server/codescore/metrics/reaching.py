"""What both extractions of data flow share: bounds, names of relations, and states of reaching definitions.

A state says of each name which nodes may have defined its value.  Its sets are never changed, so that states share
them: a branch copies a dictionary, not what is in it.  Neighbours: `dataflow`, `papers.dataflow_library`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

#: Levels of the tree; beyond, the recursion that follows them would be too deep.
MAX_DEPTH = 150
#: A loop is seen twice, one inside it four times: this many levels at most are.
MAX_LOOPS = 5

#: How a value comes about: it is read, or computed.
COMES, COMPUTED = "comesFrom", "computedFrom"

State: TypeAlias = dict[str, frozenset[int]]


def joined(states: Sequence[State]) -> State:
    """What may hold after any of some states."""
    result = dict(states[0])
    for state in states[1:]:
        for name, definitions in state.items():
            held = result.get(name)
            if held is None:
                result[name] = definitions
            elif held is not definitions:
                result[name] = held | definitions
    return result
