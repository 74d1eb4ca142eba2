"""Text as bytes with a line index of our own: the mirror that every stage reads positions from.

Lines end at `\n`, `\r\n` or `\r`, as the language server protocol says, and nowhere else (`str.splitlines` also
splits at `\f`, U+2028 and more, which corrupts a document under incremental edits).  Offsets are UTF-8 byte
offsets.  Columns are counted in the client's encoding: utf-8, utf-16 or utf-32 code units.
This module knows nothing of languages, trees or protocols.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import AnyStr, Literal

Encoding = Literal["utf-8", "utf-16", "utf-32"]

_LINE_END = re.compile(rb"\r\n|\n|\r")


def encode(text: str) -> bytes:
    """UTF-8 bytes of a string; a lone surrogate, which no encoding can carry, becomes `?` (same UTF-16 width)."""
    return text.encode("utf-8", errors="replace")


@dataclass(frozen=True, slots=True)
class Position:
    """Zero-based line, and column in code units of some encoding."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace bytes [start, end) of the text before by `new`."""

    start: int
    end: int
    new: bytes


@dataclass(frozen=True, slots=True)
class Text:
    """An immutable text: its bytes and the offset at which each line starts."""

    data: bytes
    starts: tuple[int, ...] | list[int] = field(repr=False, compare=False)

    @classmethod
    def of(cls, data: bytes | str) -> Text:
        """A text from bytes (UTF-8) or a string."""
        raw = encode(data) if isinstance(data, str) else data
        return cls(raw, _line_starts(raw, 0, len(raw), [0]))

    def replace(self, edit: Edit) -> Text:
        """The text after one edit; only the lines around the edit are scanned again."""
        start, end = self._clamp(edit)
        data = b"".join((self.data[:start], edit.new, self.data[end:]))
        # A \r before or a \n after the edit may form or lose a pair with it: rescan one byte to each side.
        first = bisect_right(self.starts, max(0, start - 1)) - 1
        last = bisect_right(self.starts, min(len(self.data), end + 1))
        shift = len(edit.new) - (end - start)
        stop = self.starts[last] + shift if last < len(self.starts) else len(data)
        middle = _line_starts(data, self.starts[first], stop, [self.starts[first]])
        if last < len(self.starts) and middle[-1] == stop:
            middle.pop()
        tail = self.starts[last:]
        starts = [*self.starts[:first], *middle, *([s + shift for s in tail] if shift else tail)]
        return Text(data, starts)

    def position(self, offset: int, encoding: Encoding = "utf-8") -> Position:
        """The position of a byte offset; offsets outside the text are clamped."""
        offset = min(max(offset, 0), len(self.data))
        line = bisect_right(self.starts, offset) - 1
        prefix = self.data[self.starts[line] : offset]
        return Position(line, _width(prefix, encoding))

    def offset(self, position: Position, encoding: Encoding = "utf-8") -> int:
        """The byte offset of a position; past the end of a line means its end, past the last line the text's end."""
        if position.line < 0:
            return 0
        if position.line >= len(self.starts):
            return len(self.data)
        start, end = self.line_range(position.line)
        return start + _prefix_bytes(self.data[start:end], max(0, position.column), encoding)

    def line_range(self, line: int) -> tuple[int, int]:
        """Byte range of a line without its line ending."""
        start = self.starts[line]
        end = self.starts[line + 1] if line + 1 < len(self.starts) else len(self.data)
        while end > start and self.data[end - 1] in b"\r\n":
            end -= 1
        return start, end

    def _clamp(self, edit: Edit) -> tuple[int, int]:
        start = min(max(edit.start, 0), len(self.data))
        return start, min(max(edit.end, start), len(self.data))


def common_beginning(one: AnyStr, other: AnyStr) -> int:
    """Length of the common beginning, by halving: comparing slices is fast, a loop over signs is not."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def line_at(data: bytes, offset: int) -> str:
    """The line around a byte offset, as a person reads it: without its ending and the space around it."""
    begin = max(data.rfind(b"\n", 0, offset), data.rfind(b"\r", 0, offset)) + 1
    end = _LINE_END.search(data, offset)
    return data[begin : end.start() if end else len(data)].decode("utf-8", errors="replace").strip()


def line_number(data: bytes, offset: int) -> int:
    """The line of a byte offset, from 1; for one line of a text whose other lines nobody asked for."""
    return 1 + sum(1 for _ in _LINE_END.finditer(data, 0, offset))


def _line_starts(data: bytes, start: int, stop: int, into: list[int]) -> list[int]:
    into.extend(m.end() for m in _LINE_END.finditer(data, start, stop))
    return into


def _width(prefix: bytes, encoding: Encoding) -> int:
    if encoding == "utf-8" or prefix.isascii():
        return len(prefix)
    text = prefix.decode("utf-8", errors="replace")
    return len(text) if encoding == "utf-32" else len(text) + sum(c > "\uffff" for c in text)


def _prefix_bytes(line: bytes, column: int, encoding: Encoding) -> int:
    """How many bytes of `line` make up `column` code units; never inside a character."""
    if column >= len(line):
        return len(line)
    if encoding == "utf-8":
        while column > 0 and line[column] & 0xC0 == 0x80:
            column -= 1
        return column
    if line.isascii():
        return column
    units = used = 0
    for char in line.decode("utf-8", errors="replace"):
        units += 2 if encoding == "utf-16" and char > "\uffff" else 1
        if units > column:
            break
        used += len(char.encode("utf-8"))
    return used
