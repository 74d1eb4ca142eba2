"""What of a store is still to be sent: a cursor beside the events, moved only after the collector has confirmed.

A participant may be offline for weeks: nothing is kept twice, the store is the queue.  Knows the store and a
connection; neither HTTP nor SQL.
"""

from __future__ import annotations

import hashlib
import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from codescore.experiments import events
from codescore.experiments.collector.batches import MAX_BYTES, body_of
from codescore.experiments.collector.client import Connection, Unreachable
from codescore.experiments.collector.invitation import Invitation
from codescore.experiments.store import Store

_BATCH_EVENTS = 500
_FIRST_WAIT, _LONGEST_WAIT = 5.0, 3_600.0


@dataclass(frozen=True, slots=True)
class Sent:
    """What one run of the sender did."""

    batches: int = 0
    new: int = 0
    known: int = 0

    def __add__(self, other: Sent) -> Sent:
        return Sent(self.batches + other.batches, self.new + other.new, self.known + other.known)


def send(store: Store, invitation: Invitation, connection: Connection, told: Callable[[Sent], None]) -> Sent:
    """Send everything that is not confirmed yet; `told` hears of each batch.

    Raises Unreachable (what is confirmed stays confirmed, the rest is queued) or Rejected.
    """
    total, name = Sent(), _cursor_name(invitation)
    for last, lines in _batches(store, invitation, int(store.facts().get(name, "0"))):
        answer = connection.send(*body_of(lines))
        store.remember({name: str(last)})
        total += Sent(1, answer.new, answer.known)
        told(total)
    return total


def keep_sending(
    store: Store,
    invitation: Invitation,
    connection: Connection,
    told: Callable[[Sent | Unreachable], None],
    *,
    every: float,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Send now and `every` so many seconds, for ever; where nobody answers, wait longer each time, up to an hour."""
    waited = _FIRST_WAIT
    while True:
        try:
            send(store, invitation, connection, told)
            waited, pause = _FIRST_WAIT, every
        except Unreachable as problem:
            told(problem)
            pause = problem.wait if problem.wait is not None else waited
            waited = min(waited * 2, _LONGEST_WAIT)
        sleep(pause)


def waiting(store: Store, invitation: Invitation) -> int:
    """How many events are not confirmed."""
    after = int(store.facts().get(_cursor_name(invitation), "0"))
    return sum(1 for _ in store.read(after=after, study=invitation.study))


def _cursor_name(invitation: Invitation) -> str:
    """One cursor for each token: another collector gets everything from the start."""
    return "sent." + hashlib.sha256(invitation.token.encode()).hexdigest()[:16]


def _batches(store: Store, invitation: Invitation, after: int) -> Iterator[tuple[int, list[bytes]]]:
    """(number of the last event, lines), each within what a collector takes.

    Each batch is read by itself, so that no reading transaction stays open while the network is waited for.
    """
    while True:
        numbered = list(itertools.islice(store.read(after=after, study=invitation.study), _BATCH_EVENTS))
        if not numbered:
            return
        lines: list[bytes] = []
        size = 0
        for number, event in numbered:
            line = events.encode(event)
            if lines and size + len(line) + 1 > MAX_BYTES:
                break
            lines.append(line)
            size += len(line) + 1
            after = number
        yield after, lines
