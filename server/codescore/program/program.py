"""What a unit means, ready to be held against another: its statements in normal form and the types that it declares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tree_sitter import Node

from codescore.languages import Language
from codescore.program.lower import Lowering
from codescore.program.normal import normal
from codescore.program.rows import StatementRow, rows_of
from codescore.program.term import Term

# Longer units are data: what they do is not in their statements.
_MOST_BYTES = 200_000


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """A unit's rows: `plain` with conditions as they are asked, `oriented` with each the way that stands for both.

    `types` has for a name the declared type that changes its values, and where it stands.  `left_out` are the words of
    what no row says.  `base` is where the unit begins in what was parsed: places count from there.
    """

    plain: tuple[StatementRow, ...]
    oriented: tuple[StatementRow, ...]
    types: Mapping[str, Term]
    base: int = 0
    left_out: tuple[str, ...] = ()

    def place(self, term: Term) -> tuple[int, int]:
        """The bytes of the unit that a term was made from."""
        return term.start - self.base, term.end - self.base


def program_of(
    language: Language,
    node: Node,
    source: bytes,
    labels: Mapping[int, str],
    *,
    prose: frozenset[int] = frozenset(),
    base: int = 0,
) -> Program | None:
    """The program of a unit's node; `labels` are what names are called by their first byte.

    `prose` are ids of nodes that only say something; places count from the byte `base`.

    None where the language's data does not say what nodes mean, and for code nested deeper than can be followed.
    """
    if not language.program.nodes or node.end_byte - node.start_byte > _MOST_BYTES:
        return None
    lowering = Lowering(language, source, labels, prose)
    try:
        term = lowering.term(node)
        forms = [
            rows_of(normal(term, language, oriented=oriented, declared=lowering.numbers()))
            for oriented in (False, True)
        ]
        left_out = tuple(sorted(lowering.left_out(node)))
    except RecursionError:
        return None
    return Program(forms[0], forms[1], lowering.declared, base, left_out)
