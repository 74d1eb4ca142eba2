"""A server of models of our own for tests: it speaks the chat protocol, and does wrong what real ones do wrong.

The model's name says how it behaves (`BEHAVIOURS`), so that one server serves all tests.  It listens on 127.0.0.1 alone
and keeps what it was asked.
"""

from __future__ import annotations

import json
import ssl
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

#: What an obedient model says.
GOOD = "Here it is:\n```python\ndef double(n):\n    return 2 * n\n```\n"


class Tiny(ThreadingHTTPServer):
    """The server; `asked` are the bodies of all questions, `headers` what came with them."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, certificate: tuple[Path, Path] | None = None) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.secure = certificate is not None
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            self.socket = context.wrap_socket(self.socket, server_side=True)
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.seen: Counter[str] = Counter()
        self.turn = threading.Lock()
        self.gate = threading.Event()  # of the model `gated`
        self.gate.set()
        self.allowance = 0  # so many questions to `metered` are answered, later ones wait until it grows

    def handle_error(self, _request: object, _address: object) -> None:
        """Who hangs up is nothing to report."""

    @property
    def url(self) -> str:
        return f"http{'s' if self.secure else ''}://127.0.0.1:{self.server_port}/v1"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        server = self.server
        assert isinstance(server, Tiny)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with server.turn:
            server.asked.append(body)
            server.headers.append(dict(self.headers))
            server.seen[body["model"]] += 1
        self.close_connection = True
        name = body["model"].partition(":")[0]
        BEHAVIOURS[name](self, body, server.seen[body["model"]])

    def send(self, status: int, data: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for key, value in {
            "Content-Type": "application/json",
            "Content-Length": str(len(data)),
            **(headers or {}),
        }.items():
            self.send_header(key, value)
        self.end_headers()
        self.wfile.write(data)

    def say(self, text: object, **more: object) -> None:
        self.send(200, completion(text, **more))

    def stream(self, lines: list[bytes]) -> None:
        """Events without a length: the end of the connection is the end."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for line in lines:
            self.wfile.write(line)

    def log_message(self, *_: object) -> None:
        """Nothing on the terminal."""


def completion(text: object, *, finish: str = "stop", usage: object = None, model: str = "") -> bytes:
    counts = {"prompt_tokens": 100, "completion_tokens": 20} if usage is None else usage
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}
    return json.dumps({"model": model, "choices": [choice], "usage": counts}).encode()


def event(text: str | None = None, finish: str | None = None, **more: object) -> bytes:
    delta = {} if text is None else {"content": text}
    return b"data: " + json.dumps({"choices": [{"delta": delta, "finish_reason": finish}], **more}).encode() + b"\n\n"


DONE = b"data: [DONE]\n\n"
USED = {"prompt_tokens": 7, "completion_tokens": 2}
HALVES = (b'"\\ud83d"', b'"\\ude00"')
Behaviour = Callable[[_Handler, dict[str, Any], int], None]


def _good(handler: _Handler, _body: dict[str, Any], _time: int) -> None:
    handler.say(GOOD)


def _after(status: int, times: int, retry: str = "0") -> Behaviour:
    """Refuse so many times, then answer."""

    def behave(handler: _Handler, _body: dict[str, Any], time: int) -> None:
        if time <= times:
            handler.send(status, b'{"error": {"message": "too many"}}', {"Retry-After": retry})
        else:
            handler.say(GOOD)

    return behave


def _status(status: int, body: bytes = b'{"error": {"message": "no"}}', **headers: str) -> Behaviour:
    return lambda handler, _body, _time: handler.send(status, body, headers)


def _raw(data: bytes, **headers: str) -> Behaviour:
    return lambda handler, _body, _time: handler.send(200, data, headers)


def _short(handler: _Handler, _body: dict[str, Any], _time: int) -> None:
    handler.send(200, completion(GOOD)[:40], {"Content-Length": "4000"})


def _hang_up(handler: _Handler, _body: dict[str, Any], _time: int) -> None:
    handler.connection.close()


def _drip(handler: _Handler, _body: dict[str, Any], _time: int) -> None:
    """Headers, then nothing more until the other side goes."""
    handler.send_response(200)
    handler.send_header("Content-Length", "4000")
    handler.end_headers()
    handler.wfile.flush()
    handler.rfile.read(1)


