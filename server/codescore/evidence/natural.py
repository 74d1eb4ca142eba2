"""What inputs of exercises are often limited to, whatever a program does with others: numbers from 0, the two ends of a
range in order, rows in order, edges between nodes that there are.

A program that is written for such inputs does not ask whether they are so, and two of them may part on the others.
Which limit explains that is searched and proven (`evidence.agreed`).  Pure.  Neighbours: `evidence.usual` (what most
inputs have in common), `evidence.promising` (asks).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import permutations, product

from codescore.evidence.asked_of import SIGN, asks_for, fits, own_name
from codescore.evidence.usual import WEIGHT, Usual, counts
from codescore.languages.assumed import Assumption
from codescore.languages.execution import Entry
from codescore.languages.shapes import FloatShape, IntShape, SequenceShape, Shape, TupleShape
from codescore.languages.values import Int, Sequence, Value

_WIDTHS = (2, 3)  # of rows that are taken apart by place
_ENDS: tuple[tuple[int, ...], ...] = ((), (0, 1), (1, 2))  # of a range, in a pair or a longer row


def natural(entry: Entry, source: str, because: str, answers: Collection[Value | None] = ()) -> list[Usual]:
    """All such limits of an entry; none that the `source` asks about.  Where all `answers` are boards of 0 and 1, so is
    what is given, mostly."""
    shapes = {one.name: one.shape for one in entry.parameters}
    found = [*_numbers(shapes, source, because), *_lists(shapes, because), *_between(shapes, because)]
    found += _cells(shapes, because) if answers and all(map(_is_board, answers)) else []
    return [
        some
        for some in dict.fromkeys(found)
        if not any(one.other in shapes and fits(one.parameter, one.other, source) for one in some)
    ]


def _numbers(shapes: dict[str, Shape], source: str, because: str) -> Iterator[Usual]:
    """Of single numbers: from 0.  Of several `evidence.usual` knows more."""
    for name, shape in shapes.items():
        if isinstance(shape, (IntShape, FloatShape)) and not asks_for(own_name(name), source, SIGN):
            yield (Assumption(name, "at least", because, weight=WEIGHT),)


def _lists(shapes: dict[str, Shape], because: str) -> Iterator[Usual]:
    """Of lists: rows in order, or two ends in each; places in itself."""
    for name, shape in shapes.items():
        one = Assumption(name, "rows alike", because, weight=WEIGHT)
        if _of_rows(shape):
            yield from _rows(one)
        elif isinstance(shape, SequenceShape) and counts(shape):
            yield (replace(one, property="counted in", bound=1, other=name),)
            yield (replace(one, property="places of", bound=1, other=name),)


def _rows(one: Assumption) -> Iterator[Usual]:
    """Of a table; that no two items are equal is none of them, as a program may be wrong on nothing else."""
    yield (one,)
    yield (replace(one, property="square"),)
    yield (replace(one, property="rows ordered"),)
    for at in _ENDS:
        path = "\n".join(f"[{place}]" for place in at)
        yield (replace(one, property="pairs ordered", place=at, other=path),)


def _cells(shapes: dict[str, Shape], because: str) -> list[Usual]:
    """Of a table: cells that are set or not."""
    tables = [Assumption(name, "at least", because, weight=WEIGHT) for name, shape in shapes.items() if _of_rows(shape)]
    return [(one, replace(one, property="at most", bound=1)) for one in tables]


def _is_board(answer: Value | None) -> bool:
    rows = answer.items if isinstance(answer, Sequence) else ()
    cells = [cell for row in rows if isinstance(row, Sequence) for cell in row.items]
    return bool(cells) and all(cell in (Int(0), Int(1)) for cell in cells)


def _between(shapes: dict[str, Shape], because: str) -> Iterator[Usual]:
    """Of two: a number that counts in a list, one that is up to another, edges between so many nodes."""
    whole = [name for name, shape in shapes.items() if isinstance(shape, IntShape)]
    lists = [name for name, shape in shapes.items() if isinstance(shape, SequenceShape)]
    for number, held in product(whole, lists):
        one = Assumption(number, "within", because, weight=WEIGHT, other=held)
        yield (one,)
        yield (replace(one, property="place"),)
        yield (Assumption(held, "sized", because, weight=WEIGHT, other=number),)
        for base, width in product((0, 1), _WIDTHS if _of_rows(shapes[held]) else ()):
            yield (Assumption(held, "edges", because, weight=WEIGHT, other=number, place=(base, width)),)
    for first, second in permutations(whole, 2):
        yield (Assumption(first, "up to", because, weight=WEIGHT, other=second),)
    for first, second in permutations(lists, 2):
        yield (Assumption(first, "sized", because, weight=WEIGHT, bound=1, other=second),)


def _of_rows(shape: Shape) -> bool:
    return isinstance(shape, SequenceShape) and isinstance(shape.element, (SequenceShape, TupleShape))
