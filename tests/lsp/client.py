"""A small editor: raw JSON-RPC over a server's stdio, as two kinds of client, waiting on events and never on time.

Whatever the server sends must be of a kind that the editor expects; `close` fails on anything else, and on any error
that the server logged.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LIMIT = float(
    os.environ.get("CODESCORE_TEST_LIMIT", "60")
)  # seconds until a missing message is a failure: nothing measures time here

_SERVE = "import sys; from codescore.lsp.server import serve_stdio; sys.exit(serve_stdio())"


def recorded(editor: str) -> dict[str, Any]:
    """The capabilities that a real editor sent, without those that are only ours."""
    said = json.loads((Path(__file__).parent / "clients" / f"{editor}.json").read_text(encoding="utf-8"))
    return {name: value for name, value in said["capabilities"].items() if name != "experimental"}


NEOVIM = recorded("neovim")
VSCODE = recorded("vscode")
EDITORS = {"vscode": VSCODE, "neovim": NEOVIM}

#: What may come at any time and need not be looked at.
_ALWAYS = {
    "codescore/status",
    "codescore/recorded",
    "codescore/badge",
    "$/progress",
    "textDocument/publishDiagnostics",
}
_ANSWERED = {
    "workspace/configuration",
    "client/registerCapability",
    "window/workDoneProgress/create",
    "workspace/diagnostic/refresh",
    "workspace/codeLens/refresh",
    "workspace/inlayHint/refresh",
}


class Refused(Exception):
    """The server answered a request with an error."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(f"{error['code']}: {error['message']}")
        self.code: int = error["code"]


