"""Graded submissions → the record of the class: verdicts counted, reasons grouped, ideas, map, feedback.  Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

import numpy as np

from codescore import __version__
from codescore.grade.clusters import Cover, Rows, covered, drawn, joined, means
from codescore.grade.masking import nameless_left
from codescore.grade.model import NotGraded, Submission
from codescore.grade.record import (
    FORMAT,
    VERDICTS,
    Bin,
    ClassRecord,
    Cluster,
    Count,
    Duplicate,
    Entry,
    Function,
    FunctionRow,
    Graded,
    Group,
    Left,
    Outcome,
    Reference,
    Student,
)
from codescore.grade.sources import Assignment
from codescore.grade.students import students_of

_BINS = 20


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A reference as the class sees it: its vector, runs of tokens, functions that count, and whether it compiles."""

    vector: bytes
    grams: frozenset[int]
    functions: tuple[str, ...]
    compiles: bool


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """The assignment, and what is known of each of its references."""

    assignment: Assignment
    seen: Sequence[Seen]


@dataclass(frozen=True, slots=True)
class About:
    """What the record says of the run."""

    title: str
    made: datetime
    threshold: float
    pooling: str
    signature: str
    tested: bool
    anonymous: bool
    notices: tuple[str, ...]


def class_record(
    submissions: Sequence[Submission],
    entries: Sequence[Entry],
    left: Sequence[NotGraded],
    task: Task,
    about: About,
) -> ClassRecord:
    """The record; `entries` are the submissions' own, in their order."""
    assignment, seen = task.assignment, task.seen
    vectors = _matrix([*(entry.traces.vector for entry in entries), *(one.vector for one in seen)])
    count, plan = len(entries), drawn(vectors)
    cover = covered(vectors[:count])
    theirs = joined(vectors[count:], vectors[list(cover.medoids)])
    places = [(round(float(x), 4), round(float(y), 4)) for x, y in plan.places]
    students = students_of(submissions, entries, cover.of, places, anonymous=about.anonymous)
    graded = [entry.graded for entry in entries]
    known = frozenset(gram for one in seen for gram in one.grams)
    return ClassRecord(
        format=FORMAT,
        title=about.title,
        made=about.made.isoformat(timespec="seconds"),
        version=__version__,
        language=assignment.language.name,
        threshold=about.threshold,
        pooling=about.pooling,
        signature=about.signature,
        tested=about.tested,
        anonymous=about.anonymous,
        template=assignment.template_part.path if assignment.template_part is not None else None,
        references=tuple(_references(assignment, seen, graded, theirs, places[count:])),
        students=students,
        left=tuple(
            nameless_left(k, one) if about.anonymous else one
            for k, one in enumerate((Left(one.label, one.person, one.reason) for one in left), 1)
        ),
        counts=tuple(Count(kind, n) for kind in VERDICTS if (n := sum(g.verdict == kind for g in graded))),
        histogram=_histogram(graded),
        groups=_groups(students),
        clusters=clusters_of(students, cover, theirs),
        functions=_functions(graded, seen),
        duplicates=_duplicates(students, entries, known),
        notices=about.notices,
        map_note=f"Of {vectors.shape[1]} dimensions it shows two, with {plan.share:.0%} of the differences.",
    )


