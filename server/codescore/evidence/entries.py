"""Which entries of two programs are run beside each other, once it is known which units answer each other.

That is not decided here: whoever asks hands the pairs down, by qualified names (`engine.match` has them).  A program
that reads its input is run as a whole.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from codescore.languages.command_words import named_together
from codescore.languages.execution import CALLED, Entry, Survey, sequence_of

#: Qualified names of units that answer each other, candidate's (None where it has none) and reference's.
Pairs = tuple[tuple[str | None, str], ...]
_WHOLE = ""  # the name of a program as a whole

#: A pair by its names, and the entries that they stand for, None where there is none.
Asked = tuple[tuple[str | None, str], Entry | None, Entry | None]


def entries_of(reference: Survey, candidate: Survey, pairs: Pairs | None) -> list[Asked]:
    """The entries that pairs stand for: the reference's, None where nobody can call it; the candidate's.

    Without `pairs` units of the same name answer each other.  What classes have from an abstract one is run there.
    """
    script = _script(reference)
    if script is not None:
        return [((_WHOLE, _WHOLE), script, _script(candidate))]
    if pairs is None:
        pairs = tuple((qualified(entry), qualified(entry)) for entry in reference.entries)
    found: list[Asked] = []
    seen: Counter[str] = Counter()
    for ours, theirs in pairs:
        whole = _together(reference, candidate, (ours, theirs), pairs)
        if whole is not None and _runs(whole[0], theirs, seen[theirs]):
            seen[theirs] += 1
            found.append(((ours, theirs), *whole))
            continue
        entry = _at(_named(reference, theirs), seen[theirs])
        seen[theirs] += 1
        other = _like(entry, _named(candidate, ours)) if entry is not None and ours is not None else None
        found.append(((ours, theirs), entry, other))
    found += _heirs(reference, candidate, found, pairs)
    return [asked for asked in found if asked[0][1] not in reference.bare] or found


def _heirs(reference: Survey, candidate: Survey, found: list[Asked], pairs: Pairs) -> list[Asked]:
    """The classes of the reference that have no function of their own: what they alter shows in the methods of those
    above.  One that the candidate lacks is listed, as a function would be."""
    units = dict.fromkeys(theirs for _, theirs in pairs)
    asked = {entry.name for _, entry, _ in found if entry is not None}
    heirs: list[Asked] = []
    for class_ in (one for one in reference.entries if one.kind == "class" and one.name not in asked):
        if any(unit.startswith(f"{class_.name}.") for unit in units):
            continue
        methods = {one.name for one in class_.members[1:] if one.kind == "method"}
        above = next(
            (unit for unit in units if unit.rpartition(".")[0] in asked and unit.rpartition(".")[2] in methods), ""
        )
        name = f"{class_.name}.{above.rpartition('.')[2]}"
        whole = _together(reference, candidate, (name, name), pairs) if above else None
        if whole is not None:
            heirs.append(((class_.name, class_.name), *whole))
        elif above and not class_.name.startswith("_") and _class(candidate, class_.name) is None:
            heirs.append(((None, class_.name), class_, None))
    return heirs


def apart(asked: list[Asked], entry: Entry, other: Entry) -> frozenset[str]:
    """The functions and methods of the reference that this entry calls and that are compared by themselves, or with
    their class, with what the candidate's `other` calls: what these two do not show of them, those comparisons must."""
    pairs = [(one, two) for _, one, two in asked if one and two and one is not entry]
    pairs += [members for one, two in pairs for members in zip(one.members[1:], two.members[1:], strict=False)]
    return frozenset(one.name for one, two in pairs if one.name in entry.uses and two.name in other.uses)


