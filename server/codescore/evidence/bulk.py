"""Answers of hundreds of parts: a few show what there is to see, and very many take minutes.

`share(parts)` gives as many objects as its number says, and a sequence calls it again and again.  Once enough inputs
have such answers no more of them are kept, and numbers as large as made them are drawn small.  By size, not by time:
the same inputs on every machine.  Pure.  Neighbour: `evidence.cases` (asks).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from codescore.evidence.contract import Outcome
from codescore.languages.execution import Input
from codescore.languages.values import Int, Opaque, Value, children, rebuilt, walk

_PARTS, _ENOUGH = 300, 16  # from where on an answer is large, and how many such are kept
_SMALL = 50  # what is drawn instead of a number that makes answers large is below


@dataclass(slots=True)  # mutable: counts while inputs are found
class Bulk:
    """How many answers were large, the least number that was the largest in an input of one, and how many small."""

    seen: int = 0
    least: int = 0
    small: int = 0

    def lighter(self, given: Input) -> Input:
        """The input with small numbers in place of those that make answers large, once enough were."""
        if (
            min(self.seen, self.small) < _ENOUGH
            or self.least <= _SMALL
            or all(one < self.least for one in _numbers(given))
        ):
            return given

        def change(value: Value) -> Value:
            if isinstance(value, Int) and value.value >= self.least:
                return Int(value.value % _SMALL)
            return rebuilt(value, change)

        return replace(given, arguments=tuple(map(change, given.arguments)))

    def keeps(self, given: Input, outcome: Outcome) -> bool:
        """Whether an input is kept; notes what is large."""
        if not any(_large(one.value) for one in outcome.steps or (outcome,)):
            self.small += 1
            return True
        self.seen += 1
        largest = max(_numbers(given), default=0)
        self.least = min(self.least or largest, largest)
        return self.seen <= _ENOUGH or self.small < _ENOUGH


def _numbers(given: Input) -> Iterator[int]:
    return (one.value for value in given.arguments for one in walk(value) if isinstance(one, Int))


def _large(value: Value | None) -> bool:
    """Whether a value has many parts; one that is too large to be sent has."""
    waiting, seen = [value] if value is not None else [], 0
    while waiting and seen <= _PARTS:
        one = waiting.pop()
        if isinstance(one, Opaque) and one.type == "too-large":
            return True
        inner = children(one)
        seen += len(inner)
        waiting += inner
    return seen > _PARTS
