"""g++ or gcc behind a wall: one text in over its standard input, its errors out; nothing is linked, nothing is run.

A hostile text can make a compiler read files and burn time: it sees the system's own files alone, no device and no
network, and has limits on memory and time (`foundation.wall`).  All headers of the standard library at once cost it a
second a text; asked for them again, it makes them ready in a private folder, and they cost a tenth.  Knows not which
errors count (`checker.py`).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from codescore.foundation.errors import EnvironmentProblem
from codescore.foundation.wall import confined

NO_COMPILER = "no g++ found: C++ is judged by tree-sitter only; install it (e.g. Debian package g++)"
_NO_WALL = "{} is judged by tree-sitter only: its compiler is only run behind a wall, and there is none ({})"
_SLOW = "{} took over {} s on a source: tree-sitter judged it instead"
_OPTIONS = ("-fsyntax-only", "-fdiagnostics-format=json")  # with a limit on errors it would tell none of them
_MOST_ERRORS = 20
#: Who says too much is ended: a small text can be made to give hundreds of megabytes of warnings.
_SHORTLY = '{ { "$@" 2>&1 >&3; echo $? >code; } | head -c 8000000 >&2; } 3>&1; exit "$(cat code)"'
_KINDS = ("error", "fatal error", "sorry, unimplemented")
_MEMORY = 3 << 30
_SECONDS, _BY_CLOCK = 10, 6  # of CPU, and times as many by the clock: other programs may have the machine
_INSIDE = "/codescore"
#: Headers that a text may be given: all of the standard library, and its names without `std::`.
ALL, NAMES = "all.h", "names.h"
_READY_AFTER = 2  # texts with all headers; making them ready takes as long as three


@dataclass(frozen=True, slots=True)
class Dialect:
    """A language of this compiler: the program, what `-x` and what messages call the language, its headers."""

    program: str
    kind: str
    language: str
    options: tuple[str, ...]
    headers: Mapping[str, str]
    absent: str


CPP = Dialect(
    program="g++",
    kind="c++",
    language="C++",
    options=("-std=c++20", "-w", "-ftemplate-depth=256"),
    headers={ALL: "#include <bits/stdc++.h>\n", NAMES: "using namespace std;\n"},
    absent=NO_COMPILER,
)


@dataclass(frozen=True, slots=True)
class Error:
    """One error: bytes [start, end) of the line (from 0) of the text; line -1 where it is in a header."""

    message: str
    line: int
    start: int
    end: int
    fatal: bool


class Compiler:
    """The compiler of a dialect, found and probed when it is first asked.  Thread-safe."""

    def __init__(self, path: str | None = None, *, seconds: int = _SECONDS, dialect: Dialect = CPP) -> None:
        self.dialect = dialect
        self._lock = threading.Lock()
        self._given = path
        self._seconds = seconds  # of CPU
        self.path: str | None = None
        self.release = ""
        self._folder: Path | None = None
        self._asked = 0
        self._probed = False
        self._ready = False
        self.notices: dict[str, None] = {}

    def errors(self, text: str, headers: tuple[str, ...] = ()) -> list[Error] | None:
        """What keeps a text from compiling, behind these headers; None where the compiler cannot answer."""
        if not self._works():
            return None
        if ALL in headers:
            self._make_ready()
        assert self.path is not None
        options = (*self.dialect.options, *_OPTIONS)
        done = self._run([self.path, *options, *behind(headers), "-x", self.dialect.kind, "-"], text.encode())
        return None if done is None else said(done)

    def close(self) -> None:
        """Remove the folder; the next question makes another."""
        with self._lock:
            if self._folder is not None:
                self._remove(self._folder)
            self._folder, self._probed, self._ready, self._asked = None, False, False, 0

    def _works(self) -> bool:
        with self._lock:
            if self._probed:
                return self._folder is not None
            self._probed = True
            path = self._given or shutil.which(self.dialect.program, path="/usr/local/bin:/usr/bin:/bin")
            if path is None:
                self.notices[self.dialect.absent] = None
                return False
            self.path = path
            self._folder = self._new_folder()
            done = self._run([path, "-dumpversion"], b"")
            if done is None or done.returncode:
                words = done.stderr.decode("utf-8", "replace").strip() if done else "it did not answer"
                told = " ".join(words.split())[:200] or "it did not start"
                self.notices[_NO_WALL.format(self.dialect.language, told)] = None
                self._remove(self._folder)
                self._folder = None
                return False
            self.release = done.stdout.decode().strip().split(".")[0]
            return True

    def _run(self, command: list[str], text: bytes) -> subprocess.CompletedProcess[bytes] | None:
        """Run a program of the system behind the wall, with the folder of headers; None where it gave no answer."""
        try:
            command = ["/bin/sh", "-c", _SHORTLY, "sh", *command]
            command = confined(command, memory=_MEMORY, seconds=self._seconds, read_only=[(_INSIDE, str(self._folder))])
            patience = _BY_CLOCK * self._seconds
            return subprocess.run(command, input=text, capture_output=True, timeout=patience, check=False)
        except subprocess.TimeoutExpired:
            self.notices[_SLOW.format(self.dialect.program, _BY_CLOCK * self._seconds)] = None
        except (EnvironmentProblem, OSError) as problem:
            self.notices[_NO_WALL.format(self.dialect.language, problem)] = None
        return None

    def _new_folder(self) -> Path:
        """A folder with the headers."""
        return _folder(self.dialect)

    def _remove(self, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)

    def _make_ready(self) -> None:
        """Compile all headers once; they are our own text, so that no wall is needed.  Without room nothing is lost."""
        with self._lock:
            self._asked += 1
            if self._ready or self._asked <= _READY_AFTER or self._folder is None or self.path is None:
                return
            self._ready = True
            header = self._folder / ALL
            kind = f"{self.dialect.kind}-header"
            command = [self.path, *self.dialect.options, "-x", kind, str(header), "-o", f"{header}.part"]
            with suppress(OSError, subprocess.SubprocessError):
                subprocess.run(command, capture_output=True, timeout=60, check=True, env={"PATH": "/usr/bin:/bin"})
                Path(f"{header}.part").chmod(0o644)
                Path(f"{header}.part").rename(f"{header}.gch")


def _folder(dialect: Dialect) -> Path:
    """A folder with the headers that whoever the compiler runs as can read."""
    folder = Path(tempfile.mkdtemp(prefix=f"codescore-{dialect.program}-"))
    folder.chmod(0o755)
    for name, text in dialect.headers.items():
        (folder / name).write_text(text, encoding="utf-8")
        os.chmod(folder / name, 0o644)  # noqa: PTH101  (whatever the user's umask)
    return folder


def behind(headers: tuple[str, ...]) -> list[str]:
    """The options that put headers of the folder before a text."""
    return [part for name in headers for part in ("-include", f"{_INSIDE}/{name}")]


def said(done: subprocess.CompletedProcess[bytes]) -> list[Error] | None:
    """The errors of a compiler that was asked for them as JSON; None where it failed without any."""
    if done.returncode == 0:
        return []
    told = done.stderr.decode("utf-8", "replace").strip()
    return list(islice(_errors(told), _MOST_ERRORS)) or None


def _errors(told: str) -> Iterator[Error]:
    """The compiler's errors, in its order, also where they stand below a warning or the text breaks off."""
    reader = json.JSONDecoder(strict=False)  # it writes control characters of a text as they are
    at = told.find("{") if told.startswith("[") else -1
    while at >= 0:
        try:
            group, at = reader.raw_decode(told, at)
        except ValueError:
            return
        for one in (group, *group.get("children", ())):
            if one["kind"] in _KINDS:
                message = re.sub("[\u2018\u2019]", "`", one["message"])
                yield Error(message, *_place(one), one["kind"] == "fatal error")
        at = told.find("{", at)


def _place(one: dict[str, object]) -> tuple[int, int, int]:
    """Where an error is in the text: its own place, else that of the text which led a header there."""
    for told in (one, *one.get("children", ())):  # type: ignore[misc]  # as the format has it
        for location in told.get("locations", ()):
            caret, end = location["caret"], location.get("finish", location["caret"])
            if caret["file"] == "<stdin>":
                last = end["byte-column"] if end["line"] == caret["line"] else caret["byte-column"]
                return caret["line"] - 1, caret["byte-column"] - 1, max(last, caret["byte-column"])
    return -1, 0, 0
