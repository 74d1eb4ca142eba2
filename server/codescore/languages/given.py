"""Functions that programs are given where callers hand over more than is looked at, as in JavaScript.

`items.map(f)` gives `f` an element, its place and the list, a loop only the element: one that looked at all of it would
tell apart what is meant alike.  So a type says how many arguments are looked at, and what is given back.  Each value
is a name and a number k (`languages.standard`); what a name does is written by each language's `run/`.  Pure.
Neighbours: `languages.standard` (functions of any number of arguments), `evidence.standard` (draws them).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from codescore.languages.assumed import Assumption
from codescore.languages.shapes import MappingShape, OneOf, RecordShape, Samples, SequenceShape, Shape, StandardShape
from codescore.languages.values import Int, Record, Text

MOST = 3
_STEADY = 0.5
FAILS = "fails first"  # the name of a function that raises so many times
_FAILURES = (1, 2, 3, 4)  # times that a function fails, where failing is what a program deals with
#: What a caller does with what comes back; of `nothing` it looks at nothing: being called is all that shows.  Who hands
#: over a function wants that called (`next` of a chain).
NOTHING, NEXT = "nothing", "next"
RESULTS = ("any", "bool", "number", "text", NOTHING, NEXT)
#: Says which of two comes first: the sign of what it gives.
COMPARISON = "standard.comparison"
#: Called with anything, for nothing but what it does.
DROPPED = "dropped"  # a vote for what is called so
TELLING = "standard.function of all to nothing"
_OF_ONE: dict[str, tuple[str, ...]] = {
    "any": ("k and first", "first times k", "first above k", "length by k", "first is k", "k", "text and k", "part k"),
    "bool": ("first above k", "first is k", "length by k", "always", "never"),
    "number": ("first plus k", "first times k", "its number", "k"),
    "text": ("text and k", "text up to k"),
    NOTHING: ("tells k and first",),
}
_OF_TWO: dict[str, tuple[str, ...]] = {
    "any": ("k and both", "first less second", "second above k"),
    "bool": ("second above k", "first above second"),
    "number": ("first less second", "first and k times second"),
    "text": ("both texts",),
    NOTHING: ("tells k and both",),
}
_OF_ALL: dict[str, tuple[str, ...]] = {
    "any": (
        "k and all",
        "first times k",
        "first above k",
        "first less others",
        "last",
        "length by k",
        "first is k",
        "k",
    ),
    "bool": ("always", "never", "first above k"),
    "number": ("k", "first times k"),
    "text": ("text and k",),
    NOTHING: ("tells k and all",),
    NEXT: ("tells k around the next", "tells k and ends", "calls the next", "calls the next twice"),
}
#: How often these are called shows, by what they give.
_UNSTEADY: dict[str, tuple[str, ...]] = {
    "any": ("count from k", "fails first"),
    "number": ("count from k",),
    NOTHING: ("fails first",),
    NEXT: ("fails first",),
}
_COMPARISONS = ("ascending", "descending", "by remainder", "all alike", "by part k")


def taking(count: int, result: str = "any", *, awaited: bool = False) -> str:
    """The type of functions that look at so many arguments (0: at all that they are given), and give such a result."""
    count = 0 if result == NEXT else count
    return f"standard.{'async ' if awaited else ''}function of {min(count, MOST) or 'all'} to {result}"


def in_words(type_: str) -> str:
    """A type as a person reads it: "function of 2 arguments that gives a number"."""
    name = type_.partition(".")[2]
    kind, of, rest = name.partition(" of ")
    count, _, result = rest.partition(" to ")
    gives = {
        "bool": " that gives true or false",
        "number": " that gives a number",
        "text": " that gives a text",
        NOTHING: " that gives nothing",
        NEXT: " that calls what it is given",
    }
    many = "any number of arguments" if count == "all" else f"{count} argument{'s' * (count != '1')}"
    return f"{kind} of {many}{gives.get(result, '')}" if of else name


def _names(count: int, result: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if not count or result == NEXT:
        return _OF_ALL[result], _UNSTEADY.get(result, ())
    return _OF_ONE[result] + (_OF_TWO[result] if count > 1 else ()), _UNSTEADY.get(result, ())


#: Those that always give the same for the same, and those that do not, of each type.
NAMES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    COMPARISON: (_COMPARISONS, ()),
    **{
        taking(count, result, awaited=awaited): _names(count, result)
        for count in range(MOST + 1)
        for result in RESULTS
        for awaited in (False, True)
    },
}


def steady(shapes: Mapping[str, Shape], *, tries: bool) -> Iterator[Assumption]:
    """How often and for what a function is called is hardly meant, but where the program goes on after it raised
    (`tries`: it calls something where it catches errors); `shapes` are those of its parameters."""
    for name, shape in shapes.items():
        if not tries and _takes_function(shape):
            yield Assumption(name, "steady", "how often it is called, and for what, is hardly meant", weight=_STEADY)
            yield Assumption(name, "unfailing", "nothing is done where it fails", weight=_STEADY)


def failing(shape: Shape, errors: Iterable[str] = ()) -> Shape:
    """The same values, and functions that fail a few times, for a program that catches errors of what it calls; with
    these errors, where it names them; "" is the usual one."""
    match shape:
        case StandardShape(type_) if "function" in type_:
            ways = [f"{FAILS}: {error}".removesuffix(": ") for error in errors] or [FAILS]
            parts = [(("text", Text(way)), ("number", Int(k))) for way in ways for k in _FAILURES]
            return OneOf((shape, Samples(tuple(Record(type_, part) for part in parts))))
        case SequenceShape(element):
            return replace(shape, element=failing(element, errors))
    return shape


def _takes_function(shape: Shape) -> bool:
    """Whether functions are among these values, or inside of them."""
    match shape:
        case StandardShape(type_):
            return "function" in type_
        case SequenceShape(element):
            return _takes_function(element)
        case MappingShape(_, value):
            return _takes_function(value)
        case OneOf(options):
            return any(map(_takes_function, options))
        case RecordShape(_, fields):
            return any(_takes_function(inner) for _, inner in fields)
    return False