def _matrix(packed: Sequence[bytes]) -> Rows:
    width = max((len(one) for one in packed), default=0)
    rows = np.zeros((len(packed), max(4, width) // 4), dtype=np.float32)
    for k, one in enumerate(packed):
        if one:
            rows[k] = np.frombuffer(one, dtype=np.float32)
    return rows


def _references(
    assignment: Assignment,
    seen: Sequence[Seen],
    graded: Sequence[Graded],
    clusters: Sequence[int],
    places: Sequence[tuple[float, float]],
) -> Iterable[Reference]:
    best = Counter(one.reference for one in graded if one.score == 1)
    for k, (part, about) in enumerate(zip(assignment.parts, seen, strict=True)):
        on_map = bool(about.vector)
        yield Reference(
            label=part.path,
            code=part.data.decode("utf-8", errors="replace"),
            functions=about.functions,
            cluster=clusters[k] if clusters[k] >= 0 else None,
            x=places[k][0] if on_map else None,
            y=places[k][1] if on_map else None,
            compiles=about.compiles,
            best_for=best[k],
        )


def _histogram(graded: Sequence[Graded]) -> tuple[Bin, ...]:
    values = [one.similarity for one in graded if one.similarity is not None]
    counts = Counter(min(_BINS - 1, int(value * _BINS)) for value in values)
    return tuple(Bin(k / _BINS, (k + 1) / _BINS, counts[k]) for k in range(_BINS))


def _groups(students: Sequence[Student]) -> tuple[Group, ...]:
    found: dict[str, list[Student]] = {}
    for one in students:
        if one.graded.group:
            found.setdefault(one.graded.group, []).append(one)
    groups = [
        Group(key, members[0].graded.verdict, key.partition(":")[2], tuple(one.id for one in members))
        for key, members in found.items()
    ]
    return tuple(sorted(groups, key=lambda group: (VERDICTS.index(group.verdict), -len(group.ids), group.key)))


def _functions(graded: Sequence[Graded], seen: Sequence[Seen]) -> tuple[FunctionRow, ...]:
    """A row for each function that decides, of all references together."""
    rows = []
    for name in dict.fromkeys(name for one in seen for name in one.functions):
        theirs = [(f, one.tested) for one in graded for f in one.functions if f.counts and f.reference_name == name]
        mine = [f for f, _ in theirs]
        stand = [_stands(f, seen) for f, seen in theirs]
        lacking = sum(name in one.missing for one in graded)
        rows.append(
            FunctionRow(
                name=name,
                alike=stand.count("alike"),
                unlike=stand.count("unlike"),
                missing=lacking,
                broken=sum(not f.compiles for f in mine),
                untouched=sum(f.untouched and f.score != 1 for f in mine),
                mean_similarity=means([f.similarity for f in mine]),
                differs=stand.count("differs"),
            )
        )
    return tuple(rows)


def _stands(one: Function, seen: Outcome | None) -> str:
    """What is known of a function by running it, else what a model finds; "" where it cannot be like its reference."""
    if seen is not None and one.reference_name in seen.wrong:
        return "differs"
    if one.score == 1 or (seen is not None and one.reference_name in seen.innocent):
        return "alike"
    return "unlike" if one.score == 0 and one.compiles and not one.untouched else ""


def _duplicates(students: Sequence[Student], entries: Sequence[Entry], known: frozenset[int]) -> tuple[Duplicate, ...]:
    found = near_duplicates([e.traces.grams for e in entries], [e.traces.text for e in entries], known)
    return tuple(
        Duplicate(
            (students[near.first].id, students[near.second].id),
            round(near.share, 3),
            near.runs,
            near.same_text,
            "the same text, letter for letter but for layout"
            if near.same_text
            else f"{near.share:.0%} of the unusual runs of the shorter one are in both",
        )
        for near in found
        if students[near.second].id not in students[near.first].others
    )


#: A run that more than this many different texts have is common knowledge.
MOST_SHARING = 4
#: Shared unusual runs below which nothing is said, and the least share of the smaller side's unusual runs.
LEAST_RUNS = 15
LEAST_SHARE = 0.6
#: Pairs told at most.
MOST_PAIRS = 200


@dataclass(frozen=True, slots=True)
class Near:
    """Two rows: the share of the smaller one's unusual runs that both have, their number, whether texts are equal."""

    first: int
    second: int
    share: float
    runs: int
    same_text: bool


def near_duplicates(grams: Sequence[bytes], texts: Sequence[bytes], known: frozenset[int]) -> list[Near]:
    """Pairs of rows that share more unusual runs than the class explains, most alike first. Similar is not copied.

    `grams` are packed hashes, `texts` equal for equal texts, `known` explained. What many have, what the references
    have and what was handed out explains itself and is left aside (its runs are not counted), as plagiarism detectors
    do with base code (Prechelt et al. 2002; Schleimer et al. 2003). Names and layout do not matter, as runs are of
    sketches. Cost: runs that few share, times those few; never all pairs. Equal texts count as one when it is asked how
    many have a run, so that copies do not excuse each other.
    """
    rows = [frozenset(np.frombuffer(packed, dtype=np.uint64).tolist()) - known for packed in grams]
    where: dict[int, list[int]] = {}
    first_of: dict[bytes, int] = {}
    for k, (row, text) in enumerate(zip(rows, texts, strict=True)):
        if row and first_of.setdefault(text, k) == k:
            for gram in row:
                where.setdefault(gram, []).append(k)
    unusual = {gram: people for gram, people in where.items() if len(people) <= MOST_SHARING}
    sizes: Counter[int] = Counter(k for people in unusual.values() for k in people)
    shared: Counter[tuple[int, int]] = Counter(
        pair for people in unusual.values() if len(people) > 1 for pair in combinations(people, 2)
    )
    found = [
        Near(i, j, count / max(1, min(sizes[i], sizes[j])), count, same_text=False)
        for (i, j), count in shared.items()
        if count >= LEAST_RUNS and count >= LEAST_SHARE * min(sizes[i], sizes[j])
    ]
    found += _equal(texts, first_of, sizes)
    return sorted(found, key=lambda near: (-near.runs * near.share, near.first, near.second))[:MOST_PAIRS]


def _equal(texts: Sequence[bytes], first_of: dict[bytes, int], sizes: Counter[int]) -> list[Near]:
    """Each equal text with the first that has it; short or usual ones are no news."""
    return [
        Near(first_of[text], k, 1.0, sizes[first_of[text]], same_text=True)
        for k, text in enumerate(texts)
        if text in first_of and first_of[text] != k and sizes[first_of[text]] >= LEAST_RUNS
    ]


_LINES = 3
_MOST_TITLE = 120


def clusters_of(students: Sequence[Student], cover: Cover, references: Sequence[int]) -> tuple[Cluster, ...]:
    """The clusters as a teacher reads them, largest first: who is in, the one to read, and the lines that tell.

    `references` says for each reference in which it is, -1 for none.
    """
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
