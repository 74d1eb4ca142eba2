"""Grades of several people as one data set: each snippet's aggregated grade, who gave what, and how far they agree.

The data are those that were graded, line by line, with `human` (M-MSR) and `human_raw` (grade by grader) set, as
`codescore study human` reads them.  Neighbours: `sheet` (grades), `study.mmsr`, `study.reliability`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec

from codescore.experiments.grading.items import Item
from codescore.experiments.grading.sheet import Sheet
from codescore.foundation.errors import InputError
from codescore.foundation.json_lines import json_lines
from codescore.study.dataset import Sample
from codescore.study.mmsr import Aggregated, aggregate
from codescore.study.reliability import Reliability, reliability

#: From so many people up, M-MSR can tell who is reliable.
FEWEST_GRADERS = 3

#: A grader who gives a reference less than this saw what its author did not, or did not look.
GOOD = 3


@dataclass(frozen=True, slots=True)
class Grader:
    """One grader: how many grades, how often they could not tell, and what they gave to references.

    `right` is M-MSR's estimate of the chance that a grade is the true one, `weight` that of the vote.
    """

    name: str
    grades: int
    cannot_tell: int
    references: int
    references_low: int
    right: float | None
    weight: float


@dataclass(frozen=True, slots=True)
class Collected:
    """What came of the grades.  `human` and `by` are by sample id; `without` are ids that have no grade."""

    human: Mapping[str, int]
    by: Mapping[str, Mapping[str, int]]
    without: tuple[str, ...]
    graders: tuple[Grader, ...]
    agreement: Reliability
    references: int
    references_mean: float | None
    ties: int

    def document(self) -> dict[str, Any]:
        """For a machine: counts, graders, agreement."""
        return {
            "snippets": len(self.by),
            "graded": len(self.human),
            "without": list(self.without),
            "ties": self.ties,
            "references": self.references,
            "references_mean": self.references_mean,
            "graders": [asdict(one) for one in self.graders],
            "agreement": asdict(self.agreement),
        }

    def notices(self) -> Iterator[str]:
        """What a reader must know before they use the grades."""
        people = sum(one.grades > 0 for one in self.graders)
        if people < FEWEST_GRADERS:
            yield f"{people} graded: who is reliable can be told from {FEWEST_GRADERS} graders up; votes are counted"
        if self.without:
            yield f"{len(self.without)} of {len(self.by)} snippets have no grade yet; `study human` needs all of them"
        if self.ties:
            yield f"ties: {self.ties} snippets; the lower of two grades of equal weight counts"
        for one in self.graders:
            if one.grades and one.weight <= 0:
                yield f"{one.name} agrees with others less than chance would; their grades count against what they say"
            if one.references and one.references_low > one.references / 2:
                yield f"{one.name} graded {one.references_low} of {one.references} references below {GOOD}"


def collect(samples: Sequence[Sample], items: Sequence[Item], sheets: Sequence[Sheet]) -> Collected:
    """Bring the grades of several files together.

    Raises InputError where two files have grades of one name, or nobody graded anything.
    """
    given = _merged(sheets)
    known = {item.key for item in items}
    by_item = {
        item.key: {who: grade for who, by in given.items() if (grade := by.get(item.key)) is not None} for item in items
    }
    if not any(by_item.values()):
        raise InputError(f"{sheets[0].path} holds no grade yet; graders give them on the page of this command")
    found = aggregate(by_item)
    of_sample = {sample: item.key for item in items for sample in item.samples}
    human = {s.id: grade for s in samples if (grade := found.grades[of_sample[s.id]]) is not None}
    references = {item.key for item in items if item.reference}
    values = [grade for key in references if (grade := found.grades[key]) is not None]
    return Collected(
        human=human,
        by={s.id: by_item[of_sample[s.id]] for s in samples},
        without=tuple(s.id for s in samples if s.id not in human),
        graders=tuple(_grader(who, by, known, references, found) for who, by in sorted(given.items())),
        agreement=reliability(by_item),
        references=len(references),
        references_mean=sum(values) / len(values) if values else None,
        ties=found.ties,
    )


def graded_lines(paths: Sequence[Path], samples: Sequence[Sample], found: Collected) -> Iterator[bytes]:
    """The lines of the data with their grades."""
    data = {sample.id: sample.data for sample in samples}
    for path in paths:
        for _, line in json_lines(path):
            row = msgspec.json.decode(line)
            name = row["id"]
            row |= {"set": data[name], "human": found.human.get(name), "human_raw": found.by[name]}
            yield msgspec.json.encode(row) + b"\n"


def _merged(sheets: Sequence[Sheet]) -> dict[str, dict[str, int | None]]:
    given: dict[str, dict[str, int | None]] = {}
    where: dict[str, Path] = {}
    for sheet in sheets:
        for who, grades in sheet.latest().items():
            if who in where:
                raise InputError(f"{who} graded in {where[who]} and in {sheet.path}; leave one out, or rename a grader")
            where[who] = sheet.path
            given[who] = grades
    return given


def _grader(who: str, by: Mapping[str, int | None], known: set[str], references: set[str], found: Aggregated) -> Grader:
    mine = {key: grade for key, grade in by.items() if key in known}
    told = [grade for key in references if (grade := mine.get(key)) is not None]
    return Grader(
        name=who,
        grades=sum(grade is not None for grade in mine.values()),
        cannot_tell=sum(grade is None for grade in mine.values()),
        references=len(told),
        references_low=sum(grade < GOOD for grade in told),
        right=found.right.get(who),
        weight=found.weights.get(who, 0.0),
    )
