"""Which units of a source are mere helpers of others: those that are used by name in a unit that is no helper itself.

An approximation by names: the identifiers in a unit's tree, whatever they are bound to.
"""

from __future__ import annotations

from codescore.engine.model import Source
from codescore.engine.session import Session
from codescore.syntax import Unit, unit_node


def helpers_of(session: Session, source: Source) -> frozenset[Unit]:
    """Outermost units that other outermost units use, unless nothing outside their own circle does."""
    outer = [unit for unit in source.units if not unit.nested]
    named: dict[bytes, list[Unit]] = {}
    for unit in outer:
        named.setdefault(unit.name.encode(), []).append(unit)
    uses = {unit: _used_units(session, source, unit, named) for unit in outer}
    used = {other for targets in uses.values() for other in targets}
    reached: set[Unit] = set()
    pending = [unit for unit in outer if unit not in used]
    while pending:
        fresh = uses[pending.pop()] - reached
        reached |= fresh
        pending.extend(fresh)
    return frozenset(reached)


def _used_units(session: Session, source: Source, unit: Unit, named: dict[bytes, list[Unit]]) -> set[Unit]:
    identifiers = _identifiers(session, source, unit)
    own = unit.name.encode()
    return {other for name in identifiers & named.keys() if name != own for other in named[name]}


def _identifiers(session: Session, source: Source, unit: Unit) -> frozenset[bytes]:
    """The texts of all identifiers in a unit."""
    language = source.syntax.language
    key = (language.id, unit.digest)
    held = session.identifiers.get(key)
    if held is not None:
        return held
    types = language.scopes.identifiers
    parsed = source.syntax.parsed
    found: set[bytes] = set()
    stack = [unit_node(source.syntax, unit)]
    while stack:
        node = stack.pop()
        if node.type in types:
            found.add(parsed[node.start_byte : node.end_byte])
        stack.extend(node.children)
    result = frozenset(found)
    session.identifiers.put(key, result)
    return result
