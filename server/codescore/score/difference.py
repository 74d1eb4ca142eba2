"""What differs between two aligned sketches, as a list a person can read: operators, calls, statements.  Pure.

Each difference is one thing: an operator that became another, a call that is missing, a statement too many.  Where
one side has nothing to show for it that side is None.  Neighbours: `alignment` says what belongs together; `reasons`
says it in words; `engine.explain` finds the places in the sources.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rapidfuzz.distance import Indel

from codescore.score.alignment import Aligned, Alignment, plain
from codescore.score.statements import Statement, TokenKind, silent, token_kinds

DifferenceKind = Literal[
    "operator", "call", "literal", "keyword", "name", "expression", "missing-statement", "extra-statement", "order",
    "nesting", "annotation", "import",
]  # fmt: skip

#: What does not change what runs, and is said only where there is nothing else to say.
QUIET: frozenset[DifferenceKind] = frozenset(("annotation", "import"))

# With more than this, or with so little in common, two statements are told apart as wholes.
_MOST_IN_STATEMENT = 3
_LEAST_IN_COMMON = 0.6
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


def differences(alignment: Alignment) -> tuple[Difference, ...]:
    """Everything that differs beyond the exchanges of table 1, in the order of the statements."""
    if not alignment.ours and not alignment.theirs:
        return ()
    moved = _moved(alignment)
    arrivals = set(moved.values())
    lost = _misplaced(alignment)
    extra = _Alone(alignment.ours, {r.candidate for r in alignment.rows if r.reference is None} - moved.keys())
    missing = _Alone(alignment.theirs, {r.reference for r in alignment.rows if r.candidate is None} - arrivals)
    found: list[Difference] = []
    for row in alignment.rows:
        i, j = row.candidate, row.reference
        if i is not None and j is not None:
            if not row.same:
                found += _within(alignment, i, j)
            elif row in lost:
                found.append(_of_statements(alignment, "nesting", i, j))
        elif i is not None and i in moved:
            found.append(_of_statements(alignment, "order", i, moved[i]))
        elif i is not None and extra.tells(i):
            found.append(_of_statements(alignment, "extra-statement", i, None, extra.size(i)))
        elif j is not None and missing.tells(j):
            found.append(_of_statements(alignment, "missing-statement", None, j, missing.size(j)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Alone:
    """Statements of one side that have no counterpart; what is inside one of them is told with it."""

    side: Sequence[Statement]
    indices: set[int | None]

    def tells(self, index: int) -> bool:
        """Whether to tell of a statement by itself."""
        if index not in self.indices or not _says_something(self.side[index]):
            return False
        around = next((k for k in range(index - 1, -1, -1) if self.side[k].depth < self.side[index].depth), None)
        return around is None or around not in self.indices

    def size(self, index: int) -> int:
        """How many statements go with it, itself included."""
        count = 1
        for k in range(index + 1, len(self.side)):
            if self.side[k].depth <= self.side[index].depth:
                break
            count += k in self.indices and _says_something(self.side[k])
        return count


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
    return _span(alignment.ours, row.candidate), _span(alignment.theirs, row.reference)


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
        spans = _span(alignment.ours, row.candidate), _span(alignment.theirs, row.reference)
        found = found or spans == (alone.candidate_at, alone.reference_at)
    ours = next((r.candidate for r in here if _tells(alignment.ours, r.candidate)), None)
    theirs = next((r.reference for r in here if _tells(alignment.theirs, r.reference)), None)
    return alone.candidate_at or _span(alignment.ours, ours), alone.reference_at or _span(alignment.theirs, theirs)


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
    a, b = _span(alignment.ours, ours), _span(alignment.theirs, theirs)
    first = alignment.ours[ours].tokens[0] if ours is not None else ""
    other = alignment.theirs[theirs].tokens[0] if theirs is not None else ""
    imports = {first, other} - {""} <= alignment.language.control.imports
    return Difference("import" if imports else kind, a, b, a, b, count)


def _span(statements: Sequence[Statement], index: int | None) -> Span | None:
    return None if index is None else _tokens_span(statements[index], 0, len(statements[index].tokens))


def _tokens_span(statement: Statement, start: int, end: int) -> Span:
    """The characters of tokens [start, end)."""
    firsts = statement.starts[start:end]
    last = max(range(start, end), key=lambda i: statement.starts[i])
    return Span(min(firsts), statement.starts[last] + len(statement.tokens[last]))


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


# -- within a statement


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
        language = self.alignment.language
        ours = silent(self.ours.tokens, language)
        theirs = silent(self.theirs.tokens, language)
        return ours.issuperset(range(block.low, block.high)) and theirs.issuperset(
            range(block.other_low, block.other_high)
        )

    def difference(self, kind: DifferenceKind, block: _Block) -> Difference:
        ours = _tokens_span(self.ours, block.low, block.high) if block.high > block.low else None
        theirs = (
            _tokens_span(self.theirs, block.other_low, block.other_high) if block.other_high > block.other_low else None
        )
        whole = _span(self.alignment.ours, self.candidate), _span(self.alignment.theirs, self.reference)
        return Difference(kind, ours, theirs, *whole)


def _within(alignment: Alignment, candidate: int, reference: int) -> list[Difference]:
    """What differs between two statements that answer each other."""
    pair = _Pair(alignment, candidate, reference)
    mapped, tokens = alignment.mapped[candidate], pair.theirs.tokens
    blocks = list(_blocks(mapped, tokens))
    exchanged = _exchanged(blocks, mapped, tokens)
    if exchanged is not None:
        return [pair.difference("order", exchanged)]
    found = [difference for block in blocks for difference in _of_block(pair, block)]
    most = _MOST_IN_STATEMENT if _in_common(blocks, mapped, tokens) >= _LEAST_IN_COMMON else 1
    if found and sum(difference.kind not in QUIET for difference in found) <= most:
        return found
    # Only brackets differ, or nearly everything: then the statement as a whole is what is different.
    return [pair.difference("expression", _Block(0, len(mapped), 0, len(tokens)))]


def _in_common(blocks: list[_Block], ours: tuple[str, ...], theirs: tuple[str, ...]) -> float:
    """The share of tokens that two statements have in common."""
    apart = sum(block.high - block.low + block.other_high - block.other_low for block in blocks)
    return 1 - apart / (len(ours) + len(theirs))


def _blocks(ours: tuple[str, ...], theirs: tuple[str, ...]) -> Iterator[_Block]:
    """The stretches without common tokens; what one side has more and the other less in one place is one."""
    codes: dict[str, str] = {}
    open_: _Block | None = None
    for code in Indel.opcodes(plain(ours, codes), plain(theirs, codes)):
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
    """The stretch from one operand to another where the two have changed places: `a - b` for `b - a`."""
    if len(blocks) != 2:
        return None
    first, second = blocks
    a, b = ours[first.low : first.high], ours[second.low : second.high]
    x, y = theirs[first.other_low : first.other_high], theirs[second.other_low : second.other_high]
    if a and b and (a, b) == (y, x):
        return _Block(first.low, second.high, first.other_low, second.other_high)
    # The longest common part may be either operand, then the other one is gone here and new there.
    if (a and not b and not x and a == y) or (b and not a and not y and b == x):
        return _Block(min(first.low, second.low), second.high, first.other_low, second.other_high)
    return None


def _of_block(pair: _Pair, block: _Block) -> Iterator[Difference]:
    alignment = pair.alignment
    ours = _telling(pair.ours, range(block.low, block.high), alignment)
    theirs = _telling(pair.theirs, range(block.other_low, block.other_high), alignment)
    if not ours and not theirs:
        return
    block = _Block(*_trimmed(pair.ours, ours, block.low), *_trimmed(pair.theirs, theirs, block.other_low))
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


def _telling(statement: Statement, indices: range, alignment: Alignment) -> list[tuple[int, TokenKind]]:
    kinds = token_kinds(statement.tokens, alignment.language)
    return [(i, kinds[i]) for i in indices if kinds[i] != "punctuation"]


def _trimmed(statement: Statement, telling: list[tuple[int, TokenKind]], low: int) -> tuple[int, int]:
    """A stretch without the punctuation at its ends, but with the brackets that it opens and closes itself."""
    if not telling:
        return low, low
    start, end = telling[0][0], telling[-1][0] + 1
    tokens = statement.tokens
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