def _gated(handler: _Handler, _body: dict[str, Any], _time: int) -> None:
    assert isinstance(handler.server, Tiny)
    handler.server.gate.wait(60)
    handler.say(GOOD)


def _metered(handler: _Handler, _body: dict[str, Any], time: int) -> None:
    assert isinstance(handler.server, Tiny)
    while time > handler.server.allowance:
        threading.Event().wait(0.005)
    handler.say(GOOD)


def _echo_key(handler: _Handler, _body: dict[str, Any], _time: int) -> None:
    handler.say(f"your key is {handler.headers.get('Authorization')}", model=str(handler.headers.get("Authorization")))


def _echo_refusal(handler: _Handler, _body: dict[str, Any], _time: int) -> None:
    said = {"error": {"message": f"not with {handler.headers.get('Authorization')}"}}
    handler.send(400, json.dumps(said).encode())


def _stream(lines: list[bytes]) -> Behaviour:
    return lambda handler, _body, _time: handler.stream(lines)


BEHAVIOURS: dict[str, Behaviour] = {
    "good": _good,
    "gated": _gated,
    "metered": _metered,
    "limited": _after(429, 2),
    "limited-by-date": _after(429, 1, "Wed, 21 Oct 2015 07:28:00 GMT"),
    "overloaded": _after(503, 1),
    "always-500": _status(500),
    "wait-an-hour": _status(429, **{"Retry-After": "3600"}),
    "unauthorized": _status(401),
    "unknown-model": _status(404),
    "redirect": _status(302, Location="http://127.0.0.1:1/elsewhere"),
    "too-long": _status(400, b'{"error": {"message": "the prompt is too long\\n\\u001b[31m"}}'),
    "huge": lambda handler, _body, _time: handler.say("x" * 10_000_000),
    "gigantic": _raw(b" " * ((32 << 20) + 10)),
    "latin-1": _raw(completion("caf\u00e9").replace(b"\\u00e9", b"\xe9")),
    "utf-16": _raw(completion("ok").decode().encode("utf-16")),
    "bom": _raw(b"\xef\xbb\xbf" + completion("ok")),
    "not-json": _raw(b"<html>hello</html>"),
    "cut-json": _raw(completion(GOOD)[:50]),
    "deep": _raw(b"[" * 200_000),
    "a-list": _raw(b"[1]"),
    "no-choices": _raw(b'{"choices": []}'),
    "odd-choices": _raw(b'{"choices": {"0": 1}}'),
    "no-message": _raw(b'{"choices": [{"message": null}]}'),
    "null-content": lambda handler, _body, _time: handler.say(None, finish="length"),
    "parts": lambda handler, _body, _time: handler.say([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]),
    "half-characters": _raw(completion("x").replace(b'"x"', b'"\\ud83d y \\ud83d\\ude00 \\u0000"')),
    "odd-usage": lambda handler, _body, _time: handler.say("ok", usage={"prompt_tokens": -1, "completion_tokens": "9"}),
    "error-inside": _raw(b'{"error": {"message": "overloaded"}}'),
    "compressed": _raw(completion("ok"), **{"Content-Encoding": "gzip"}),
    "short": _short,
    "hang-up": _hang_up,
    "drip": _drip,
    "echo-key": _echo_key,
    "echo-refusal": _echo_refusal,
    "stream": _stream([event("def "), event("f"), event(None, "stop"), event(usage=USED), DONE]),
    "stream-halves": _stream([*(event("x").replace(b'"x"', half) for half in HALVES), DONE]),
    "stream-breaks": _stream([event("def "), event("f")]),
    "stream-garbage": _stream([event("def "), b"data: {oops\n\n", DONE]),
    "stream-nothing": _stream([b": keep alive\n\n", DONE]),
    "stream-endless": _stream([event("x" * 100_000)] * 30),
    "stream-long-line": _stream([b"data: " + b"x" * ((1 << 20) + 10)]),
}  # fmt: skip


@contextmanager
def serving(certificate: tuple[Path, Path] | None = None) -> Iterator[Tiny]:
    """The server while the block lasts; over TLS where it has a certificate and its key."""
    server = Tiny(certificate)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.gate.set()
        server.allowance = 1 << 30
        server.shutdown()
        server.server_close()
        thread.join()
