"""What a sketch is made of, counted: calls and library names, operators, values, loops, branches, ways out.  Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from codescore.foundation.recent import remembered
from codescore.languages import Language
from codescore.score.statements import TokenKind, silent, statements, token_kinds


@dataclass(frozen=True, slots=True)
class Contents:
    """How often each thing occurs.  `calls` hold what is called, `names` other attributes, types and library names.

    Types that only inform, modifiers and imports are left out: they say nothing of what runs.
    """

    calls: Counter[str]
    names: Counter[str]
    operators: Counter[str]
    literals: Counter[str]
    loops: int
    branches: int
    exits: int
    tokens: int
    statements: int


_KIND: dict[TokenKind, str] = {"call": "calls", "attribute": "names", "name": "names", "operator": "operators",
                               "literal": "literals"}  # fmt: skip


@remembered(256, 20_000)
def contents(text: str, language: Language) -> Contents:
    """The contents of a sketch."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("calls", "names", "operators", "literals")}
    control = language.control
    steering = Counter[str]()
    size = lines = 0
    for statement in statements(text, language):
        tokens = statement.tokens
        if tokens[0] in control.imports:
            continue
        lines += any(token[0].isalnum() or token[0] in "_$@\"'" for token in tokens)
        hidden = silent(tokens, language)
        size += len(tokens) - len(hidden)
        for i, (token, kind) in enumerate(zip(tokens, token_kinds(tokens, language), strict=True)):
            where = _KIND.get(kind)
            if where is not None and i not in hidden:
                counts[where][token] += 1
            elif kind in ("keyword", "punctuation"):
                steering[token] += 1
    loops, branches, exits = (_sum(steering, words) for words in (control.loops, control.branches, control.exits))
    return Contents(**counts, loops=loops, branches=branches, exits=exits, tokens=size, statements=lines)


def missing(ours: Counter[str], theirs: Counter[str]) -> tuple[str, ...]:
    """What the second has and the first has not, or not as often: each as often as it is missing, in its order."""
    return tuple((theirs - ours).elements())


def _sum(counts: Counter[str], words: Sequence[str] | frozenset[str]) -> int:
    return sum(counts[word] for word in words)
