"""What a same-task part is trained with: one flat table, TOML or defaults; a misspelt key is an error."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from codescore.foundation.errors import InputError
from codescore_train.recipe import RECIPES, Count, Natural, Positive, Section, Share


class SameTaskRecipe(Section, frozen=True):
    """The features, the model and the optimiser."""

    families: tuple[str, ...] = ("runs", "skips", "marked", "lines", "uses", "together")
    sources: tuple[str, ...] = ()  # collections trained on; () is all
    rows: Count = 60_000  # features kept: those of most tasks
    least_tasks: Count = 3  # that a feature occurs in
    idf: bool = True  # features weigh by their inverse frequency among tasks
    dimensions: Count = 128  # of a head
    hidden: Natural = 256  # of the layer behind the bag; 0: none
    heads: Count = 1  # bags trained one after the other, each with a seed of its own; their cosines are averaged
    bits: Literal[2, 8] = 8  # of a number of the table
    settle: Natural = 0  # last steps, in which the table is rounded to its bits and only the layers learn
    steps: Count = 600
    tasks: Annotated[int, Meta(ge=2)] = 512  # a batch
    programs: Annotated[int, Meta(ge=2)] = 2  # of each task in a batch
    drop: Share = 0.3  # of a program's features, anew in every step
    temperature: Positive = 0.07
    learning_rate: Positive = 4e-3
    weight_decay: Annotated[float, Meta(ge=0.0)] = 0.01
    one_language: Share = 0.5  # of batches, in which all programs are of one language
    crowd: Natural = 3  # nearest tasks trained on that tell how crowded a place is; 0: none
    false_positives: Share = 0.05  # of look-alikes that may be said to do the same
    seed: Natural = 1
    checkpoint_seconds: Positive = 60.0
    threads: Count = 2


def load(name: str, changes: dict[str, str]) -> SameTaskRecipe:
    """The recipe in a TOML file, or the shipped one of that name, with some keys changed.  Raises InputError."""
    path = Path(name) if Path(name).is_file() else RECIPES / f"{name}.toml"
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        for key, value in changes.items():
            table[key] = tomllib.loads(f"x = {value}")["x"]
        return msgspec.convert(table, SameTaskRecipe)
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise InputError(f"same-task recipe {name}: {error}") from None
