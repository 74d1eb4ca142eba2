"""Standard input for whole programs: rows of tokens whose numbers say how many more there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from codescore.evidence.pool import Pool
from codescore.languages.shapes import IntShape, LinesShape, RowShape, Shape, TextShape
from codescore.languages.values import Bool, Char, Float, Int, Text, Value

Drawer: TypeAlias = Callable[[Shape, Pool], Value]

_MOST_ROWS = 40
_LONGEST = 12


def draw_lines(shape: LinesShape, pool: Pool, draw: Drawer) -> str:
    """A text in the form that a shape says; `draw` makes a token's value."""
    known: dict[str, int] = {}
    lines: list[str] = []
    for row in shape.rows:
        for _ in range(_many(row.times, known, 1)):
            lines.append(_line(row, pool, known, draw, counts=_counts(shape)))
            if len(lines) >= _MOST_ROWS:
                break
    return "".join(f"{line}\n" for line in lines)


def _counts(shape: LinesShape) -> frozenset[str]:
    """Names of tokens that say how many of something follow."""
    return frozenset(n for row in shape.rows for n in (row.count, row.times) if isinstance(n, str))


def _many(wanted: str | int | None, known: dict[str, int], otherwise: int) -> int:
    if isinstance(wanted, str):
        return max(0, min(known.get(wanted, otherwise), _MOST_ROWS))
    return otherwise if wanted is None else wanted


def _line(row: RowShape, pool: Pool, known: dict[str, int], draw: Drawer, *, counts: frozenset[str]) -> str:
    shapes = list(row.tokens)
    if row.count is not None and shapes:
        more = _many(row.count, known, len(shapes)) - len(shapes)
        shapes = shapes[: len(shapes) + more] if more < 0 else [*shapes, *([shapes[-1]] * more)]
    words = []
    for place, shape in enumerate(shapes):
        name = row.names[place] if place < len(row.names) else ""
        shape_ = IntShape(1, pool.chance.choice((2, 3, 4, 6, _LONGEST))) if name in counts else _visible(shape)
        value = draw(shape_, pool)
        if name and isinstance(value, Int):
            known[name] = value.value
        words.append(_word(value, row.separator))
    return row.separator.join(words)


def _visible(shape: Shape) -> Shape:
    """Numbers that programs read are mostly positive; words are not empty and hold no space."""
    if isinstance(shape, IntShape) and shape.low is None:
        return IntShape(0, shape.high)
    if isinstance(shape, TextShape):
        alphabet = "".join(sign for sign in shape.alphabet if not sign.isspace()) or "abcdexyzABC"
        samples = tuple(sample for sample in shape.samples if sample and not any(s.isspace() for s in sample))
        return TextShape(alphabet, samples, max(1, shape.min_size), shape.max_size)
    return shape


def _word(value: Value, separator: str) -> str:
    match value:
        case Text(v) | Char(v):
            return v.replace(separator, "_").replace("\n", "_") if separator else v
        case Bool(v):
            return str(int(v))
        case Int(v) | Float(v):
            return str(v)
    return ""
