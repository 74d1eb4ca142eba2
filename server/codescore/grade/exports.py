"""Who handed a file in, from the names that learning platforms give to what they export, and from `info.csv`.

Moodle: folders or files `Name_123456_assignsubmission_file_…`; Canvas: files `doejane_LATE_123_456_file-1.py`; Artemis:
folders or archives `course-exercise-25-login`; Dodona, and Dolos after it: an `info.csv` with the columns `filename`,
`full_name`, `id` and others.  Knows names only.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass

from codescore.grade.model import Person

INFO = "info.csv"

_MOODLE = re.compile(r"(?P<name>.+?)_(?P<id>\d{1,12})_assignsubmission_(?:file|onlinetext)_?(?P<rest>.*)", re.DOTALL)
_CANVAS = re.compile(
    r"(?P<name>[^\W\d_][^_\n]*)_(?:LATE_|late_)?(?P<id>\d{1,18})_(?P<submission>\d{4,18})_(?P<rest>.+)", re.DOTALL
)
_ARTEMIS = re.compile(r"(?P<exercise>[^-]+-.+?)-(?P<participation>\d{1,12})-(?P<name>[A-Za-z][\w.+-]*?)(?:\.git)?")
_ATTEMPT = re.compile(r"-\d{1,3}(?=\.[A-Za-z0-9]+\Z)")
_NAME_COLUMNS = ("full_name", "name", "fullname", "student", "author")
_ID_COLUMNS = ("id", "student_id", "user_id", "email", "username", "login")
_MOST_ROWS = 100_000
_MOST_CELL = 500


@dataclass(frozen=True, slots=True)
class Exported:
    """What a platform's name says: whose it is, what the file was called, and a key that a person's files share."""

    person: Person
    file: str
    key: str


def recognised(name: str) -> Exported | None:
    """What the name of a file or folder says, None where no platform made it."""
    if found := _MOODLE.fullmatch(name):
        return Exported(_person(found), found["rest"] or name, f"moodle {found['name']} {found['id']}")
    if found := _CANVAS.fullmatch(name):
        return Exported(_person(found), _ATTEMPT.sub("", found["rest"]), f"canvas {found['name']} {found['id']}")
    if "." not in name.rpartition("-")[2] and (found := _ARTEMIS.fullmatch(name)):
        person = Person(found["name"], found["name"], (("participation", found["participation"]),))
        return Exported(person, name, f"artemis {name}")
    return None


def read_info(data: bytes) -> dict[str, Person]:
    """People by the file names of an `info.csv`; what is no such table says nothing."""
    text = data.decode("utf-8-sig", errors="replace")
    try:
        dialect: type[csv.Dialect] = csv.Sniffer().sniff(text[:4096], delimiters=",;\t")
    except csv.Error:
        dialect = csv.excel
    people: dict[str, Person] = {}
    try:
        for number, row in enumerate(csv.DictReader(text.splitlines(), dialect=dialect)):
            if number >= _MOST_ROWS:
                break
            cells = {(k or "").strip().lower(): (v or "") for k, v in row.items() if isinstance(v, str)}
            if cells.get("filename"):
                people[cells["filename"].strip().replace("\\", "/").removeprefix("./")] = _from_row(cells)
    except csv.Error:
        return people
    return people


def described(people: Mapping[str, Person], path: str) -> Person | None:
    """Who a path belongs to: the row of the path itself, of a folder around it, or of its last part."""
    pieces = path.split("/")
    around = ["/".join(pieces[:k]) for k in range(len(pieces), 0, -1)]
    return next((people[name] for name in (*around, pieces[-1]) if name in people), None)


def _from_row(cells: Mapping[str, str]) -> Person:
    name = next((cells[c] for c in _NAME_COLUMNS if cells.get(c)), "")
    identity = next((cells[c] for c in _ID_COLUMNS if cells.get(c)), "")
    rest = tuple(
        (column, cells[column][:_MOST_CELL])
        for column in sorted(cells)
        if column and cells[column] and column not in (*_NAME_COLUMNS, "filename")
    )
    return Person(name[:_MOST_CELL], identity[:_MOST_CELL], rest)


def _person(found: re.Match[str]) -> Person:
    return Person(found["name"].strip(), found["id"])
