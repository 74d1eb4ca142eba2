"""What is recorded of a class: the document of `--json`, of the cache, of the page.  Fields are added, never renamed.

Lines count from 1.  Everything here is plain data, so that a page shows it and computes nothing.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from codescore.evidence.rulings import Compared

FORMAT = 1

#: In the order of a teacher's attention; `unread` is what could not be graded.
Verdict = Literal[
    "alike", "behaves", "unlike", "differs", "conditional", "insufficient", "missing", "broken", "untouched", "unknown"
]
VERDICTS: tuple[Verdict, ...] = (
    "behaves", "alike", "unlike", "differs", "conditional", "insufficient", "missing", "broken", "untouched", "unknown",
)  # fmt: skip


class Trouble(msgspec.Struct, frozen=True):
    """What a compiler says of a line."""

    line: int
    column: int
    message: str
    source: str


class Remark(msgspec.Struct, frozen=True):
    """One difference between a function and its reference, in words; lines are None where a side lacks it."""

    text: str
    kind: str
    line: int | None
    reference_line: int | None


class Function(msgspec.Struct, frozen=True):
    """The verdict on one function; `untouched` says that it is as it was handed out."""

    name: str
    reference_name: str | None
    matched_by: str | None
    nested: bool
    score: int | None
    similarity: float | None
    probability: float | None
    compiles: bool
    line: int
    reference_line: int | None
    counts: bool
    untouched: bool
    remarks: tuple[Remark, ...]
    remark_count: int


class Link(msgspec.Struct, frozen=True):
    """Lines [start, end] of the submission that answer lines of the reference; a side that has none is 0, 0."""

    kind: Literal["same", "changed", "extra", "missing"]
    start: int
    end: int
    reference_start: int
    reference_end: int


class Fit(msgspec.Struct, frozen=True):
    """How a submission did against one of the references."""

    reference: int
    score: int | None
    similarity: float | None


class FunctionOutcome(msgspec.Struct, frozen=True):
    """What running one of several functions showed: `name` is the reference's, `own` the submission's ("": none).

    `verdict` and `inputs` are as in `Outcome`; `differs` is what differs, or why that is not known, "" for the same.
    """

    name: str
    own: str
    verdict: str
    inputs: int
    differs: str


class Outcome(msgspec.Struct, frozen=True):
    """What running the code showed: `verdict` is "same", "differs", "conditional", "insufficient" or "unknown".

    `inputs` were compared, and reached `coverage` of the code's branches (0 to 1; None where that is unknown, as of a
    program that never ends); `when` says where it differs, in words; `unit` is the function of the reference that
    `input` is for; `innocent` are those of the reference whose counterparts were run and did nothing else, or nothing
    that was decided, `wrong` those whose counterparts did something else; `aside` is how many inputs on which it
    differs were decided not to count; `units` are all functions that were asked about, where there are several.
    """

    verdict: str
    probability: float | None
    summary: str
    input: str | None = None
    expected: str | None = None
    got: str | None = None
    details: str | None = None
    inputs: int = 0
    coverage: float | None = None
    when: tuple[str, ...] = ()
    unit: str = ""
    innocent: tuple[str, ...] = ()
    aside: int = 0
    wrong: tuple[str, ...] = ()
    units: tuple[FunctionOutcome, ...] = ()


class Tested(msgspec.Struct, frozen=True):
    """All that running one submission showed, by the number of the reference: a verdict can be made of it again."""

    runs: tuple[tuple[int, tuple[Compared, ...]], ...]


class Graded(msgspec.Struct, frozen=True):
    """What the graders say of one submission's code, whoever wrote it: the unit of the cache."""

    verdict: Verdict
    score: int | None
    similarity: float | None
    probability: float | None
    compiles: bool
    reference: int | None
    fits: tuple[Fit, ...]
    file: str
    code: str
    marks: tuple[tuple[int, str], ...]
    reason: str
    group: str
    problems: tuple[Trouble, ...]
    missing: tuple[str, ...]
    functions: tuple[Function, ...]
    links: tuple[Link, ...]
    first: tuple[int | None, int | None] | None
    notes: tuple[str, ...]
    signature: str
    tested: Outcome | None = None
    same_task: float | None = None  # of what is unlike and was not run: where it may be said to do the same another way


