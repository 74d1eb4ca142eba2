"""What differs between two aligned sketches, as a list a person can read: operators, calls, statements.  Pure.

Neighbours: `alignment` says what belongs together, `difference` compares statements that do; the engine finds the
places in the sources and the words.
"""

from __future__ import annotations

from collections.abc import Sequence

from codescore.foundation.caches import remembered
from codescore.languages import Language
from codescore.score.alignment import Aligned, Alignment, align
from codescore.score.difference import QUIET, Difference, DifferenceKind, Span, span_of, within
from codescore.score.statements import Statement
from codescore.sketch import SketchText


def differences(alignment: Alignment) -> tuple[Difference, ...]:
    """Everything that differs beyond the exchanges of table 1, in the order of the statements."""
    if not alignment.ours and not alignment.theirs:
        return ()
    moved = _moved(alignment)
    arrivals = set(moved.values())
    lost = _misplaced(alignment)
    extra = _alone(alignment.ours, {r.candidate for r in alignment.rows if r.reference is None} - moved.keys())
    missing = _alone(alignment.theirs, {r.reference for r in alignment.rows if r.candidate is None} - arrivals)
    found: list[Difference] = []
    for row in alignment.rows:
        i, j = row.candidate, row.reference
        if i is not None and j is not None:
            if not row.same:
                found += within(alignment, i, j)
            elif row in lost:
                found.append(_of_statements(alignment, "nesting", i, j))
        elif i is not None and i in moved:
            found.append(_of_statements(alignment, "order", i, moved[i]))
        elif i is not None and i in extra:
            found.append(_of_statements(alignment, "extra-statement", i, None, extra[i]))
        elif j is not None and j in missing:
            found.append(_of_statements(alignment, "missing-statement", None, j, missing[j]))
    return tuple(_in_order(found))


@remembered(64, 2_000_000)  # both ask within one verdict
def differences_of(candidate: SketchText, reference: SketchText, language: Language) -> tuple[Difference, ...]:
    """The `differences` of two sketches' texts, which who explains and who counts both ask for."""
    return differences(align(candidate, reference, language))


def _in_order(found: Sequence[Difference]) -> list[Difference]:
    """As the candidate is read, also where branches were put into another order; what is missing stays behind what
    stood before it.
    """
    at = 0
    keyed: list[tuple[int, Difference]] = []
    for difference in found:
        at = difference.candidate_at.start if difference.candidate_at is not None else at
        keyed.append((at, difference))
    return [difference for _, difference in sorted(keyed, key=lambda pair: pair[0])]


def _alone(side: Sequence[Statement], indices: set[int | None]) -> dict[int, int]:
    """Of statements without a counterpart those to tell of, and how many each stands for.

    What is inside one of them is told with it.
    """
    told: dict[int, int] = {}
    around: list[tuple[int, int | None]] = []  # depths, and the statement that what is deeper is told with
    for i, statement in enumerate(side):
        while around and around[-1][0] >= statement.depth:
            around.pop()
        outer = around[-1][1] if around else None
        if i not in indices:
            around.append((statement.depth, None))
            continue
        if not _says_something(statement):
            around.append((statement.depth, outer))
            continue
        teller = i if outer is None else outer
        told[teller] = told.get(teller, 0) + 1
        around.append((statement.depth, teller))
    return told


def first_statements(alignment: Alignment, found: Sequence[Difference]) -> tuple[Span | None, Span | None] | None:
    """The first statements that differ, be it only in form; None where every statement is the same to the letter.

    `found` are the `differences`; of statements that say nothing of what runs only where there are no others.
    """
    first = next((d for d in found if d.kind not in QUIET), None) or next(iter(found), None)
    if first is not None and first.candidate_at is not None and first.reference_at is not None:
        return first.candidate_at, first.reference_at
    if first is not None:
        return _beside(alignment, first)
    row = next((row for row in alignment.rows if not _identical(alignment, row)), None)
    if row is None or (row.candidate is None and row.reference is None):
        return None
    return span_of(alignment.ours, row.candidate), span_of(alignment.theirs, row.reference)


