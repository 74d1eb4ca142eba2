"""Names of the two ends of a span: what is called `start` is not above what is called `end`.

They are those of parameters, of the two of a pair, of fields, of columns.  Pure.  Neighbours: `languages.wording` and
`languages.listed` (what words say), each language's survey (asks).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from codescore.languages.assumed import Assumption, Property
from codescore.languages.kinds import Guess
from codescore.languages.shapes import GroupShape, RecordShape, SequenceShape, Shape

_ENDING, _LASTING = 0.75, 0.5  # of two ends: in order; and not the same
ENDS = (
    ("l", "r"), ("lo", "hi"), ("low", "high"), ("left", "right"), ("start", "end"), ("first", "last"), ("min", "max"),
    ("lower", "upper"), ("begin", "end"), ("start", "stop"), ("from", "to"), ("begin", "finish"), ("start", "finish"),
    ("from", "until"), ("since", "until"), ("open", "close"), ("opens", "closes"), ("arrival", "departure"),
)  # fmt: skip
_NO_SPANS = (("from", "to"), ("first", "last"), ("left", "right"), ("l", "r"))


def ends(parameter: str, one: str, two: str, property_: Property = "pairs ordered") -> Iterator[Assumption]:
    """What the names that a program gives to the two of each pair of a parameter say: `start` is below `end`.

    `ordered` where the parameter is such a pair itself.
    """
    if (one.lower(), two.lower()) in ENDS:
        because = f"the two of a pair are called {one!r} and {two!r}"
        yield Assumption(parameter, property_, because, weight=_ENDING)
        yield Assumption(parameter, property_, because, weight=_LASTING, bound=1)


def bounds(fields: Sequence[str]) -> tuple[str, ...]:
    """The two fields of an object that are called as the ends of a span are, the lower one first; nothing without.

    An edge leads from one place to any other, and a name has a first part and a last.
    """
    known = {field.lower().strip("_"): field for field in fields}
    spans = [two for two in ENDS if two not in _NO_SPANS]
    return next(((known[low], known[high]) for low, high in spans if low in known and high in known), ())


def spanning(shapes: Mapping[str, Shape]) -> Iterator[Assumption]:
    """What the fields of the objects in a list are called: `start` is below `end`; `shapes` are those of parameters."""
    for name, shape in shapes.items():
        held = shape.element if isinstance(shape, (SequenceShape, GroupShape)) else None
        two = bounds([field for field, _ in held.fields]) if isinstance(held, RecordShape) else ()
        if two:
            low, high = (field.lower().strip("_") for field in two)
            yield from ends(name, low, high)


def called(kinds: Mapping[str, Guess]) -> Iterator[Assumption]:
    """What parameters say whose pairs are taken apart into two names, wherever in a program."""
    for name, kind in kinds.items():
        made = [one.root().element for one in kind.root().mapped]  # from each: `(minutes(a), minutes(b)) for a, b in p`
        pairs: list[tuple[Property, Guess | None]] = [("ordered", kind), ("pairs ordered", kind.root().element)]
        pairs += [("pairs ordered", one) for one in made]
        for property_, pair in pairs:
            for names in pair.root().called if pair is not None else ():
                if len(names) == 2:
                    yield from ends(name, *names, property_)
