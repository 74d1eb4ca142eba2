"""CodeBLEU as the common library computes it (PyPI `codebleu` 0.7.0, after CodeXGLUE), for comparison with its numbers.

Where it departs from the paper, and so from `code-bleu`: tokens are split at white space, comments included; the
keyword-weighted term is recall, over the orders 1 to 4, and takes every reference for two tokens long (it measures the
pair of tokens and weights), so that short candidates are not penalised; data flow is GraphCodeBERT's
(`dataflow_library`); several references are summed; and where no data flow matches, or there is none, the fourth term
counts as 1 (`or 1`).  Comments and bare strings are left out of the trees.

Not reproduced: its parsers are older than ours; it keeps the comments of code that Python cannot tokenise, and cuts off
a string that a text starts with, so that unfinished code and some one-liners can get another number.  Where the hash
seed of the process decides what the library says (see `dataflow_library`), this is one of its answers.

The tokenisation asked for does not matter: this one is the library's default.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from codescore.languages import by_id
from codescore.languages.library import Library, library_of
from codescore.metrics.code_bleu import TERMS
from codescore.metrics.metric import Metric, Pair, Score, Tick
from codescore.metrics.ngrams import ORDERS, Counts, bleu, clipped, count
from codescore.metrics.papers.dataflow_library import library_items
from codescore.metrics.prepared import Prepared, prepare
from codescore.metrics.syntax_match import subtree_shapes, subtrees

LIBRARY = "codebleu-0.7.0"
_KEYWORD, _OTHER = 1.0, 0.2
_COLUMNS = 4 * ORDERS + 7
#: The length of every reference for the keyword-weighted term's brevity penalty.
_WEIGHED_LENGTH = 2


def _tokens(text: Prepared) -> list[str]:
    return text.text.split()


def _ngrams(text: Prepared) -> tuple[Counts, ...]:
    return tuple(count(_tokens(text), order) for order in range(1, ORDERS + 1))


def _subtrees(text: Prepared) -> Counter[int]:
    tree = text.library_tree
    if tree is not None and tree is text.flat_tree and len(tree) > 1:
        return subtrees(text)
    return subtree_shapes(tree, empty_root=True) if tree is not None else Counter()


def row_of(candidate: Prepared, references: Sequence[Prepared], data: Library) -> list[float]:
    """All counts of one pair: BLEU, its keyword-weighted relative, lengths, subtrees, data-flow items."""
    ours = candidate.keep("library-ngrams", _ngrams)
    theirs = [reference.keep("library-ngrams", _ngrams) for reference in references]
    merged = [_most(counts) for counts in zip(*theirs, strict=True)]
    length = len(_tokens(candidate))
    closest = min((len(_tokens(r)) for r in references), key=lambda other: (abs(other - length), other))
    matches = [clipped(mine, most) for mine, most in zip(ours, merged, strict=True)]
    totals = [max(1, mine.total()) for mine in ours]
    weighed = [_weighed(ours, counts, data.keywords) for counts in theirs]
    recalls = [sum(pair[0][order] for pair in weighed) for order in range(ORDERS)]
    wanted = [sum(pair[1][order] for pair in weighed) for order in range(ORDERS)]
    mine = candidate.keep("library-subtrees", _subtrees)
    trees = [reference.keep("library-subtrees", _subtrees) for reference in references]
    found = sum(n for tree in trees for shape, n in tree.items() if shape in mine)
    flow = library_items(candidate)
    flows = [library_items(reference) for reference in references]
    matched = sum(min(flow[item], other[item]) for other in flows for item in flow.keys() & other.keys())
    subtrees, items = sum(tree.total() for tree in trees), sum(other.total() for other in flows)
    return [*matches, *totals, *recalls, *wanted, length, closest, _WEIGHED_LENGTH, found, subtrees, matched, items]


def _most(counts: Sequence[Counts]) -> Counts:
    """The most often that any reference has each n-gram."""
    most = counts[0]
    for one in counts[1:]:
        most = most | one
    return most


def _weighed(
    candidate: Sequence[Counts], reference: Sequence[Counts], keywords: frozenset[str]
) -> tuple[list[float], list[float]]:
    """Matches and totals of the reference's n-grams per order, unigrams weighted."""
    ones, others = candidate[0], reference[0]
    weights = {gram: _KEYWORD if gram[0] in keywords else _OTHER for gram in others}
    matches: list[float] = [sum(min(n, ones[gram]) * weights[gram] for gram, n in others.items())]
    totals: list[float] = [max(1.0, sum(n * weights[gram] for gram, n in others.items()))]
    for mine, theirs in zip(candidate[1:], reference[1:], strict=True):
        matches.append(clipped(mine, theirs))
        totals.append(max(1, theirs.total()))
    return matches, totals


def terms(row: Sequence[float]) -> list[float]:
    """The four terms of summed counts, as the library prints them (no data flow: 0)."""
    matches, totals, recalls, wanted = (row[ORDERS * n : ORDERS * (n + 1)] for n in range(4))
    length, closest, weighed, found, subtrees, matched, items = row[4 * ORDERS :]
    return [
        bleu(matches, totals, length, closest),
        bleu(recalls, wanted, length, weighed),
        found / subtrees if subtrees else 0.0,
        matched / items if items else 0.0,
    ]


class CodeBleuCompatible(Metric):
    """CodeBLEU with the common library's numbers."""

    name = "code-bleu-compatible"
    title = "CodeBLEU"
    summary = "CodeBLEU with the numbers of the PyPI library codebleu 0.7.0, its departures from the paper included."
    source = "PyPI codebleu 0.7.0, after CodeXGLUE"

    def settings(self, language: str) -> Mapping[str, str]:
        return {"tok": "whitespace", "w": "0.25,0.25,0.25,0.25", "mode": LIBRARY, "none": "1"}

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        return [self._score(pair) for pair in pairs]

    def statistics(self, pairs: Sequence[Pair]) -> NDArray[np.float64]:
        """The counts of each pair, as `row_of`; zeros where not scored."""
        rows = [self._row(pair) or [0.0] * _COLUMNS for pair in pairs]
        return np.asarray(rows, dtype=np.float64).reshape(len(pairs), _COLUMNS)

    def corpus(self, sums: NDArray[np.float64]) -> float | None:
        return _combined(terms(sums.tolist())) if sums.any() else None

    def _score(self, pair: Pair) -> Score:
        row = self._row(pair)
        if row is None:
            known = bool(pair.references)
            reason = f"the library's rules for {pair.language} are not known" if known else "no reference was given"
            return Score(None, reason=reason)
        found = terms(row)
        note = "" if found[3] else "data flow of 0 counted as 1"
        return Score(_combined(found), dict(zip(TERMS, found, strict=True)), note)

    def _row(self, pair: Pair) -> list[float] | None:
        language = by_id(pair.language)
        data = library_of(language) if language is not None else None
        if data is None or not pair.references:
            return None
        candidate = prepare(pair.candidate, pair.language)
        return row_of(candidate, [prepare(text, pair.language) for text in pair.references], data)


def _combined(found: Sequence[float]) -> float:
    *others, flow = found
    return sum(others) / 4 + (flow or 1.0) / 4
