"""Do metrics see the differences between models that people see?  The study of Out of the BLEU on graded data.

Takes graded outputs of some models for the same tasks and columns of metrics; makes synthetic models, resamples all
of them, and counts where metrics and people disagree (tables 2 to 7).  Knows no file and nothing of what the paper
found; neighbours: `mismatch`, `significance`; `checks` and `report` set the result down.

Where the text of the paper is silent, its authors' published program is followed: a model is better if it is so in at
least 95 % of the resamples (one-sided), and ties count for the model listed first.  A difference is between the values
of the whole data; the counts are also made with the medians of the resamples, as that program makes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from codescore.foundation.errors import InputError
from codescore.study.columns import Column, label_column
from codescore.study.dataset import Sample
from codescore.study.papers.mismatch import Edges, Mismatch, Ties, decide, tabulate
from codescore.study.significance import PAPER, Interval, Resampling, bootstrap, interval

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from codescore.study.papers.mismatch import Signs
    from codescore.study.significance import Floats

#: Runs of the whole study, from seeds that follow one another: how far its counts depend on the draw.
RUNS = 20

#: Pairs of original models, with the number of runs in which they are told apart.
Told = Mapping[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class Graded:
    """The outputs of models for the same tasks, each graded: `samples[model][task]`."""

    data: str
    models: tuple[str, ...]
    tasks: tuple[str, ...]
    samples: tuple[tuple[Sample, ...], ...]

    @property
    def all(self) -> tuple[Sample, ...]:
        """Every sample, model by model."""
        return tuple(sample for row in self.samples for sample in row)


@dataclass(frozen=True, slots=True)
class Judged:
    """What one metric says: per original model its score in points of 100, per run the counts.

    `medians` are the counts with differences between medians of the resamples, `nobody` is the first run with ties
    counted for neither model.  `told` says in how many runs the metric tells two originals apart.
    """

    name: str
    title: str
    signature: str
    failed: int
    scores: tuple[Interval, ...]
    runs: tuple[Mismatch, ...]
    medians: tuple[Mismatch, ...]
    nobody: Mismatch
    told: Told


@dataclass(frozen=True, slots=True)
class Study:
    """The study of one data set.  `made` counts synthetic models, `equal` those that gave what another gives."""

    data: str
    models: tuple[str, ...]
    tasks: int
    made: int
    equal: int
    lacking: int
    human: tuple[Interval, ...]
    human_told: Told
    rows: tuple[Judged, ...]
    how: Resampling

    @property
    def all_models(self) -> int:
        return len(self.models) + self.made - self.equal

    @property
    def pairs(self) -> int:
        return self.all_models * (self.all_models - 1) // 2


def graded(samples: Iterable[Sample]) -> list[Graded]:
    """The data sets among samples, each as a grid of models and tasks.

    Raises InputError for a sample without model or grade, a model that answers a task twice or not at all, and a data
    set of a single model.
    """
    by_data: dict[str, dict[str, dict[str, Sample]]] = {}
    for sample in samples:
        if sample.model is None or sample.human is None:
            lacks = "`model`" if sample.model is None else "grade in `human`"
            raise InputError(f"{sample.id} has no {lacks}; this study needs outputs of named models that people graded")
        answers = by_data.setdefault(sample.data, {}).setdefault(sample.model, {})
        if sample.task in answers:
            raise InputError(f"{sample.id} is the second output of {sample.model} for {sample.task}; give it one")
        answers[sample.task] = sample
    return [_grid(data, answers) for data, answers in by_data.items()]


def _grid(data: str, answers: dict[str, dict[str, Sample]]) -> Graded:
    models = tuple(answers)
    tasks = tuple(dict.fromkeys(task for given in answers.values() for task in given))
    for model, given in answers.items():
        if lacking := [task for task in tasks if task not in given]:
            raise InputError(
                f"{data}: {model} has no output for {lacking[0]} ({len(lacking)} tasks in all); give it one"
            )
    if len(models) < 2:
        raise InputError(f"{data} has outputs of {models[0]} alone; the study compares models, give it two or more")
    return Graded(data, models, tasks, tuple(tuple(answers[m][t] for t in tasks) for m in models))


def study(
    data: Graded,
    columns: Sequence[Column],
    edges: Edges,
    *,
    how: Resampling = PAPER,
    runs: int = RUNS,
    ties: Ties = "earlier",
) -> Study:
    """The study of one data set by columns of `data.all`."""
    shape = (len(data.models), len(data.tasks))
    people = label_column("human", data.all)
    grades = people.statistics[:, 0].reshape(shape)
    outputs = [[sample.candidate for sample in row] for row in data.samples]
    made = synthesise(grades, data.models)
    models = distinct(originals(data.models, shape[1]) + made, outputs)
    panel = _Panel(models, shape, edges, how, ties)
    draws = [panel.samples(people, run) for run in range(runs)]
    return Study(
        data=data.data,
        models=data.models,
        tasks=shape[1],
        made=len(made),
        equal=len(data.models) + len(made) - len(models),
        lacking=sum(model.lacking > 0 for model in made),
        human=panel.scores(people, draws[0]),
        human_told=panel.told([decide(drawn, how.confidence, ties) for drawn in draws]),
        rows=tuple(panel.judged(column, draws) for column in columns),
        how=how,
    )


@dataclass(frozen=True, slots=True)
class _Panel:
    """All models of a data set and how they are compared; originals come first."""

    models: Sequence[Model]
    shape: tuple[int, int]
    edges: Edges
    how: Resampling
    ties: Ties

    def samples(self, column: Column, run: int) -> Floats:
        """Resampled values (models, resamples) of one run."""
        return bootstrap(
            self._statistics(column), column.aggregate, resamples=self.how.resamples, seed=self.how.seed + run
        )

    def scores(self, column: Column, samples: Floats) -> tuple[Interval, ...]:
        """Per original its score in points of 100."""
        values = self._values(column)
        return tuple(
            interval(samples[place], float(values[place]), self.how.confidence).scaled(100)
            for place in self._originals()
        )

    def judged(self, column: Column, people: Sequence[Floats]) -> Judged:
        """A metric beside people's resampled grades, run by run."""
        points = 100 * self._values(column)
        draws = [self.samples(column, run) for run in range(len(people))]
        said = [decide(drawn, self.how.confidence, self.ties) for drawn in draws]
        graded_ = [decide(drawn, self.how.confidence, self.ties) for drawn in people]
        signs = list(zip(said, graded_, strict=True))
        middle = [100 * np.median(drawn, axis=1) for drawn in draws]
        neither = [decide(drawn, self.how.confidence, "nobody") for drawn in (draws[0], people[0])]
        return Judged(
            name=column.name,
            title=column.title,
            signature=column.signature,
            failed=int(column.failed.sum()),
            scores=self.scores(column, draws[0]),
            runs=tuple(tabulate(points, a, b, self.edges) for a, b in signs),
            medians=tuple(tabulate(m, a, b, self.edges) for m, (a, b) in zip(middle, signs, strict=True)),
            nobody=tabulate(points, neither[0], neither[1], self.edges),
            told=self.told(said),
        )

    def told(self, runs: Sequence[Signs]) -> Told:
        """How many of the runs tell the pairs of originals apart."""
        places = self._originals()
        first, second = np.triu_indices(len(self.models), 1)
        where = {(i, j): n for n, (i, j) in enumerate(zip(first.tolist(), second.tolist(), strict=True))}
        return {
            (self.models[i].name, self.models[j].name): sum(bool(signs[where[i, j]]) for signs in runs)
            for i, j in combinations(places, 2)
        }

    def _statistics(self, column: Column) -> Floats:
        grid = column.statistics.reshape(*self.shape, -1)
        return taken(self.models, grid)

    def _values(self, column: Column) -> NDArray[np.float64]:
        return column.aggregate(self._statistics(column).sum(axis=1))

    def _originals(self) -> list[int]:
        return [place for place, model in enumerate(self.models) if model.percent == 0]


