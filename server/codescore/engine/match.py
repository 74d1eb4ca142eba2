"""The one matcher: which unit of the reference each unit of the candidate is compared with, and how that was found.

By qualified name, by simple name, by simple name regardless of case and underscores; then by position: first the units
that are no helpers of others, then all that are left, where both sides have equally many; at last by similarity of the
vectors.  Among units of one name (overloads) equal parameters decide, then their number, then the order.  Nested units
are matched by name within the pair that contains them.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace

from tree_sitter import Node

from codescore.engine.calls import closed_in, held_inside, helpers_of, made_inside
from codescore.engine.model import MatchedBy, Matching, Pair, RunPairs, Source
from codescore.engine.outside import module_unit
from codescore.engine.session import Session
from codescore.engine.source import around_of, make_source
from codescore.foundation.errors import InputError
from codescore.foundation.text import encode
from codescore.languages import Language
from codescore.score import closest_pairs
from codescore.syntax import Unit, unit_node

_NAMED = 8  # functions that a message lists

_Found = dict[Unit, tuple[Unit, MatchedBy]]


@dataclass(frozen=True, slots=True, eq=False)
class _Sides:
    """Two sources, and those of their units that are to be paired."""

    candidate: Source
    reference: Source
    left: Sequence[Unit]
    right: Sequence[Unit]

    def free(self, found: _Found) -> _Sides:
        """The sides without the units that are paired."""
        taken = {other for other, _ in found.values()}
        left = [u for u in self.left if u not in found]
        right = [u for u in self.right if u not in taken]
        return _Sides(self.candidate, self.reference, left, right)

    def with_units(self, left: Sequence[Unit], right: Sequence[Unit]) -> _Sides:
        """The same sources with other units."""
        return _Sides(self.candidate, self.reference, left, right)


def match_files(session: Session, candidate: Source, reference: Source) -> Matching:
    """A file beside another: its pairs, those of them that decide, and what it lacks."""
    pairs = match_units(session, candidate, reference)
    found = {pair.reference_unit: pair for pair in pairs}
    helpers, used = helpers_of(reference), helpers_of(candidate)
    inner = helpers | made_inside(reference)  # how a reference keeps what it computes with is its own matter
    private = {u for u in helpers if u.name.startswith("_")} | held_inside(reference)
    outermost = [u for u in reference.units if not u.nested]
    # Whoever calls a helper goes by its name: one that the candidate has by it counts, unless nobody can call it.
    counted = {
        found[u].unit
        for u in outermost
        if u in found
        and (u not in inner or (found[u].matched_by == "name" and (found[u].unit in used or u not in private)))
    }
    missing = tuple(u for u in outermost if u not in inner and u not in found)
    levels = module_unit(candidate), module_unit(reference)
    if levels[0] is not None and levels[1] is not None:
        pairs.append(Pair(candidate, levels[0], reference, levels[1], "position"))
        counted.add(levels[0])
    return Matching(candidate, reference, tuple(pairs), frozenset(counted), missing, helpers, closed_in(reference))


def pairs_to_run(session: Session, language: Language, candidate: str, reference: str) -> RunPairs:
    """Which functions of two texts are to be run beside each other, see `Matching.to_run`.

    Raises InputError for what is no source code.
    """
    ours = make_source(language, encode(candidate), "candidate")
    theirs = make_source(language, encode(reference), "reference")
    return match_files(session, ours, theirs).to_run()


def match_part(
    session: Session, candidate: Source, units: Sequence[Unit], reference: Source, name: str | None = None
) -> Matching | None:
    """Some units of a candidate beside a reference that was chosen for just these, or beside one unit of it by `name`.

    Every pair counts, and nothing is missing: the others may be anywhere.  None where the reference has no such unit.
    """
    if name is not None:
        named = next((u for u in reference.units if name in (u.qualified, u.name)), None)
        if named is None:
            return None
        namesake = [u for u in units if name in (u.qualified, u.name)] or list(units)
        pairs = [Pair(candidate, namesake[0], reference, named, "given")]
        return Matching(candidate, reference, tuple(pairs), frozenset(namesake[:1]))
    outermost = [u for u in reference.units if not u.nested]
    if len(units) == 1 and (len(outermost) == 1 or units[0].nested):
        theirs = next((u for u in reference.units if u.name == units[0].name), outermost[0])
        how: MatchedBy = "name" if theirs.name == units[0].name else "given"
        pairs = [Pair(candidate, units[0], reference, theirs, how)]
    else:
        some = match_units(session, Source(candidate.label, candidate.syntax, tuple(units)), reference)
        pairs = [Pair(candidate, p.unit, reference, p.reference_unit, p.matched_by) for p in some]
    return Matching(candidate, reference, tuple(pairs), frozenset(p.unit for p in pairs if not p.unit.nested))


def match_asked(session: Session, whole: Matching, ours: str | None, theirs: str | None) -> Matching:
    """Of two files what a person asks for by name: functions, or classes with all that is in them; None asks for any.

    Where both sides are named they answer each other, else counterparts are those of the whole.  Raises InputError for
    a name that is not there, or that nothing answers.
    """
    left, right = _called(whole.candidate, ours), _called(whole.reference, theirs)
    if ours and theirs:
        found: list[tuple[Unit, Unit, MatchedBy]] = [(left[0], right[0], "given")]
        if len(left) > 1 or len(right) > 1:
            sides = replace(whole.candidate, units=left), replace(whole.reference, units=right)
            found = [(p.unit, p.reference_unit, p.matched_by) for p in match_units(session, *sides)]
        pairs = tuple(Pair(whole.candidate, mine, whole.reference, other, how) for mine, other, how in found)
    else:
        pairs = tuple(p for p in whole.pairs if p.unit in left and p.reference_unit in right)
        if ours and not pairs:
            raise InputError(f"nothing in {whole.reference.label} answers {ours}; name what does: PATH#NAME")
    answered = {p.reference_unit for p in pairs}
    missing = tuple(u for u in right if u not in answered) if theirs else ()
    return Matching(whole.candidate, whole.reference, pairs, frozenset(p.unit for p in pairs), missing)


def _called(source: Source, name: str | None) -> tuple[Unit, ...]:
    """The outermost units of a name, qualified or simple, or all in a class of it; without a name all."""
    units = tuple(u for u in source.units if not u.nested and u.kind != "module")
    if name is None:
        return units
    found = tuple(u for u in units if name == u.qualified) or tuple(
        u for u in units if name == u.name or f".{name}." in f".{u.qualified}"
    )
    if not found:
        known = ", ".join(dict.fromkeys(u.qualified for u in units[:_NAMED])) + (", …" if len(units) > _NAMED else "")
        raise InputError(f"{source.label} has no function or class {name!r} that can be run; it has {known or 'none'}")
    return found


def match_units(session: Session, candidate: Source, reference: Source) -> list[Pair]:
    """Pairs in the candidate's order; every unit is in one pair at most."""
    outermost = ([u for u in source.units if not u.nested] for source in (candidate, reference))
    sides = _Sides(candidate, reference, *outermost)
    found: _Found = {}
    for key in (_qualified, _simple, _folded):
        _by_name(sides.free(found), key, found)
    for step in (_by_position, _by_similarity):
        free = sides.free(found)
        if free.left and free.right:
            step(session, free, found)
    _nested(sides, found)
    return [
        Pair(candidate, unit, reference, found[unit][0], found[unit][1]) for unit in candidate.units if unit in found
    ]


