"""Two sketches side by side: which statement answers which, and which variable is which.

Statements are matched in order by the words they share, variables by the places they take in matched statements
(their numbers shift with every variable that one side has more).  Pure, total, and bounded: all pairs of a stretch are
compared where that is cheap; of very long stretches the equal statements are found first, and only what stands between
them is compared, as long as that does not take too long; where it would, `complete` says so.  Neighbours: `equivalence`
says what counts as the same, `difference` puts into words what is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Indel, LCSseq
from rapidfuzz.process import cdist

from codescore.foundation.caches import remembered
from codescore.languages import Language
from codescore.score.equivalence import blind, equivalent, ordered
from codescore.score.statements import SORTS, Sort, Statement, statements
from codescore.sketch import SketchText

# Longer sketches are data: they are compared for equality only.
_MOST_CHARACTERS = 1 << 20
# Statements with less in common than this share of their words serve different purposes; those of different sorts
# need more.
_LEAST_ALIKE = 0.45
_LEAST_ALIKE_UNLIKE_SORTS = 0.65
# Pairs that are compared within one stretch, and in all: about 0.2 ms for 1,000.
_STRETCH_PAIRS = 40_000
_ALL_PAIRS = 100_000


@dataclass(frozen=True, slots=True)
class Aligned:
    """Statements that answer each other, by index; None where one side has nothing of the kind.

    `same` says that they are equal, up to the numbers of variables and the exchanges of table 1.
    """

    candidate: int | None
    reference: int | None
    same: bool


@dataclass(frozen=True, slots=True)
class Alignment:
    """`rows` in the order of both sketches; `variables` gives for a candidate's variable the reference's name of it.

    `ours` are the candidate's statements as they are, `mapped` the same with the reference's names of variables.
    `complete` is False where the sketches were too long to look for statements that are merely alike.
    """

    language: Language
    ours: tuple[Statement, ...]
    theirs: tuple[Statement, ...]
    mapped: tuple[tuple[str, ...], ...]
    rows: tuple[Aligned, ...]
    variables: dict[str, str]
    complete: bool

    @property
    def equal(self) -> bool:
        """Whether nothing differs but what table 1 may exchange."""
        return all(row.same for row in self.rows)


@remembered(256, 2_000_000)
def align(candidate: SketchText, reference: SketchText, language: Language) -> Alignment:
    """Align the texts of two sketches in one language."""
    if max(len(candidate), len(reference)) > _MOST_CHARACTERS:
        return Alignment(language, (), (), (), (Aligned(None, None, candidate == reference),), {}, complete=False)
    ours, theirs = statements(candidate, language), statements(reference, language)
    found = _aligned(ours, theirs, language)
    if found.equal:
        return found
    turned = ordered(ours, language), ordered(theirs, language)
    if turned == (ours, theirs):
        return found
    # An operator that was replaced is nearer as it stands, branches that were exchanged once they are put in order.
    other = _aligned(*turned, language)
    return other if distance(other) < distance(found) else found


def distance(alignment: Alignment) -> int:
    """Tokens that one side has and the other has not, in statements that are not the same."""
    total = 0
    for row in alignment.rows:
        if not row.same:
            ours = () if row.candidate is None else alignment.mapped[row.candidate]
            theirs = () if row.reference is None else alignment.theirs[row.reference].tokens
            total += Indel.distance(ours, theirs) if ours and theirs else len(ours) + len(theirs)
    return total


def _aligned(ours: tuple[Statement, ...], theirs: tuple[Statement, ...], language: Language) -> Alignment:
    pairs, complete = matched(ours, theirs)
    variables = _variables(ours, theirs, pairs)
    mapped = tuple(_renamed(statement.tokens, variables) for statement in ours)
    return Alignment(language, ours, theirs, mapped, _rows(mapped, theirs, pairs, language), variables, complete)


def _rows(
    mapped: Sequence[tuple[str, ...]],
    theirs: Sequence[Statement],
    pairs: Sequence[tuple[int, int]],
    language: Language,
) -> tuple[Aligned, ...]:
    rows: list[Aligned] = []
    i = j = 0
    same = [equivalent(mapped[a], theirs[b].tokens, language) for a, b in pairs]
    for k, (a, b) in enumerate((*pairs, (len(mapped), len(theirs)))):
        rows += [Aligned(alone, None, same=False) for alone in range(i, a)]
        rows += [Aligned(None, alone, same=False) for alone in range(j, b)]
        if k < len(same):
            rows.append(Aligned(a, b, same[k]))
        i, j = a + 1, b + 1
    return tuple(rows)


def _renamed(tokens: tuple[str, ...], variables: dict[str, str]) -> tuple[str, ...]:
    if not variables:
        return tokens
    return tuple([variables.get(token, token) if token[0] == "v" else token for token in tokens])


# -- which variables are the same


def _variables(
    ours: Sequence[Statement], theirs: Sequence[Statement], pairs: Sequence[tuple[int, int]]
) -> dict[str, str]:
    """For variables of the candidate their names in the reference, where these are others; one to one."""
    votes: Counter[tuple[str, str]] = Counter()
    for i, j in pairs:
        votes.update(_votes(ours[i].tokens, theirs[j].tokens))
    found = one_to_one(votes)
    taken = set(found.values())
    # A variable without a counterpart must not look like one of the reference's.
    for x in sorted({token for statement in ours for token in statement.tokens if token[:4] == "var_"} - found.keys()):
        if x in taken:
            found[x] = f"{x}'"
    return {x: y for x, y in found.items() if x != y}


def one_to_one(votes: Counter[tuple[str, str]]) -> dict[str, str]:
    """For each name the one it was most often met with; equal names first among equals, then as they were met."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for (x, y), _ in sorted(votes.items(), key=lambda vote: (-vote[1], vote[0][0] != vote[0][1])):
        if x not in found and y not in taken:
            found[x] = y
            taken.add(y)
    return found


