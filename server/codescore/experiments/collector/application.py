"""What the collector answers.  Every refusal is one line of JSON, `{"error": …}`, and a status that says what to do.

    POST   /v1/events    a batch: one event a line, `Authorization: Bearer TOKEN`, `Idempotency-Key: ID`
    DELETE /v1/events    withdraw: everything of the token's participant is erased, and nothing more is taken
    GET    /v1/health    whether the database answers

401 the token, 400 the body, 413 its size, 409 a contradiction, 410 withdrawn, 415 the form, 429 too much (with
Retry-After), 503 the database does not answer (with Retry-After).  After 429, 503 or no answer the same batch is sent
again; nothing is confirmed before the database has committed.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable

import sqlalchemy as sa
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from codescore.experiments.collector import tokens
from codescore.experiments.collector.batches import MAX_BYTES, Malformed, batch_of
from codescore.experiments.collector.database import Conflict, Database, Participant
from codescore.experiments.collector.limits import Limiter, Rate

REQUESTS = Rate(each_second=5, burst=100)  # of one participant
EVENTS = Rate(each_second=100, burst=50_000)  # of one participant: weeks offline come at once
STRANGERS = Rate(each_second=1, burst=30)  # of one address without a valid token

_BODY_SECONDS = 30.0
_RETRY_SECONDS = 15

log = logging.getLogger(__name__)


class Refused(Exception):
    """A request that is not granted."""

    def __init__(self, status: int, line: str, retry_after: float | None = None) -> None:
        super().__init__(line)
        self.status, self.line, self.retry_after = status, line, retry_after


class Collector:
    """One collector's rules; `need_https` where a proxy in front of it speaks with participants."""

    def __init__(self, database: Database, *, need_https: bool = False) -> None:
        self.database = database
        self.need_https = need_https
        self.requests = Limiter(REQUESTS, time.monotonic)
        self.events = Limiter(EVENTS, time.monotonic)
        self.strangers = Limiter(STRANGERS, time.monotonic)

    def application(self) -> Starlette:
        """What the server runs."""
        routes = [
            Route("/v1/events", _guarded(self.take), methods=["POST"]),
            Route("/v1/events", _guarded(self.withdraw), methods=["DELETE"]),
            Route("/v1/health", _guarded(self.health), methods=["GET"]),
        ]
        return Starlette(routes=routes, exception_handlers={HTTPException: _plain})

    async def take(self, request: Request) -> Response:
        """Keep a batch."""
        who = await self._who(request)
        if who.withdrawn:
            raise Refused(410, "this participant has withdrawn; nothing is taken any more")
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/x-ndjson" or request.headers.get("content-encoding", "identity") != "identity":
            raise Refused(415, "a batch is application/x-ndjson, not compressed")
        body = await _body(request)
        batch = await run_in_threadpool(batch_of, request.headers.get("idempotency-key"), body)
        _within(self.events, str(who.number), len(batch.rows))
        taken = await run_in_threadpool(self.database.take, who, batch)
        return JSONResponse({"batch": batch.id, "new": taken.new, "known": taken.known})

    async def withdraw(self, request: Request) -> Response:
        """Erase a participant."""
        who = await self._who(request)
        erased = await run_in_threadpool(self.database.erase, who.number)
        return JSONResponse({"erased": erased.events, "batches": erased.batches, "left": erased.left})

    async def health(self, _request: Request) -> Response:
        """Whether batches can be kept."""
        await run_in_threadpool(self.database.participant, "")
        return JSONResponse({"ok": True})

    async def _who(self, request: Request) -> Participant:
        """The participant whose token came, over a way that keeps it secret."""
        if self.need_https and request.url.scheme != "https":
            raise Refused(400, "the proxy did not say that the participant came over https (X-Forwarded-Proto)")
        address = request.client.host if request.client is not None else ""
        token = tokens.from_header(request.headers.get("authorization"))
        who = await run_in_threadpool(self.database.participant, token) if token is not None else None
        if who is None:
            _within(self.strangers, address)
            raise Refused(401, "there is no participant with this token")
        _within(self.requests, str(who.number))
        return who


def _within(limiter: Limiter, sender: str, amount: float = 1.0) -> None:
    wait = limiter.wait(sender, amount)
    if wait > 0:
        raise Refused(429, "too much at once; wait as long as Retry-After says, then send the same batch again", wait)


async def _body(request: Request) -> bytes:
    """The body, never more of it than a batch may hold, and not for ever."""
    said = request.headers.get("content-length", "0")
    if said.isdigit() and int(said) > MAX_BYTES:
        raise _too_large()
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            parts, size = [], 0
            async for part in request.stream():
                size += len(part)
                if size > MAX_BYTES:
                    raise _too_large()
                parts.append(part)
    except TimeoutError:
        raise Refused(408, f"the batch did not arrive within {_BODY_SECONDS:g} s") from None
    return b"".join(parts)


def _too_large() -> Refused:
    return Refused(413, f"a batch holds at most {MAX_BYTES:,} bytes; send smaller ones")


def _guarded(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """The one place where what goes wrong becomes an answer."""

    async def guarded(request: Request) -> Response:
        try:
            return await answer(request)
        except Refused as refused:
            return _refusal(refused.status, refused.line, refused.retry_after)
        except Malformed as malformed:
            return _refusal(400, str(malformed))
        except Conflict as conflict:
            return _refusal(410 if "withdrawn" in str(conflict) else 409, str(conflict))
        except sa.exc.SQLAlchemyError as error:
            log.warning("the database does not answer: %s", " ".join(str(error).split())[:200])
            return _refusal(503, "the database does not answer; send the same batch again later", _RETRY_SECONDS)
        except ClientDisconnect:
            return _refusal(400, "the batch ended before it was whole")

    return guarded


async def _plain(_request: Request, error: Exception) -> Response:
    """No such address, no such method."""
    assert isinstance(error, HTTPException)
    return _refusal(error.status_code, str(error.detail))


def _refusal(status: int, line: str, retry_after: float | None = None) -> Response:
    headers = {"Retry-After": str(math.ceil(retry_after))} if retry_after is not None else None
    return JSONResponse({"error": " ".join(line.split())[:500]}, status, headers)
