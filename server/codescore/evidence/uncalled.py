"""Functions of a whole program that nothing in it calls: what people carry from one contest to the next.

They say nothing about what the program does, so that no input has to show them.  Read from names alone: a function is
called where anything that runs speaks of its name; what a library calls by itself (`compareTo`, `__lt__`, an operator)
is called where its class is spoken of.  Pure.  Neighbours: `evidence.mutants` (asks).
"""

from __future__ import annotations

import re

from codescore.languages import Language
from codescore.syntax import Unit, parse, units_of

_WORD = re.compile(r"[A-Za-z_]\w*")
#: What is called without its name: special methods, operators, destructors, and what common interfaces ask for.
_BY_THE_LIBRARY = re.compile(
    r"__\w+__|operator\W.*|~.*|<.*>|compareTo|compare|equals|hashCode|toString|run|call|apply\w*|accept|test|get"
    r"|iterator|next|hasNext|close|begin|end"
)
_HEADER = re.compile(r"\b(?:class|struct|interface|enum|record)\s+(\w+)[^{;\n]*")
_OVERRIDES = re.compile(r"\s*(?:\w+\s+)*@Override\b")


def uncalled(language: Language, source: str) -> list[tuple[int, int]]:
    """The ranges of bytes of the outermost functions that nothing which runs speaks of, in order."""
    raw = source.encode()
    left = sorted((u for u in units_of(parse(language, raw)) if not u.nested and u.kind != "snippet"), key=_start)
    ends = [0, *(unit.end for unit in left)]
    starts = [*(unit.start for unit in left), len(raw)]
    spoken = {name for end, start in zip(ends, starts, strict=True) for name in _spoken_of(raw[end:start])}
    while True:
        called = [unit for unit in left if _called(unit, raw, spoken)]
        if not called:
            return [(unit.start, unit.end) for unit in left]
        left = [unit for unit in left if unit not in called]
        spoken |= {name for unit in called for name in _words(_text(unit, raw, named=False))}


def _start(unit: Unit) -> int:
    return unit.start


def _spoken_of(text: bytes) -> set[str]:
    """The names in what stands outside of functions; the head of a class does not speak of that class."""
    return _words(_HEADER.sub(lambda head: re.sub(rf"\b{head[1]}\b", "", head[0]), text.decode(errors="replace")))


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text))


def _called(unit: Unit, raw: bytes, spoken: set[str]) -> bool:
    if unit.name in spoken or unit.name == "main":
        return True
    owner = _WORD.findall(unit.qualified.removesuffix(unit.name))
    special = _BY_THE_LIBRARY.fullmatch(unit.name) or _OVERRIDES.match(_text(unit, raw))
    return special is not None and (not owner or owner[-1] in spoken)


def _text(unit: Unit, raw: bytes, *, named: bool = True) -> str:
    """The text of a function, with or without the place that names it."""
    name = raw[unit.name_start : unit.name_end] if named else b" "
    return (raw[unit.start : unit.name_start] + name + raw[unit.name_end : unit.end]).decode(errors="replace")
