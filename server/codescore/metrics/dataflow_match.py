"""DataflowMatch: the share of the reference's data flow that the candidate has.

The fourth term of CodeBLEU (Ren et al. 2020, section 3.3).  A data-flow item says of one occurrence of a variable from
which variables its value comes; variables are called var_0, var_1, ... in the order in which the items name them, and
positions do not matter.  Occurrences that neither come from anywhere nor are used are no items.  Items of the
reference are matched with the candidate's, each at most as often as it occurs there (the paper's example: 2 of 3).

A reference without data flow has nothing that could be matched: the value is then undefined, with the reason, never
1 (which the common library makes of it, and of 0, by `or 1`) and never 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from codescore.languages import by_id
from codescore.languages.flow import flow_of
from codescore.metrics import tokens
from codescore.metrics.contract import Metric, Pair, Score, Tick
from codescore.metrics.dataflow import MAX_DEPTH, Occurrence, occurrences
from codescore.metrics.empty import best, empty_score
from codescore.metrics.prepared import Prepared, prepare
from codescore.metrics.syntax_match import broken_note

#: A normalised variable, how its value comes about, and the normalised variables it comes from.
Item: TypeAlias = tuple[int, str, tuple[int, ...]]

NO_FLOW = "the reference has no data flow"


def items(text: Prepared) -> Counter[Item] | None:
    """The normalised data-flow items of a text; None where it cannot be had (no rules, or nested too deep)."""
    return text.keep("dataflow-items", _items)


def _items(text: Prepared) -> Counter[Item] | None:
    found = occurrences(text)
    return None if found is None else normalised(found)


def normalised(found: Sequence[Occurrence]) -> Counter[Item]:
    """Items of the occurrences that take part in the flow, variables numbered as they are named."""
    linked = {node for one in found for node in one.sources} | {one.node for one in found if one.sources}
    numbers: dict[str, int] = {}

    def number(name: str) -> int:
        return numbers.setdefault(name, len(numbers))

    result: Counter[Item] = Counter()
    for one in found:
        if one.node in linked:
            sources = tuple(sorted({number(name) for _, name in sorted(one.sources.items())}))
            result[number(one.name), one.relation, sources] += 1
    return result


def counts(candidate: Prepared, reference: Prepared) -> tuple[int, int] | None:
    """Items of the reference that are matched, and all of them; None where either side's cannot be had."""
    ours, theirs = items(candidate), items(reference)
    if ours is None or theirs is None:
        return None
    return sum(min(ours[item], theirs[item]) for item in ours.keys() & theirs.keys()), theirs.total()


class DataflowMatch(Metric):
    """The share of the reference's data-flow items found in the candidate."""

    name = "dataflow-match"
    title = "DataflowMatch"
    summary = "Share of the reference's data flow (what comes from which variable), names aside, that the candidate has."
    source = "CodeBLEU (Ren et al. 2020), section 3.3"
    needs_tree = True

    def settings(self, language: str) -> Mapping[str, str]:
        return {"flow": "reaching-definitions", "items": "clipped", "none": "undefined"}

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        found = []
        for pair in pairs:
            found.append(self._score(pair))
            if tick:
                tick(1)
        return found

    def statistics(self, pairs: Sequence[Pair]) -> NDArray[np.float64]:
        """Matched and all items of each pair's best reference; zeros where there is no data flow, as the paper sums."""
        rows = np.zeros((len(pairs), 2))
        for row, pair in enumerate(pairs):
            index = self._score(pair).reference
            if index is not None:
                sides = prepare(pair.candidate, pair.language), prepare(pair.references[index], pair.language)
                rows[row] = counts(*sides) or (0, 0)
        return rows

    def _score(self, pair: Pair) -> Score:
        language = by_id(pair.language)
        if language is None or flow_of(language) is None:
            return Score(None, reason=f"data flow is not known for {pair.language}")
        candidate = prepare(pair.candidate, pair.language)
        references = [prepare(text, pair.language) for text in pair.references]
        empty = empty_score(candidate.tokens(tokens.CODE), [r.tokens(tokens.CODE) for r in references])
        return empty or best([against(candidate, reference) for reference in references])


def against(candidate: Prepared, reference: Prepared) -> Score:
    """The match of two texts with something in them."""
    found = counts(candidate, reference)
    if found is None:
        return Score(None, reason=f"data flow is not followed in code nested deeper than {MAX_DEPTH} levels")
    matched, total = found
    if not total:
        return Score(None, reason=NO_FLOW)
    return Score(matched / total, {"matched": float(matched), "items": float(total)}, broken_note(candidate, reference))
