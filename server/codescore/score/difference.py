"""What a difference is, and what differs between two statements that answer each other.  Pure.

Each difference is one thing: an operator that became another, a call that is missing, a statement too many.  Where
one side has nothing to show for it that side is None.

One kind is also counted, as it tells a mutant from a rewrite: an operator of table 2 that another one of its family
replaces where nothing of table 1 explains it.  It is counted strictly, in a statement that otherwise stays
(`operator_substitutions`), or between the same neighbours in a statement that answers the other's
(`exchanged_operators`), so that it is also seen in a different program.  The numbers mirror the mutations of the paper;
they say that two sketches part in an operator, not that operators are all that matters.

Neighbour: `explanation` lists the differences of two sketches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from rapidfuzz.distance import Indel, Levenshtein

from codescore.foundation.caches import remembered
from codescore.languages import Language
from codescore.score.alignment import Alignment, align
from codescore.score.statements import LOOSEST, Statement, TokenKind, left_start, right_end
from codescore.sketch import SketchText

DifferenceKind = Literal[
    "operator", "call", "literal", "keyword", "name", "expression", "missing-statement", "extra-statement", "order",
    "nesting", "annotation", "import", "type",
]  # fmt: skip

#: What does not change what runs, and is said only where there is nothing else to say.
QUIET: frozenset[DifferenceKind] = frozenset(("annotation", "import"))

# With more than this, or with so little in common, two statements are told apart as wholes.
_MOST_IN_STATEMENT = 3
_LEAST_IN_COMMON = 0.6
# More brackets than anyone exchanges operands in.
_MOST_BRACKETS = 20
_KINDS: dict[TokenKind, DifferenceKind] = {
    "operator": "operator",
    "keyword": "keyword",
    "call": "call",
    "attribute": "name",
    "name": "name",
    "placeholder": "name",
    "literal": "literal",
    "punctuation": "expression",
}


@dataclass(frozen=True, slots=True)
class Span:
    """Characters [start, end) of a sketch's text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference; `candidate` and `reference` are what it is about, None on the side that lacks it.

    `candidate_at` and `reference_at` are the statements it was found in, None where the side has no such statement.
    `statements` counts those that a missing or extra one stands for: itself and what is inside it.
    """

    kind: DifferenceKind
    candidate: Span | None
    reference: Span | None
    candidate_at: Span | None
    reference_at: Span | None
    statements: int = 1


def span_of(statements: Sequence[Statement], index: int | None) -> Span | None:
    """The characters of a statement."""
    return None if index is None else _tokens_span(statements[index], 0, len(statements[index].tokens))


def _tokens_span(statement: Statement, start: int, end: int) -> Span:
    """The characters of tokens [start, end)."""
    return Span(statement.starts[start], statement.starts[end - 1] + len(statement.tokens[end - 1]))


@dataclass(frozen=True, slots=True)
class _Block:
    """Tokens [low, high) of the candidate's statement where the reference's has [other_low, other_high)."""

    low: int
    high: int
    other_low: int
    other_high: int


@dataclass(frozen=True, slots=True)
class _Pair:
    alignment: Alignment
    candidate: int
    reference: int

    @property
    def ours(self) -> Statement:
        return self.alignment.ours[self.candidate]

    @property
    def theirs(self) -> Statement:
        return self.alignment.theirs[self.reference]

    def quiet(self, block: _Block) -> bool:
        """Whether a stretch says only of what type something is."""
        theirs = range(block.other_low, block.other_high)
        return self.ours.silent.issuperset(range(block.low, block.high)) and self.theirs.silent.issuperset(theirs)

    def difference(self, kind: DifferenceKind, block: _Block) -> Difference:
        ours = _tokens_span(self.ours, block.low, block.high) if block.high > block.low else None
        theirs = (
            _tokens_span(self.theirs, block.other_low, block.other_high) if block.other_high > block.other_low else None
        )
        whole = span_of(self.alignment.ours, self.candidate), span_of(self.alignment.theirs, self.reference)
        return Difference(kind, ours, theirs, *whole)


def within(alignment: Alignment, candidate: int, reference: int) -> list[Difference]:
    """What differs between two statements that answer each other."""
    pair = _Pair(alignment, candidate, reference)
    mapped, tokens = alignment.mapped[candidate], pair.theirs.tokens
    blocks = list(_blocks(mapped, tokens))
    exchanged = _exchanged(blocks, mapped, tokens)
    if exchanged is not None:
        low, high = _whole(mapped, exchanged.low, exchanged.high, alignment.language)
        other = _whole(tokens, exchanged.other_low, exchanged.other_high, alignment.language)
        return [pair.difference("order", _Block(low, high, *other))]
    found = [difference for block in blocks for difference in _of_block(pair, block)]
    # Only brackets differ, or nearly everything: then the statement as a whole is what is different.
    if not found or _in_pieces(pair, blocks, [d for d in found if d.kind not in QUIET]):
        return [pair.difference("expression", _Block(0, len(mapped), 0, len(tokens)))]
    return found


def _in_pieces(pair: _Pair, blocks: list[_Block], found: list[Difference]) -> bool:
    """Whether the differences of a statement are easier to see in the statement itself than one by one."""
    if len(found) > _MOST_IN_STATEMENT:
        return True
    rough = [d for d in found if d.kind == "expression"]
    if any(d.candidate is None for d in rough) and any(d.reference is None for d in rough):
        return True
    size = len(pair.ours.tokens) + len(pair.theirs.tokens)
    apart = sum(block.high - block.low + block.other_high - block.other_low for block in blocks)
    mixed = len(found) > 1 or any(_mixed(pair, block) for block in blocks)
    return apart > (1 - _LEAST_IN_COMMON) * size and mixed


def _mixed(pair: _Pair, block: _Block) -> bool:
    """Whether things of several kinds have become things of other kinds."""
    ours = _telling(pair.ours, range(block.low, block.high))
    theirs = _telling(pair.theirs, range(block.other_low, block.other_high))
    return bool(ours and theirs) and [kind for _, kind in ours] != [kind for _, kind in theirs]


def _blocks(ours: tuple[str, ...], theirs: tuple[str, ...]) -> Iterator[_Block]:
    """The stretches without common tokens; what one side has more and the other less in one place is one."""
    open_: _Block | None = None
    for code in Indel.opcodes(ours, theirs):
        if code.tag == "equal":
            if open_ is not None:
                yield open_
            open_ = None
        elif open_ is None:
            open_ = _Block(code.src_start, code.src_end, code.dest_start, code.dest_end)
        else:
            open_ = _Block(open_.low, code.src_end, open_.other_low, code.dest_end)
    if open_ is not None:
        yield open_


def _exchanged(blocks: list[_Block], ours: tuple[str, ...], theirs: tuple[str, ...]) -> _Block | None:
    """The stretch whose tokens only stand in another order: `a - b` for `b - a`."""
    if len(blocks) < 2:
        return None
    here = Counter(token for block in blocks for token in ours[block.low : block.high])
    there = Counter(token for block in blocks for token in theirs[block.other_low : block.other_high])
    if here != there:
        return None
    return _Block(blocks[0].low, blocks[-1].high, blocks[0].other_low, blocks[-1].other_high)


def _whole(tokens: tuple[str, ...], low: int, high: int, language: Language) -> tuple[int, int]:
    """A stretch with the rest of the operands that it cuts into, and of the brackets."""
    low, high = min(low, high - 1), max(high, low + 1)
    row = list(tokens)
    for _ in range(_MOST_BRACKETS):
        low, high = left_start(row, low, LOOSEST, language), right_end(row, high - 1, LOOSEST, language)
        depths = list(accumulate((_open_brackets((token,)) for token in row[low:high]), initial=0))
        if min(depths) < 0 and low > 0:
            low -= 1
        elif depths[-1] > 0 and high < len(row):
            high += 1
        else:
            break
    return low, high


def _of_block(pair: _Pair, block: _Block) -> Iterator[Difference]:
    alignment = pair.alignment
    ours = _telling(pair.ours, range(block.low, block.high))
    theirs = _telling(pair.theirs, range(block.other_low, block.other_high))
    if not ours and not theirs:
        return
    block = _Block(
        *_trimmed(pair.ours, ours, block.low, block.high),
        *_trimmed(pair.theirs, theirs, block.other_low, block.other_high),
    )
    if pair.theirs.tokens[0] in alignment.language.control.imports:
        yield pair.difference("import", block)
    elif pair.quiet(block):
        yield pair.difference("annotation", block)
    elif [kind for _, kind in ours] == [kind for _, kind in theirs]:
        for (i, kind), (j, _) in zip(ours, theirs, strict=True):
            if alignment.mapped[pair.candidate][i] != pair.theirs.tokens[j]:
                yield pair.difference(_KINDS[kind], _Block(i, i + 1, j, j + 1))
    else:
        calls = [i for i, kind in ours if kind == "call"], [j for j, kind in theirs if kind == "call"]
        if calls[0] and not theirs:
            yield from (pair.difference("call", _Block(i, i + 1, block.other_low, block.other_low)) for i in calls[0])
        elif calls[1] and not ours:
            yield from (pair.difference("call", _Block(block.low, block.low, j, j + 1)) for j in calls[1])
        else:
            yield pair.difference(_kind_of_block(ours, theirs, called=any(calls)), block)


def _telling(statement: Statement, indices: range) -> list[tuple[int, TokenKind]]:
    return [(i, statement.kinds[i]) for i in indices if statement.kinds[i] != "punctuation"]


def _trimmed(statement: Statement, telling: list[tuple[int, TokenKind]], low: int, high: int) -> tuple[int, int]:
    """A stretch without the punctuation at its ends, but with the brackets that it opens and closes itself."""
    if not telling:
        return low, low
    tokens = statement.tokens
    if tokens[low] == "[" and tokens[high - 1] == "]" and _open_brackets(tokens[low:high]) == 0:
        return low, high
    start, end = telling[0][0], telling[-1][0] + 1
    while end < len(tokens) and _open_brackets(tokens[start:end]) > 0 and tokens[end] in (")", "]", "}"):
        end += 1
    while start > low and _open_brackets(tokens[start:end]) < 0 and tokens[start - 1] in ("(", "[", "{"):
        start -= 1
    return start, end


def _open_brackets(tokens: Sequence[str]) -> int:
    return sum((token in ("(", "[", "{")) - (token in (")", "]", "}")) for token in tokens)


def _kind_of_block(
    ours: list[tuple[int, TokenKind]], theirs: list[tuple[int, TokenKind]], *, called: bool
) -> DifferenceKind:
    """One word for a stretch of tokens: their kind where they have but one, a call where one is among them."""
    kinds = {_KINDS[kind] for _, kind in (*ours, *theirs)}
    if len(kinds) == 1:
        return kinds.pop()
    return "call" if called else "expression"


# -- operators that stand in another's place


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
