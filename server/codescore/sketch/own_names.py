"""Names that a file defines and its sketches still hold: functions elsewhere in it, types, fields, members of `self`.

A sketch of one unit replaces the names of that unit; what looks at whole programs without the names that their authors
chose asks here for the rest.  Pure and total.
"""

from __future__ import annotations

import re

from tree_sitter import QueryCursor

from codescore.syntax import Syntax

_DEFINED = ("definition.function", "definition.type", "definition.field")
_MOST = 256_000  # bytes; of longer files only what a query finds


def own_names(syntax: Syntax) -> frozenset[str]:
    """The names of functions, types and fields that a source defines."""
    captures = QueryCursor(syntax.language.locals_query).captures(syntax.root)
    found = {node.text or b"" for kind in _DEFINED for node in captures.get(kind, ())}
    words = syntax.language.structure.own
    if words and len(syntax.source) <= _MOST:
        of = b"|".join(re.escape(word.encode()) for word in sorted(words))
        found.update(re.findall(rb"\b(?:%b)\s*\.\s*(\w+)" % of, syntax.source))
    return frozenset(name.decode("utf-8", "replace") for name in found)
