"""Relations between the numbers, lengths and rows of an input: whether one holds, and the nearest input where it does.

The size of a collection or a text is its length, that of a number the number itself: `nodes` has numbers from 0 to
`n - 1`, `prices` has `n` items.  Pure.  Neighbours: `evidence.properties` (asks; what is said of one value alone),
`evidence.usual` (which of them inputs usually keep).
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import MAXYEAR
from random import Random

from codescore.evidence.adjacency import both_ways, own_keys, with_both_ways, with_own_keys
from codescore.evidence.among import named_in, own_places, with_names_in, with_own_places
from codescore.evidence.edge_lists import NODES, are_edges, with_edges
from codescore.evidence.parts import beside
from codescore.evidence.pool import Pool
from codescore.evidence.summed import adds_up, made_to_add_up
from codescore.evidence.wrapped import fits, longest_word
from codescore.languages.assumed import Assumption
from codescore.languages.fields_named import NUMBER, PERHAPS
from codescore.languages.values import Bool, Char, Float, Group, Int, Mapping, Null, Sequence, Text, Value

#: What numbers are from and up to, the size added.
_SPANS = {"places of": (0, -1), "counted in": (1, 0), "up to size": (0, 0)}
#: Of these it is not the parameter that is changed, but what stands beside it.
_CHANGES_OTHER = frozenset(("words within", "numbers up to", "field of"))
RELATIONS = (
    *_SPANS,
    "day of",
    "sized",
    "rows sized",
    "row size",
    "even",
    "made of",
    "summed",
    "named in",
    "own places",
    "words within",
    "field of",
    "own keys",
    "both ways",
    "numbers up to",
    "edges",
    "once",
)
_MONTHS, _DAYS, _ANY_DAY = 12, 28, 10**6
_ABOVE = (0, 0, 1, 2, 5, 10)  # so much above the largest number in a collection its limit is made
_ROOM = (0, 0, 1, 2, 3, 5, 8)  # so much wider than the longest word a line is made
_FEW, _LARGEST = (1, 2, 3, 4, 5, 6, 8), 12  # numbers of items that are made, and up to which one is left as it is


def size(value: Value | None) -> int | None:
    """How many items there are, or how many a number says; None of anything else."""
    match value:
        case Text(v):
            return len(v)
        case Sequence(_, items) | Group(_, items) | Mapping(_, items):
            return len(items)
        case Int(v):
            return v
    return None


def related(value: Value, assumption: Assumption, other: Value | None) -> bool:
    """Whether a value is to another one as assumed; what does not apply holds."""
    of = size(other)
    match assumption.property:
        case "places of" | "counted in" | "up to size":
            low, beyond = _SPANS[assumption.property]
            return of is None or all(low <= number <= of + beyond for number in _numbers(value))
        case "sized":
            return of is None or isinstance(value, Int) or size(value) == of
        case "rows sized":
            return of is None or not isinstance(value, Sequence) or all(size(row) == of for row in value.items)
        case "row size":
            held = value.items if isinstance(value, Sequence) else ()
            return all(size(row) == assumption.bound for row in held if isinstance(row, (Sequence, Text)))
        case "even":
            return (size(value) or 0) % 2 == assumption.bound
        case "made of":
            return all(sign in assumption.other for text in _texts(value) for sign in text)
    return _among(value, assumption, other)


def _among(value: Value, assumption: Assumption, other: Value | None) -> bool:  # noqa: PLR0911  a property a case
    match assumption.property:
        case "summed":
            return adds_up(value, assumption.other, assumption.bound)
        case "named in":
            return named_in(value, other)
        case "own places":
            return own_places(value, assumption.other, assumption.bound)
        case "words within":
            return fits(value, other)
        case "field of":
            return names_field(value, other, assumption.bound)
        case "own keys":
            return own_keys(value)
        case "both ways":
            return both_ways(value)
        case "once":
            return each_once(value, assumption.other)
        case "edges":
            return are_edges(value, other, *assumption.place)
        case "day of":
            return not isinstance(value, Int) or 1 <= value.value <= _days(other)
        case "numbers up to":
            return not isinstance(other, Int) or all(number <= other.value for number in _numbers(value))
    return True


def _days(of: Value | None) -> int:
    """How many days a year's month has; more than any where it is none."""
    match of:
        case Sequence(_, (Int(year), Int(month))) if 0 < year <= MAXYEAR and 0 < month <= _MONTHS:
            return monthrange(year, month)[1]
    return _ANY_DAY


