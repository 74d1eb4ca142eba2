"""Work on runs in processes of their own: the stages' own commands, one after the other, one job at a time.

A job and what its commands said are kept in the run (`jobs/`), so that a list of them outlives the server.  A command
that is stopped loses what is in flight at most, as in a terminal; the same job goes on from there.  Knows commands by
their arguments only.  Neighbour: `site`, which says what is to be done.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias
from uuid import uuid4

import msgspec

from codescore.foundation import shapes
from codescore.foundation.errors import CodescoreError, InputError
from codescore.foundation.files import write_text

FOLDER = "jobs"
State: TypeAlias = Literal["waiting", "running", "done", "failed", "stopped", "interrupted"]

_LOG = 20_000  # characters of a log that are shown
_PATIENCE = 10.0  # seconds for a command to end by itself
_MOST_WAITING = 100
_MOST_LISTED = 200


@dataclass(frozen=True, slots=True)
class Job:
    """Commands for a run, which of them it has come to, and what became of it; times are seconds since 1970.

    `said` is the last line of a command that failed.  `interrupted`: the server ended before it did.
    """

    id: str
    run: str
    kind: str
    commands: tuple[tuple[str, ...], ...]
    made: float
    state: State = "waiting"
    at: int = 0
    began: float | None = None
    ended: float | None = None
    code: int | None = None
    said: str = ""


@dataclass(slots=True, eq=False)
class _Place:
    """A job that this server knows, where it is kept, and its process while there is one."""

    job: Job
    folder: Path
    process: subprocess.Popen[bytes] | None = None
    stopped: bool = False


class Jobs:
    """The jobs of this server.  Methods may be called from several threads."""

    def __init__(self, command: Sequence[str] = (sys.executable, "-m", "codescore", "translate")) -> None:
        self.command = command
        self._known: dict[str, _Place] = {}
        self._waiting: queue.Queue[_Place | None] = queue.Queue()
        self._turn = threading.Lock()
        self._worker: threading.Thread | None = None
        self._closed = False

    def submit(self, run: str, folder: Path, kind: str, commands: Sequence[Sequence[str]]) -> Job:
        """Put a job in line; InputError where too many wait or the run has one already."""
        with self._turn:
            mine = [one for one in self._known.values() if one.job.state in ("waiting", "running")]
            if len(mine) >= _MOST_WAITING:
                raise InputError("too many jobs are waiting; stop some, or wait")
            if any(one.folder == folder for one in mine):
                raise InputError(f"the run {run} has a job already; wait for it, or stop it")
            job = Job(uuid4().hex[:12], run, kind, tuple(map(tuple, commands)), time.time())
            place = _Place(job, folder)
            self._keep(place, job)
            self._known[job.id] = place
            if self._worker is None:
                self._worker = threading.Thread(target=self._work, name="jobs", daemon=True)
                self._worker.start()
        self._waiting.put(place)
        return job

    def stop(self, id_: str) -> Job:
        """End a job, or take it out of the line; InputError where there is none that could be ended."""
        with self._turn:
            place = self._known.get(id_)
            if place is None or place.job.state not in ("waiting", "running"):
                raise InputError("this job is not running; load the page again")
            place.stopped = True
            if place.job.state == "waiting":
                self._keep(place, replace(place.job, state="stopped", ended=time.time()))
            process = place.process
        if process is not None:
            _end(process)
        return place.job

    def listed(self, name: str, folder: Path) -> list[Job]:
        """The jobs of a run, newest first; those of another server that never ended are interrupted."""
        found = {}
        for path in sorted((folder / FOLDER).glob("*.json"))[:_MOST_LISTED]:
            with suppress(OSError, msgspec.MsgspecError, UnicodeDecodeError):
                job = shapes.from_json(path.read_bytes(), Job)
                over = job.state not in ("waiting", "running")
                found[job.id] = replace(job, run=name, state=job.state if over else "interrupted")
        with self._turn:
            found |= {id_: one.job for id_, one in self._known.items() if one.folder == folder}
        return sorted(found.values(), key=lambda job: -job.made)

    def log(self, folder: Path, id_: str) -> str:
        """The end of what a job's commands said; InputError for no id."""
        if not (id_.isalnum() and id_.isascii() and len(id_) <= 32):
            raise InputError("that is no job; load the page again")
        try:
            with (folder / FOLDER / f"{id_}.log").open("rb") as stream:
                stream.seek(max(0, stream.seek(0, os.SEEK_END) - _LOG))
                return stream.read(_LOG).decode("utf-8", "replace")
        except OSError:
            return ""

    def close(self) -> None:
        """End what runs and what waits."""
        with self._turn:
            self._closed = True
            running = [one for one in self._known.values() if one.job.state in ("waiting", "running")]
        for one in running:
            with suppress(InputError):
                self.stop(one.job.id)
        self._waiting.put(None)
        if self._worker is not None:
            self._worker.join()

    def _work(self) -> None:
        while (place := self._waiting.get()) is not None:
            if place.stopped:
                continue
            try:
                self._run(place)
            except (OSError, CodescoreError) as error:
                with suppress(OSError, CodescoreError):
                    self._keep(place, replace(place.job, state="failed", ended=time.time(), said=str(error)))

    def _run(self, place: _Place) -> None:
        self._keep(place, replace(place.job, state="running", began=time.time()))
        log = place.folder / FOLDER / f"{place.job.id}.log"
        code = 0
        for at, command in enumerate(place.job.commands):
            self._keep(place, replace(place.job, at=at))
            with log.open("ab") as out:
                out.write(f"$ codescore translate {' '.join(command)}\n".encode("utf-8", "replace"))
                out.flush()
                code = self._ended(place, command, out.fileno())
            if code or place.stopped:
                break
        state: State = "stopped" if place.stopped else "failed" if code else "done"
        said = _last_line(log) if state == "failed" else ""
        self._keep(place, replace(place.job, state=state, ended=time.time(), code=code, said=said))

    def _ended(self, place: _Place, command: Sequence[str], out: int) -> int:
        """The exit status of a command that was started here, unless the job was stopped before."""
        with self._turn:
            if place.stopped or self._closed:
                place.stopped = True
                return 1
            place.process = subprocess.Popen(
                [*self.command, *command], stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True
            )
        try:
            return place.process.wait()
        finally:
            place.process = None

    def _keep(self, place: _Place, job: Job) -> None:
        """The job as it is now, in memory and on disk."""
        write_text(place.folder / FOLDER / f"{job.id}.json", msgspec.json.encode(job).decode())
        place.job = job


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask a command to end as Ctrl-C does, then make it and all that it started end."""
    with suppress(ProcessLookupError):
        process.send_signal(signal.SIGINT)
    with suppress(subprocess.TimeoutExpired):
        process.wait(_PATIENCE)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _last_line(log: Path) -> str:
    with log.open("rb") as stream:
        stream.seek(max(0, stream.seek(0, os.SEEK_END) - _LOG))
        lines = stream.read().decode("utf-8", "replace").splitlines()
    return next((line.strip()[:500] for line in reversed(lines) if line.strip()), "")
