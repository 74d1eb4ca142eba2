"""The bundled samples as data: references and the variants that the demo compares with them.

`samples/cases.toml` lists them; the sources lie beside it, one folder per case.  Knows files, no stage.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "samples"


@dataclass(frozen=True, slots=True)
class Variant:
    """One rewriting of a reference; `same` is the truth, known by running both: do they behave alike?"""

    kind: str
    title: str
    same: bool
    change: str
    path: Path


@dataclass(frozen=True, slots=True)
class Case:
    """A task, its reference, and variants of that."""

    name: str
    task: str
    reference: Path
    variants: tuple[Variant, ...]


@cache
def all_cases() -> tuple[Case, ...]:
    """The cases in the order they are shown."""
    data = tomllib.loads((FOLDER / "cases.toml").read_text(encoding="utf-8"))
    return tuple(_case(entry, data["kinds"]) for entry in data["case"])


def _case(entry: dict[str, str], kinds: dict[str, dict[str, str | bool]]) -> Case:
    folder = FOLDER / entry["folder"]
    variants = tuple(
        Variant(kind, str(about["title"]), bool(about["same"]), entry[kind], _source(folder, kind))
        for kind, about in kinds.items()
    )
    return Case(entry["folder"], entry["task"], _source(folder, "reference"), variants)


def _source(folder: Path, stem: str) -> Path:
    """The file of that stem, whatever its language."""
    (path,) = folder.glob(f"{stem}.*")
    return path
