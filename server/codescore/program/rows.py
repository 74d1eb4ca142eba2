"""A program's statements as rows, in order: what two programs are held against each other by.  Pure.

A compound statement is a row for its head and rows for what is inside; an `else` is a row.  Rows know their depth, the
words they are matched by, and where they stand in the source.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from codescore.program.term import EXITS, Term

Sort = Literal["loop", "branch", "otherwise", "exit", "plain"]

_LOOPS = frozenset(("while", "each", "do"))
_HEADS = {"if": 1, "while": 1, "each": 2}


@dataclass(frozen=True, slots=True)
class StatementRow:
    """One statement, or the head of one; `words` are its names, operators and values, variables all alike."""

    depth: int
    sort: Sort
    term: Term
    words: tuple[str, ...]

    @property
    def size(self) -> int:
        """How much there is to it, in words."""
        return len(self.words)


def rows_of(term: Term) -> tuple[StatementRow, ...]:
    """The rows of a unit's normal form."""
    return tuple(_statement(term, 0))


def words_of(term: Term) -> tuple[str, ...]:
    """The names, operators and values of a term."""
    found: list[str] = []
    for t in term.walk():
        word = t.value or ("" if t.children else t.kind)
        if t.kind in ("call", "index", "negative", "not", "and", "or", "choice", "product", "sum", "return", "list"):
            word = t.kind
        if word and t.kind != "nothing":
            found.append(word)
    return tuple(found)


def _statement(term: Term, depth: int) -> Iterator[StatementRow]:
    if term.kind == "block":
        for child in term.children:
            yield from _statement(child, depth)
        return
    if not any(c.kind == "block" or _holds_block(c) for c in term.children):
        yield _row(term, depth, "exit" if term.kind in EXITS else "plain")
        return
    heads = _HEADS.get(term.kind)
    if heads is not None:
        head = Term(term.kind, term.value, term.children[:heads], term.start, term.children[heads - 1].end)
        yield _row(head, depth, "branch" if term.kind == "if" else "loop")
        yield from _statement(term.children[heads], depth + 1)
        for other in term.children[heads + 1 :]:
            if other.children:
                yield _row(Term("else", "else", (), other.start, other.start), depth, "otherwise")
                yield from _statement(other, depth + 1)
        return
    inner = [c for c in term.children if c.kind == "block" or _holds_block(c)]
    # What has rows of its own leaves a gap, unless it is the last: `c ? f : x` is not `c ? x : f`.
    last = max((i for i, c in enumerate(term.children) if c not in inner), default=-1)
    plain = tuple(Term("nothing", "", (), c.start, c.start) if c in inner else c for c in term.children[: last + 1])
    sort: Sort = "loop" if term.kind in _LOOPS else "exit" if term.kind in EXITS else "plain"
    yield _row(Term(term.kind, term.value, plain, term.start, plain[-1].end if plain else term.start), depth, sort)
    for child in inner:
        yield from _statement(child, depth + 1)


def _holds_block(term: Term) -> bool:
    return any(c.kind == "block" or _holds_block(c) for c in term.children)


def _row(term: Term, depth: int, sort: Sort) -> StatementRow:
    words = words_of(term)
    return StatementRow(
        depth, sort, term, tuple(["var" if word[:4] == "var_" else word for word in words]) or (term.kind,)
    )
