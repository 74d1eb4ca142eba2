"""Large inputs for programs that read them: as many items as contests have, and numbers as large as they come.

Where 32 bits are too few, or a number is rounded, small inputs never show it.  A form says what an input looks like,
and these are filled plainly: all items alike, or each another one, which is where counts and sums are largest.  They
are tried last, where nothing else differs, and only those count on which both programs give an answer in time, or the
candidate's arithmetic overflows.  Nothing says how large a task's inputs are, so what differs there makes a verdict
conditional.  Pure.  Neighbours: `evidence.lines` (what is usually drawn), `evidence.far` (the same for functions),
`evidence.session` (asks).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from codescore.evidence.cases import Cases
from codescore.evidence.compare import OPAQUE
from codescore.evidence.following import Rows, counting, word_of
from codescore.evidence.policy import LARGE_INPUT
from codescore.evidence.shrink import Difference
from codescore.languages.execution import OVERFLOW, UNDEFINED, Input
from codescore.languages.shapes import (
    TO_THE_END,
    BlockShape,
    FloatShape,
    IntShape,
    LinesShape,
    RowShape,
    Samples,
    Shape,
    TextShape,
    UpTo,
)
from codescore.languages.values import Float, Int, Text, Value

#: How many of something: so that pairs of all are more than 32 bits hold, and a line each is not too long; then what
#: takes a square of that time, or of that room; and few, where only the numbers are large.
_MANY, _FEW = (70_000, 1_500, 350), 3
_SIZES = 2  # of the former: the largest that are not too long
_TOKENS = 220_000  # of one input, texts by their signs
_LEAST, _LARGE, _LARGEST = 1, 10**9, 10**18  # numbers that nothing limits
_LIMIT = _LARGE * 5 // 2  # of the sum of a few large ones, which 32 bits do not hold: two of them keep it, three do not
_FILLED = ((_LEAST, False), (_LEAST, True), (_LARGE, True))  # with which numbers, and whether each is another one
_LETTER = "a"
_AS_LIKELY = 0.0  # nothing says how large inputs are: any other difference is told rather than one of these


class _TooLong(Exception):
    """An input would have more tokens than can be read in time."""


@dataclass(slots=True)  # mutable: what is known grows with every token
class _Filling:
    """How an input is filled: `size` of whatever is counted, `most` for numbers without a limit; `each`: items in a
    row are the first, the second and so on, as far as the form lets them, else all of them are alike; `spread`: every
    other number of a line is as small as it comes, so that the two are far apart; `limits`: a number that stands for
    itself is what limits sums of the others."""

    size: int
    most: int
    each: bool
    counts: frozenset[str]
    spread: bool = False
    limits: bool = False
    known: dict[str, int] = field(default_factory=dict)
    left: int = _TOKENS

    def take(self, tokens: int) -> None:
        self.left -= tokens
        if self.left < 0:
            raise _TooLong

    def many(self, wanted: str | int | None, otherwise: int) -> int:
        if isinstance(wanted, str):
            return max(0, self.known.get(wanted, otherwise))
        return otherwise if wanted is None else wanted


def large_inputs(cases: Cases) -> list[Input]:
    """Inputs of the form that a program reads with many items, with large numbers, and with both."""
    shape = cases.entry.parameters[0].shape if cases.entry.kind == "script" and cases.entry.parameters else None
    if not isinstance(shape, LinesShape):
        return []
    long = 0
    filled: list[str] = []
    for size in _MANY:
        texts = [_text(shape, size, *filling) for filling in _FILLED]
        filled += [text for text in texts if text]
        long += all(texts)
        if long == _SIZES:
            break
    filled += [_text(shape, _FEW, most, each) for most in (_LARGE, _LARGEST) for each in (False, True)]
    filled += [_text(shape, _FEW, most, False, spread=True) for most in (_LARGE, _LARGEST)]
    filled += [_text(shape, _FEW, _LARGE, each, limits=True) for each in (False, True)]
    return [Input((), text) for text in dict.fromkeys(filled)]


def telling(pairs: Iterable[Difference]) -> list[Difference]:
    """What counts of both programs' answers: where both end and print something else, and none is in doubt."""
    return [
        (replace(case, place="inside", likely=_AS_LIKELY, unmeant=LARGE_INPUT), outcome, aspect)
        for case, outcome, aspect in pairs
        if aspect not in ("", OPAQUE)
        and case.place != "rejected"
        and not case.expected.doubt
        and case.expected.how == "return"
        and (outcome.how == "return" or outcome.doubt in (OVERFLOW, UNDEFINED))
    ][:1]


def _text(shape: LinesShape, size: int, most: int, each: bool, *, spread: bool = False, limits: bool = False) -> str:
    """The text that is filled like this, "" where it would be too long."""
    lines: list[str] = []
    try:
        counts = counting(shape.rows) | (_limiting(shape.rows) if size > _FEW else set())
        _fill(shape.rows, _Filling(size, most, each, counts, spread, limits), lines)
    except _TooLong:
        return ""
    return "".join(f"{line}\n" for line in lines)


def _limiting(rows: Rows) -> set[str]:
    """Names of numbers that others are places up to: there are as many places as other things."""
    tokens = (token for row in rows if isinstance(row, RowShape) for token in row.tokens if isinstance(token, UpTo))
    inner = (_limiting(row.rows) for row in rows if isinstance(row, BlockShape))
    return {token.name for token in tokens}.union(*inner)


