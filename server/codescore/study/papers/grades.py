"""Many people's grades to one: are the aggregated grades of a data set those of M-MSR, and do its graders agree?

Out of the BLEU aggregates by M-MSR (section 4, step 4).  The grade that a data set brings is what the study uses; this
verifies it.  Neighbours: `mmsr` (aggregates), `reliability` (agreement).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from codescore.foundation.errors import InputError
from codescore.study.dataset import Sample
from codescore.study.mmsr import GRADES, aggregate
from codescore.study.reliability import Reliability, reliability


@dataclass(frozen=True, slots=True)
class Verified:
    """How many of the aggregated grades are those that M-MSR makes of the `grades` that `graders` people gave."""

    graders: int
    grades: int
    samples: int
    equal: int
    agreement: Reliability

    def __str__(self) -> str:
        return (
            f"M-MSR over {self.grades:,} grades by {self.graders} people gives the aggregated grade of the data for "
            f"{self.equal:,} of {self.samples:,} snippets. {self.agreement}"
        )


def verify_grades(samples: Sequence[Sample]) -> Verified:
    """Aggregate the grades of single people anew and compare.

    Raises InputError where the data do not say who graded what, or a grade is none of 0 to 4.
    """
    given = {sample.id: whole_grades(sample) for sample in samples}
    if not any(given.values()):
        raise InputError("the data do not say who graded what (`human_raw`); there is nothing to verify grades by")
    found = aggregate(given).grades
    equal = sum(found[sample.id] == sample.human for sample in samples)
    people = {who for by in given.values() for who in by}
    return Verified(len(people), sum(map(len, given.values())), len(samples), equal, reliability(given))


def whole_grades(sample: Sample) -> Mapping[str, int]:
    """The grade of each grader of a sample; InputError for one that is none of 0 to 4."""
    for who, grade in sample.graders.items():
        if grade not in range(GRADES):
            raise InputError(f"{sample.id}: {who} graded {grade:g}; a grade is 0, 1, 2, 3 or 4")
    return {who: int(grade) for who, grade in sample.graders.items()}
