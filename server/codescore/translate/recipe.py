"""A recipe: the stages of an evaluation and their settings in one TOML file; a table for each stage.

    [data]
    tasks = "tasks.jsonl.gz"        # paths start at the recipe's folder
    difficulty = ["easy", "medium"]

    [prompt]
    model = ["some-model", "other-model"]
    direction = ["java_python", "python_java"]

    [generate]
    endpoint = "http://127.0.0.1:8080/v1"

Settings are the options of the stage's own command, which says what they mean and checks them; here is only how they
are written.  Knows no stage by itself and no command line.  Pure but for reading the file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from codescore.foundation.errors import InputError

MAX_RECIPE = 1 << 18
#: The stages of a whole evaluation, in order.
STAGES = ("data", "prompt", "generate", "extract", "execute", "measure", "report")

Value = str | int | float | bool
Settings = Mapping[str, Value | tuple[Value, ...]]


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a file says: settings by stage, and its text as it was read."""

    path: Path
    text: str
    stages: Mapping[str, Settings]

    def settings(self, stage: str) -> Settings:
        """The settings of a stage; empty where the recipe has none."""
        return self.stages.get(stage, {})


def read(path: Path) -> Recipe:
    """The recipe in a file.  Raises InputError in one line."""
    try:
        data = path.read_bytes() if path.stat().st_size <= MAX_RECIPE else None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    if data is None:
        raise InputError(f"{path} is larger than {MAX_RECIPE >> 10} KB; that is no recipe")
    try:
        text = data.decode("utf-8")
        tables = tomllib.loads(text)
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8; save it as UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is no TOML: {error}") from None
    return Recipe(path, text, {name: _settings(path, name, table) for name, table in tables.items()})


def nearest(name: str, known: Iterable[str]) -> str:
    """What to say of a name that nothing has: the one that was probably meant, else all that there are."""
    names = sorted(known)
    close = get_close_matches(name, names, n=1)
    return f"did you mean {close[0]}?" if close else f"known are {', '.join(names)}"


def _settings(path: Path, stage: str, table: object) -> Settings:
    if stage not in STAGES:
        raise InputError(f"{path}: there is no stage [{stage}]; {nearest(stage, STAGES)}")
    if not isinstance(table, dict):
        raise InputError(f"{path}: {stage} is the name of a stage; begin its table with [{stage}]")
    return {name: _value(f"{path}: [{stage}] {name}", value) for name, value in table.items()}


def _value(place: str, value: Any) -> Value | tuple[Value, ...]:  # noqa: ANN401  whatever TOML holds
    if "\0" in str(value):
        raise InputError(f"{place} holds a NUL, which no setting can")
    if isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, Sequence) and value and all(isinstance(one, (str, int, float)) for one in value):
        return tuple(value)
    raise InputError(f"{place} is neither a text, a number, true or false, nor a list of them")
