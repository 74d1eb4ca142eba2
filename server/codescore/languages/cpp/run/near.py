"""What the files beside a C++ program say of the types that it uses, and which of them are compiled with it.  Pure.

Neighbours: `reading` (one text), `compiling` (gives the files to g++), `languages.cpp.neighbours` (reads them).
"""

from __future__ import annotations

from collections.abc import Sequence

from codescore.languages.cpp.neighbours import SOURCES, included
from codescore.languages.cpp.nodes import nodes_for
from codescore.languages.cpp.run.reading import Program, read
from codescore.languages.execution import Neighbours


def before(source: str, near: Neighbours) -> str:
    """The classes that a text uses and neither it nor what it includes makes, on one line."""
    return nodes_for("\n".join((source, *(text for _, text in headers(source, near)))))


def headers(source: str, near: Sequence[tuple[str, str]]) -> Neighbours:
    """What a program includes of the files beside it, also by way of each other, each behind what it includes."""
    texts = dict(near[1:])
    found: dict[str, str] = {}
    seen: set[str] = set()
    waiting = [(name, False) for name in included(source, "")]
    while waiting:
        name, done = waiting.pop(0)
        if done:
            found[name] = texts[name]
        elif name in texts and name not in seen:
            seen.add(name)
            waiting[:0] = [*((one, False) for one in included(texts[name], name)), (name, True)]
    return tuple(found.items())


def apart(source: str, near: Sequence[tuple[str, str]]) -> list[str]:
    """The files that are compiled for themselves, as nothing includes them."""
    whole = {name for name, _ in headers(source, near)}
    for name, text in near[1:]:
        whole |= set(included(text, name))
    return [name for name, _ in near[1:] if name.endswith(SOURCES) and name not in whole]


def read_with(text: str, source: str, near: Sequence[tuple[str, str]]) -> Program:
    """A text (of this program) with the types that the files beside it declare."""
    known = Program(b"", read("").root)
    for _, header in headers(source, near) if near else ():
        one = read(header, known)
        known.classes, known.enumerations, known.aliases = one.classes, one.enumerations, one.aliases
    program, others = read(text, known), len(known.classes)
    program.classes = [*program.classes[others:], *program.classes[:others]]  # its own come first
    return program
