"""From a file of a stranger to events: bounded lines, the importer by name, and what became of every line.

A line that is too long is skipped without being held; NUL bytes, other encodings and nonsense are refused by the line.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from codescore.experiments.events import Event, check
from codescore.experiments.importers.continue_dev import ContinueDev
from codescore.experiments.importers.copilot import Copilot
from codescore.experiments.importers.importer import Importer, Outcome, Refused, Setting
from codescore.experiments.importers.mapped import Mapped
from codescore.experiments.importers.own import Own
from codescore.experiments.importers.tabby import Tabby
from codescore.foundation.errors import InputError

#: name -> (importer, what it reads)
FORMATS: dict[str, tuple[type[Importer], str]] = {
    "copilot": (Copilot, "OpenTelemetry file of Copilot Chat (JSON lines of its file exporter)"),
    "continue": (ContinueDev, "dev_data of Continue, schema 0.2.0 (JSON lines)"),
    "tabby": (Tabby, "events of a Tabby server (JSON lines)"),
    "mapped": (Mapped, "any CSV or JSON lines, with a mapping file"),
    "events": (Own, "events as `codescore experiment export` writes them (JSON lines)"),
}

MAX_LINE_BYTES = 4 << 20
_SHOWN = 20  # refused lines that are told one by one
_MARKS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


def importer_of(name: str, setting: Setting) -> Importer:
    """The importer of a format."""
    if name not in FORMATS:
        raise InputError(f"unknown format {name!r}; known are {', '.join(FORMATS)}")
    return FORMATS[name][0](setting)


def read(path: Path, importer: Importer, outcome: Outcome) -> Iterator[Event]:
    """The events of a file, line by line; what came of the lines is told in `outcome`."""
    for number, line in lines(path):
        try:
            if isinstance(line, str):
                raise InputError(line)  # noqa: TRY301  (one place that refuses)
            if not line.strip():
                continue
            if b"\0" in line:
                raise InputError(f"a NUL byte at column {line.index(0) + 1}: binary data or UTF-16")  # noqa: TRY301
            found = [check(event) for event in importer.events(number, line)]
        except InputError as error:
            outcome.refusals += 1
            if len(outcome.refused) < _SHOWN:
                outcome.refused.append(Refused(number, str(error)))
            continue
        outcome.events.update(event.kind for event in found)
        yield from found
    outcome.other.update(importer.other)


def lines(path: Path) -> Iterator[tuple[int, bytes | str]]:
    """(number, line without its end), or (number, why there is none) for a line that is too long.

    InputError where the file as a whole cannot be read.
    """
    try:
        with path.open("rb") as file:
            number = 0
            while piece := file.readline(MAX_LINE_BYTES + 1):
                number += 1
                if number == 1:
                    piece = _unmarked(path, piece)
                if len(piece) > MAX_LINE_BYTES and not piece.endswith(b"\n"):
                    while piece and not piece.endswith(b"\n"):
                        piece = file.readline(MAX_LINE_BYTES)
                    yield number, f"longer than {MAX_LINE_BYTES >> 20} MB"
                    continue
                yield number, piece.rstrip(b"\r\n")
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None


def _unmarked(path: Path, line: bytes) -> bytes:
    for mark, name in _MARKS.items():
        if line.startswith(mark):
            raise InputError(f"{path}:1 is {name}; save it as UTF-8")
    return line.removeprefix(b"\xef\xbb\xbf")
