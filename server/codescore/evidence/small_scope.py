"""All short sequences over a few values: two calls that change an object, then what shows it.

Who asks `not best` for `best is None` is wrong where 0 came before a number below it, about the same player: random
sequences about several things hardly ever get there, and of the shortest there are few enough to try all (the small
scope hypothesis: most faults show within a small scope; Jackson and Damon, IEEE TSE 1996).  Pure.
Neighbours: `evidence.swarm` and `evidence.calls` (longer sequences), `evidence.strength` (asks, while mutants survive).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice, product

from codescore.evidence.pool import Pool
from codescore.languages.execution import CALLS
from codescore.languages.shapes import BoolShape, CallShape, CallsShape, FloatShape, IntShape, Shape
from codescore.languages.values import Bool, Call, Float, Int, Sequence, Text, Value

_NUMBERS = (0, -1, 1)
_OF_ONE, _OF_ALL = 9, 80  # calls of one method, and sequences, at most
_TRIES = 5  # to draw a name that is not empty
Drawer = Callable[[Shape, Pool], Value]


@dataclass(slots=True)  # mutable: the values drawn so far
class _Scope:
    """The values that parameters take: numbers around 0, both answers, of all else one for each name."""

    pool: Pool
    draw: Drawer
    known: dict[tuple[str, type[Shape]], list[Value]] = field(default_factory=dict)

    def values(self, name: str, shape: Shape) -> list[Value]:
        match shape:
            case IntShape(low, high) | FloatShape(low, high):
                # That a number counts something is a guess where no type has a highest one, and may be wrong.
                least = None if high is None and low == 0 else low
                inside = [n for n in _NUMBERS if (least is None or n >= least) and (high is None or n <= high)]
                made: list[Value] = [Int(n) if isinstance(shape, IntShape) else Float(float(n)) for n in inside]
                return made or [self.draw(shape, self.pool)]
            case BoolShape():
                return [Bool(value=False), Bool(value=True)]
        key = (name, type(shape))
        alike = [values for (_, kind), values in self.known.items() if kind is type(shape)]
        if key not in self.known:
            drawn = (self.draw(shape, self.pool) for _ in range(_TRIES))
            self.known[key] = alike[0] if alike else [next((one for one in drawn if one != Text("")), Text(""))]
        return self.known[key]

    def calls(self, shape: CallShape) -> list[Call]:
        names = (*shape.names, *("" for _ in shape.parameters[len(shape.names) :]))
        each = [self.values(name, one) for name, one in zip(names, shape.parameters, strict=False)]
        return [Call(shape.name, given) for given in islice(product(*each), _OF_ONE)]


def small_scope(shape: CallsShape, pool: Pool, draw: Drawer) -> list[Sequence]:
    """So many of these sequences, all where there are no more."""
    scope = _Scope(pool, draw)
    changing = [one for one in shape.methods if one not in shape.tells] or [*shape.methods]
    calls = [call for one in changing for call in scope.calls(one)]
    shown = [call for one in shape.tells for call in scope.calls(one)[-1:]]
    made = scope.calls(shape.make)[0]
    pairs = list(product(calls, repeat=2))
    chosen: Iterable[tuple[Call, ...]] = pairs if len(pairs) <= _OF_ALL else pool.chance.sample(pairs, _OF_ALL)
    return [Sequence(CALLS, (made, *two, *shown)) for two in chosen]
