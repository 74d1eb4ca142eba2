"""Inputs for one entry: examples, boundary values, random values of the right shape, and mutations of what was tried.

Our own generator, not a library's: it must say the same inputs for every language and every version of anything (a
verdict can be repeated), start in no time, and mutate and shrink `Value` trees.  Small is where bugs are: sizes and
numbers are small most of the time, values of one input are drawn from a common pool so that they meet, and the
constants of both programs are in it.  Neighbours: `languages.shapes`, `evidence.mutate` (near an input),
`evidence.rounds` (asks for more).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, zip_longest

from codescore.evidence.calls import beside, draw_call, draw_calls, first_calls
from codescore.evidence.few_things import of_few_things
from codescore.evidence.given_twice import given_twice
from codescore.evidence.json_texts import as_json
from codescore.evidence.lines import draw_lines
from codescore.evidence.mappings import draw_mapping
from codescore.evidence.objects import draw_object, new_object
from codescore.evidence.overlaps import overlapping
from codescore.evidence.pool import Pool, draw_sign, fresh
from codescore.evidence.rising import ascending
from codescore.evidence.standard import draw_standard, standard_edges
from codescore.evidence.tables import MOST_ROWS, draw_table, fitting, of_few_signs
from codescore.evidence.texts import EVERYTHING, LETTERS, SIZES, draw_matching, draw_text, in_form, in_question
from codescore.evidence.token_texts import longer
from codescore.languages.execution import Entry, Input
from codescore.languages.shapes import (
    AnyShape,
    BoolShape,
    BytesShape,
    CallShape,
    CallsShape,
    CharShape,
    FloatShape,
    GroupShape,
    IntShape,
    JsonShape,
    LinesShape,
    MappingShape,
    NullShape,
    OneOf,
    RecordShape,
    Samples,
    SelfShape,
    SequenceShape,
    Shape,
    StandardShape,
    TakenShape,
    TextShape,
    TupleShape,
    UpTo,
)  # fmt: skip
from codescore.languages.values import (
    Bool,
    Bytes,
    Char,
    Float,
    Group,
    Int,
    Mapping,
    Null,
    Sequence,
    Text,
    Value,
)  # fmt: skip

_LEFT_OUT = 4  # more such inputs that leave out what has a default
_DRAWN_LONG, _LONGEST, _LONG_ONES = 8, 64, 6  # items that are drawn now and then; at most; how many sizes
_SUMMED, _GOES_BY = 10_000, 10  # numbers that are added up, and by what something may go
_PERIODS, _SUMS = 4, 20  # how many of these, and of the former
_DEEPEST = 4
_APART, _SPECIAL = 0.7, 0.92  # of numbers: a unit from another one; none or without end where asked for, from here on
_SAME, _TURNED = 0.15, 0.6  # of two alike collections one is the other; in another order
_LONGER = 0.7  # share of texts for standard input that are made from one that was taken
_FURTHER = 4  # times as far from 0 as the largest real constant
#: Numbers from here on are at the limits of the machine.
MACHINE = 2**31 - 1  # limits from here on are the machine's, not the task's: there any sum of two numbers overflows
_WHOLE = (0, 1, -1, 2, 3, 10, -2, 5, 7, 100, 12, -10)
_REAL = (0.0, 1.0, -1.0, 0.5, 1.5, 2.25, -2.5, 3.14, 10.0, 100.5)
_ANY: tuple[Shape, ...] = (IntShape(), SequenceShape(IntShape()), TextShape())


def draw(shape: Shape, pool: Pool, depth: int = 0) -> Value:  # noqa: C901, PLR0911, PLR0912  one case per shape
    """A random value of a shape."""
    chance = pool.chance
    match shape:
        case AnyShape():
            return draw(IntShape() if depth else chance.choice(_ANY), pool, depth)
        case NullShape() | SelfShape():
            return Null()
        case BoolShape():
            return Bool(chance.random() < 0.5)
        case IntShape(low, high):
            return Int(_whole(low, high, pool))
        case UpTo(low):
            return Int(low)
        case FloatShape():
            return Float(_real(shape, pool))
        case TextShape():
            return Text(draw_text(shape, pool, draw))
        case CharShape(alphabet):
            return Char(draw_sign(pool, alphabet, EVERYTHING))
        case BytesShape():
            return Bytes(bytes(chance.randrange(256) for _ in range(chance.choice(SIZES))))
        case SequenceShape():
            return _sequence(shape, pool, depth)
        case TupleShape(items, kind):
            return Sequence(kind, tuple(draw(item, pool, depth + 1) for item in items))
        case GroupShape(element, kind):
            made = dict.fromkeys(draw(element, pool, depth + 1) for _ in range(_size(pool, depth)))
            return Group(kind, tuple(made))
        case MappingShape():
            count = chance.choice((0, 0, 1)) if shape.required or shape.each else _size(pool, depth)
            return draw_mapping(shape, count, pool, lambda inner: draw(inner, pool, depth + 1))
        case RecordShape():
            return draw_object(shape, pool, draw)
        case StandardShape(type_):
            return draw_standard(type_, pool)
        case OneOf(options):
            return draw(chance.choice(in_question(options, pool)), pool, depth)
        case Samples(values):
            return draw_matching(shape, pool) if shape.pattern else chance.choice(values)
        case JsonShape(inner):
            return Text(as_json(draw(inner, pool, depth)))
        case TakenShape(texts):
            return Text(longer(chance.choice(texts), pool) if chance.random() < _LONGER else chance.choice(texts))
        case LinesShape():
            return Text(draw_lines(shape, pool, draw))
        case CallShape():
            return draw_call(shape, pool, draw)
        case CallsShape():
            return draw_calls(shape, pool, draw)


def _size(pool: Pool, depth: int) -> int:
    size = pool.chance.choice(SIZES)
    return size if depth == 0 else min(size, 5)


def _whole(low: int | None, high: int | None, pool: Pool) -> int:
    chance = pool.chance
    kind = chance.random()
    if pool.drawn_whole and kind < 0.3:
        number = chance.choice(pool.drawn_whole) + chance.choice((0, 0, 0, 1, -1))
    elif pool.whole and kind < 0.4:
        number = chance.choice(pool.whole)
    elif pool.sums and kind < 0.44:
        number = chance.choice(pool.sums)
    elif pool.units and kind < 0.6:
        step = chance.choice((0, 0, 1, -1)) + chance.choice(pool.units) * chance.choice((1, 1, 2, 3, 5, 8, -1, -2))
        number = step + (chance.choice(pool.drawn_whole) if pool.drawn_whole and chance.random() < _APART else 0)
    elif kind < 0.93:
        number = chance.randint(-pool.near, pool.near) if chance.random() < 0.5 else chance.randint(0, pool.near)
    else:
        number = chance.choice((1, 1, 1, -1)) * chance.randrange(10 ** chance.randint(1, 3))
    number = number if low is None else max(low, number if number >= low else low + abs(number) % 20)
    number = number if high is None else min(high, number if number <= high else high - abs(number) % 20)
    number = number if low is None else max(low, number)  # a span narrower than the step back
    pool.drawn_whole.append(number)
    return number


def _real(shape: FloatShape, pool: Pool) -> float:
    chance = pool.chance
    kind = chance.random()
    if pool.real and kind < 0.1:
        number = chance.choice(pool.real)
    elif kind < 0.3:
        number = float(_whole(None, None, pool))
    elif kind < 0.4:
        number = chance.choice(_REAL)
    elif pool.far and kind < 0.46:
        number = round(chance.uniform(-_FURTHER * pool.far, _FURTHER * pool.far), 1)
    else:
        number = round(chance.uniform(-pool.near if kind < 0.6 else 0, pool.near), chance.choice((1, 2, 3)))
    if shape.special and kind > _SPECIAL:
        return chance.choice((float("nan"), float("inf"), float("-inf")))
    number = number if shape.low is None else max(shape.low, number)
    return number if shape.high is None else min(shape.high, number)


def _sequence(shape: SequenceShape, pool: Pool, depth: int) -> Sequence:
    chance = pool.chance
    size = fitting(_size(pool, depth) if depth < _DEEPEST else 0, shape)
    if isinstance(shape.element, SequenceShape) and chance.random() < 0.5:  # as tables are: rows of one length
        rows = fitting(min(size, MOST_ROWS), shape)
        items = draw_table(shape.element, rows, pool, lambda row: draw(row, pool, depth + 1))
    else:
        element = of_few_signs(shape.element, pool) if size > 1 and not depth else shape.element
        items = [draw(element, pool, depth + 1) for _ in range(size)]
    if items and chance.random() < 0.15:  # runs and repetitions
        items = [chance.choice(items) for _ in items]
    if shape.distinct or chance.random() < 0.05:
        once = list(dict.fromkeys(items))
        items = once if shape.distinct or len(once) >= shape.min_size else items
    if shape.ordered or chance.random() < 0.2:
        items = ascending(items)
    return Sequence(shape.kind, tuple(items))


def boundary(shape: Shape, pool: Pool) -> list[Value]:  # noqa: PLR0911  one form per shape
    """Values at the edge of a shape, the simplest first."""
    match shape:
        case BoolShape():
            return [Bool(False), Bool(True)]
        case IntShape(low, high):
            numbers = [*_WHOLE, *pool.whole[:12]]
            numbers += [n for n in (low, high) if n is not None and abs(n) < MACHINE]
            return [Int(n) for n in dict.fromkeys(numbers) if (low is None or n >= low) and (high is None or n <= high)]
        case FloatShape(low, high):
            return [
                Float(n) for n in (*_REAL, *pool.real[:6]) if (low is None or n >= low) and (high is None or n <= high)
            ]
        case TextShape():
            signs = shape.alphabet or LETTERS
            texts = ["", signs[0], signs[0] * 2, signs[:3], *shape.samples[:8]]
            if shape.written is not None:
                texts = [*(in_form(shape.written, fresh(pool), draw) for _ in range(4)), *texts]
            most = 1 if shape.min_size == shape.max_size == 1 else len(max(texts, key=len))
            return [Text(t) for t in dict.fromkeys(texts) if shape.min_size <= len(t) <= most]
        case SequenceShape():
            return _short(shape, pool)
        case OneOf(options):
            rows = zip_longest(*(boundary(option, pool) for option in options))  # what is mixed has mixed edges
            return [value for row in rows for value in row if value is not None]
        case AnyShape():
            return [value for option in _ANY for value in boundary(option, pool)[:4]]
        case NullShape():
            return [Null()]
        case Samples(values):
            return list(values)
        case StandardShape(type_):
            return standard_edges(type_)
        case RecordShape(optional=(_, *_)):
            return _options(shape, pool)
        case CallsShape():
            return first_calls(shape, fresh(pool), draw)
    return [draw(shape, fresh(pool)) for _ in range(6)]


def _options(shape: RecordShape, pool: Pool) -> list[Value]:
    """Without any of the optional fields, then with one of them, at the edges of its values."""
    fields = [(name, inner) for name, inner in shape.fields if name in shape.optional]
    own = [[(name, edge) for edge in boundary(inner, pool)[:3]] for name, inner in fields]
    made: list[Value] = []
    for one in (None, *(one for row in zip_longest(*own) for one in row if one is not None)):
        once = fresh(pool)
        base = new_object(replace(shape, optional=()), once, draw)
        held = dict(base.fields) | dict([one] if one is not None else [])
        there = [name for name, _ in shape.fields if name not in shape.optional or (one is not None and name == one[0])]
        made.append(replace(base, fields=tuple((name, held[name]) for name in there)))
    return made


def _short(shape: SequenceShape, pool: Pool) -> list[Value]:
    inner = boundary(shape.element, pool)[:5] or [draw(shape.element, fresh(pool))]
    one = inner[0]
    lists: list[tuple[Value, ...]] = [(), (one,), (one, one), tuple(inner[:2]), tuple(inner[1::-1]), tuple(inner)]
    return [Sequence(shape.kind, items) for items in dict.fromkeys(lists) if len(items) == fitting(len(items), shape)]


def edges(entry: Entry, pool: Pool, most: int) -> Iterator[Input]:
    """Inputs at the edge: each parameter's boundary values, the others' drawn, some pairs."""
    lists = [boundary(parameter.shape, pool) for parameter in entry.parameters]
    if not lists:
        yield Input()
        return
    longest = max(len(values) for values in lists)
    for row in range(min(longest, most)):
        once = fresh(pool)
        yield _input(
            entry,
            [
                values[row] if row < len(values) else draw(p.shape, once)
                for p, values in zip(entry.parameters, lists, strict=True)
            ],
        )
    for row in range(min(longest * (len(lists) > 1), most // 2)):
        once = fresh(pool)
        chosen = [
            once.chance.choice(values) if values else draw(p.shape, once)
            for p, values in zip(entry.parameters, lists, strict=True)
        ]
        chosen[row % len(chosen)] = draw(entry.parameters[row % len(chosen)].shape, once)
        yield _input(entry, chosen)


def random_input(entry: Entry, pool: Pool) -> Input:
    """A random input; parameters that have a default are sometimes left out."""
    once = fresh(pool)
    values = beside([draw(parameter.shape, once) for parameter in entry.parameters], once)
    values = of_few_things(entry, _related(entry, values, once), once, draw)
    optional = sum(parameter.optional for parameter in entry.parameters)
    if optional and once.chance.random() < 0.4:
        values = values[: len(values) - once.chance.randint(1, optional)]
    return given_twice(entry, _input(entry, values), once.chance)


def _related(entry: Entry, values: list[Value], pool: Pool) -> list[Value]:
    """Where two parameters take collections alike, the second is now and then the first again, in some order."""
    for place, (one, other) in enumerate(pairwise(entry.parameters)):
        first = values[place]
        if not isinstance(first, (Sequence, Mapping)) or one.declared != other.declared:
            continue
        if _alike(one.shape, other.shape) and pool.chance.random() < _SAME:
            values[place + 1] = _turned(first, pool) if pool.chance.random() < _TURNED else first
    return values


def _alike(one: Shape, other: Shape) -> bool:
    """Whether two shapes are of one kind, whatever their limits are."""
    match one, other:
        case SequenceShape(), SequenceShape():
            return one.kind == other.kind and _alike(one.element, other.element)
        case MappingShape(), MappingShape():
            return one.kind == other.kind and _alike(one.value, other.value)
        case OneOf(options), OneOf(others):
            return len(options) == len(others) and all(map(_alike, options, others))
    return type(one) is type(other)


def _turned(value: Sequence | Mapping, pool: Pool) -> Value:
    """The same items in another order."""
    order = pool.chance.sample(range(len(value.items)), len(value.items))
    if isinstance(value, Sequence):
        return replace(value, items=tuple(value.items[place] for place in order))
    return replace(value, items=tuple(value.items[place] for place in order))


def at_constants(entry: Entry, pool: Pool) -> Iterator[Input]:
    """Inputs as long as a constant, with numbers that are the sum of two, and with a part of one in the other."""
    yield from sized(entry, pool)
    yield from _summed(entry, pool)
    for one, two, whole, part in overlapping(entry):
        once = fresh(pool)
        values = [draw(parameter.shape, once) for parameter in entry.parameters]
        values[one], values[two] = whole, part
        yield _input(entry, values)


def sized(entry: Entry, pool: Pool) -> Iterator[Input]:
    """Inputs with a collection or a text as long as a constant, where it is longer than what is usually drawn.

    What has a default is left out of some more: the constant may be one.
    """
    needed = len(entry.parameters) - sum(one.optional for one in entry.parameters)
    sizes = sorted({number for number in pool.whole if _DRAWN_LONG < number <= _LONGEST})[-_LONG_ONES:]
    for place, parameter in enumerate(entry.parameters):
        for size in sizes:
            shape, once = parameter.shape, fresh(pool)
            if isinstance(shape, (SequenceShape, TextShape)) and (shape.max_size is None or size <= shape.max_size):
                values = [draw(one.shape, once) for one in entry.parameters]
                values[place] = draw(replace(shape, min_size=size, max_size=size), once)
                yield _input(entry, values)
                for _ in range(_LEFT_OUT if place < needed < len(values) else 0):
                    others = [draw(one.shape, once) for one in entry.parameters[:needed]]
                    yield _input(entry, [*others[:place], values[place], *others[place + 1 :]])


def _summed(entry: Entry, pool: Pool) -> Iterator[Input]:
    """Inputs with a number that is the sum of two constants: what goes by hundreds (`n % 100`) is met behind the first.

    The larger one is what it may go by.
    """
    known = sorted({number for number in pool.whole if 0 < number <= _SUMMED})
    by = [number for number in known if number >= _GOES_BY][-_PERIODS:]
    sums = sorted({one + period for period in by for one in known[:_SUMS] if one <= period})
    for place, parameter in enumerate(entry.parameters):
        for number in sums if isinstance(parameter.shape, IntShape) else ():
            once = fresh(pool)
            values = [draw(one.shape, once) for one in entry.parameters]
            values[place] = Int(number)
            yield _input(entry, values)


def _input(entry: Entry, values: list[Value]) -> Input:
    if entry.kind == "script":
        only = values[0] if values else Text("")
        return Input((), only.value if isinstance(only, Text) else "")
    return Input(tuple(values))
