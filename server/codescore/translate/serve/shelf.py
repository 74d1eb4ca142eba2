"""The runs that are served: run folders, and folders of run folders, looked up anew whenever asked.

Knows names and places, nothing of what is in a run.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from codescore.foundation.errors import InputError
from codescore.translate.store import FILE, Run

#: What a run may be called that is made here: no path, nothing hidden.
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


@dataclass(frozen=True, slots=True)
class Shelf:
    """Folders as they were given; each is a run or holds runs."""

    folders: tuple[Path, ...]

    @property
    def room(self) -> Path | None:
        """Where a new run may be made: the first folder that is no run itself."""
        return next((one for one in self.folders if not (one / FILE).exists()), None)

    def runs(self) -> dict[str, Path]:
        """Folders of runs by the names they are shown by, in order."""
        found: dict[str, Path] = {}
        for folder in self.folders:
            if (folder / FILE).is_file():
                inside = [folder]
            else:
                inside = sorted(one for one in _folders(folder) if (one / FILE).is_file())
            for one in inside:
                name = one.resolve().name
                found[name if name not in found else f"{one.resolve().parent.name}/{name}"] = one
        return found

    def folder(self, name: str) -> Path:
        """The folder of a run; InputError where there is none of that name."""
        found = self.runs().get(name)
        if found is None:
            raise InputError(f"there is no run {name!r}; load the page again")
        return found

    def open(self, name: str) -> Run:
        """A run, to read."""
        return Run.open(self.folder(name))

    def place(self, name: str) -> Path:
        """Where a new run of that name would be; InputError where it cannot be."""
        if self.room is None:
            raise InputError("no folder of runs is served, only runs; start with a folder that may hold new ones")
        if not NAME.fullmatch(name):
            raise InputError("a run's name has letters, digits, `.`, `_` and `-`, at most 64, and begins with no sign")
        if (self.room / name).exists():
            raise InputError(f"there is something called {name} already; choose another name")
        return self.room / name


def shelf(folders: Sequence[Path]) -> Shelf:
    """A shelf of folders; InputError for what is no folder."""
    for folder in folders:
        if not folder.is_dir():
            raise InputError(f"{folder} is no folder; name run folders, or a folder that holds some")
    return Shelf(tuple(folder.resolve() for folder in folders))


def _folders(folder: Path) -> list[Path]:
    return [one for one in folder.iterdir() if one.is_dir() and not one.name.startswith(".")]
