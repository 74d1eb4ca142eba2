"""What Out of the BLEU prints in its tables 2 to 7, as values; the transcription is `out_of_the_bleu.toml`.

Knows none of our numbers; neighbours: `human` computes the same tables, `checks` sets them beside these.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from codescore.study.papers.mismatch import Edges
from codescore.study.significance import Interval

#: The row of people's grades in the tables of scores.
HUMAN = "human"

#: Metrics of ours by name, with the row of the paper that they stand beside (CodeBLEU with its weights, appendix A.6).
ROWS: Mapping[str, str] = {
    "bleu": "bleu", "rouge-l": "rougel", "chrf": "chrf", "meteor": "meteor", "ruby": "ruby",
    "code-bleu-1-1-4-4": "codebleu",
}  # fmt: skip

#: How the paper writes the names of its rows.
TITLES: Mapping[str, str] = {
    "bleu": "BLEU", "rougel": "ROUGE-L", "chrf": "ChrF", "meteor": "METEOR", "ruby": "RUBY", "codebleu": "CodeBLEU",
    HUMAN: "Human",
}  # fmt: skip

#: What the authors compute by programs of their own (appendices A.5, A.6), the others by known packages.
OWN_PROGRAMS = frozenset({"ruby", "codebleu"})

_SCORE = re.compile(r"(\d+\.\d+)-(\d+\.\d+)\+(\d+\.\d+)")


@dataclass(frozen=True, slots=True)
class PrintedCell:
    """A bin of the mismatch table: the rate in per cent, None where none is printed, and the number of pairs."""

    rate: float | None
    pairs: int


@dataclass(frozen=True, slots=True)
class Printed:
    """The tables of one data set.  Scores in points of 100, by metric and then per model in the order of `models`.

    `significance` has (significant, not significant) per bin; `mismatch` a cell per bin and one for pairs without a
    significant difference; `total` the mismatches in per cent of all pairs; `not_told` the pairs of models that a
    metric, or `human`, cannot tell apart by the paper's text.
    """

    title: str
    models_in_text: int
    edges: Edges
    tables: Mapping[str, int]
    models: tuple[str, ...]
    scores: Mapping[str, tuple[Interval, ...]]
    significance: Mapping[str, tuple[tuple[int, int], ...]]
    mismatch: Mapping[str, tuple[PrintedCell, ...]]
    total: Mapping[str, float]
    not_told: Mapping[str, frozenset[tuple[str, str]]]


@cache
def printed() -> Mapping[str, Printed]:
    """The paper's tables by data set."""
    text = files(__package__).joinpath("out_of_the_bleu.toml").read_text(encoding="utf-8")
    return {name: _printed(table) for name, table in tomllib.loads(text).items()}


def _printed(table: dict) -> Printed:  # type: ignore[type-arg]  # as tomllib gives it
    return Printed(
        title=table["title"],
        models_in_text=table["models_in_text"],
        edges=Edges(tuple(table["bins"])),
        tables=table["tables"],
        models=tuple(table["models"]),
        scores={row: tuple(map(_interval, cells)) for row, cells in table["scores"].items()},
        significance={row: tuple((yes, no) for yes, no in cells) for row, cells in table["significance"].items()},
        mismatch={row: tuple(map(_cell, value["cells"])) for row, value in table["mismatch"].items()},
        total={row: value["total"] for row, value in table["mismatch"].items()},
        not_told={row: frozenset((a, b) for a, b in pairs) for row, pairs in table["not_told"].items()},
    )


def _interval(text: str) -> Interval:
    found = _SCORE.fullmatch(text)
    assert found is not None, text
    value, below, above = map(float, found.groups())
    return Interval(value - below, value, value + above)


def _cell(numbers: list[float]) -> PrintedCell:
    rate = float(numbers[0]) if len(numbers) == 2 else None
    return PrintedCell(rate, int(numbers[-1]))
