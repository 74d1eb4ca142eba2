"""Neovim's API over the standard streams of `nvim --embed`: requests, and the notifications that it sends.

Not pynvim, because a waiting test must be able to give up (with the screen in its message) and to end what it started
without leaving an event loop behind.  Knows messages, nothing of what they mean.
"""

from __future__ import annotations

import queue
import subprocess
import threading
from collections.abc import Mapping, Sequence
from typing import Any

from tests.lsp.client import LIMIT

_REQUEST, _RESPONSE, _NOTIFICATION = 0, 1, 2


class Ended(Exception):
    """Neovim ended, or did not say anything in time."""


class Peer:
    """One `nvim --embed`."""

    def __init__(self, argv: Sequence[str], environment: Mapping[str, str]) -> None:
        import msgpack  # tests are skipped where it is missing

        self._pack, self._unpacker = (
            msgpack.packb,
            msgpack.Unpacker(strict_map_key=False, ext_hook=lambda _, data: msgpack.unpackb(data)),
        )
        self.process = subprocess.Popen(
            argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=dict(environment)
        )
        self._messages: queue.Queue[list[Any] | None] = queue.Queue()
        self._waiting: list[tuple[str, list[Any]]] = []
        self._next = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def call(self, method: str, *arguments: Any) -> Any:
        """The answer of an API function; notifications that come before it are kept for `notification`."""
        self._next += 1
        assert self.process.stdin is not None
        self.process.stdin.write(self._pack([_REQUEST, self._next, method, arguments]))
        self.process.stdin.flush()
        while True:
            kind, *rest = self._take()
            if kind == _NOTIFICATION:
                self._waiting.append((rest[0], rest[1]))
            elif kind == _RESPONSE and rest[0] == self._next:
                if rest[1] is not None:
                    raise RuntimeError(f"{method}: {rest[1]}")
                return rest[2]

    def notification(self) -> tuple[str, list[Any]]:
        """The next notification; waits for one."""
        if self._waiting:
            return self._waiting.pop(0)
        kind, *rest = self._take()
        assert kind == _NOTIFICATION, f"an answer that nobody asked for: {rest}"
        return rest[0], rest[1]

    def close(self) -> None:
        """End it, whatever state it is in."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(LIMIT)
        self._reader.join(LIMIT)
        self.process.stdin.close()
        self.process.stdout.close()

    def _take(self) -> list[Any]:
        try:
            message = self._messages.get(timeout=LIMIT)
        except queue.Empty:
            raise Ended(f"Neovim said nothing for {LIMIT:g} s") from None
        if message is None:
            raise Ended("Neovim ended")
        return message

    def _read(self) -> None:
        assert self.process.stdout is not None
        while data := self.process.stdout.read1(1 << 16):  # type: ignore[attr-defined]
            self._unpacker.feed(data)
            for message in self._unpacker:
                self._messages.put(message)
        self._messages.put(None)
