"""The tokens of a sketch that a pair store spells: it keeps what the model reads, and no tree to ask.

A sketch has a statement per line and a space between tokens; text in quotes may hold both.  Total: any text has rows.
Neighbours: `codescore.sketch` makes sketches that know their tokens, `late_audit` counts operators in these.
"""

from __future__ import annotations

import re
from functools import cache

from codescore.languages import Language
from codescore.sketch import SketchText

_INDENT = 4
# Text in quotes, perhaps behind letters that say of what kind; the longer quotes, the backward ones and the fenced
# ones run over lines.
_QUOTED = (
    r"[A-Za-z]{0,3}(?:"
    r'"""(?:[^"\\]|\\.|"(?!""))*"""|'
    r"'''(?:[^'\\]|\\.|'(?!''))*'''|"
    r'"(?:[^"\\\n]|\\.)*"|'
    r"'(?:[^'\\\n]|\\.)*'|"
    r"`(?:[^`\\]|\\.)*`|"
    r'R"(?P<fence>[^()\\\s]{0,16})\(.*?\)(?P=fence)"'
    r")(?=[ \n]|\Z)"
)


def read_sketch(text: str, language: Language) -> SketchText:
    """The sketch that such a text is of; indentation is that of its lines."""
    rows: list[tuple[int, tuple[str, ...]]] = []
    depth, line = 0, list[str]()
    for match in _pattern(language).finditer(text):
        token = match.group()
        if token[0] != "\n":
            line.append(token)
            continue
        if line:
            rows.append((depth, tuple(line)))
        depth, line = (len(token) - 1) // _INDENT, []
    return SketchText([*rows, (depth, tuple(line))] if line else rows)


@cache
def _pattern(language: Language) -> re.Pattern[str]:
    """Line ends with the next line's indentation, quoted text, operators of two words, everything else."""
    phrases = [re.escape(operator) + r"(?=[ \n]|\Z)" for operator in language.operators.family if " " in operator]
    return re.compile("|".join((r"\n *", _QUOTED, *phrases, r"[^ \n]+")), re.DOTALL)
