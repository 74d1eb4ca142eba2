"""Sequences of calls about a few things that are there: what calls leave for each other shows where they meet.

A reader waits for a title that another one has, a key with two others beside it is taken out of a tree: calls with
arguments that are drawn for each of them hardly ever get there.  So the parameters of one name take the same few values
throughout a sequence, whatever fills the object comes first, with each of them, and of what is called then some methods
come more often than others, other ones in each sequence (swarm testing: Groce et al., ISSTA 2012).  Pure.  Neighbours:
`evidence.calls` (the other sequences, and what shows the state at the end).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from codescore.evidence.pool import Pool
from codescore.languages.shapes import (
    CallShape,
    CallsShape,
    FloatShape,
    GroupShape,
    IntShape,
    MappingShape,
    OneOf,
    SequenceShape,
    Shape,
    StandardShape,
    TextShape,
)
from codescore.languages.standard import FUNCTIONS
from codescore.languages.values import Call, Group, Int, Mapping, Sequence, Value

#: How many values a parameter takes in one sequence: of names few, so that calls are about the same; of numbers more.
_FEW, _MANY = (1, 2, 2, 3, 4), (2, 3, 5, 9, 14)
_SMALL, _COUNTS = 0.5, (1, 1, 2, 3)  # share of sequences whose numbers, beside other things, count few
_STEM, _LACKING = 4, 0.3  # letters of a name that stand in another; share of objects without one of these things
_OTHER = 0.05  # share of arguments that are none of these
_WEIGHTS = (1, 1, 3)  # of a method in one sequence
_SELDOM = 0.25  # so much less often comes what has filled the object, and what only shows it
_LENGTHS, _OF_FUNCTIONS = (8, 16, 24, 40), (4, 8)  # of sequences; where methods take functions, which call others
Drawer = Callable[[Shape, Pool], Value]


@dataclass(slots=True)  # mutable: the values drawn so far
class Few:
    """The values that the parameters of one sequence take, by their names and by what they are."""

    pool: Pool
    draw: Drawer
    counts: bool
    known: dict[tuple[str, type[Shape]], list[Value]] = field(default_factory=dict)

    def values(self, name: str, shape: Shape, *, beside: bool) -> list[Value]:
        """Those of one parameter; `beside` says that it is not the only one."""
        key = (name, type(shape))
        if key not in self.known:
            chance = self.pool.chance
            number = isinstance(shape, (IntShape, FloatShape))
            if isinstance(shape, IntShape) and beside and self.counts:
                low = 1 if shape.low is None else max(1, shape.low)
                made: list[Value] = [Int(low - 1 + chance.choice(_COUNTS)) for _ in range(2)]
            else:
                made = [self.draw(shape, self.pool) for _ in range(chance.choice(_MANY if number else _FEW))]
            self.known[key] = list(dict.fromkeys(made))
        return self.known[key]

    def value(self, name: str, shape: Shape, *, beside: bool) -> Value:
        """One of them, now and then another."""
        chance = self.pool.chance
        known = self.values(name, shape, beside=beside)
        return self.draw(shape, self.pool) if chance.random() < _OTHER else chance.choice(known)

    def holding(self, name: str, shape: Shape, value: Value) -> Value:
        """A list of texts, or a mapping of them, with those that the calls are about: the tools that are lent, the
        prices of what is bought.  Of several sorts those whose name is in its own; mostly all of them."""
        kinds = {other: values for (other, kind), values in self.known.items() if kind is TextShape}
        called = [values for other, values in kinds.items() if other and other.rstrip("s")[:_STEM] in name]
        about = called if called else [*kinds.values()] if len(kinds) == 1 else []
        if not about or self.pool.chance.random() < _OTHER:
            return value
        texts = about[0][self.pool.chance.random() < _LACKING :]
        match shape, value:
            case SequenceShape(TextShape()), Sequence(kind):
                return Sequence(kind, tuple(texts))
            case GroupShape(TextShape()), Group(kind):
                return Group(kind, tuple(texts))
            case MappingShape(TextShape(), held), Mapping(kind):
                return Mapping(kind, tuple((text, self.draw(held, self.pool)) for text in texts))
        return value

    def call(self, shape: CallShape, first: Value | None = None) -> Call:
        """A call with such values, the first of them given; what has a default is sometimes left out."""
        chance = self.pool.chance
        taken = len(shape.parameters)
        if shape.optional and chance.random() < 0.4:
            taken -= chance.randint(1, shape.optional)
        names = (*shape.names, *("" for _ in shape.parameters[len(shape.names) :]))
        pairs = zip(names[:taken], shape.parameters[:taken], strict=True)
        values = [self.value(name, one, beside=len(shape.parameters) > 1) for name, one in pairs]
        return Call(shape.name, tuple([first, *values[1:]] if first is not None and values else values))


def swarm_calls(shape: CallsShape, pool: Pool, draw: Drawer, made: Call) -> Iterator[Call]:
    """Calls on an object that is made so, with what they are about in it: first what fills it, then all of them."""
    few = Few(pool, draw, counts=pool.chance.random() < _SMALL)
    calls = list(_calls(shape, few))
    taken = zip(made.arguments, shape.make.parameters, shape.make.names, strict=False)
    inside = [few.holding(name, one, value) for value, one, name in taken]
    yield replace(made, arguments=(*inside, *made.arguments[len(inside) :]))
    yield from calls


def _calls(shape: CallsShape, few: Few) -> Iterator[Call]:
    chance = few.pool.chance
    taking = [one for one in shape.methods if one.parameters]
    filling = [one for one in taking if one not in shape.tells]
    filling = filling or ([chance.choice(taking)] if taking else [])
    for one in filling:
        name = one.names[0] if one.names else ""
        known = few.values(name, one.parameters[0], beside=len(one.parameters) > 1)
        yield from (few.call(one, first) for first in chance.sample(known, len(known)))
    seldom = {*filling, *(one for one in shape.tells if not one.parameters)}
    weights = [chance.choice(_WEIGHTS) * (_SELDOM if one in seldom else 1) for one in shape.methods]
    lengths = _OF_FUNCTIONS if any(map(_function, (inner for one in taking for inner in one.parameters))) else _LENGTHS
    yield from map(few.call, chance.choices(shape.methods, weights, k=chance.choice(lengths)))


def _function(shape: Shape) -> bool:
    options = shape.options if isinstance(shape, OneOf) else (shape,)
    return any(isinstance(one, StandardShape) and one.type in FUNCTIONS for one in options)
