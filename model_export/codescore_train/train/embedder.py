"""A learner in PyTorch as an `audit.Embed`: sequences -> unit vectors per pooling, in full precision."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from codescore.embed.manifest import POOLINGS
from codescore_train.pairs.store import Tokens
from codescore_train.tokenizer.special import SpecialIds
from codescore_train.train.audit import Embed, Vectors
from codescore_train.train.batches import pad
from codescore_train.train.model import Learner, Pooled

_WIDE = 64  # sequences at a time
_NOTHING = np.zeros(0, np.float32)


def torch_embedder(learner: Learner, special: SpecialIds, device: torch.device) -> Embed:
    """The function that embeds with the learner's present weights; sequences of like length go together."""
    model = Pooled(learner.encoder).eval()

    def embed(sequences: Sequence[Tokens]) -> Vectors:
        order = sorted(range(len(sequences)), key=lambda k: len(sequences[k]))
        rows: dict[str, list[NDArray[np.float32]]] = {name: [_NOTHING] * len(order) for name in POOLINGS}
        for start in range(0, len(order), _WIDE):
            some = order[start : start + _WIDE]
            batch = pad([sequences[k] for k in some], special)
            with torch.inference_mode():
                outputs = model(batch.ids.to(device), batch.mask.to(device))
            for name, output in zip(POOLINGS, outputs, strict=True):
                for k, vector in zip(some, output.cpu().numpy(), strict=True):
                    rows[name][k] = vector
        return {name: np.stack(vectors) for name, vectors in rows.items()}

    return embed
