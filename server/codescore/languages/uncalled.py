"""Functions of a whole program that nothing in it calls: what people carry from one contest to the next.

They say nothing about what the program does, so that no input has to show them, and what they do with a name is not
done with what is read.  Read from names alone: a function is called where anything that runs speaks of its name; what
a library calls by itself (`compareTo`, `__lt__`, an operator) is called where its class is spoken of.  Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_WORD = re.compile(r"[A-Za-z_]\w*")
#: What is called without its name: special methods, operators, destructors, and what common interfaces ask for.
_BY_THE_LIBRARY = re.compile(
    r"__\w+__|operator\W.*|~.*|<.*>|compareTo|compare|equals|hashCode|toString|run|call|apply\w*|accept|test|get"
    r"|iterator|next|hasNext|close|begin|end"
)
_HEADER = re.compile(r"\b(?:class|struct|interface|enum|record)\s+(\w+)[^{;\n]*")
_OVERRIDES = re.compile(r"\s*(?:\w+\s+)*@Override\b")


@dataclass(frozen=True, slots=True)
class Function:
    """A function in a text, from `start` to `end`; `owner` is the class that it stands in, "" without one."""

    name: str
    owner: str
    start: int
    end: int


def uncalled(text: str, functions: Iterable[Function]) -> list[Function]:
    """Those of the functions, none inside of another, that nothing which runs speaks of, in order."""
    left = sorted(functions, key=lambda one: one.start)
    ends, starts = [0, *(one.end for one in left)], [*(one.start for one in left), len(text)]
    spoken = {name for end, start in zip(ends, starts, strict=True) for name in _outside(text[end:start])}
    while called := [one for one in left if _called(one, text, spoken)]:
        left = [one for one in left if one not in called]
        spoken |= {name for one in called for name in _inside(one, text)}
    return left


def called_in(text: str, functions: Iterable[Function]) -> str:
    """The text without the functions that nothing calls."""
    kept, last = [], 0
    for one in uncalled(text, functions):
        kept.append(text[last : one.start])
        last = one.end
    return "".join((*kept, text[last:]))


def _outside(text: str) -> set[str]:
    """The names in what stands outside of functions; the head of a class does not speak of that class."""
    return set(_WORD.findall(_HEADER.sub(lambda head: re.sub(rf"\b{head[1]}\b", "", head[0]), text)))


def _inside(one: Function, text: str) -> set[str]:
    """The names in a function, but for the place that names it."""
    whole = text[one.start : one.end]
    return set(_WORD.findall(re.sub(rf"\b{re.escape(one.name)}\b", "", whole, count=1)))


def _called(one: Function, text: str, spoken: set[str]) -> bool:
    if one.name in spoken or one.name == "main":
        return True
    special = _BY_THE_LIBRARY.fullmatch(one.name) or _OVERRIDES.match(text, one.start)
    return special is not None and (not one.owner or one.owner in spoken)
