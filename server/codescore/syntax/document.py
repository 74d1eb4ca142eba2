"""A source that is being edited: text, tree and units kept up to date edit by edit.

Each edit is replayed into the tree (`Tree.edit`) and parsed incrementally; only units that touch the edit or a
changed range of the tree are looked up again, the others are shifted.  Where the source has no syntax error the
result is equal to parsing from scratch; where it has one, tree-sitter's recovery may depend on the edits that led
there, and `settle` makes it equal (it costs a whole parse, so callers wait for a pause in the typing).
A `Document` is mutable and belongs to one thread; `snapshot()` gives an immutable value for workers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tree_sitter import Point, Tree

from codescore.foundation.text import Edit, Text
from codescore.languages import Language
from codescore.languages.spans import merged
from codescore.syntax.parse import Syntax, Unit, arrange, complete, find_units, parse_bytes, snippet, units_of

#: Bytes [start, end) became [start, new_end).
Change = tuple[int, int, int]
Units = dict[tuple[int, int], Unit]

_MUCH = 16  # where more than one byte in so many is to be looked at again, all are, once someone wants them
_SPACE = b" \t\r\n\f\v;"


@dataclass(frozen=True, slots=True, eq=False)
class Parsed:
    """What is known of one state of a document."""

    text: Text
    syntax: Syntax
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Base:
    """The state that the next parse starts from, and what has changed in the text since.

    It is the last one without a syntax error, where there was one: of a broken tree tree-sitter reads everything
    behind the error again, also when it is mended.
    """

    tree: Tree
    units: Units | None
    data: bytes
    change: Change | None = None

    def further(self, change: Change) -> _Base:
        """After one more change: all of them as one."""
        if self.change is not None:
            start, end, new_end = self.change
            first, last, new_last = change
            change = (min(start, first), end + max(0, last - new_end), max(new_end, last) + new_last - last)
        return _Base(self.tree, self.units, self.data, change)


class Document:
    """The incremental side of `parse` and `units_of`."""

    def __init__(self, language: Language, text: Text) -> None:
        self.language = language
        self.reset(text)

    def reset(self, text: Text) -> None:
        """Start again from a whole new text."""
        self.text = text
        self._tree = parse_bytes(self.language, text.data)
        self._units: Units | None = None
        self._parsed: Parsed | None = None
        self._followed = False
        self._base = _Base(self._tree, None, text.data)

    def edit(self, edit: Edit) -> None:
        """Replay one edit."""
        start = min(max(edit.start, 0), len(self.text.data))
        end = min(max(edit.end, start), len(self.text.data))
        self.text = self.text.replace(Edit(start, end, edit.new))
        self._base = self._base.further((start, end, start + len(edit.new)))
        self._reparse(self._base)
        if not self._tree.root_node.has_error or self._base.tree.root_node.has_error:
            self._base = _Base(self._tree, self._units, self.text.data)
        self._parsed = None
        self._followed = True

    def settle(self) -> Parsed:
        """The snapshot that parsing from scratch gives, whatever edits led here."""
        if self._followed and self._tree.root_node.has_error:
            base = self._base
            self.reset(self.text)
            if not base.tree.root_node.has_error:
                self._base = base
        return self.snapshot()

    def syntax(self) -> Syntax:
        """The tree as it is now, without the cost of finding units."""
        if self._parsed is not None:
            return self._parsed.syntax
        return complete(self.language, self.text.data, self._tree)

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
            if self._base.tree is self._tree:
                self._base = replace(self._base, units=self._units)
        units = arrange(self._units.values()) or snippet(syntax)
        return Parsed(self.text, syntax, units)

    def _reparse(self, base: _Base) -> None:
        """Tree and units of the present text, from those of an earlier one."""
        data = self.text.data
        if base.data == data:  # what was changed was taken back
            self._tree, self._units = base.tree, base.units
            return
        assert base.change is not None
        old_tree = _edited(base.tree, base.data, data, base.change)
        self._tree = parse_bytes(self.language, data, old_tree)
        self._units = self._follow(base.units, old_tree, base.change) if base.units is not None else None

    def _follow(self, units: Units, old_tree: Tree, change: Change) -> Units | None:
        """Units after a change: the untouched shifted, the touched looked up again; None if that is too much now."""
        start, end, new_end = change
        data = self.text.data
        dirty = [_widen(data, start, new_end)]
        dirty += [_widen(data, r.start_byte, r.end_byte) for r in old_tree.changed_ranges(self._tree)]
        dirty = merged(dirty)
        syntax = Syntax(self.language, data, self._tree, data)
        if sum(high - low for low, high in dirty) > len(data) // _MUCH:
            return None
        shift = new_end - end
        kept: Units = {}
        for unit in units.values():
            if unit.end <= start:
                moved = unit
            elif unit.start >= end:
                moved = unit.shifted(shift) if shift else unit
            else:
                continue
            if not any(low <= moved.end and moved.start <= high for low, high in dirty):
                kept[moved.start, moved.end] = moved
        for low, high in dirty:
            kept.update(find_units(syntax, (low, high + 1)))
        return kept


def _edited(tree: Tree, old: bytes, new: bytes, change: Change) -> Tree:
    """A copy of a tree that knows of a change (`Tree.edit` changes in place, and snapshots share the tree).

    At the start of a line the change is said to begin at the last character before the line: where the tokens that
    carry indentation are scanned again, tree-sitter would otherwise use nothing of what is behind them.
    """
    start, end, new_end = change
    at = start
    while at > 0 and old[at - 1] in _SPACE:
        at -= 1
    if at > 0 and old.find(b"\n", at, start) >= 0:
        start = at - 1
    copy = tree.copy()
    copy.edit(start, end, new_end, _point(old, start), _point(old, end), _point(new, new_end))
    return copy


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
