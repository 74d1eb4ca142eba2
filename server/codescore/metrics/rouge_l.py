"""ROUGE-L: F1 of the longest common subsequence of tokens (Lin 2004; Out of the BLEU, appendix A.2: beta = 1).

As `rouge_score`'s `rougeL` on given tokens; that package's own tokenisation (lower case, letters and digits only,
Porter stems) is meant for English and is not used.  The corpus value is the mean over pairs.  Bit-parallel: two files
of 50,000 tokens take a fraction of a second.
"""

from __future__ import annotations

from rapidfuzz.distance import LCSseq

from codescore.metrics.metric import Score
from codescore.metrics.pairwise import OnTokens
from codescore.metrics.prepared import Prepared


class RougeL(OnTokens):
    """F1 with its precision and recall."""

    name = "rouge-l"
    title = "ROUGE-L"
    summary = "F1 of the longest common subsequence of tokens."
    source = "Lin 2004; Out of the BLEU, appendix A.2 (beta = 1)"

    def compare(self, candidate: Prepared, reference: Prepared) -> Score:
        ours, theirs = self.units(candidate), self.units(reference)
        common = int(LCSseq.similarity(ours, theirs))
        precision, recall = common / len(ours), common / len(theirs)
        value = 2 * precision * recall / (precision + recall) if common else 0.0
        return Score(value, {"precision": precision, "recall": recall})
