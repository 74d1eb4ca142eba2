"""What happens to a suggestion, as data: one frozen type per kind of event, and the versioned JSON of each.

The life of a suggestion: `Shown`, then `Accepted` (once, or in parts), `Rejected` or `Ignored`; after that `Edited` for
each change to what was accepted, a `Snapshot` at each window, and one `Final`.  All events of one carry its id.

Knows no file, no clock, no model and no importer.  `store` keeps events, `retention` measures, `tables` reads them.
Fields are added, never renamed or dropped; every added field has a default and raises `SCHEMA`.

    >>> decode(b'{"kind": "rejected", "id": "e2", "suggestion": "s1", "at_ms": 1700000000000}').kind
    'rejected'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from codescore.foundation import shapes
from codescore.foundation.errors import InputError

SCHEMA = 1

#: When what is left of an accepted suggestion is looked at: seconds after it was accepted.
WINDOWS: tuple[int, ...] = (5, 15, 30, 120, 300, 600, 900)

#: One event as JSON, in bytes; what is longer is refused before it is parsed.
MAX_EVENT_BYTES = 1 << 20

# `(?!\n)$` is the end of the text both in Python, whose `$` also matches before a last line feed, and in JSON Schema.
Identifier = Annotated[str, Meta(min_length=1, max_length=128, pattern=r"^[!-~]+(?!\n)$")]
Pseudonym = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*(?!\n)$",
        description="letters, digits, '.', '_' and '-': no room for a name or an address",
    ),
]
Word = Annotated[str, Meta(max_length=256)]
Reason = Annotated[str, Meta(max_length=500)]
Count = Annotated[int, Meta(ge=0, le=1 << 40)]
Milliseconds = Annotated[int, Meta(ge=0, le=1 << 53)]
Fraction = Annotated[float, Meta(ge=0.0, le=1.0)]
Text = Annotated[str, Meta(max_length=MAX_EVENT_BYTES)]

Level = Literal["lengths", "hashes", "sketches", "source"]
Extent = Literal["whole", "line", "word", "characters"]
Trigger = Literal["automatic", "manual", "unknown"]
Cause = Literal["typing", "undo", "redo", "format", "paste", "refactoring", "external", "unknown"]
Behaviour = Literal["same", "differs"]


class Content(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is recorded of a piece of code.  How much depends on the level: see `contents` and EXPERIMENTS.md."""

    chars: Count  # Unicode code points
    lines: Count  # 1 + line feeds; 0 for no text
    hash: Annotated[str, Meta(pattern="^[0-9a-f]{32}(?!\n)$")] | None = None  # keyed BLAKE2b, 16 bytes, as hex
    sketch: Text | None = None  # canonical text with user-defined names replaced; literals stay
    sketch_version: Word | None = None
    text: Text | None = None  # the code itself: only at level `source`


class Judgement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The verdict on the suggestion when it was shown."""

    against: Literal["replaced", "reference"]  # the code that it would replace, or a reference that somebody set
    score: Annotated[int, Meta(ge=0, le=1)] | None = None
    similarity: Fraction | None = None
    probability: Fraction | None = None
    compiles: bool | None = None
    behaviour: Behaviour | None = None  # evidence from running both; None with the reason in `behaviour_reason`
    behaviour_reason: Reason | None = None
    signature: Annotated[str, Meta(max_length=1000)] | None = None  # metric, settings, sketch version, bundle


class Edit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One replacement: `removed` code points from `start` become `inserted` new ones.

    `start` counts from the beginning of the tracked region, as it was before the event that holds the edit.
    """

    start: Count
    removed: Count = 0
    inserted: Count = 0


