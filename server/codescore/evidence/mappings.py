"""Random mappings: keys that other values of the same input name, and now and then no circle among them.

Neighbours: `evidence.generate` (draws everything else, and what a mapping holds), `evidence.texts` (draws keys again).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from codescore.evidence.pool import Pool
from codescore.languages.shapes import MappingShape, Shape
from codescore.languages.values import Group, Mapping, Sequence, Text, Value, walk

_THERE = 0.6  # share of keys that need not be there
_WORD = re.compile(r"[^\W\d]\w*")
_LAYERED = 0.3  # share of mappings whose collections name only keys before their own: graphs without a circle


def draw_mapping(shape: MappingShape, count: int, pool: Pool, draw: Callable[[Shape], Value]) -> Mapping:
    """A mapping with so many keys besides those that are required, fewer where some come twice.

    Its keys, and what they name, are often texts that were drawn before it: names in a list.
    """
    pool.keys += (
        pool.drawn_texts + [word for text in pool.drawn_texts for word in _words(text)] if not pool.keys else ()
    )
    drawn = [draw(shape.key) for _ in range(count)]
    pool.keys += [key.value for key in drawn if isinstance(key, Text)]
    own: dict[Value, Shape] = {Text(name): inner for name, inner in shape.each}
    there = [key for key in own if key in shape.required or pool.chance.random() < _THERE]
    keys = [key for key in dict.fromkeys([*shape.required, *there, *drawn]) if hashable(key)]
    pairs = [(key, draw(own.get(key, shape.value))) for key in keys]
    graph = len(pairs) > 1 and any(isinstance(value, (Sequence, Group, Mapping)) for _, value in pairs)
    return Mapping(shape.kind, tuple(_layered(pairs) if graph and pool.chance.random() < _LAYERED else pairs))


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
            case Sequence(_, items) | Group(_, items):
                value = replace(value, items=tuple(item for item in items if item not in later))  # noqa: PLW2901
            case Mapping(_, items):
                value = replace(value, items=tuple(pair for pair in items if pair[0] not in later))  # noqa: PLW2901
        found.append((key, value))
        before.add(key)
    return found
