"""Events as two tables: one row per suggestion, one row per snapshot.  What an analysis reads.

The columns are the fields of `SuggestionRow` and `SnapshotRow`; each one's meaning stands at its type, and
EXPERIMENTS.md prints the same words.  None is: not known.  Rows come in the order of the suggestions' ids; one
suggestion's events at a time are in memory.  Knows no statistics.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Any, get_args, get_type_hints

from codescore.experiments.events import (
    Accepted,
    Edited,
    Event,
    Final,
    Ignored,
    Rejected,
    Retention,
    Shown,
    Snapshot,
)
from codescore.experiments.retention import composed
from codescore.experiments.windows import Moment, elapsed_ms
from codescore.foundation.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestionRow:
    """One suggestion from being shown to its end."""

    suggestion: Annotated[str, "id"]
    study: Annotated[str | None, "name of the study"] = None
    arm: Annotated[str | None, "label of the arm; a letter where arms are sealed"] = None
    participant: Annotated[str | None, "pseudonym: the cluster"] = None
    session: Annotated[str | None, "one run of one editor"] = None
    source: Annotated[str | None, "capture, or the importer"] = None
    surface: Annotated[str | None, "where it was suggested: inline, next-edit, edit, agent, …"] = None
    provider: Annotated[str | None, "who suggested"] = None
    model: Annotated[str | None, "with which model"] = None
    language: Annotated[str | None, "of the code"] = None
    document: Annotated[str | None, "keyed hash of the file's path"] = None
    shown_at_ms: Annotated[int | None, "when it became visible, ms since 1970"] = None
    trigger: Annotated[str | None, "automatic, manual, unknown"] = None
    latency_ms: Annotated[int | None, "from request to visible"] = None
    choice: Annotated[int | None, "which of several alternatives, from 0"] = None
    offered_chars: Annotated[int | None, "code points of the suggestion"] = None
    offered_lines: Annotated[int | None, "its lines"] = None
    offered_hash: Annotated[str | None, "keyed hash of its text"] = None
    replaced_chars: Annotated[int | None, "code points of what it would replace"] = None
    badge: Annotated[bool | None, "was the verdict visible?"] = None
    against: Annotated[str | None, "what the verdict compares with: replaced or reference"] = None
    score: Annotated[int | None, "verdict when shown: 0 or 1"] = None
    similarity: Annotated[float | None, "its similarity, 0 to 1"] = None
    probability: Annotated[float | None, "its probability of being right, 0 to 1"] = None
    compiles: Annotated[bool | None, "does the suggestion compile in its place?"] = None
    behaviour: Annotated[str | None, "evidence when shown: same or differs"] = None
    signature: Annotated[str | None, "of the verdict"] = None
    decision: Annotated[str | None, "accepted (any part), rejected, ignored; None: nothing was seen"] = None
    accepted_at_ms: Annotated[int | None, "when the first part was accepted"] = None
    extent: Annotated[str | None, "of the largest part accepted: whole, line, word, characters"] = None
    parts: Annotated[int, "how many acceptances"] = 0
    accepted_chars: Annotated[int | None, "code points of all parts"] = None
    cursors: Annotated[int, "how many cursors took it at once; the primary one's region is tracked"] = 1
    shown_ms: Annotated[int | None, "how long it was visible before the decision"] = None
    edits: Annotated[int, "how many changes to what was accepted"] = 0
    undone: Annotated[bool, "was everything accepted taken back by undo?"] = False
    retained_chars: Annotated[int | None, "accepted code points that no edit removed, at the last event"] = None
    superseded_by: Annotated[str | None, "the suggestion that took its place"] = None
    finished: Annotated[bool, "has it a Final?"] = False
    end: Annotated[str | None, "reason of the Final"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotRow:
    """One look at what was left."""

    suggestion: Annotated[str, "id"]
    study: Annotated[str | None, "name of the study"] = None
    arm: Annotated[str | None, "label of the arm"] = None
    participant: Annotated[str | None, "pseudonym: the cluster"] = None
    surface: Annotated[str | None, "where it was suggested, or who applied it"] = None
    window_s: Annotated[int | None, "seconds after the first acceptance; None: the Final"] = None
    late_ms: Annotated[int, "how much later than due"] = 0
    since_accepted_ms: Annotated[int | None, "time since the acceptance, by the best clock there is"] = None
    censored: Annotated[str | None, "why nothing was measured"] = None
    edit_distance: Annotated[float | None, "Levenshtein / length of the longer text"] = None
    still_in_code: Annotated[bool | None, "edit_distance <= 0.5"] = None
    four_gram: Annotated[float | None, "Dice coefficient of character four-grams"] = None
    no_revert: Annotated[float | None, "an importer's: share of ranges not reverted"] = None
    accepted_chars: Annotated[int | None, "code points that were accepted"] = None
    left_chars: Annotated[int | None, "code points in the region now"] = None
    retained_chars: Annotated[int | None, "accepted code points that no edit removed"] = None
    retained_share: Annotated[float | None, "retained_chars / accepted_chars"] = None
    compared: Annotated[str | None, "what is judged: text or unit"] = None
    similarity: Annotated[float | None, "of what is left against what was accepted"] = None
    similarity_reason: Annotated[str | None, "why there is none"] = None
    behaviour: Annotated[str | None, "does what is left do what was accepted? same or differs"] = None
    behaviour_reason: Annotated[str | None, "why nobody can say"] = None
    signature: Annotated[str | None, "of similarity and behaviour"] = None


Row = SuggestionRow | SnapshotRow


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, its type (`str`, `int`, `float`, `bool`), whether it may be None, and what it means."""

    name: str
    kind: type
    optional: bool
    meaning: str


