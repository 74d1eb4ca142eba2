"""Ways to complete a Java fragment to a compilation unit, and back: a position in the unit to one in the fragment.

A wrap puts text around the fragment, after its own imports.  The class around it has no supertype: one that cannot be
resolved would be closer to the truth, but costs javac 4 ms instead of 0.4 ms a text.  Positions count UTF-16 code
units, as javac does.  Knows neither javac's process nor which errors count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["file", "members", "statements"]

_CLASS = "CodescoreUnit"
# Given to fragments without imports of their own.  Packages with names that projects often use for classes of
# their own (Path, Pattern, Matcher, Future, Format) are left out: those names stay unresolved, which is no failure.
_PACKAGES = ("java.util", "java.util.function", "java.util.stream", "java.io", "java.math", "java.time")
_IMPORTS = "".join(f"import {package}.*; " for package in _PACKAGES)
_HEADER = re.compile(r"(?:\s+|//[^\r\n]*|/\*.*?\*/|package\b[^;{]*;|import\b[^;{]*;)*", re.DOTALL)
_IMPORT = re.compile(r"^\s*(?:import|package)\b", re.MULTILINE)
_TYPE_WORD = re.compile(r"\b(?:class|interface|enum|record|module|package)\b")
_VALUE_RETURNED = re.compile(r"\breturn\b\s*[^;\s]")
_ENUM_SWITCH = re.compile(r"\bswitch\s*\(\s*this\s*\)")
_COMPACT = re.compile(r"\s*(?:@\w+(?:\([^()]*\))?\s+|(?:public|protected|private)\s+)*([A-Z]\w*)\s*\{")
# Mentions of what was put around a fragment, in javac's messages.
_AROUND = re.compile(rf" in (?:class|interface|enum|constructor) {_CLASS}\b(?:\(\))?| in method unit\(\)|\b{_CLASS}\.")
# A constructor's name: `Foo(`, and `foo(int x) {`, which is not `foo(;`.
_NAME = re.compile(r"[A-Z]\w*|[a-z_$][\w$]*(?=\s*\([^;{}]*\)[^;{}]*\{)")


@dataclass(frozen=True, slots=True)
class Wrap:
    """How a text becomes a compilation unit: `text[:split] + before + text[split:] + after`, in UTF-16.

    `kind` says what the text is taken for, `name` is the class around it (none around a file).
    """

    kind: Kind
    units: bytes
    before: str = ""
    after: str = ""
    split: int = 0
    name: str = ""

    @property
    def unit(self) -> str:
        """The compilation unit."""
        return f"{self.written(0, self.split)}{self.before}{self.written(self.split, self.length)}{self.after}"

    @property
    def length(self) -> int:
        """Length of the text."""
        return len(self.units) // 2

    @property
    def guesses(self) -> bool:
        """Whether the text was given imports that may not be its own."""
        return self.before.startswith(_IMPORTS)

    def inside(self, at: int) -> int:
        """A position in the compilation unit as one in the text, clamped to it."""
        if at > self.split:
            at = max(self.split, at - len(self.before))
        return min(max(at, 0), self.length)

    def written(self, start: int, end: int) -> str:
        """A piece of the text."""
        return self.units[2 * start : 2 * end].decode("utf-16-le", errors="replace")

    def unnamed(self, message: str) -> str:
        """A message without the names that only the wrap has."""
        return _AROUND.sub("", message)

    def broke_out(self, shape: Mapping[str, Any]) -> int | None:
        """Where, in the unit, the text closed what was wrapped around it (`} class Other {`); None if it did not."""
        if self.kind == "file":
            # A later Java takes bare methods for a class without a name: that is a fragment, not a file.
            return 0 if shape["name"] == _CLASS else None
        length = self.length + len(self.before) + len(self.after)
        if shape["types"] != 1 or shape["end"] != length:
            return int(shape["end"]) - 1
        # The one method ends before the class's closing brace and the line end in front of it.
        if self.kind == "statements" and (shape["members"] != 1 or shape["memberEnd"] != length - 2):
            return int(shape["memberEnd"]) - 1
        return None


def whole(text: str) -> Wrap:
    """The text is a file."""
    return Wrap("file", text.encode("utf-16-le"))


def wraps_for(text: str) -> Iterator[Wrap]:
    """What a fragment may be, likeliest first: a file, members of a class, statements of a method."""
    file = whole(text)
    split, imports = _split(text)
    if _TYPE_WORD.search(text):
        yield file
    yield _members(file, split, f"{imports}abstract class {_CLASS} {{\n", _CLASS)
    if "default" in text:
        yield _members(file, split, f"{imports}interface {_CLASS} {{\n", _CLASS)
    if _ENUM_SWITCH.search(text):
        yield _members(file, split, f"{imports}enum {_CLASS} {{;\n", _CLASS)
    compact = _COMPACT.match(text)
    if compact:
        yield _members(file, split, f"{imports}record {compact[1]}() {{\n", compact[1])
    for result in ("Object", "void") if _VALUE_RETURNED.search(text) else ("void",):
        before = f"{imports}class {_CLASS} {{ {result} unit() throws Throwable {{\n"
        yield Wrap("statements", file.units, before, "\n}\n}", split, _CLASS)


def constructor_wrap(wrap: Wrap, at: int) -> Wrap | None:
    """After "return type required" at a position of the text: members of the class whose constructor that is."""
    name = _NAME.match(wrap.written(at, at + 200))
    if wrap.kind != "members" or wrap.name != _CLASS or name is None:
        return None
    before = wrap.before.replace(_CLASS, name[0])
    return _members(wrap, wrap.split, before, name[0])


def _members(file: Wrap, split: int, before: str, name: str) -> Wrap:
    return Wrap("members", file.units, before, "\n}", split, name)


def _split(text: str) -> tuple[int, str]:
    """Where the fragment's own imports end (UTF-16), and the imports it gets: the usual ones where it has none."""
    header = _HEADER.match(text)
    if header is None or not _IMPORT.search(header[0]):
        return 0, _IMPORTS
    return len(header[0].encode("utf-16-le")) // 2, "\n"
