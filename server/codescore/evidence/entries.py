"""Which entries of two programs are run beside each other, once it is known which units answer each other.

That is not decided here: whoever asks hands the pairs down, by qualified names (`engine.match` has them).  A program
that reads its input is run as a whole.
"""

from __future__ import annotations

from collections import Counter

from codescore.languages.execution import Entry, Survey

#: Qualified names of units that answer each other, candidate's (None where it has none) and reference's.
Pairs = tuple[tuple[str | None, str], ...]
_WHOLE = ""  # the name of a program as a whole

#: A pair by its names, and the entries that they stand for, None where there is none.
Asked = tuple[tuple[str | None, str], Entry | None, Entry | None]


def entries_of(reference: Survey, candidate: Survey, pairs: Pairs | None) -> list[Asked]:
    """The entries that pairs stand for: the reference's, None where nobody can call it; the candidate's.

    Without `pairs` units of the same name answer each other.
    """
    script = _script(reference)
    if script is not None:
        return [((_WHOLE, _WHOLE), script, _script(candidate))]
    if pairs is None:
        pairs = tuple((qualified(entry), qualified(entry)) for entry in reference.entries)
    found: list[Asked] = []
    seen: Counter[str] = Counter()
    for ours, theirs in pairs:
        entry = _at(_named(reference, theirs), seen[theirs])
        seen[theirs] += 1
        other = _like(entry, _named(candidate, ours)) if entry is not None and ours is not None else None
        found.append(((ours, theirs), entry, other))
    return found


def only(survey: Survey, name: str) -> Entry | None:
    """The one entry of this qualified name: a nested function has none, of overloads nobody knows which."""
    found = _named(survey, name)
    return found[0] if len(found) == 1 else None


def lacking(entry: Entry) -> str:
    """What a candidate has no counterpart of."""
    what = f"{entry.name}()" if entry.name else "a program that runs as a whole"
    return f"the candidate has no counterpart of {what}"


def qualified(entry: Entry) -> str:
    """The name of an entry as units have it."""
    return f"{entry.owner}.{entry.name}" if entry.owner else entry.name


def _script(survey: Survey) -> Entry | None:
    return next((entry for entry in survey.entries if entry.kind == "script"), None)


def _named(survey: Survey, name: str) -> list[Entry]:
    return [entry for entry in survey.entries if entry.name and qualified(entry) == name]


def _at(entries: list[Entry], number: int) -> Entry | None:
    return entries[number] if number < len(entries) else None


def _like(entry: Entry, others: list[Entry]) -> Entry | None:
    """Of overloads the one with the same types, else as many parameters."""

    def fit(other: Entry) -> tuple[bool, bool]:
        types = [[p.declared for p in one.parameters] for one in (entry, other)]
        return types[0] == types[1], len(types[0]) == len(types[1])

    return max(others, key=fit, default=None)
