"""Corpus: permissively licensed functions with their comments, from package archives, then split.

    recipe -> fetch (pip, apt) -> archives (in memory) -> licences -> functions -> build -> split

It imports `codescore` for languages and sketches and knows nothing of pairs, models or training.
"""

from __future__ import annotations

from codescore_train.corpus.build import Summary, build
from codescore_train.corpus.outcome import SplitSummary
from codescore_train.corpus.split import dedupe_and_split

__all__ = ["SplitSummary", "Summary", "build", "dedupe_and_split"]
