"""The one order of "better": which reference fits best, which of several candidates comes first.

A sound reference before a broken one; then what scores 1, what lacks least, what compiles, what is more similar at its
weakest unit, on the mean, and more probable.  Pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from codescore.engine.model import FileVerdict, UnitVerdict

V = TypeVar("V", FileVerdict, UnitVerdict)


def best_first(verdicts: Iterable[V]) -> list[V]:
    """The best verdict first; among equals the order given."""
    return sorted(verdicts, key=preference, reverse=True)


def preference(verdict: FileVerdict | UnitVerdict) -> tuple[float, ...]:
    """What verdicts are compared by: the greater, the better."""
    units = verdict.units if isinstance(verdict, FileVerdict) else (verdict,)
    values = [one.similarity for one in units if one.similarity is not None]
    return (
        verdict.reference_compiles,
        verdict.score or 0,
        -len(verdict.missing) if isinstance(verdict, FileVerdict) else 0,
        verdict.compiles,
        verdict.similarity or 0.0,
        sum(values) / len(values) if values else 0.0,
        verdict.probability or 0.0,
    )
