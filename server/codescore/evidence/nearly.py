"""Two arguments of one sort that are nearly the same: one is the other, or the other with a little more or less; items
of a list that are; what looks alike and is of another sort, an empty list and an empty mapping; equal numbers, large.

Chance hardly makes two texts or lists of which one is how the other begins, and that is where programs that compare two
part: versions `1.2` and `1.2.0`, a word and its plural, a list and the same with one item more; of items that are held
against each other, `aab` and `abb`, of the same signs and as long, and no anagrams.  Of equal numbers only small ones
are one object to who compares objects.  Pure.  Neighbours: `evidence.cases` (runs the reference),
`evidence.boundaries` (one argument by itself).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, permutations

from codescore.evidence.boundaries import LISTS
from codescore.evidence.calls import sequence, steps_of
from codescore.evidence.case import Case
from codescore.evidence.cases import Cases, extend
from codescore.evidence.channel import Room
from codescore.evidence.reach import interesting
from codescore.languages.execution import Entry, Input
from codescore.languages.shapes import AnyShape, MappingShape, NullShape, OneOf, SequenceShape, Shape
from codescore.languages.values import Call, Float, Int, Mapping, Null, Record, Sequence, Text, Value, rebuilt, walk

_SEEDS, _PAIRS = 4, 2  # inputs of which others are made, and pairs of arguments of each
_TIED = 4  # pairs of things in a list, and parts of each
_ONE = Int(1)
_LARGE = 1000  # larger than numbers that Java keeps one object of each
_BOXED = re.compile(r"\b(?:Integer|Long|Short)\b")  # numbers that are objects
#: What puts things in order, or chooses the first of them.
_SORTS = re.compile(
    r"sort|\b(?:min|max|nlargest|nsmallest|most_common)\(|heap|Comparator|Tree(?:Map|Set)|PriorityQueue|priority_queue"
)
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
    most = sorted((case.given for case in cases.inside() if not steps_of(case.given)), key=_varied, reverse=True)
    made += [given for seed in most[:_PAIRS] for given in (*_related_items(seed), *_related_pair(seed))]
    if _SORTS.search(cases.source):
        telling = sorted((case for case in cases.inside() if not steps_of(case.given)), key=_told, reverse=True)
        made += [given for case in telling[:_PAIRS] for given in _tied(case.given)]
    deep = sorted((case.given for case in cases.inside()), key=lambda one: max(map(_depth, one.arguments), default=0))
    made += [given for seed in deep[-_PAIRS:] for given in _nearly_one_mapping(seed)]
    again = sorted((case.given for case in cases.inside()), key=lambda one: (len(steps_of(one)), _equal(one)))
    made += [_raised(seed) for seed in again[-_SEEDS:] if _BOXED.search(cases.source)]
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
        if isinstance(text := given.arguments[one], Text):
            yield from (given.put(other, Text(written)) for written in _several(text.value))


def _related_items(given: Input) -> Iterator[Input]:
    """The input with nearly the same items in the first list of texts or of lists, in two orders, and beside others."""
    for place, value in enumerate(given.arguments):
        match value:
            case Sequence(kind, (Text() | Sequence(), *_) as items) if kind in LISTS:
                related = tuple(_relatives(max(items, key=_unlike)))
                for some in (related, related[::-1], (*items[:2], *related[:2])):
                    yield given.put(place, replace(value, items=some))
                return


def _told(case: Case) -> int:
    """How much a reference answers."""
    return sum(1 for _ in walk(case.expected.value)) if case.expected.value is not None else 0


def _tied(given: Input) -> Iterator[Input]:
    """The input with two things in a list, in two orders, that are alike but for one part, and with one value for all
    names of a table: what comes first of equal ones shows in nothing else."""
    for place, value in enumerate(given.arguments):
        match value:
            case Sequence(kind, (_, _, *_) as items) if kind in LISTS:
                for one, other in islice(permutations(items, 2), _TIED):
                    for alike in islice(_but_for_one(one, other), _TIED):
                        for some in ((one, alike), (alike, one)):
                            yield given.put(place, replace(value, items=some))
            case Mapping(_, ((_, first), _, *_) as pairs):
                tied = tuple((key, first) for key, _ in pairs)
                yield from (given.put(place, replace(value, items=some)) for some in (tied, tied[::-1]))


def _but_for_one(one: Value, other: Value) -> Iterator[Value]:
    """The one with a single part of the other."""
    match one, other:
        case Mapping(_, pairs), Mapping(_, others):
            for key, part in others:
                if any(key == known and part != mine for known, mine in pairs):
                    yield replace(one, items=tuple((k, part if k == key else v) for k, v in pairs))
        case Record(_, fields), Record(_, others):
            for name, part in others:
                if any(name == known and part != mine for known, mine in fields):
                    yield replace(one, fields=tuple((k, part if k == name else v) for k, v in fields))
        case Sequence(_, items), Sequence(_, others) if len(items) == len(others):
            for number, part in enumerate(others):
                if items[number] != part:
                    yield replace(one, items=(*items[:number], part, *items[number + 1 :]))


def _related_pair(given: Input) -> Iterator[Input]:
    """The input with two arguments of a sort that have the same signs or items, and not as often."""
    for one, other in permutations(range(len(given.arguments)), 2):
        if _alike(given.arguments[one], given.arguments[other]):
            first, second, *_ = _relatives(max(given.arguments[one], given.arguments[other], key=_unlike))
            yield given.put(one, first).put(other, second)
            return


def _nearly_one_mapping(given: Input) -> Iterator[Input]:
    """The input with the deeper of two mappings for both, one of them changed where it is deepest."""
    places = [place for place, one in enumerate(given.arguments) if isinstance(one, Mapping) and one.items]
    if len(places) > 1:
        deeper = max((given.arguments[place] for place in places[:2]), key=_depth)
        if isinstance(deeper, Mapping) and _depth(deeper) > 1:  # those inside of each other may be deeper still
            deeper = replace(deeper, items=((deeper.items[0][0], deeper),))
        for one, other in permutations(places[:2]):
            for changed in _changed_below(deeper):
                yield given.put(one, deeper).put(other, changed)


def _changed_below(value: Value) -> list[Value]:
    """A mapping with another value, nothing, or one thing more where it is deepest."""
    if not isinstance(value, Mapping) or not value.items:
        return []
    key, held = max(value.items, key=lambda item: _depth(item[1]))
    rest = tuple(item for item in value.items if item[0] != key)
    if inner := _changed_below(held):
        return [replace(value, items=((key, one), *rest)) for one in inner]
    more = (Text(f"{key.value}2") if isinstance(key, Text) else Int(_LARGE), held)
    other = Int(held.value + 1) if isinstance(held, Int) else Null()
    return [replace(value, items=items) for items in (((key, other), *rest), rest, (more, *rest), (*value.items, more))]


def _depth(value: Value) -> int:
    """How many mappings are inside each other."""
    if not isinstance(value, Mapping):
        return 0
    return 1 + max((_depth(held) for _, held in value.items), default=0)


def _equal(given: Input) -> int:
    """How many numbers of an input are there already."""
    numbers = [one for value in given.arguments for one in walk(value) if isinstance(one, Int)]
    return len(numbers) - len({*numbers})


def _raised(given: Input) -> Input:
    """The input with all numbers large, equal ones equal; how an object is made is left as it is."""

    def change(value: Value) -> Value:
        return Int(value.value + _LARGE) if isinstance(value, Int) else rebuilt(value, change)

    first, *later = steps_of(given) or (None,)
    if first is not None:
        return sequence((first, *(one for one in map(change, later) if isinstance(one, Call))))
    return replace(given, arguments=tuple(map(change, given.arguments)))


def _varied(given: Input) -> int:
    """How many signs, or items, are unlike in an argument, or in an item of one."""
    inner = [item for one in given.arguments if isinstance(one, Sequence) for item in one.items]
    return max(map(_unlike, (*inner, *given.arguments)), default=0)


def _unlike(value: Value) -> int:
    match value:
        case Text(text):
            return len({*text})
        case Sequence(_, items):
            return len({*items})
    return 0


def _relatives(value: Value) -> list[Value]:
    """Of the same signs or items as a value, as often or not: `aab`, `abb`, `aba`, itself, without its end, turned."""
    match value:
        case Text(text) if len(text) > 1:
            a, b = text[0], next((sign for sign in text if sign != text[0]), text[0])
            return [Text(one) for one in (a + a + b, a + b + b, a + b + a, text, text[:-1], text[::-1])]
        case Sequence(kind, items) if kind in LISTS and len(items) > 1:
            first, other = items[0], next((item for item in items if item != items[0]), items[0])
            made = ((first, first, other), (first, other, other), items, items[:-1], items[::-1])
            return [replace(value, items=one) for one in made]
    return [value, value]


def _several(text: str) -> list[str]:
    """Texts in which a text stands more than once: side by side, in other letters, with something between."""
    return [text * 3, f"{text} {text.upper()} {text.lower()}", f"a{text.swapcase()}, {text}b {text.title()}"]


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
