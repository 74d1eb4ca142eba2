"""What the inputs of exercises usually have in common, in relation to each other: places in a list, lists of n items,
rows of one length, texts of letters or digits.

Which of them hold nobody says; they are tried (`evidence.learned`, on what a reference takes) and proven
(`evidence.agreed`, on where two programs agree).  Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import permutations, product
from string import ascii_lowercase, digits

from codescore.evidence.asked_of import (
    SIGN,
    SIGN_OR_ZERO,
    asks_for,
    asks_for_empty,
    begins_below_all,
    deals_with_fractions,
    own_name,
    puts_in_its_place,
    taken_apart,
    told_from_nothing,
)
from codescore.evidence.domain import Domain, of_member
from codescore.evidence.fixed_places import places_of, places_of_rows
from codescore.languages.assumed import Assumption, Property
from codescore.languages.called import names_in
from codescore.languages.execution import Entry, Input
from codescore.languages.held_patterns import is_held
from codescore.languages.shapes import (
    CharShape,
    FloatShape,
    GroupShape,
    IntShape,
    MappingShape,
    OneOf,
    RecordShape,
    SequenceShape,
    Shape,
    TextShape,
    TupleShape,
)
from codescore.languages.text_forms import takes_any_space
from codescore.languages.values import Char, Text, Value
from codescore.languages.zeros import takes_plain_numbers

#: What holds together, or not at all.
Usual = tuple[Assumption, ...]

_WORDS = frozenset(("word", "noun", "verb", "name", "surname", "title"))  # no single sign is one
WEIGHT = 0.85  # how surely inputs keep to what a reference fails on otherwise
_WIDTHS = (2, 3)  # of rows that are taken apart by place
_SIZES = (1, 2, 3)  # that a collection has at least
FEWEST, MOST = 2, 8  # signs of which texts are made
_IN_LIST: tuple[Property, ...] = ("places of", "counted in")
_IN_ONE: tuple[Property, ...] = ("up to size", *_IN_LIST)


def in_words(some: Usual) -> tuple[str, ...]:
    """What holds, for a person; two ends of the numbers in a table, or of a length, as one thing."""
    match some:
        case (Assumption(name, "at least", bound=low), Assumption(other, "at most", bound=high), *rest) if (
            name == other
        ):
            return (f"{name} has no number outside of {low} … {high}", *in_words(tuple(rest)))
        case (Assumption(name, "size at least", bound=size), Assumption(other, "size at most"), *rest) if name == other:
            return (f"{name} has {size} items", *in_words(tuple(rest)))
        case (Assumption(name, "one of", other=signs), *rest) if len(signs) == 2 * signs.count("\n") + 1:
            return (f"{name} has nothing but {', '.join(map(repr, signs.splitlines()))}", *in_words(tuple(rest)))
        case (first, *rest):
            return (first.words(), *in_words(tuple(rest)))
    return ()


def usual(entry: Entry, constants: Iterable[Value], because: str) -> list[Usual]:
    """Everything that inputs of an entry may have in common, what asks less of them first."""
    shapes = {parameter.name: parameter.shape for parameter in entry.parameters}
    known = [*_alone(shapes, because), *_sizes(shapes, because), *_places(shapes, because)]
    return list(dict.fromkeys([*known, *_signs(shapes, constants, because)]))


def ordinary(entry: Entry, because: str, source: str = "", beside: str = "") -> list[Usual]:
    """What most inputs have in common whatever the task is: no number of several is below 0, unless the `source` or the
    program `beside` it asks for its sign, rows are of one length, a
    method that keeps something under a name is not told of one twice; texts have as many parts as the `source` takes
    them apart into, and something in each, and no line break or tab where it takes white space of every kind and names
    none; nothing in a list is empty; no number in a text begins with 0 where the `source` makes numbers of texts.
    """
    some = list(taken(entry))
    numbers = [] if begins_below_all(source) else _not_below(0, some, because, f"{source}\n{beside}")
    tables = [
        Assumption(name, "rows alike", because, weight=WEIGHT) for name, shape in some if _is_table(shape, source)
    ]
    first = [
        Assumption(of_member(member, member.parameters[0].name), "new", because, weight=WEIGHT)
        for member in entry.members[1:]
        if member.parameters and isinstance(member.parameters[0].shape, (IntShape, TextShape))
        if puts_in_its_place(source, member.name, member.parameters[0].name)
    ]
    texts = [(name, shape) for name, shape in some if spelt(shape)]
    parted = [
        Assumption(name, "filled", because, weight=WEIGHT, bound=bound, other=sign)
        for (name, _), (sign, bound) in product(texts, sorted(taken_apart(source)))
    ]
    padded = [
        Assumption(name, "plain numbers", because, weight=WEIGHT)
        for name, _ in texts
        if takes_plain_numbers(name, source)
    ]
    spaced = texts if takes_any_space(source) else []
    lines = [Assumption(name, "one line", because, weight=WEIGHT) for name, _ in spaced]
    long = [
        Assumption(name, "size at least", because, weight=WEIGHT, bound=2)
        for name, shape in some
        if isinstance(shape, TextShape) and {*names_in(own_name(name))[-1:]} & _WORDS
    ]
    whole = [
        Assumption(name, "decimals", because, weight=WEIGHT)
        for name, shape in some
        if _any_number(shape) and not deals_with_fractions(f"{source}\n{beside}")
    ]
    full = [
        Assumption(name, "no empty item", because, weight=WEIGHT)
        for name, shape in some
        if _holds_some(shape) and not asks_for_empty(source, name)
    ]
    sized = [*_sized(some, source, because)]
    found = [
        *sized,
        *((one,) for one in (*tables, *numbers, *first, *parted, *padded, *lines, *long, *whole, *full)),
        tuple(numbers),
        tuple(whole),
    ]
    return [one for one in dict.fromkeys(found) if one]


def counting(entry: Entry, because: str, source: str) -> list[Usual]:
    """What many inputs have in common, but not so many that a 0 were strange: all numbers of several are 1 or more, or
    those in a list are places in a list, from 0 or from 1."""
    some = list(taken(entry))
    numbers = [] if begins_below_all(source) else _not_below(1, some, because, source)
    places = [
        Assumption(one.name, property_, because, weight=WEIGHT, bound=1, other=other.name)
        for one, other in product(entry.parameters, repeat=2)
        for property_ in _IN_LIST
        if _long(one.shape) and counts(one.shape) and not _rows(one.shape) and _long(other.shape)
        if not re.search(r"\bdefault ?=", source)  # it says what comes of an empty one, in which there is no place
    ]
    return [one for one in dict.fromkeys([*((one,) for one in (*numbers, *places)), tuple(numbers)]) if one]


def _not_below(least: int, some: Iterable[tuple[str, Shape]], because: str, source: str) -> list[Assumption]:
    """That of several numbers none is below that, where the source does not ask for their sign."""
    return [
        Assumption(name, "at least", because, weight=WEIGHT, bound=least)
        for name, shape in some
        if _has_numbers(shape) and not isinstance(shape, (IntShape, FloatShape))  # the sign of one may be its point
        if not asks_for(own_name(name), source, SIGN if least == 0 else SIGN_OR_ZERO)
        if least == 0 or not told_from_nothing(own_name(name), source)
    ]


def _sized(some: Iterable[tuple[str, Shape]], source: str, because: str) -> Iterator[Usual]:
    """As many items, or items of each row, as a program looks at by their number; in each, and in all of them."""
    found: list[Usual] = []
    for name, shape in some:
        if isinstance(shape, SequenceShape) and (size := places_of(name, source)):
            least = Assumption(name, "size at least", because, weight=WEIGHT, bound=size)
            found.append((least, replace(least, property="size at most")))
        if _rows(shape) and (size := places_of_rows(name, source)):
            found.append((Assumption(name, "row size", because, weight=WEIGHT, bound=size),))
    yield from found
    if len(found) > 1:
        yield tuple(one for some_ in found for one in some_)


def oddity(domain: Domain, source: str) -> Callable[[Input], int]:
    """How much of what most inputs keep one breaks: what is plainest to a reader breaks nothing."""
    most = ordinary(domain.entry, "", source)
    return lambda given: sum(not domain.keeps(one, given) for one in most)


def _alone(shapes: dict[str, Shape], because: str) -> Iterator[Usual]:
    """Of one parameter: signs of numbers, lengths, rows.

    Not order, nor that items are distinct: who compares otherwise differs on nothing else.
    """
    for name, shape in shapes.items():
        if counts(shape):
            yield (Assumption(name, "at least", because, weight=WEIGHT, bound=0),)
            yield (Assumption(name, "at least", because, weight=WEIGHT, bound=1),)
        if _long(shape):
            for bound in _SIZES:
                yield (Assumption(name, "size at least", because, weight=WEIGHT, bound=bound),)
            yield (Assumption(name, "even", because, weight=WEIGHT),)
        if _rows(shape):
            yield (Assumption(name, "rows alike", because, weight=WEIGHT),)
            yield (Assumption(name, "square", because, weight=WEIGHT),)
            for width in _WIDTHS:
                yield (Assumption(name, "row size", because, weight=WEIGHT, bound=width),)


def _sizes(shapes: dict[str, Shape], because: str) -> Iterator[Usual]:
    """Of two: as long as each other, as long as a number says, one number up to another."""
    long = [name for name, shape in shapes.items() if _long(shape)]
    whole = [name for name, shape in shapes.items() if isinstance(shape, IntShape)]
    for one, other in permutations(long, 2):
        yield (Assumption(one, "sized", because, weight=WEIGHT, bound=1, other=other),)
        if _rows(shapes[one]):
            yield (Assumption(one, "rows sized", because, weight=WEIGHT, bound=1, other=other),)
    for one, other in permutations(whole, 2):
        yield (Assumption(one, "up to", because, weight=WEIGHT, other=other),)
    for number in whole:
        flat = [Assumption(name, "sized", because, weight=WEIGHT, other=number) for name in long]
        rows = [Assumption(n, "rows sized", because, weight=WEIGHT, other=number) for n in long if _rows(shapes[n])]
        yield from ((one,) for one in flat)
        if len(long) > 1:
            yield tuple(flat)
            yield (*(one for one in flat if not _rows(shapes[one.parameter])), *rows)


def _places(shapes: dict[str, Shape], because: str) -> Iterator[Usual]:
    """Numbers that are places in a collection, or in one of so many things; of several parameters together."""
    for other, around in shapes.items():
        if not _long(around) and not isinstance(around, IntShape):
            continue
        counted = [name for name, shape in shapes.items() if counts(shape) and (name != other or _long(around))]
        for property_ in _IN_ONE:
            within = [
                Assumption(name, property_, because, weight=WEIGHT, bound=int(_long(around)), other=other)
                for name in counted
            ]
            yield from ((one,) for one in within)
            if len(within) > 1:
                yield tuple(within)


def _signs(shapes: dict[str, Shape], constants: Iterable[Value], because: str) -> Iterator[Usual]:
    """Texts of the signs that a program knows, of digits, of letters."""
    texts = [name for name, shape in shapes.items() if spelt(shape)]
    marks = dict.fromkeys(c.value for c in constants if isinstance(c, (Text, Char)) and len(c.value) == 1)
    alphabets = ["".join(marks)] if FEWEST <= len(marks) <= MOST else []
    for signs in (*alphabets, "01", digits, ascii_lowercase):
        one = tuple(Assumption(name, "made of", because, weight=WEIGHT, other=signs) for name in texts)
        yield from ((single,) for single in one)
        if len(one) > 1:
            yield one


def taken(entry: Entry) -> Iterator[tuple[str, Shape]]:
    """What an entry takes, or of a class what its members take, by name."""
    for member in entry.members:
        yield from ((of_member(member, one.name), one.shape) for one in member.parameters)
    yield from ((one.name, one.shape) for one in entry.parameters if not entry.members)


def _inner(shape: Shape) -> Iterator[Shape]:
    """What is in it, itself where it holds nothing."""
    match shape:
        case SequenceShape(element):
            yield from _inner(element)
        case TupleShape(items) | OneOf(items):
            for item in items:
                yield from _inner(item)
        case _:
            yield shape


def counts(shape: Shape) -> bool:
    """Whether it is a whole number, or all that it holds are some."""
    return all(isinstance(one, IntShape) for one in _inner(shape))


def spelt(shape: Shape) -> bool:
    """Whether it is a text, of which no part is held against a pattern."""
    return all(isinstance(one, CharShape) or (isinstance(one, TextShape) and _free(one)) for one in _inner(shape))


def _free(shape: TextShape) -> bool:
    parts = shape.written.parts if shape.written is not None else ()
    return not any(is_held(one) or (isinstance(one, TextShape) and not _free(one)) for one in parts)


def counted_tables(entry: Entry) -> Iterator[tuple[int, str]]:
    """The parameters that are tables of nothing but whole numbers: where they stand, and their names."""
    for place, one in enumerate(entry.parameters):
        if _rows(one.shape) and counts(one.shape):
            yield place, one.name


def _long(shape: Shape) -> bool:
    return isinstance(shape, (SequenceShape, TextShape)) and not isinstance(
        getattr(shape, "element", None), RecordShape
    )


def _has_numbers(shape: Shape) -> bool:
    """Whether it is a number, or one is in it."""
    match shape:
        case IntShape() | FloatShape():
            return True
        case SequenceShape(inner) | GroupShape(inner):
            return _has_numbers(inner)
        case MappingShape(key, value, each=each):
            return any(map(_has_numbers, (key, value, *(one for _, one in each))))
        case TupleShape(items) | OneOf(items):
            return any(map(_has_numbers, items))
        case RecordShape(_, fields):
            return any(_has_numbers(one) for _, one in fields)
    return False


def _any_number(shape: Shape) -> bool:
    """Whether it is, or holds, what may be a whole number and a fraction as well, as numbers in JavaScript are."""
    match shape:
        case OneOf(options):
            return {IntShape, FloatShape} <= {type(one) for one in options} or any(map(_any_number, options))
        case SequenceShape(inner) | GroupShape(inner):
            return _any_number(inner)
        case MappingShape(_, value, each=each):
            return any(map(_any_number, (value, *(one for _, one in each))))
        case TupleShape(items):
            return any(map(_any_number, items))
        case RecordShape(_, fields):
            return any(_any_number(one) for _, one in fields)
    return False


#: What looks into the rows of a grid of signs: `plan[r][c]`, `len(grid[0])`, `grid[0].length`, `grid.get(r).charAt(c)`.
_GRID = re.compile(
    r"\b\w{1,40}\[[^\]\n]{1,60}\]\s{0,3}\[|\blen\(\w+\[0\]\)|\[0\]\.(?:length|size)\b|\.charAt\(|\.at\([^()]*\)\s*\["
)


def _holds_some(shape: Shape) -> bool:
    """Whether it is a list of texts or of lists."""
    return isinstance(shape, SequenceShape) and isinstance(shape.element, (TextShape, SequenceShape))


def _is_table(shape: Shape, source: str) -> bool:
    signs = isinstance(shape, SequenceShape) and isinstance(shape.element, TextShape)
    return _rows(shape) or (signs and _GRID.search(source) is not None)


def _rows(shape: Shape) -> bool:
    return isinstance(shape, SequenceShape) and isinstance(shape.element, SequenceShape)
