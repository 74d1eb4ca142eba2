"""What a metric is: a named function of (candidate, references) pairs that explains and signs itself.

A metric has one file.  Values lie in [0, 1] whatever scale its paper prints; what could not be computed is a value
with the reason, never a silent 0.  Knows no data sets, labels or files; neighbours: `registry` lists the metrics,
`tokens` has the tokenisations, `study` puts labels beside the scores.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from codescore.engine import Session

#: What a metric costs: `cheap` needs text and a tree, `structure` may take seconds on a large pair and is bounded,
#: `model` needs a bundle.
#: `execution` runs the programs (in a sandbox), and is only done when it is asked for by name.
Cost = Literal["cheap", "structure", "model", "execution"]
Tick = Callable[[int], None]

_NOTHING: Mapping[str, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Pair:
    """A candidate and what it is compared with: whole texts, one reference or more, a language id.

    `intent` is the task in natural language, for the few metrics that use it.
    """

    candidate: str
    references: tuple[str, ...]
    language: str
    intent: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """What a metric says of one pair.

    `value` is in [0, 1], None where the metric failed or does not apply: `reason` then says why in one line.
    `parts` are its components by name (`precision`, `syntax-match`); `note` qualifies a value (`bound`, `TRS`).
    `reference` is the index of the reference that gave the value, where one of several did.
    """

    value: float | None
    parts: Mapping[str, float] = field(default_factory=lambda: _NOTHING)
    note: str = ""
    reason: str = ""
    reference: int | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """What metrics are given from outside: how code becomes tokens (a name in `tokens`), and a warm session."""

    tokens: str = "code"
    session: Session | None = None


class Metric(ABC):
    """A metric.  Instances are made by the registry from a Context, hold no state that a score depends on."""

    name: str  # on the command line and in files: lower case, hyphens
    title: str  # as people write it
    summary: str  # one sentence: what it measures
    source: str  # paper and section, or the library that defines it
    cost: Cost = "cheap"
    languages: frozenset[str] | None = None  # None: any language, also one that is not installed
    requires: tuple[str, ...] = ()  # modules of the extra `study` that it cannot do without

    def __init__(self, context: Context) -> None:
        self.context = context

    @abstractmethod
    def settings(self, language: str) -> Mapping[str, str]:
        """All that must be equal for two of its values to be comparable, for the signature; in a fixed order."""

    @abstractmethod
    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        """One score per pair, in order.  Never raises for what a pair holds."""

    def statistics(self, pairs: Sequence[Pair]) -> NDArray[np.float64]:
        """Sufficient statistics (pairs, k) whose column sums give the corpus value; by default value and count."""
        values = [(0.0, 0.0) if s.value is None else (s.value, 1.0) for s in self.scores(pairs)]
        return np.asarray(values, dtype=np.float64).reshape(len(pairs), 2)

    def corpus(self, sums: NDArray[np.float64]) -> float | None:
        """The corpus value of summed statistics; by default the mean, None of nothing."""
        return float(sums[0] / sums[1]) if sums[1] else None
