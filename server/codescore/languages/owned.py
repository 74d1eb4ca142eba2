"""Objects of a program's own classes: which of them are meant where only their use tells.  Pure.

Neighbours: `languages.kinds` (what is known of an expression), each language's `run/` (how its classes make objects).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from codescore.languages.execution import Entry
from codescore.languages.kinds import Guess
from codescore.languages.shapes import AnyShape, CallShape, IntShape, OneOf, Shape
from codescore.languages.shown import one_of

_ALIKE = 4  # classes of a program that have what is asked of an object


@dataclass(frozen=True, slots=True)
class OwnClass:
    """How objects of a class are made, by itself or by those made of it, and the names that can be asked of them."""

    shape: Shape
    members: frozenset[str]


def called(one: OwnClass, there: str, here: str) -> OwnClass:
    """A class of another module by the name that it has here."""
    made = one.shape.options if isinstance(one.shape, OneOf) else (one.shape,)
    named = (replace(s, name=here) if isinstance(s, CallShape) and s.name == there else s for s in made)
    return replace(one, shape=one_of([*named]))


def with_numbers(taken: Entry) -> Entry:
    """The entry, with whole numbers for parameters of which nothing is known."""
    known = (replace(p, shape=IntShape()) if isinstance(p.shape, AnyShape) else p for p in taken.parameters)
    return replace(taken, parameters=tuple(known))


def settle_own(kinds: Iterable[Guess], classes: Mapping[str, OwnClass]) -> None:
    """Say of these kinds and those inside of them which are objects of the program's classes."""
    for kind in reachable(kinds):
        kind.own = own_class(kind, classes)


def own_class(kind: Guess, classes: Mapping[str, OwnClass]) -> Shape | None:
    """An object of one of the program's classes that have all that is asked of something.

    None where there are none, or many, and of what leads to others of its kind: those are linked in many ways.
    """
    kind = kind.root()
    asked = {*kind.fields, *kind.members}
    tested = {vote[3:] for vote in kind.votes if vote.startswith("is ")} & classes.keys()
    if not asked or kind.votes["text"] or kind.votes["list"] or kind.votes["map"] or kind.element is not None:
        return one_of([classes[name].shape for name in sorted(tested)]) if tested else None
    if kind in reachable(kind.fields.values()):
        return None
    having = [one for one in classes.values() if asked <= one.members]
    return one_of([one.shape for one in having]) if 0 < len(having) <= _ALIKE else None


def reachable(kinds: Iterable[Guess]) -> Iterator[Guess]:
    """These kinds and those inside of them, each once."""
    seen: set[int] = set()
    left = [kind.root() for kind in kinds]
    while left:
        kind = left.pop().root()
        if id(kind) not in seen:
            seen.add(id(kind))
            yield kind
            inside = (kind.element, kind.key, kind.value, *(kind.items or ()), *kind.fields.values())
            left += [one for one in inside if one is not None]