class Traces(msgspec.Struct, frozen=True):
    """What comparing submissions with each other needs; not part of the document."""

    vector: bytes  # float32, unit length; empty without a model
    grams: bytes  # sorted unique uint64 hashes of runs of tokens, template left out
    tokens: int
    text: bytes  # hash of the code without layout


class Entry(msgspec.Struct, frozen=True):
    """A graded submission as it is cached."""

    graded: Graded
    traces: Traces


class Student(msgspec.Struct, frozen=True):
    """One submission of the class: whose it is, and what is said of it."""

    id: str
    name: str
    person_id: str
    pseudonym: str
    label: str
    details: dict[str, str]
    files: tuple[str, ...]
    aside: tuple[str, ...]
    graded: Graded
    cluster: int | None
    x: float | None
    y: float | None
    others: tuple[str, ...]  # ids of the same person's other submissions
    feedback: str


class Left(msgspec.Struct, frozen=True):
    """What could not be graded, and why."""

    label: str
    name: str
    reason: str


class Reference(msgspec.Struct, frozen=True):
    """A reference with its place on the map."""

    label: str
    code: str
    functions: tuple[str, ...]
    cluster: int | None
    x: float | None
    y: float | None
    compiles: bool
    best_for: int


class Group(msgspec.Struct, frozen=True):
    """Submissions that failed for the same reason."""

    key: str
    verdict: Verdict
    title: str
    ids: tuple[str, ...]


class Cluster(msgspec.Struct, frozen=True):
    """Submissions of one idea; `medoid` is the one that is most like the others."""

    id: int
    medoid: str
    title: str
    ids: tuple[str, ...]
    references: tuple[int, ...]
    alike: int
    mean_similarity: float | None
    another_way: int = 0  # of its submissions, those that probably do the task in another way than the references


class Duplicate(msgspec.Struct, frozen=True):
    """Two submissions that share more unusual runs of code than the class explains; not proof of copying."""

    ids: tuple[str, str]
    share: float
    runs: int
    same_text: bool
    words: str


class FunctionRow(msgspec.Struct, frozen=True):
    """A function of the assignment: how the class did.

    `differs`: run, and did something else; these, and those that were run and did nothing else, are what was seen of
    them, whatever a model finds.
    """

    name: str
    alike: int
    unlike: int
    missing: int
    broken: int
    untouched: int
    mean_similarity: float | None
    differs: int = 0


class Count(msgspec.Struct, frozen=True):
    """How many submissions have a verdict."""

    verdict: Verdict
    count: int


class Bin(msgspec.Struct, frozen=True):
    """Submissions with a similarity in [low, high), the last one closed."""

    low: float
    high: float
    count: int


class Example(msgspec.Struct, frozen=True):
    """An input, what the reference does with it, and what most of the programs in question do."""

    input: str
    expected: str
    got: str


class Question(msgspec.Struct, frozen=True):
    """What a class asks its teacher: of `of` programs that else agree, those with `ids` differ in a class (`kind`).

    `where` is the condition in words, "" for anywhere.  `answer`: `open`, `matters` or `aside` (it does not count).
    """

    id: str
    unit: str
    kind: str
    where: str
    text: str
    of: int
    ids: tuple[str, ...]
    example: Example | None
    answer: Literal["open", "matters", "aside"] = "open"


class ClassRecord(msgspec.Struct, frozen=True):
    """A class, graded."""

    format: int
    title: str
    made: str
    version: str
    language: str
    threshold: float
    pooling: str
    signature: str
    tested: bool
    anonymous: bool
    template: str | None
    references: tuple[Reference, ...]
    students: tuple[Student, ...]
    left: tuple[Left, ...]
    counts: tuple[Count, ...]
    histogram: tuple[Bin, ...]
    groups: tuple[Group, ...]
    clusters: tuple[Cluster, ...]
    functions: tuple[FunctionRow, ...]
    duplicates: tuple[Duplicate, ...]
    notices: tuple[str, ...]
    map_note: str
    questions: tuple[Question, ...] = ()
    answers: str = ""  # the file that they are answered in
    must: tuple[str, ...] = ()  # inputs that a teacher added
    aside: tuple[str, ...] = ()  # inputs that a teacher put aside
    decided: int = 0  # how many decisions there are to undo
