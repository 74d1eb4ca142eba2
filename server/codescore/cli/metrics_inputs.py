"""What `codescore metrics` compares, whether it came from files or from data sets.  Knows no metric."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codescore.metrics import Pair
    from codescore.study.dataset import DataSet


@dataclass(frozen=True, slots=True)
class Inputs:
    """What is compared: the pairs, a name for each, and where they come from."""

    pairs: list[Pair]
    ids: list[str]
    labels: list[str]  # candidate and references, or the data sets
    data: tuple[DataSet, ...] = ()
