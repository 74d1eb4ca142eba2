"""Properties of inputs: whether a value has one, and the nearest value that does.

One decision for what a property means, in every language: what is checked on an input and what inputs are made to
fulfil is the same.  Pure.  Neighbours: `languages.execution` (`Assumption`), `evidence.assumptions` (reads them),
`evidence.domain` (asks).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from codescore.evidence.mappings import keyed, with_key
from codescore.evidence.numeric import NUMERIC, are_so, held, made_so
from codescore.evidence.outlines import outline
from codescore.evidence.pairs import in_order_of, items_in, kept_apart, pair, set_apart, with_items
from codescore.evidence.parts import beside, parts, with_parts
from codescore.evidence.pool import Pool
from codescore.evidence.relations import RELATIONS, relate, related
from codescore.evidence.rising import ascending, ascends, comparable, in_order, rises, turned
from codescore.evidence.search_trees import search_tree, untied
from codescore.evidence.standard import in_minutes
from codescore.evidence.written import FORMS, in_one_line, of_signs, rewritten, well_written
from codescore.languages.assumed import Assumption, Property
from codescore.languages.standard import UNSTEADY, is_function, text
from codescore.languages.values import (
    Char,
    Float,
    Group,
    Int,
    Mapping,
    Null,
    Ref,
    Sequence,
    Text,
    Value,
    walk,
)  # fmt: skip

Named = dict[str, Value]
#: What makes a value have a property, and leaves one alone that has it.
_MADE: dict[str, Callable[[Value], Value]] = {
    "one line": in_one_line, "whole minutes": in_minutes, "outline": outline, "search tree": search_tree,
    "pairs apart": set_apart,
}  # fmt: skip


def keeps(assumption: Assumption, named: Named) -> bool:
    """Whether arguments, by name, are as assumed; what does not apply to a value holds."""
    value, other = named.get(assumption.parameter), beside(named, assumption.other)
    if value is None or not assumption.part:
        return value is None or _has(value, assumption, other)
    return all(_has(part, assumption, other) for part in parts(value, assumption))


def has(value: Value, property_: Property) -> bool:
    """Whether a value by itself has a property."""
    return _has(value, Assumption("", property_, ""), None)


def length(value: Value | None) -> int | None:
    """How many items a value has, None where it has none."""
    match value:
        case Text(v):
            return len(v)
        case Sequence(_, items) | Group(_, items) | Mapping(_, items):
            return len(items)
    return None


def _has(value: Value, assumption: Assumption, other: Value | None) -> bool:  # noqa: C901, PLR0911, PLR0912  a property a case
    size, of, bound = length(value), length(other), assumption.bound
    if assumption.property in NUMERIC:
        return are_so(value, assumption.property, bound)
    match assumption.property:
        case "non-null":
            return not isinstance(value, Null)
        case "numbers":
            return all(isinstance(part, (Int, Float, Sequence, Group)) for part in held(value))
        case "non-empty":
            return size is None or (size > 0 and not (bound and isinstance(value, Text) and value.value.isspace()))
        case "size at least":
            return size is None or size >= bound
        case "size at most":
            return size is None or size <= bound
        case "within":
            return of is None or not isinstance(value, (Int, Float)) or min(1, of) <= value.value <= of
        case "place":
            return of is None or not isinstance(value, Int) or 0 <= value.value < of
        case "as long as":
            return of is None or size is None or size == of
        case "held":
            return not isinstance(other, (Sequence, Group, Mapping)) or value in _members(other)
        case "up to":
            return other is None or not comparable(bound, value, other) or ascends((value, other))
        case "distinct":
            return not isinstance(value, Sequence) or len(set(value.items)) == len(value.items)
        case "ordered":
            return not isinstance(value, Sequence) or rises(value.items, bound)
        case "rotated":
            return not isinstance(value, Sequence) or any(ascends(one) for one in _rotations(value.items))
        case "rows ordered":
            return all(not isinstance(one, Sequence) or rises(one.items, bound) for one in items_in(value))
        case "pairs ordered":
            return all(rises(pair(one, assumption.place), bound) for one in items_in(value))
        case "two parties" | "told apart":
            return kept_apart(value, assumption.other) == value
        case "in order of":
            return in_order_of(value, assumption.other, assumption.place) == value
        case "cell":
            return _in_table(pair(value), other)
        case "column":
            return _in_table((Int(0), value), other)
        case "keyed":
            return keyed(value, assumption.other)
        case "unlike":
            return value != other
        case "tree":
            return not any(isinstance(part, Ref) for part in walk(value))
        case "no empty item":
            return not isinstance(value, (Sequence, Group)) or all(length(item) != 0 for item in value.items)
        case "rows alike":
            return not isinstance(value, Sequence) or len({length(row) for row in value.items} - {None}) <= 1
        case "as wide as":
            return not isinstance(value, Sequence) or not isinstance(other, Sequence) or len(_wide(value, other)) <= 1
        case "rows as long as":
            return of is None or not isinstance(value, Sequence) or _wide(value) <= {of}
        case "square":
            return not isinstance(value, Sequence) or {length(row) for row in value.items} - {None} <= {size}
        case "letters":
            return _all_texts(value, lambda t: all(s.isalpha() or s == " " for s in t))
        case "digits":
            return _all_texts(value, lambda t: t.isdigit())
        case kept if kept in _MADE:
            return _MADE[kept](value) == value
        case "spaced":
            return _all_texts(value, lambda t: t == " ".join(t.split()))
        case "lower case":
            return _all_texts(value, lambda t: t == t.lower())
        case "upper case":
            return _all_texts(value, lambda t: t == t.upper())
        case form if form in FORMS:
            inside = form == "pictured"  # how a text is taken apart is known of what is looked up, too
            return _all_texts(value, lambda t: well_written(assumption, t), values=inside)
        case "steady" | "unfailing" as way:
            return not any(is_function(part) and text(part) in UNSTEADY[way] for part in walk(value))
    return related(value, assumption, other)


def _members(value: Sequence | Group | Mapping) -> tuple[Value, ...]:
    """Its items, or the keys of a mapping."""
    return tuple(key for key, _ in value.items) if isinstance(value, Mapping) else value.items


def _wide(*tables: Sequence) -> set[int]:
    """How long the rows of tables are."""
    return {size for table in tables for row in table.items if (size := length(row)) is not None}


def _all_texts(value: Value, check: Callable[[str], bool], *, values: bool = False) -> bool:
    """Whether all texts in a value are so; those that a mapping has for its keys too, where `values` is set."""
    match value:
        case Text(v) | Char(v):
            return check(v)
        case Sequence(_, items) | Group(_, items):
            return all(_all_texts(item, check, values=values) for item in items)
        case Mapping(_, pairs) if values:
            return all(_all_texts(item, check, values=True) for _, item in pairs)
    return True


def _rotations(items: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
    yield items
    yield from (items[n:] + items[:n] for n in range(1, len(items)))


def _in_table(pair: tuple[Value, ...], table: Value | None) -> bool:
    """Whether a pair is a row and a column of a table; what is none of both is."""
    match pair, table:
        case (Int(row), Int(column)), Sequence(_, rows):
            return 0 <= row < len(rows) and 0 <= column < (length(rows[row]) or 0)
    return True


def _of_table(value: Value, widths: list[int], pool: Pool) -> Value:
    """A row and a column of a table whose rows are so wide, or a column of its first row."""
    if not widths:
        return value
    row = pool.chance.randrange(len(widths)) if isinstance(value, Sequence) else 0
    column = Int(pool.chance.randrange(widths[row]))
    return replace(value, items=(Int(row), column)) if isinstance(value, Sequence) else column


def mended(assumption: Assumption, named: Named, pool: Pool, make: Callable[[str], Value]) -> None:
    """Change the arguments so that they are as assumed, as far as that can be done; `make` draws a parameter anew."""
    value = named.get(assumption.parameter)
    if value is None or keeps(assumption, named):
        return
    other = named.get(assumption.other)
    if assumption.property == "up to" and other is not None:
        named[assumption.parameter], named[assumption.other] = other, value
        return
    if assumption.property == "as long as" and other is not None:
        least = min(length(value) or 0, length(other) or 0)
        if least == 0:  # one is empty: the longer one twice is better than two empty ones
            longer, shorter = (value, other) if length(value) else (other, value)
            copied = _filled(shorter, longer)
            named[assumption.parameter], named[assumption.other] = (
                (longer, copied) if longer is value else (copied, longer)
            )
        else:
            named[assumption.parameter], named[assumption.other] = _cut(value, least), _cut(other, least)
        return
    tables = assumption.property in ("as wide as", "rows as long as")
    if tables and isinstance(value, Sequence) and isinstance(other, Sequence):
        named[assumption.parameter], named[assumption.other] = _joined(value, other, assumption.property)
        return
    if assumption.property in RELATIONS:
        relate(assumption, named, pool, make)
        return
    if assumption.property == "keyed":
        named[assumption.parameter] = with_key(value, assumption.other, lambda: make(assumption.parameter))
        return
    if assumption.part:
        whole = replace(assumption, part="")
        named[assumption.parameter] = with_parts(value, assumption, lambda part: _mended(part, whole, other, pool))
        return
    for _ in range(3):
        named[assumption.parameter] = _mended(named[assumption.parameter], assumption, other, pool)
        if keeps(assumption, named):
            return
        named[assumption.parameter] = make(assumption.parameter)


def _joined(one: Sequence, two: Sequence, how: str) -> tuple[Sequence, Sequence]:
    """Two tables as far as one fits the other."""
    if how == "as wide as":
        width = min(_wide(one, two), default=0)
        return _narrow(one, width), _narrow(two, width)
    width = min((*_wide(one), len(two.items)))
    return _narrow(one, width), replace(two, items=two.items[:width])


def _narrow(table: Sequence, width: int) -> Sequence:
    return replace(table, items=tuple(_cut(row, width) for row in table.items))


def _filled(short: Value, long: Value) -> Value:
    if isinstance(short, Sequence) and isinstance(long, Sequence):
        return replace(short, items=tuple(reversed(long.items)))
    return Text(long.value[::-1]) if isinstance(short, Text) and isinstance(long, Text) else short


def _cut(value: Value, size: int) -> Value:
    match value:
        case Text(v):
            return Text(v[:size])
        case Sequence(kind, items):
            return Sequence(kind, items[:size])
    return value


def _mended(value: Value, assumption: Assumption, other: Value | None, pool: Pool) -> Value:  # noqa: C901, PLR0911  a property a case
    chance, of, bound = pool.chance, length(other), assumption.bound
    if assumption.property in NUMERIC:
        return made_so(value, assumption.property, bound)
    match assumption.property:
        case "within" if of is not None:
            return Int(chance.randint(min(1, of), of))
        case "place" if of:
            return Int(chance.randrange(of))
        case "cell" | "column" if isinstance(other, Sequence) and all(
            widths := [length(row) or 0 for row in other.items]
        ):
            return _of_table(value, widths, pool)
        case "unlike" if isinstance(other, Text) and not other.value:
            return Text("a")
        case "tree":
            return untied(value)
        case "two parties" | "told apart":
            return kept_apart(value, assumption.other)
        case "in order of":
            return in_order_of(value, assumption.other, assumption.place)
        case "held" if isinstance(other, (Sequence, Group, Mapping)) and other.items:
            return chance.choice(_members(other))
        case "size at most":
            return _cut(value, bound)
        case form if form in FORMS:
            inside = assumption.property == "pictured"
            return _texts(value, lambda t: rewritten(assumption, t, chance), values=inside)
        case kept if kept in _MADE:
            return _MADE[kept](value)
        case "spaced":
            return _texts(value, lambda t: " ".join(t.split()))
        case "letters" | "digits" | "lower case" | "upper case":
            return _texts(value, lambda t: of_signs(t, assumption.property, chance))
    if assumption.property == "rows ordered":
        return with_items(value, lambda one: in_order(one, bound) if isinstance(one, Sequence) else one)
    if assumption.property == "pairs ordered":
        return with_items(value, lambda one: turned(one, bound, assumption.place))
    return _sequence(value, assumption.property, bound, pool) if isinstance(value, Sequence) else value


def _sequence(value: Sequence, wanted: Property, bound: int, pool: Pool) -> Sequence:
    match wanted:
        case "rotated":
            return replace(value, items=pool.chance.choice([*_rotations(tuple(ascending(list(value.items))))]))
        case "ordered":
            return in_order(value, bound)
        case "distinct":
            return replace(value, items=tuple(dict.fromkeys(value.items)))
        case "no empty item" | "numbers":
            return replace(
                value, items=tuple(item for item in value.items if has(replace(value, items=(item,)), wanted))
            )
        case "rows alike":
            width = min((length(row) or 0 for row in value.items), default=0)
            rows = [row for row in value.items if length(row)] if width == 0 else list(value.items)
            width = min((length(row) or 0 for row in rows), default=0)
            return replace(value, items=tuple(_cut(row, width) for row in rows))
        case "square":
            side = min((length(row) or 0 for row in value.items), default=0)
            side = min(side, len(value.items))
            return replace(value, items=tuple(_cut(row, side) for row in value.items[:side]))
    return value


def _texts(value: Value, change: Callable[[str], str], *, values: bool = False) -> Value:
    match value:
        case Text(v):
            return Text(change(v))
        case Sequence(kind, items):
            return Sequence(kind, tuple(_texts(item, change, values=values) for item in items))
        case Mapping(_, pairs) if values:
            return replace(value, items=tuple((key, _texts(item, change, values=True)) for key, item in pairs))
    return value