def _qualified(unit: Unit) -> str | None:
    return None if unit.kind == "snippet" else unit.qualified


def _simple(unit: Unit) -> str | None:
    return None if unit.kind == "snippet" else unit.name


def _folded(unit: Unit) -> str | None:
    return None if unit.kind == "snippet" else unit.name.replace("_", "").casefold() or None


def _by_name(sides: _Sides, key: Callable[[Unit], str | None], found: _Found) -> None:
    theirs = _grouped(sides.right, key)
    for name, group in _grouped(sides.left, key).items():
        _overloads(sides.with_units(group, theirs.get(name, [])), found)


def _overloads(sides: _Sides, found: _Found) -> None:
    """Pair units of one name: equal parameters first, then as many parameters, then in order."""
    if len(sides.left) == len(sides.right) == 1:
        found[sides.left[0]] = (sides.right[0], "name")
        return
    taken: set[Unit] = set()
    for likeness in (_parameter_text, _arity, _any):
        waiting: dict[Hashable, deque[Unit]] = {}
        for other in sides.right:
            if other not in taken:
                waiting.setdefault(likeness(sides.reference, other), deque()).append(other)
        for unit in sides.left:
            alike = waiting.get(likeness(sides.candidate, unit)) if unit not in found else None
            if alike:
                found[unit] = (alike.popleft(), "name")
                taken.add(found[unit][0])