_EXTENTS = ("characters", "word", "line", "whole")


def columns(row: type[SuggestionRow] | type[SnapshotRow]) -> tuple[Column, ...]:
    """The columns of a table, in order."""
    hints = get_type_hints(row, include_extras=True)
    found = []
    for field in fields(row):
        kind, meaning = get_args(hints[field.name])
        kinds = [part for part in get_args(kind) or (kind,) if part is not type(None)]
        found.append(Column(field.name, kinds[0], kinds[0] is not kind, meaning))
    return tuple(found)


def rows_of(events: Iterable[Event]) -> Iterator[tuple[SuggestionRow, list[SnapshotRow]]]:
    """Rows from events that are grouped by suggestion, each group in the order of arrival (`Store.by_suggestion`)."""
    group: list[Event] = []
    for event in events:
        if group and group[0].suggestion != event.suggestion:
            yield suggestion_row(group), snapshot_rows(group)
            group = []
        group.append(event)
    if group:
        yield suggestion_row(group), snapshot_rows(group)


def suggestion_row(events: Sequence[Event]) -> SuggestionRow:
    """The row of one suggestion's events."""
    row: dict[str, Any] = _common(events) | {"session": events[0].session, "source": events[0].source}
    accepted = [event for event in events if isinstance(event, Accepted)]
    for event in reversed(events):  # the first of a kind has the last word
        match event:
            case Shown():
                row |= _shown(event)
            case Rejected(shown_ms=shown):
                row |= {"decision": "rejected", "shown_ms": shown}
            case Ignored(shown_ms=shown, superseded_by=other):
                row["superseded_by"] = other
                if "decision" not in row:
                    row |= {"decision": "ignored", "shown_ms": shown}
            case Final(reason=reason):
                row |= {"finished": True, "end": reason}
    if accepted:  # also where the rest of it was rejected or ignored
        row |= _accepted(accepted, events)
    return SuggestionRow(**row)


def snapshot_rows(events: Sequence[Event]) -> list[SnapshotRow]:
    """The rows of one suggestion's snapshots, and of its Final where that measured something."""
    common = _common(events)
    start = next((_moment(event) for event in events if isinstance(event, Accepted)), None)
    found = []
    for event in events:
        if not isinstance(event, Snapshot | Final) or (isinstance(event, Final) and event.retention is None):
            continue
        row = common | _left(event.retention)
        row["censored"] = event.censored
        row["since_accepted_ms"] = elapsed_ms(start, _moment(event)) if start is not None else None
        if isinstance(event, Snapshot):
            row |= {"window_s": event.window_s, "late_ms": event.late_ms}
        found.append(SnapshotRow(**row))
    return found


def _common(events: Sequence[Event]) -> dict[str, Any]:
    """What any event of a suggestion may say of it; the first that says it."""
    names = ("study", "arm", "participant", "surface")
    return {"suggestion": events[0].suggestion} | {
        name: next((value for event in events if (value := getattr(event, name)) is not None), None) for name in names
    }


def _moment(event: Event) -> Moment:
    return Moment(event.at_ms, event.mono_ms, event.session)


def _shown(event: Shown) -> dict[str, Any]:
    verdict, offered, replaced = event.verdict, event.offered, event.replaced
    names = ("provider", "model", "language", "document", "trigger", "latency_ms", "choice", "badge")
    row: dict[str, Any] = {name: getattr(event, name) for name in names} | {"shown_at_ms": event.at_ms}
    if offered is not None:
        row |= {"offered_chars": offered.chars, "offered_lines": offered.lines, "offered_hash": offered.hash}
    if replaced is not None:
        row["replaced_chars"] = replaced.chars
    if verdict is not None:
        said = ("against", "score", "similarity", "probability", "compiles", "behaviour", "signature")
        row |= {name: getattr(verdict, name) for name in said}
    return row


def _accepted(accepted: Sequence[Accepted], events: Sequence[Event]) -> dict[str, Any]:
    chars = [event.chars for event in accepted]
    known = None not in chars
    edits = [event for event in events if isinstance(event, Edited)]
    try:
        left = composed(events).retained if known else None
    except InputError:  # a client counted wrong: nothing can be said
        left = None
    return {
        "decision": "accepted",
        "accepted_at_ms": accepted[0].at_ms,
        "extent": max((event.extent for event in accepted), key=_EXTENTS.index),
        "parts": len(accepted),
        "cursors": max(event.cursors for event in accepted),
        "accepted_chars": sum(count or 0 for count in chars) if known else None,
        "shown_ms": accepted[0].shown_ms,
        "edits": len(edits),
        "undone": left == 0 and bool(edits) and any(edit.cause == "undo" for edit in edits),
        "retained_chars": left,
    }


def _left(left: Retention | None) -> dict[str, Any]:
    if left is None:
        return {}
    names = (
        "edit_distance", "still_in_code", "four_gram", "no_revert", "accepted_chars", "retained_chars", "compared",
        "similarity", "similarity_reason", "behaviour", "behaviour_reason", "signature",
    )  # fmt: skip
    row: dict[str, Any] = {name: getattr(left, name) for name in names}
    row["left_chars"] = left.left.chars if left.left is not None else None
    if left.retained_chars is not None and left.accepted_chars:
        row["retained_share"] = left.retained_chars / left.accepted_chars
    return row
