"""Inputs that stand in a program's words: calls in comments, tests and at top level, read as plain data.

People write comments in the notation of the language they think in: `True`, `None` and tuples in parentheses are read
too.  The texts are only read, never run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

import tree_sitter
import tree_sitter_javascript
from tree_sitter import Node

from codescore.languages.execution import Input
from codescore.languages.javascript.run.nodes import child, number, string, text, walk
from codescore.languages.said_inputs import assigned, balanced
from codescore.languages.values import Bool, Float, Int, Mapping, Null, Sequence, Text, Value

_QUOTES = "\"'`"
_CALL = re.compile(r"(?<![.\w$])([A-Za-z_$][\w$]*)\s*\(")
_GIVEN = re.compile(r"(?<![.\w$])([A-Za-z_$][\w$]*)\s*=\s*(?=[\[{'\"\d-])")
_WORDS = {"true": Bool(value=True), "false": Bool(value=False), "True": Bool(value=True), "False": Bool(value=False)}
_NOTHING = ("null", "undefined", "None")


def of_literal(node: Node) -> Value | None:
    """The value that a literal expression says, None where it is none."""
    said, value = string(node), number(node)
    if said is not None:
        return Text(said)
    if value is not None:
        return Int(value) if isinstance(value, int) else Float(value)
    word = text(node)
    if word in _NOTHING:
        return Null()
    if word in _WORDS:
        return _WORDS[word]
    inner = [one for one in node.named_children if one.type != "comment"]
    if node.type == "array":
        return _several(inner)
    if node.type == "parenthesized_expression" and len(inner) == 1:
        return _several(list(_parts(inner[0]))) if inner[0].type == "sequence_expression" else of_literal(inner[0])
    return _mapping(inner) if node.type == "object" else None


def _parts(node: Node) -> Iterator[Node]:
    """The parts of `a, b, c`."""
    for one in node.named_children:
        if one.type == "sequence_expression":
            yield from _parts(one)
        elif one.type != "comment":
            yield one


def _several(nodes: list[Node]) -> Value | None:
    items = [of_literal(one) for one in nodes]
    values = tuple(value for value in items if value is not None)
    return Sequence("list", values) if len(values) == len(items) else None


def _mapping(pairs: list[Node]) -> Value | None:
    found: list[tuple[Value, Value]] = []
    for pair in pairs:
        key, value = child(pair, "key"), child(pair, "value")
        item = of_literal(value) if value is not None else None
        if key is None or item is None:
            return None
        said = string(key)
        found.append((Text(text(key) if said is None else said), item))
    return Mapping("object", tuple(found))


@cache
def _language() -> tree_sitter.Language:
    return tree_sitter.Language(tree_sitter_javascript.language())


def _expression(written: str) -> Node | None:
    root = tree_sitter.Parser(_language()).parse(f"({written})".encode()).root_node
    if root.has_error or len(root.named_children) != 1:
        return None
    (statement,) = root.named_children
    (around,) = statement.named_children[:1] or (None,)
    inner = around.named_children if around is not None and around.type == "parenthesized_expression" else []
    return inner[0] if len(inner) == 1 else None


def in_words(words: str, name: str, parameters: list[str], needed: int) -> Iterator[Input]:
    """Examples in a comment: calls of the function, written in any style, and `parameter = value`."""
    for match in _CALL.finditer(words):
        if _plain(match[1]) != _plain(name) and ">>>" not in words[max(0, match.start() - 5) : match.start()]:
            continue
        inside = balanced(words, match.end() - 1, _QUOTES)
        parsed = _expression(f"f{inside}") if inside else None
        given = of_call(parsed, len(parameters), needed) if parsed is not None else None
        if given is not None:
            yield given
    yield from assigned(_GIVEN.finditer(words), parameters, needed, _QUOTES, _value)


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def _value(written: str) -> Value | None:
    parsed = _expression(written)
    return of_literal(parsed) if parsed is not None else None


def of_call(call: Node, most: int, needed: int) -> Input | None:
    """The arguments of a call as data, None where they are not plain or do not fit."""
    arguments = child(call, "arguments") if call.type == "call_expression" else None
    if arguments is None or arguments.type != "arguments":
        return None
    nodes = [one for one in arguments.named_children if one.type != "comment"]
    values = [of_literal(one) for one in nodes]
    fits = needed <= len(values) <= most and bool(values)
    return Input(tuple(value for value in values if value is not None)) if fits and None not in values else None


def calls_in(roots: Iterable[Node]) -> dict[str, list[Node]]:
    """The calls anywhere in programs, by the last name of what is called."""
    found: dict[str, list[Node]] = {}
    for root in roots:
        for node in walk(root):
            called = child(node, "function") if node.type == "call_expression" else None
            if called is not None and called.type == "member_expression":
                called = child(called, "property")
            if called is not None:
                found.setdefault(text(called), []).append(node)
    return found


def in_code(calls: list[Node], most: int, needed: int) -> Iterator[Input]:
    """The calls that have plain arguments."""
    found = (of_call(call, most, needed) for call in calls)
    yield from (given for given in found if given is not None)
