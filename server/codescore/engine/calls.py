"""Which units of a source are mere helpers of others: those that are used by name in a unit that is no helper itself.

An approximation by names, whatever they are bound to.  A name that is said of another object (`items.size()`) is that
object's: only what is said alone, of the object or class around the code, or of a class of this source counts, and a
private method, or one of a record, that no other unit shares its name with.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from tree_sitter import Node

from codescore.engine.model import Source, makes
from codescore.foundation.caches import slots
from codescore.languages import Language
from codescore.syntax import Unit, unit_node

#: A name that a unit says, and what it says it of; empty where it stands alone.
Use = tuple[bytes, bytes]

_USES: Callable[[tuple[str, bytes]], list[set[Use]]] = slots(2_048)
_WRITTEN: Callable[[tuple[str, bytes]], list[tuple[bytes, bytes]]] = slots(2_048)


def helpers_of(source: Source) -> frozenset[Unit]:
    """Outermost units that other outermost units use, unless nothing outside their own circle does; of such a circle
    those that the file does not give its users, where it says what it gives, and those that it keeps to itself."""
    uses = _used(source)
    reached = {unit: _reached(uses, [unit]) for unit in uses}
    entered = {u for unit, others in reached.items() for u in others if unit not in reached[u]}
    main = [unit for unit in uses if unit not in entered]
    open_ = _open(source)
    kept = {unit for unit in main if _kept(source, unit)}
    hidden = {
        u for unit in main for u in reached[unit] - {unit}
        if (open_ and u not in open_) or (u in kept and unit not in kept)
    }  # fmt: skip
    return (_reached(uses, main) - {unit for unit in main if unit not in hidden}) | held_inside(source)


@lru_cache(maxsize=64)
def _open(source: Source) -> frozenset[Unit]:
    """The outermost units that a file gives its users, where it says so; none where it does not."""
    public = tuple(word.encode() for word in source.syntax.language.structure.public)
    text = source.syntax.parsed
    said = [n for n in source.syntax.root.children if public and text[n.start_byte : n.end_byte].startswith(public)]
    if not said:
        return frozenset()
    places = {u: unit_node(source.syntax, u).start_byte for u in source.units if not u.nested}
    within = {n: {u for u, place in places.items() if n.start_byte <= place < n.end_byte} for n in said}
    bare = [text[n.start_byte : n.end_byte] for n, units in within.items() if not units]
    names = {name for each in bare for name in re.findall(rb"[^\W\d]\w*", each)}
    named = {unit for unit in places if unit.qualified.partition(".")[0].encode() in names}
    return frozenset(named.union(*within.values()))


@lru_cache(maxsize=64)
def held_inside(source: Source) -> frozenset[Unit]:
    """The units of classes that a class, or a file, holds for itself: they are used and named in no signature that
    others see.

    Who calls such a unit may name none of it, as a text that an object is added to.
    """
    held = _by_class(source)
    closed = _closed(source)
    found: set[Unit] = set()
    for class_, units in held.items():
        within, _, name = class_.rpartition(".")
        others = held.get(within, []) if within else []
        if class_ in closed:
            others = [u for u in source.units if u not in units and u.qualified.partition(".")[0] not in closed]
        around = [_written(source, unit) for unit in others]
        named = re.compile(rb"\b" + re.escape(name.encode()) + rb"\b")
        if any(named.search(body) for _, body in around) or (within and _held_as_field(source, units, named)):
            seen = any(named.search(_written(source, unit)[0]) for unit in others if not _kept(source, unit))
            found.update(unit for unit in units if not seen or makes(source, unit))
    return frozenset(found)


def closed_in(source: Source) -> frozenset[Unit]:
    """The units of classes that a file keeps to itself, and that others in it use."""
    return frozenset(u for u in held_inside(source) if u.qualified.rpartition(".")[0] in _closed(source))


def made_inside(source: Source) -> frozenset[Unit]:
    """The units of outermost classes whose objects other units make and that no signature outside names: who calls the
    others need never hear of them.  None where a file says what it gives its users: then it says so of classes, too.
    """
    if _open(source):
        return frozenset()
    found: set[Unit] = set()
    for class_, units in _by_class(source).items():
        others = [u for u in source.units if u.qualified.partition(".")[0] != class_]
        written = [_written(source, unit) for unit in others] if class_ and "." not in class_ else []
        named = re.compile(rb"\b" + re.escape(class_.encode()) + rb"\b")
        if any(named.search(body) for _, body in written) and not any(named.search(head) for head, _ in written):
            found.update(units)
    return frozenset(found)


def _by_class(source: Source) -> dict[str, list[Unit]]:
    held: dict[str, list[Unit]] = {}
    for unit in source.units:
        held.setdefault(unit.qualified.rpartition(".")[0], []).append(unit)
    return held


def _closed(source: Source) -> set[str]:
    """The outermost classes that a file keeps to itself: by an underscore, or giving its users others alone."""
    open_ = _open(source)
    outermost = ((name, units) for name, units in _by_class(source).items() if name and "." not in name)
    return {name for name, units in outermost if name[0] == "_" or (open_ and open_.isdisjoint(units))}


def _kept(source: Source, unit: Unit) -> bool:
    """Whether a unit's signature is for its class or file alone: it is private, or named with an underscore."""
    return _private(source, unit) or (unit.name[:1] == "_" and unit.name[:2] != "__")


