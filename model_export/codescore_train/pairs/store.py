"""Token sequences of functions and their variants as a few flat arrays, saved as one .npz file.

The sequences of one function follow each other: anchor, comment (may be empty), rewrites, mutants; none has special
tokens yet.  Knows nothing of how they were made or of how they are trained on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from codescore.foundation.errors import InputError
from codescore.foundation.files import replacing

Tokens = NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class Item:
    """One function's sequences."""

    language: int
    anchor: Sequence[int]
    comment: Sequence[int]
    rewrites: tuple[Sequence[int], ...]
    mutants: tuple[Sequence[int], ...]


@dataclass(frozen=True, slots=True)
class PairSet:
    """`n` functions over flat token storage; `languages` names what `language[i]` indexes."""

    languages: tuple[str, ...]
    tokens: NDArray[np.uint16]
    offsets: NDArray[np.int64]  # of sequence s: tokens[offsets[s]:offsets[s + 1]]
    first: NDArray[np.int32]  # sequence of function i's anchor
    rewrites: NDArray[np.uint8]  # how many function i has
    mutants: NDArray[np.uint8]
    language: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.first)

    def sequence(self, index: int) -> Tokens:
        """Token ids of one sequence."""
        return self.tokens[self.offsets[index] : self.offsets[index + 1]]

    def anchor(self, i: int) -> Tokens:
        """Function i's own sketch."""
        return self.sequence(int(self.first[i]))

    def comment(self, i: int) -> Tokens:
        """Function i's comment; empty where it has none."""
        return self.sequence(int(self.first[i]) + 1)

    def rewrite(self, i: int, k: int) -> Tokens:
        """Function i's rewrite k."""
        return self.sequence(int(self.first[i]) + 2 + k)

    def mutant(self, i: int, k: int) -> Tokens:
        """Function i's mutant k."""
        return self.sequence(int(self.first[i]) + 2 + int(self.rewrites[i]) + k)

    def anchor_lengths(self) -> NDArray[np.int64]:
        """Tokens in each function's sketch."""
        return self.offsets[self.first + 1] - self.offsets[self.first]

    def comment_lengths(self) -> NDArray[np.int64]:
        """Tokens in each function's comment."""
        return self.offsets[self.first + 2] - self.offsets[self.first + 1]

    def contrastive(self) -> NDArray[np.int64]:
        """Functions with a rewrite and a mutant: the only ones that contrastive learning uses (section 4.1)."""
        return np.flatnonzero((self.rewrites > 0) & (self.mutants > 0))


def collect(items: Iterable[Item], languages: tuple[str, ...]) -> PairSet:
    """A PairSet of items, in their order."""
    flat: list[NDArray[np.uint16]] = []
    lengths: list[int] = []
    first, rewrites, mutants, language = [], [], [], []
    for item in items:
        first.append(len(lengths))
        for tokens in (item.anchor, item.comment, *item.rewrites, *item.mutants):
            flat.append(np.asarray(tokens, dtype=np.uint16))
            lengths.append(len(tokens))
        rewrites.append(len(item.rewrites))
        mutants.append(len(item.mutants))
        language.append(item.language)
    return PairSet(
        languages=languages,
        tokens=np.concatenate(flat) if flat else np.zeros(0, np.uint16),
        offsets=np.concatenate(([0], np.cumsum(lengths, dtype=np.int64))).astype(np.int64),
        first=np.asarray(first, dtype=np.int32),
        rewrites=np.asarray(rewrites, dtype=np.uint8),
        mutants=np.asarray(mutants, dtype=np.uint8),
        language=np.asarray(language, dtype=np.uint8),
    )


def join(parts: Sequence[PairSet]) -> PairSet:
    """Several PairSets of the same languages as one, in order."""
    token_base = np.cumsum([0, *(len(p.tokens) for p in parts)])
    sequence_base = np.cumsum([0, *(len(p.offsets) - 1 for p in parts)])
    offsets = [p.offsets[:-1] + token_base[k] for k, p in enumerate(parts)]
    return PairSet(
        languages=parts[0].languages,
        tokens=np.concatenate([p.tokens for p in parts]),
        offsets=np.concatenate([*offsets, token_base[-1:]]).astype(np.int64),
        first=np.concatenate([p.first + sequence_base[k] for k, p in enumerate(parts)]).astype(np.int32),
        rewrites=np.concatenate([p.rewrites for p in parts]),
        mutants=np.concatenate([p.mutants for p in parts]),
        language=np.concatenate([p.language for p in parts]),
    )


def save_pairs(pairs: PairSet, path: Path) -> None:
    """Write a PairSet, whole or not at all."""
    with replacing(path) as temporary, temporary.open("wb") as file:
        np.savez(
            file,
            languages=np.asarray(pairs.languages),
            tokens=pairs.tokens,
            offsets=pairs.offsets,
            first=pairs.first,
            rewrites=pairs.rewrites,
            mutants=pairs.mutants,
            language=pairs.language,
        )


def load_pairs(path: Path) -> PairSet:
    """Read a PairSet.  Raises InputError where there is none or it is damaged."""
    if not path.is_file():
        raise InputError(f"no pairs at {path}; run `codescore-train pairs` first")
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as data:
            return PairSet(
                languages=tuple(str(name) for name in data["languages"]),
                tokens=data["tokens"],
                offsets=data["offsets"],
                first=data["first"],
                rewrites=data["rewrites"],
                mutants=data["mutants"],
                language=data["language"],
            )
    except (ValueError, KeyError, OSError, EOFError, BadZipFile) as error:
        raise InputError(f"{path} is damaged ({error}); remove it and run `codescore-train pairs` again") from None
