"""Classes that a program uses and does not declare, as code written for a place that hands out its nodes.

Such code often shows them in a comment (`struct TreeNode { int val; ... }`): what a comment shows counts, where it only
holds data, else how lists and trees are usually made.  For languages with braces; pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

from codescore.languages.commands import apart

_MADE = (
    r"\b(?:class|struct|union|interface|record|enum|using)\s+{0}\b\s*(?:[{{:=<(]|extends\b|implements\b|final\b)"
    r"|\bimport\b[^;]{{0,200}}\b{0}\s*;|<\s*{0}\s+extends\b|\b(?:class|typename)\s+{0}\s*[,>]|\btypedef\b[^;]{{0,200}}\b{0}\s*;"
)
_SHOWN = re.compile(r"\b(?:class|struct)\s+(\w{1,80})\s*\{")
_MOST, _LONGEST = 16, 2000  # classes that are looked at, and signs in one


def nodes_for(source: str, usual: Mapping[str, str]) -> str:
    """The definitions of classes that a text uses and does not make, on one line; `usual` are those of custom."""
    return _nodes(source, tuple(usual.items()))


@lru_cache(maxsize=8)
def _nodes(source: str, usual: tuple[tuple[str, str], ...]) -> str:
    program, words = apart(source)
    known = {**dict(usual), **dict(_shown(words))}
    used = (name for name in known if re.search(rf"\b{name}\b", program))
    return "".join(f"{known[name]} " for name in used if not re.search(_MADE.format(name), program))


def _shown(words: str) -> Iterator[tuple[str, str]]:
    """The classes that comments show: their fields and constructors, and nothing else in them."""
    words = re.sub(r"//[^\n]*", " ", words)
    for one in islice(_SHOWN.finditer(words), _MOST):
        end = _closed(words[: one.end() + _LONGEST], one.end())
        inside = words[one.end() : end - 1]
        makers = re.compile(rf"\b{one[1]}\s*\([^()]*\)[^{{}};]*\{{[^{{}}]*\}}")
        if end and _holds_data(makers.sub(";", inside)):
            yield one[1], " ".join(f"{one.group()} {inside} }};".split())


def _holds_data(fields: str) -> bool:
    return "{" not in fields and not any("(" in part and "=" not in part for part in fields.split(";"))


def _closed(text: str, at: int) -> int:
    """Where the brace before a place is closed; 0 where it is not."""
    depth = 1
    for sign in re.finditer(r"[{}]", text[at:]):
        depth += 1 if sign.group() == "{" else -1
        if depth == 0:
            return at + sign.end()
    return 0
