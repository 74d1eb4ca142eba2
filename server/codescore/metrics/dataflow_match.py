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
from typing import ClassVar, TypeAlias

from codescore.languages import by_id
from codescore.languages.flow import flow_of
from codescore.metrics import tokens
from codescore.metrics.dataflow import Occurrence, occurrences
from codescore.metrics.metric import Score
from codescore.metrics.prepared import Prepared
from codescore.metrics.reaching import MAX_DEPTH
from codescore.metrics.summed import Summed
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


class DataflowMatch(Summed):
    """The share of the reference's data-flow items found in the candidate."""

    name = "dataflow-match"
    title = "DataflowMatch"
    summary = "Share of the reference's data flow, variables' names aside, that the candidate has."
    source = "CodeBLEU (Ren et al. 2020), section 3.3"
    width: ClassVar[int] = 2

    def settings(self, language: str) -> Mapping[str, str]:
        return {"flow": "reaching-definitions", "items": "clipped", "none": "undefined"}

    def lacks(self, language: str) -> str:
        """Data flow needs rules."""
        installed = by_id(language)
        known = installed is not None and flow_of(installed) is not None
        return "" if known else f"data flow is not known for {language}"

    def units(self, text: Prepared) -> tuple[str, ...]:
        """Tokens: a text without data flow is not an empty one."""
        return text.tokens(tokens.CODE)

    def row(self, candidate: Prepared, reference: Prepared) -> tuple[int, int]:
        """Matched and all items of the reference; nothing where there is no data flow, as the paper sums."""
        return counts(candidate, reference) or (0, 0)

    def value(self, row: Sequence[float]) -> float | None:
        """Their share."""
        return row[0] / row[1] if row[1] else None

    def compare(self, candidate: Prepared, reference: Prepared) -> Score:
        """The share, with the counts; undefined without data flow."""
        found = counts(candidate, reference)
        if found is None:
            return Score(None, reason=f"data flow is not followed in code nested deeper than {MAX_DEPTH} levels")
        matched, total = found
        if not total:
            return Score(None, reason=NO_FLOW)
        parts = {"matched": float(matched), "items": float(total)}
        return Score(matched / total, parts, broken_note(candidate, reference))