def _beside(alignment: Alignment, alone: Difference) -> tuple[Span | None, Span | None]:
    """A statement without counterpart, and what the other side has in its place, if anything."""
    here: list[Aligned] = []
    found = False
    for row in alignment.rows:
        if row.candidate is not None and row.reference is not None:
            if found:
                break
            here = []
            continue
        here.append(row)
        spans = span_of(alignment.ours, row.candidate), span_of(alignment.theirs, row.reference)
        found = found or spans == (alone.candidate_at, alone.reference_at)
    ours = next((r.candidate for r in here if _tells(alignment.ours, r.candidate)), None)
    theirs = next((r.reference for r in here if _tells(alignment.theirs, r.reference)), None)
    return alone.candidate_at or span_of(alignment.ours, ours), alone.reference_at or span_of(alignment.theirs, theirs)


def _tells(side: Sequence[Statement], index: int | None) -> bool:
    return index is not None and _says_something(side[index])


def _identical(alignment: Alignment, row: Aligned) -> bool:
    if row.candidate is None or row.reference is None:
        return row.same
    return alignment.mapped[row.candidate] == alignment.theirs[row.reference].tokens


def _says_something(statement: Statement) -> bool:
    """Whether there is more to a statement than brackets, which only close what another one opened."""
    return any(token[0].isalnum() or token[0] in "_$@\"'" for token in statement.tokens)


def _of_statements(
    alignment: Alignment, kind: DifferenceKind, ours: int | None, theirs: int | None, count: int = 1
) -> Difference:
    a, b = span_of(alignment.ours, ours), span_of(alignment.theirs, theirs)
    first = alignment.ours[ours].tokens[0] if ours is not None else ""
    other = alignment.theirs[theirs].tokens[0] if theirs is not None else ""
    imports = {first, other} - {""} <= alignment.language.control.imports
    return Difference("import" if imports else kind, a, b, a, b, count)


# -- statements in another place


def _moved(alignment: Alignment) -> dict[int, int]:
    """Candidate statements without a counterpart that stand elsewhere in the reference, each once."""
    waiting: dict[tuple[str, ...], list[int]] = {}
    for row in alignment.rows:
        if row.candidate is None and row.reference is not None and _says_something(alignment.theirs[row.reference]):
            waiting.setdefault(alignment.theirs[row.reference].tokens, []).append(row.reference)
    moved: dict[int, int] = {}
    for row in alignment.rows:
        if row.reference is None and row.candidate is not None:
            places = waiting.get(alignment.mapped[row.candidate])
            if places:
                moved[row.candidate] = places.pop(0)
    return moved


def _misplaced(alignment: Alignment) -> set[Aligned]:
    """Rows of equal statements whose surroundings do not answer each other: in a loop here, behind it there."""
    partner = {row.candidate: row.reference for row in alignment.rows if row.candidate is not None}
    back = {row.reference: row.candidate for row in alignment.rows if row.reference is not None}
    ours = _parents(alignment.ours, {i for i, j in partner.items() if j is not None})
    theirs = _parents(alignment.theirs, {j for j, i in back.items() if i is not None and j is not None})
    result: set[Aligned] = set()
    for row in alignment.rows:
        if not row.same or row.candidate is None or row.reference is None:
            continue
        a, b = ours[row.candidate], theirs[row.reference]
        wrong = (None if a is None else partner[a]) != b
        if wrong and _stands_alone(alignment.theirs[row.reference], alignment):
            result.add(row)
    return result


def _stands_alone(statement: Statement, alignment: Alignment) -> bool:
    """Whether a statement is more than the middle or the end of another one: `else`, a closing bracket."""
    words = [token for token in statement.tokens if token[0].isalnum()]
    return bool(words) and not alignment.language.control.otherwise.issuperset(words)


def _parents(statements: Sequence[Statement], matched: set[int]) -> list[int | None]:
    """For every statement the innermost one around it that is matched."""
    result: list[int | None] = []
    around: list[int] = []
    for i, statement in enumerate(statements):
        while around and statements[around[-1]].depth >= statement.depth:
            around.pop()
        result.append(next((k for k in reversed(around) if k in matched), None))
        around.append(i)
    return result
