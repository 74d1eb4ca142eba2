"""Two sketches side by side: which statement answers which, and which variable is which.

Statements are matched in order by the tokens they share, variables by the places they take in matched statements
(their numbers shift with every variable that one side has more).  Pure, total, and bounded: of very long sketches
that share little only the equal statements are matched well, and `complete` says so.  Neighbours: `statements` gives
the tokens, `equivalence` says what counts as the same, `difference` puts into words what is left.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from rapidfuzz.distance import Indel, LCSseq
from rapidfuzz.process import cdist

from codescore.languages import Language
from codescore.score.branches import settled
from codescore.score.equivalence import canonical
from codescore.score.statements import Statement, silent, statements

# Statements with less in common than this share of their tokens serve different purposes; those of which only one
# loops, branches or returns need more.
_LEAST_ALIKE = 0.45
_LEAST_ALIKE_UNLIKE_HEADS = 0.65
_PUNCTUATION = frozenset(("(", ")", "[", "]", "{", "}", "⟨", "⟩", ",", ":", ";", "."))
# Cells of the table that is filled for one gap, and for all gaps of a pair: about 1 ms for 4,000.
_GAP_CELLS = 6_400
_ALL_CELLS = 40_000
# Longer sketches are data: they are compared for equality only.
_MOST_CHARACTERS = 1 << 20
_VARIABLE = re.compile(r"var_[0-9]+")


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


@lru_cache(maxsize=256)
def align(candidate: str, reference: str, language: Language) -> Alignment:
    """Align the texts of two sketches in one language."""
    if max(len(candidate), len(reference)) > _MOST_CHARACTERS:
        return Alignment(language, (), (), (), (Aligned(None, None, candidate == reference),), {}, complete=False)
    ours, theirs = statements(candidate, language), statements(reference, language)
    found = _aligned(ours, theirs, language)
    if found.equal:
        return found
    turned = settled(ours, language), settled(theirs, language)
    if turned == (ours, theirs):
        return found
    # An operator that was replaced is nearer as it stands, branches that were exchanged once they are put in order.
    other = _aligned(*turned, language)
    return other if distance(other) < distance(found) else found


def distance(alignment: Alignment) -> int:
    """Tokens that one side has and the other has not, in statements that are not the same."""
    codes: dict[str, str] = {}
    total = 0
    for row in alignment.rows:
        if not row.same:
            ours = () if row.candidate is None else alignment.mapped[row.candidate]
            theirs = () if row.reference is None else alignment.theirs[row.reference].tokens
            total += Indel.distance(plain(ours, codes), plain(theirs, codes))
    return total


def _aligned(ours: tuple[Statement, ...], theirs: tuple[Statement, ...], language: Language) -> Alignment:
    pairs, complete = _matched(ours, theirs, language)
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
    for a, b in (*pairs, (len(mapped), len(theirs))):
        rows += [Aligned(k, None, same=False) for k in range(i, a)]
        rows += [Aligned(None, k, same=False) for k in range(j, b)]
        if a < len(mapped) and b < len(theirs):
            rows.append(Aligned(a, b, _same(mapped[a], theirs[b].tokens, language)))
        i, j = a + 1, b + 1
    return tuple(rows)


def _same(a: tuple[str, ...], b: tuple[str, ...], language: Language) -> bool:
    return a == b or canonical(a, language) == canonical(b, language)


def _renamed(tokens: tuple[str, ...], variables: dict[str, str]) -> tuple[str, ...]:
    if not variables:
        return tokens
    return tuple([variables.get(token, token) if token[0] == "v" else token for token in tokens])


# -- which statements answer each other


def _matched(
    ours: Sequence[Statement], theirs: Sequence[Statement], language: Language
) -> tuple[list[tuple[int, int]], bool]:
    """Pairs of indices, rising on both sides, and whether everything was looked at."""
    codes: dict[str, str] = {}
    left = [_encoded(_speaking(statement.tokens, language), codes) for statement in ours]
    right = [_encoded(_speaking(statement.tokens, language), codes) for statement in theirs]
    whole = len(left), len(right)
    low = 0
    while low < min(whole) and left[low] == right[low]:
        low += 1
    tail = 0
    while tail < min(whole) - low and left[-1 - tail] == right[-1 - tail]:
        tail += 1
    inner = _Gap((left, right), ours, theirs, language)
    found, complete = inner.matched((low, len(left) - tail), (low, len(right) - tail))
    pairs = [(k, k) for k in range(low)] + found
    return pairs + [(whole[0] - k, whole[1] - k) for k in range(tail, 0, -1)], complete


def _speaking(tokens: tuple[str, ...], language: Language) -> Sequence[str]:
    """The tokens that say something of what runs, or all of them where none does."""
    hidden = silent(tokens, language)
    return [t for i, t in enumerate(tokens) if t not in _PUNCTUATION and i not in hidden] or tokens


def _head(tokens: tuple[str, ...], language: Language) -> int:
    """What sort of statement it is: a loop, a branch, the other branch, a way out, or anything else."""
    control = language.control
    for word in tokens[:3]:
        if word in control.loops:
            return 1
        if word in control.branches:
            return 2
        if word in control.exits:
            return 4
    return 3 if not control.otherwise.isdisjoint(tokens[:3]) else 0


def _encoded(tokens: Sequence[str], codes: dict[str, str]) -> str:
    """A character per token; all variables are one, as their numbers say nothing before they are matched."""
    result = []
    for token in tokens:
        code = codes.get(token)
        if code is None:
            name = "var_0" if token[0] == "v" and _VARIABLE.fullmatch(token) else token
            # From 256 on no character is taken for another; surrogates are characters as good as any.
            code = codes.setdefault(name, chr(256 + len(codes)))
            codes[token] = code
        result.append(code)
    return "".join(result)


def plain(tokens: Sequence[str], codes: dict[str, str]) -> str:
    """A character per token, another one for every other token."""
    return "".join([codes.setdefault(token, chr(256 + len(codes))) for token in tokens])


class _Gap:
    """Matches the statements of a stretch without equal ends; lives for one call of `align`."""

    def __init__(
        self,
        encoded: tuple[list[str], list[str]],
        ours: Sequence[Statement],
        theirs: Sequence[Statement],
        language: Language,
    ) -> None:
        self.left, self.right = encoded
        self.language = language
        self.ours, self.theirs = ours, theirs
        self.cells = _ALL_CELLS

    def matched(self, a: tuple[int, int], b: tuple[int, int]) -> tuple[list[tuple[int, int]], bool]:
        """Pairs within two ranges: all at once where that is cheap, else between equal statements."""
        size = (a[1] - a[0]) * (b[1] - b[0])
        if not size:
            return [], True
        if size <= _GAP_CELLS:
            self.cells -= size
            return self._best(a, b), True
        codes: dict[str, str] = {}
        lines = [plain(self.left[slice(*a)], codes), plain(self.right[slice(*b)], codes)]
        pairs: list[tuple[int, int]] = []
        complete = True
        for code in LCSseq.opcodes(*lines):
            low, high = a[0] + code.src_start, a[0] + code.src_end
            other_low, other_high = b[0] + code.dest_start, b[0] + code.dest_end
            if code.tag == "equal":
                pairs += zip(range(low, high), range(other_low, other_high), strict=True)
        return self._between(pairs, a, b, complete=complete)

    def _between(
        self, anchors: list[tuple[int, int]], a: tuple[int, int], b: tuple[int, int], *, complete: bool
    ) -> tuple[list[tuple[int, int]], bool]:
        """Anchors, and what can be matched between them as long as there are cells left."""
        pairs: list[tuple[int, int]] = []
        i, j = a[0], b[0]
        for p, q in (*anchors, (a[1], b[1])):
            size = (p - i) * (q - j)
            if size and size <= min(_GAP_CELLS, self.cells):
                self.cells -= size
                pairs += self._best((i, p), (j, q))
            elif size:
                complete = False
            if p < a[1] and q < b[1]:
                pairs.append((p, q))
            i, j = p + 1, q + 1
        return pairs, complete

    def _best(self, a: tuple[int, int], b: tuple[int, int]) -> list[tuple[int, int]]:
        """The pairs, in order, that have most tokens in common."""
        gains = self._gains(a, b)
        width = b[1] - b[0]
        rows: list[list[float]] = [[0.0] * (width + 1)]
        for gain in gains:
            above = rows[-1]
            row = [0.0]
            best = 0.0
            for j in range(width):
                value = above[j] + gain[j] if gain[j] else 0.0
                up = above[j + 1]
                best = max(best, up, value)
                row.append(best)
            rows.append(row)
        pairs: list[tuple[int, int]] = []
        i, j = len(gains), width
        while i and j:
            value = rows[i][j]
            if value == rows[i - 1][j]:
                i -= 1
            elif value == rows[i][j - 1]:
                j -= 1
            else:
                i, j = i - 1, j - 1
                pairs.append((a[0] + i, b[0] + j))
        pairs.reverse()
        return pairs

    def _gains(self, a: tuple[int, int], b: tuple[int, int]) -> list[list[float]]:
        """What matching each pair is worth: the tokens in common, more where sort and depth of statement agree."""
        left, right = self.left[a[0] : a[1]], self.right[b[0] : b[1]]
        common = cdist(left, right, scorer=LCSseq.similarity, dtype=np.int32)
        alike = 2.0 * common / np.add.outer([len(s) for s in left], [len(s) for s in right])
        ours, theirs = self.ours[a[0] : a[1]], self.theirs[b[0] : b[1]]
        heads = np.equal.outer(
            [_head(s.tokens, self.language) for s in ours], [_head(s.tokens, self.language) for s in theirs]
        )
        depths = np.equal.outer([s.depth for s in ours], [s.depth for s in theirs])
        gains = common * alike + 0.5 * heads + 0.25 * depths
        least = np.where(heads, _LEAST_ALIKE, _LEAST_ALIKE_UNLIKE_HEADS)
        result: list[list[float]] = np.where(alike >= least, gains, 0.0).tolist()
        return result


# -- which variables are the same


def _variables(
    ours: Sequence[Statement], theirs: Sequence[Statement], pairs: Sequence[tuple[int, int]]
) -> dict[str, str]:
    """For variables of the candidate their names in the reference, where these are others; one to one."""
    votes: Counter[tuple[str, str]] = Counter()
    for i, j in pairs:
        a, b = ours[i].tokens, theirs[j].tokens
        if len(a) == len(b):
            votes.update((x, y) for x, y in zip(a, b, strict=True) if x[0] == y[0] == "v" and x[:4] == y[:4] == "var_")
        else:
            _vote(a, b, votes)
    found: dict[str, str] = {}
    taken: set[str] = set()
    # Equal names first among equals, then the order in which they were met.
    for (x, y), _ in sorted(votes.items(), key=lambda vote: (-vote[1], vote[0][0] != vote[0][1])):
        if x not in found and y not in taken and _VARIABLE.fullmatch(x) and _VARIABLE.fullmatch(y):
            found[x] = y
            taken.add(y)
    # A variable without a counterpart must not look like one of the reference's.
    own = {token for statement in ours for token in statement.tokens if token[0] == "v" and _VARIABLE.fullmatch(token)}
    for x in sorted(own - found.keys()):
        if x in taken:
            found[x] = f"{x}'"
    return {x: y for x, y in found.items() if x != y}


def _vote(a: tuple[str, ...], b: tuple[str, ...], votes: Counter[tuple[str, str]]) -> None:
    codes: dict[str, str] = {}
    for code in Indel.opcodes(_encoded(a, codes), _encoded(b, codes)):
        if code.tag == "equal":
            for x, y in zip(a[code.src_start : code.src_end], b[code.dest_start : code.dest_end], strict=True):
                if x[:4] == y[:4] == "var_":
                    votes[x, y] += 1
