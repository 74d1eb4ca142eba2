"""Simple statements about an input, such as `k = 0` or "two items of xs are equal at [1]": true of it, or not.

A `Literal` is plain data, so that it can be stored and asked again of another input.  What there is to say of an entry
follows from its parameters as the model of the input has them; names and numbers are the reference's, never the
candidate's.  Pure.  Neighbours: `evidence.separating` (searches), `evidence.properties` (what a property means).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Sequence as Items
from dataclasses import dataclass, replace
from itertools import pairwise, permutations
from typing import TypeVar

from codescore.evidence.properties import has, length
from codescore.languages.execution import Entry, Input
from codescore.languages.standard import is_function
from codescore.languages.values import (
    Bool,
    Char,
    Float,
    Group,
    Int,
    Mapping,
    Null,
    Record,
    Sequence,
    Text,
    Value,
    decode,
    encode,
    walk,
)  # fmt: skip

#: Whether a feature is true of a value, of a value and another one's value, of a number; None where it makes no sense.
A = TypeVar("A")
B = TypeVar("B")
One = Callable[[Value, int], "bool | None"]
Two = Callable[[Value, Value], "bool | None"]
_COLUMNS = 4  # parts of items that are looked at
_BOUNDS = (1, 2, 10, 100)
_MOST_BOUNDS = 8


@dataclass(frozen=True, slots=True)
class Literal:
    """A feature of one or two parameters, by name, that is (`holds`) or is not so; `bound` is a number in it."""

    feature: str
    parameter: str
    other: str = ""
    bound: int = 0
    holds: bool = True

    def words(self) -> str:
        """As a person would say it; "" where nobody knows the feature."""
        found = _ONE.get(self.feature) or _TWO.get(self.feature) or _SAID.get(self.feature)
        text = "" if found is None else found[0] if self.holds else found[1]
        return text.format(p=self.parameter, q=self.other, n=self.bound)

    def true_of(self, names: Items[str], given: Input) -> bool:
        """Whether an input is so; `names` are the parameters'.  What makes no sense of it is not so."""
        named = dict(zip(names, given.arguments, strict=False))
        value, other = named.get(self.parameter), named.get(self.other)
        found: bool | None = None
        if value is not None and self.feature in _ONE:
            found = _ONE[self.feature][2](value, self.bound)
        elif value is not None and other is not None and self.feature in _TWO:
            found = _TWO[self.feature][2](value, other)
        return found is self.holds


def in_words(literals: Iterable[Literal]) -> str:
    """Several literals as one condition; rising and falling at once is said as what it is."""
    found = list(literals)
    for one in [literal for literal in found if literal.feature == "ordered" and literal.holds]:
        falling = replace(one, feature="descending")
        if falling in found:
            found[found.index(one)] = replace(one, feature="alike")
            found.remove(falling)
    return " and ".join(literal.words() for literal in found)


def packed(given: Input) -> str:
    """An input as JSON."""
    return json.dumps([[encode(argument) for argument in given.arguments], given.stdin])


def unpacked(text: str) -> Input:
    """An input from its JSON.  Raises ValueError where it is none."""
    arguments, stdin = json.loads(text)
    return Input(tuple(decode(argument) for argument in arguments), str(stdin))


def literals(entry: Entry, constants: Items[Value] = ()) -> Iterator[Literal]:
    """All that can be said of an entry's inputs, the plainest first; whole numbers among the constants are bounds."""
    names = [parameter.name for parameter in entry.parameters]
    own = [c.value for c in constants if isinstance(c, Int) and abs(c.value) <= _BOUNDS[-1] ** 2]
    bounds = tuple(dict.fromkeys((*_BOUNDS, *own)))[:_MOST_BOUNDS]
    for feature in _ONE:
        for bound in _numbers_of(feature, bounds):
            for name in names:
                yield Literal(feature, name, bound=bound)
                yield Literal(feature, name, bound=bound, holds=False)
    for feature in _TWO:
        for name, other in permutations(names, 2):
            yield Literal(feature, name, other)
            yield Literal(feature, name, other, holds=False)


