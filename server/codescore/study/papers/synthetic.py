"""Synthetic models: a model some of whose snippets are replaced by better or worse rated ones of other models.

They fill the bins of `mismatch` with pairs whose quality lies close together.  Knows grades and which model a snippet
came from; no metric, no text.

Source: Out of the BLEU, section 4.3.1, after Roy et al. 2021; where the text leaves the order of replacement open,
the authors' published program decides: the largest gain in grade first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Per cent of the snippets that are replaced (section 4.3.1).
PORTIONS = (1, 3, 5, 10, 15, 20, 25, 30)


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """A model: `source[i]` is the index of the original model whose output it gives for task i.

    `percent` is 0 for an original, positive where snippets were replaced by better rated ones, negative by worse;
    `lacking` counts the replacements asked for that no other model could provide.
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
