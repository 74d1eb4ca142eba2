"""Whether two results differ only in what the reference's text leaves open: order, one of several right answers, or
how much of what is computed.

Nobody can tell by running both whether another answer is as good, so that such a difference is in doubt; one of
another size, or none, is hardly as good.  Pure.  Neighbours: `languages.left_open` (reads the text), `evidence.edges`.
"""

from __future__ import annotations

import json
from dataclasses import replace

from codescore.evidence.contract import Outcome
from codescore.languages.execution import Entry
from codescore.languages.values import Float, Group, Int, Mapping, Sequence, Text, Value, encode

#: What is said of such a difference.
_THROWN = "it gives all of {} and the reference only the last"
_SET = "the same items stand in another order, which in the reference is that of a set"
_HASHED = "the same items stand in another order, which in the reference is that of a hash table"
_SEARCH = "the same items stand in another order, which in the reference is that of its search"
_ORDER, _ANSWER = "the order is left open: its text says {!r}", "the answer is left open: its text says {!r}"


def left_open(entry: Entry, expected: Outcome, got: Outcome) -> str:
    """What is said of a difference that is left open; "" where it is another one."""
    order, answer = entry.left_open[:2]
    if expected.value is None or got.value is None or (expected.how, got.how) != ("return", "return"):
        return ""
    one, two = plain(expected.value), plain(got.value)
    turned = None if expected.turned is None else plain(expected.turned)
    if turned is not None and key(_loose(one, one, turned)) == key(_loose(two, one, turned)):
        return _SET
    if entry.searches == "hashes" and reordered(expected, got):
        return _HASHED
    if entry.searches in ("tries", "chooses") and _same_found(one, two, chosen=entry.searches == "chooses"):
        return _SEARCH
    if order and key(_sorted(one)) == key(_sorted(two)):
        return _ORDER.format(order)
    return _ANSWER.format(answer) if answer and _as_good(one, two) else ""


def thrown_away(entry: Entry, expected: Outcome, got: Outcome) -> str:
    """What is said where a candidate gives all of what the reference writes with commas, of which it gives the last."""
    commas = entry.left_open[2]
    if not commas or expected.value is None or got.value is None:
        return ""
    return _THROWN.format(commas) if _lasts(expected.value, got.value, commas.count(",") + 1) else ""


def reordered(expected: Outcome, got: Outcome) -> bool:
    """Whether both give the same items, one after the other in another order; a tuple is as good as a list."""
    one, two = expected.value, got.value
    if (expected.how, got.how) != ("return", "return") or not (isinstance(one, Sequence) and isinstance(two, Sequence)):
        return False
    sides = [[key(plain(item)) for item in side.items] for side in (one, two)]
    return sides[0] != sides[1] and sorted(sides[0]) == sorted(sides[1])


def listed_anew(outcome: Outcome, turned: Outcome) -> Outcome:
    """An outcome with its value in the order that it has where sets are gone through the other way round.

    Without it where that is no other order, or more than the order is another.
    """
    one, two = outcome.value, turned.value
    if one is None or two is None or turned.how != "return" or key(one) == key(two):
        return outcome
    return replace(outcome, turned=two) if key(_sorted(one)) == key(_sorted(two)) else outcome


def _same_found(one: Value, two: Value, *, chosen: bool) -> bool:
    """Whether two lists have the same items in some order; and in some order in theirs, where these are `chosen`."""
    if not isinstance(one, Sequence) or not isinstance(two, Sequence):
        return False
    if not all(isinstance(item, (Sequence, Text)) for item in one.items):
        return False
    ours, theirs = (sorted(key(_sorted(item) if chosen else item) for item in side.items) for side in (one, two))
    return ours == theirs


def plain(value: Value) -> Value:
    """A value with lists in the place of tuples, which is no more than another form."""
    match value:
        case Sequence(kind, items):
            return Sequence("list" if kind == "tuple" else kind, tuple(map(plain, items)))
        case Mapping(kind, pairs):
            return Mapping(kind, tuple((name, plain(item)) for name, item in pairs))
    return value


def _loose(value: Value, one: Value, two: Value) -> Value:
    """A value with the items of those lists in one order that stand in another one in the first of two and the second.

    These two have the same items, if all of their lists are in one order.
    """
    if key(one) == key(two):
        return value
    match value, one, two:
        case Sequence(_, items), Sequence(_, ones), Sequence(_, twos) if len(items) == len(ones) == len(twos):
            keys, others = [key(item) for item in ones], [key(item) for item in twos]
            if sorted(keys) == sorted(others):
                return replace(value, items=tuple(sorted(items, key=key)))
            if list(map(key, map(_sorted, ones))) == list(map(key, map(_sorted, twos))):
                return replace(value, items=tuple(map(_loose, items, ones, twos)))
            return _sorted(value)
        case Mapping(_, pairs), Mapping(_, ones), Mapping(_, twos) if len(pairs) == len(ones) == len(twos):
            sides = [sorted(side, key=lambda pair: key(pair[0])) for side in (pairs, ones, twos)]
            return replace(value, items=tuple((a[0], _loose(a[1], b[1], c[1])) for a, b, c in zip(*sides, strict=True)))
    return value


def _lasts(one: Value, other: Value, many: int) -> bool:
    """Whether a value, or each in a list, is the last of so many that stand in its place in the other result."""
    if not isinstance(other, Sequence):
        return False
    if len(other.items) == many and key(other.items[-1]) == key(one):
        return True
    if not isinstance(one, Sequence) or len(one.items) != len(other.items) or not one.items:
        return False
    return all(map(_lasts, one.items, other.items, [many] * len(one.items)))


def key(value: Value) -> str:
    """What is equal for equal values."""
    return json.dumps(encode(value))


def _sorted(value: Value) -> Value:
    """The value with the items of all lists in it in one order."""
    match value:
        case Sequence(_, items) | Group(_, items):
            return replace(value, items=tuple(sorted(map(_sorted, items), key=key)))
        case Mapping(_, items):
            pairs = ((_sorted(key), _sorted(item)) for key, item in items)
            return replace(value, items=tuple(sorted(pairs, key=lambda pair: key(pair[0]))))
    return value


def _as_good(one: Value, two: Value) -> bool:
    """Whether an answer may be as good as another: as long, or a number that says as well that there is one."""
    match one, two:
        case Text(a), Text(b):
            return len(a) == len(b)
        case Sequence(kind, items), Sequence(other, others):
            return kind == other and len(items) == len(others)
        case Group(_, items), Group(_, others):
            return len(items) == len(others)
        case ((Int(a) | Float(a)), (Int(b) | Float(b))):
            return a >= 0 and b >= 0
    return False
