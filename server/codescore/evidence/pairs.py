"""The two of a pair: of a list of two, of an object with two fields that are called so, of a text `09:00-12:30`.

Pure.  Neighbours: `evidence.properties` (asks whether they rise, and makes them rise), `languages.wording` (the names).
"""

from __future__ import annotations

import re
from dataclasses import replace

from codescore.languages.two_ends import bounds
from codescore.languages.values import Int, Mapping, Record, Sequence, Text, Value

_MOMENT = r"\d{2,4}(?:[:.-]\d\d)+"
#: From a time or a date to another one.
_SPAN = re.compile(rf"({_MOMENT})( ?[-–/] ?|\.\.)({_MOMENT})")


def pair(value: Value) -> tuple[Value, ...]:
    """The two of a pair; nothing where it is none."""
    match value:
        case Sequence(_, (one, two)):
            return one, two
        case Record(_, fields):
            held = dict(fields)
            return tuple(held[name] for name in bounds(list(held)))
        case Text(text) if (found := _SPAN.fullmatch(text)) is not None and _form(found[1]) == _form(found[3]):
            return Text(found[1]), Text(found[3])
    return ()


def _form(moment: str) -> str:
    """How a time or a date is written: those of one form are in the order of their texts."""
    return re.sub(r"\d", "9", moment)


def one_party(item: Value, fields: str) -> bool:
    """Whether two fields of an object, each in a line, are the same."""
    held: dict[str, Value] = {}
    match item:
        case Record(_, named):
            held = dict(named)
        case Mapping(_, pairs):
            held = {key.value: value for key, value in pairs if isinstance(key, Text)}
    one, two = (held.get(name) for name in fields.splitlines())
    return one is not None and one == two


def with_pair(value: Value, two: tuple[Value, ...]) -> Value:
    """The same pair with these two."""
    match value:
        case Sequence():
            return replace(value, items=two)
        case Record(_, fields):
            held = dict(zip(bounds([name for name, _ in fields]), two, strict=False))
            return replace(value, fields=tuple((name, held.get(name, one)) for name, one in fields))
        case Text(text):
            between = _SPAN.fullmatch(text)
            ends = [one.value for one in two if isinstance(one, Text)]
            return Text(f"{ends[0]}{between[2]}{ends[1]}") if between is not None and len(ends) == len(two) else value
    return value


def apart(two: tuple[Value, ...], least: int) -> tuple[Value, ...]:
    """Two numbers in order, so far apart at least; anything else as it is."""
    match two:
        case (Int(one), Int(other)):
            return Int(one), Int(max(other, one + least))
    return two
