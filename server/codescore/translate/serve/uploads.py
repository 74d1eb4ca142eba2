"""Files that a page sends: taken in a piece at a time, bounded, checked, and then put in their place as a whole or not.

Tasks make a new run, answers are laid into one for replaying.  Neighbours: `data`, `recorded` (what is checked).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from codescore.foundation.errors import InputError
from codescore.foundation.files import disk_errors
from codescore.translate.recorded import read_answers
from codescore.translate.serve.shelf import NAME, Shelf
from codescore.translate.store import Run

#: Bytes of a file as it is sent, and unpacked.
MOST, MOST_UNPACKED = 64 << 20, 512 << 20
ANSWERS = "answers"
_PIECE = 1 << 20
_SECONDS = 300.0  # to read tasks
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Held:
    """Recorded answers in a run: the file's name, and the models, directions and most samples in it."""

    name: str
    models: tuple[str, ...]
    directions: tuple[str, ...]
    samples: int
    answers: int


def new_run(shelf: Shelf, name: str, length: int, read: Callable[[int], bytes]) -> str:
    """A run of tasks that were sent; what the reader had to say of them.  InputError: nothing was made."""
    target = shelf.place(name)
    with _beside(target.parent) as folder:
        _take(folder / "tasks.jsonl", length, read)
        made = folder / "made"
        command = [sys.executable, "-m", "codescore", "translate", "data", "tasks.jsonl", "--out", str(made)]
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, timeout=_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            raise InputError(f"reading the tasks took longer than {_SECONDS:g} s; send fewer") from None
        said = (done.stderr if done.returncode else done.stdout).decode("utf-8", "replace").strip()
        if done.returncode or not made.is_dir():
            raise InputError(said.splitlines()[-1].removeprefix("codescore: error: ") if said else "these are no tasks")
        with disk_errors(target):
            made.rename(shelf.place(name))
    return said


def new_answers(run: Path, name: str, length: int, read: Callable[[int], bytes]) -> Held:
    """Recorded answers laid into a run.  InputError: nothing was laid there."""
    if not NAME.fullmatch(name):
        raise InputError("the name of answers has letters, digits, `.`, `_` and `-`, and begins with no sign")
    target = run / ANSWERS / f"{name}.jsonl"
    if target.exists():
        raise InputError(f"there are answers called {name} already; choose another name")
    with _beside(run) as folder:
        taken = folder / target.name
        _take(taken, length, read)
        with Run.open(run) as opened:
            known = {task.id for task in opened.tasks()}
        held = _held(taken)
        if not known & {answer.key.task for answer in read_answers(taken)}:
            raise InputError("none of these answers is to a task of this run; check which run they belong to")
        with disk_errors(target):
            target.parent.mkdir(exist_ok=True)
            taken.rename(target)
    return held


def held(run: Path) -> list[Held]:
    """The recorded answers that lie in a run."""
    return [_held(path) for path in sorted((run / ANSWERS).glob("*.jsonl"))]


def path_of(run: Path, name: str) -> Path:
    """The file of recorded answers of that name; InputError where there is none."""
    path = run / ANSWERS / f"{name}.jsonl"
    if not NAME.fullmatch(name) or not path.is_file():
        raise InputError(f"there are no answers {name!r} in this run; load the page again")
    return path


def _held(path: Path) -> Held:
    keys = [answer.key for answer in read_answers(path)]
    return Held(
        path.name.removesuffix(".jsonl"),
        tuple(dict.fromkeys(key.model for key in keys)),
        tuple(dict.fromkeys(key.direction for key in keys)),
        max(key.sample for key in keys) + 1,
        len(keys),
    )


def _take(path: Path, length: int, read: Callable[[int], bytes]) -> None:
    """Write what is sent, unpacked; InputError where it is too large, cut off or damaged."""
    left, written, unpack = length, 0, None
    with disk_errors(path), path.open("wb") as out:
        while left:
            data = read(min(_PIECE, left))
            if not data:
                raise InputError("the file was cut off on its way; send it again")
            if left == length and data.startswith(_GZIP):
                unpack = zlib.decompressobj(wbits=31)
            left -= len(data)
            written += _unpacked(out.write, unpack, data, MOST_UNPACKED - written) if unpack else out.write(data)
        if unpack is not None and not unpack.eof:
            raise InputError("the file is damaged: its packing ends too early")


def _unpacked(write: Callable[[bytes], int], unpack: zlib._Decompress, data: bytes, room: int) -> int:
    """How many bytes a piece gave."""
    written = 0
    try:
        while data and not unpack.eof:
            written += write(unpack.decompress(data, _PIECE))
            data = unpack.unconsumed_tail
            if written > room:
                raise InputError(f"the file is larger than {MOST_UNPACKED >> 20} MB unpacked; send less")
    except zlib.error:
        raise InputError("the file is damaged: it cannot be unpacked") from None
    return written


@contextmanager
def _beside(folder: Path) -> Iterator[Path]:
    """A hidden folder in a folder, gone at the end."""
    with disk_errors(folder):
        place = Path(tempfile.mkdtemp(prefix=".taking-", dir=folder))
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
