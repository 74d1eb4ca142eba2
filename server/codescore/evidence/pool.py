"""What inputs are drawn from: chance, the constants of both programs, and what the input already holds.

Neighbours: `evidence.generate` and `evidence.mutate` draw, `evidence.lines` for standard input.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from codescore.languages.values import Call, Char, Float, Int, Record, Text, Value


@dataclass(slots=True)  # mutable: the values drawn for the input at hand
class Pool:
    """What is drawn from: a source of chance, constants of both programs, and values already in this input."""

    chance: Random
    whole: tuple[int, ...] = ()
    real: tuple[float, ...] = ()
    texts: tuple[str, ...] = ()
    near: int = 10  # most numbers are no further from 0 than this
    drawn_whole: list[int] = field(default_factory=list)
    drawn_texts: list[str] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    anchors: int = 0
    steps: list[Call] = field(default_factory=list)  # calls that sequences were made of, of all inputs


def pool_of(constants: tuple[Value, ...], seed: int) -> Pool:
    """A pool with these constants (whole numbers with their neighbours)."""
    whole = [c.value for c in constants if isinstance(c, Int) and abs(c.value) < 10**9]
    real = [c.value for c in constants if isinstance(c, Float)]
    texts = [c.value for c in constants if isinstance(c, (Text, Char)) and len(c.value) <= 40]
    around = tuple(dict.fromkeys(n + step for n in whole for step in (0, 1, -1)))
    return Pool(Random(seed), around, tuple(dict.fromkeys(real)), tuple(dict.fromkeys(texts)))  # noqa: S311  repeatable


def fresh(pool: Pool) -> Pool:
    """The same pool for another input: nothing drawn yet, another span of numbers."""
    near = pool.chance.choice((3, 5, 10, 10, 20, 100))
    return replace(pool, near=near, drawn_whole=[], drawn_texts=[], records=[], anchors=0)
