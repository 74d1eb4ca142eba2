"""What a submission of several files, and a reference in a folder of several, may import when it is run.

Files that were handed in are texts: a language that takes neighbours as texts gets them so, for others they are written
into a folder of their own, which is gone when the program was run.  The contract of both is in
`codescore.evidence.libraries`; neighbour: `grade.running` (asks).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from codescore.evidence.libraries import STDIN, of_program
from codescore.grade.model import Part
from codescore.languages import Language
from codescore.languages.execution import Libraries

#: The name and the text of a file.
File = tuple[str, str]
_PLAIN = re.compile(r"\w[\w.-]{0,99}")
_OWN = "submission_as_a_whole"  # what a program of several files is called: no module that one of them imports


def files_of(parts: Sequence[Part]) -> tuple[File, ...]:
    """The files of a submission that has several; () of one that is a single file."""
    named = ((part.path.rpartition("/")[2], part.data.decode("utf-8", errors="replace")) for part in parts)
    return tuple((name, text) for name, text in named if _PLAIN.fullmatch(name)) if len(parts) > 1 else ()


@contextmanager
def beside(given: Libraries, language: Language, code: str, files: Sequence[File]) -> Iterator[Libraries]:
    """What a submission's code may import: what was `given`, and the files that were handed in with it."""
    if not files:
        yield given
        return
    with TemporaryDirectory(prefix="codescore-submission-", ignore_cleanup_errors=True) as folder:
        place = Path(folder)
        place.chmod(0o755)  # who runs a program is another user
        for name, text in files:
            (place / name).write_text(text, "utf-8", errors="replace")
            (place / name).chmod(0o644)
        ending = next((Path(name).suffix for name, _ in files), "")
        yield of_program(given, language, str(place / f"{_OWN}{ending}"), code, STDIN)


def of_reference(given: Libraries, language: Language, place: str, code: str) -> Libraries:
    """What a reference may import: what was `given`, and what lies beside it."""
    return of_program(given, language, place, code, STDIN) if place else given
