"""Whether a text has the form of a program's input, and how it would be with numbers below 0.

Neighbours: `evidence.lines` (draws texts of a form).  Pure.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypeAlias

from codescore.evidence.edge_lists import is_tree
from codescore.evidence.pool import Pool
from codescore.languages.execution import Entry, Input
from codescore.languages.input_rows import PAIRS, WAYS
from codescore.languages.moments import beginning, written_as
from codescore.languages.shapes import (
    TO_THE_END,
    BlockShape,
    FloatShape,
    IntShape,
    LinesShape,
    OneOf,
    RowShape,
    Samples,
    Shape,
    TextShape,
    UpTo,
)
from codescore.languages.values import Bool, Char, Float, Int, Text, Value

Rows: TypeAlias = tuple[RowShape | BlockShape, ...]

MOST_ROWS, LONGEST = 40, 12
LONGEST_LINE = 100
_MOMENTS = re.compile(r"\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?|\d\d:\d\d(?::\d\d)?")
_OWN_LETTERS = 0.8  # share of words


def follows(shape: LinesShape, text: str, *, signed: bool = False) -> bool:
    """Whether a text has the form: as many lines and tokens as its numbers say, each of its kind (lists: `signed`)."""
    lines = text.removesuffix("\n").split("\n")
    return _follow(shape.rows, lines, {}, signed) and not lines


def below_zero(entry: Entry, inputs: list[Input]) -> list[Input]:
    """The inputs of a program with numbers below 0 where its form lets them be so, those of a function with all of its
    numbers below 0, where it takes several: one by one they are drawn anyway."""
    shape = entry.parameters[0].shape if entry.parameters else None
    if isinstance(shape, LinesShape):
        return [Input((), _negated(shape, one.stdin)) for one in inputs]
    several = (one for one in inputs if sum(isinstance(value, (Int, Float)) for value in one.arguments) > 1)
    return [replace(one, arguments=tuple(map(_below, one.arguments))) for one in several]


def _below(value: Value) -> Value:
    match value:
        case Int(number):
            return Int(-abs(number))
        case Float(number):
            return Float(-abs(number))
    return value


def _negated(shape: LinesShape, text: str) -> str:
    """The text with all numbers below 0 in the lines in which the form, with such numbers, lets them be so."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        below = re.sub(r"(?<![\w.-])(?=[1-9])", "-", line)
        if below != line and follows(shape, "\n".join([*lines[:number], below, *lines[number + 1 :]]), signed=True):
            lines[number] = below
    return "\n".join(lines)


def _follow(rows: Rows, lines: list[str], known: dict[str, int], signed: bool) -> bool:
    """Whether lines begin as these rows say; those are taken away."""
    for row in rows:
        times = max(0, many(row.times, known, 1) + row.more)
        if isinstance(row, RowShape) and row.until == TO_THE_END:
            times = 0 if lines == [""] else len(lines)
        elif isinstance(row, RowShape) and row.until is not None:
            if row.until not in lines:
                return False
            times = lines.index(row.until)
        if isinstance(row, BlockShape):
            if not _blocks(row, times, lines, known, signed=signed):
                return False
            continue
        if len(lines) < times or not all(_is_row(row, line, known, signed) for line in lines[:times]):
            return False
        if (row.tree and not is_tree(lines[:times])) or any(
            "".join(lines[:times]).count(sign) != 1 for sign in row.once
        ):
            return False
        if joins(row) and times > 1:
            ends = [frozenset(line.split(row.separator)[:2]) for line in lines[:times]]
            if len(set(ends)) < len(ends) or any(len(pair) == 1 for pair in ends):
                return False
        del lines[: times + (row.until is not None)]
    return True


def _blocks(row: BlockShape, times: int, lines: list[str], known: dict[str, int], *, signed: bool) -> bool:
    if row.until is None:
        return all(_follow(row.rows, lines, known, signed) for _ in range(times))
    while lines and lines[0] != row.until:
        if not _follow(row.rows, lines, known, signed):
            return False
    if not lines:
        return False
    del lines[0]
    return True


def _is_row(row: RowShape, line: str, known: dict[str, int], signed: bool) -> bool:
    words = line.split(row.separator) if line else []
    wanted = len(row.tokens) if row.count is None else many(row.count, known, len(row.tokens))
    if len(words) < wanted - 1 if row.some else len(words) != wanted:
        return False
    numbers = [int(word) for word in words if re.fullmatch(r"-?[0-9]{1,18}", word)]
    if (row.ascending and numbers != sorted(numbers)) or (row.distinct and len(set(words)) < len(words)):
        return False
    for place, word in enumerate(words):
        shape = reached(row.tokens[min(place, len(row.tokens) - 1)], known)
        listed = shape == IntShape() and (row.count is not None or (signed and (row.times or row.until) is not None))
        shape = IntShape(None if signed else 0, None) if listed else visible(shape)
        if not _is_token(shape, word, row.separator):
            return False
        if isinstance(shape, TextShape) and row.wide in known and len(word) != known[row.wide or ""]:
            return False
        if place < len(row.names) and isinstance(shape, IntShape):
            known[row.names[place]] = int(word)
    return True


