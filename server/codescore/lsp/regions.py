"""Where the text of an accepted suggestion stands, edit by edit.

Pure: texts and edits in, regions and the core's edits out.  Places in documents are bytes, places in events are code
points, counted from the region's beginning.  Neighbours: `following` keeps
regions, `experiments.retention` composes edits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from codescore.experiments.events import Edit as Change
from codescore.experiments.retention import edits_between
from codescore.foundation.text import Edit, Text


@dataclass(frozen=True, slots=True)
class Region:
    """Bytes [start, end) of a document."""

    start: int
    end: int

    def text(self, document: Text) -> str:
        """What stands in it."""
        return _decoded(document.data[self.start : self.end])


def follow(region: Region, edit: Edit, before: Text) -> tuple[Region, tuple[Change, ...]]:
    """The region after an edit of `before`, and what happened inside of it.

    What is inserted at its very beginning or end is not part of it.  An edit that reaches across its bounds, such as a
    formatter's of the whole file, is first taken apart into what it really changes.
    """
    shift = len(edit.new) - (edit.end - edit.start)
    if edit.end <= region.start:
        return Region(region.start + shift, region.end + shift), ()
    if edit.start >= region.end:
        return region, ()
    low, high = min(edit.start, region.start), max(edit.end, region.end)
    head, tail = before.data[low : edit.start], before.data[edit.end : high]
    old = _decoded(before.data[low:high])
    new = _decoded(head + edit.new + tail)
    start = len(_decoded(before.data[low : region.start]))
    end = len(_decoded(before.data[low : region.end]))
    if region.start <= edit.start and edit.end <= region.end and not (edit.new and edit.start < edit.end):
        changes: Sequence[Change] = (_plain(edit, before, low),)  # typed or deleted: it is what it says
    else:
        changes = edits_between(old, new)
    start, end, inside = _carried(start, end, changes)
    after = [len(new[:place].encode("utf-8", "surrogatepass")) for place in (start, end)]
    return Region(low + after[0], low + after[1]), inside


def _carried(start: int, end: int, changes: Sequence[Change]) -> tuple[int, int, tuple[Change, ...]]:
    """A region, in code points, carried through changes that happen at once; those parts of them that lie inside."""
    new_start, new_end = start, end
    inside: list[Change] = []
    for change in sorted(changes, key=lambda c: (c.start, c.removed)):
        first, last = change.start, change.start + change.removed
        if last <= start:
            new_start += change.inserted - change.removed
            new_end += change.inserted - change.removed
        elif first < end:
            removed = min(last, end) - max(first, start)
            inserted = change.inserted if first >= start else 0  # what began outside stays outside
            before = change.removed - (last - max(first, start)) if first < start else 0
            new_start += (change.inserted - before) if first < start else 0
            new_end += (change.inserted - before - removed) if first < start else inserted - removed
            inside.append(Change(start=max(first, start) - start, removed=removed, inserted=inserted))
    return new_start, max(new_start, new_end), tuple(c for c in inside if c.removed or c.inserted)


def _plain(edit: Edit, before: Text, low: int) -> Change:
    data = before.data
    return Change(
        start=len(_decoded(data[low : edit.start])),
        removed=len(_decoded(data[edit.start : edit.end])),
        inserted=len(_decoded(edit.new)),
    )


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace")
