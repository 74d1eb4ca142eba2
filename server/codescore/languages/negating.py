"""The ways to write that a condition does not hold, for languages that say so with a `!` before it.

Whether a condition may be negated at all its language decides.  Neighbours: the `rewrite` folders of these languages.
"""

from __future__ import annotations

from collections.abc import Callable, Container

from tree_sitter import Node

_OPPOSITE = {"===": b"!==", "!==": b"===", "==": b"!=", "!=": b"=="}


def negations(condition: Node, text: Callable[[Node], bytes], primary: Container[str]) -> list[bytes]:
    """Each evaluates exactly what the condition does; `primary` are nodes that keep together behind a prefix."""
    said = text(condition)
    if condition.type == "unary_expression" and condition.children[0].type == "!":
        return [text(condition.children[-1])]
    if condition.type in primary:
        return [b"!" + said]
    around = b"!(" + said + b")"
    operator = condition.child_by_field_name("operator") if condition.type == "binary_expression" else None
    if operator is None or operator.type not in _OPPOSITE:
        return [around]
    low, high = operator.start_byte - condition.start_byte, operator.end_byte - condition.start_byte
    return [said[:low] + _OPPOSITE[operator.type] + said[high:], around]