def _is_token(shape: Shape, word: str, separator: str) -> bool:
    match shape:
        case IntShape(low, high):
            number = int(word) if re.fullmatch(r"-?(0|[1-9][0-9]{0,17})", word) else None
            return number is not None and (low is None or number >= low) and (high is None or number <= high)
        case OneOf(options):
            return any(_is_token(option, word, separator) for option in options)
        case Samples(values, pattern):
            if pattern and _matches(pattern, word):
                return True
            known = {word_of(value, separator) for value in values}
            return word in known or (bool(beginning(word)) and _behind_time(word) in set(map(_behind_time, known)))
        case FloatShape(low):
            return re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", word) is not None and (low is None or float(word) >= low)
    if not isinstance(shape, TextShape):
        return word != ""
    if shape.alphabet.isalpha() and (len(word.split()) > 1 or word.strip(" ") != word.strip()):
        return False  # one word, with blanks around it perhaps
    as_long = shape.max_size is None or shape.min_size <= len(word) <= shape.max_size
    return word != "" and as_long and (shape.alphabet not in (*PAIRS, *WAYS) or {*word} <= {*shape.alphabet})


def _matches(pattern: str, line: str) -> bool:
    """Whether it is a line that a program holds against a pattern: days and times in it are real, and no blank stands
    where nobody sees it."""
    if line != " ".join(line.split()) or not all(map(written_as, _MOMENTS.findall(line))):
        return False
    return len(line) <= LONGEST_LINE and re.fullmatch(pattern, line) is not None


def _behind_time(word: str) -> tuple[str, str]:
    """How the time or date is written with which a word begins, and what stands behind it."""
    begins = beginning(word)
    return written_as(begins), word[len(begins) :]


def counting(rows: Rows) -> frozenset[str]:
    """Names of tokens that say how many of something follow, or how long texts are."""
    found: set[str] = set()
    for row in rows:
        found |= (
            counting(row.rows) if isinstance(row, BlockShape) else {row.count} if isinstance(row.count, str) else set()
        )
        found |= {row.times} if isinstance(row.times, str) else set()
        found |= {row.wide} if isinstance(row, RowShape) and row.wide is not None else set()
    return frozenset(found)


def joins(row: RowShape) -> bool:
    """Whether lines of this row begin with two places of the same things: edges, of which no two join the same and none
    one with itself; not what is asked (`q` lines).
    """
    asked = str(row.times).lower().startswith("q")
    return len(row.tokens) > 1 and isinstance(row.tokens[0], UpTo) and row.tokens[0] == row.tokens[1] and not asked


def many(wanted: str | int | None, known: dict[str, int], otherwise: int) -> int:
    """How many of something there are: a number, or as many as a number that was read says."""
    if isinstance(wanted, str):
        return max(0, min(known.get(wanted, otherwise), MOST_ROWS))
    return otherwise if wanted is None else wanted


def reached(shape: Shape, known: dict[str, int]) -> Shape:
    """The numbers that a token can be, now that the numbers before it are known."""
    if not isinstance(shape, UpTo):
        return shape
    return IntShape(shape.low, max(shape.low, known.get(shape.name, LONGEST) + shape.more))


def _letters(pool: Pool | None) -> str:
    """The characters that the programs look for, mostly; else any."""
    single = dict.fromkeys(text for text in pool.texts if len(text) == 1) if pool else {}
    known = [text for text in single if text.isalnum() or any(text in pair for pair in PAIRS)]
    partners = [pair.replace(text, "") for text in known for pair in PAIRS if text in pair and len(known) == 1]
    own = "".join(dict.fromkeys([*known, *partners]))
    return own if pool and own and pool.chance.random() < _OWN_LETTERS else "abcdexyzABC"


def visible(shape: Shape, pool: Pool | None = None) -> Shape:
    """Numbers that programs read count or measure something; words are not empty and hold no space."""
    if isinstance(shape, IntShape) and shape.low is None:
        return IntShape(1, shape.high)
    if isinstance(shape, TextShape):
        alphabet = "".join(sign for sign in shape.alphabet if not sign.isspace()) or _letters(pool)
        samples = tuple(sample for sample in shape.samples if sample and not any(s.isspace() for s in sample))
        return TextShape(alphabet, samples, max(1, shape.min_size), shape.max_size)
    return shape


def word_of(value: Value, separator: str) -> str:
    """What stands in a line for a value."""
    match value:
        case Text(v) | Char(v):
            return v.replace(separator, "_").replace("\n", "_") if separator else v
        case Bool(v):
            return str(int(v))
        case Int(v) | Float(v):
            return str(v)
    return ""
