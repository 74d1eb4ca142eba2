"""A run's whole state on disk: weights, their average, optimiser, random state, place in the data, time spent.

Written atomically and read with `weights_only`, so a checkpoint is data and never code.
"""

from __future__ import annotations

import pickle
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from codescore.foundation.errors import InputError
from codescore.foundation.files import replacing
from codescore_train.train.batches import BatchPosition

CHECKPOINT = "checkpoint.pt"


@dataclass(slots=True)
class State:
    """Everything that a run needs to go on as if it had not stopped."""

    step: int = 0
    seconds: float = 0.0  # spent training, over all sessions of the run
    warm_up: BatchPosition = field(default_factory=BatchPosition)
    joint: BatchPosition = field(default_factory=BatchPosition)
    done: bool = False
    model: dict[str, Tensor] = field(default_factory=dict)
    average: dict[str, Tensor] = field(default_factory=dict)
    optimizer: dict[str, Any] = field(default_factory=dict)
    random: Tensor = field(default_factory=torch.get_rng_state)
    recipe: str = ""  # digest of what must not change between sessions


def save_state(state: State, path: Path) -> None:
    """Write a checkpoint, whole or not at all.  Raises EnvironmentProblem when the disk is full."""
    data = {name: getattr(state, name) for name in State.__slots__}
    data["warm_up"], data["joint"] = asdict(state.warm_up), asdict(state.joint)
    with replacing(path) as temporary:
        torch.save(data, temporary)


def load_state(path: Path) -> State:
    """Read a checkpoint.  Raises InputError where it is missing or damaged."""
    if not path.is_file():
        raise InputError(f"no checkpoint at {path}; run `codescore-train train` first")
    try:
        data = torch.load(path, map_location="cpu", weights_only=True)
        data["warm_up"], data["joint"] = BatchPosition(**data["warm_up"]), BatchPosition(**data["joint"])
        return State(**data)
    except (RuntimeError, KeyError, TypeError, EOFError, OSError, pickle.UnpicklingError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"checkpoint {path} is damaged ({reason}); remove it to start anew") from None


def trained_weights(state: State) -> dict[str, Tensor]:
    """The weights to use: the average where the run keeps one."""
    return state.average or state.model