@dataclass
class Client:
    """One editor and its server."""

    editor: str
    root: Path | None
    settings: dict[str, Any] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)
    argv: list[str] = field(default_factory=lambda: [sys.executable, "-c", _SERVE])
    capabilities: dict[str, Any] | None = None
    allowed_log: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.process = subprocess.Popen(
            self.argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **self.environment},
        )
        self.inbox: list[dict[str, Any]] = []  # notifications and server requests, as they came
        self.replies: dict[Any, dict[str, Any]] = {}
        self.changed = threading.Condition()
        self.ended = False
        self.next_id = 0
        self.versions: dict[str, int] = {}
        self.log: list[str] = []
        self._threads = [
            threading.Thread(target=self._read, daemon=True),
            threading.Thread(target=self._read_log, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    # Life

    def start(self, **options: Any) -> dict[str, Any]:
        """initialize and initialized; the server's answer."""
        folders = [{"uri": self.root.as_uri(), "name": "root"}] if self.root is not None else None
        result = self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "clientInfo": {"name": self.editor},
                "rootUri": self.root.as_uri() if self.root is not None else None,
                "workspaceFolders": folders,
                "capabilities": self.capabilities or EDITORS[self.editor],
                **options,
            },
        )
        self.capability = result["capabilities"]
        self.notify("initialized", {})
        return result

    def close(self) -> None:
        """shutdown and exit; fails on whatever was not expected."""
        self.request("shutdown", None)
        self.notify("exit", None)
        code = self.wait_exit()
        assert code == 0, f"exit code {code}; the server's log:\n" + "\n".join(self.log)
        self.check_log()
        asked_for = {"codescore/verdicts"} if (self.capabilities or {}).get("experimental") else set()
        expected = _ALWAYS | _ANSWERED | asked_for
        unexpected = [m for m in self.inbox if not m.get("taken") and m["method"] not in expected]
        assert not unexpected, f"unexpected messages: {unexpected}"
        assert not self.replies, f"answers that nobody asked for: {self.replies}"
        unknown = {
            m["params"]["uri"]
            for m in self.inbox
            if m["method"] == "textDocument/publishDiagnostics" and m["params"]["uri"] not in self.versions
        }
        assert all(uri.endswith("codescore.toml") for uri in unknown), f"diagnostics for files never opened: {unknown}"

    def check_log(self) -> None:
        """Fails on errors that the server logged, unless the test allows them."""
        wrong = [
            line
            for line in self.log
            if (" ERROR " in line or "Traceback" in line or "Warning:" in line)
            and not any(piece in line for piece in self.allowed_log)
        ]
        assert not wrong, "the server logged:\n" + "\n".join(self.log)

    def wait_exit(self) -> int:
        """The exit code, once the server has ended."""
        code = self.process.wait(LIMIT)
        for thread in self._threads:
            thread.join(LIMIT)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
        return code

    def kill(self) -> None:
        """End it, whatever state it is in."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(LIMIT)
        for thread in self._threads:
            thread.join(LIMIT)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None and not stream.closed:
                stream.close()

    # Messages

    def raw(self, body: bytes, header: bytes | None = None) -> None:
        """Bytes as they are."""
        assert self.process.stdin is not None
        self.process.stdin.write((header if header is not None else b"Content-Length: %d\r\n\r\n" % len(body)) + body)
        self.process.stdin.flush()

    def send(self, message: dict[str, Any]) -> None:
        self.raw(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def notify(self, method: str, params: Any) -> None:
        self.send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> int:
        """Send a request; its id."""
        self.next_id += 1
        self.send({"id": self.next_id, "method": method, "params": params})
        return self.next_id

    def answer(self, id_: Any) -> Any:
        """The result of a request; raises Refused."""
        reply = self.wait(lambda: self.replies.pop(id_, None), f"an answer to request {id_}")
        if "error" in reply:
            raise Refused(reply["error"])
        return reply["result"]

    def request(self, method: str, params: Any) -> Any:
        return self.answer(self.ask(method, params))

    def wait(self, find: Callable[[], Any], what: str) -> Any:
        """What `find` gives, once it gives something; it is asked again whenever a message came."""
        with self.changed:
            found = self.changed.wait_for(lambda: (r := find()) or (self.ended and "ended") or r, LIMIT)
            if found == "ended" or not found:
                raise AssertionError(f"waited in vain for {what}; the server's log:\n" + "\n".join(self.log))
            return found

    def until(self, ask: Callable[[], Any], what: str) -> Any:
        """What `ask`, which makes a request, gives once it gives something: for what no message announces."""
        limit = time.monotonic() + LIMIT
        while not (found := ask()):
            assert time.monotonic() < limit, f"waited in vain for {what}; the server's log:\n" + "\n".join(self.log)
        return found

    def take(self, method: str, where: Callable[[Any], bool] = lambda _: True) -> Any:
        """The parameters of the next message of a kind that was not taken before."""

        def find() -> Any:
            for message in self.inbox:
                if message["method"] == method and not message.get("taken") and where(message.get("params")):
                    message["taken"] = True
                    return message
            return None

        return self.wait(find, method)["params"]

    # Documents

    def open(self, uri: str, text: str, language: str = "python") -> str:
        self.versions[uri] = 1
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return uri

    def change(self, uri: str, *changes: dict[str, Any], version: int | None = None) -> int:
        self.versions[uri] = version if version is not None else self.versions[uri] + 1
        document = {"uri": uri, "version": self.versions[uri]}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)})
        return self.versions[uri]

    def shut(self, uri: str) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def diagnostics(self, uri: str, until: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
        """The diagnostics of a document as this editor learns of them, once they are as `until` wants."""
        if "diagnosticProvider" not in self.capability:
            published = self.wait(lambda: self._published(uri, until), f"diagnostics of {uri}")
            return published["params"]["diagnostics"]
        while True:
            seen = len(self.inbox)
            report = self.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
            if until(report["items"]):
                return report["items"]
            self.wait(
                lambda seen=seen: any(m["method"] == "workspace/diagnostic/refresh" for m in self.inbox[seen:]),
                f"a refresh that brings the wanted diagnostics of {uri}, now {report['items']}",
            )

    def _published(self, uri: str, until: Callable[[list[dict[str, Any]]], bool]) -> dict[str, Any] | None:
        """The newest publication, if it is of the present version and as wanted."""
        for message in reversed(self.inbox):
            if message["method"] == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                return message if until(message["params"]["diagnostics"]) else None
        return None

    def ready(self) -> dict[str, Any]:
        """The status once the model is there, or known not to be."""
        return self.wait(
            lambda: next(
                (
                    m["params"]
                    for m in reversed(self.inbox)
                    if m["method"] == "codescore/status" and m["params"]["quiescent"]
                ),
                None,
            ),
            "a quiescent status",
        )

    # The other direction

    def _read(self) -> None:
        assert self.process.stdout is not None
        stream = self.process.stdout
        while line := stream.readline():
            length = 0
            while line not in (b"\r\n", b""):
                name, _, value = line.partition(b":")
                assert name.startswith(b"Content-"), f"not a header: {line!r}"
                length = int(value) if name == b"Content-Length" else length
                line = stream.readline()
            message = json.loads(stream.read(length))
            with self.changed:
                self._take_in(message)
                self.changed.notify_all()
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def _take_in(self, message: dict[str, Any]) -> None:
        if "method" not in message:
            self.replies[message["id"]] = message
            return
        self.inbox.append(message)
        if "id" in message:
            result: Any = None
            if message["method"] == "workspace/configuration":
                result = [self.settings for _ in message["params"]["items"]]
            with contextlib.suppress(BrokenPipeError, ValueError):  # it is ending
                self.send({"id": message["id"], "result": result})

    def _read_log(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.log.append(line.decode(errors="replace").rstrip("\n"))


def edit(line: int, start: int, end: int, text: str, to_line: int | None = None) -> dict[str, Any]:
    """A change of columns [start, end) of a line (or up to a column of a later one)."""
    last = line if to_line is None else to_line
    return {
        "range": {"start": {"line": line, "character": start}, "end": {"line": last, "character": end}},
        "text": text,
    }


def written(diagnostics: list[dict[str, Any]]) -> str:
    """`line:column-line:column severity code message`, one per line; compilers without their versions."""
    lines = []
    for d in diagnostics:
        start, end = d["range"]["start"], d["range"]["end"]
        place = f"{start['line']}:{start['character']}-{end['line']}:{end['character']}"
        message = re.sub(r"\((\w+) [\d.]+\)$", r"(\1)", d["message"])
        lines.append(f"{place} {d['severity']} {d['code']} {message}")
    return "\n".join(lines)
