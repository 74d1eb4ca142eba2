"""Submissions graded in worker processes, or here where they are few; a process that dies takes one submission along.

Each worker has a session of its own.  What travels are bytes: files in, encoded entries out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from codescore.engine import ScoreOptions, Session, make_source
from codescore.foundation.errors import EnvironmentProblem
from codescore.foundation.workers import workers
from codescore.grade.grading import grade, unknown
from codescore.grade.model import Part
from codescore.grade.sources import Assignment
from codescore.languages import by_id

#: Fewer submissions than this are graded in this process: starting others would take longer.
FEW = 40
_CHUNK = 8

Task = tuple[bytes, tuple[Part, ...]]
Done = tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Setting:
    """What a worker must know, as values that can be sent to it."""

    bundle: Path | None
    cache: Path | None
    language: str
    references: tuple[Part, ...]
    template: Part | None
    options: ScoreOptions


@dataclass(frozen=True, slots=True, eq=False)
class _Bench:
    session: Session
    assignment: Assignment
    options: ScoreOptions


_BENCH: list[_Bench] = []


def graded(
    session: Session, assignment: Assignment, setting: Setting, tasks: Sequence[Task], jobs: int
) -> Iterator[Done]:
    """Each task's key with its encoded entry, as they are finished."""
    if len(tasks) < FEW or jobs <= 1:
        for key, parts in tasks:
            yield key, encoded(grade(session, parts, assignment, setting.options), key)[1]
        return
    chunks = [tuple(tasks[k : k + _CHUNK]) for k in range(0, len(tasks), _CHUNK)]
    while chunks:
        given: list[tuple[Task, ...]] = []
        try:
            with workers(jobs, _start, setting) as crew:
                for chunk, done in crew.map(_work, _noted(chunks, given)):
                    given.remove(chunk)
                    chunks.remove(chunk)
                    yield from done
        except EnvironmentProblem:
            if not given:
                raise
            for chunk in given:
                chunks.remove(chunk)
                for task in chunk:
                    yield _alone(setting, task)


def _noted(chunks: Sequence[tuple[Task, ...]], given: list[tuple[Task, ...]]) -> Iterator[tuple[Task, ...]]:
    for chunk in list(chunks):
        given.append(chunk)
        yield chunk


def _alone(setting: Setting, task: Task) -> Done:
    """One suspect in a process of its own."""
    try:
        with workers(2, _start, setting) as crew:
            return next(done[0] for _, done in crew.map(_work, [(task,)]))
    except EnvironmentProblem:
        return encoded(unknown(task[1], "judging it made the grader crash"), task[0])


def encoded(entry: object, key: bytes) -> Done:
    """A key with its entry as bytes."""
    return key, msgspec.msgpack.encode(entry)


def _start(setting: Setting) -> None:
    language = by_id(setting.language)
    assert language is not None  # it was found by whoever started us
    references = tuple(make_source(language, part.data, part.path) for part in setting.references)
    template = make_source(language, setting.template.data, setting.template.path) if setting.template else None
    assignment = Assignment(language, references, setting.references, template, setting.template)
    session = Session(bundle=setting.bundle, cache_dir=setting.cache, disk_cache=False, threads=1)
    _BENCH[:] = [_Bench(session, assignment, setting.options)]


def _work(chunk: Iterable[Task]) -> list[Done]:
    bench = _BENCH[0]
    return [encoded(grade(bench.session, parts, bench.assignment, bench.options), key) for key, parts in chunk]
