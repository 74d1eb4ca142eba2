"""The form of standard input that a program's text suggests, mended by what the program takes.

A form is read from text, and text misleads: a list is as long as another number says, comes once more, or holds places.
Where the reference fails on much of what is drawn in its form, each part of the form is changed in turn, and what it
takes best is kept.  Only ways to read are tried; nothing is asked of what the program prints.  Knows no language.
Neighbours: `evidence.cases` (asks, once a reference), `evidence.lines` (draws), `evidence.feedback` (where no form is
known at all).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, count, islice

from codescore.evidence.contract import Outcome
from codescore.evidence.following import counting
from codescore.evidence.generate import random_input
from codescore.evidence.pool import SMALL, pool_of
from codescore.languages.execution import Entry, Input
from codescore.languages.shapes import (
    BlockShape,
    IntShape,
    LinesShape,
    OneOf,
    RowShape,
    Samples,
    Shape,
    TextShape,
    UpTo,
)
from codescore.languages.values import Int, Text, Value

#: Runs the reference on inputs.
Run = Callable[[list[Input]], list[Outcome]]
Rows = tuple[RowShape | BlockShape, ...]

ENOUGH = 0.8  # share of what is drawn that a reference takes where its form is as it should be
_BETTER = 0.15  # how much more it must take to change the form
_EDITS = 3  # changes to one form
_DRAWN, _FORMS = 10, 60  # inputs that a form is tried on, and forms that are tried
_LATE = 3  # inputs without an answer in time, after which no other form is tried
_SEED = 900
_ENDS = 6  # values that may end what is read
_LETTERS = "abcxyz"
_WIDTHS = (1, 2, 3, 4)  # how many words a line may have whatever was read before


@dataclass(frozen=True, slots=True)
class _Tried:
    """A form with the share that is taken of what is drawn in it, and how much of the program that reaches."""

    rows: Rows
    taken: float
    reached: int


def refined(entry: Entry, constants: tuple[Value, ...], run: Run, shown: tuple[str, ...] = ()) -> Entry:
    """The entry with the form that the reference takes best; as it is where that is no better.

    `constants` are the reference's: one of them may end what is read, and words be commands; `shown` are words that its
    comments show.
    """
    (parameter,) = entry.parameters
    shape = parameter.shape
    if not isinstance(shape, LinesShape):
        return entry

    def tried(rows: Rows) -> _Tried:
        form = replace(entry, parameters=(replace(parameter, shape=LinesShape(rows)),))
        pool = pool_of((), _SEED)
        outcomes = run([random_input(form, pool) for _ in range(_DRAWN)])
        late.extend(one for one in outcomes if one.how == "timeout")
        taken = [one for one in outcomes if one.how in ("return", "exit")]
        return _Tried(rows, len(taken) / _DRAWN, len({n for one in taken for n in one.covered}))

    late: list[Outcome] = []  # a program that is slow on some forms is not tried on all
    best, left = tried(shape.rows), _FORMS
    for _ in range(_EDITS):
        if best.taken >= ENOUGH:
            break
        ways = chain(_with_words(best.rows, shown), _ended(best.rows, constants), _changed(best.rows, ()))
        forms = list(islice(ways, left))
        left -= len(forms)
        counts = counting(best.rows)

        def rank(one: _Tried, counts: frozenset[str] = counts) -> tuple[bool, bool, float, int]:
            """Of forms that are taken those in which what counted still counts: nobody reads a number for nothing."""
            enough = one.taken >= ENOUGH
            return enough, enough and counts <= counting(one.rows), one.taken, one.reached

        several = [tried(rows) for rows in forms if len(late) < _LATE]
        found = max((one for one in several if one.taken >= ENOUGH or not _until(one.rows)), key=rank, default=best)
        if found.taken < best.taken + _BETTER or found.reached < best.reached:
            break
        best = found
    if best.taken >= ENOUGH:
        worded = (tried(rows) for rows in _commanded(best.rows, constants) if len(late) < _LATE)
        best = max((best, *(one for one in worded if one.taken >= ENOUGH)), key=lambda one: one.reached)
    form = replace(shape, rows=best.rows, tried=True)
    return entry if best.rows == shape.rows else replace(entry, parameters=(replace(parameter, shape=form),))


def _changed(rows: Rows, known: tuple[str, ...]) -> Iterator[Rows]:
    """Every form with one change; `known` are the numbers read before these rows."""
    for place, row in enumerate(rows):
        for other in _others(row, known):
            yield (*rows[:place], other, *rows[place + 1 :])
        if isinstance(row, RowShape) and row.count is None:
            known += tuple(name for name in row.names if name and name not in known)


def _until(rows: Rows) -> bool:
    """Whether lines are read until one that ends them: hardly anything that is taken for another reason."""
    return any(isinstance(row, RowShape) and row.until is not None for row in rows)


def _ended(rows: Rows, constants: tuple[Value, ...]) -> Iterator[Rows]:
    """Forms in which the last lines are read until one of the values that the program knows."""
    ends = [str(value) for one in constants if isinstance(one, Int) for value in (one.value, -one.value)]
    ends += [one.value for one in constants if isinstance(one, Text) and one.value.strip().isalnum()]
    for place, row in enumerate(rows):
        if isinstance(row, RowShape) and row.count is None and row.times is None and row.until is None:
            yield from ((*rows[:place], replace(row, until=end)) for end in dict.fromkeys([*ends[:_ENDS], ""]))


def _commanded(rows: Rows, constants: tuple[Value, ...]) -> Iterator[Rows]:
    """Forms in which the first text of each of several lines is often one of the words that the program knows."""
    words = tuple(one for one in constants if isinstance(one, Text) and len(one.value) > 1 and one.value.isalnum())
    for place, row in enumerate(rows):
        token = row.tokens[0] if isinstance(row, RowShape) and row.tokens else None
        several = isinstance(row, RowShape) and (row.times is not None or row.until is not None)
        if isinstance(row, RowShape) and several and words and isinstance(token, TextShape) and not token.samples:
            either = OneOf((Samples(words), Samples(words), TextShape(token.alphabet or _LETTERS, min_size=1)))
            yield (*rows[:place], replace(row, tokens=(either, *row.tokens[1:])), *rows[place + 1 :])


def _with_words(rows: Rows, shown: tuple[str, ...]) -> Iterator[Rows]:
    """Forms in which texts are words that comments show: all of them, those of a line, one."""
    words = Samples(tuple(map(Text, shown)))
    single = [(n, place) for n, row in enumerate(_inner(rows)) for place, one in enumerate(row.tokens) if _free(one)]
    if not shown or not single:
        return
    of_line = [[one for one in single if one[0] == n] for n in dict.fromkeys(n for n, _ in single)]
    several = dict.fromkeys(map(tuple, (single, *of_line, *([one] for one in single))))
    yield from (_replaced(rows, frozenset(some), words, count()) for some in several)


def _free(token: Shape) -> bool:
    return isinstance(token, TextShape) and not token.samples


def _inner(rows: Rows) -> Iterator[RowShape]:
    for row in rows:
        yield from _inner(row.rows) if isinstance(row, BlockShape) else (row,)


def _replaced(rows: Rows, at: frozenset[tuple[int, int]], words: Samples, numbers: Iterator[int]) -> Rows:
    """The rows with these words in some places, each the number of a row and of a token in it."""
    made: list[RowShape | BlockShape] = []
    for row in rows:
        if isinstance(row, BlockShape):
            made.append(replace(row, rows=_replaced(row.rows, at, words, numbers)))
            continue
        number = next(numbers)
        tokens = (words if (number, place) in at else one for place, one in enumerate(row.tokens))
        made.append(replace(row, tokens=tuple(tokens), wide=None))
    return tuple(made)


def _others(row: RowShape | BlockShape, known: tuple[str, ...]) -> Iterator[RowShape | BlockShape]:
    """A row (or block) with one change: how often it comes, how much stands on it, how far its numbers go."""
    for name in known:
        if row.times is not None and row.times != name:
            yield replace(row, times=name)
    if row.times is not None:
        yield from (replace(row, more=more) for more in (-1, 0, 1) if more != row.more)
    if isinstance(row, BlockShape):
        yield from (replace(row, rows=inner) for inner in _changed(row.rows, known))
        return
    if row.count is None:
        yield from _within(row, known)
    else:
        counts: tuple[str | int, ...] = (*known, *_WIDTHS)
        yield from (replace(row, count=count) for count in counts if count != row.count)
    if any(isinstance(token, IntShape) and token.low is None for token in row.tokens):
        places = [(low, name) for name in known for low in (1, 0)]
        yield from (replace(row, tokens=_bounded(row, UpTo(low, name, low - 1))) for low, name in places)
        yield replace(row, tokens=_bounded(row, IntShape(1, SMALL)))


def _within(row: RowShape, known: tuple[str, ...]) -> Iterator[RowShape]:
    """A row of numbers of their own (n and k) with one that is no more than one before it."""
    for place, token in enumerate(row.tokens):
        before = [*known, *row.names[:place]] if isinstance(token, IntShape) and token.high is None else []
        for name in filter(None, before):
            yield replace(row, tokens=(*row.tokens[:place], UpTo(1, name, 0), *row.tokens[place + 1 :]))


def _bounded(row: RowShape, bound: UpTo | IntShape) -> tuple[Shape, ...]:
    return tuple(bound if isinstance(token, IntShape) and token.low is None else token for token in row.tokens)
