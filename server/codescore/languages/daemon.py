"""A compiler's warm process: found, started when first needed, restarted when it dies, ended with us.

The program is a source file in a language's folder, which its runtime runs; it answers one text at a time over its
pipes: a big-endian 32-bit length and that many bytes each way, UTF-8 text in, ASCII JSON out, a first reply that says
hello with the `feature` release.  It ends when its standard input does, so it never outlives this process, however
that dies.  Knows processes and frames; what the answers mean is the business of a language's `check`.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import struct
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import blake2b
from importlib.resources import as_file
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_START_SECONDS = 30.0
_MAX_REPLY = 1 << 26
_REMEMBERED = 64


@dataclass(frozen=True, slots=True)
class Tool:
    """A runtime and the program that it runs, as messages call them: `name` judges what is written in `language`.

    `foreign` are variables of a user's environment that could change its verdicts; `absent` is said where no runtime
    can be found.
    """

    name: str
    language: str
    program: Traversable
    options: tuple[str, ...]
    foreign: tuple[str, ...]
    absent: str


class Lost(Exception):
    """The daemon is gone; `late` says that we ended it because it took too long."""

    def __init__(self, *, late: bool = False) -> None:
        super().__init__("the compiler took too long" if late else "the compiler ended")
        self.late = late


class Process:
    """One daemon process, running once it was greeted.  One request at a time; the caller holds a lock."""

    def __init__(self, runtime: str, tool: Tool) -> None:
        """Start the program.  Raises `Lost` where that is impossible."""
        self._folder = ""
        try:
            self._folder = tempfile.mkdtemp(prefix=f"codescore-{tool.name}-")
            with ExitStack() as stack:
                source = stack.enter_context(as_file(tool.program))
                self._process = subprocess.Popen(
                    [runtime, *tool.options, str(source)],
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                    cwd=self._folder, env=_environment(tool),
                    start_new_session=True,  # Ctrl-C in the terminal is for us, not for it
                )  # fmt: skip
                self._source = stack.pop_all()  # it is read while the process starts
        except OSError as error:
            self._remove_folder()
            raise Lost from error
        self.pid = self._process.pid

    def greet(self) -> int:
        """Wait until it is ready; its feature release.  Raises `Lost` where it is not what we look for."""
        try:
            with self._source:
                hello = self._within(_START_SECONDS, self._read)
            # It has seen where it is; gone now, the folder cannot be left behind when we are killed.
            self._remove_folder()
            return int(hello["feature"])
        except (KeyError, TypeError, ValueError) as error:
            raise Lost from error

    def ask(self, text: str, seconds: float) -> dict[str, Any]:
        """The reply to one text.  Raises `Lost`."""
        data = text.encode("utf-8")

        def exchange() -> dict[str, Any]:
            assert self._process.stdin is not None
            self._process.stdin.write(struct.pack(">i", len(data)) + data)
            self._process.stdin.flush()
            return self._read()

        return self._within(seconds, exchange)

    def close(self) -> None:
        """End the process and remove its folder; safe to repeat and to call from another thread."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            # Another thread may be at the pipe; it sees the end of it.
            with contextlib.suppress(OSError, ValueError):
                if pipe is not None:
                    pipe.close()
        self._remove_folder()

    def _remove_folder(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def _within(self, seconds: float, work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        late = threading.Event()

        def end() -> None:
            late.set()
            self._process.kill()

        watchdog = threading.Timer(seconds, end)
        watchdog.daemon = True
        watchdog.start()
        try:
            return work()
        except (OSError, ValueError, EOFError) as error:
            raise Lost(late=late.is_set()) from error
        finally:
            watchdog.cancel()

    def _read(self) -> dict[str, Any]:
        (length,) = struct.unpack(">i", self._exactly(4))
        if not 0 <= length <= _MAX_REPLY:
            raise ValueError(length)
        reply: dict[str, Any] = json.loads(self._exactly(length))
        return reply

    def _exactly(self, size: int) -> bytes:
        assert self._process.stdout is not None
        data = self._process.stdout.read(size)
        if len(data) < size:
            raise EOFError
        return data


class Daemon:
    """A compiler that is there when asked: thread-safe, lazily started, restarted with back-off.

    Without `pauses` it is restarted at once: one text that ends it must not speak for the next.
    """

    def __init__(
        self,
        tool: Tool,
        commands: Callable[[], Iterator[str] | Sequence[str]],
        *,
        seconds: float = 10.0,
        pauses: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tool = tool
        self._commands = commands
        self._seconds = seconds
        self._pauses = pauses
        self._clock = clock
        self._lock = threading.Lock()
        self._process: Process | None = None
        self._runtime: str | None = None
        self._feature: int | None = None
        self._absent = False
        self._closing = 0
        self._failures = 0
        self._not_before = 0.0
        self._poison: dict[bytes, None] = {}
        self._notices: dict[str, None] = {}

    @property
    def feature(self) -> int | None:
        """The runtime's feature release (17), or None before the first start."""
        return self._feature

    @property
    def runtime(self) -> str | None:
        """The runtime that runs, or ran last; None before the first start."""
        return self._runtime

    @property
    def pid(self) -> int | None:
        """The running process, for whoever reports memory."""
        process = self._process
        return process.pid if process else None

    def notices(self) -> tuple[str, ...]:
        """What went wrong so far, each thing once."""
        return tuple(self._notices)

    def ask(self, text: str) -> dict[str, Any] | None:
        """The reply to one text; None without a runtime, in a back-off, or where there was no answer."""
        digest = blake2b(text.encode("utf-8"), digest_size=16).digest()
        closing = self._closing
        with self._lock:
            if digest in self._poison:
                return None
            for _attempt in range(2):
                if self._closing != closing or not self._running():
                    return None
                try:
                    return self._answered(text)
                except Lost as lost:
                    self._discard()
                    if self._closing != closing:
                        return None
                    if lost.late:
                        slow = f"{self._tool.name} took over {self._seconds:g} s on a source"
                        self._say(f"{slow}: tree-sitter judged it instead")
                        break
            self._failed(digest)
            return None

    def close(self) -> None:
        """End the process, also in the middle of a request; a later `ask` starts a new one."""
        self._closing += 1
        process = self._process
        if process is not None:
            process.close()
        with self._lock:
            self._discard()
            self._absent = False

    def _answered(self, text: str) -> dict[str, Any]:
        assert self._process is not None
        reply = self._process.ask(text, self._seconds)
        self._failures = 0
        return reply

    def _running(self) -> bool:
        if self._process is not None:
            return True
        if self._absent or self._clock() < self._not_before:
            return False
        closing = self._closing
        for runtime in (self._runtime,) if self._runtime else tuple(self._commands()):
            if self._start(runtime):
                return True
            if self._closing != closing:
                return False
        if self._runtime is None:
            self._absent = True
            self._say(self._tool.absent)
        else:
            self._back_off()
        return False

    def _start(self, runtime: str) -> bool:
        try:
            self._process = Process(runtime, self._tool)
            self._feature = self._process.greet()
        except Lost:
            self._discard()
            return False
        self._runtime = runtime
        return True

    def _discard(self) -> None:
        if self._process is not None:
            self._process.close()
            self._process = None

    def _failed(self, digest: bytes) -> None:
        """Two processes died of this text, or one was too slow: never try it again, and slow down."""
        self._poison[digest] = None
        while len(self._poison) > _REMEMBERED:
            del self._poison[next(iter(self._poison))]
        self._back_off()

    def _back_off(self) -> None:
        self._failures += 1
        if self._failures > 1 and self._pauses:
            pause = min(2.0 ** (self._failures - 2), 60.0)
            self._not_before = self._clock() + pause
            tool = self._tool
            self._say(
                f"the {tool.name} process keeps ending: tree-sitter judges {tool.language} until it is tried again, "
                "within 60 s"
            )

    def _say(self, notice: str) -> None:
        self._notices[notice] = None


def _environment(tool: Tool) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in tool.foreign}
