"""The page over HTTP for this machine alone: loopback, a secret in the address, and no host name but our own.

The secret keeps other users and other pages out; the check of the host name stops a foreign page that had its name
pointed at this machine (DNS rebinding).  Knows bytes and paths, not what is in them.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType

from codescore.foundation.errors import EnvironmentProblem

_HTML = "text/html; charset=utf-8"
_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_SECONDS = 20  # for a client to send its request


@dataclass(frozen=True, slots=True)
class Content:
    """What is served: the page, its packed details by number, and the key that changes with it."""

    html: bytes
    blocks: tuple[bytes, ...]
    key: str

    def at(self, path: str) -> tuple[str, bytes] | None:
        """Type and bytes of what is below the secret."""
        if path == "":
            return _HTML, self.html
        if path == "state":
            return "application/json", json.dumps({"key": self.key}).encode()
        number = path.removeprefix("details/")
        if path.startswith("details/") and number.isascii() and number.isdigit() and int(number[:9]) < len(self.blocks):
            return "application/octet-stream", self.blocks[int(number)]
        return None


class PageServer:
    """Serves the latest content until it is closed; `address` is what to open in a browser."""

    def __init__(self, content: Content, port: int = 0) -> None:
        """Start.  Raises EnvironmentProblem where the port is taken."""
        self.secret = secrets.token_urlsafe(24)
        self.content = content
        try:
            self._server = ThreadingHTTPServer(("127.0.0.1", port), _handler(self))
        except OSError as error:
            raise EnvironmentProblem(f"cannot listen on port {port}: {error.strerror}; choose another --port") from None
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(target=self._server.serve_forever, name="page", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """The address of the page; it holds the secret."""
        return f"http://127.0.0.1:{self.port}/{self.secret}/"

    def close(self) -> None:
        """End it."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, headers: Mapping[str, str], path: str) -> tuple[int, str, bytes]:
        """Status, type and bytes for a request: nothing without our own host name and the secret."""
        if headers.get("Host", "") not in (f"127.0.0.1:{self.port}", f"localhost:{self.port}"):
            return 403, "text/plain", b"unknown host\n"
        secret, slash, rest = path.partition("?")[0].removeprefix("/").partition("/")
        if not slash or not secrets.compare_digest(secret.encode(), self.secret.encode()):
            return 404, "text/plain", b"not here\n"
        found = self.content.at(rest)
        return (200, *found) if found is not None else (404, "text/plain", b"not here\n")


def _handler(server: PageServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """One request; says nothing on the terminal."""

        timeout = _SECONDS
        server_version, sys_version = "codescore", ""

        def do_GET(self) -> None:
            self._reply(body=True)

        def do_HEAD(self) -> None:
            self._reply(body=False)

        def _reply(self, *, body: bool) -> None:
            status, kind, data = server.answer(MappingProxyType(dict(self.headers.items())), self.path)
            self.send_response(status)
            for name, value in {**_HEADERS, "Content-Type": kind, "Content-Length": str(len(data))}.items():
                self.send_header(name, value)
            self.end_headers()
            if body:
                self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (the library's name)
            pass

    return Handler
