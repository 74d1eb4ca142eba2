"""Bytes in, messages out: framing, the thread that reads, and the life of the process.

A thread of its own reads whole messages and hands each to the event loop, so that neither a busy worker nor a client
that writes much can stall the other side.  Standard output belongs to the protocol alone: whatever else prints goes
to standard error.  Knows nothing of what a message says.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Protocol

MAX_MESSAGE_BYTES = 256 << 20
_MAX_HEADER_BYTES = 8 << 10
_CHUNK = 1 << 16
_PARENT_CHECK_SECONDS = 3.0

log = logging.getLogger(__name__)

Read = Callable[[int], bytes]  # up to n bytes; b"" at the end


class Peer(Protocol):
    """Who handles messages: on the event loop, one at a time."""

    exit_code: int | None
    parent: int | None

    def receive(self, body: bytes) -> None:
        """Handle the body of one message."""

    def close(self) -> None:
        """Let go of everything; nothing is received or sent afterwards."""


class Writer:
    """Writes whole messages; a client that went away is no error, its end of file follows."""

    def __init__(self, write: Callable[[memoryview], int]) -> None:
        self._write = write
        self._lock = threading.Lock()

    def write(self, data: bytes) -> None:
        rest = memoryview(data)
        with self._lock, contextlib.suppress(OSError):
            while rest:
                rest = rest[self._write(rest) :]

    def close(self) -> None:
        """Nothing to do: whoever opened the stream closes it."""


def frames(read: Read) -> Iterator[bytes]:
    """The bodies of the messages in a stream, until it ends; what is no message is skipped."""
    buffer = bytearray()
    while True:
        end = buffer.find(b"\r\n\r\n")
        if end < 0:
            if len(buffer) > _MAX_HEADER_BYTES:
                log.warning("skipped %d bytes that are no message header", len(buffer) - 3)
                del buffer[:-3]
            chunk = read(_CHUNK)
            if not chunk:
                return
            buffer += chunk
            continue
        length = _content_length(bytes(buffer[:end]))
        del buffer[: end + 4]
        if length is None:
            continue
        while len(buffer) < length:
            chunk = read(max(_CHUNK, length - len(buffer)))
            if not chunk:
                return
            buffer += chunk
        yield bytes(buffer[:length])
        del buffer[:length]


def _content_length(header: bytes) -> int | None:
    """The length that a header names, None where it names none that makes sense."""
    for line in header.split(b"\r\n"):
        name, _, value = line.rpartition(b":")
        # Bytes that are no header may stand before one: only the end of the name counts.
        if name.strip().lower().endswith(b"content-length") and value.strip().isdigit():
            length = int(value)
            if length <= MAX_MESSAGE_BYTES:
                return length
            log.error("a message of %d bytes is beyond the limit of %d", length, MAX_MESSAGE_BYTES)
    log.warning("skipped a header without a usable Content-Length: %r", header[:100])
    return None


async def serve(peer: Peer, read: Read) -> int:
    """Handle messages until the stream ends, the peer says exit, or its parent is gone; returns the exit code."""
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()

    def handle(body: bytes) -> None:
        if ended.is_set():
            return
        peer.receive(body)
        if peer.exit_code is not None:
            ended.set()

    def post(step: Callable[..., object], *arguments: object) -> None:
        # A peer may still write when a signal has ended the server: the loop is closed then.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(step, *arguments)

    def pump() -> None:
        try:
            for body in frames(read):
                post(handle, body)
        except OSError as error:
            log.info("the connection broke: %s", error)
        finally:
            post(ended.set)

    threading.Thread(target=pump, name="reader", daemon=True).start()
    with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
        loop.add_signal_handler(signal.SIGTERM, ended.set)
    watch = asyncio.create_task(_watch_parent(peer, ended))
    try:
        await ended.wait()
    finally:
        watch.cancel()
        peer.close()
    return 1 if peer.exit_code is None else peer.exit_code


async def _watch_parent(peer: Peer, ended: asyncio.Event) -> None:
    """Set `ended` when the process that the client named as parent is gone."""
    while not ended.is_set():
        await asyncio.sleep(_PARENT_CHECK_SECONDS)
        if peer.parent is not None and not _alive(peer.parent):
            log.warning("the parent process %d is gone", peer.parent)
            ended.set()


def _alive(pid: int) -> bool:
    if os.name != "posix" or pid <= 0:
        return True  # elsewhere the end of standard input has to tell
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def claim_stdio() -> tuple[Read, Writer]:
    """Standard input and output for the protocol alone; prints go to standard error, children read nothing."""
    sys.stdout.flush()
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return (lambda n: os.read(source, n)), Writer(lambda data: os.write(sink, data))


def accept_one(host: str, port: int, announce: Callable[[str, int], None]) -> tuple[Read, Writer]:
    """Listen, say where, and take the first client."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family) as listener:
        announce(*listener.getsockname()[:2])
        client, _ = listener.accept()
    return over_socket(client)


def over_socket(client: socket.socket) -> tuple[Read, Writer]:
    """The two directions of a connected socket."""
    with contextlib.suppress(OSError):
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return client.recv, Writer(client.send)
