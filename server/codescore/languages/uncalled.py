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
#: Functions that hand over what is read, by their names, and what such a function or class speaks of.
_READER = re.compile(
    r"(?:next|read(?:lines?)?|peek|skip|has|is|get|fill)(?:[A-Z_]\w*)?|n[a-z]|[a-z]?in|ii|li|mi|[a-z]*_?input\w*"
)
_READING = re.compile(
    r"\bSystem\.in\b|\bInputStream\b|\bread(?:Line|Byte|line)?\(|\bnext[A-Z]\w*\(|\bgetchar|\bfread\b|\bcin\b|\bscanf\b|\bstdin\b|\binput\("
)
#: Functions of a class that prints, by their names, and what such a class speaks of.
_WRITER = re.compile(r"(?:print|write|put|out|append|flush|close|add)(?:[A-Z_ln]\w*)?|newLine|\w*[fF]lush\w*")
_WRITING = re.compile(
    r"\bSystem\.out\b|\bOutputStream\b|\bPrint(?:Writer|Stream)\b|\bBufferedWriter\b|\bputchar|\bfwrite\b|\bcout\b|\bstdout\b"
)
_MOST = 0.6  # share of the functions of a class that reads, or prints
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
    between = _between(text, left)
    always = {"", *(one.owner for one in left if one.name == "main")}
    spoken = {name for owner, names in between if owner in always for name in names}
    waiting = [piece for piece in between if piece[0] not in always]
    while True:
        used = always | spoken
        called = [one for one in left if one.owner in used and _called(one, text, spoken)]
        found = [names for owner, names in waiting if owner in used]
        if not called and not found:
            return left
        left = [one for one in left if one not in called]
        waiting = [piece for piece in waiting if piece[0] not in used]
        spoken = spoken.union(*found, *(_inside(one, text) for one in called))


def _between(text: str, functions: list[Function]) -> list[tuple[str, set[str]]]:
    """The names in what stands between functions, with the class that it belongs to: that of the next function where
    both neighbours are in it, or where it begins there; "" is always run.
    """
    found, last, before = [], 0, ""
    for one in functions:
        piece = text[last : one.start]
        begins = any(head[1] == one.owner for head in _HEADER.finditer(piece))
        found.append((one.owner if begins or one.owner == before else "", _outside(piece)))
        last, before = one.end, one.owner
    return [*found, ("", _outside(text[last:]))]


def handing_over(text: str, functions: Iterable[Function]) -> list[Function]:
    """Those of the functions that only hand over what is read or printed: functions that are called so and read, and
    all of a class most of whose functions are called so, if one of them reads or prints.  How they do it is not what is
    compared.
    """
    some = list(functions)
    reads = [one for one in some if _READER.fullmatch(one.name) and _READING.search(text, one.start, one.end)]
    owners = _owners(some, _READER, reads)
    owners |= _owners(some, _WRITER, [one for one in some if _WRITING.search(text, one.start, one.end)])
    return [one for one in some if one.owner in owners or one in reads]


def _owners(some: list[Function], names: re.Pattern[str], found: list[Function]) -> set[str]:
    """The classes of the functions found most of whose functions have such names."""
    owners = {one.owner for one in found if one.owner}
    for owner in list(owners):
        own = [one for one in some if one.owner == owner and one.name not in (owner, "__init__")]
        alike = sum(names.fullmatch(one.name) is not None for one in own)
        if not own or alike < _MOST * len(own) or any(one.name == "main" for one in own):
            owners.discard(owner)
    return owners


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
    return bool(_BY_THE_LIBRARY.fullmatch(one.name) or _OVERRIDES.match(text, one.start))