def _by_position(session: Session, sides: _Sides, found: _Found) -> None:
    """What is no helper in its file first, then all that is left; but never past an equal sketch elsewhere."""
    _by_equal_sketch(session, sides, found)
    sides = sides.free(found)
    ours, theirs = helpers_of(sides.candidate), helpers_of(sides.reference)
    main = [u for u in sides.left if u not in ours], [u for u in sides.right if u not in theirs]
    _in_order(sides.with_units(*main), found)
    _in_order(sides.free(found), found)


def _by_equal_sketch(session: Session, sides: _Sides, found: _Found) -> None:
    """Units whose only equal is at another position: order would pair them with something else."""
    ours = [session.cached_sketch(sides.candidate, u).text for u in sides.left]
    theirs = [session.cached_sketch(sides.reference, u).text for u in sides.right]
    count, other_count = Counter(ours), Counter(theirs)
    place = {text: i for i, text in enumerate(theirs)}
    in_order = len(ours) == len(theirs)
    for i, text in enumerate(ours):
        at_home = in_order and theirs[i] == text
        if not at_home and count[text] == other_count[text] == 1:
            found[sides.left[i]] = (sides.right[place[text]], "similarity")


def _in_order(sides: _Sides, found: _Found) -> None:
    if len(sides.left) == len(sides.right):
        found.update((a, (b, "position")) for a, b in zip(sides.left, sides.right, strict=True))


def _by_similarity(session: Session, sides: _Sides, found: _Found) -> None:
    """The most similar of what is left, pair by pair; nothing where there is no model."""
    a = [session.cached_sketch(sides.candidate, u).text for u in sides.left]
    b = [session.cached_sketch(sides.reference, u).text for u in sides.right]
    vectors = session.vectors([*a, *b])
    manifest = session.manifest
    if manifest is None:
        return
    pooling = manifest.vector_pooling
    pairs = closest_pairs([vectors[x].vectors[pooling] for x in a], [vectors[x].vectors[pooling] for x in b])
    found.update((sides.left[i], (sides.right[j], "similarity")) for i, j in pairs)


def _nested(sides: _Sides, found: _Found) -> None:
    """Nested units of each matched pair, by the names that lead to them from there."""
    ours, theirs = _inside(sides.candidate), _inside(sides.reference)
    for unit, (other, _) in list(found.items()):
        for name, group in ours.get(unit, {}).items():
            _overloads(sides.with_units(group, theirs.get(other, {}).get(name, [])), found)


def _inside(source: Source) -> dict[Unit, dict[str, list[Unit]]]:
    """For each outermost unit the units nested in it, by their names from there."""
    result: dict[Unit, dict[str, list[Unit]]] = {}
    for unit in source.units:
        if unit.nested:
            outer = around_of(source, unit)
            name = unit.qualified.removeprefix(outer.qualified)
            result.setdefault(outer, {}).setdefault(name, []).append(unit)
    return result


def _grouped(units: Sequence[Unit], key: Callable[[Unit], str | None]) -> dict[str, list[Unit]]:
    groups: dict[str, list[Unit]] = {}
    for unit in units:
        name = key(unit)
        if name is not None:
            groups.setdefault(name, []).append(unit)
    return groups


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
