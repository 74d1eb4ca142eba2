"""Events as a participant's editor records them."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from codescore.experiments import events
from codescore.experiments.collector.invitation import Invitation, address
from codescore.experiments.store import Store


def shown(number: int, participant: str = "p1", **more: Any) -> events.Shown:
    """One event; its number makes its id."""
    at = 1_700_000_000_000 + number
    offered = events.Content(chars=11, lines=1)
    return events.Shown(
        id=f"e{number}", suggestion=f"s{number}", at_ms=at, participant=participant, offered=offered, **more
    )


def lines(numbers: Iterable[int], participant: str = "p1") -> bytes:
    """The body of a batch."""
    return b"\n".join(events.encode(shown(number, participant)) for number in numbers)


def filled(path: Path, count: int, participant: str = "p1") -> Store:
    """A participant's store."""
    store = Store.create(path)
    store.append(shown(number, participant) for number in range(count))
    return store


def ask(
    invitation: Invitation, body: bytes = b"", method: str = "POST", path: str = "/v1/events", **headers: str
) -> tuple[int, dict[str, Any], dict[str, str]]:
    """A bare request, as anybody can make one: status, document, headers.  Only without TLS."""
    _, host, port, _ = address(invitation)
    connection = http.client.HTTPConnection(host, port, timeout=30)
    given = {
        "Authorization": f"Bearer {invitation.token}",
        "Content-Type": "application/x-ndjson",
        "Idempotency-Key": "batch-0001",
    } | {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(method, path, body, given)
        response = connection.getresponse()
        data = response.read()
        return response.status, json.loads(data), dict(response.getheaders())
    finally:
        connection.close()
