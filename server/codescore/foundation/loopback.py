"""A page over HTTP for this machine alone: loopback, a secret in the address, and no host name but our own.

The secret keeps other users and other pages out; the check of the host name stops a foreign page that had its name
pointed at this machine (DNS rebinding).  What a page sends is JSON of bounded size, or a file where a site takes some,
and only its own page may send it.
Knows bytes and paths, not what is in them.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Protocol, runtime_checkable

from codescore.foundation.errors import EnvironmentProblem

#: The type of a page.
HTML = "text/html; charset=utf-8"
#: The type of a file that a page sends.
FILE = "application/octet-stream"
_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}

#: The policy of what is no page.
NOTHING = "default-src 'none'"
_NOT_HERE = (404, "text/plain", b"not here\n")
_SECONDS = 20  # for a client to send its request
_MOST_BODY = 1 << 16


class Site(Protocol):
    """What is served below the secret.  Called from several threads at once."""

    @property
    def policy(self) -> str:
        """The page's content security policy, sent as a header as well: only there it can forbid framing."""

    def at(self, path: str) -> tuple[str, bytes] | None:
        """Type and bytes of what is at a path; None for nothing."""


@runtime_checkable
class Taking(Protocol):
    """A site that is also told things."""

    def take(self, path: str, body: bytes) -> tuple[int, bytes] | None:
        """Status and JSON in answer to JSON that a page sent; None for a path that takes nothing."""


@runtime_checkable
class Receiving(Protocol):
    """A site that is also sent files."""

    def room(self, path: str) -> int:
        """The most bytes of a file for a path; 0 where none is taken."""

    def receive(self, path: str, length: int, read: Callable[[int], bytes]) -> tuple[int, bytes]:
        """Status and JSON in answer to a file of `length` bytes; `read` gives what is there, up to so many bytes."""


class _Listener(ThreadingHTTPServer):
    daemon_threads = True

    def server_bind(self) -> None:
        """Bind, without the look-up of this machine's name that HTTPServer makes and nothing here needs."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = "127.0.0.1", int(self.server_address[1])


class PageServer:
    """Serves the latest content until it is closed; `address` is what to open in a browser."""

    def __init__(self, content: Site, port: int = 0) -> None:
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
        rest = self._below_secret(hosts, path)
        if not isinstance(rest, str):
            return rest
        found = self.content.at(rest)
        return (200, *found) if found is not None else _NOT_HERE

    def take(self, hosts: Sequence[str], origins: Sequence[str], path: str, body: bytes) -> tuple[int, str, bytes]:
        """The same for what a page sends: it must be our own page, where the browser says whose it is."""
        rest = self._from_own_page(hosts, origins, path)
        if not isinstance(rest, str):
            return rest
        if not isinstance(self.content, Taking):
            return 501, "text/plain", b"only reading is possible\n"
        found = self.content.take(rest, body)
        return (found[0], "application/json", found[1]) if found is not None else _NOT_HERE

    def receive(
        self, hosts: Sequence[str], origins: Sequence[str], path: str, length: int, read: Callable[[int], bytes]
    ) -> tuple[int, str, bytes]:
        """The same for a file, of which nothing is read before it is known that it may be sent."""
        rest = self._from_own_page(hosts, origins, path)
        if not isinstance(rest, str):
            return rest
        room = self.content.room(rest) if isinstance(self.content, Receiving) else 0
        if not isinstance(self.content, Receiving) or not room:
            return 501, "text/plain", b"no file is taken here\n"
        if length > room:
            return 413, "text/plain", b"the file is too large\n"
        status, said = self.content.receive(rest, length, read)
        return status, "application/json", said

    def _from_own_page(self, hosts: Sequence[str], origins: Sequence[str], path: str) -> str | tuple[int, str, bytes]:
        """The path below the secret where our own page sends, or the refusal."""
        rest = self._below_secret(hosts, path)
        if isinstance(rest, str) and any(origin != f"http://{hosts[0]}" for origin in origins):
            return 403, "text/plain", b"another page\n"
        return rest

    def _below_secret(self, hosts: Sequence[str], path: str) -> str | tuple[int, str, bytes]:
        """The path below the secret, or the refusal."""
        if len(hosts) != 1 or hosts[0] not in (f"127.0.0.1:{self.port}", f"localhost:{self.port}"):
            return 403, "text/plain", b"unknown host\n"
        secret, slash, rest = path.partition("?")[0].removeprefix("/").partition("/")
        if not slash or not secrets.compare_digest(secret.encode(), self.secret.encode()):
            return _NOT_HERE
        return rest


def _handler(server: PageServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """One request; says nothing on the terminal."""

        timeout = _SECONDS
        server_version, sys_version = "codescore", ""

        def do_GET(self) -> None:
            self._reply(body=True)

        def do_HEAD(self) -> None:
            self._reply(body=False)

        def do_POST(self) -> None:
            hosts, origins = self.headers.get_all("Host", []), self.headers.get_all("Origin", [])
            length = self.headers.get("Content-Length", "")
            known = len(length) <= 9 and length.isascii() and length.isdigit()
            kind = self.headers.get("Content-Type")
            if known and kind == FILE:
                self.close_connection = True  # of what was refused the rest is not read
                self._send(*server.receive(hosts, origins, self.path, int(length), self.rfile.read), body=True)
                return
            if not known or int(length) > _MOST_BODY or kind != "application/json":
                self.close_connection = True  # what was sent is not read
                self._send(400, "text/plain", b"no JSON of bounded size\n", body=True)
                return
            self._send(*server.take(hosts, origins, self.path, self.rfile.read(int(length))), body=True)

        def _reply(self, *, body: bool) -> None:
            self._send(*server.answer(self.headers.get_all("Host", []), self.path), body=body)

        def _send(self, status: int, kind: str, data: bytes, *, body: bool) -> None:
            policy = server.content.policy if kind == HTML else NOTHING
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
