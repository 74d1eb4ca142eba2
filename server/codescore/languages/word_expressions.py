"""Expressions of words, as a text shows one: `"work and not (done or later)"`.

Which words stand between two others, and which before one, is read off what is shown, of the words that the program
knows; a group in brackets stands where a word may.  Texts are written so, mostly.  Pure.
Neighbours: `languages.text_forms` (asks), `languages.expressions` (of numbers), `evidence.written` (makes them).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from codescore.languages.assumed import Assumption
from codescore.languages.quoting import words_of

_WEIGHT = 0.85  # how surely a text is such an expression, where one is shown
_SHOWN = re.compile(r"[\"'`]([^\"'`\n]{5,80})[\"'`]")
_LITERAL = re.compile(r"[\"'](\w{1,12}|[()!&|])[\"']")
_PART = re.compile(r"\w+|[^\w\s]")
_FEWEST, _KNOWN = 4, 2  # parts of what is shown, and words among them that the program knows


@dataclass(frozen=True, slots=True)
class Grammar:
    """Words that stand `between` two operands, `before` one, and whether there are `groups` in brackets."""

    between: tuple[str, ...]
    before: tuple[str, ...]
    groups: bool

    def said(self) -> str:
        """The grammar as a text."""
        return "\n".join((" ".join(self.between), " ".join(self.before), "()" * self.groups))

    def allows(self, text: str) -> bool:
        """Whether a text is an expression."""
        found = _roles(text, {*self.between, *self.before, *"()" * self.groups})
        return found is not None and found[0] <= {*self.between} and found[1] <= {*self.before}

    def operands(self, text: str) -> list[str]:
        """The words of a text that are none of the grammar's, each once."""
        ours = {*self.between, *self.before}
        return list(dict.fromkeys(one for one in re.findall(r"[^\W\d]\w*", text) if one not in ours))


def grammar_of(said: str) -> Grammar:
    """The grammar that a text says."""
    between, before, groups = said.split("\n")
    return Grammar(tuple(between.split()), tuple(before.split()), bool(groups))


def word_expressions(names: Iterable[str], words: str, body: str) -> Iterator[Assumption]:
    """Such texts, where the words, or those in the body, show exactly one parameter's: that which is alone."""
    texts = [*names]
    known = {*_LITERAL.findall(body)}
    spoken = f"{words}\n{words_of(body)}".replace('"""', "\n").replace("'''", "\n")
    for shown in dict.fromkeys(_SHOWN.findall(spoken)):
        found = _roles(shown, known)
        if len(texts) == 1 and found is not None and len(_PART.findall(shown)) >= _FEWEST:
            between, before, groups = found
            if between and len({*between, *before}) >= _KNOWN and between.isdisjoint(before):
                made = Grammar(tuple(sorted(between)), tuple(sorted(before)), groups)
                yield Assumption(texts[0], "worded", f"its text shows {shown!r}", weight=_WEIGHT, other=made.said())
                return


def _roles(text: str, known: set[str]) -> tuple[set[str], set[str], bool] | None:
    """What stands between operands and before one, and whether there are groups; None of what is no expression."""
    between: set[str] = set()
    before: set[str] = set()
    depth, groups, wanted = 0, False, True
    for part in _PART.findall(text):
        if part == "(" and part in known and wanted:
            depth, groups = depth + 1, True
        elif part == ")" and depth and not wanted:
            depth -= 1
        elif part in known - {"(", ")"}:
            (before if wanted else between).add(part)
            wanted = True
        elif part.isidentifier() and wanted:
            wanted = False
        else:
            return None
    return (between, before, groups) if not (depth or wanted) else None
