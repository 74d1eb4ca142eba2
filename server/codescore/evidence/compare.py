"""When two programs did the same: values by type and content, exceptions by class, effects where the reference has
them.

The rules, for every language:

* Numbers are equal by value, as the languages' own `==` has it (`1`, `1.0` and true are), floats within 1e-9,
  relatively or absolutely, decimals within 1e-20 relatively, fractions exactly; NaN equals NaN.  Floats within 1e-6
  relatively are *nearly* equal.  A character equals a text of that one character.
* A value that may be there or not (`optional`) is that value, or none.
* Sequences are equal in order, sets and mappings without order (see `keys_alike`); a list is no tuple, a lazy sequence
  is no list (`type` is then what differs).  Where the reference's declared result has no order, neither has the
  comparison.
* Objects are equal if their types have the same name, or one has none, and their fields are equal; references between
  them must agree.
* What a program prints counts if the reference prints anything, in a sequence of calls in any of them: line by line,
  without white space at line ends and at the end, decimal fractions within 1e-6 relatively.  What it leaves in its
  arguments counts if the reference changes any of its own, or returns nothing.
* Exceptions are equal if their classes have the same name, programs that end themselves if they do so with one code.
* What can be called is equal if it gives the same for every probe that the reference's answers.
* What the reference gives and cannot be looked into (a class, a value too deep) decides nothing: `OPAQUE`, which is
  neither equal nor different.  A value too large to be sent is compared by the digest of its content.

Total and pure.  Neighbours: `evidence.contract` (`Outcome`), `evidence.cases` (says which inputs count).
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias, TypeGuard

from codescore.evidence.contract import Outcome
from codescore.languages import standard
from codescore.languages.shapes import UNNAMED
from codescore.languages.values import (
    REMEMBERING,
    Bool,
    Bytes,
    Called,
    Char,
    Float,
    Group,
    Int,
    Mapping,
    Null,
    Opaque,
    Record,
    Ref,
    Sequence,
    Text,
    Value,
    encode,
    walk,
)  # fmt: skip

#: What `difference` says where nothing differs that can be told, and something cannot.
OPAQUE = "opaque"
#: What is otherwise in two equal results: the order of keys; that a collection stands in several places of it.
KEYS, SHARED = "keys", "sharing"
_TOO_LARGE, _TOO_DEEP, _TOO_SLOW = "too-large", "too-deep", "too-slow"
#: How far apart floats may be, relatively and absolutely.
Near: TypeAlias = tuple[float, float]
#: Sums of 32-bit numbers lose the sixth digit and more.
DOUBLE: Near = (1e-9, 1e-9)
_NEARLY, _SINGLE = 1e-6, 1e-4
_TINY = 1e-6  # where no number is as large as this, nothing is near because it is small
Number: TypeAlias = float | int | Decimal | Fraction
_FRACTION = re.compile(r"-?[0-9]+(?:\.[0-9]+(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)")
_SMALL = 1_000_000  # comparisons of values up to which unordered collections are compared item by item
#: Kinds of sequences that are the same thing to a caller.
_ALIKE = {"array": "list", "range": "range", "view": "iterator", "deque": "deque"}


def difference(
    expected: Outcome,
    got: Outcome,
    *,
    unordered: bool = False,
    effects: bool = True,
    near: Near = DOUBLE,
) -> str:
    """What differs: `value`, `type`, `exception`, `exit`, `stdout`, `arguments`, `timeout`, `crash` …; empty if nothing
    does; `OPAQUE`.

    `effects`: whether what is left in the arguments counts; `near`: how far apart floats may be.
    """
    if expected.how != got.how:
        return got.how if got.how not in ("return", "raise", "exit") else "exception"
    if expected.how == "raise":
        return "" if expected.error == got.error else "exception"
    if expected.how == "exit" and expected.error != got.error:
        return "exit"
    if expected.steps:
        return _foremost(difference(one, other, effects=False, near=near) for _, one, other in told(expected, got))
    one, two = expected.value or Null(), got.value or Null()
    if remembers(one) and not remembers(two):  # in what it keeps its calls is its own affair, and may not be seen
        one = one.fields[0][1]
    value = _values(one, two, _Anchors(near), unordered=unordered)
    if value and value != OPAQUE:
        return value
    counts = expected.prints or _lines(expected.stdout)
    if counts and not _printed_alike(expected.stdout, got.stdout, nearly(near)):
        return "stdout"
    left = _arguments(expected, got, near) if effects else ""
    return left if left and left != OPAQUE else value or left


def nearness(results: Iterable[Value], *, single: bool) -> Near:
    """How far apart floats may be: wider if there are some of 32 bits, and only relatively where all are tiny."""
    if single:
        return _SINGLE, _SINGLE
    sizes = [abs(part.value) for result in results for part in walk(result) if isinstance(part, (Float, Int))]
    return (DOUBLE[0], 0.0) if any(sizes) and max(sizes) < _TINY else DOUBLE


def nearly(near: Near) -> Near:
    """How far apart floats may be that are nearly equal."""
    return max(near[0], _NEARLY), near[1]


def remembers(value: Value | None) -> TypeGuard[Record]:
    """Whether it says that the same call gave one thing first, and another one when it was made again."""
    return isinstance(value, Record) and value.type == REMEMBERING


def told(expected: Outcome, got: Outcome) -> Iterator[tuple[int, Outcome, Outcome]]:
    """The calls of two sequences that say something, with their numbers.

    What both refuse says nothing.  After an error that just happens to the first and not to the other, nothing does.
    """
    prints = any(_lines(one.stdout) for one in expected.steps)
    for number, (one, other) in enumerate(zip(expected.steps, got.steps, strict=False)):
        if one.how == "raise":
            if other.how == "raise":
                continue
            if not one.deliberate:
                return
        yield number, one if one.prints == prints else replace(one, prints=prints), other


def differs(expected: Outcome, got: Outcome) -> bool:
    """Whether two outcomes are seen to differ."""
    return difference(expected, got) not in ("", OPAQUE)


def _arguments(expected: Outcome, got: Outcome, near: Near) -> str:
    found = _in_order(expected.arguments, got.arguments, _Anchors(near))
    return "arguments" if found and found != OPAQUE else found


def _lines(text: str) -> list[str]:
    lines = [line.rstrip() for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _printed_alike(one: str, two: str, near: Near) -> bool:
    """Whether two printed texts have the same lines; decimal fractions in them may be as far apart as values may."""
    lines, others = _lines(one), _lines(two)
    if lines == others or len(lines) != len(others):
        return lines == others
    words, their = ([line.split(" ") for line in side] for side in (lines, others))
    return all(
        len(line) == len(other) and all(_word_alike(*pair, near) for pair in zip(line, other, strict=True))
        for line, other in zip(words, their, strict=True)
    )


def _word_alike(one: str, two: str, near: Near) -> bool:
    fractions = _FRACTION.fullmatch(one) and _FRACTION.fullmatch(two)
    return one == two or (fractions is not None and _equal_numbers(float(one), float(two), near))


class _Anchors:
    """Which object of one side is which of the other, and how near two numbers must be."""

    def __init__(self, near: Near = DOUBLE) -> None:
        self.near = near
        self._of: dict[int, int] = {}

    def same(self, one: int, two: int) -> bool:
        return self._of.setdefault(one, two) == two

    def tried(self, one: Value, two: Value) -> str:
        """What differs in two values of which nothing says they belong together; then who is who stays as it was."""
        known = len(self._of)
        found = _values(one, two, self, unordered=False)
        while found and len(self._of) > known:
            self._of.popitem()
        return found


def changes(arguments: tuple[Value, ...], outcome: Outcome) -> bool:
    """Whether a call leaves something else in its arguments, what it returns itself aside."""
    # Who returns the very list that was sorted in place gives a result; that the argument changed is how it got there.
    # An object that a call made shows what it is made of only now: it may have been changed.
    left, returned = zip(arguments, outcome.arguments, strict=False), outcome.value
    return any(not same(a, b) and (returned is None or not same(b, returned)) for a, b in left)


def same(one: Value, two: Value, *, unordered: bool = False) -> bool:
    """Whether two values are seen to be equal by the rules above."""
    return not _values(one, two, _Anchors(), unordered=unordered)


def keys_alike(one: Value | None, two: Value | None) -> bool:
    """Whether the mappings in two equal values, outside of sets, have their keys in the same order."""
    match one, two:
        case Mapping(_, pairs), Mapping(_, others):
            both = zip(pairs, others, strict=False)
            return all(same(key, other) and keys_alike(a, b) for (key, a), (other, b) in both)
        case Sequence(_, items), Sequence(_, others):
            return all(map(keys_alike, items, others))
    return True


def slight(expected: Outcome, got: Outcome, *, keys: bool) -> str:
    """What is otherwise in two equal results: `KEYS` (`keys`: their order counts), `SHARED`; empty if nothing is."""
    if keys and not keys_alike(expected.value, got.value):
        return KEYS
    return SHARED if got.shares and not expected.shares else ""


def _number(value: Value) -> Number | None:
    match value:
        case Bool(v) | Int(v) | Float(v):
            return v
    return standard.number(value)


def _equal_numbers(a: Number, b: Number, near: Near) -> bool:
    if isinstance(a, (int, Fraction)) and isinstance(b, (int, Fraction)):
        return a == b
    if not isinstance(a, float) and not isinstance(b, float):
        return standard.nearly(a, b)
    try:
        a, b = float(a), float(b)
    except OverflowError:
        return a == b
    return (math.isnan(a) and math.isnan(b)) or a == b or math.isclose(a, b, rel_tol=near[0], abs_tol=near[1])


def _held(value: Value) -> Value:
    """What a value that may be there or not is: that value, or none."""
    if isinstance(value, Sequence) and value.kind == "optional":
        return value.items[0] if value.items else Null()
    return value


#: Values that are equal where what they hold is; most of all that is compared.
_PLAIN = frozenset((Bool, Char, Int, Text))


def _values(one: Value, two: Value, anchors: _Anchors, *, unordered: bool) -> str:
    if type(one) is type(two) and type(one) in _PLAIN:
        return "" if one is two or one == two else "value"
    one, two = _held(one), _held(two)
    a, b = _number(one), _number(two)
    if a is not None and b is not None:
        return "" if _equal_numbers(a, b, anchors.near) else "value"
    if isinstance(one, (Text, Char)) and isinstance(two, (Text, Char)):
        return "" if one.value == two.value else "value"
    if type(one) is not type(two):
        return OPAQUE if _undecided(one) or (isinstance(two, Opaque) and two.type == _TOO_SLOW) else "type"
    return _alike(one, two, anchors, unordered=unordered)


def _alike(one: Value, two: Value, anchors: _Anchors, *, unordered: bool) -> str:  # noqa: PLR0911  one rule per kind
    """The same, for two values of one class."""
    match one, two:
        case Null(), Null():
            return ""
        case Bytes(a), Bytes(b):
            return "" if a == b else "value"
        case Opaque(), Opaque():
            return _opaque(one, two)
        case Called(answers), Called(others):
            return _answers(answers, others, anchors)
        case Ref(a), Ref(b):
            return "" if anchors.same(a, b) else "value"
        case Sequence(kind, items), Sequence(other, others):
            if _ALIKE.get(kind, kind) != _ALIKE.get(other, other):
                return "type"
            return _unordered(items, others, anchors) if unordered else _in_order(items, others, anchors)
        case Group(_, items), Group(_, others):
            return _unordered(items, others, anchors)
        case Mapping(_, pairs), Mapping(_, others_):
            flat = tuple(Sequence("pair", pair) for pair in pairs)
            return _unordered(flat, tuple(Sequence("pair", pair) for pair in others_), anchors)
        case Record(), Record():
            return _records(one, two, anchors)
    return "type"


def _undecided(value: Value) -> bool:
    """Whether it may be anything, also a plain value: what a large or endless value or a function is, is known."""
    return isinstance(value, Opaque) and value.type in (_TOO_DEEP, _TOO_SLOW)


def _opaque(one: Opaque, two: Opaque) -> str:
    if one.type != two.type or not one.text or not two.text:
        return "type" if one.type == _TOO_LARGE != two.type and not _undecided(two) else OPAQUE
    if one.text == two.text:
        return OPAQUE if one.text.endswith("?") else ""
    if one.type != _TOO_LARGE:
        return OPAQUE
    kind, _, digest = one.text.rpartition(" ")
    other = two.text.rpartition(" ")[0]
    return "type" if kind != other else OPAQUE if digest.endswith(("~", "?")) else "value"


def _answers(answers: tuple[Value | None, ...], others: tuple[Value | None, ...], anchors: _Anchors) -> str:
    """What two callables gave for the same probes; those that the reference's refuses or is slow on decide nothing.

    In Python there are two more of them at the end, with keywords; any other number of them is no honest answer.
    """
    if abs(len(answers) - len(others)) not in (0, 2):
        return "value"
    asked = [(a, b) for a, b in zip(answers, others, strict=False) if a is not None and _told(a)]
    if not asked:
        return OPAQUE
    return _foremost("value" if b is None else _values(a, b, anchors, unordered=False) for a, b in asked)


def _told(value: Value) -> bool:
    """Whether a value is known well enough to be seen to equal itself."""
    return _values(value, value, _Anchors(), unordered=False) == ""


def _foremost(found: Iterable[str]) -> str:
    """Of what was found at several places what decides: a difference, else what cannot be told."""
    opaque = ""
    for aspect in found:
        if aspect and aspect != OPAQUE:
            return aspect
        opaque = opaque or aspect
    return opaque


def _records(one: Record, two: Record, anchors: _Anchors) -> str:
    ours, theirs = (sorted(record.fields, key=lambda field: field[0]) for record in (one, two))
    names = [name for name, _ in ours] == [name for name, _ in theirs]
    alike = one.type == two.type or UNNAMED in (one.type, two.type)  # an input's object beside one that is made
    if not alike or not names or not anchors.same(one.anchor, two.anchor):
        return "value" if alike else "type"
    return _in_order(tuple(v for _, v in ours), tuple(v for _, v in theirs), anchors)


def _in_order(items: tuple[Value, ...], others: tuple[Value, ...], anchors: _Anchors) -> str:
    if len(items) != len(others):
        return "value"
    return _foremost(_values(a, b, anchors, unordered=False) for a, b in zip(items, others, strict=True))


def _key(value: Value) -> Hashable | None:
    """What just equal values have in common, where they are whole numbers, texts or sequences of them; else None."""
    match value:
        case Bool(v) | Int(v) | Text(v) | Char(v):
            return v
        case Null():
            return ()
        case Sequence(kind, items) if kind != "optional":
            keys = tuple(map(_key, items))
            return None if None in keys else (_ALIKE.get(kind, kind), *keys)
    return None


def _unordered(items: tuple[Value, ...], others: tuple[Value, ...], anchors: _Anchors) -> str:
    if len(items) != len(others):
        return "value"
    keys = [[_key(item) for item in side] for side in (items, others)]
    if None not in keys[0] and None not in keys[1]:
        return "" if Counter(keys[0]) == Counter(keys[1]) else "value"
    if len(items) * sum(1 for item in items for _ in walk(item)) > _SMALL:
        one, two = (sorted(json.dumps(encode(item)) for item in side) for side in (items, others))
        opaque = any(isinstance(node, (Opaque, Called)) for item in items for node in walk(item))
        return OPAQUE if opaque else "" if one == two else "value"
    left = dict(enumerate(others))
    open_: list[list[int]] = []  # of each item without an equal, those of which it cannot be told
    for item in items:
        untold = []
        for number, other in left.items():
            found = anchors.tried(item, other)  # once: what is asked twice at each level is asked 2^depth times
            if not found:
                del left[number]
                break
            if found == OPAQUE:
                untold.append(number)
        else:
            open_.append(untold)
    if all(any(number in left for number in untold) for untold in open_):
        return OPAQUE if open_ else ""
    return "value"
