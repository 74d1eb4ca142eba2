"""What inputs are drawn from: chance, the constants of both programs, and what the input already holds.

Neighbours: `evidence.generate` and `evidence.mutate` draw, `evidence.lines` for standard input.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import prod
from random import Random

from codescore.languages.shapes import (
    GroupShape,
    MappingShape,
    OneOf,
    RecordShape,
    SequenceShape,
    Shape,
    TextShape,
    TupleShape,
)
from codescore.languages.values import Call, Char, Float, Int, Record, Text, Value, walk

_BLANKS = ("\t", "\n")
_LONGEST_MARK = 2
#: Factors between units of time, money and data, and what a product of them is at most.
FACTORS = frozenset({7, 12, 24, 30, 52, 60, 100, 365, 1000, 1024, 3600, 60_000, 86_400, 3_600_000, 86_400_000})
_LARGEST_UNIT = 10**12
_MOST_TAKEN = 60
_ALIKE = 0.2  # of inputs, where words show texts in quotes: all texts are like one of these
_NAMED = 0.35  # of inputs with several texts: these are names of a few things, as of people and of stations
_FEW, _SIGNS = (3, 4, 5, 6, 8), "abcABCxyz"  # so many names, of these signs
_NAMED_SIGNS = (0.4, 0.95)  # of single signs, in inputs without and with what the program names
_MARKED = 0.25  # of inputs, where a program knows signs that may be marks
#: Shares of links that lead nowhere, of which an input with trees has one: full trees, and small ones; with chains.
ENDS, CHAIN_ENDS = (0.2, 0.5, 0.5, 0.8), (0.05, 0.1, 0.2, 0.4)
_SHARED = (0.0, 0.3, 0.3, 1.0)
_SPANS = (3, 5, 10, 10, 20, 100)
_TIMES, _LARGE = 20, 10_000  # a span goes so many times as far as the largest constant, but no further than that
#: So few numbers and counts that most inputs made of them are tried.
SMALL = 3


@dataclass(slots=True)  # mutable: the values drawn for the input at hand
class Pool:
    """What is drawn from: a source of chance, constants of both programs, and values already in this input."""

    chance: Random
    whole: tuple[int, ...] = ()
    real: tuple[float, ...] = ()
    texts: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()  # short ones of these, which may stand between the parts of a text, or behind them
    taken: list[str] = field(default_factory=list)  # texts with marks that the reference answered, of all inputs
    far: float = 0.0  # the largest real constant beyond the usual numbers: what is made of it is as far from 0
    near: int = 10  # most numbers are no further from 0 than this
    spans: tuple[int, ...] = _SPANS  # what that is drawn from for each input
    units: tuple[int, ...] = ()  # products of the factors between units that the program has: minutes, hours, days
    fields: dict[str, list[Value]] = field(default_factory=dict)  # by name, of the objects in this input
    sums: tuple[int, ...] = ()  # where several constants meet: `(n - 30) / 60` is whole at 90
    drawn_whole: list[int] = field(default_factory=list)
    drawn_texts: list[str] = field(default_factory=list)
    marked: bool = False  # whether texts of this input have such marks
    form: tuple[tuple[str, ...], tuple[bool, bool], int, bool] | None = None  # of texts with marks in this input
    words: list[str] = field(default_factory=list)  # parts of texts in this input
    formed: bool | None = None  # whether all texts of this input that have a form are in it, once there is one
    keys: list[str] = field(default_factory=list)  # of the mappings in this input
    shared: float = 0.0  # share of this input's texts that are such a key again
    ends: float = 0.2  # share of this input's links between objects that lead nowhere
    records: list[Record] = field(default_factory=list)
    unfinished: set[int] = field(default_factory=set)  # objects of this input whose fields are being drawn
    drawn_standard: list[Record] = field(default_factory=list)
    anchors: int = 0
    steps: list[Call] = field(default_factory=list)  # calls that sequences were made of, of all inputs
    alike: str = ""  # one of these that all texts of this input are like
    quoted: tuple[str, ...] = ()  # texts that stand in quotes in the words around the reference
    several: bool = False  # whether an input has several texts: they may be names of few things
    names: tuple[str, ...] = ()  # of the things that all texts of this input are names of
    parts: list[str] = field(default_factory=list)  # of texts with a sign between parts that were answered


def pool_of(constants: tuple[Value, ...], seed: int, *, reads: bool = False) -> Pool:
    """A pool with these constants and their neighbours: the next whole numbers, what is near a real one that is far
    from those drawn, other white space for a blank.

    Numbers far beyond them only where the program is no script that `reads` them: its input says how many there are.
    """
    whole = [c.value for c in constants if isinstance(c, Int) and abs(c.value) < 10**9]
    real = [c.value for c in constants if isinstance(c, Float)]
    beyond = [n for n in real if max(_SPANS) < abs(n) <= _LARGE]
    real += [edge for n in beyond for edge in (n + 1, n - 1, -n, -n - 1)]  # it may stand behind a minus sign
    far = max(map(abs, beyond), default=0.0)
    texts = [c.value for c in constants if isinstance(c, (Text, Char)) and len(c.value) <= 40]
    around = tuple(dict.fromkeys(n + step for n in whole for step in (0, 1, -1)))
    few = [] if reads else [n for n in dict.fromkeys(whole) if 1 < n <= _LARGE]
    sums = tuple(dict.fromkeys(one + more for one in few for other in few for more in (other, one * other, other + 1)))
    spans = (*_SPANS, min(_TIMES * max(few), _LARGE)) if few and max(few) > SMALL else _SPANS
    texts += _BLANKS if " " in texts else ()
    marks = tuple(dict.fromkeys(mark for text in texts if 0 < len(mark := _mark(text)) <= _LONGEST_MARK))
    chance = Random(seed)  # noqa: S311  repeatable
    reals, words = tuple(dict.fromkeys(real)), tuple(dict.fromkeys(texts))
    units = () if reads else _units(whole)
    return Pool(chance, around, reals, words, marks, far=far, sums=sums, spans=spans, units=units)


def _units(whole: list[int]) -> tuple[int, ...]:
    """The products of two and more factors between units that stand one behind another."""
    factors = [n for n in dict.fromkeys(whole) if n in FACTORS]
    runs = (factors[start:end] for start in range(len(factors)) for end in range(start + 2, len(factors) + 1))
    return tuple(dict.fromkeys(number for run in runs if (number := prod(run)) <= _LARGEST_UNIT))


def _mark(text: str) -> str:
    """A text as a sign between others; what a pattern has a backslash for is meant as it stands."""
    return text.removeprefix("\\") if not text[-1:].isalnum() or len(text) == 1 else ""


def learn(pool: Pool, values: Iterable[Value]) -> None:
    """Take note of the texts that a program answered: of their marks, and what stands between them."""
    texts = (part.value for value in values for part in walk(value) if isinstance(part, Text))
    pool.taken += [text for text in texts if any(mark in text for mark in pool.marks)][: _MOST_TAKEN - len(pool.taken)]


def learn_parts(pool: Pool, shapes: Iterable[Shape], values: Iterable[Value]) -> None:
    """Take note of the parts of texts that a program answered which refuses others: they are in its small language."""
    for shape, value in zip(shapes, values, strict=False):
        if isinstance(shape, TextShape) and shape.written and shape.written.separator and isinstance(value, Text):
            found = [part for part in map(str.strip, value.value.split(shape.written.separator)) if part]
            pool.parts += dict.fromkeys(found[: _MOST_TAKEN - len(pool.parts)])


def fresh(pool: Pool) -> Pool:
    """The same pool for another input: nothing drawn yet, another span of numbers."""
    marked = bool(pool.marks) and pool.chance.random() < _MARKED
    near, shared = pool.chance.choice(pool.spans), pool.chance.choice(_SHARED)
    alike = pool.chance.choice(pool.quoted) if pool.quoted and pool.chance.random() < _ALIKE else ""
    named = pool.several and not alike and pool.chance.random() < _NAMED
    return replace(
        pool,
        near=near,
        shared=shared,
        alike=alike,
        names=few_names(pool.chance) if named else (),
        marked=marked,
        formed=None,
        drawn_whole=[],
        drawn_texts=[],
        drawn_standard=[],
        form=None,
        words=[],
        keys=[],
        fields={},
        records=[],
        unfinished=set(),
        anchors=0,
    )


def draw_sign(pool: Pool, alphabet: str, others: str) -> str:
    """One sign: where there is no alphabet, of those that the program names, mostly in inputs that have such."""
    named = [text for text in pool.texts if len(text) == 1] if not alphabet else []
    if named and pool.chance.random() < _NAMED_SIGNS[pool.marked]:
        return pool.chance.choice(named)
    return pool.chance.choice(alphabet or others)


def few_names(chance: Random) -> tuple[str, ...]:
    """A few short words."""
    many = chance.choice(_FEW)
    return tuple("".join(chance.choice(_SIGNS) for _ in range(chance.choice((1, 1, 2, 3)))) for _ in range(many))


def has_several(shapes: Iterable[Shape]) -> bool:
    """Whether an input of these shapes has several texts that may be any: two, or those in a collection."""
    return sum(map(_texts, shapes)) > 1


def _texts(shape: Shape) -> int:
    """How many texts there are in it that may be any, two of them standing for more."""
    match shape:
        case TextShape():
            return int(takes_names(shape))
        case SequenceShape(element) | GroupShape(element):
            return 2 * _texts(element)
        case MappingShape():
            return 2 * _texts(shape.key) + 2 * _texts(shape.value)
        case TupleShape(items):
            return sum(map(_texts, items))
        case RecordShape(_, fields):
            return sum(_texts(inner) for _, inner in fields)
        case OneOf(options):
            return max(map(_texts, options), default=0)
    return 0


def takes_names(shape: TextShape) -> bool:
    """Whether a text of a shape may be any, and so a name of something."""
    return shape.written is None and not shape.alphabet and not shape.samples and shape.max_size is None