def _votes(a: tuple[str, ...], b: tuple[str, ...]) -> list[tuple[str, str]]:
    """Variables in the same places of two statements."""
    if len(a) == len(b):
        return [(x, y) for x, y in zip(a, b, strict=True) if x[:4] == y[:4] == "var_"]
    found: list[tuple[str, str]] = []
    for code in Indel.opcodes(blind(a), blind(b)):
        if code.tag == "equal":
            both = zip(a[code.src_start : code.src_end], b[code.dest_start : code.dest_end], strict=True)
            found += [(x, y) for x, y in both if x[:4] == y[:4] == "var_"]
    return found


# -- which statements answer each other


class Matchable(Protocol):
    """What can be matched: a statement of a sketch, a row of a program."""

    @property
    def depth(self) -> int: ...

    @property
    def words(self) -> tuple[str, ...]: ...

    @property
    def sort(self) -> Sort: ...


_Pairs = list[tuple[int, int]]
_Range = tuple[int, int]


def matched(ours: Sequence[Matchable], theirs: Sequence[Matchable]) -> tuple[_Pairs, bool]:
    """Pairs of indices, rising on both sides, and whether all was compared that could be alike."""
    codes = _Codes()
    left = [_encoded(statement.words, codes) for statement in ours]
    right = [_encoded(statement.words, codes) for statement in theirs]
    low = 0
    while low < min(len(left), len(right)) and left[low] == right[low]:
        low += 1
    tail = 0
    while tail < min(len(left), len(right)) - low and left[-1 - tail] == right[-1 - tail]:
        tail += 1
    found, complete = _Matcher(ours, theirs, left, right).matched((low, len(left) - tail), (low, len(right) - tail))
    end = [(len(left) - k, len(right) - k) for k in range(tail, 0, -1)]
    return [*((k, k) for k in range(low)), *found, *end], complete


class _Codes(dict[str, str]):
    """A character for every word that was asked for; from 256 on none is taken for another."""

    def __missing__(self, word: str) -> str:
        self[word] = code = chr(256 + len(self))
        return code


