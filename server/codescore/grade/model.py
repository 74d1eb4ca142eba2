"""What is read before anything is graded: files, submissions, and what could not be read and why.  Values only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """A file on disk or in an archive; `path` has forward slashes and counts from what was given.

    `load` gives its bytes, or one more than `codescore.grade.limits.MOST_BYTES` where there are more.  It raises
    Unreadable.
    """

    path: str
    load: Callable[[], bytes]

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("/")[2]


class Unreadable(Exception):
    """Why a file of a student's cannot be read; never leaves the stage."""


@dataclass(frozen=True, slots=True)
class NotGraded:
    """Something that was handed in and could not be graded; `reason` is for the teacher."""

    label: str
    reason: str
    person: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Who handed something in, as far as names and metadata tell; `id` is the learning platform's."""

    name: str
    id: str = ""
    details: tuple[tuple[str, str], ...] = ()  # more columns of the metadata, as they were


@dataclass(frozen=True, slots=True)
class Part:
    """One file of a submission as text: UTF-8 without byte order mark.

    `marks` say where its pieces begin (first line from 1, and what begins there): cells of a notebook.
    """

    path: str
    data: bytes
    marks: tuple[tuple[int, str], ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Submission:
    """What one person handed in: the files in the references' language, and the names of what was left aside."""

    label: str
    person: Person
    parts: tuple[Part, ...]
    aside: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())
