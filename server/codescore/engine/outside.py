"""What stands outside of every function, which no unit's verdict is about: statements of a module, fields of a class.

It runs, or is read, all the same.  Here is only told whether two sources have the same of it, to the token; imports,
prose and what Python runs of a main program alone are left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from codescore.engine.model import Source
from codescore.foundation.text import line_number

_MAIN = b"if __name__"  # is skipped, as tools that import the module skip it
_ACTS = frozenset((b"=", b"(", b"{", b":"))  # without any of these a statement gives something a name, at most


def untold(candidate: Source, reference: Source) -> str | None:
    """That code outside of functions differs and is not compared; None where the reference has none, or the same."""
    found = ((node, _tokens(reference, node)) for node in _outside(reference))
    wanted = sorted((n.start_byte, tokens) for n, tokens in found if not _ACTS.isdisjoint(tokens))
    if not wanted:
        return None
    ours = {_tokens(candidate, node) for node in _outside(candidate)}
    first = next((start for start, tokens in wanted if tokens not in ours), None)
    if first is None:
        return None
    line = line_number(reference.syntax.source, max(0, first - reference.syntax.prefix))
    return f"code outside of functions is not compared, and differs: line {line} of {reference.label}"


def _outside(source: Source) -> Iterator[Node]:
    """Statements and fields that are no part of a unit."""
    if any(unit.kind == "snippet" for unit in source.units):
        return
    language = source.syntax.language
    units = language.structure.functions | language.structure.constructors
    stack = [source.syntax.root]
    while stack:
        for child in stack.pop().named_children:
            inner = child
            while inner.type in language.structure.extends:
                inner = inner.child_by_field_name("definition") or inner.named_children[-1]
            if inner.type in language.structure.classes:
                body = inner.child_by_field_name("body")
                stack += [body] if body is not None else []
            elif inner.type not in units and _counts(source, child):
                yield child


def _counts(source: Source, node: Node) -> bool:
    language = source.syntax.language
    text = source.syntax.parsed[node.start_byte : node.end_byte]
    words = text.split(None, 1)
    if node.type in language.layout.comments or not words or text.startswith(_MAIN):
        return False
    prose = node.named_child_count == 1 and node.named_children[0].type == "string" and node.child_count == 1
    return not prose and words[0].decode("utf-8", "replace") not in language.control.imports | {"package"}


def _tokens(source: Source, node: Node) -> tuple[bytes, ...]:
    found: list[bytes] = []
    stack = [node]
    while stack:
        inner = stack.pop()
        if inner.type in source.syntax.language.layout.comments:
            continue
        if inner.child_count == 0:
            found.append(source.syntax.parsed[inner.start_byte : inner.end_byte])
        stack += reversed(inner.children)
    return tuple(found)
