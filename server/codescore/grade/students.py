"""Submissions with their verdicts → students of the record: ids, names or none, pseudonyms, feedback.  Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

import msgspec

from codescore.grade.feedback import feedback
from codescore.grade.masking import nameless
from codescore.grade.model import Submission
from codescore.grade.record import Entry, Graded, Student
from codescore.grade.verdict_records import ANOTHER_WAY

#: What the only file of a submission is called while it is graded.
ALONE = "submission"


def students_of(
    submissions: Sequence[Submission],
    entries: Sequence[Entry],
    clusters: Sequence[int],
    places: Sequence[tuple[float, float]],
    *,
    anonymous: bool,
) -> tuple[Student, ...]:
    """The students in the order of their submissions; `clusters` and `places` are by row.

    Without names the order must be `shuffled` already: an alphabet's would tell.
    """
    width = max(3, len(str(len(submissions))))
    ids = [f"s{k:0{width}}" for k in range(1, len(submissions) + 1)]
    number = {k: n for n, k in enumerate(range(len(entries)) if anonymous else shuffled(entries), 1)}
    sizes = Counter(clusters[: len(entries)])
    people: dict[str, list[str]] = {}
    for one, id_ in zip(submissions, ids, strict=True):
        people.setdefault(who(one), []).append(id_)
    result = []
    for k, (one, entry, id_) in enumerate(zip(submissions, entries, ids, strict=True)):
        on_map = bool(entry.traces.vector)
        student = Student(
            id=id_,
            name=one.person.name or one.label,
            person_id=one.person.id,
            pseudonym=f"Submission {number[k]:0{width}}",
            label=one.label,
            details=dict(one.person.details),
            files=tuple(part.path for part in one.parts),
            aside=one.aside[:20],
            graded=_with_idea(_with_file(entry.graded, one), clusters[k], sizes),
            cluster=clusters[k] if clusters[k] >= 0 else None,
            x=places[k][0] if on_map else None,
            y=places[k][1] if on_map else None,
            others=tuple(other for other in people[who(one)] if other != id_),
            feedback="",
        )
        if one.notes:
            graded = msgspec.structs.replace(student.graded, notes=(*one.notes, *entry.graded.notes))
            student = msgspec.structs.replace(student, graded=graded)
        result.append(nameless(student) if anonymous else student)
    return tuple(msgspec.structs.replace(one, feedback=feedback(one.graded)) for one in result)


def _with_file(graded: Graded, one: Submission) -> Graded:
    """A single file's name, which grading did not know."""
    return (
        msgspec.structs.replace(graded, file=one.parts[0].path.rpartition("/")[2]) if graded.file == ALONE else graded
    )


def _with_idea(graded: Graded, cluster: int, sizes: Counter[int]) -> Graded:
    """What is written another way is told by the idea it shares with others."""
    if graded.group != ANOTHER_WAY:
        return graded
    shared = cluster >= 0 and sizes[cluster] > 1
    idea = f"idea {cluster + 1}" if shared else "an idea of its own"
    return msgspec.structs.replace(graded, group=f"{ANOTHER_WAY}, {idea}")


def who(one: Submission) -> str:
    """The same for submissions of one person."""
    return one.person.id or one.person.name.casefold().strip() or one.label


def shuffled(entries: Sequence[Entry]) -> list[int]:
    """Rows in an order that says nothing of names."""

    def order(k: int) -> bytes:
        return blake2b(entries[k].graded.code.encode("utf-8", "replace") + str(k).encode()).digest()

    return sorted(range(len(entries)), key=order)