#: Per cent of the snippets that are replaced (section 4.3.1).
PORTIONS = (1, 3, 5, 10, 15, 20, 25, 30)


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """A model: `source[i]` is the index of the original model whose output it gives for task i.

    `percent` is 0 for an original, positive where snippets were replaced by better rated ones, negative by worse;
    `lacking` counts the replacements asked for that no other model could provide.

    Synthetic models: a model some of whose snippets are replaced by better or worse rated ones of other models.

    They fill the bins of `mismatch` with pairs whose quality lies close together. Knows grades and which model a
    snippet came from; no metric, no text.

    Source: Out of the BLEU, section 4.3.1, after Roy et al. 2021; where the text leaves the order of replacement open,
    the authors' published program decides: the largest gain in grade first.
    """

    name: str
    base: int
    percent: int
    source: NDArray[np.intp]
    lacking: int = 0


def originals(names: Sequence[str], tasks: int) -> list[Model]:
    """The models themselves."""
    return [Model(name, index, 0, np.full(tasks, index)) for index, name in enumerate(names)]


def synthesise(grades: NDArray[np.float64], names: Sequence[str], portions: Sequence[int] = PORTIONS) -> list[Model]:
    """All synthetic models of originals with grades (models, tasks): per base first the improved, then the worsened."""
    made = []
    for base, name in enumerate(names):
        for sign in (1, -1):
            gain = sign * (grades - grades[base])
            gain[base] = 0.0
            best = gain.argmax(axis=0)  # the first of equals
            most = gain.max(axis=0)
            order = np.argsort(-most, kind="stable")
            order = order[most[order] > 0]
            made += [_replaced(name, base, sign * percent, order, best) for percent in portions]
    return made


def _replaced(name: str, base: int, percent: int, order: NDArray[np.intp], best: NDArray[np.intp]) -> Model:
    wanted = round(abs(percent) * len(best) / 100)
    chosen = order[:wanted]
    source = np.full(len(best), base)
    source[chosen] = best[chosen]
    return Model(f"{name}{percent:+d}%", base, percent, source, wanted - len(chosen))


def distinct(models: Sequence[Model], outputs: Sequence[Sequence[str]]) -> list[Model]:
    """Without synthetic models whose outputs (originals, tasks) an original or a later synthetic one has, too."""
    keys = [tuple(outputs[which][task] for task, which in enumerate(model.source)) for model in models]
    kept = {key: model for key, model in zip(keys, models, strict=True) if model.percent}
    kept.update({key: model for key, model in zip(keys, models, strict=True) if not model.percent})
    return [m for key, m in zip(keys, models, strict=True) if not m.percent or kept[key] is m]


def taken(models: Sequence[Model], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the models have of values (originals, tasks, ...) that their snippets bring along: (models, tasks, ...)."""
    source = np.stack([model.source for model in models])
    return values[source, np.arange(source.shape[1])[None, :]]
