"""`codescore-train ablate`: run a plan of experiments, one variable at a time."""

from __future__ import annotations

import argparse
from pathlib import Path

from codescore.foundation.errors import InputError
from codescore_train.commands.options import recipe_of, say
from codescore_train.experiments.ablate import Bench, ablate
from codescore_train.experiments.plan import load_plan


def run(options: argparse.Namespace) -> int:
    """Run what the log does not hold yet, a line per run."""
    if not (options.minutes or options.steps):
        raise InputError("how long is a run? give --minutes M or --steps N")
    bench = Bench(
        work=options.work,
        log=options.log,
        start=options.start_from,
        device=options.device,
        minutes=options.minutes,
        steps=options.steps,
        pairs=dict(_named(text) for text in options.pairs),
        data=options.data,
        functions=options.functions,
        limit=options.limit,
    )
    for line in ablate(load_plan(options.plan), recipe_of(options), bench):
        say(line)
    return 0


def _named(text: str) -> tuple[str, Path]:
    name, equals, path = text.partition("=")
    if not (name and equals and path):
        raise InputError(f"--pairs {text}: write NAME=FILE")
    return name, Path(path)
