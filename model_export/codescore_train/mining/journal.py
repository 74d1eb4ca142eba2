"""What was run, one JSON line a step, so that a killed run goes on without losing or doubling anything.

The first line says of what the journal is: another corpus, other settings or another version are refused.  A last line
that was not finished is cut off.  One process at a time.  Knows nothing of functions.
"""

from __future__ import annotations

import fcntl
import json
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from codescore.foundation.errors import InputError
from codescore.foundation.files import disk_errors


class Journal:
    """`with Journal(path, about) as journal`: `known(stage)` are the records of a stage by key, `add` makes one."""

    def __init__(self, path: Path, about: dict[str, Any]) -> None:
        self._path, self._about = path, about
        self._stages: dict[str, dict[str, Any]] = {}
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Journal:
        with disk_errors(self._path):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("a+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._read(self._file)
        except BlockingIOError:
            self._file.close()
            raise InputError(f"{self._path} is in use by another run; wait for it or give another --out") from None
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()

    def known(self, stage: str) -> dict[str, Any]:
        """What is recorded of a stage, by key."""
        return self._stages.setdefault(stage, {})

    def add(self, stage: str, key: str, record: Any) -> None:  # noqa: ANN401  any document
        """Record one step; it is there also if the process is killed right after."""
        self.known(stage)[key] = record
        self._write([stage, key, record])

    def _write(self, line: object) -> None:
        assert self._file is not None
        with disk_errors(self._path):
            self._file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
            self._file.flush()

    def _read(self, file: IO[bytes]) -> None:
        file.seek(0)
        data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            file.truncate(len(whole))
        lines = whole.splitlines()
        if not lines:
            self._write(self._about)
            return
        try:
            about, records = json.loads(lines[0]), [json.loads(line) for line in lines[1:]]
            for stage, key, record in records:
                self.known(stage)[key] = record
        except (ValueError, TypeError) as error:
            raise InputError(f"{self._path} is damaged ({error}); remove it, or give another --out") from None
        if about != self._about:
            raise InputError(f"{self._path} is of another corpus or other settings; give another --out")
