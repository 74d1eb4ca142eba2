"""How many operators of table 2 stand in another's place: what tells a mutant from a rewrite.

Counted is an operator that another one of its family replaces in a statement that otherwise stays, where nothing of
table 1 explains it.  The number mirrors the mutations of the paper; it says that two sketches part in an operator, not
that operators are all that matters.  Pure.
"""

from __future__ import annotations

from codescore.languages import Language
from codescore.score.alignment import Alignment, align
from codescore.score.remember import remembered


@remembered(1024, 40_000)
def operator_substitutions(candidate: str, reference: str, language: Language) -> int:
    """The operators of the reference's sketch that have become others of their family in the candidate's."""
    return 0 if candidate == reference else substitutions(align(candidate, reference, language))


def substitutions(alignment: Alignment) -> int:
    """As `operator_substitutions`, of sketches that are aligned already."""
    count = 0
    for row in alignment.rows:
        if not row.same and row.candidate is not None and row.reference is not None:
            ours, theirs = alignment.mapped[row.candidate], alignment.theirs[row.reference].tokens
            count += replaced(ours, theirs, alignment.language) or 0
    return count


def replaced(ours: tuple[str, ...], theirs: tuple[str, ...], language: Language) -> int | None:
    """How many operators differ, None where anything else does."""
    if len(ours) != len(theirs):
        return None
    family = language.operators.family
    count = 0
    for x, y in zip(ours, theirs, strict=True):
        if x != y:
            kind = family.get(x)
            if kind is None or kind != family.get(y):
                return None
            count += 1
    return count
