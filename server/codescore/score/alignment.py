"""Two sketches side by side: which statement answers which, and which variable is which.

Statements are matched in order by the tokens they share, variables by the places they take in matched statements
(their numbers shift with every variable that one side has more).  Pure, total, and bounded: of very long sketches
that share little only the equal statements are matched well, and `complete` says so.  Neighbours: `matching` pairs the
statements, `equivalence` says what counts as the same, `difference` puts into words what is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from codescore.foundation.caches import remembered
from codescore.languages import Language
from codescore.score.branches import ordered
from codescore.score.equivalence import blind, equivalent
from codescore.score.matching import matched
from codescore.score.statements import Statement, statements
from codescore.sketch import SketchText

# Longer sketches are data: they are compared for equality only.
_MOST_CHARACTERS = 1 << 20


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
    found: dict[str, str] = {}
    taken: set[str] = set()
    # Equal names first among equals, then the order in which they were met.
    for (x, y), _ in sorted(votes.items(), key=lambda vote: (-vote[1], vote[0][0] != vote[0][1])):
        if x not in found and y not in taken:
            found[x] = y
            taken.add(y)
    # A variable without a counterpart must not look like one of the reference's.
    for x in sorted({token for statement in ours for token in statement.tokens if token[:4] == "var_"} - found.keys()):
        if x in taken:
            found[x] = f"{x}'"
    return {x: y for x, y in found.items() if x != y}


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
