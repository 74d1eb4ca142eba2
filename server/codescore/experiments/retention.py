"""How much of an accepted suggestion is left: pure functions on texts, lengths and edits.

Three published views, which answer different questions:

* still in code: the relative edit distance of what stands in the region now is at most one half;
* four-gram survival: how alike the two texts are in their character four-grams, as VS Code's survival events have it;
* accepted and retained characters: those accepted characters that no later edit removed, found by composing the edits:
  typing the same characters again does not bring them back.

All lengths are Unicode code points.  Neighbours: `judging` asks whether what is left still does the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from codescore.experiments.events import Accepted, Edit, Edited, Event
from codescore.foundation.errors import InputError
from codescore.foundation.text import common_beginning
from codescore.metrics.edit_similarity import edit_distance

STILL_IN_CODE = 0.5

_N = 4
_CELLS = 100_000_000  # beyond, edits between two texts are not split up any further


def relative_edit_distance(accepted: str, left: str) -> float:
    """Levenshtein distance / length of the longer text: 0 untouched, 1 nothing alike."""
    longer = max(len(accepted), len(left))
    return edit_distance(accepted, left)[0] / longer if longer else 0.0


def still_in_code(distance: float) -> bool:
    """Whether a relative edit distance counts as still there."""
    return distance <= STILL_IN_CODE


def four_gram(accepted: str, left: str) -> float:
    """Dice coefficient of the multisets of character four-grams; of texts shorter than four, 1 if equal, else 0.

    >>> four_gram("return x", "return y")
    0.8
    """
    if min(len(accepted), len(left)) < _N:
        return float(accepted == left)
    ours, theirs = (Counter(text[i : i + _N] for i in range(len(text) - _N + 1)) for text in (accepted, left))
    return 2 * (ours & theirs).total() / (ours.total() + theirs.total())


@dataclass(frozen=True, slots=True)
class Region:
    """The text that an acceptance brought, as it stands now: runs of (where in the accepted text, or None; length)."""

    runs: tuple[tuple[int | None, int], ...] = ()

    @property
    def length(self) -> int:
        """Code points in the region now."""
        return sum(length for _, length in self.runs)

    @property
    def retained(self) -> int:
        """Code points that were accepted and never removed."""
        return sum(length for origin, length in self.runs if origin is not None)


def grown(region: Region, start: int, chars: int) -> Region:
    """The region after `chars` more code points of the suggestion, from `start` on, were accepted at its end."""
    return Region(_joined([*region.runs, (start, chars)]))


def edited(region: Region, edits: Sequence[Edit]) -> Region:
    """The region after edits that happen at once; all their places count in the region as it was before.

    InputError where they overlap or reach beyond the region: then somebody counted wrong.
    """
    runs: list[tuple[int | None, int]] = []
    at = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.removed)):
        if edit.start < at or edit.start + edit.removed > region.length:
            where = f"{edit.start}+{edit.removed} in a region of {region.length}"
            raise InputError(f"an edit at {where} overlaps another one or reaches beyond the region")
        runs += [*_cut(region, at, edit.start), (None, edit.inserted)]
        at = edit.start + edit.removed
    return Region(_joined([*runs, *_cut(region, at, region.length)]))


def composed(events: Iterable[Event]) -> Region:
    """The region after the acceptances and edits among the events of one suggestion, in their order.

    An `undo` that reverses the edit before it exactly brings back what that edit removed, `redo` takes it away again.
    """
    region = Region()
    past: list[tuple[Region, tuple[Edit, ...], Region]] = []  # before, edits, after
    future: list[tuple[Region, tuple[Edit, ...], Region]] = []
    for event in events:
        match event:
            case Accepted(chars=int(chars), start=start):
                region = grown(region, start, chars)
                past.clear()
                future.clear()
            case Edited(cause="undo", edits=edits) if past and _reverses(past[-1][1], edits):
                future.append(past.pop())
                region = future[-1][0]
            case Edited(cause="redo", edits=edits) if future and tuple(edits) == future[-1][1]:
                past.append(future.pop())
                region = past[-1][2]
            case Edited(edits=edits):
                after = edited(region, edits)
                past.append((region, tuple(edits), after))
                future.clear()
                region = after
    return region


def edits_between(before: str, after: str) -> tuple[Edit, ...]:
    """The fewest insertions and deletions that lead from one text to another: for changes that replace all at once.

    A formatter gives the editor one edit for the whole file; without this, nothing of it would count as retained.
    """
    head = common_beginning(before, after)
    tail = common_beginning(before[head:][::-1], after[head:][::-1])
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    if not old and not new:
        return ()
    if len(old) * len(new) > _CELLS:
        return (Edit(start=head, removed=len(old), inserted=len(new)),)
    found: list[Edit] = []
    for step in Indel.opcodes(old, new):
        if step.tag == "equal":
            continue
        edit = Edit(
            start=head + step.src_start, removed=step.src_end - step.src_start, inserted=step.dest_end - step.dest_start
        )
        if found and found[-1].start + found[-1].removed == edit.start:
            last = found.pop()
            edit = Edit(start=last.start, removed=last.removed + edit.removed, inserted=last.inserted + edit.inserted)
        found.append(edit)
    return tuple(found)


def _reverses(edits: Sequence[Edit], undone: Sequence[Edit]) -> bool:
    """Whether edits, counted in the text after the first ones, take exactly these back (by places and lengths)."""
    shift, expected = 0, []
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.removed)):
        expected.append(Edit(start=edit.start + shift, removed=edit.inserted, inserted=edit.removed))
        shift += edit.inserted - edit.removed
    return expected == sorted(undone, key=lambda edit: (edit.start, edit.removed))


def _cut(region: Region, start: int, end: int) -> list[tuple[int | None, int]]:
    """The runs of [start, end)."""
    found: list[tuple[int | None, int]] = []
    at = 0
    for origin, length in region.runs:
        low, high = max(start, at), min(end, at + length)
        if low < high:
            found.append((None if origin is None else origin + low - at, high - low))
        at += length
    return found


def _joined(runs: Iterable[tuple[int | None, int]]) -> tuple[tuple[int | None, int], ...]:
    """Without empty runs; neighbours that continue each other are one."""
    found: list[tuple[int | None, int]] = []
    for origin, length in runs:
        if not length:
            continue
        if found:
            before, so_far = found[-1]
            if (before is None and origin is None) or (
                before is not None and origin is not None and before + so_far == origin
            ):
                found[-1] = (before, so_far + length)
                continue
        found.append((origin, length))
    return tuple(found)
