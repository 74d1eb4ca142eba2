"""Clusters of the class as a teacher reads them: who is in, the one to read, and the lines that tell.  Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from codescore.grade.clusters import Cover, means
from codescore.grade.record import Cluster, Student

_LINES = 3
_MOST_TITLE = 120


def clusters_of(students: Sequence[Student], cover: Cover, references: Sequence[int]) -> tuple[Cluster, ...]:
    """The clusters, largest first; `references` says for each reference in which it is, -1 for none."""
    members: dict[int, list[int]] = {}
    for row, number in enumerate(cover.of):
        if number >= 0:
            members.setdefault(number, []).append(row)
    titles = _titles(members, cover.medoids, students)
    result = [
        Cluster(
            id=number,
            medoid=students[cover.medoids[number]].id,
            title=titles[number],
            ids=tuple(students[row].id for row in rows),
            references=tuple(k for k, of in enumerate(references) if of == number),
            alike=sum(students[row].graded.score == 1 for row in rows),
            mean_similarity=means([students[row].graded.similarity for row in rows]),
            another_way=sum(students[row].graded.same_task is not None for row in rows),
        )
        for number, rows in members.items()
    ]
    return tuple(sorted(result, key=lambda one: (-len(one.ids), one.id)))


def _titles(members: dict[int, list[int]], medoids: Sequence[int], students: Sequence[Student]) -> dict[int, str]:
    """For each cluster the lines of its medoid that set it apart: many members have them, few others."""
    lines = [_lines(one.graded.code) for one in students]
    whole = Counter(line for one in lines for line in one)
    titles = {}
    for number, rows in members.items():
        inside = Counter(line for k in rows for line in lines[k])
        outside = max(1, len(students) - len(rows))
        own = lines[medoids[number]]
        telling = {line: inside[line] / len(rows) - (whole[line] - inside[line]) / outside for line in own}
        best = sorted(telling, key=lambda line: -telling[line])[:_LINES]
        titles[number] = " … ".join(own[line] for line in own if line in best)[:_MOST_TITLE]
    return titles


def _lines(code: str) -> dict[str, str]:
    """Lines that say something, by their text without space."""
    found: dict[str, str] = {}
    for line in code.splitlines():
        bare = "".join(line.split())
        if sum(c.isalnum() for c in bare) > 3:
            found.setdefault(bare, line.strip())
    return found
