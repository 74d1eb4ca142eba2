"""Two arguments of one sort that are nearly the same: one is the other, or the other with a little more or less; and of
any sort that look alike, an empty list and an empty mapping.

Chance hardly makes two texts or lists of which one is how the other begins, and that is where programs that compare two
part: versions `1.2` and `1.2.0`, a word and its plural, a list and the same with one item more.  Pure.  Neighbours:
`evidence.cases` (runs the reference), `evidence.boundaries` (one argument by itself).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, permutations

from codescore.evidence.boundaries import LISTS
from codescore.evidence.calls import steps_of
from codescore.evidence.cases import Cases, extend
from codescore.evidence.channel import Room
from codescore.evidence.reach import interesting
from codescore.languages.execution import Entry, Input
from codescore.languages.shapes import AnyShape, MappingShape, NullShape, OneOf, SequenceShape, Shape
from codescore.languages.values import Float, Int, Mapping, Null, Sequence, Text, Value

_SEEDS, _PAIRS = 4, 2  # inputs of which others are made, and pairs of arguments of each
_ONE = Int(1)
#: What looks alike and is of another kind, for programs that compare any two things.
_LOOK_ALIKE = (
    (Sequence("list", ()), Mapping("dict", ())),
    (Sequence("list", (_ONE,)), Mapping("dict", ((Text("0"), _ONE),))),
    (_ONE, Text("1")),
    (Text(""), Sequence("list", ())),
    (Null(), Mapping("dict", ())),
)
_PIECES = ("0", "1", "a")  # what a text is made longer with, behind the sign that it is divided by


def nearly_alike(cases: Cases, room: Room) -> None:
    """Add inputs in which one of two arguments of a sort is made of the other."""
    if cases.problem or cases.left <= 0:
        return
    seeds = [case.given for case in interesting(cases.inside()) if not steps_of(case.given)]
    made = [given for seed in seeds[:_SEEDS] for given in _beside(seed)]
    made += [given for seed in seeds[:1] for given in _of_any_kind(cases.entry, seed)]
    extend(cases, room, [(cases.domain.fulfilled(given, cases.pool), False) for given in made])


def _of_any_kind(entry: Entry, given: Input) -> Iterator[Input]:
    """The input with two things that look alike in the place of the first two arguments that may be anything."""
    places = [n for n, one in enumerate(entry.parameters) if len(_kinds(one.shape)) > 1][:2]
    if len(places) > 1 and places[-1] < len(given.arguments):
        for pair in _LOOK_ALIKE:
            for one, other in (pair, pair[::-1]):
                yield given.put(places[0], one).put(places[1], other)


def _kinds(shape: Shape) -> set[type]:
    """The kinds of values that a shape has, two for what may be anything."""
    if isinstance(shape, OneOf):
        return set[type]().union(*map(_kinds, shape.options)) - {NullShape}
    return {SequenceShape, MappingShape} if isinstance(shape, AnyShape) else {type(shape)}


def _beside(given: Input) -> Iterator[Input]:
    """The input with one of two arguments of a sort in place of the other, as it is and changed a little."""
    pairs = [
        (one, other)
        for one, other in permutations(range(len(given.arguments)), 2)
        if _alike(given.arguments[one], given.arguments[other])
    ]
    for one, other in islice(pairs, _PAIRS):
        yield from (given.put(other, value) for value in _changed(given.arguments[one]))


def _alike(one: Value, other: Value) -> bool:
    """Whether both are texts, or lists of one kind, that are not empty."""
    match one, other:
        case Text(a), Text(b):
            return bool(a and b)
        case Sequence(kind, (first, *_)), Sequence(same, (second, *_)):
            return kind == same and kind in LISTS and type(first) is type(second)
    return False


def _changed(value: Value) -> Iterator[Value]:
    """A text or a list as it is, without its end or its beginning, with more of its own kind, turned around."""
    yield value
    match value:
        case Text(text):
            sign = next((c for c in text if not c.isalnum() and c.isprintable()), "")
            ends = [text[:-1], text[1:], text + text[-1], text[::-1]]
            parts = [text.rpartition(sign)[0], *(text + sign + piece for piece in _PIECES)] if sign else []
            yield from (Text(one) for one in (*ends, *parts))
        case Sequence(_, items):
            more = [(*items, items[-1])]
            more += [(*items, type(items[0])(0))] if isinstance(items[0], (Int, Float)) else []
            yield from (replace(value, items=some) for some in (items[:-1], items[1:], items[::-1], *more))
