"""The page over HTTP for this machine alone: loopback, a secret in the address, and no host name but our own.

The secret keeps other users and other pages out; the check of the host name stops a foreign page that had its name
pointed at this machine (DNS rebinding).  Knows bytes and paths, not what is in them.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer

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
_NOTHING = "default-src 'none'"
_SECONDS = 20  # for a client to send its request


@dataclass(frozen=True, slots=True)
class Content:
    """What is served: the page, its packed details by number, the key that changes with it, and what a browser may do.

    `policy` is the page's content security policy, sent as a header as well: only there it can forbid framing.
    """

    html: bytes
    blocks: tuple[bytes, ...]
    key: str
    policy: str = _NOTHING

    def at(self, path: str) -> tuple[str, bytes] | None:
        """Type and bytes of what is below the secret."""
        if path == "":
            return _HTML, self.html
        if path == "state":
            return "application/json", json.dumps({"key": self.key}).encode()
        if path.startswith("details/"):
            block = self._block(path.removeprefix("details/"))
            return ("application/octet-stream", block) if block is not None else None
        return None

    def _block(self, number: str) -> bytes | None:
        """The details of that number, written as the page writes it; None for any other."""
        known = len(number) <= 9 and number.isascii() and number.isdigit() and int(number) < len(self.blocks)
        return self.blocks[int(number)] if known else None


class _Listener(ThreadingHTTPServer):
    daemon_threads = True

    def server_bind(self) -> None:
        """Bind, without the look-up of this machine's name that HTTPServer makes and nothing here needs."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = "127.0.0.1", int(self.server_address[1])


class PageServer:
    """Serves the latest content until it is closed; `address` is what to open in a browser."""

    def __init__(self, content: Content, port: int = 0) -> None:
        """Start.  Raises EnvironmentProblem where the port is taken."""
        self.secret = secrets.token_urlsafe(24)
        self.content = content
        try:
            self._server = _Listener(("127.0.0.1", port), _handler(self))
        except OSError as error:
            raise EnvironmentProblem(f"cannot listen on port {port}: {error.strerror}; choose another --port") from None
        self.port = self._server.server_port
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

    def answer(self, hosts: Sequence[str], path: str) -> tuple[int, str, bytes]:
        """Status, type and bytes for a request: nothing without our own host name, given once, and the secret."""
        if len(hosts) != 1 or hosts[0] not in (f"127.0.0.1:{self.port}", f"localhost:{self.port}"):
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
            status, kind, data = server.answer(self.headers.get_all("Host", []), self.path)
            policy = server.content.policy if kind == _HTML else _NOTHING
            self.send_response(status)
            for name, value in _HEADERS.items():
                self.send_header(name, value)
            self.send_header("Content-Security-Policy", f"{policy}; frame-ancestors 'none'")
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            if body:
                self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (the library's name)
            pass

    return Handler
