"""Inputs that put together what lies on both sides of a condition, to see whether it is one.

Two programs that differ on `1a` and not on `Bc` differ, perhaps, "only where there is no upper-case letter": what
`1aBc` shows decides.  Lists and texts are joined, and put beside what they are from behind; letters change their case.
Pure.  Neighbours: `evidence.one_pair` (runs them), `evidence.separating` (asks).
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from codescore.languages.execution import Input
from codescore.languages.values import Sequence, Text, Value


def crossed(one: Input, other: Input, chance: Random) -> Input:
    """The first input with a text or list of it put together with that of the other, with itself, or turned."""
    places = [place for place, value in enumerate(one.arguments) if isinstance(value, (Text, Sequence))]
    if not places:
        return one
    place = chance.choice(places)
    mine = one.arguments[place]
    partner = other.arguments[place] if place < len(other.arguments) else mine
    return one.put(place, chance.choice((_joined, _joined, _mirrored, _turned))(mine, partner, chance))


def _joined(mine: Value, other: Value, chance: Random) -> Value:
    first, second = (mine, other) if chance.random() < 0.5 else (other, mine)
    match first, second:
        case Text(one), Text(two):
            return Text(one + two)
        case Sequence(_, one), Sequence(_, two):
            return replace(first, items=(*one, *two))
    return mine


def _mirrored(mine: Value, other: Value, chance: Random) -> Value:
    match mine:
        case Text(text):
            return Text(text + text[::-1])
        case Sequence(_, items):
            return replace(mine, items=(*items, *reversed(items)))
    return _joined(mine, other, chance)


def _turned(mine: Value, other: Value, chance: Random) -> Value:
    match mine:
        case Text(text):
            return Text(text.upper() if text != text.upper() else text.lower())
        case Sequence(_, items):
            return replace(mine, items=tuple(reversed(items)))
    return _joined(mine, other, chance)
