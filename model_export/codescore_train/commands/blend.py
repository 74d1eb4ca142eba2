"""`codescore-train blend`: the mean of a run's weights and of those it started from, as a run of its own.

Contrasting mutants makes a model forget what it knew of different programs; half way back it still knows both (a
weight-space ensemble of start and end, as WiSE-FT does for fine-tuned models: Wortsman et al., 2022).
"""

from __future__ import annotations

import argparse
from pathlib import Path

from codescore.foundation.errors import InputError
from codescore.foundation.files import sha256
from codescore_train.commands.options import recipe_of, say
from codescore_train.experiments.log import write_json
from codescore_train.train.checkpoint import CHECKPOINT, load_state, save_state, trained_weights
from codescore_train.train.loop import digest
from codescore_train.work import BLEND, RUN


def run(options: argparse.Namespace) -> int:
    """Blend and write a checkpoint into the work folder, beside a note of what it is made from."""
    ends = {"start": options.start_from, "end": options.end}
    if not 0.0 <= options.share <= 1.0:
        raise InputError(f"--share {options.share} is outside 0..1")
    states = {name: load_state(path) for name, path in ends.items()}
    before, state = trained_weights(states["start"]), states["end"]
    after = trained_weights(state)
    odd = [name for name, value in after.items() if name in before and before[name].shape != value.shape]
    if odd:
        raise InputError(f"{options.start_from} is of a model of other sizes: {odd[0]}")
    mixed = {
        name: value.lerp(before[name], options.share) if name in before and value.is_floating_point() else value
        for name, value in after.items()
    }
    state.model, state.average, state.optimizer = mixed, mixed, {}
    state.recipe, state.done = digest(recipe_of(options)), True
    folder: Path = options.work / RUN
    folder.mkdir(parents=True, exist_ok=True)
    save_state(state, folder / CHECKPOINT)
    note = {"share-of-start": options.share, **{f"{name}-sha256": sha256(path) for name, path in ends.items()}}
    write_json(folder / BLEND, note)
    say(f"{folder / CHECKPOINT}: {1 - options.share:g} of {options.end}, {options.share:g} of {options.start_from}")
    return 0
