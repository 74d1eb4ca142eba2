"""What the lines of a row are: rows of a map or a picture, edges of a graph, names of a few things, times.

Pure.  Neighbours: `evidence.lines` (draws them).
"""

from __future__ import annotations

from collections.abc import Iterator

from codescore.evidence.following import Rows
from codescore.languages.moments import beginning
from codescore.languages.shapes import (
    TO_THE_END,
    BlockShape,
    IntShape,
    OneOf,
    RowShape,
    Samples,
    Shape,
    TextShape,
    UpTo,
)
from codescore.languages.values import Text

FAR = 100  # numbers that may be larger are of any size
_FEW_SIGNS = 4  # that are letters or digits and make a map


def is_words(row: RowShape) -> bool:
    """Whether it is lines of any words, to the end."""
    return row.some and row.until == TO_THE_END and len(row.tokens) == 1 and isinstance(row.tokens[0], TextShape)


def is_picture(row: RowShape) -> bool:
    """Whether it is lines of signs to the end: rows of a map, which is mostly as wide everywhere."""
    sign = row.tokens[0] if len(row.tokens) == 1 and row.until == TO_THE_END and not row.some else None
    return isinstance(sign, TextShape) and len(sign.alphabet) > 1 and not sign.alphabet.isalnum()


def is_map(row: RowShape) -> bool:
    """Whether it is lines of signs, as many and as long as two numbers say."""
    sign = row.tokens[0] if len(row.tokens) == 1 and isinstance(row.times, str) and row.wide is not None else None
    others = {*sign.alphabet} - {*row.once} if isinstance(sign, TextShape) else set()
    few = len(others) <= _FEW_SIGNS or not all(sign.isalnum() for sign in others)
    return row.times != row.wide and len(others) > 1 and few


def graph_of(row: RowShape) -> tuple[str, str]:
    """What the numbers are called that say how many nodes and edges there are; "" where none does."""
    node = row.tokens[0]
    return (node.name if isinstance(node, UpTo) else "", row.times if isinstance(row.times, str) else "")


def lists_names(row: RowShape) -> bool:
    """Whether it is lines of any number of words with a sign between them, which may be names of a few things."""
    last = row.tokens[-1] if row.tokens and row.some and row.separator.strip() else None
    return isinstance(last, TextShape) and last.alphabet.isalpha() and last.written is None


def is_moment(token: Shape) -> bool:
    """Whether it is a clock or a date, or begins with one; now and then another line may stand there."""
    if isinstance(token, OneOf):
        return any(map(is_moment, token.options[:1]))
    return isinstance(token, Samples) and all(isinstance(v, Text) and beginning(v.value) for v in token.values)


def is_free(token: Shape, row: RowShape) -> bool:
    """Whether it is a number of any size beside a word, in one of several lines."""
    several = row.count is None and (row.times is not None or row.until is not None)
    beside = several and any(isinstance(one, TextShape) for one in row.tokens)
    return beside and isinstance(token, IntShape) and (token.low or 0) <= FAR and token.high is None


def rows_in(rows: Rows) -> Iterator[RowShape]:
    """The rows, and those in blocks of them."""
    for row in rows:
        yield from rows_in(row.rows) if isinstance(row, BlockShape) else (row,)
