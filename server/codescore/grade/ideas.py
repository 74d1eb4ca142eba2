"""Clusters of the class as a teacher reads them: who is in, the one to read, and the line that tells.  Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from codescore.grade.clusters import means
from codescore.grade.record import Cluster, Student

_MOST_TITLE = 70


def clusters_of(
    students: Sequence[Student], of: Sequence[int], medoids: Sequence[int], count: int
) -> tuple[Cluster, ...]:
    """The clusters, largest first; rows from `count` on are references."""
    members: dict[int, list[int]] = {}
    for row, number in enumerate(of):
        if number >= 0:
            members.setdefault(number, []).append(row)
    titles = _titles({n: [k for k in rows if k < count] for n, rows in members.items()}, medoids, students)
    result = []
    for number, rows in members.items():
        mine = [students[row] for row in rows if row < count]
        if not mine:
            continue
        middle = students[medoids[number]] if medoids[number] < count else mine[0]
        result.append(
            Cluster(
                id=number,
                medoid=middle.id,
                title=titles.get(number, ""),
                ids=tuple(one.id for one in mine),
                references=tuple(row - count for row in rows if row >= count),
                alike=sum(one.graded.score == 1 for one in mine),
                mean_similarity=means([one.graded.similarity for one in mine]),
            )
        )
    return tuple(sorted(result, key=lambda one: (-len(one.ids), one.id)))


def _titles(members: dict[int, list[int]], medoids: Sequence[int], students: Sequence[Student]) -> dict[int, str]:
    """For each cluster the line of its medoid that sets it apart: many members have it, few others."""
    lines = [_lines(one.graded.code) for one in students]
    whole = Counter(line for one in lines for line in one)
    titles = {}
    for number, rows in members.items():
        inside = Counter(line for k in rows for line in lines[k])
        outside = max(1, len(students) - len(rows))
        middle = medoids[number] if medoids[number] < len(students) else next(iter(rows), None)
        if middle is None:
            continue
        own = lines[middle]
        best = max(own, key=lambda line: inside[line] / len(rows) - (whole[line] - inside[line]) / outside, default="")
        titles[number] = own.get(best, "")[:_MOST_TITLE]
    return titles


def _lines(code: str) -> dict[str, str]:
    """Lines that say something, by their text without space."""
    found: dict[str, str] = {}
    for line in code.splitlines():
        bare = "".join(line.split())
        if sum(c.isalnum() for c in bare) > 3:
            found.setdefault(bare, line.strip())
    return found
