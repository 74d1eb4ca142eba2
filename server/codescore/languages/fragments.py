"""Whether a fragment stays inside of what a checker puts around it, whatever brackets it holds.  Pure."""

from __future__ import annotations

from tree_sitter import Language, Parser


def stays_inside(grammar: Language, before: str, text: str, after: str) -> bool:
    """Whether a text closes nothing that it did not open.

    `before` ends with a bracket and a line feed, `after` begins with a line feed and the bracket that closes it.
    """
    last = len(before.encode()) - 2
    end = len(before.encode()) + len(text.encode()) + 2
    root = Parser(grammar).parse(f"{before}{text}{after}".encode()).root_node
    opened = root.descendant_for_byte_range(last, last + 1)
    around = opened.parent if opened is not None else None
    return around is not None and not around.has_error and around.end_byte == end
