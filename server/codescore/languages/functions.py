"""Functions that programs are given where a declared type says what they take and give, as in Java and C++.

A type says the kind of each argument that is looked at, and of the result: "standard.declared function of text, number
to bool".  Each value is a name and a number k (`languages.standard`); what a name does is written by each language's
`run/`, for the kinds.  A function that gives nothing prints what it is given, so that it shows when it is called.
Pure.  Neighbours: `languages.given` (functions whose arguments nobody declares), `evidence.standard` (draws them).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from codescore.languages.shapes import MappingShape, OneOf, SequenceShape, Shape, StandardShape

#: What an argument is: of `other` only a number that is made of it is looked at.
ARGUMENTS = ("number", "text", "list", "other")
#: What is given back: `first` is the first argument again, `same` the first or the last of two.
RESULTS = ("whole", "long", "real", "bool", "text", "nothing", "same", "list", "optional")
MOST = 2
_FUNCTION, _COMPARISON = "standard.declared function", "standard.declared comparison"
_PRECEDENCE, _LIKENESS = "standard.declared precedence", "standard.declared likeness"
_WHOLE = ("plus k", "times k", "remainder", "is k")
_OF_ONE: dict[str, tuple[str, ...]] = {
    "whole": _WHOLE,
    "long": _WHOLE,
    "real": ("plus k", "times k", "is k"),
    "bool": ("above k", "even by k", "equals k", "always", "never"),
    "text": ("before k", "by k", "is k"),
    "nothing": ("prints",),
    "same": ("first",),
    "list": ("pair", "repeated"),
    "optional": ("if above k",),
}
#: Of the last one it shows in which order a list was folded.
_BOTH = ("less second", "and k times second", "more times first and second")
_OF_TWO: dict[str, tuple[str, ...]] = {
    "whole": _BOTH,
    "long": _BOTH,
    "real": _BOTH,
    "bool": ("second above k", "above second"),
    "text": ("both", "both by k"),
    "nothing": ("prints",),
    "same": ("second", "larger"),
    "list": ("both listed",),
    "optional": ("second if above k",),
}
_OF_NONE: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("whole", "long", "real", "text"), ("is k",)), "bool": ("always", "never"), "nothing": ("prints",),
    "list": ("only k",), "optional": ("some k", "none"),
}  # fmt: skip
#: How often these are called shows.
UNSTEADY = ("count from k", "fails first")
_FAILING = ("whole", "long", "real", "text", "nothing")
_COMPARISONS = ("ascending", "descending", "by remainder", "all alike")
_LIKENESSES = ("equal", "equal remainders", "all equal")
#: What those that look at two of one kind say of them.
_OF_A_KIND = {_COMPARISON: "order", _PRECEDENCE: "before", _LIKENESS: "alike"}


def taking(arguments: Sequence[str], result: str) -> str:
    """The type of functions of arguments of these kinds, with such a result."""
    return f"{_FUNCTION} of {', '.join(arguments[:MOST]) or 'nothing'} to {result}"


def comparing(argument: str) -> str:
    """The type of what says which of two of this kind comes first."""
    return f"{_COMPARISON} of {argument}"


def preceding(argument: str) -> str:
    """The type of what says whether the first of two of this kind comes first, as C++ sorts: a strict weak order."""
    return f"{_PRECEDENCE} of {argument}"


def likening(argument: str) -> str:
    """The type of what says whether two of this kind count as equal."""
    return f"{_LIKENESS} of {argument}"


def kinds_of(type_: str) -> tuple[tuple[str, ...], str]:
    """The kinds of the arguments and of the result.

    Of two that are compared the result is "order", "before" (the first one comes first) or "alike".
    """
    kind, _, rest = type_.partition(" of ")
    if kind in _OF_A_KIND:
        return (rest, rest), _OF_A_KIND[kind]
    arguments, _, result = rest.partition(" to ")
    return tuple(one for one in arguments.split(", ") if one != "nothing"), result


def shows(shape: Shape) -> bool:
    """Whether there are functions among these values that do nothing but print what they are given."""
    match shape:
        case StandardShape(type_):
            return type_.startswith(_FUNCTION) and type_.endswith(" to nothing")
        case SequenceShape(element):
            return shows(element)
        case MappingShape(_, value):
            return shows(value)
        case OneOf(options):
            return any(map(shows, options))
    return False


def in_words(type_: str) -> str:
    """A type as a person reads it: "function of a text and a number that gives true or false"."""
    arguments, result = kinds_of(type_)
    if result in _OF_A_KIND.values():
        return "equality of two" if result == "alike" else "comparison"
    taken = " and ".join("a value" if one == "other" else f"a {one}" for one in arguments) or "no arguments"
    said = {"bool": "true or false", "text": "a text", "nothing": "nothing", "same": "what it takes", "list": "a list"}
    said |= {"optional": "a number or nothing"}
    return f"function of {taken} that gives {said.get(result, 'a number')}"


def _names(arguments: Sequence[str], result: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    pure = _OF_ONE[result] + (_OF_TWO[result] if len(arguments) > 1 else ()) if arguments else _OF_NONE[result]
    counting = UNSTEADY[:1] if result in ("whole", "long") and not arguments else ()
    return pure, (*counting, *(UNSTEADY[1:] if result in _FAILING else ()))


#: Those that always give the same for the same, and those that do not, of each type.
NAMES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    **{of(kind): (_COMPARISONS, ()) for kind in ARGUMENTS for of in (comparing, preceding)},
    **{likening(kind): (_LIKENESSES, ()) for kind in ARGUMENTS},
    **{
        taking(kinds, result): _names(kinds, result)
        for count in range(MOST + 1)
        for kinds in product(ARGUMENTS, repeat=count)
        for result in RESULTS
        if count or result in _OF_NONE
    },
}
