"""Random mappings: keys that other values of the same input name, and now and then no circle among them.

Neighbours: `evidence.generate` (draws everything else, and what a mapping holds), `evidence.texts` (draws keys again).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from codescore.evidence.pool import Pool
from codescore.languages.complete import EACH
from codescore.languages.shapes import (
    GroupShape,
    IntShape,
    MappingShape,
    RecordShape,
    SequenceShape,
    Shape,
    TextShape,
    TupleShape,
)
from codescore.languages.values import Group, Mapping, Null, Record, Ref, Sequence, Text, Value, rebuilt, walk

_THERE = 0.6  # share of keys that need not be there
_WORD = re.compile(r"[^\W\d]\w*")
_DENSE = 0.4  # share of mappings that may be graphs: all edges go to nodes, and there are many
_NODES, _EDGES = (5, 6, 8), (0.2, 0.35, 0.5)  # how many nodes, which share of the edges that there may be
_LINKED = 0.5  # share of mappings of things with texts in them in which these are names of such things
_LAYERED = 0.3  # share of mappings whose collections name only keys before their own: graphs without a circle
_WITHOUT_CIRCLES = 0.5  # and of dense graphs


def draw_mapping(shape: MappingShape, count: int, pool: Pool, draw: Callable[[Shape], Value]) -> Mapping:
    """A mapping with so many keys besides those that are required, fewer where some come twice.

    Its keys, and what they name, are often texts that were drawn before it: names in a list.
    """
    if not (shape.each or shape.required) and _names_keys(shape) and pool.chance.random() < _DENSE:
        return _dense(shape, pool, draw)
    pool.keys += (
        pool.drawn_texts + [word for text in pool.drawn_texts for word in _words(text)] if not pool.keys else ()
    )
    drawn = [draw(shape.key) for _ in range(count)]
    pool.keys += [key.value for key in drawn if isinstance(key, Text)]
    own: dict[Value, Shape] = {Text(name): inner for name, inner in shape.each}
    there = [key for key in own if key in shape.required or pool.chance.random() < _THERE]
    keys = [key for key in dict.fromkeys([*shape.required, *there, *drawn]) if hashable(key)]
    if _links(shape.value) and pool.chance.random() < _LINKED:
        pool.names = tuple(key.value for key in keys if isinstance(key, Text)) or pool.names
    pairs = [(key, draw(own.get(key, shape.value))) for key in keys]
    graph = len(pairs) > 1 and any(isinstance(value, (Sequence, Group, Mapping, Record)) for _, value in pairs)
    return Mapping(shape.kind, tuple(_layered(pairs) if graph and pool.chance.random() < _LAYERED else pairs))


def _links(shape: Shape) -> bool:
    """Whether it has texts in fields or under keys of its own, which may name what it stands beside: the next page."""
    fields = shape.fields if isinstance(shape, RecordShape) else shape.each if isinstance(shape, MappingShape) else ()
    return any(isinstance(one, TextShape) and one.written is None and not one.samples for _, one in fields)


def _names_keys(shape: MappingShape) -> bool:
    """Whether what it holds, or one part of that, may name keys."""
    return _naming(shape.value, shape.key) or sum(_naming(one, shape.key) for one in _parts(shape.value)) == 1


def _parts(shape: Shape) -> tuple[Shape, ...]:
    """The parts of a tuple or an object."""
    if isinstance(shape, TupleShape):
        return shape.items
    return tuple(inner for _, inner in shape.fields) if isinstance(shape, RecordShape) and not shape.optional else ()


def _naming(shape: Shape, key: Shape) -> bool:
    """Whether it may name keys: neighbours in a list, with a weight or without, or in a mapping."""
    match shape:
        case SequenceShape(min_size=least, max_size=most, ordered=ordered) if least or most is not None or ordered:
            return False
        case SequenceShape(TupleShape((first, *_))) | SequenceShape(first) | GroupShape(first):
            named = first
        case MappingShape(named, required=(), each=()):
            pass
        case _:
            return False
    return type(named) is type(key) and isinstance(named, (IntShape, TextShape))


def _dense(shape: MappingShape, pool: Pool, draw: Callable[[Shape], Value]) -> Mapping:
    """A graph all of whose neighbours are nodes, with so many edges that several ways lead to one node.

    Texts that are drawn for this input after it are nodes.
    """
    chance = pool.chance
    nodes = [*dict.fromkeys(draw(shape.key) for _ in range(chance.choice(_NODES)))]
    share = chance.choice(_EDGES)
    pool.names = tuple(node.value for node in nodes if isinstance(node, Text)) or pool.names

    def held(inner: Shape) -> Value:
        if not _naming(inner, shape.key):
            return draw(inner)
        others = [node for node in chance.sample(nodes, len(nodes)) if chance.random() < share]
        match inner:
            case MappingShape(_, value, kind):
                return Mapping(kind, tuple((node, draw(value)) for node in others))
            case SequenceShape(TupleShape((_, *rest), of_pair), kind):
                pairs = (Sequence(of_pair, (node, *map(draw, rest))) for node in others)
                return Sequence(kind, tuple(pairs))
            case GroupShape(_, kind):
                return Group(kind, tuple(others))
            case SequenceShape(_, kind):
                return Sequence(kind, tuple(others))
        return draw(inner)

    def whole() -> Value:
        match shape.value:
            case TupleShape(items, kind):
                return Sequence(kind, tuple(map(held, items)))
            case RecordShape(fields=fields):
                made = draw(shape.value)
                new = {name: inner for name, inner in fields if _naming(inner, shape.key)}
                if not isinstance(made, Record):
                    return made
                return replace(made, fields=tuple((n, held(new[n]) if n in new else v) for n, v in made.fields))
        return held(shape.value)

    made = [(node, whole()) for node in nodes]
    return Mapping(shape.kind, tuple(_layered(made) if chance.random() < _WITHOUT_CIRCLES else made))


def _words(text: str) -> list[str]:
    """The words of a text that has other signs, too: `name` of `Dear {name}`."""
    found: list[str] = _WORD.findall(text)
    return [word for word in found if word != text]


def hashable(value: Value) -> bool:
    """Whether it may be a key (in the strictest of languages)."""
    return not any(
        isinstance(v, (Mapping, Group)) or (isinstance(v, Sequence) and v.kind != "tuple") for v in walk(value)
    )


def _layered(pairs: Iterable[tuple[Value, Value]]) -> list[tuple[Value, Value]]:
    """The same without what names its own key or a later one."""
    pairs, before, found = list(pairs), set[Value](), []
    keys = {key for key, _ in pairs}
    for key, value in pairs:
        later = keys - before
        match value:
            case Sequence("tuple", items) if any(isinstance(item, (Sequence, Group, Mapping)) for item in items):
                value = replace(value, items=tuple(_without(item, later) for item in items))  # noqa: PLW2901
            case Record(_, fields):
                value = replace(value, fields=tuple((n, _without(one, later)) for n, one in fields))  # noqa: PLW2901
            case _:
                value = _without(value, later)  # noqa: PLW2901
        found.append((key, value))
        before.add(key)
    return found


def _without(value: Value, some: set[Value]) -> Value:
    """A collection without these."""
    match value:
        case Sequence(_, items) | Group(_, items):
            return replace(value, items=tuple(item for item in items if item not in some))
        case Mapping(_, items):
            return replace(value, items=tuple(pair for pair in items if pair[0] not in some))
    return value


def keyed(value: Value, path: str) -> bool:
    """Whether what a path leads to is there everywhere; `path` is of lines: keys, fields, `[]` for each item of a list
    or mapping."""
    first, _, rest = path.partition("\n")
    inside = _inside(value)
    if first == EACH and isinstance(value, (Mapping, Sequence)):
        return all(keyed(item, rest) for item in _items(value))
    if inside is None or first == EACH:
        return True
    held = inside.get(first)
    there = held is not None and not isinstance(held, Null)
    return keyed(held, rest) if rest and held is not None and there else bool(rest) or there


def with_key(value: Value, path: str, make: Callable[[], Value]) -> Value:
    """The value, with that in each such place; what stands there is taken from such values that are made."""
    found = next((one for one in (_at(make(), path) for _ in range(4)) if one is not None), None)
    return value if found is None else _with(value, path, found)


def _inside(value: Value) -> dict[str, Value] | None:
    match value:
        case Mapping(_, pairs):
            return {key.value: held for key, held in pairs if isinstance(key, Text)}
        case Record(_, fields):
            return dict(fields)
    return None


def _items(value: Mapping | Sequence) -> Iterator[Value]:
    """What a list or a mapping holds."""
    yield from (held for _, held in value.items) if isinstance(value, Mapping) else value.items


def _at(value: Value, path: str) -> Value | None:
    """What stands there first, None where nothing does."""
    first, _, rest = path.partition("\n")
    if first == EACH and isinstance(value, (Mapping, Sequence)):
        return next((found for found in (_at(item, rest) for item in _items(value)) if found is not None), None)
    held = (_inside(value) or {}).get(first)
    if rest:
        return None if held is None else _at(held, rest)
    return None if isinstance(held, (Null, Ref)) else held


def _with(value: Value, path: str, put: Value) -> Value:
    first, _, rest = path.partition("\n")
    if isinstance(value, Sequence) and first == EACH:
        return replace(value, items=tuple(_with(item, rest, put) for item in value.items))
    if isinstance(value, Mapping) and first == EACH:
        return replace(value, items=tuple((key, _with(held, rest, put)) for key, held in value.items))
    inside = _inside(value)
    held = inside.get(first) if inside is not None else None
    if inside is None or first == EACH or (rest and held is None):
        return value
    there = held is not None and not isinstance(held, Null)
    made = (
        _with(held, rest, put) if rest and held is not None else held if held is not None and there else _unnamed(put)
    )
    if isinstance(value, Mapping):
        return replace(value, items=tuple((dict(value.items) | {Text(first): made}).items()))
    return replace(value, fields=tuple((inside | {first: made}).items())) if isinstance(value, Record) else value


def _unnamed(value: Value) -> Value:
    """A copy that no other place refers to, and that refers to none."""
    if isinstance(value, Ref):
        return Null()
    return rebuilt(replace(value, anchor=0) if isinstance(value, Record) else value, _unnamed)
