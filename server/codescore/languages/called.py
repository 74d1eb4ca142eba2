"""What the name of a variable or of a parameter suggests.  Pure.

Neighbours: `languages.guessing` (asks where use says nothing), `languages.usage` of each language.
"""

from __future__ import annotations

import re

from codescore.languages.shapes import (
    AnyShape,
    BoolShape,
    IntShape,
    MappingShape,
    OneOf,
    SequenceShape,
    Shape,
    TextShape,
    TupleShape,
)

LETTERS = "abcdefghijklmnopqrstuvwxyz"
_WORDS = SequenceShape(TextShape(LETTERS, min_size=1))
#: What people call things (a word of the name decides).
_NAMES: tuple[tuple[str, Shape], ...] = (
    ("words strings strs texts sentences names tokens lines letters chars keys", _WORDS),
    ("s str string text word sentence message msg paragraph line phrase prefix suffix substring", TextShape()),
    ("substr sub pattern email url password name title", TextShape()),
    ("char letter character ch", TextShape("abcdeXYZ", min_size=1, max_size=1)),
    ("tup tuple tuplex", SequenceShape(AnyShape(), "tuple")),
    ("tuples pairs intervals points edges", SequenceShape(TupleShape((AnyShape(), AnyShape())))),
    ("matrix grid board rows lists sublists lol mat", SequenceShape(SequenceShape(AnyShape()))),
    ("lst arr array list nums numbers seq sequence items values data elements xs ys digits", SequenceShape(AnyShape())),
    ("d dict map mapping table dictionary", MappingShape(TextShape(), AnyShape())),
    ("flag is has should", BoolShape()),
    ("n m k i j x y z a b num number count size length index idx pos position limit amount total", IntShape()),
    ("year month day hour minute second age price radius r width w height h base side", IntShape()),
)
#: What texts are called that something is looked up by; not what may be a place as well (`line`, `s`).
_LOOKED_UP = frozenset(("key", "name", "word", "title", "text", "string", "email", "url"))

#: What is called so is no number, no list and nothing that is not there.
_OBJECTS = ("obj", "object", "dict", "dictionary")
#: What whole numbers are called: they are of something that is counted.
_COUNTED = frozenset(("cents", "pennies", "pence", "percent", "percentage", "count", "quantity", "qty", "units"))


def names_in(name: str) -> list[str]:
    """The words of a name: `test_list1` is `test` and `list`."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)] or [name.lower()]


def of_name(name: str) -> Shape | None:
    """The shape that a parameter's name suggests."""
    words = names_in(name)
    for word in (name.lower(), *(w.lower() for w in reversed(words))):
        for known, shape in _NAMES:
            if word in known.split():
                return shape
    return None


def as_called(shape: Shape, name: str) -> Shape:
    """Of several shapes those of an object that is looked into by key, for what is called one."""
    if names_in(name)[-1] not in _OBJECTS or not isinstance(shape, OneOf):
        return shape
    parts = [inner for one in shape.options for inner in (one.options if isinstance(one, OneOf) else (one,))]
    found = tuple(one for one in parts if isinstance(one, MappingShape))
    return OneOf(found) if found[1:] else found[0] if found else shape


def names_text(name: str) -> bool:
    """Whether a variable that something is looked up by is a text by its name, and so what it is looked up in none
    that is looked into by place."""
    return names_in(name)[-1] in _LOOKED_UP


def names_count(name: str) -> bool:
    """Whether a variable is a whole number by its name."""
    return names_in(name)[-1] in _COUNTED


#: What says what time it is; the last may as well be how long something takes.
CLOCKS = frozenset(("now", "timestamp", "ts", "tick", "clock", "moment", "today", "time"))
DAYS = frozenset(("day", "date", "hour", "minute", "week", "month", "year", "at", "when"))
_COMES = frozenset(("arrival", "arrives", "arrived", "arrive", "released"))
_UNITS = frozenset(("ms", "millis", "milliseconds", "sec", "secs", "seconds", "us", "micros", "ns", "nanos", "minutes"))


def comes_when(name: str) -> bool:
    """Whether a name says when something comes, and not how long it takes: `arrival`, `start_time`, `day`."""
    words = {*names_in(name)}
    return not words.isdisjoint(_COMES) or last_word(name) in (*CLOCKS - {"time"}, *DAYS)


def last_word(name: str) -> str:
    """The last word of a name but for a unit: `time` of `start_time_ms`."""
    return next((word for word in reversed(names_in(name)) if word not in _UNITS), "")