def _numbers(value: Value) -> Iterator[int]:
    match value:
        case Bool():
            return
        case Int(v):
            yield v
        case Sequence(_, items) | Group(_, items):
            for item in items:
                yield from _numbers(item)


def _texts(value: Value) -> Iterator[str]:
    match value:
        case Text(v) | Char(v):
            yield v
        case Sequence(_, items) | Group(_, items):
            for item in items:
                yield from _texts(item)


def _other_made(assumption: Assumption, named: dict[str, Value], pool: Pool) -> Value | None:
    """What stands beside a parameter, where that is what changes; None where nothing stands there."""
    value = named[assumption.parameter]
    match assumption.property:
        case "words within":
            return Int(longest_word(value) + pool.chance.choice(_ROOM))
        case "numbers up to":
            return Int(max(_numbers(value), default=0) + pool.chance.choice(_ABOVE))
    return with_field(value, named.get(assumption.other), pool.chance, assumption.bound)


def relate(  # noqa: C901  a property a case
    assumption: Assumption, named: dict[str, Value], pool: Pool, make: Callable[[str], Value]
) -> None:
    """Change arguments so that one is to another as assumed, as far as that can be done; `make` draws one anew."""
    name, other = assumption.parameter, assumption.other
    if assumption.property in _CHANGES_OTHER:
        made = _other_made(assumption, named, pool)
        named.update({} if made is None else {other: made})
        return
    if other in named and isinstance(of := named[other], Int) and not 0 < of.value <= _LARGEST:
        sized, some = assumption.property == "sized", NODES if assumption.property == "edges" else _FEW
        named[other] = Int(max(1, size(named[name]) or 0) if sized else pool.chance.choice(some))
    if assumption.property == "day of" and isinstance(day := named[name], Int):
        named[name] = Int(1 + (day.value - 1) % min(_DAYS, _days(beside(named, other))))
        return
    value, of_ = named[name], size(named.get(other))
    match assumption.property:
        case "places of" | "counted in" | "up to size" if of_ is not None:
            low, beyond = _SPANS[assumption.property]
            named[name] = _each(value, lambda n: low + (n - low) % max(1, of_ + beyond - low + 1))
        case "sized" if of_ is not None:
            named[name] = _long(value, of_, lambda: make(name))
        case "rows sized" | "row size" if isinstance(value, Sequence):
            wanted = assumption.bound if assumption.property == "row size" else of_ or 0
            rows = (_long(row, wanted, lambda: _row(make(name))) for row in value.items)
            named[name] = replace(value, items=tuple(rows))
        case "even":
            named[name] = _long(value, (size(value) or 0) // 2 * 2 + assumption.bound, lambda: make(name))
        case "made of":
            signs = assumption.other
            named[name] = _spelt(value, lambda sign: sign if sign in signs else signs[ord(sign) % len(signs)])
        case "summed":
            named[name] = made_to_add_up(value, other, assumption.bound, pool.chance)
        case "named in":
            named[name] = with_names_in(value, named.get(other), pool.chance)
        case "own keys":
            named[name] = with_own_keys(value, pool.chance)
        case "both ways":
            named[name] = with_both_ways(value, pool.chance)
        case "edges":
            base, width = assumption.place
            named[name] = with_edges(value, named.get(other), base, width, pool.chance)
        case "once":
            named[name] = with_each_once(value, other, pool.chance)
        case "own places":
            named[name] = with_own_places(value, other, assumption.bound, pool.chance)


def _each(value: Value, change: Callable[[int], int]) -> Value:
    match value:
        case Bool():
            return value
        case Int(v):
            return Int(change(v))
        case Sequence(_, items):
            return replace(value, items=tuple(_each(item, change) for item in items))
        case Group(_, items):
            return replace(value, items=tuple(dict.fromkeys(_each(item, change) for item in items)))
    return value


def _spelt(value: Value, change: Callable[[str], str]) -> Value:
    match value:
        case Text(v):
            return Text("".join(map(change, v)))
        case Char(v):
            return Char(change(v))
        case Sequence(_, items):
            return replace(value, items=tuple(_spelt(item, change) for item in items))
    return value


def _row(value: Value) -> Value:
    return next((row for row in getattr(value, "items", ()) if size(row)), Sequence("list", ()))


def _long(value: Value, wanted: int, more: Callable[[], Value]) -> Value:
    """With so many items: cut, or filled up from further ones that are drawn, and with its own again."""
    match value:
        case Text(v):
            filled = v + next((t.value for t in (more(), more()) if isinstance(t, Text)), "")
            return Text((filled * wanted if filled else "a" * wanted)[:wanted])
        case Sequence(_, items):
            drawn = more() if len(items) < wanted else None
            filled_ = (*items, *(drawn.items if isinstance(drawn, Sequence) else ()))
            return replace(value, items=(filled_ * wanted)[:wanted])
    return value


_LACKS = 0.2  # how often nothing stands in a field where that may be
_TEXTS, _NUMBERS = ("a", "b", "c", "north", "x"), (0, 1, 2, 3, 5, 10)


def names_field(name: Value, records: Value | None, kind: int) -> bool:
    """Whether each record has a field that is called so, with a number in it where `kind` is 1, with a text where 2."""
    if not isinstance(name, Text) or not isinstance(records, Sequence):
        return True
    return all(not isinstance(one, Mapping) or _fits(_held(one, name), kind) for one in records.items)


def with_field(name: Value, records: Value | None, chance: Random, kind: int) -> Value | None:
    """The records with such a field in each."""
    if not isinstance(name, Text) or not isinstance(records, Sequence):
        return records

    def complete(record: Value) -> Value:
        if not isinstance(record, Mapping) or _fits(_held(record, name), kind):
            return record
        put: Value = Int(chance.choice(_NUMBERS)) if kind in (NUMBER, PERHAPS) else Text(chance.choice(_TEXTS))
        put = Null() if kind == PERHAPS and chance.random() < _LACKS else put
        return replace(record, items=tuple((dict(record.items) | {name: put}).items()))

    return replace(records, items=tuple(map(complete, records.items)))


def _held(record: Mapping, name: Text) -> Value | None:
    return dict(record.items).get(name)


def _fits(value: Value | None, kind: int) -> bool:
    if kind == PERHAPS and value == Null():
        return True
    if kind in (NUMBER, PERHAPS):
        return isinstance(value, (Int, Float)) and not isinstance(value, Bool)
    return isinstance(value, Text) if kind else value is not None


_PLAIN = ".# 0_-"  # what stands where a mark is taken away, the first that the grid has


def each_once(value: Value, marks: str) -> bool:
    """Whether each mark of a grid is there once; what is no grid is left alone, and so is one without a cell."""
    signs = "".join(sign for row in _rows(value) for sign in row)
    return not signs or all(signs.count(mark) == 1 for mark in marks)


def with_each_once(value: Value, marks: str, chance: Random) -> Value:
    """The grid with one of each mark, where there are as many cells."""
    rows = [[*row] for row in _rows(value)]
    places = [(r, c) for r, row in enumerate(rows) for c in range(len(row))]
    if not isinstance(value, Sequence) or len(places) < len(marks):
        return value
    known = {sign for row in rows for sign in row}
    plain = next((sign for sign in _PLAIN if sign in known), _PLAIN[0])
    kept = {}
    for mark in marks:
        there = [place for place in places if rows[place[0]][place[1]] == mark]
        if there:
            kept[mark] = chance.choice(there)
    free = [place for place in places if place not in kept.values()]
    for mark in marks:
        if mark not in kept:
            kept[mark] = free.pop(chance.randrange(len(free)))
    for r, c in places:
        rows[r][c] = plain if rows[r][c] in marks else rows[r][c]
    for mark, (r, c) in kept.items():
        rows[r][c] = mark
    return replace(value, items=tuple(_row_of_marks(old, new) for old, new in zip(value.items, rows, strict=True)))


def _rows(value: Value) -> Iterator[list[str]]:
    for row in value.items if isinstance(value, Sequence) else ():
        match row:
            case Text(v):
                yield [*v]
            case Sequence(_, items):
                yield [one.value if isinstance(one, (Text, Char)) else "" for one in items]
            case _:
                yield []


def _row_of_marks(old: Value, new: list[str]) -> Value:
    match old:
        case Text():
            return Text("".join(new))
        case Sequence(_, items):
            made = (
                type(one)(sign) if isinstance(one, (Text, Char)) else one for one, sign in zip(items, new, strict=True)
            )
            return replace(old, items=tuple(made))
    return old
