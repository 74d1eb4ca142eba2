"""The minimal-mutation audit: does a metric tell a rewritten reference from a mutated one?

Every distinct reference is its own reference.  Rewrites by table 1 mean the same and should pass; mutants with one
operator changed (table 2) mean something else and should not.  No test outcome is involved: what is asked is only
what the paper's hypotheses 2 and 3 promise.  Knows no metric; the pairs are scored and measured as any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from codescore.metrics.metric import Pair
from codescore.study.conditions import Condition, drawing, rewritten
from codescore.study.dataset import Sample

#: Drawings of a rewrite and of a mutant per reference; equal ones count once.
VARIANTS = 3


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of a reference against that reference; `same` is what a perfect metric would say."""

    pair: Pair
    reference: int
    same: bool


@dataclass(frozen=True, slots=True)
class AuditJob:
    """References, numbered, to make variants of in one piece of work."""

    language: str
    references: tuple[tuple[int, str], ...]
    seed: int


def audit_jobs(samples: Sequence[Sample], most: int, seed: int, chunk: int = 10) -> list[AuditJob]:
    """The distinct references of samples of one language, at most `most`, always the same ones."""
    distinct = {reference: sample.language for sample in samples for reference in sample.references}
    chosen = sorted(distinct, key=lambda text: drawing(seed, "audit", text))[:most]
    numbered = list(enumerate(chosen))
    return [
        AuditJob(distinct[numbered[k][1]], tuple(numbered[k : k + chunk]), seed) for k in range(0, len(numbered), chunk)
    ]


def variants(job: AuditJob) -> list[Variant]:
    """Rewrites and one-operator mutants of references that have both."""
    return [variant for number, text in job.references for variant in _of_one(job, number, text)]


def _of_one(job: AuditJob, number: int, text: str) -> Iterator[Variant]:
    rewrites = _drawn(job, text, "syntax", None)
    mutants = _drawn(job, text, "semantic", 1)  # one operator: the smallest change that counts
    if not rewrites or not mutants:
        return
    for code in rewrites:
        yield Variant(Pair(code, (text,), job.language), number, True)
    for code in mutants:
        yield Variant(Pair(code, (text,), job.language), number, False)


def _drawn(job: AuditJob, text: str, condition: Condition, edits: int | None) -> list[str]:
    made = [
        rewritten(job.language, text, condition, drawing(job.seed, "audit", condition, k, text), edits)
        for k in range(VARIANTS)
    ]
    return list(dict.fromkeys(code for code in made if code is not None and code != text))
