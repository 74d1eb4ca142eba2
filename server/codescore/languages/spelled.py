"""Words of lines that are read, by how a program uses them: texts such as they are taken apart, or the library reads.

Pure.  Neighbours: `python.run.word_uses`, `javascript.run.surveying` (how a word is used, as if it were a parameter).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from codescore.languages.example_lines import shown_numbers
from codescore.languages.held_patterns import texts_held
from codescore.languages.kinds import Guess
from codescore.languages.moments import in_numbers, like
from codescore.languages.shapes import (
    BlockShape,
    FloatShape,
    IntShape,
    LinesShape,
    RowShape,
    Samples,
    Shape,
    TextShape,
    Written,
)
from codescore.languages.text_forms import read_as
from codescore.languages.values import Text

_WHOLE, _REAL, _WORDS = ("0", "1", "2", "5", "10", "12"), ("0.5", "2.0", "1.25", "10.75"), ("a", "b", "ab", "c", "x")
_MANY, _SIZES, _TELLING = 24, (1, 2, 3, 6), 3  # the last: numbers that are shown, fewer tell nothing
#: A part of what words show: `AxBxC`, `240x165x5`, `<row>,<column>`.
_PIECE = r"(?:[A-Z]+|\d+|<\w+>)"


def spelled(kind: Guess, shape: Shape | None, words: str) -> Samples | None:
    """Texts such as a word is by how it is used; `words` are a program's comments.  None where one cannot say."""
    if (held := texts_held(shape)) is not None:
        return held
    picture, texts = read_as(kind), tuple[str, ...]()
    if picture:
        texts = like(picture)
    elif isinstance(shape, TextShape):
        texts = shape.samples if shape.written is None else tuple(_texts(shape.written, words))
    if len(texts) == 1 and f"[{texts[0]}]" in words:  # it may be left out
        texts = (*texts, "")
    return Samples(tuple(map(Text, texts))) if len(texts) > 1 else None


def by_use(shape: LinesShape, used: Callable[[str], Shape | None]) -> LinesShape:
    """The lines, with the words of which it is only known that they are words as they are used."""

    def row(one: RowShape | BlockShape) -> RowShape | BlockShape:
        if isinstance(one, BlockShape):
            return replace(one, rows=tuple(map(row, one.rows)))
        names = (*one.names, *("" for _ in one.tokens))
        return replace(one, tokens=tuple(_used(token, name) for token, name in zip(one.tokens, names, strict=False)))

    def _used(token: Shape, name: str) -> Shape:
        return (used(name) if name and isinstance(token, TextShape) and not token.samples else None) or token

    return replace(shape, rows=tuple(map(row, shape.rows)))


def _texts(written: Written, words: str) -> Iterator[str]:
    between, sizes = written.separator, written.sizes
    if not between or (between.isspace() and between != " "):
        return
    sizes = sizes or _shown(between, words) or _SIZES
    if all(isinstance(part, IntShape) for part in written.parts) and len(sizes) == 1:
        yield from in_numbers(between, sizes[0])
        return
    parts = [[*_part(shape, words)] for shape in written.parts]
    chance, found = Random(_MANY), dict[str, None]()  # noqa: S311  repeatable
    for _ in range(_MANY if all(parts) else 0):
        row = [chance.choice(parts[place % len(parts)]) for place in range(chance.choice(sizes))]
        found[between.join(row)] = None
    yield from islice(found, _MANY)


def _shown(between: str, words: str) -> tuple[int, ...]:
    """How many parts with this between them the words show, most often."""
    found = re.findall(rf"(?<!\S){_PIECE}(?:{re.escape(between)}{_PIECE})+(?![\w])", words) if between != " " else []
    counted = Counter(one.count(between) + 1 for one in found)
    return tuple(size for size, _ in counted.most_common(1))


def _part(shape: Shape, words: str) -> Iterator[str]:
    match shape:
        case IntShape():
            shown = shown_numbers(words)
            yield from shown if len(shown) >= _TELLING else _WHOLE
        case FloatShape():
            yield from _REAL
        case TextShape(written=Written() as inner):
            yield from _texts(inner, words)
        case TextShape(samples=samples):  # what a part is compared with is often what it is not
            yield from (*samples, *_WORDS[: max(0, len(_WORDS) - len(samples))])