def _numbers_of(feature: str, bounds: Items[int]) -> Items[int]:
    if feature in ("longer than", "multiple"):
        return [bound for bound in bounds if bound > (1 if feature == "longer than" else 2)]
    return bounds if feature in _WITH_BOUND else range(_COLUMNS) if feature in _WITH_COLUMN else (0,)


def _number(value: Value) -> float | None:
    return value.value if isinstance(value, (Int, Float)) else None


def _whole(number: float) -> bool:
    """Whether a number has no fraction; one of any size, which no floating point number may hold."""
    return isinstance(number, int) or number.is_integer()


def _text(value: Value) -> str | None:
    return value.value if isinstance(value, (Text, Char)) else None


def _items(value: Value) -> tuple[Value, ...] | None:
    """The items of an ordered collection; the signs of a text."""
    if isinstance(value, (Text, Char)):
        return tuple(Char(sign) for sign in value.value)
    return value.items if isinstance(value, Sequence) else None


def _of_number(check: Callable[[float, int], bool]) -> One:
    def test(value: Value, bound: int) -> bool | None:
        number = _number(value)
        return None if number is None else check(number, bound)

    return test


def _of_size(check: Callable[[int, int], bool]) -> One:
    def test(value: Value, bound: int) -> bool | None:
        size = length(value)
        return None if size is None else check(size, bound)

    return test


def _of_items(check: Callable[[tuple[Value, ...]], bool]) -> One:
    def test(value: Value, _bound: int) -> bool | None:
        items = _items(value)
        return None if items is None else check(items)

    return test


def _inside(value: Value) -> tuple[Value, ...]:
    """Everything in a value; nothing where functions are, which are no texts and numbers."""
    parts = tuple(walk(value))
    return () if any(map(is_function, parts)) else parts


def _of_text(check: Callable[[str], bool]) -> One:
    """Of a text, or of any text inside a collection."""

    def test(value: Value, _bound: int) -> bool | None:
        texts = [text for text in map(_text, _inside(value)) if text is not None]
        return any(map(check, texts)) if texts or _text(value) is not None else None

    return test


def _of_parts(check: Callable[[float], bool]) -> One:
    """Of any number inside a collection."""

    def test(value: Value, _bound: int) -> bool | None:
        if _number(value) is not None or length(value) is None or isinstance(value, Text):
            return None
        return any(check(number) for number in map(_number, _inside(value)) if number is not None)

    return test


def _ordered(value: Value, _bound: int) -> bool | None:
    return has(value, "ordered") if isinstance(value, Sequence) else None


def _descending(value: Value, _bound: int) -> bool | None:
    return has(Sequence(value.kind, value.items[::-1]), "ordered") if isinstance(value, Sequence) else None


def _empty_item(value: Value, _bound: int) -> bool | None:
    return not has(value, "no empty item") if isinstance(value, (Sequence, Group)) else None


def _uneven(value: Value, _bound: int) -> bool | None:
    return not has(value, "rows alike") if isinstance(value, Sequence) else None


def _column(item: Value, place: int) -> Value | None:
    match item:
        case Sequence(_, items) if place < len(items):
            return items[place]
        case Record(_, fields) if place < len(fields):
            return fields[place][1]
    return None


def _shared_part(value: Value, place: int) -> bool | None:
    """Whether two items have the same part at a place."""
    if not isinstance(value, Sequence) or not all(isinstance(item, (Sequence, Record)) for item in value.items):
        return None
    parts = [part for part in (_column(item, place) for item in value.items) if part is not None]
    return len(set(parts)) < len(parts)


def _same_values(value: Value, _bound: int) -> bool | None:
    return len({v for _, v in value.items}) < len(value.items) if isinstance(value, Mapping) else None


