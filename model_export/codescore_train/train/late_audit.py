"""The self-audit of late interaction: its parts for rewrites and mutants against their own function.

Neighbours: `audit` does the same for vectors; the comparison itself is the product's own (`codescore.score.judge`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch.nn import functional

from codescore.embed import LateInteraction, TokenVectors
from codescore.embed.vectors import token_vectors
from codescore.languages import by_id
from codescore.score import Components, exchanged_operators, late_parts, late_similarity
from codescore_train.pairs.store import PairSet, Tokens
from codescore_train.tokenizer.special import SpecialIds
from codescore_train.train import audit
from codescore_train.train.batches import pad
from codescore_train.train.measure import auroc
from codescore_train.train.model import Learner
from codescore_train.train.spelled import read_sketch

EmbedTokens = Callable[[Sequence[Tokens]], list[TokenVectors]]

_WIDE = 64  # sequences at a time


@dataclass(frozen=True, slots=True)
class Compared:
    """One row per variant of a function: is it a rewrite, its language, and the parts of its similarity.

    `operators` is 0 where they were not counted.  `other` (n, 3) holds recall, mismatch and suspicion of different
    functions.
    """

    rewrite: NDArray[np.bool_]
    language: NDArray[np.uint8]
    recall: NDArray[np.float64]
    mismatch: NDArray[np.float64]
    operators: NDArray[np.int64]
    suspicion: NDArray[np.float64]
    other: NDArray[np.float64]

    def similarities(self, late: LateInteraction) -> audit.Cosines:
        """As the product computes them, before calibration."""
        parts = map(Components, self.recall, self.mismatch, self.operators, self.suspicion)
        values = np.asarray([late_similarity(each, late) for each in parts])
        other = [late_similarity(Components(r, m, 0, s), late) for r, m, s in self.other.tolist()]
        return audit.Cosines(
            rewrite=values[self.rewrite],
            rewrite_language=self.language[self.rewrite],
            mutant=values[~self.rewrite],
            mutant_language=self.language[~self.rewrite],
            other=np.asarray(other),
        )


def torch_tokens(
    learner: Learner, special: SpecialIds, device: torch.device, rarity: NDArray[np.float32] | None = None
) -> EmbedTokens:
    """The function that gives token vectors with the learner's present weights, forms in their full width.

    `rarity` (vocabulary,) says how rare tokens are; without it each is as rare as another.
    """
    table = torch.from_numpy(rarity) if rarity is not None else torch.ones(special.size)
    head = learner.tokens
    assert head is not None

    def embed(sequences: Sequence[Tokens]) -> list[TokenVectors]:
        found: dict[int, TokenVectors] = {}
        order = sorted(range(len(sequences)), key=lambda k: len(sequences[k]))
        for start in range(0, len(order), _WIDE):
            some = order[start : start + _WIDE]
            batch = pad([sequences[k] for k in some], special)
            with torch.inference_mode():
                first, last = learner.encoder(batch.ids.to(device), batch.mask.to(device))
                forms = functional.normalize(first.float(), dim=-1)
                rows = head.rows(forms, last, table[batch.ids].to(device))
            sizes = forms.shape[-1], head.project.out_features
            for row, k in zip(rows.cpu().numpy(), some, strict=True):
                found[k] = token_vectors(row[1 : 1 + len(sequences[k])], *sizes)
        return [found[k] for k in range(len(sequences))]

    return embed


def compare_tokens(
    embed: EmbedTokens, pairs: PairSet, functions: NDArray[np.int64], tokenizer: Tokenizer | None = None
) -> Compared:
    """Every variant of the chosen functions against its function; with the tokenizer operators are counted too."""
    rows: list[tuple[bool, int, float, float, int, float]] = []
    other: list[tuple[float, float, float]] = []
    before: TokenVectors | None = None
    for i in functions:
        rewrites, mutants = int(pairs.rewrites[i]), int(pairs.mutants[i])
        variants = [pairs.rewrite(i, k) for k in range(rewrites)] + [pairs.mutant(i, k) for k in range(mutants)]
        anchor, *changed = embed([pairs.anchor(i), *variants])
        for k, (tokens, vectors) in enumerate(zip(variants, changed, strict=True)):
            count = _operators(tokens, pairs, i, tokenizer) if tokenizer is not None else 0
            language = int(pairs.language[i])
            found = late_parts(vectors, anchor, int)
            rows.append((k < rewrites, language, found.recall, found.mismatch, count, found.suspicion))
        if before is not None:
            parts = late_parts(before, anchor, int)
            other.append((parts.recall, parts.mismatch, parts.suspicion))
        before = anchor
    same, languages, *numbers = (np.asarray(column) for column in zip(*rows, strict=True))
    recalls, mismatches, counts, doubts = numbers
    return Compared(same, languages, recalls, mismatches, counts, doubts, np.asarray(other).reshape(-1, 3))


def _operators(variant: Tokens, pairs: PairSet, function: int, tokenizer: Tokenizer) -> int:
    """Operators in another's place, in the sketches that the tokens spell."""
    language = by_id(pairs.languages[pairs.language[function]])
    if language is None:
        return 0
    ours, theirs = (
        read_sketch(tokenizer.decode(tokens.tolist(), skip_special_tokens=False), language)
        for tokens in (variant, pairs.anchor(function))
    )
    return exchanged_operators(ours, theirs, language)


def mismatch_auroc(compared: Compared, languages: tuple[str, ...]) -> dict[str, float]:
    """AUROC of rewrites against mutants by the mismatch alone, by language."""
    return {
        name: auroc(-compared.mismatch[compared.language == k], compared.rewrite[compared.language == k])
        for k, name in enumerate(languages)
    }
