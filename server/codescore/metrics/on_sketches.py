"""Edit similarity and ChrF of sketches: the baselines that a trained similarity has to beat.

A sketch is the code with the names that its author chose replaced, without layout and comments; two of them differ
only where structure, literals or library names do.  Where a language has no grammar there is no sketch and no value.
"""

from __future__ import annotations

from collections.abc import Mapping

from codescore.metrics.chrf import Chrf
from codescore.metrics.edit_similarity import EditSimilarity
from codescore.metrics.metric import Pair, Score
from codescore.metrics.prepared import Prepared, prepare
from codescore.sketch import VERSION


class ChrfOnSketches(Chrf):
    """ChrF of the sketches of whole sources."""

    name = "chrf-on-sketches"
    title = "ChrF-sketch"
    summary = "ChrF of the two sketches: names that the author chose do not count."
    source = "Popović 2015 on the sketch of CodeScore-R, section 3.1.1"

    def settings(self, language: str) -> Mapping[str, str]:
        return {**super().settings(language), "text": f"sketch-{VERSION}"}

    def text(self, prepared: Prepared) -> str | None:
        return prepared.sketch


class EditSimilarityOnSketches(EditSimilarity):
    """Edit similarity of the sketches of whole sources."""

    name = "edit-similarity-on-sketches"
    title = "EditSim-sketch"
    summary = "Edit similarity of the two sketches: names that the author chose do not count."
    source = "Levenshtein 1966 on the sketch of CodeScore-R, section 3.1.1"

    def settings(self, language: str) -> Mapping[str, str]:
        return {"text": f"sketch-{VERSION}"}

    def units(self, text: Prepared) -> str:
        return text.sketch or ""

    def _score(self, pair: Pair) -> Score:
        if prepare(pair.candidate, pair.language).language is None:
            return Score(None, reason=f"no sketch: no grammar is installed for {pair.language}")
        return super()._score(pair)
