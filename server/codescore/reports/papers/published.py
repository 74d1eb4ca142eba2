"""What the CodeScore-R paper printed, tables 3 to 15: a data file beside this module, transcribed from the paper."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Printed:
    """One printed table: `columns` are (task, what), `rows` values by the paper's name of a metric."""

    number: int
    title: str
    measure: str
    columns: tuple[tuple[str, str], ...]
    rows: Mapping[str, Sequence[float]]


@dataclass(frozen=True, slots=True)
class Paper:
    """The paper's tables, its metrics' names here, and the data sets of ours that are nearest to its tasks."""

    tables: tuple[Printed, ...]
    metrics: Mapping[str, str]
    nearest: Mapping[str, str]
    pass_rate: Mapping[str, float]

    def table(self, number: int) -> Printed:
        """The table with this number in the paper."""
        return next(table for table in self.tables if table.number == number)

    def ours(self, name: str) -> str:
        """Our name of a metric of theirs."""
        return self.metrics.get(name, name)


@cache
def paper() -> Paper:
    """The CodeScore-R paper's numbers."""
    text = files("codescore.reports.papers").joinpath("code_score_r.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return Paper(tuple(_printed(one) for one in data["table"]), data["metrics"], data["nearest"], data["pass_rate"])


def _printed(one: Mapping[str, Any]) -> Printed:
    columns = tuple((task, what) for task, _, what in (name.partition(", ") for name in one["columns"]))
    return Printed(one["number"], one["title"], one["measure"], columns, one["rows"])
