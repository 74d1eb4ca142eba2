"""One conversation with a collector: the certificate is looked at before anything is said, redirects are not followed.

Knows HTTP and the invitation, nothing of stores.  `outbox` says what to send and what to remember.  The standard
library's client is enough here: it speaks to one named host, and to nobody else (no proxies, no cookies).
"""

from __future__ import annotations

import http.client
import json
import socket
import ssl
from dataclasses import dataclass

from codescore.experiments.collector.invitation import Invitation, address, pin_of
from codescore.foundation.errors import CodescoreError, EnvironmentProblem

_SECONDS = 60.0
_MOST_ANSWER = 65_536
_AGAIN = frozenset({408, 429, 500, 502, 503, 504})
_LONGEST_WAIT = 3_600.0


class Unreachable(EnvironmentProblem):
    """The collector does not answer, or asks to wait: everything stays queued; `wait` are seconds, if it said."""

    def __init__(self, message: str, wait: float | None = None) -> None:
        super().__init__(message)
        self.wait = wait


class Impostor(EnvironmentProblem):
    """Somebody else answers in the collector's place; nothing was sent."""


class Rejected(CodescoreError):
    """The collector refuses for good: sending the same again will not help."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """What the collector confirmed."""

    new: int
    known: int


class Connection:
    """A connection that is made when needed and again after it broke."""

    def __init__(self, invitation: Invitation) -> None:
        self._invitation = invitation
        self._scheme, self._host, self._port, self._prefix = address(invitation)
        self._held: http.client.HTTPConnection | None = None

    def send(self, batch: str, body: bytes) -> Answer:
        """Send a batch; returns once the collector has it for good."""
        said = self._ask("POST", body, {"Content-Type": "application/x-ndjson", "Idempotency-Key": batch})
        return Answer(_number(said, "new"), _number(said, "known"))

    def withdraw(self) -> int:
        """Have everything erased there; how many events that were.  Raises Rejected where some are left."""
        said = self._ask("DELETE", b"", {})
        if said.get("left") != 0:
            raise Rejected(f"the collector did not confirm that all is erased: {said}; write to the lab")
        return _number(said, "erased")

    def close(self) -> None:
        """Hang up."""
        if self._held is not None:
            self._held.close()
            self._held = None

    def _ask(self, method: str, body: bytes, headers: dict[str, str]) -> dict[str, object]:
        try:
            connection = self._connected()
            all_headers = headers | {"Authorization": f"Bearer {self._invitation.token}"}
            connection.request(method, f"{self._prefix}/v1/events", body, all_headers)
            response = connection.getresponse()
            data = response.read(_MOST_ANSWER)
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Unreachable(
                f"{self._invitation.url} does not answer ({_reason(error)}); what is queued is kept"
            ) from None
        if response.will_close or len(data) == _MOST_ANSWER:
            self.close()
        said = _document(data)
        if response.status == http.client.OK and said is not None:
            return said
        line = str((said or {}).get("error", "no reason given"))[:300]
        if response.status in _AGAIN or response.status == http.client.OK:
            wait = _seconds(response.getheader("Retry-After"))
            raise Unreachable(f"{self._invitation.url}: {response.status}, {line}; what is queued is kept", wait)
        raise Rejected(f"{self._invitation.url} refuses ({response.status}): {line}")

    def _connected(self) -> http.client.HTTPConnection:
        if self._held is None:
            self._held = self._connect()
        return self._held

    def _connect(self) -> http.client.HTTPConnection:
        """A connection whose other end is the one that was pinned."""
        if self._scheme == "http":
            plain = http.client.HTTPConnection(self._host, self._port, timeout=_SECONDS)
            plain.connect()
            return plain
        # The pin names the very certificate: stricter than a name that some authority has signed.
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        secure = http.client.HTTPSConnection(self._host, self._port, timeout=_SECONDS, context=context)
        secure.connect()
        assert isinstance(secure.sock, ssl.SSLSocket)
        shown = secure.sock.getpeercert(binary_form=True)
        if shown is None or pin_of(shown) not in self._invitation.pins:
            secure.close()
            raise Impostor(
                f"{self._invitation.url} shows another certificate ({pin_of(shown or b'')[:23]}…) than the invitation "
                "pins; nothing was sent; ask the lab before you go on"
            )
        return secure


def _number(said: dict[str, object], name: str) -> int:
    value = said.get(name)
    return value if isinstance(value, int) else 0


def _document(data: bytes) -> dict[str, object] | None:
    try:
        said = json.loads(data)
    except ValueError:
        return None
    return said if isinstance(said, dict) else None


def _seconds(value: str | None) -> float | None:
    return min(float(value), _LONGEST_WAIT) if value is not None and value.isdigit() else None


def _reason(error: Exception) -> str:
    if isinstance(error, socket.gaierror):
        return "no such host"
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