def _together(
    reference: Survey, candidate: Survey, pair: tuple[str | None, str], pairs: Pairs
) -> tuple[Entry, Entry] | None:
    """The classes that two methods belong to, with the members that both have; None where they are run by themselves.

    Members are the methods that answer each other, and those of one name: who uses the class may call them.
    """
    ours, theirs = pair
    one, two = _class(reference, theirs), _class(candidate, ours or "")
    if one is None or two is None or not one.keeps:
        return None
    answers = {b.rpartition(".")[2]: a.rpartition(".")[2] for a, b in pairs if a and _class(reference, b) is one}
    known = {member.name: member for member in two.members[1:]}
    both = [(m, known.get(answers.get(m.name, m.name)) or known.get(m.name)) for m in one.members[1:]]
    # An attribute that the candidate has under no such name is one that it lacks: there is no other way to see it; and
    # so is a method's further name (`__rmul__ = __mul__`), which is no function that could have another counterpart.
    units = {theirs.rpartition(".")[2] for _, theirs in pairs}
    found = [
        (mine, other)
        for mine, other in both
        if other is not None
        or (mine.kind == "attribute" and mine.missed)
        or mine == CALLED
        or (mine.parameters and mine.name not in units)
    ]
    shared = [(mine, other or mine) for mine, other in found]
    if not shared:
        return None
    members = tuple(mine for mine, _ in shared), tuple(other for _, other in shared)
    return tuple(sequence_of(c.name, (c.members[0], *m)) for c, m in zip((one, two), members, strict=True))  # type: ignore[return-value]


def _runs(class_: Entry, theirs: str, number: int) -> bool:
    """Whether sequences on a class run this method of it, the how-manieth of its name: as a member, or from one.

    The second of a name is what sets a property, or an operator that stands behind what it changes.
    """
    name = theirs.rpartition(".")[2]
    members = {member.name for member in class_.members}
    called = name in members or theirs == class_.name or any(name in member.uses for member in class_.members)
    return called if number == 0 else number == 1 and not members.isdisjoint((f"{name}=", f"{name}(int)"))


def _class(survey: Survey, name: str) -> Entry | None:
    """The class of a method, or of this name."""
    owner = name.rpartition(".")[0]
    return next((entry for entry in survey.entries if entry.kind == "class" and entry.name in (name, owner)), None)


def in_candidate(reference: Entry, candidate: Entry) -> dict[str, str]:
    """What a candidate calls the members of a class, and the class itself, where that is something else."""
    pairs = zip(reference.members[1:], candidate.members[1:], strict=False)
    names = {reference.name: candidate.name} if reference.kind == "class" else {}
    names |= {mine.name: other.name for mine, other in pairs}
    return {ours: theirs for ours, theirs in names.items() if ours != theirs}


def only(survey: Survey, name: str) -> Entry | None:
    """The one entry of this qualified name: a nested function has none, of overloads nobody knows which."""
    found = _named(survey, name)
    return found[0] if len(found) == 1 else None


def with_its_words(entry: Entry, other: Entry, source: str, candidate: str) -> Entry:
    """A program that reads commands, with the word that the candidate names for what it leaves to an `else`."""
    if entry.kind != "script" or other.kind != "script" or not (entry.parameters and other.parameters):
        return entry
    first, *rest = entry.parameters
    read = replace(first, shape=named_together(first.shape, other.parameters[0].shape, source, candidate))
    return replace(entry, parameters=(read, *rest))


def called_otherwise(entry: Entry, other: Entry) -> str:
    """That a function cannot be called with as many arguments as the reference; "" where it can."""
    if entry.members or other.members or "script" in (entry.kind, other.kind):
        return ""
    ours, theirs = (sum(not one.optional for one in of.parameters) for of in (other, entry))
    if len(other.parameters) >= theirs and ours <= len(entry.parameters):
        return ""
    arguments = "argument" if len(other.parameters) == 1 else "arguments"
    return f"it takes {len(other.parameters)} {arguments}, the reference {len(entry.parameters)}"


def turned_around(class_: Entry, other: Entry) -> str:
    """What is read of objects of one class and called on those of the other, in words; "" where nothing is."""
    ways = {"property": "read", "method": "called"}
    for mine, its in zip(class_.members[1:], other.members[1:], strict=False):
        one, two = ways.get(mine.kind, ""), ways.get(its.kind, "")
        if one and two and one != two and mine.name.isidentifier():
            return f"{mine.name} is {one} there, and has to be {two} here"
    return ""


def lacking(reference: Survey, names: tuple[str | None, str], entry: Entry | None) -> str:
    """What a candidate has no counterpart of: the entry, or a method that users of a class call; "" where it is
    neither."""
    ours, theirs = names
    class_ = _class(reference, theirs) if entry is None and ours is None else None
    members = {one.name for one in class_.members[1:]} if class_ is not None else set()
    if entry is None and theirs.rpartition(".")[2] not in members:
        return ""
    name = entry.name if entry is not None else theirs
    return f"the candidate has no counterpart of {f'{name}()' if name else 'a program that runs as a whole'}"


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
