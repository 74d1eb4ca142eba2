"""A program as a tree of terms: what the parser's nodes mean, without punctuation, layout, comments or prose.

A term has a kind, a value (a name, a literal, an operator) and children; where it stands in the source takes no part
in comparisons.  Kinds that every language shares are listed here; a node that the language's data does not mention
keeps its own type as its kind.  Pure.  Neighbours: `lower` makes terms of trees, `normal` puts them into one form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

#: Statements that leave the block they stand in.
EXITS = frozenset(("return", "raise", "break", "continue"))


@dataclass(frozen=True, slots=True)
class Term:
    """`start` and `end` are bytes of the parsed source.

    Shared kinds: block, if (test, then, else), while (test, body, else), each (target, iterable, body, else), do (body,
    test), assign (target, value; its value is the operator), binary (left, right), sum and product (operands),
    negative, not, choice (test, yes, no), call (callee, arguments), attribute (object; its value is the name), index,
    function, name, literal, text, and the exits.  An absent part is `NOTHING`.
    """

    kind: str
    value: str = ""
    children: tuple[Term, ...] = ()
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)
    _hash: int = field(default=0, compare=False, init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.kind, self.value, self.children)))

    def __hash__(self) -> int:
        return self._hash

    def of(self, kind: str, value: str, *children: Term) -> Term:
        """Another term that stands where this one does."""
        return Term(kind, value, children, self.start, self.end)

    def having(self, children: tuple[Term, ...]) -> Term:
        """The same with other children."""
        return self if children == self.children else Term(self.kind, self.value, children, self.start, self.end)

    def walk(self) -> Iterator[Term]:
        """The term and all that is in it, in order."""
        stack = [self]
        while stack:
            term = stack.pop()
            yield term
            stack.extend(reversed(term.children))


NOTHING = Term("nothing")
