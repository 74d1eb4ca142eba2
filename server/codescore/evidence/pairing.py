"""Which entry of a candidate stands for which entry of the reference.

A program that reads its input is run as a whole; otherwise every function of the reference counts that is not only a
helper of others, and its counterpart is the one of the same name (case and underscores aside), else the one at the
same place.
"""

from __future__ import annotations

from codescore.languages.execution import Entry, Survey

_MOST = 4


def targets(reference: Survey) -> list[Entry]:
    """The entries of a reference that are to be compared."""
    scripts = [entry for entry in reference.entries if entry.kind == "script"]
    if scripts:
        return scripts
    used = {name for entry in reference.entries for name in entry.uses if name != entry.name}
    main = [entry for entry in reference.entries if entry.name not in used]
    return (main or list(reference.entries))[:_MOST]


def counterpart(entry: Entry, reference: Survey, candidate: Survey) -> Entry | None:
    """The candidate's entry for one of the reference, None where there is none."""
    if entry.kind == "script":
        return next((other for other in candidate.entries if other.kind == "script"), None)
    callable_ = [other for other in candidate.entries if other.kind != "script"]
    for key in (_exact, _loose):
        named = [other for other in callable_ if key(other.name) == key(entry.name)]
        if named:
            return max(named, key=lambda other: len(other.parameters) == len(entry.parameters))
    taken = {_loose(one.name) for one in reference.entries}
    used = {name for other in callable_ for name in other.uses if name != other.name}
    free = [other for other in callable_ if _loose(other.name) not in taken and other.name not in used]
    fitting = [other for other in free if len(other.parameters) == len(entry.parameters)]
    return fitting[0] if len(targets(reference)) == 1 and fitting else None


def paired(
    reference: Survey, candidate: Survey, units: tuple[str, str] | None
) -> list[tuple[Entry | None, Entry | None]]:
    """The reference's entries with the candidate's; None for one that is not there.

    `units` names the only pair that is wanted, candidate first.
    """
    if units is None:
        return [(entry, counterpart(entry, reference, candidate)) for entry in targets(reference)]
    return [(_named(reference, units[1]), _named(candidate, units[0]))]


def lacking(entry: Entry | None, units: tuple[str, str] | None) -> str:
    """Why a pair cannot be run."""
    if units is not None:
        return f"{units[0]} and {units[1]} cannot be called by themselves, or share their names with others"
    what = f"{entry.name}()" if entry is not None and entry.name else "a program that runs as a whole"
    return f"the candidate has no counterpart of {what}"


def _named(survey: Survey, qualified: str) -> Entry | None:
    """The only entry with this qualified name: a nested function has none, of overloads nobody knows which."""
    found = [e for e in survey.entries if e.name and (f"{e.owner}.{e.name}" if e.owner else e.name) == qualified]
    return found[0] if len(found) == 1 else None


def _exact(name: str) -> str:
    return name


def _loose(name: str) -> str:
    return name.replace("_", "").lower()