def _fill(rows: Rows, filling: _Filling, lines: list[str]) -> None:
    outer = {row.times for row in rows if isinstance(row, BlockShape) and isinstance(row.times, str)}
    for row in rows:
        if isinstance(row, BlockShape):
            for _ in range(max(0, filling.many(row.times, 1) + row.more)):
                _fill(row.rows, filling, lines)
            lines += [] if row.until is None else [row.until]
            continue
        times = 1 if row.until is not None else max(0, filling.many(row.times, 1) + row.more)
        ends = row.tree or _joins(row)
        lines += [
            _edge(row, number, filling) if ends else _line(row, number, filling, outer) for number in range(times)
        ]
        lines += [] if row.until in (None, TO_THE_END) else [row.until]


def _joins(row: RowShape) -> bool:
    return len(row.tokens) > 1 and isinstance(row.tokens[0], UpTo) and row.tokens[0] == row.tokens[1]


def _edge(row: RowShape, number: int, filling: _Filling) -> str:
    """An edge of a path, or (`each`) of a star, and of what else there is room for; the rest as it is elsewhere."""
    filling.take(len(row.tokens) or 2)
    first = row.tokens[0] if row.tokens else None
    most = filling.known.get(first.name, number + 2) if isinstance(first, UpTo) and not row.tree else number + 2
    beyond = max(0, number + 2 - most)
    if filling.each:
        ends = (1, number + 2) if not beyond else (2, 2 + beyond)
    else:
        ends = (number + 1, number + 2) if not beyond else (1, most + 1 - beyond)
    rest = [word_of(_value(shape, number, row, filling), row.separator) for shape in row.tokens[2:]]
    return row.separator.join([*map(str, ends), *rest])


def _line(row: RowShape, number: int, filling: _Filling, outer: set[str]) -> str:
    shapes = list(row.tokens)
    many = len(shapes) if row.count is None else max(0, filling.many(row.count, len(shapes)))
    filling.take(max(many, len(shapes)))
    words = []
    for place, shape in enumerate(shapes[:many]):
        name = row.names[place] if place < len(row.names) else ""
        if name in outer:
            value: Value = Int(1)  # test cases: one is as good as many
        elif name in filling.counts:
            value = Int(_within(shape, filling.size))
        elif filling.spread and place % 2 == 0 and place + 1 < len(shapes) and isinstance(shape, IntShape):
            value = Int(_within(shape, _LEAST))
        elif filling.limits and name and row.times is row.count is None and isinstance(shape, IntShape):
            value = Int(_within(shape, _LIMIT))
        else:
            value = _value(shape, max(number, place), row, filling)
        if name and isinstance(value, Int):
            filling.known[name] = value.value
        words.append(word_of(value, row.separator))
    if shapes and many > len(shapes):
        alike = not (_differ(row, filling) or filling.each)
        rest = [len(shapes)] * (many - len(shapes)) if alike else range(len(shapes), many)
        made = {place: word_of(_value(shapes[-1], place, row, filling), row.separator) for place in dict.fromkeys(rest)}
        if alike and isinstance(shapes[-1], TextShape):  # one of them is counted
            filling.take(len(made[len(shapes)]) * (len(rest) - 1))
        words += map(made.__getitem__, rest)
    return row.separator.join(words)


def _value(shape: Shape, place: int, row: RowShape, filling: _Filling) -> Value:
    match shape:
        case UpTo(low, name, more):
            least, most = low, max(low, filling.known.get(name, _FEW) + more)
        case IntShape(low, high):
            least = max(1, low or 1) if low is None or low > 0 else 1
            most = high if high is not None else max(filling.most, least + max(filling.size, place))
            least = max(least, most - max(filling.size, place)) if filling.most > _LEAST else least
        case FloatShape():
            return Float(float(filling.most))
        case Samples(values) if values:
            return values[place % len(values) if filling.each else 0]
        case TextShape(samples=samples, alphabet="") if samples:
            return Text(samples[place % len(samples) if filling.each else 0])
        case TextShape():
            return Text(_signs(shape, row, filling))
        case _:
            return Text(_LETTER)
    if _differ(row, filling):
        return Int(least + place % max(1, most - least + 1))
    return Int(least if filling.most == _LEAST else most)


def _differ(row: RowShape, filling: _Filling) -> bool:
    """Whether the numbers of a row are one after the other."""
    return row.distinct or row.ascending or filling.each


def _within(shape: Shape, number: int) -> int:
    """A number as near to this one as a shape lets it be; nothing that is read counts below 1 of something."""
    if isinstance(shape, UpTo) or not isinstance(shape, IntShape):
        return number
    number = max(number, 1 if shape.low is None else shape.low)
    return number if shape.high is None else min(number, shape.high)


def _signs(shape: TextShape, row: RowShape, filling: _Filling) -> str:
    long = filling.many(row.wide, filling.size) if row.wide is not None else filling.size
    long = long if shape.max_size is None else min(long, shape.max_size)
    signs = "".join(_signs_of(shape)) or _LETTER
    filling.take(long)
    return (signs * (long // len(signs) + 1))[:long] if filling.each else signs[0] * long


def _signs_of(shape: TextShape) -> Iterator[str]:
    return (sign for sign in shape.alphabet if not sign.isspace())