def _truth(value: Value, _bound: int) -> bool | None:
    return value.value if isinstance(value, Bool) else None


def _null(value: Value, _bound: int) -> bool | None:
    return isinstance(value, Null)


_ONE: dict[str, tuple[str, str, One]] = {
    "zero": ("{p} = 0", "{p} is not 0", _of_number(lambda n, _: n == 0)),
    "empty": ("{p} is empty", "{p} is not empty", _of_size(lambda n, _: n == 0)),
    "negative": ("{p} < 0", "{p} >= 0", _of_number(lambda n, _: n < 0)),
    "true": ("{p} is true", "{p} is false", _truth),
    "null": ("{p} is null", "{p} is not null", _null),
    "several": ("{p} has several items", "{p} has at most one item", _of_size(lambda n, _: n > 1)),
    "single": ("{p} has one item", "{p} has none or several items", _of_size(lambda n, _: n == 1)),
    "repeats": ("two items of {p} are equal", "all items of {p} differ",
                _of_items(lambda items: len(set(items)) < len(items))),
    "shared part": ("two items of {p} are equal at [{n}]", "all items of {p} differ at [{n}]", _shared_part),
    "shared value": ("two values in {p} are equal", "all values in {p} differ", _same_values),
    "has negative": ("{p} has a negative number", "{p} has no negative number", _of_parts(lambda n: n < 0)),
    "has zero": ("{p} has a 0", "{p} has no 0", _of_parts(lambda n: n == 0)),
    "ordered": ("{p} is in ascending order", "{p} is not in ascending order", _ordered),
    "descending": ("{p} is in descending order", "{p} is not in descending order", _descending),
    "odd": ("{p} is odd", "{p} is even", _of_number(lambda n, _: _whole(n) and n % 2 == 1)),
    "multiple": ("{p} is a multiple of {n}", "{p} is no multiple of {n}",
                 _of_number(lambda n, bound: _whole(n) and n % bound == 0)),
    "fraction": ("{p} is no whole number", "{p} is a whole number", _of_number(lambda n, _: not _whole(n))),
    "above": ("{p} > {n}", "{p} <= {n}", _of_number(lambda n, bound: n > bound)),
    "is": ("{p} = {n}", "{p} is not {n}", _of_number(lambda n, bound: n == bound)),
    "longer than": ("{p} has more than {n} items", "{p} has at most {n} items", _of_size(lambda n, bound: n > bound)),
    "odd length": ("{p} has an odd number of items", "{p} has an even number of items",
                   _of_size(lambda n, _: n % 2 == 1)),
    "neighbours": ("{p} has equal neighbours", "no neighbours in {p} are equal",
                   _of_items(lambda items: any(a == b for a, b in pairwise(items)))),
    "palindrome": ("{p} is the same backwards", "{p} is another one backwards",
                   _of_items(lambda items: items == items[::-1])),
    "upper": ("{p} has an upper-case letter", "{p} has no upper-case letter", _of_text(lambda t: t != t.lower())),
    "space": ("{p} has a space", "{p} has no space", _of_text(lambda t: any(map(str.isspace, t)))),
    "digit": ("{p} has a digit", "{p} has no digit", _of_text(lambda t: any(map(str.isdigit, t)))),
    "sign": ("{p} has a sign that is no letter, digit or space", "{p} has letters, digits and spaces only",
             _of_text(lambda t: any(not (s.isalnum() or s.isspace()) for s in t))),
    "empty item": ("{p} has an empty item", "{p} has no empty item", _empty_item),
    "uneven": ("the items of {p} have different lengths", "the items of {p} have one length", _uneven),
    "fractions": ("{p} has a number that is not whole", "all numbers in {p} are whole",
                  _of_parts(lambda n: not _whole(n))),
}  # fmt: skip
#: What is only said, and not looked for: two features above say the same.
_SAID = {"alike": ("no two items of {p} differ", "two items of {p} differ")}
_WITH_BOUND = {"above", "is"}
_WITH_COLUMN = {"shared part"}
#: Features that one value alone may have.
ALONE = frozenset({"zero", "empty", "true", "null", "is"})


