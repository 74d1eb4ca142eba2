"""Permuted branches of table 1: `if a: A else: B` and `if not a: B else: A` put into one order.  Pure.

Which of the two conditions comes first depends on their form alone, so that both ways of writing end up the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from rapidfuzz.distance import Indel

from codescore.languages import Language
from codescore.score.equivalence import turned_condition
from codescore.score.operands import unwrapped
from codescore.score.statements import Statement, statement_of

# Deeper than anyone writes; what is nested deeper stays as it is.
_MOST_DEPTH = 60


@dataclass(frozen=True, slots=True)
class _Branches:
    """Indices of a header, of the line of its `else`, and of the end of what belongs to that."""

    header: int
    otherwise: int
    end: int


def ordered(statements: Sequence[Statement], language: Language) -> tuple[Statement, ...]:
    """The statements with every pair of branches in the order that stands for both."""
    return tuple(_ordered(list(statements), language, 0))


def _ordered(statements: list[Statement], language: Language, nesting: int) -> list[Statement]:
    if nesting > _MOST_DEPTH:
        return statements
    result: list[Statement] = []
    i = 0
    while i < len(statements):
        found = _branches(statements, i, language)
        if found is None:
            result.append(statements[i])
            i += 1
            continue
        header, otherwise = statements[i], statements[found.otherwise]
        first = _ordered(statements[i + 1 : found.otherwise], language, nesting + 1)
        second = _ordered(statements[found.otherwise + 1 : found.end], language, nesting + 1)
        turned = _turned(header, language)
        if turned is not None:
            header, first, second = turned, second, first
        result += [header, *first, otherwise, *second]
        i = found.end
    return result


def _branches(statements: Sequence[Statement], index: int, language: Language) -> _Branches | None:
    """The branches that begin at `index`: a header, deeper statements, a plain `else`, deeper statements."""
    header, control = statements[index], language.control
    if not (control.branches & set(header.tokens)) or _condition(header, language) is None:
        return None
    otherwise = _shallow(statements, index + 1, header.depth)
    if otherwise >= len(statements) or otherwise == index + 1 or statements[otherwise].depth != header.depth:
        return None
    words = set(statements[otherwise].tokens) & language.keywords
    if not words or not words <= control.otherwise or words & control.branches:
        return None
    end = _shallow(statements, otherwise + 1, header.depth)
    return _Branches(index, otherwise, end) if end > otherwise + 1 else None


def _shallow(statements: Sequence[Statement], index: int, depth: int) -> int:
    """The first statement from `index` on that is no deeper than `depth`."""
    while index < len(statements) and statements[index].depth > depth:
        index += 1
    return index


def _condition(header: Statement, language: Language) -> tuple[int, int] | None:
    """Where the condition of a header stands: between its keyword, the last one, and what opens its body."""
    tokens = header.tokens
    at = [i for i, token in enumerate(tokens[:3]) if token in language.control.branches]
    if not at or tokens[-1] not in (":", "{") or at[-1] + 1 >= len(tokens) - 1:
        return None
    return at[-1] + 1, len(tokens) - 1


def _turned(header: Statement, language: Language) -> Statement | None:
    """The header with its condition negated, None where it stands the right way round."""
    place = _condition(header, language)
    if place is None:
        return None
    low, high = place
    written = header.tokens[low:high]
    other = turned_condition(written, language)
    if other is None:
        return None
    wrapped = unwrapped(written) != list(written)
    new = ("(", *other, ")") if wrapped else other
    tokens = (*header.tokens[:low], *new, *header.tokens[high:])
    starts = (*header.starts[:low], *_starts(written, header.starts[low:high], new), *header.starts[high:])
    return statement_of(tokens, starts, header.depth, language)


def _starts(old: Sequence[str], starts: Sequence[int], new: Sequence[str]) -> list[int]:
    """Where the tokens of a rewritten condition stood; those that did not stand with the ones before them."""
    result = [starts[0]] * len(new)
    for code in Indel.opcodes(old, new):
        if code.tag == "equal":
            result[code.dest_start : code.dest_end] = starts[code.src_start : code.src_end]
    return list(accumulate(result, max))
