"""Objects that keep to themselves what they are made of: where two programs make them of other things, nobody can tell
from that whether they are alike.

Pure.  Neighbours: `evidence.compare` (compares all other objects by their fields), `evidence.verdicts` (asks).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from codescore.evidence.compare import OPAQUE, difference
from codescore.evidence.contract import Outcome
from codescore.languages.values import Opaque, Record, Value, rebuilt, walk


def untold(expected: Outcome, got: Outcome, sealed: frozenset[str]) -> bool:
    """Whether two outcomes differ in nothing but what objects of such types are made of, which is something else."""
    made = [{(one.type, _names(one)) for one in _records(outcome)} for outcome in (expected, got)]
    otherwise = frozenset(type_ for type_, _ in made[0] ^ made[1]) & sealed
    if not otherwise:
        return False
    one, other = (_closed(outcome, otherwise) for outcome in (expected, got))
    return difference(one, other) in ("", OPAQUE)


def unmade(given: tuple[Value, ...], got: Outcome, sealed: frozenset[str]) -> bool:
    """Whether a program cannot be given an input, in which are objects of such types: made of the other's fields."""
    parts = (part for value in given for part in walk(value))
    return got.how == "input" and any(isinstance(part, Record) and part.type in sealed for part in parts)


def _names(one: Record) -> frozenset[str]:
    return frozenset(name for name, _ in one.fields)


def _records(outcome: Outcome) -> Iterator[Record]:
    values = (value for one in (outcome, *outcome.steps) for value in (one.value, *one.arguments) if value is not None)
    yield from (part for value in values for part in walk(value) if isinstance(part, Record))


def _closed(outcome: Outcome, types: frozenset[str]) -> Outcome:
    value = None if outcome.value is None else _shut(outcome.value, types)
    arguments = tuple(_shut(one, types) for one in outcome.arguments)
    return replace(
        outcome, value=value, arguments=arguments, steps=tuple(_closed(step, types) for step in outcome.steps)
    )


def _shut(value: Value, types: frozenset[str]) -> Value:
    if isinstance(value, Record) and value.type in types:
        return Opaque(value.type)
    return rebuilt(value, lambda inner: _shut(inner, types))