def _encoded(words: Sequence[str], codes: _Codes) -> str:
    return "".join([codes[word] for word in words])


class _Matcher:
    """Matches stretches without equal ends; lives for one call of `matched`."""

    def __init__(
        self, ours: Sequence[Matchable], theirs: Sequence[Matchable], left: list[str], right: list[str]
    ) -> None:
        self.ours, self.theirs = ours, theirs
        self.left, self.right = left, right
        self.pairs_left = _ALL_PAIRS

    def matched(self, a: _Range, b: _Range) -> tuple[_Pairs, bool]:
        """The pairs of two ranges: all at once where that is cheap, else between equal statements."""
        if (a[1] - a[0]) * (b[1] - b[0]) <= _STRETCH_PAIRS:
            return self._best(a, b), True
        codes = _Codes()
        lines = _encoded(self.left[slice(*a)], codes), _encoded(self.right[slice(*b)], codes)
        anchors: _Pairs = []
        for code in LCSseq.opcodes(*lines):
            if code.tag == "equal":
                anchors += zip(
                    range(a[0] + code.src_start, a[0] + code.src_end),
                    range(b[0] + code.dest_start, b[0] + code.dest_end),
                    strict=True,
                )
        return self._between(anchors, a, b)

    def _between(self, anchors: _Pairs, a: _Range, b: _Range) -> tuple[_Pairs, bool]:
        """Anchors, and what can be matched between them as long as that does not take too long."""
        pairs: _Pairs = []
        complete = True
        i, j = a[0], b[0]
        for p, q in (*anchors, (a[1], b[1])):
            size = (p - i) * (q - j)
            if size > min(_STRETCH_PAIRS, self.pairs_left):
                complete = False
            elif size:
                self.pairs_left -= size
                pairs += self._best((i, p), (j, q))
            if p < a[1] and q < b[1]:
                pairs.append((p, q))
            i, j = p + 1, q + 1
        return pairs, complete

    def _best(self, a: _Range, b: _Range) -> _Pairs:
        """The pairs, in order, that have most words in common."""
        if a[0] == a[1] or b[0] == b[1]:
            return []
        gains = self._gains(a, b)
        rows = np.zeros((gains.shape[0] + 1, gains.shape[1] + 1))
        for i, gain in enumerate(gains):
            # Taking a pair, or neither statement of it; then whatever was best so far in the row.
            taken = np.where(gain > 0, rows[i, :-1] + gain, 0.0)
            np.maximum.accumulate(np.maximum(rows[i, 1:], taken), out=rows[i + 1, 1:])
        pairs: _Pairs = []
        i, j = gains.shape
        while i and j:
            value = rows[i, j]
            if value == rows[i - 1, j]:
                i -= 1
            elif value == rows[i, j - 1]:
                j -= 1
            else:
                i, j = i - 1, j - 1
                pairs.append((a[0] + i, b[0] + j))
        pairs.reverse()
        return pairs

    def _gains(self, a: _Range, b: _Range) -> NDArray[np.float64]:
        """What matching each pair is worth: the words in common, more where sort and depth of statement agree."""
        left, right = self.left[slice(*a)], self.right[slice(*b)]
        ours, theirs = self.ours[slice(*a)], self.theirs[slice(*b)]
        common = cdist(left, right, scorer=LCSseq.similarity, dtype=np.int32)
        alike = 2.0 * common / np.add.outer([len(s) for s in left], [len(s) for s in right])
        sorts = np.equal.outer([SORTS.index(s.sort) for s in ours], [SORTS.index(s.sort) for s in theirs])
        depths = np.equal.outer([s.depth for s in ours], [s.depth for s in theirs])
        gains = common * alike + 0.5 * sorts + 0.25 * depths
        least = np.where(sorts, _LEAST_ALIKE, _LEAST_ALIKE_UNLIKE_SORTS)
        return np.where(alike >= least, gains, 0.0)
