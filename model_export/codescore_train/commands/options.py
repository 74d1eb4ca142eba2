"""What several commands read from their options, and how they speak."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from codescore.foundation.errors import InputError
from codescore_train.recipe import Recipe, load_recipe


def recipe_of(options: argparse.Namespace) -> Recipe:
    """The recipe that is named, with the base that is named over its own.  Raises InputError."""
    recipe = load_recipe(options.recipe)
    if options.base:
        recipe = msgspec.structs.replace(recipe, model=msgspec.structs.replace(recipe.model, base=options.base))
    return recipe


def document(path: Path) -> dict[str, Any]:
    """The JSON object in a file.  Raises InputError."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read summary {path}: {error}") from None
    if not isinstance(found, dict):
        raise InputError(f"{path} holds no JSON object")
    return found


def say(text: str) -> None:
    """One line for a person."""
    sys.stderr.write(text + "\n")


def print_json(found: dict[str, Any]) -> None:
    """One JSON document on stdout."""
    sys.stdout.write(json.dumps(found, indent=1) + "\n")
