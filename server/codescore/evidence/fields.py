"""Names of fields that each record of a list has: whether they are there, and records that have them.

Pure.  Neighbours: `evidence.relations` (asks), `languages.fields_named` (which parameters name them).
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from codescore.languages.values import Bool, Float, Int, Mapping, Sequence, Text, Value

_NUMBER = 1
_TEXTS, _NUMBERS = ("a", "b", "c", "north", "x"), (0, 1, 2, 3, 5, 10)


def names_field(name: Value, records: Value | None, kind: int) -> bool:
    """Whether each record has a field that is called so, with a number in it where `kind` is 1, with a text where 2."""
    if not isinstance(name, Text) or not isinstance(records, Sequence):
        return True
    return all(not isinstance(one, Mapping) or _fits(_held(one, name), kind) for one in records.items)


def with_field(name: Value, records: Value | None, chance: Random, kind: int) -> Value | None:
    """The records with such a field in each."""
    if not isinstance(name, Text) or not isinstance(records, Sequence):
        return records

    def complete(record: Value) -> Value:
        if not isinstance(record, Mapping) or _fits(_held(record, name), kind):
            return record
        put: Value = Int(chance.choice(_NUMBERS)) if kind == _NUMBER else Text(chance.choice(_TEXTS))
        return replace(record, items=tuple((dict(record.items) | {name: put}).items()))

    return replace(records, items=tuple(map(complete, records.items)))


def _held(record: Mapping, name: Text) -> Value | None:
    return dict(record.items).get(name)


def _fits(value: Value | None, kind: int) -> bool:
    if kind == _NUMBER:
        return isinstance(value, (Int, Float)) and not isinstance(value, Bool)
    return isinstance(value, Text) if kind else value is not None
