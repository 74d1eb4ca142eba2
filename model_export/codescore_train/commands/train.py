"""`codescore-train train`: train in `run/` of the work folder."""

from __future__ import annotations

import argparse

from codescore_train.commands.options import recipe_of, say
from codescore_train.pairs.generate import pairs_path
from codescore_train.pairs.store import load_pairs
from codescore_train.tokenizer import load_tokenizer, special_ids
from codescore_train.train.loop import Data, Options, train
from codescore_train.work import RUN


def run(options: argparse.Namespace) -> int:
    """Train, or go on training."""
    recipe = recipe_of(options)
    special = special_ids(load_tokenizer(options.work / "tokenizer.json"))
    pairs, valid = (load_pairs(pairs_path(options.work, part)) for part in ("train", "valid"))
    limit = options.stop_after * 60 if options.stop_after else None
    state = train(
        recipe,
        Data(pairs, valid, special),
        options.work / RUN,
        Options(options.device, limit, options.allow_network, options.start_from),
    )
    say(f"{options.work / RUN}: {state.step} steps in {state.seconds / 60:.1f} minutes")
    return 0
