"""The cosine of two vectors: what the bundle's model makes of the sketches of whole sources, and nothing else.

CodeScore-R without compiler, threshold, calibration and matching of units; a negative cosine counts as 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from codescore.metrics.metric import Metric, Pair, Score, Tick
from codescore.metrics.sketch_pairs import distinct, score_sketches, sketches_of
from codescore.score import cosine_of
from codescore.sketch import VERSION

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class EmbeddingCosine(Metric):
    """Of the bundle's default vectors."""

    name = "embedding-cosine"
    title = "Cosine"
    summary = "Cosine of the model's vectors of the two sketches, uncalibrated, whether or not the code compiles."
    source = "CodeScore-R, section 3.1.3, before the threshold"
    cost = "model"

    def settings(self, language: str) -> Mapping[str, str]:
        session = self.context.session
        manifest = session.manifest if session is not None else None
        return {
            "text": f"sketch-{VERSION}",
            "pool": manifest.vector_pooling if manifest is not None else "none",
            "bundle": (session.bundle_label if session is not None else None) or "none",
        }

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        session = self.context.session
        if session is None:
            return [Score(None, reason="no session with a bundle was given")] * len(pairs)
        sketches = sketches_of(pairs)
        progress = (lambda done, _of: tick(done * len(pairs) // max(_of, 1))) if tick is not None else None
        vectors = session.vectors(distinct(sketches), progress)
        manifest = session.manifest
        if manifest is None:
            return [Score(None, reason=session.error or "no bundle is installed")] * len(pairs)
        known = {text: encoded.vectors[manifest.vector_pooling] for text, encoded in vectors.items()}
        return score_sketches(pairs, sketches, partial(_score, known))


def _score(vectors: Mapping[str, NDArray[np.float32]], ours: str, theirs: str) -> Score:
    cosine = cosine_of(vectors[ours], vectors[theirs])
    return Score(max(0.0, cosine), {"cosine": cosine})
