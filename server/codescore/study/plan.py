"""What a study scores: data sets in groups of one language, each under its conditions and draws.

Perturbed texts are made here, in worker processes; scoring them is `scoring`'s, measuring `summary`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from codescore.foundation.errors import InputError
from codescore.foundation.workers import Workers
from codescore.languages import by_id
from codescore.metrics.metric import Pair
from codescore.study.bare_strings import without_bare_strings
from codescore.study.conditions import CONDITIONS, DRAWN, Change, Condition, perturbed
from codescore.study.dataset import DataSet, Sample, spread
from codescore.study.defaults import AUDITED, PERTURB_AT_MOST, SEEDS

_CHUNK = 40  # samples rewritten in one piece of work


@dataclass(frozen=True, slots=True)
class Settings:
    """How a study is made; everything that its results depend on, besides the data and the bundle.

    `limit` is per data set and language (0: all).  `leave_out` are endings of ids: where a data set has such pairs,
    it is measured once more without them.  `audited` is how many references of a data set the audit takes.
    `stands_for` are data sets with the task of a paper that each stands beside; no number depends on it.
    """

    metrics: tuple[str, ...]
    conditions: tuple[Condition, ...]
    seeds: int = SEEDS
    seed: int = 0
    limit: int = 0
    threshold: float = 0.5
    tokens: str = "code"
    bundle: Path | None = None
    strict: bool = False
    perturb_at_most: int = PERTURB_AT_MOST
    leave_out: tuple[str, ...] = ()
    poolings: bool = True
    audited: int = AUDITED
    stands_for: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """The samples of one data set in one language, and what they are studied under.

    `graded`: they have people's grades and no outcomes.  `left_out` says why a condition is missing.  `documented` are
    the references with their prose, for what reads it: examples in it are inputs for who runs programs.
    """

    data: str
    language: str
    samples: tuple[Sample, ...]
    graded: bool
    conditions: tuple[Condition, ...]
    left_out: Mapping[str, str]
    unlabelled: int = 0
    documented: tuple[tuple[str, ...], ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """A group under one condition in one draw."""

    condition: Condition
    number: int
    changes: tuple[Change, ...] = field(repr=False)

    @property
    def key(self) -> tuple[str, int]:
        """Condition and draw."""
        return self.condition, self.number


def require_labels(data: DataSet) -> None:
    """Raise InputError where no pair of a data set has an outcome or a grade."""
    if all(sample.passed is None and sample.human is None for sample in data.samples):
        raise InputError(
            f"{data.path}: no line has `passed` (true or false) or `human` (a grade), and there is nothing else to "
            "measure metrics against; give its lines one of the two"
        )


def groups(sets: Sequence[DataSet], settings: Settings) -> list[Group]:
    """The data sets by name and language, limited as asked; pairs with neither outcome nor grade are counted."""
    found: dict[tuple[str, str], list[Sample]] = {}
    for data in sets:
        for sample in data.samples:
            found.setdefault((sample.data, sample.language), []).append(sample)
    return [_group(name, language, samples, settings) for (name, language), samples in found.items()]


def columns(group: Group, settings: Settings, crew: Workers, tick: Callable[[int], None]) -> list[Column]:
    """The group under every condition and draw; `tick` is told how many texts are made."""
    wanted = _draws(group, settings)
    work = [
        Perturb(condition, number, settings.seed, start, group.samples[start : start + _CHUNK])
        for condition, number in wanted
        for start in range(0, len(group.samples), _CHUNK)
    ]
    parts: dict[tuple[str, int], dict[int, list[Change]]] = {}
    done = 0
    for job, changes in crew.map(perturb, work):
        parts.setdefault((job.condition, job.number), {})[job.start] = changes
        done += len(changes)
        tick(done)
    return [
        Column(c, n, tuple(change for _, chunk in sorted(parts[c, n].items()) for change in chunk)) for c, n in wanted
    ]


def texts_to_make(group: Group, settings: Settings) -> int:
    """How many texts `columns` will make."""
    return len(_draws(group, settings)) * len(group.samples)


def _draws(group: Group, settings: Settings) -> list[tuple[Condition, int]]:
    """Every condition with its draws: those asked for, and those that others are measured against."""
    wanted = {*group.conditions, "original", *(("s2s",) if "semantic" in group.conditions else ())}
    return [
        (condition, number)
        for condition in CONDITIONS
        if condition in wanted
        for number in range(settings.seeds if condition in DRAWN else 1)
    ]


@dataclass(frozen=True, slots=True)
class Perturb:
    """Samples to perturb in one piece of work, and where they begin in their group."""

    condition: Condition
    number: int
    seed: int
    start: int
    samples: tuple[Sample, ...]


def perturb(job: Perturb) -> list[Change]:
    """A piece of work done."""
    return [perturbed(sample, job.condition, job.number, job.seed) for sample in job.samples]


def pairs_of(group: Group, column: Column, *, sketched: bool) -> Iterator[Pair]:
    """What a metric is given of a group under a condition; `sketched` where the paper gives it sketches."""
    for sample, change in zip(group.samples, column.changes, strict=True):
        texts = change.text if sketched else change.code
        yield Pair(texts.candidate, texts.references, sample.language, sample.intent)


def documented_pairs(group: Group) -> Iterator[Pair]:
    """What a metric that runs programs is given: the data as they are, the references with their prose."""
    for sample, references in zip(group.samples, group.documented, strict=True):
        yield Pair(sample.candidate, references, sample.language, sample.intent)


def _group(data: str, language: str, samples: Sequence[Sample], settings: Settings) -> Group:
    graded = all(sample.passed is None for sample in samples)
    labelled = [s for s in samples if (s.human if graded else s.passed) is not None]
    chosen = spread(labelled, settings.limit)
    used = tuple(_plain(sample) for sample in chosen)
    left_out: dict[str, str] = {}
    for condition in settings.conditions:
        if condition == "semantic" and graded:
            left_out[condition] = "its pairs have grades, not outcomes: what a mutant's grade would be nobody knows"
        elif condition != "original" and by_id(language) is None:
            left_out[condition] = f"no grammar is installed for {language}: its code cannot be rewritten"
        elif condition in DRAWN and len(chosen) > settings.perturb_at_most:
            many = f"{len(chosen)} pairs are more than the {settings.perturb_at_most} of --perturb-at-most"
            left_out[condition] = many
    kept = tuple(c for c in settings.conditions if c not in left_out)
    documented = tuple(sample.references for sample in chosen)
    return Group(data, language, used, graded, kept, left_out, len(samples) - len(labelled), documented)


def _plain(sample: Sample) -> Sample:
    """A sample without prose in bare strings, see `bare_strings`."""
    candidate, *references = (
        without_bare_strings(text, sample.language) for text in (sample.candidate, *sample.references)
    )
    return replace(sample, candidate=candidate, references=tuple(references))