def _numbers(check: Callable[[float, float], bool]) -> Two:
    return _both(_number, _number, check)


def _against_length(check: Callable[[float, int], bool]) -> Two:
    return _both(_number, length, check)


def _lengths(check: Callable[[int, int], bool]) -> Two:
    return _both(length, length, check)


def _both(
    one_of: Callable[[Value], A | None], two_of: Callable[[Value], B | None], check: Callable[[A, B], bool]
) -> Two:
    """A check of what two values have; nothing where one of them has none."""

    def test(value: Value, other: Value) -> bool | None:
        one, two = one_of(value), two_of(other)
        return None if one is None or two is None else check(one, two)

    return test


def _among(value: Value, other: Value) -> int | None:
    """How often a value is in another one."""
    part, whole = _text(value), _text(other)
    if part is not None and whole is not None:
        return whole.count(part)
    if isinstance(other, Mapping):
        return sum(key == value for key, _ in other.items)
    return other.items.count(value) if isinstance(other, (Sequence, Group)) else None


def _counted(check: Callable[[int], bool]) -> Two:
    def test(value: Value, other: Value) -> bool | None:
        count = _among(value, other)
        return None if count is None else check(count)

    return test


def _in_but_for_case(value: Value, other: Value) -> bool | None:
    part, whole = _text(value), _text(other)
    return None if part is None or whole is None else part not in whole and part.lower() in whole.lower()


def _beside_all(check: Callable[[float, float], bool]) -> Two:
    def test(value: Value, other: Value) -> bool | None:
        number, items = _number(value), other.items if isinstance(other, (Sequence, Group)) else None
        parts = [_number(item) for item in items] if items is not None else [None]
        if number is None or None in parts:
            return None
        return all(check(number, part) for part in parts if part is not None)

    return test


def _equal(value: Value, other: Value) -> bool | None:
    return value == other if type(value) is type(other) else None


def _common(value: Value, other: Value) -> bool | None:
    one, two = _items(value), _items(other)
    return None if one is None or two is None else not set(one).isdisjoint(two)


_TWO: dict[str, tuple[str, str, Two]] = {
    "equal": ("{p} = {q}", "{p} is not {q}", _equal),
    "at length": ("{p} = len({q})", "{p} is not len({q})", _against_length(lambda n, size: n == size)),
    "from length": ("{p} >= len({q})", "{p} < len({q})", _against_length(lambda n, size: n >= size)),
    "beyond length": ("{p} > len({q})", "{p} <= len({q})", _against_length(lambda n, size: n > size)),
    "in": ("{p} is in {q}", "{p} is not in {q}", _counted(lambda count: count > 0)),
    "often in": ("{p} is in {q} more than once", "{p} is in {q} at most once", _counted(lambda count: count > 1)),
    "in but for case": ("{p} is in {q} but for upper and lower case", "{p} is in {q} in its own case, or not at all",
                        _in_but_for_case),
    "less": ("{p} < {q}", "{p} >= {q}", _numbers(lambda a, b: a < b)),
    "over all": ("{p} is greater than every item of {q}", "{p} is not greater than every item of {q}",
                 _beside_all(lambda n, item: n > item)),
    "under all": ("{p} is less than every item of {q}", "{p} is not less than every item of {q}",
                  _beside_all(lambda n, item: n < item)),
    "as long": ("{p} and {q} have one length", "{p} and {q} have different lengths", _lengths(lambda a, b: a == b)),
    "shorter": ("{p} is shorter than {q}", "{p} is not shorter than {q}", _lengths(lambda a, b: a < b)),
    "common": ("{p} and {q} have an item in common", "{p} and {q} have no item in common", _common),
}  # fmt: skip