class Retention(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is left of what was accepted.  None means: not measured."""

    accepted_chars: Count | None = None
    left: Content | None = None  # what stands in the tracked region now
    edit_distance: Fraction | None = None  # Levenshtein / length of the longer text
    still_in_code: bool | None = None  # edit_distance <= 0.5
    four_gram: Fraction | None = None  # Dice coefficient of the two texts' character four-grams
    no_revert: Fraction | None = None  # an importer's: share of edited ranges that were not reverted
    retained_chars: Count | None = None  # accepted characters that no edit removed
    compared: Literal["text", "unit"] | None = None  # what is judged: the text itself, or the function around it
    similarity: Fraction | None = None  # the engine's, of what is left against what was accepted
    similarity_reason: Reason | None = None  # why there is none
    behaviour: Behaviour | None = None  # does what is left do what was accepted? (both were run)
    behaviour_reason: Reason | None = None  # why there is no answer
    signature: Annotated[str, Meta(max_length=1000)] | None = None


class Header(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag=str.lower
):
    """What every event has.

    `at_ms` is the wall clock (milliseconds since 1970, UTC) and may jump; `mono_ms` is a clock that only runs forward
    within one `session` (one run of one editor), so durations are differences of `mono_ms` where both events have it.
    """

    id: Identifier  # unique; an event whose id is there already is not stored twice
    suggestion: Identifier
    at_ms: Milliseconds
    schema: Annotated[int, Meta(ge=1)] = SCHEMA
    session: Identifier | None = None
    mono_ms: Milliseconds | None = None
    study: Identifier | None = None
    arm: Identifier | None = None
    participant: Pseudonym | None = None
    source: Identifier = "capture"  # who saw it: a capture, or the name of an importer
    surface: Word | None = None  # where it was suggested: inline, next-edit, chat, …; rates of different ones differ

    @property
    def kind(self) -> str:
        """The word that stands in `kind`."""
        return type(self).__name__.lower()


class Shown(Header, frozen=True, kw_only=True):
    """A suggestion became visible."""

    provider: Word | None = None
    model: Word | None = None
    language: Word | None = None
    document: Identifier | None = None  # keyed hash of the file's path, or an id of the editor's; never the path
    offered: Content | None = None  # the suggested text
    replaced: Content | None = None  # the code that it would replace
    latency_ms: Milliseconds | None = None  # from request to visible
    trigger: Trigger = "unknown"
    choice: Count | None = None  # which of several alternatives, from 0
    verdict: Judgement | None = None
    verdict_reason: Reason | None = None  # why there is none
    badge: bool | None = None  # was the verdict visible to the participant?


class Accepted(Header, frozen=True, kw_only=True):
    """A part of the suggestion, or all of it, entered the document."""

    extent: Extent = "whole"
    start: Count = 0  # where in the suggestion the part begins, in code points
    chars: Count | None = None  # its length
    shown_ms: Milliseconds | None = None  # how long the suggestion had been visible
    accepted: Content | None = None  # the part
    cursors: Annotated[int, Meta(ge=1)] = 1  # how many took it at once; the region of the primary one is tracked


class Rejected(Header, frozen=True, kw_only=True):
    """The person dismissed the suggestion."""

    shown_ms: Milliseconds | None = None
    reason: Reason | None = None


class Ignored(Header, frozen=True, kw_only=True):
    """The suggestion went away without a decision: typed past, cursor moved, replaced by another one."""

    shown_ms: Milliseconds | None = None
    reason: Reason | None = None
    superseded_by: Identifier | None = None  # the suggestion that took its place


class Edited(Header, frozen=True, kw_only=True):
    """The accepted text changed.  Edits of one event happen at once (several cursors): they do not overlap."""

    edits: tuple[Edit, ...] = ()
    cause: Cause = "unknown"


class Snapshot(Header, frozen=True, kw_only=True):
    """What was left `window_s` seconds after the first acceptance, or why nobody can say."""

    window_s: Count
    late_ms: Milliseconds = 0  # how much later than due it was taken: the editor slept or was closed in between
    retention: Retention | None = None
    censored: Reason | None = None  # why there is no retention: file-deleted, editor-closed, branch-switched, …


class Final(Header, frozen=True, kw_only=True):
    """The last event of a suggestion: all windows are over, or nothing can be observed any more."""

    reason: Reason = "windows-over"
    retention: Retention | None = None
    censored: Reason | None = None


Event = Shown | Accepted | Rejected | Ignored | Edited | Snapshot | Final


class _Version(Struct):
    schema: int = SCHEMA


_encoder = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(shapes.built(Event))
_version = msgspec.json.Decoder(shapes.built(_Version))


def encode(event: Event) -> bytes:
    """One line of JSON without the line end; the same event gives the same bytes."""
    return _encoder.encode(event)


def decode(line: bytes) -> Event:
    """The event that a line of JSON holds.

    InputError: too long, not UTF-8, not JSON, nested too deeply, a newer schema, or a field that does not fit; the
    message says which, and the path of the field.
    """
    return _read(line, lambda data: _check(_decoder.decode(data)))


def check(event: Event) -> Event:
    """The event itself, if it is one that `decode` would accept: types do not bind who builds it in Python."""
    return decode(encode(event))


def _check(event: Event) -> Event:
    if isinstance(event, Edited):
        end = 0
        for edit in sorted(event.edits, key=lambda edit: (edit.start, edit.removed)):
            if edit.start < end:
                raise InputError(f"edits overlap at {edit.start}; edits of one event happen at once and are apart")
            end = edit.start + edit.removed
    return event


def _read(line: bytes, decoded: Callable[[bytes], Event]) -> Event:
    if len(line) > MAX_EVENT_BYTES:
        raise InputError(f"an event of {len(line):,} bytes; at most {MAX_EVENT_BYTES:,} are read")
    try:
        schema = _version.decode(line).schema
        if schema > SCHEMA:
            raise InputError(f"event schema {schema} is newer than {SCHEMA}, the newest known here; update codescore")
        return decoded(line)
    except msgspec.ValidationError as error:
        raise InputError(f"not an event: {error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not JSON: {error}") from None
    except RecursionError:
        raise InputError("not an event: nested too deeply") from None


def json_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of one event."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"codescore event, schema {SCHEMA}"}
    return head | msgspec.json.schema(Event)
