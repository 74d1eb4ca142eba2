"""What an answer says of libraries, as Maven writes it: `<dependency>` elements of hostile XML → coordinates → a pom.

Pure.  A document type is refused, so that nothing is ever expanded or fetched; size, depth and number are bounded; a
value that is not a plain coordinate is left out.  What is left out is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from string import Template
from xml.parsers import expat
from xml.sax.saxutils import escape

MAX_BYTES = 1 << 16
MAX_DEPTH = 24
MAX_LIBRARIES = 100
_VALUE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,199}")
_PARTS = ("groupId", "artifactId", "version", "scope", "type", "classifier")
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")


class Refused(Exception):
    """Why a piece of XML is not read."""


@dataclass(frozen=True, slots=True)
class Coordinate:
    """A library as Maven names it; empty where it was not said."""

    group: str
    name: str
    version: str = ""
    scope: str = ""

    def __str__(self) -> str:
        """`group:name:version`."""
        return ":".join(part for part in (self.group, self.name, self.version) if part)


class _Reader:
    """Collects `<dependency>` elements that are no part of a plugin."""

    def __init__(self) -> None:
        self.found: list[dict[str, str]] = []
        self._path: list[str] = []
        self._text: list[str] = []

    def start(self, name: str, _: object) -> None:
        """An element begins."""
        self._path.append(name.rpartition(":")[2])
        if len(self._path) > MAX_DEPTH:
            raise Refused(f"it is nested over {MAX_DEPTH} deep")
        if self._path[-1] == "dependency" and not {"plugin", "exclusion"} & set(self._path):
            if len(self.found) >= MAX_LIBRARIES:
                raise Refused(f"it names more than {MAX_LIBRARIES} libraries")
            self.found.append({})
        self._text.clear()

    def text(self, text: str) -> None:
        """Characters."""
        self._text.append(text)

    def end(self, name: str) -> None:  # noqa: ARG002  as the parser calls it
        """An element ends."""
        last = self._path.pop()
        if self.found and self._path and self._path[-1] == "dependency" and "plugin" not in self._path:
            self.found[-1].setdefault(last, "".join(self._text).strip())
        self._text.clear()

    def refuse(self, *_: object) -> None:
        """A document type: entities could follow."""
        raise Refused("it has a document type")


def read_coordinates(text: str) -> tuple[list[Coordinate], list[str]]:
    """The libraries that a piece of XML names, and what was left out.  Total."""
    data = _DECLARATION.sub("", text).strip()
    if len(data.encode("utf-8", "replace")) > MAX_BYTES:
        return [], [f"XML of more than {MAX_BYTES >> 10} KB was not read"]
    reader = _Reader()
    parser = expat.ParserCreate()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = reader.refuse
    parser.buffer_text = True
    try:
        parser.Parse(f"<answer>{data}</answer>".encode("utf-8", "replace"), True)
    except (Refused, expat.ExpatError) as error:
        return [], [f"XML was not read: {str(error)[:100]}"]
    return _checked(reader.found)


def _checked(found: Iterable[dict[str, str]]) -> tuple[list[Coordinate], list[str]]:
    libraries: dict[tuple[str, str], Coordinate] = {}
    notes = []
    for one in found:
        parts = {name: one.get(name, "") for name in _PARTS}
        if not parts["groupId"] or not parts["artifactId"]:
            notes.append("a library without group or name was left out")
        elif any(value and not _VALUE.fullmatch(value) for value in parts.values()) or "systemPath" in one:
            notes.append(f"a library that is no plain coordinate was left out: {parts['artifactId'][:60]!r}")
        else:
            library = Coordinate(parts["groupId"], parts["artifactId"], parts["version"], parts["scope"])
            libraries.setdefault((library.group, library.name), library)
    return list(libraries.values()), notes


def pom(libraries: Iterable[Coordinate]) -> str:
    """A pom that builds everything beside it, with these libraries."""
    text = files(__package__).joinpath("pom.xml").read_text(encoding="utf-8")
    return Template(text).substitute(DEPENDENCIES="".join(_element(one) for one in libraries))


def _element(library: Coordinate) -> str:
    named = {"groupId": library.group, "artifactId": library.name, "version": library.version, "scope": library.scope}
    inside = "".join(f"      <{name}>{escape(value)}</{name}>\n" for name, value in named.items() if value)
    return f"    <dependency>\n{inside}    </dependency>\n"