def _held_as_field(source: Source, units: list[Unit], named: re.Pattern[bytes]) -> bool:
    """Whether the source speaks of a class outside of its own units, and not only where it begins."""
    text, end, found = source.syntax.parsed, 0, 0
    for start, after in sorted((n.start_byte, n.end_byte) for n in (unit_node(source.syntax, u) for u in units)):
        found += len(named.findall(text[end:start]))
        end = max(end, after)
    return found + len(named.findall(text[end:])) > 1


def _written(source: Source, unit: Unit) -> tuple[bytes, bytes]:
    """A unit's text up to its body, and the body, remembered by its content."""
    held = _WRITTEN((source.syntax.language.id, unit.digest))
    if not held:
        node = unit_node(source.syntax, unit)
        body = node.child_by_field_name("body")
        start = body.start_byte if body is not None else node.end_byte
        held.append((source.syntax.parsed[node.start_byte : start], source.syntax.parsed[start : node.end_byte]))
    return held[0]


def with_helpers(source: Source, unit: Unit) -> tuple[Unit, ...]:
    """A unit and the outermost units that it uses, directly or by others, in the source's order."""
    if unit.kind in ("module", "snippet") or unit.nested:
        return (unit,)
    uses = _used(source)
    reached = _reached(uses, [unit])
    return tuple(other for other in uses if other == unit or other in reached)


@lru_cache(maxsize=64)
def _used(source: Source) -> dict[Unit, set[Unit]]:
    """For each outermost unit the others that it uses by name."""
    outer = [unit for unit in source.units if not unit.nested]
    named: dict[bytes, list[Unit]] = {}
    for unit in outer:
        # Who names a class makes objects of it.
        name = unit.qualified.rpartition(".")[0].rpartition(".")[2] if makes(source, unit) else ""
        named.setdefault((name or unit.name).encode(), []).append(unit)
    classes = {part.encode() for unit in outer for part in unit.qualified.split(".")[:-1]}
    alone = source.syntax.language.scopes.class_is_opaque  # a name that stands alone is no method's
    own = {b"", *(word.encode() for word in source.syntax.language.structure.own), *classes}
    told = {name for name, units in named.items() if len(units) == 1 and _of_its_own(source, units[0])}
    return {
        unit: {
            other
            for of, name in _uses(source, unit)
            if of in own or name in told
            for other in named.get(name, ())
            if other != unit and (name != unit.name.encode() or _private(source, other))  # its own overload
            if of or not alone or "." not in other.qualified or makes(source, other)
        }
        for unit in outer
    }


def _of_its_own(source: Source, unit: Unit) -> bool:
    """Whether nobody need know of it: it is private, or reckons from the fields of an object that is but these."""
    structure = source.syntax.language.structure
    class_ = re.escape(unit.qualified.rpartition(".")[0].rpartition(".")[2])
    records = (one.replace("NAME", class_) for one in structure.records if class_)
    return _private(source, unit) or any(re.search(one.encode(), source.syntax.parsed) for one in records)


def _private(source: Source, unit: Unit) -> bool:
    """Whether its head says that it is private."""
    head = _written(source, unit)[0].partition(b"(")[0].split()
    return not source.syntax.language.structure.private.isdisjoint(word.decode("utf-8", "replace") for word in head)


def _reached(uses: dict[Unit, set[Unit]], start: list[Unit]) -> frozenset[Unit]:
    """What is used from some units on, through others; of these only what another uses."""
    reached: set[Unit] = set()
    pending = list(start)
    while pending:
        fresh = uses[pending.pop()] - reached
        reached |= fresh
        pending.extend(fresh)
    return frozenset(reached)


def _uses(source: Source, unit: Unit) -> set[Use]:
    """All names that a unit says, remembered by its content: an edit elsewhere reads nothing anew."""
    language = source.syntax.language
    held = _USES((language.id, unit.digest))
    if not held:
        held.append(_walk(language, source.syntax.parsed, unit_node(source.syntax, unit)))
    return held[0]


def _walk(language: Language, text: bytes, top: Node) -> set[Use]:
    found: set[Use] = set()
    identifiers, members = language.scopes.identifiers, language.structure.members
    stack = [top]
    while stack:
        node = stack.pop()
        if node.type in members:
            of = node.child_by_field_name("object") or node.named_children[0]
            last = node.named_children[-1]
            names = [
                child for child in node.children if child.type in identifiers or (child == last and _is_name(last))
            ]
            if names and names[-1] != of:
                found.add((_head(text[of.start_byte : of.end_byte]), _text(text, names[-1])))
                stack += [child for child in node.children if child != names[-1]]
                continue
            found.update((b"", _text(text, name)) for name in names)
        elif node.type in identifiers and not language.scopes.functions_apart:
            found.add((b"", _text(text, node)))
        stack += node.children
    return found


def _is_name(node: Node) -> bool:
    return node.named_child_count == 0 and node.type.endswith("identifier")


def _head(of: bytes) -> bytes:
    """What an object is named by: `Stack` of `new Stack(3)`, `super` of `super()`."""
    words = of.partition(b"(")[0].split()
    return words[-1] if words else of


def _text(text: bytes, node: Node) -> bytes:
    return text[node.start_byte : node.end_byte]
