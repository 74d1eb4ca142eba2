"""Many people's grades to one: are the aggregated grades of a data set those of M-MSR?

M-MSR weighs graders by how reliably they agree with others (Ma and Olshevsky 2020); Out of the BLEU takes it from
crowd-kit (section 4, step 4).  The grade that a data set brings is what the study uses.  crowd-kit verifies it where it
is installed, and is no dependency: it brings transformers along for one hundred lines of linear algebra.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec

from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.study.dataset import Sample


@dataclass(frozen=True, slots=True)
class Verified:
    """How many of the aggregated grades are those that M-MSR makes of the `grades` that `graders` people gave."""

    graders: int
    grades: int
    samples: int
    equal: int
    by: str

    def __str__(self) -> str:
        return (
            f"M-MSR of {self.by} over {self.grades:,} grades by {self.graders} people gives the aggregated grade of "
            f"the data for {self.equal:,} of {self.samples:,} snippets."
        )


def verify_grades(samples: Sequence[Sample]) -> Verified:
    """Aggregate the grades of single people anew and compare.

    Raises InputError where the data do not say who graded what, EnvironmentProblem without crowd-kit.
    """
    rows = [(sample.id, who, grade) for sample in samples for who, grade in sample.graders.items()]
    if not rows:
        raise InputError("the data do not say who graded what (`human_raw`); there is nothing to verify grades by")
    if find_spec("crowdkit") is None:
        raise EnvironmentProblem("grades are verified by crowd-kit, which is not installed; pip install crowd-kit")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it calls pandas in ways that will change
        import pandas as pd  # noqa: PLC0415  it comes with crowd-kit, which few need
        from crowdkit.aggregation import MMSR  # noqa: PLC0415

        found = MMSR().fit_predict(pd.DataFrame(rows, columns=["task", "worker", "label"]))
    equal = sum(found.get(sample.id) == sample.human for sample in samples)
    people = {who for _, who, _ in rows}
    return Verified(len(people), len(rows), len(samples), equal, f"crowd-kit {version('crowd-kit')}")
