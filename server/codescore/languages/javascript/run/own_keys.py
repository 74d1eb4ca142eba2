"""Texts that a JavaScript program looks up in a table of its own, and does not ask for: they are there.

    const STRENGTH = { '+': 1, '*': 2 };        STRENGTH[expr.op]        each op of an expression is + or *

Neighbours: `entries` (asks), `usage` (what is looked up in what); Python's `run/own_keys` does the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from tree_sitter import Node

from codescore.languages.assumed import Assumption, Property
from codescore.languages.javascript.run.nodes import child, pairs_of, text, top_level, walk
from codescore.languages.kinds import Guess
from codescore.languages.text_forms import parts_of

_THERE = 0.65  # how surely what is looked up is there
_LEAST = 2  # keys of a table of which this is said
_ASKS = ("||", "??", "&&", "===", "!==", "==", "!=", "in")
_ORDERS = ("<", ">", "<=", ">=")
_CONDITIONS = ("if_statement", "while_statement", "ternary_expression")


def own_keys(root: Node, kinds: Mapping[str, Guess], looked: Sequence[tuple[str, Guess]]) -> Iterator[Assumption]:
    """Which parameters of a function, or parts of them, are among the keys of a table of the program."""
    tables = _tables(root) if looked else {}
    for table, key in looked if tables else ():
        keys = tables.get(table, ())
        for parameter, kind in kinds.items() if keys else ():
            for (part, place), found in parts_of(kind, "", (), 0):
                if found is key.root():
                    of_a_text = found is not kind.root() and not part and all(len(word) == 1 for word in keys)
                    told: tuple[Property, str] = ("made of", "") if of_a_text else ("one of", "\n")
                    because, other = f"it is looked up in {table}", told[1].join(keys)
                    yield Assumption(parameter, told[0], because, weight=_THERE, other=other, part=part, place=place)


@lru_cache(maxsize=4)
def _tables(root: Node) -> dict[str, tuple[str, ...]]:
    """The tables of a program whose keys are texts, which nothing asks whether they are there."""
    found: dict[str, tuple[str, ...]] = {}
    for statement in top_level(root):
        for one in statement.named_children if statement.type == "lexical_declaration" else ():
            name, value = child(one, "name"), child(one, "value")
            if name is not None and value is not None and len(keys := _keys(value)) >= _LEAST:
                found[text(name)] = keys
    return {name: keys for name, keys in found.items() if _only_looked_up(root, name)}


def _keys(value: Node) -> tuple[str, ...]:
    """The keys of a table that is written with values alone."""
    while value.type in ("as_expression", "satisfies_expression", "parenthesized_expression", "call_expression"):
        given = child(value, "arguments")  # `Object.freeze({ … })`
        freezes = text(child(value, "function") or value) == "Object.freeze"
        inner = given.named_children if given is not None and freezes else value.named_children
        if not inner or (given is not None and not freezes):
            return ()
        value = inner[0]
    pairs = pairs_of(value) if value.type == "object" else []
    keys = tuple(key for key, _ in pairs)
    pure = len(pairs) == sum(c.type != "comment" for c in value.named_children)
    return keys if pure and all(keys) and not any("\n" in key for key in keys) else ()


def _only_looked_up(root: Node, name: str) -> bool:
    """Whether a table is used for nothing but what it has under a key, and no use asks whether it has it."""
    return all(_takes(use, root) for use in _identifiers(root).get(name, ()))


def _takes(use: Node, root: Node) -> bool:
    around = use.parent
    if around is None or around.type in ("export_specifier", "pair"):
        return True
    if around.type == "variable_declarator":  # where it is made, not `const copy = TABLE`
        return child(around, "name") == use
    if around.type != "subscript_expression" or child(around, "object") != use or _asks(around):
        return False
    held = around.parent
    kept = child(held, "name") if held is not None and held.type == "variable_declarator" else None
    if held is None or held.type == "assignment_expression":  # it is put there, or not seen where it goes
        return False
    if kept is None:
        return True
    return not any(_asks(one) for one in _identifiers(root).get(text(kept), ()) if one != kept)


@lru_cache(maxsize=4)
def _identifiers(root: Node) -> dict[str, list[Node]]:
    """Where each name stands."""
    found: dict[str, list[Node]] = {}
    for one in walk(root):
        if one.type == "identifier":
            found.setdefault(text(one), []).append(one)
    return found


def _asks(value: Node) -> bool:
    """Whether it matters here that there is a value."""
    around = value.parent
    while around is not None and around.type == "parenthesized_expression":
        value, around = around, around.parent
    if around is None:
        return False
    operator = child(around, "operator")
    sign = text(operator) if operator is not None else ""
    limited = sign in _ORDERS and any(one.type == "number" for one in around.named_children)  # `LEVEL[x] >= 2`
    asks = limited or sign in (*_ASKS, "!", "typeof")
    conditions = around.type in _CONDITIONS and child(around, "condition") == value
    chosen = around.type == "arrow_function" and child(around, "body") == value  # `filter((x) => STOP[x])`
    return asks or conditions or chosen or text(around)[len(text(value)) :].startswith("?.")
