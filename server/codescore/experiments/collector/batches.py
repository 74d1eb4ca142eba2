"""A request's body as a batch of events, or one line that says why it is none.

One event a line, as `events` defines them; all of one participant.  Knows bytes, no requests and no database.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from codescore.experiments import events
from codescore.foundation.errors import InputError

MAX_BYTES = 4 << 20
MAX_EVENTS = 5_000

_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")


@dataclass(frozen=True, slots=True)
class Batch:
    """Events as received: `rows` are (id, JSON document); `digest` is that of the whole body."""

    id: str
    digest: str
    pseudonym: str
    rows: Sequence[tuple[str, str]]


class Malformed(InputError):
    """A body that is no batch."""


def batch_of(id_: str | None, body: bytes) -> Batch:
    """The batch that a body holds; Malformed with the line at fault."""
    if id_ is None or not _ID.fullmatch(id_):
        raise Malformed("the header Idempotency-Key holds the batch's id: 8 to 64 of A-Z a-z 0-9 _ -")
    lines = [(number, line) for number, line in enumerate(body.split(b"\n"), 1) if line.strip()]
    if not lines or len(lines) > MAX_EVENTS:
        raise Malformed(f"a batch holds 1 to {MAX_EVENTS:,} events, one a line; this one holds {len(lines):,}")
    rows: dict[str, str] = {}
    pseudonyms: set[str] = set()
    for number, line in lines:
        event = _event(number, line)
        if event.participant is None:
            raise Malformed(f"line {number}: the event has no participant")
        pseudonyms.add(event.participant)
        rows.setdefault(event.id, events.encode(event).decode())
    if len(pseudonyms) > 1:
        raise Malformed("the events are of several participants; a token stands for one")
    digest = hashlib.sha256(body).hexdigest()
    return Batch(id_, digest, pseudonyms.pop(), tuple(sorted(rows.items())))


def body_of(lines: list[bytes]) -> tuple[str, bytes]:
    """A batch's id and body: the same events have the same id, so that sending them twice is sending them once."""
    body = b"\n".join(lines)
    return hashlib.sha256(body).hexdigest()[:40], body


def _event(number: int, line: bytes) -> events.Event:
    try:
        return events.decode(line)
    except InputError as error:
        raise Malformed(f"line {number}: {error}") from None
