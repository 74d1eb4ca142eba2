"""Standard input for whole programs: rows of tokens whose numbers say how many more there are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from codescore.evidence.pool import Pool
from codescore.evidence.properties import ascending
from codescore.languages.shapes import FloatShape, IntShape, LinesShape, RowShape, Shape, TextShape, UpTo
from codescore.languages.values import Bool, Char, Float, Int, Text, Value

Drawer: TypeAlias = Callable[[Shape, Pool], Value]

_MOST_ROWS = 40
_LONGEST = 12
_AS_LONG, _OWN_LETTERS = 0.8, 0.8  # shares of words
_AGAIN = 3  # draws for a token that must be unlike the others of its line


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


def follows(shape: LinesShape, text: str) -> bool:
    """Whether a text has the form: as many lines and tokens as its numbers say, each of the kind that is read there."""
    known: dict[str, int] = {}
    lines = text.removesuffix("\n").split("\n")
    for row in shape.rows:
        times = _many(row.times, known, 1)
        if len(lines) < times or not all(_is_row(row, line, known) for line in lines[:times]):
            return False
        del lines[:times]
    return not lines


def _is_row(row: RowShape, line: str, known: dict[str, int]) -> bool:
    words = line.split(row.separator) if line else []
    wanted = len(row.tokens) if row.count is None else _many(row.count, known, len(row.tokens))
    if len(words) != wanted:
        return False
    numbers = [int(word) for word in words if re.fullmatch(r"-?[0-9]{1,18}", word)]
    if (row.ascending and numbers != sorted(numbers)) or (row.distinct and len(set(words)) < len(words)):
        return False
    for place, word in enumerate(words):
        shape = _visible(_reached(row.tokens[min(place, len(row.tokens) - 1)], known))
        if not _is_token(shape, word):
            return False
        if isinstance(shape, TextShape) and row.wide in known and len(word) != known[row.wide or ""]:
            return False
        if place < len(row.names) and isinstance(shape, IntShape):
            known[row.names[place]] = int(word)
    return True


def _is_token(shape: Shape, word: str) -> bool:
    match shape:
        case IntShape(low, high):
            number = int(word) if re.fullmatch(r"-?[0-9]{1,18}", word) else None
            return number is not None and (low is None or number >= low) and (high is None or number <= high)
        case FloatShape(low):
            return re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", word) is not None and (low is None or float(word) >= low)
    return word != ""


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
    values: list[Value] = []
    for place, shape in enumerate(shapes):
        name = row.names[place] if place < len(row.names) else ""
        counting = IntShape(1, pool.chance.choice((2, 3, 4, 6, _LONGEST)))
        shape = _reached(shape, known)  # noqa: PLW2901  now that the tokens before it are known
        value = draw(counting if name in counts else _sized(_visible(shape, pool), row, known, pool), pool)
        for _ in range(_AGAIN if row.distinct else 0):
            value = draw(shape, pool) if value in values else value
        values.append(value)
        if name and isinstance(value, Int):
            known[name] = value.value
    values = ascending(values) if row.ascending else values
    for place, value in enumerate(values):
        if place < len(row.names) and row.names[place] and isinstance(value, Int):
            known[row.names[place]] = value.value
    return row.separator.join(_word(value, row.separator) for value in values)


def _reached(shape: Shape, known: dict[str, int]) -> Shape:
    """The numbers that a token can be, now that the numbers before it are known."""
    if not isinstance(shape, UpTo):
        return shape
    return IntShape(shape.low, max(shape.low, known.get(shape.name, _LONGEST) + shape.more))


def _sized(shape: Shape, row: RowShape, known: dict[str, int], pool: Pool) -> Shape:
    """A word is often as long as a number said that was read before."""
    if isinstance(shape, TextShape) and row.wide is not None and row.wide in known:
        return TextShape(shape.alphabet, (), known[row.wide], known[row.wide])
    sizes = [number for number in known.values() if 0 < number <= _LONGEST]
    if isinstance(shape, TextShape) and sizes and pool.chance.random() < _AS_LONG:
        return TextShape(shape.alphabet, (), sizes[0], sizes[0])
    return shape


def _letters(pool: Pool | None) -> str:
    """The characters that the programs look for, mostly; else any."""
    own = "".join(dict.fromkeys(text for text in pool.texts if len(text) == 1 and text.isalnum())) if pool else ""
    return own if pool and own and pool.chance.random() < _OWN_LETTERS else "abcdexyzABC"


def _visible(shape: Shape, pool: Pool | None = None) -> Shape:
    """Numbers that programs read count or measure something; words are not empty and hold no space."""
    if isinstance(shape, IntShape) and shape.low is None:
        return IntShape(1, shape.high)
    if isinstance(shape, TextShape):
        alphabet = "".join(sign for sign in shape.alphabet if not sign.isspace()) or _letters(pool)
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


def smaller_tokens(text: str) -> Iterator[str]:
    """The same rows with one number smaller."""
    lines = [line.split(" ") for line in text.split("\n")]
    for i, line in enumerate(lines):
        for j, word in enumerate(line):
            number = int(word) if _number(word) else 0
            for less in dict.fromkeys((1, number // 2, number - 1)):
                if 0 < less < number:
                    changed = [*line[:j], str(less), *line[j + 1 :]]
                    yield "\n".join(" ".join(row) for row in (*lines[:i], changed, *lines[i + 1 :]))


def _number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 15
