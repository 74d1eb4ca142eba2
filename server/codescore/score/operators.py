"""How many operators of table 2 stand in another's place: what tells a mutant from a rewrite.

Counted is an operator that another one of its family replaces where nothing of table 1 explains it: strictly, in a
statement that otherwise stays (`operator_substitutions`), or between the same neighbours in a statement that answers
the other's (`exchanged_operators`), so that it is also seen in a different program.  The numbers mirror the mutations
of the paper; they say that two sketches part in an operator, not that operators are all that matters.  Pure.
"""

from __future__ import annotations

from rapidfuzz.distance import Levenshtein

from codescore.foundation.caches import remembered
from codescore.languages import Language
from codescore.score.alignment import Alignment, align
from codescore.sketch import SketchText


@remembered(1024, 2_000_000)
def operator_substitutions(candidate: SketchText, reference: SketchText, language: Language) -> int:
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


def only_operators(candidate: SketchText, reference: SketchText, language: Language) -> bool:
    """Whether two sketches differ in nothing but operators that stand in another's place."""
    if candidate == reference:
        return False
    alignment = align(candidate, reference, language)
    return all(
        row.same
        or (
            row.candidate is not None
            and row.reference is not None
            and replaced(alignment.mapped[row.candidate], alignment.theirs[row.reference].tokens, language)
        )
        for row in alignment.rows
    )


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


@remembered(1024, 2_000_000)
def exchanged_operators(candidate: SketchText, reference: SketchText, language: Language) -> int:
    """Operators of the candidate's sketch where the reference's has another one of the family, neighbours equal."""
    if candidate == reference:
        return 0
    alignment = align(candidate, reference, language)
    count = 0
    for row in alignment.rows:
        if not row.same and row.candidate is not None and row.reference is not None:
            count += _between(alignment.mapped[row.candidate], alignment.theirs[row.reference].tokens, language)
    return count


def _between(ours: tuple[str, ...], theirs: tuple[str, ...], language: Language) -> int:
    """Replaced operators of two statements, each with the same token before and the same behind."""
    family = language.operators.family
    count = 0
    for step in Levenshtein.opcodes(ours, theirs):
        if step.tag != "replace":
            continue
        for i, j in zip(range(step.src_start, step.src_end), range(step.dest_start, step.dest_end), strict=True):
            kind = family.get(ours[i])
            if ours[i] != theirs[j] and kind is not None and kind == family.get(theirs[j]):
                before = i > 0 and j > 0 and ours[i - 1] == theirs[j - 1]
                count += before and ours[i + 1 : i + 2] == theirs[j + 1 : j + 2] != ()
    return count
