"""Statements that are nothing but a string: documentation that stands elsewhere than where documentation is known.

Data sets bring programs with a page of prose behind them, in the candidate or in the reference only; a metric should
not be judged by who kept it.  (Comments and docstrings every metric leaves out for itself.)  Pure and total.
"""

from __future__ import annotations

from tree_sitter import Node

from codescore.foundation.text import encode
from codescore.languages import by_id
from codescore.syntax import parse


def without_bare_strings(text: str, language_id: str) -> str:
    """The text without such statements; one that is all there is in its block stays."""
    language = by_id(language_id)
    if language is None or not any(mark in text for mark in ('"""', "'''", "\n'", '\n"')):
        return text
    source = encode(text)
    syntax = parse(language, source)
    if syntax.prefix:
        return text
    layout = language.layout
    spans: list[tuple[int, int]] = []
    stack = [syntax.root]
    while stack:
        node = stack.pop()
        stack.extend(node.named_children)
        if node.type in layout.bodies:
            code = [child for child in node.named_children if child.type not in layout.comments]
            bare = [child for child in code if _is_string(child, layout.strings)]
            spans += [(child.start_byte, child.end_byte) for child in bare] if len(bare) < len(code) else []
    for start, end in sorted(spans, reverse=True):
        source = source[:start] + source[end:]
    return source.decode("utf-8", "replace") if spans else text


def _is_string(statement: Node, strings: frozenset[str]) -> bool:
    """Whether a statement is one string literal, without any code in it."""
    children = statement.named_children
    if len(children) != 1 or children[0].type not in strings:
        return False
    literal = children[0]
    return literal.start_byte == statement.start_byte and all(c.child_count == 0 for c in literal.named_children)
