"""Listening: on which interface, with TLS or behind a proxy, never in the clear to the open.

Uvicorn speaks HTTP (h11, which refuses what is malformed), so that the standard library's server, which is not meant
for the open, stays out of it.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from codescore.experiments.collector.application import Collector
from codescore.experiments.collector.database import Database
from codescore.experiments.collector.invitation import is_loopback
from codescore.foundation.errors import EnvironmentProblem, InputError

_CONNECTIONS = 1_000
_BACKLOG = 512
_IDLE_SECONDS = 75
_HEADER_BYTES = 16_384


@dataclass(frozen=True, slots=True)
class Listening:
    """Where to listen and how; `certificate` is (chain, key), `proxy` the one address that may connect without TLS."""

    host: str
    port: int
    certificate: tuple[Path, Path] | None = None
    proxy: str | None = None


def serve(database: Database, listening: Listening, announce: Callable[[str], None]) -> None:
    """Answer until the process is told to end (SIGINT, SIGTERM): requests under way are finished first."""
    check(listening)
    collector = Collector(database, need_https=listening.proxy is not None)
    application: Any = collector.application()
    if listening.proxy is not None:
        application = only_from(listening.proxy, ProxyHeadersMiddleware(application, [listening.proxy]))
    config = _config(application, listening)
    with _bound(listening) as bound:
        scheme = "https" if listening.certificate is not None else "http"
        host = f"[{listening.host}]" if ":" in listening.host else listening.host
        announce(f"{scheme}://{host}:{bound.getsockname()[1]}")
        uvicorn.Server(config).run(sockets=[bound])


def check(listening: Listening) -> None:
    """Refuse what would send tokens over a network in the clear, and certificates that cannot be used."""
    if listening.certificate is None and listening.proxy is None and not is_loopback(listening.host):
        raise InputError(
            f"{listening.host} is open to others: give --cert and --key, or --behind-proxy with the proxy's address"
        )
    if listening.certificate is not None:
        chain, key = listening.certificate
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(chain, key, password=_no_password)
        except (OSError, ValueError) as error:
            raise InputError(f"{chain} and {key} are no certificate with its key: {error}") from None


def only_from(proxy: str, application: Any) -> Any:  # noqa: ANN401  ASGI
    """The application for requests that came over the proxy; all others are refused before anything is read."""

    async def guarded(scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401  ASGI
        if scope["type"] == "http" and (scope.get("client") or ("",))[0] != proxy:
            body = b'{"error": "only the proxy may connect here"}'
            headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
            await send({"type": "http.response.start", "status": 403, "headers": headers})
            await send({"type": "http.response.body", "body": body})
            return
        await application(scope, receive, send)

    return guarded


def _no_password() -> str:
    raise ValueError("the key asks for a password; write it without one, readable by this user alone")


def _config(application: Any, listening: Listening) -> uvicorn.Config:  # noqa: ANN401  ASGI
    chain, key = listening.certificate or (None, None)
    return uvicorn.Config(
        application,
        http="h11",
        ws="none",
        lifespan="off",
        access_log=False,  # addresses of participants are nobody's to keep
        log_level="warning",
        server_header=False,
        date_header=True,
        proxy_headers=False,
        limit_concurrency=_CONNECTIONS,
        timeout_keep_alive=_IDLE_SECONDS,
        h11_max_incomplete_event_size=_HEADER_BYTES,
        ssl_certfile=str(chain) if chain is not None else None,
        ssl_keyfile=str(key) if key is not None else None,
    )


def _bound(listening: Listening) -> socket.socket:
    family = socket.AF_INET6 if ":" in listening.host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((listening.host.strip("[]"), listening.port))
        made.listen(_BACKLOG)
    except OSError as error:
        made.close()
        raise EnvironmentProblem(
            f"cannot listen on {listening.host} port {listening.port}: {error.strerror or error}; choose another"
        ) from None
    return made
