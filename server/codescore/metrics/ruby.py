"""RUBY: similarity of the most abstract form that both sides have (Tran et al. 2019; Out of the BLEU, appendix A.5).

    GRS = 1 - GED / (size_R + size_C)     program dependence graphs; size is vertices and edges
    TRS = 1 - TED / (size_R + size_C)     syntax trees; size is nodes
    STS = 1 - SED / max(len_R, len_C)     tokens

Graphs are compared where both can be built (`program_graph`: the code parses, and something in it depends on
something), else trees where both sides parse, else tokens.  The note says which it was, and whether the distance is a
bound: the graph's then is an upper one (the value a lower one), the tree's a lower one (the value an upper one).
SED counts insertions, deletions and replacements of tokens.  There is no reference implementation of RUBY; what a
vertex, a label and an edit is, `program_graph`, `graph_edit` and `tree_edit` say.
"""

from __future__ import annotations

from collections.abc import Mapping

from rapidfuzz.distance import Levenshtein

from codescore.metrics.graph_edit import graph_edit_distance
from codescore.metrics.metric import Cost, Score
from codescore.metrics.pairwise import OnTokens
from codescore.metrics.prepared import Prepared
from codescore.metrics.program_graph import program_graph
from codescore.metrics.tree_edit import ordered_tree, tree_edit_distance

GRS, TRS, STS = "GRS", "TRS", "STS"


class Ruby(OnTokens):
    """Similarity of dependence graphs, else of trees, else of tokens."""

    name = "ruby"
    title = "RUBY"
    summary = "Edit similarity of program dependence graphs, else of syntax trees, else of tokens; it says which."
    source = "RUBY (Tran et al. 2019); Out of the BLEU, appendix A.5"
    cost: Cost = "structure"
    requires = ("scipy", "apted")

    def settings(self, language: str) -> Mapping[str, str]:
        return {**super().settings(language), "levels": "GRS,TRS,STS", "ged": "bounded"}

    def compare(self, candidate: Prepared, reference: Prepared) -> Score:
        """The similarity on the most abstract level that both sides have."""
        found = graphs(candidate, reference) or trees(candidate, reference)
        return found or strings(candidate, reference, self.context.tokens)


def graphs(candidate: Prepared, reference: Prepared) -> Score | None:
    """GRS, None unless both sides have a graph."""
    ours, theirs = program_graph(candidate), program_graph(reference)
    if ours is None or theirs is None:
        return None
    distance = graph_edit_distance(ours, theirs)
    return _similarity(GRS, distance.edits, ours.size + theirs.size, "" if distance.exact else "GED upper bound")


def trees(candidate: Prepared, reference: Prepared) -> Score | None:
    """TRS, None unless both sides parse."""
    ours, theirs = ordered_tree(candidate), ordered_tree(reference)
    if ours is None or theirs is None:
        return None
    distance = tree_edit_distance(ours, theirs)
    size = len(ours.labels) + len(theirs.labels)
    return _similarity(TRS, distance.edits, size, "" if distance.exact else "TED lower bound")


def strings(candidate: Prepared, reference: Prepared, name: str) -> Score:
    """STS, which there always is."""
    ours, theirs = candidate.tokens(name), reference.tokens(name)
    return _similarity(STS, int(Levenshtein.distance(ours, theirs)), max(len(ours), len(theirs)), "")


def _similarity(level: str, edits: int, size: int, bound: str) -> Score:
    parts = {"edits": float(edits), "size": float(size)}
    return Score(1 - edits / size if size else 1.0, parts, f"{level}, {bound}" if bound else level)
