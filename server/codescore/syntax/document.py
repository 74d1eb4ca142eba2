"""A source that is being edited: text, tree and units kept up to date edit by edit.

Each edit is replayed into the tree (`Tree.edit`) and parsed incrementally; only units that touch the edit or a
changed range of the tree are looked up again, the others are shifted.  Where the source has no syntax error the
result is equal to parsing from scratch; where it has one, tree-sitter's recovery may depend on the edits that led
there, and `settle` makes it equal (it costs a whole parse, so callers wait for a pause in the typing).
A `Document` is mutable and belongs to one thread; `snapshot()` gives an immutable value for workers.
"""

from __future__ import annotations

from dataclasses import dataclass

from tree_sitter import Point, Tree

from codescore.languages import Language
from codescore.syntax.parse import Syntax, complete, parse_bytes
from codescore.syntax.units import Unit, arrange, find_units, snippet, units_of
from codescore.text import Edit, Text

_SPACE = b" \t\r\n\f\v;"


@dataclass(frozen=True, slots=True, eq=False)
class Parsed:
    """What is known of one state of a document."""

    text: Text
    syntax: Syntax
    units: tuple[Unit, ...]


class Document:
    """The incremental side of `parse` and `units_of`."""

    def __init__(self, language: Language, text: Text) -> None:
        self.language = language
        self.reset(text)

    def reset(self, text: Text) -> None:
        """Start again from a whole new text."""
        self.text = text
        self._tree = parse_bytes(self.language, text.data)
        self._units: dict[tuple[int, int], Unit] | None = None
        self._parsed: Parsed | None = None
        self._followed = False

    def edit(self, edit: Edit) -> None:
        """Replay one edit."""
        before = self.text
        start = min(max(edit.start, 0), len(before.data))
        end = min(max(edit.end, start), len(before.data))
        self.text = before.replace(Edit(start, end, edit.new))
        new_end = start + len(edit.new)
        old_tree = self._tree.copy()  # `Tree.edit` changes in place, and snapshots share the tree
        old_tree.edit(
            start, end, new_end,
            _point(before.data, start), _point(before.data, end), _point(self.text.data, new_end),
        )  # fmt: skip
        self._tree = parse_bytes(self.language, self.text.data, old_tree)
        if self._units is not None:
            self._units = self._follow(self._units, old_tree, (start, end, new_end))
        self._parsed = None
        self._followed = True

    def settle(self) -> Parsed:
        """The snapshot that parsing from scratch gives, whatever edits led here."""
        if self._followed and self._tree.root_node.has_error:
            self.reset(self.text)
        return self.snapshot()

    def snapshot(self) -> Parsed:
        """Text, tree and units as they are now; cheap when nothing changed."""
        if self._parsed is None:
            self._parsed = self._build()
        return self._parsed

    def _build(self) -> Parsed:
        syntax = complete(self.language, self.text.data, self._tree)
        if syntax.prefix:
            return Parsed(self.text, syntax, units_of(syntax))
        if self._units is None:
            self._units = find_units(syntax, None)
        units = arrange(self._units.values()) or snippet(syntax)
        return Parsed(self.text, syntax, units)

    def _follow(
        self, units: dict[tuple[int, int], Unit], old_tree: Tree, change: tuple[int, int, int]
    ) -> dict[tuple[int, int], Unit]:
        """Units after an edit: the untouched shifted, the touched looked up again."""
        start, end, new_end = change
        data = self.text.data
        dirty = [_widen(data, start, new_end)]
        dirty += [_widen(data, r.start_byte, r.end_byte) for r in old_tree.changed_ranges(self._tree)]
        dirty = _merge(dirty)
        shift = new_end - end
        kept: dict[tuple[int, int], Unit] = {}
        for unit in units.values():
            if unit.end <= start:
                moved = unit
            elif unit.start >= end:
                moved = unit.shifted(shift) if shift else unit
            else:
                continue
            if not any(low <= moved.end and moved.start <= high for low, high in dirty):
                kept[moved.start, moved.end] = moved
        syntax = Syntax(self.language, data, self._tree, data)
        for low, high in dirty:
            kept.update(find_units(syntax, (low, high + 1)))
        return kept


def _point(data: bytes, offset: int) -> Point:
    """Row and byte column as tree-sitter counts them (rows end at newline characters only)."""
    return Point(data.count(b"\n", 0, offset), offset - (data.rfind(b"\n", 0, offset) + 1))


def _widen(data: bytes, start: int, end: int) -> tuple[int, int]:
    """A range grown over the space around it and one byte more: where a node may end or begin because of it."""
    size = len(data)
    start, end = min(start, size), min(end, size)
    while start > 0 and data[start - 1] in _SPACE:
        start -= 1
    while end < size and data[end] in _SPACE:
        end += 1
    return max(0, start - 1), min(size, end + 1)


def _merge(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Overlapping ranges joined."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged
