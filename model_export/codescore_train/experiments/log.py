"""A run's folder in the experiments log: written by `ablate`, or by hand in the same shape, and read back.

`run.toml` says what was changed (`variable`) and against which run (`baseline`), `recipe.toml` everything,
`result.json` holds the measures of `codescore-train trial` (or an evaluation), `notes.md` the reading.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from codescore.foundation.errors import InputError
from codescore.foundation.files import replacing
from codescore_train.recipe import Recipe

RUN_FILE, RECIPE_FILE, RESULT_FILE, NOTES_FILE = "run.toml", "recipe.toml", "result.json", "notes.md"
ENVIRONMENT_FILE, LOSSES_FILE = "environment.json", "log.jsonl"

_TITLES = {"run": "A run of the experiments log.", "recipe": "The whole recipe of this run, defaults spelt out."}


@dataclass(frozen=True, slots=True)
class Logged:
    """A folder of the log; `result` is None where it holds none (yet)."""

    name: str
    variable: str
    baseline: str
    result: dict[str, Any] | None


def read_log(folder: Path) -> list[Logged]:
    """All runs of a log by name.  Raises InputError where there is no log or a file in it is damaged."""
    if not folder.is_dir():
        raise InputError(f"{folder} is no folder; name the experiments log")
    return [_read(path) for path in sorted(folder.iterdir()) if path.is_dir()]


def write_text(path: Path, text: str) -> None:
    """A text file, whole or not at all."""
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def write_json(path: Path, found: dict[str, Any]) -> None:
    """A JSON file, whole or not at all."""
    write_text(path, json.dumps(found, indent=1) + "\n")


def recipe_toml(recipe: Recipe) -> str:
    """A recipe as TOML that reads back as the same recipe."""
    parts = [f"# {_TITLES['recipe']}"]
    for section, values in msgspec.to_builtins(recipe).items():
        parts.append("\n".join([f"[{section}]", *(f"{key} = {_toml(value)}" for key, value in values.items())]))
    return "\n\n".join(parts) + "\n"


def run_toml(variable: str, baseline: str) -> str:
    """What `run.toml` holds."""
    return f"# {_TITLES['run']}\n\nvariable = {_toml(variable)}\nbaseline = {_toml(baseline)}\n"


def _toml(value: object) -> str:
    """A value of a recipe: TOML writes strings, numbers, truth values and lists of them as JSON does."""
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


def _read(path: Path) -> Logged:
    try:
        said = tomllib.loads(_text(path / RUN_FILE))
        written = _text(path / RESULT_FILE)
        result = json.loads(written) if written else None
    except (ValueError, OSError) as error:
        raise InputError(f"{path}: {error}") from None
    if result is not None and not isinstance(result, dict):
        raise InputError(f"{path / RESULT_FILE} holds no JSON object")
    return Logged(path.name, str(said.get("variable", "")), str(said.get("baseline", "")), result)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""
