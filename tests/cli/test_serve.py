"""`codescore serve`: the way to the language server; what it serves is tested with the server."""

from __future__ import annotations

import json
import socket
import subprocess
from collections.abc import Callable
from typing import Any

from .conftest import Run

INITIALIZE = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": None, "capabilities": {}}}


def frame(message: dict[str, Any]) -> bytes:
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def test_serve_speaks_over_stdio_and_ends_with_its_input(program: Callable[..., subprocess.Popen[bytes]]) -> None:
    """`codescore serve` answers `initialize` on stdout, and exits when stdin ends."""
    process = program("serve", stdin=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(frame(INITIALIZE))
    process.stdin.flush()
    header = process.stdout.readline()
    assert header.startswith(b"Content-Length: ")
    while process.stdout.readline().strip():
        pass
    answer = json.loads(process.stdout.read(int(header.split(b":")[1])))
    assert answer["result"]["serverInfo"]["name"].startswith("codescore")
    process.stdin.close()
    assert process.wait(timeout=30) is not None
    process.stdout.close()
    assert process.stderr is not None
    process.stderr.close()


def test_serve_connects_to_a_client_that_listens(program: Callable[..., subprocess.Popen[bytes]]) -> None:
    """`--connect HOST:PORT` speaks to the editor that waits there, and ends when it hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as editor:
        editor.settimeout(30)
        process = program("serve", "--connect", f"127.0.0.1:{editor.getsockname()[1]}", stdin=subprocess.DEVNULL)
        line, _ = editor.accept()
    with line, line.makefile("rb") as stream:
        line.settimeout(30)
        line.sendall(frame(INITIALIZE))
        header = stream.readline()
        assert header.startswith(b"Content-Length: ")
        while stream.readline().strip():
            pass
        answer = json.loads(stream.read(int(header.split(b":")[1])))
        assert answer["result"]["serverInfo"]["name"].startswith("codescore")
    process.communicate(timeout=30)
    assert process.returncode is not None


def test_a_port_that_is_taken_is_an_environment_problem(cli: Run) -> None:
    """A port in use is one line that names it, and exit code 3."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        answer = cli("serve", "--tcp", f"127.0.0.1:{port}")
    assert answer.code == 3
    assert f"cannot listen on 127.0.0.1:{port}" in answer.error


def test_nobody_to_connect_to_is_an_environment_problem(cli: Run) -> None:
    """A client that does not listen is one line that names it, and exit code 3."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
    answer = cli("serve", "--connect", f"127.0.0.1:{port}")
    assert answer.code == 3
    assert f"cannot connect to 127.0.0.1:{port}" in answer.error
