"""Small edits of real functions, by kind: what a slip changes and what a tidy hand rewrites.  Deterministic.

The slips are those that training makes its negatives of (`codescore_train.pairs.slips`); the tidyings are meant to
keep what a function does.  Whether either does is found by running both (`edit_kinds`).
"""

from __future__ import annotations

import random

from tree_sitter import Node

from codescore.languages import Language
from codescore_train.pairs import slips
from codescore_train.pairs.slips import SLIPS, Edit, Put, Site, is_simple, is_statement, put, whole_line


def operands_exchanged(site: Site, rng: random.Random) -> list[Put] | None:
    """`a + b` as `b + a`, `a * b`, `a == b`, and comparisons mirrored."""
    node = site.node
    if node.type not in ("binary_operator", "binary_expression", "comparison_operator") or node.named_child_count != 2:
        return None
    left, right = node.named_children
    sign = next((c for c in node.children if not c.is_named), None)
    mirror = site.language.operators.mirror
    if sign is None or sign.type not in ("+", "*", *mirror):
        return None

    def wrap(n: Node) -> bytes:
        plain = n.child_count == 0 or n.type in ("call", "method_invocation")
        return site.text(n) if plain else b"(" + site.text(n) + b")"

    return [*put(left, wrap(right)), *put(sign, mirror.get(sign.type, sign.type).encode()), *put(right, wrap(left))]


def temporary(site: Site, rng: random.Random) -> list[Put] | None:
    """A value gets a name before it is returned."""
    if site.node.type != "return_statement" or not site.node.named_children or not is_statement(site):
        return None
    value, lines = site.node.named_children[0], whole_line(site, site.node)
    if lines is None or value.type in ("expression_list",):
        return None
    indent = site.source[lines[0] : site.node.start_byte]
    declared, end = (b"var ", b";") if site.language.operators.truth[0] == "true" else (b"", b"")
    if declared and value.type in ("null_literal", "lambda_expression", "array_initializer"):
        return None
    return [
        (
            *lines,
            indent
            + declared
            + b"outcome = "
            + site.text(value)
            + end
            + b"\n"
            + indent
            + b"return outcome"
            + end
            + b"\n",
        )
    ]


def brackets(site: Site, rng: random.Random) -> list[Put] | None:
    if site.node.type not in ("binary_operator", "binary_expression", "comparison_operator", "boolean_operator"):
        return None
    return put(site.node, b"(" + site.text(site.node) + b")")


def spelled_out(site: Site, rng: random.Random) -> list[Put] | None:
    """`x += a` as `x = x + (a)`."""
    left, right, sign = (site.node.child_by_field_name(f) for f in ("left", "right", "operator"))
    if (
        left is None
        or right is None
        or sign is None
        or sign.type == "="
        or sign.type not in site.language.operators.stems
    ):
        return None
    stem = site.language.operators.stems[sign.type].encode()
    return put(site.node, site.text(left) + b" = " + site.text(left) + b" " + stem + b" (" + site.text(right) + b")")


def else_behind_exit(site: Site, rng: random.Random) -> list[Put] | None:
    """The statement behind an `if` that leaves moves into an `else`."""
    body = site.node.child_by_field_name("consequence")
    other = site.node.next_named_sibling
    if (
        not is_statement(site)
        or site.kind(site.node) != "if"
        or body is None
        or site.node.child_by_field_name("alternative")
    ):
        return None
    if other is None or site.kind(other) != "return" or body.type != "block" or not body.named_children:
        return None
    if site.kind(body.named_children[-1]) != "return":
        return None
    lines, after = whole_line(site, site.node), whole_line(site, other)
    if lines is None or after is None:
        return None
    indent = site.source[lines[0] : site.node.start_byte]
    opened, closed = (b"else {", b"}\n") if site.text(site.node).rstrip().endswith(b"}") else (b"else:", b"")
    text = indent + opened + b"\n" + indent + b"    " + site.text(other) + b"\n" + (indent + closed if closed else b"")
    return [(*after, text)]


def dead_code(site: Site, rng: random.Random) -> list[Put] | None:
    """A statement that is never reached, or whose value nobody reads."""
    lines = whole_line(site, site.node) if is_simple(site) else None
    if lines is None:
        return None
    indent = site.source[lines[0] : site.node.start_byte]
    java = site.language.operators.truth[0] == "true"
    text = rng.choice(
        (b"int unused = 0;", b"if (false) { int never = 1; }") if java else (b"unused = 0", b"if False: never = 1")
    )
    return [(lines[0], lines[0], indent + text + b"\n")]


def de_morgan(site: Site, rng: random.Random) -> list[Put] | None:
    """`a and b` as `not (not a or not b)`."""
    node = site.node
    if node.type not in ("boolean_operator", "binary_expression") or node.named_child_count != 2:
        return None
    sign = next((c for c in node.children if not c.is_named), None)
    pair = site.language.operators.families["conditional"]
    if sign is None or sign.type not in pair:
        return None
    no = site.language.operators.negation.encode()
    no = no + b" " if no.isalpha() else no
    other = next(iter(pair - {sign.type})).encode()
    a, b = (site.text(c) for c in node.named_children)
    return put(node, b"(" + no + b"(" + no + b"(" + a + b") " + other + b" " + no + b"(" + b + b")))")


#: What is meant to keep meaning; whether it does is found by running.
TIDYINGS: dict[str, Edit] = {
    "operands exchanged": operands_exchanged,
    "temporary": temporary,
    "brackets": brackets,
    "x += a spelled out": spelled_out,
    "else behind an exit": else_behind_exit,
    "dead code": dead_code,
    "De Morgan": de_morgan,
}
KINDS: dict[str, Edit] = {**SLIPS, **TIDYINGS}


def edited(language: Language, source: str, kind: str, rng: random.Random, most: int = 1) -> list[str]:
    """Up to `most` variants of a source by one edit of a kind, each of which parses."""
    return slips.edited(language, source, KINDS[kind], rng, most)
