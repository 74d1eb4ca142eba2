"""CodeBERTScore (Zhou et al. 2023): every token matched with the most similar one of the other side, by a model.

The model is the bundle in use; the signature names it.  Its token vectors are the forms, which one layer has put into
their context: like BERTScore's, the layer was chosen by agreement (with the values published for Java a rank
correlation of .54 on development pairs; of the roles, which the last layer is trained to tell apart, .27).  Text is the
sketch, which the model was trained on; special tokens do not count, no idf weights, no rescaling to a baseline.  Values
are therefore comparable only where signatures are equal, and never with those of the paper, whose models are
CodeBERT's.  A bundle whose model gives no token vectors gives no value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from codescore.metrics.metric import Metric, Pair, Score, Tick
from codescore.metrics.sketch_pairs import distinct, score_sketches, sketches_of
from codescore.metrics.token_matching import match_tokens
from codescore.sketch import VERSION

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = Mapping[str, NDArray[np.float32]]

#: Tokens of a side that are compared, so that time and memory are bounded; what lies behind is left out, and said.
_MOST_TOKENS = 4096
_AT_ONCE = 64  # pairs whose texts go to the model together: token vectors are large


class CodeBertScore(Metric):
    """F1, with precision, recall and F3 as parts."""

    name = "code-bert-score"
    title = "CodeBERTScore"
    summary = "F1 of matching each token's contextual vector with the most similar one of the other side."
    source = "Zhou et al. 2023 (CodeBERTScore), Zhang et al. 2020 (BERTScore)"
    cost = "model"
    beta = 1.0

    def settings(self, language: str) -> Mapping[str, str]:
        session = self.context.session
        return {
            "f": f"{self.beta:g}",
            "text": f"sketch-{VERSION}",
            "vectors": "forms",
            "idf": "no",
            "tokens": str(_MOST_TOKENS),
            "rescaled": "no",
            "bundle": (session.bundle_label if session is not None else None) or "none",
        }

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        found: list[Score] = []
        for start in range(0, len(pairs), _AT_ONCE):
            found += self._chunk(pairs[start : start + _AT_ONCE])
            if tick is not None:
                tick(len(found))
        return found

    def _chunk(self, pairs: Sequence[Pair]) -> list[Score]:
        sketches = sketches_of(pairs)
        vectors = self._vectors(distinct(sketches))
        if isinstance(vectors, str):
            return [Score(None, reason=vectors)] * len(pairs)
        return score_sketches(pairs, sketches, partial(self._matched, vectors))

    def _matched(self, vectors: Vectors, ours: str, theirs: str) -> Score:
        longest = max(len(vectors[ours]), len(vectors[theirs]))
        found = match_tokens(vectors[ours][:_MOST_TOKENS], vectors[theirs][:_MOST_TOKENS])
        parts = {"precision": found.precision, "recall": found.recall, "f1": found.f(1), "f3": found.f(3)}
        note = f"the first {_MOST_TOKENS} of {longest} tokens" if longest > _MOST_TOKENS else ""
        return Score(min(1.0, max(0.0, found.f(self.beta))), parts, note=note)

    def _vectors(self, texts: Sequence[str]) -> Vectors | str:
        """Token vectors (tokens, dimensions) by text, or why there are none."""
        session = self.context.session
        if session is None:
            return "no session with a bundle was given"
        if session.manifest is None:
            return session.error or "no bundle is installed"
        encoded = session.vectors(texts)
        found = {text: each.forms for text, made in encoded.items() if (each := made.each) is not None}
        lacking = f"the bundle {session.bundle_label} gives no token vectors"
        return found if len(found) == len(encoded) else lacking


class CodeBertScoreF3(CodeBertScore):
    """F3: recall counts three times as much, as the paper proposes for functional correctness."""

    name = "code-bert-score-f3"
    title = "CodeBERTScore-F3"
    summary = "As code-bert-score, recall counting three times as much as precision."
    beta = 3.0
