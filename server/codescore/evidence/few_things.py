"""Lists of rows that are about a few things: edges between three or four towns, some of them at the same cost.

What a program does where two ways cost the same, or two rows are of one day, shows where their parts come again, and
rows whose parts are drawn one by one hardly ever agree in two of them.  So in some inputs the names and the numbers of
all rows are each out of a few, in each input of other ones (a swarm of small pools), and what stands beside the list is
mostly one of these.  Pure.  Neighbours: `evidence.generate` (asks), `evidence.swarm` (the same of calls).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from random import Random

from codescore.evidence.pool import Pool, takes_names
from codescore.languages.execution import Entry
from codescore.languages.shapes import IntShape, MappingShape, RecordShape, SequenceShape, Shape, TextShape, TupleShape
from codescore.languages.values import Int, Mapping, Record, Sequence, Text, Value

_SHARE, _BESIDE, _APART = 0.4, 0.8, 0.85  # of inputs; of what stands beside; of things in a row that are two things
_ROWS, _THINGS = (3, 3, 4, 5, 6, 8), (2, 3, 3, 3, 4, 4)  # rows of a list; names, or numbers that may be names, in all
_NUMBERED, _NUMBERS = (
    0.8,
    (1, 2, 2, 2, 3),
)  # of last parts of rows, and a fourth of others: fewer numbers
_TRIES = 3  # to find things that were in no row before
_LETTERS = "abcdABCD"
_FROM = (0, 1, 1)  # the least of these numbers, where nothing says it
Drawer = Callable[[Shape, Pool], Value]


@dataclass(slots=True)  # mutable: what was drawn last
class _Few:
    """The names and the numbers of one input: so many things, the numbers from `least` on, and fewer to count by."""

    chance: Random
    names: tuple[str, ...]
    least: int
    numbers: int
    last: list[Value] = field(default_factory=list)  # in the row at hand, or beside the lists

    def one(self, shape: Shape | None, *, counts: bool = False) -> Value | None:
        """One that a shape takes, mostly none that was drawn last; None where it takes none of them."""
        many = self.numbers if counts else len(self.names)
        known: list[Value] = []
        match shape:
            case TextShape() if takes_names(shape):
                known = [*map(Text, self.names)]
            case IntShape(low, high):
                first = self.least if low is None else max(low, self.least)
                known = [Int(number) for number in range(first, first + many) if high is None or number <= high]
        others = [one for one in known if one not in self.last] if self.chance.random() < _APART and not counts else []
        made = self.chance.choice(others or known) if known else None
        self.last += [made] if made is not None and not counts else []
        return made


def of_few_things(entry: Entry, values: list[Value], pool: Pool, draw: Drawer) -> list[Value]:
    """The arguments, where some are lists of rows now and then with rows, and others beside them, of few things."""
    given = entry.parameters[: len(values)]
    rows = {place: _parts(one.shape) for place, one in enumerate(given) if _of_rows(one.shape)}
    chance = pool.chance
    if not rows or chance.random() >= _SHARE:
        return values
    names = tuple(chance.sample(_LETTERS, chance.choice(_THINGS)))
    few = _Few(chance, names, chance.choice(_FROM), chance.choice(_NUMBERS))
    made = list(values)
    for place, parts in rows.items():
        value, shape = values[place], entry.parameters[place].shape
        if isinstance(shape, SequenceShape) and isinstance(value, Sequence):
            counting = {n for n in range(len(parts)) if chance.random() < _NUMBERED / (1 if n == len(parts) - 1 else 4)}
            many = max(shape.min_size, min(chance.choice(_ROWS), shape.max_size or _ROWS[-1]))
            items = (*value.items, *(draw(shape.element, pool) for _ in range(many - len(value.items))))
            made[place] = replace(value, items=tuple(_rows(parts, items[:many], few, counting)))
    few.last = []
    for place, one in enumerate(given):
        if place not in rows and chance.random() < _BESIDE:
            made[place] = few.one(one.shape) or values[place]
    return made


def _of_rows(shape: Shape) -> bool:
    """Whether it is a list of any number of rows with more than one name or number."""
    if not isinstance(shape, SequenceShape) or shape.min_size == shape.max_size or shape.ordered or shape.distinct:
        return False
    return sum(isinstance(one, (TextShape, IntShape)) for one in _parts(shape).values()) > 1


def _parts(rows: Shape) -> dict[int | str, Shape]:
    """The parts of each row of a list, by their places or names."""
    match getattr(rows, "element", None):
        case TupleShape(items):
            return dict(enumerate(items))
        case RecordShape(_, fields, False):
            return dict(fields)
        case MappingShape(each=each):
            return dict(each)
    return {}


def _rows(parts: dict[int | str, Shape], items: Iterable[Value], few: _Few, counting: set[int]) -> Iterator[Value]:
    """Rows with such names and numbers, mostly of things that were in none before together."""
    seen: set[frozenset[Value]] = set()
    for item in items:
        made = _row(parts, item, few, counting)
        for _ in range(_TRIES):
            if frozenset(few.last) not in seen:
                break
            made = _row(parts, item, few, counting)
        seen.add(frozenset(few.last))
        yield made


def _row(parts: dict[int | str, Shape], value: Value, few: _Few, counting: set[int]) -> Value:
    """A row with such names and numbers, those at the places in `counting` out of fewer."""
    few.last = []
    places = {name: place for place, name in enumerate(parts)}

    def other(name: int | str, part: Value) -> Value:
        return few.one(parts.get(name), counts=places.get(name, -1) in counting) or part

    match value:
        case Sequence(_, items) if len(items) == len(parts):
            return replace(value, items=tuple(other(place, part) for place, part in enumerate(items)))
        case Record(_, fields):
            return replace(value, fields=tuple((name, other(name, part)) for name, part in fields))
        case Mapping(_, pairs):
            held = ((key, other(key.value, part) if isinstance(key, Text) else part) for key, part in pairs)
            return replace(value, items=tuple(held))
    return value
