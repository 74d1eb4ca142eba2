"""`codescore-train pairs`: write `pairs.<part>.npz` and `pairs.json` into the work folder."""

from __future__ import annotations

import argparse

from codescore_train.commands.options import recipe_of, say
from codescore_train.pairs.generate import Others, generate


def run(options: argparse.Namespace) -> int:
    """Generate, or go on generating."""
    others = Others(options.solutions, options.programs)
    for part, numbers in generate(recipe_of(options), options.corpus, options.work, others).items():
        say(f"{part}: functions {numbers['functions']}, with rewrite and mutant {numbers['contrastive']}")
    return 0
