"""Which unit of the reference each unit of the candidate is compared with, and how that was found.

By qualified name, by simple name, by simple name regardless of case and underscores; then by position: first the units
that are no helpers of others, then all that are left, where both sides have equally many; at last by similarity of the
vectors.  Among units of one name (overloads) equal parameters decide, then their number, then the order.  Nested units
are matched by name within the pair that contains them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from tree_sitter import Node

from codescore.engine.calls import helpers_of
from codescore.engine.model import MatchedBy, Pair, Source
from codescore.engine.session import Session
from codescore.score import cosine_of
from codescore.syntax import Unit, unit_node

_Found = dict[Unit, tuple[Unit, MatchedBy]]


def match_units(session: Session, candidate: Source, reference: Source) -> list[Pair]:
    """Pairs in the candidate's order; every unit is in one pair at most."""
    left = [u for u in candidate.units if not u.nested]
    right = [u for u in reference.units if not u.nested]
    found: _Found = {}
    for key in (_qualified, _simple, _folded):
        _by_name(candidate, reference, left, right, key, found)
    if len(found) < min(len(left), len(right)):
        _by_position(session, candidate, reference, left, right, found)
    if len(found) < min(len(left), len(right)):
        _by_similarity(session, candidate, reference, left, right, found)
    for unit, (other, _) in list(found.items()):
        _nested(candidate, reference, unit, other, found)
    return [
        Pair(candidate, unit, reference, found[unit][0], found[unit][1])
        for unit in candidate.units
        if unit in found
    ]


def _qualified(unit: Unit) -> str | None:
    return None if unit.kind == "snippet" else unit.qualified


def _simple(unit: Unit) -> str | None:
    return None if unit.kind == "snippet" else unit.name


def _folded(unit: Unit) -> str | None:
    return None if unit.kind == "snippet" else unit.name.replace("_", "").casefold() or None


def _by_name(
    candidate: Source,
    reference: Source,
    left: Sequence[Unit],
    right: Sequence[Unit],
    key: Callable[[Unit], str | None],
    found: _Found,
) -> None:
    ours = _grouped(_free_left(left, found), key)
    theirs = _grouped(_free_right(right, found), key)
    for name, group in ours.items():
        others = list(theirs.get(name, ()))
        if len(group) == len(others) == 1:
            found[group[0]] = (others[0], "name")
        elif others:
            _overloads(candidate, reference, group, others, found)


def _overloads(
    candidate: Source, reference: Source, group: Sequence[Unit], others: list[Unit], found: _Found
) -> None:
    """Pair units of one name: equal parameters first, then as many parameters, then in order."""
    for likeness in (_parameter_text, _arity, _any):
        for unit in group:
            if unit in found:
                continue
            want = likeness(candidate, unit)
            other = next((o for o in others if likeness(reference, o) == want), None)
            if other is not None:
                found[unit] = (other, "name")
                others.remove(other)


def _by_position(
    session: Session,
    candidate: Source,
    reference: Source,
    left: Sequence[Unit],
    right: Sequence[Unit],
    found: _Found,
) -> None:
    ours, theirs = helpers_of(session, candidate), helpers_of(session, reference)
    main = [u for u in _free_left(left, found) if u not in ours]
    main_theirs = [u for u in _free_right(right, found) if u not in theirs]
    _in_order(main, main_theirs, found)
    _in_order(_free_left(left, found), _free_right(right, found), found)


def _in_order(ours: Sequence[Unit], theirs: Sequence[Unit], found: _Found) -> None:
    if len(ours) == len(theirs):
        found.update((a, (b, "position")) for a, b in zip(ours, theirs, strict=True))


def _by_similarity(
    session: Session,
    candidate: Source,
    reference: Source,
    left: Sequence[Unit],
    right: Sequence[Unit],
    found: _Found,
) -> None:
    """The most similar of what is left, pair by pair."""
    ours, theirs = _free_left(left, found), _free_right(right, found)
    a = [session.sketch(candidate, u).text for u in ours]
    b = [session.sketch(reference, u).text for u in theirs]
    vectors = session.vectors([*a, *b])
    manifest = session.manifest
    if manifest is None:
        return
    pooling = manifest.default_pooling
    ranked = sorted(
        (-cosine_of(vectors[x].vectors[pooling], vectors[y].vectors[pooling]), i, j)
        for i, x in enumerate(a)
        for j, y in enumerate(b)
    )
    taken: set[int] = set()
    for _, i, j in ranked:
        if ours[i] not in found and j not in taken:
            found[ours[i]] = (theirs[j], "similarity")
            taken.add(j)


def _nested(candidate: Source, reference: Source, unit: Unit, other: Unit, found: _Found) -> None:
    """Nested units of a matched pair, by the names that lead to them from there."""
    ours = [u for u in candidate.units if u.nested and unit.start <= u.start and u.end <= unit.end]
    theirs = [u for u in reference.units if u.nested and other.start <= u.start and u.end <= other.end]
    if not ours or not theirs:
        return
    inner: _Found = {}
    for a, b in ((unit, other),):
        left = _grouped(ours, lambda u: u.qualified.removeprefix(a.qualified))
        right = _grouped(theirs, lambda u: u.qualified.removeprefix(b.qualified))
        for name, group in left.items():
            _overloads(candidate, reference, group, list(right.get(name, ())), inner)
    found.update(inner)


def _grouped(units: Sequence[Unit], key: Callable[[Unit], str | None]) -> dict[str, list[Unit]]:
    groups: dict[str, list[Unit]] = {}
    for unit in units:
        name = key(unit)
        if name is not None:
            groups.setdefault(name, []).append(unit)
    return groups


def _free_left(units: Sequence[Unit], found: _Found) -> list[Unit]:
    return [u for u in units if u not in found]


def _free_right(units: Sequence[Unit], found: _Found) -> list[Unit]:
    taken = {other for other, _ in found.values()}
    return [u for u in units if u not in taken]


def _any(_source: Source, _unit: Unit) -> Hashable:
    return True


def _arity(source: Source, unit: Unit) -> Hashable:
    """How many parameters a unit has; -1 where it has no list of them."""
    node = _parameters(source, unit)
    if node is None:
        return -1
    comments = source.syntax.language.layout.comments
    return sum(child.type not in comments for child in node.named_children)


def _parameter_text(source: Source, unit: Unit) -> Hashable:
    node = _parameters(source, unit)
    return b"" if node is None else b"".join(source.syntax.parsed[node.start_byte : node.end_byte].split())


def _parameters(source: Source, unit: Unit) -> Node | None:
    node: Node | None = unit_node(source.syntax, unit)
    while node is not None:
        found = node.child_by_field_name("parameters")
        if found is not None:
            return found
        node = node.child_by_field_name("definition")
    return None
