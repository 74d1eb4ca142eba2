"""A plan of runs that differ from one recipe in one variable each, as TOML.

    [common]                     # overrides for every run, by section of a recipe
    train.validate_steps = 100000
    [[run]]
    name = "ablation-no-late"    # of its folder in the log
    variable = "no late interaction"
    baseline = "ablation-baseline"
    train.late_weight = 0.0      # any section of a recipe
    pairs = "solutions"          # other training pairs, whose file the command line names
    mutants = "one-token"        # only those mutants that differ from their function in one token

Knows nothing of training; neighbours: `ablate` runs a plan, `table` sets its results side by side.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from codescore.foundation.errors import InputError
from codescore_train.recipe import Recipe, Section, parse_recipe

Overrides = dict[str, Any]
Name = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9._-]*$")]


class Entry(Section, frozen=True):
    """One run: its name in the log, the variable in words, and the recipe's keys that it changes."""

    name: Name
    variable: str
    baseline: str = ""  # the run that it is compared with; "" for the baseline itself
    model: Overrides = msgspec.field(default_factory=dict)
    train: Overrides = msgspec.field(default_factory=dict)
    export: Overrides = msgspec.field(default_factory=dict)
    pairs: str = ""  # "" for the pairs of the work folder
    mutants: Literal["", "one-token"] = ""


class Plan(Section, frozen=True):
    """All runs, in order; `common` overrides hold for each of them."""

    run: Annotated[tuple[Entry, ...], Meta(min_length=1)]
    common: dict[Literal["model", "train", "export"], Overrides] = msgspec.field(default_factory=dict)


def load_plan(path: Path) -> Plan:
    """The plan in a TOML file.  Raises InputError for what is none, or names a run twice or an absent one."""
    try:
        plan = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Plan)
    except OSError as error:
        raise InputError(f"cannot read plan {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise InputError(f"plan {path}: {error}") from None
    names = [entry.name for entry in plan.run]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"plan {path}: two runs are called {twice}")
    lost = next((entry for entry in plan.run if entry.baseline not in ("", *names)), None)
    if lost is not None:
        raise InputError(f"plan {path}: the baseline {lost.baseline} of {lost.name} is none of its runs")
    return plan


def recipe_of_entry(base: Recipe, plan: Plan, entry: Entry, more: Overrides) -> Recipe:
    """The base recipe with the plan's common overrides, the entry's and `more` (of `train`) over it, in that order.

    Raises InputError where the result is no recipe.
    """
    data = msgspec.to_builtins(base)
    for section in ("model", "train", "export"):
        data[section] |= plan.common.get(section, {}) | getattr(entry, section)
    data["train"] |= more
    return parse_recipe(data, f"of run {entry.name}")
