"""The token vectors of one text, for metrics that match tokens instead of comparing two vectors.

Plain values: no model, no files.  Vectors are kept in eight bits a number, as a server holds thousands of texts: 140
bytes a token with the default bundle.  Neighbours: `encoder` makes them, `score.judge` and the metrics compare them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_TOP = 127


@dataclass(frozen=True, slots=True, eq=False)
class TokenVectors:
    """What a bundle says of each of a text's n tokens (special tokens left out), in their order.

    `form_codes` (n, k) and `role_codes` (n, m) are int8 rows that point where the vectors point; `forms` and `roles`
    are the vectors.  A form is what a token is, from the first layer; a role is what it does where it stands, from the
    last.  `weights` (n,) in [0, 1] tell how much a token's role matters, `rarity` (n,) >= 0 how rare the token is in
    the training corpus (inverse document frequency), `suspicion` (n,) in [0, 1] how likely it stands in another's place
    (0 where the bundle does not say); all float32.
    """

    form_codes: NDArray[np.int8]
    role_codes: NDArray[np.int8]
    weights: NDArray[np.float32]
    rarity: NDArray[np.float32]
    suspicion: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.weights)

    @property
    def forms(self) -> NDArray[np.float32]:
        """Unit vectors (n, k)."""
        return _vectors(self.form_codes)

    @property
    def roles(self) -> NDArray[np.float32]:
        """Unit vectors (n, m)."""
        return _vectors(self.role_codes)

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return self.form_codes.nbytes + self.role_codes.nbytes + 3 * self.weights.nbytes


def token_vectors(rows: NDArray[np.float32], forms: int, roles: int) -> TokenVectors:
    """From a model's output for one text's tokens, (n, forms + roles + 2 or 3).

    Vectors, then weight and rarity, then suspicion where the model has it.
    """
    weight, rarity, *suspicion = rows[:, forms + roles :].T
    return TokenVectors(
        _codes(rows[:, :forms]),
        _codes(rows[:, forms : forms + roles]),
        np.clip(weight, 0.0, 1.0).astype(np.float32),
        np.maximum(rarity, 0.0).astype(np.float32),
        np.clip(suspicion[0] if suspicion else np.zeros(len(rows)), 0.0, 1.0).astype(np.float32),
    )


def joined(parts: list[TokenVectors]) -> TokenVectors:
    """The tokens of several windows of one text, in order."""
    if len(parts) == 1:
        return parts[0]
    return TokenVectors(
        np.concatenate([p.form_codes for p in parts]),
        np.concatenate([p.role_codes for p in parts]),
        np.concatenate([p.weights for p in parts]),
        np.concatenate([p.rarity for p in parts]),
        np.concatenate([p.suspicion for p in parts]),
    )


def _codes(vectors: NDArray[np.float32]) -> NDArray[np.int8]:
    top = np.maximum(np.abs(vectors).max(axis=1, keepdims=True, initial=0.0), 1e-12)
    codes: NDArray[np.int8] = np.rint(vectors / top * _TOP).astype(np.int8)
    return codes


def _vectors(codes: NDArray[np.int8]) -> NDArray[np.float32]:
    values = codes.astype(np.float32)
    values /= np.maximum(np.sqrt(np.einsum("nk,nk->n", values, values))[:, None], 1e-12)
    return values
