"""Small edits of real functions, by kind: what a slip changes and what a tidy hand rewrites.  Deterministic.

An edit is a replacement of bytes of a source that still parses; whether it changes what the function does is not known
here, it is found by running both (`bench_edits`).  What the nodes are is asked of the language's data.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tree_sitter import Node

from codescore.languages import Language
from codescore.syntax import parse

Put = tuple[int, int, bytes]


@dataclass(frozen=True)
class Site:
    """A node of a source, with what its edits need to know."""

    language: Language
    source: bytes
    node: Node

    def text(self, node: Node) -> bytes:
        return self.source[node.start_byte : node.end_byte]

    def kind(self, node: Node) -> str:
        rule = self.language.program.nodes.get(node.type)
        return rule[0] if rule else node.type

    def names(self) -> list[bytes]:
        """Variables of the function around, by what is assigned or a parameter."""
        around: Node | None = self.node
        while around is not None and self.kind(around) != "function":
            around = around.parent
        found: dict[bytes, None] = {}
        for node in walk(around) if around is not None else ():
            if node.type == "identifier" and node.parent is not None:
                parent = node.parent
                target = parent.child_by_field_name("left") or parent.child_by_field_name("name")
                parameter = "parameter" in parent.type
                if parameter or (
                    target is not None
                    and target.id == node.id
                    and self.kind(parent) in ("assign", "each", "variable_declarator")
                ):
                    found[self.text(node)] = None
        return list(found)


Edit = Callable[[Site, random.Random], "list[Put] | None"]


def walk(node: Node) -> Iterator[Node]:
    stack = [node]
    while stack:
        one = stack.pop()
        yield one
        stack.extend(reversed(one.children))


def _put(node: Node, text: bytes) -> list[Put]:
    return [(node.start_byte, node.end_byte, text)]


def _is_integer(site: Site) -> bool:
    return site.node.type in ("integer", "decimal_integer_literal") and site.text(site.node).isdigit()


def constant_by_one(site: Site, rng: random.Random) -> list[Put] | None:
    if not _is_integer(site):
        return None
    return _put(
        site.node, str(int(site.text(site.node)) + rng.choice((1, -1) if int(site.text(site.node)) else (1,))).encode()
    )


def constant_otherwise(site: Site, rng: random.Random) -> list[Put] | None:
    if not _is_integer(site):
        return None
    value = int(site.text(site.node))
    return _put(site.node, str(rng.choice([v for v in (0, 2, 10, 100, value * 10 + 7) if v != value])).encode())


def text_changed(site: Site, rng: random.Random) -> list[Put] | None:
    if site.node.type not in ("string_content", "string_fragment") or not site.text(site.node).strip():
        return None
    around = site.node.parent.parent if site.node.parent is not None else None
    if around is not None and around.type == "expression_statement":  # prose
        return None
    text = site.text(site.node)
    return _put(site.node, text.swapcase() if text.swapcase() != text else text + b" ")


def truth_flipped(site: Site, rng: random.Random) -> list[Put] | None:
    yes, no = (t.encode() for t in site.language.operators.truth)
    if site.node.type not in ("true", "false"):
        return None
    return _put(site.node, no if site.text(site.node) == yes else yes)


def other_variable(site: Site, rng: random.Random) -> list[Put] | None:
    node = site.node
    names = site.names() if node.type == "identifier" else []
    text = site.text(node)
    if text not in names or len(names) < 2 or node.parent is None or "parameter" in node.parent.type:
        return None
    if (
        target := node.parent.child_by_field_name("left") or node.parent.child_by_field_name("name")
    ) and target.id == node.id:
        return None
    return _put(node, rng.choice([n for n in names if n != text]))


_CALLS = {
    b"min": b"max", b"max": b"min", b"any": b"all", b"all": b"any",
    b"sorted": b"list", b"append": b"remove", b"sum": b"max", b"lower": b"upper",
    b"upper": b"lower", b"add": b"remove", b"range": b"reversed", b"floor": b"ceil",
    b"len": b"sum", b"abs": b"int", b"startsWith": b"endsWith", b"startswith": b"endswith",
    b"strip": b"lower", b"isdigit": b"isalpha", b"isLetter": b"isDigit", b"toLowerCase": b"toUpperCase",
    b"toUpperCase": b"toLowerCase", b"indexOf": b"lastIndexOf",
}  # fmt: skip


def other_call(site: Site, rng: random.Random) -> list[Put] | None:
    node = site.node
    if node.type != "identifier" or node.parent is None or site.text(node) not in _CALLS:
        return None
    return _put(node, _CALLS[site.text(node)])


def arguments_exchanged(site: Site, rng: random.Random) -> list[Put] | None:
    if site.node.type != "argument_list" or site.node.named_child_count < 2:
        return None
    a, b = site.node.named_children[:2]
    if "keyword" in a.type + b.type or site.text(a) == site.text(b):
        return None
    return [*_put(a, site.text(b)), *_put(b, site.text(a))]


def argument_dropped(site: Site, rng: random.Random) -> list[Put] | None:
    if site.node.type != "argument_list" or site.node.named_child_count < 2:
        return None
    a, b = site.node.named_children[-2:]
    return [(a.end_byte, b.end_byte, b"")]


def condition_negated(site: Site, rng: random.Random) -> list[Put] | None:
    condition = site.node.child_by_field_name("condition")
    if condition is None or site.kind(site.node) not in ("if", "while"):
        return None
    text = site.text(condition).strip()
    negation = site.language.operators.negation.encode()
    plain = negation + (b" " if negation.isalpha() else b"") + (text if text[:1] == b"(" else b"(" + text + b")")
    return _put(condition, b"(" + plain + b")" if text[:1] == b"(" else plain)


def _operator(site: Site, family: str, rng: random.Random) -> list[Put] | None:
    sign = site.text(site.node).decode("utf-8", "replace")
    if site.node.is_named or site.language.operators.family.get(sign) != family or site.node.parent is None:
        return None
    if site.node.parent.named_child_count < 2:
        return None
    others = {
        "relational": {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="},
        "arithmetic": {"+": "-", "-": "+", "*": "+", "/": "*", "//": "*", "%": "*", "**": "*"},
    }
    other = others.get(family, {}).get(sign)
    if family == "conditional":
        other = next(iter(site.language.operators.families[family] - {sign}))
    return None if other is None else _put(site.node, other.encode())


def comparison_changed(site: Site, rng: random.Random) -> list[Put] | None:
    return _operator(site, "relational", rng)


def arithmetic_changed(site: Site, rng: random.Random) -> list[Put] | None:
    return _operator(site, "arithmetic", rng)


def and_for_or(site: Site, rng: random.Random) -> list[Put] | None:
    return _operator(site, "conditional", rng)


def off_by_one(site: Site, rng: random.Random) -> list[Put] | None:
    node, parent = site.node, site.node.parent
    if (
        parent is None
        or site.kind(parent) not in ("subscript", "index")
        or node.prev_sibling is None
        or node.prev_sibling.type != "["
    ):
        return None
    if node.type == "slice":
        return None
    return _put(node, site.text(node) + rng.choice((b" + 1", b" - 1")))


def _whole_line(site: Site, node: Node) -> tuple[int, int] | None:
    """A statement's lines, where nothing else stands on them."""
    start = site.source.rfind(b"\n", 0, node.start_byte) + 1
    end = site.source.find(b"\n", node.end_byte)
    end = len(site.source) if end < 0 else end + 1
    before, after = site.source[start : node.start_byte].strip(), site.source[node.end_byte : end].strip()
    return None if before or after else (start, end)


def _statement(site: Site) -> bool:
    parent = site.node.parent
    return (
        parent is not None and parent.type in ("block", "module") and site.node.is_named and site.node.type != "comment"
    )


def _simple(site: Site) -> bool:
    return (
        _statement(site)
        and site.kind(site.node) in ("only", "declare", "return", "break", "continue")
        and (site.node.parent is not None and site.node.parent.named_child_count > 1)
    )


def statement_dropped(site: Site, rng: random.Random) -> list[Put] | None:
    lines = _whole_line(site, site.node) if _simple(site) else None
    return None if lines is None else [(*lines, b"")]


def statement_repeated(site: Site, rng: random.Random) -> list[Put] | None:
    lines = _whole_line(site, site.node) if _simple(site) and site.kind(site.node) == "only" else None
    if "import" in site.node.type or b'"""' in site.text(site.node):
        return None
    return None if lines is None else [(lines[1], lines[1], site.source[slice(*lines)])]


def lines_exchanged(site: Site, rng: random.Random) -> list[Put] | None:
    other = site.node.next_named_sibling
    if not _simple(site) or other is None or site.kind(other) not in ("only", "declare"):
        return None
    a, b = _whole_line(site, site.node), _whole_line(site, other)
    if a is None or b is None:
        return None
    return [(*a, site.source[slice(*b)]), (*b, site.source[slice(*a)])]


def guard_dropped(site: Site, rng: random.Random) -> list[Put] | None:
    body = site.node.child_by_field_name("consequence")
    if (
        not _statement(site)
        or site.kind(site.node) != "if"
        or body is None
        or site.node.child_by_field_name("alternative")
    ):
        return None
    last = [c for c in (body.named_children if body.type == "block" else [body]) if c.type != "comment"][-1:]
    if not last or site.kind(last[0]) not in ("return", "raise", "continue", "break"):
        return None
    lines = _whole_line(site, site.node)
    return None if lines is None else [(*lines, b"")]


def out_of_its_block(site: Site, rng: random.Random) -> list[Put] | None:
    """The last statement of a block stands behind it."""
    block = site.node.parent
    if not _simple(site) or block is None or block.parent is None or block.named_children[-1].id != site.node.id:
        return None
    owner = block.parent
    if site.kind(owner) not in ("each", "while", "for", "if") or owner.parent is None or owner.parent.type != "block":
        return None
    if owner.child_by_field_name("alternative") is not None:
        return None
    lines, outer = _whole_line(site, site.node), _whole_line(site, owner)
    if lines is None or outer is None:
        return None
    indent = site.source[outer[0] : owner.start_byte]
    return (
        [(*lines, b""), (outer[1], outer[1], indent + site.text(site.node) + b"\n")] if lines[1] <= outer[1] else None
    )


# -- what keeps meaning, or is meant to


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

    return [*_put(left, wrap(right)), *_put(sign, mirror.get(sign.type, sign.type).encode()), *_put(right, wrap(left))]


def temporary(site: Site, rng: random.Random) -> list[Put] | None:
    """A value gets a name before it is returned."""
    if site.node.type != "return_statement" or not site.node.named_children or not _statement(site):
        return None
    value, lines = site.node.named_children[0], _whole_line(site, site.node)
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
    return _put(site.node, b"(" + site.text(site.node) + b")")


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
    return _put(site.node, site.text(left) + b" = " + site.text(left) + b" " + stem + b" (" + site.text(right) + b")")


def else_behind_exit(site: Site, rng: random.Random) -> list[Put] | None:
    """The statement behind an `if` that leaves moves into an `else`."""
    body = site.node.child_by_field_name("consequence")
    other = site.node.next_named_sibling
    if (
        not _statement(site)
        or site.kind(site.node) != "if"
        or body is None
        or site.node.child_by_field_name("alternative")
    ):
        return None
    if other is None or site.kind(other) != "return" or body.type != "block" or not body.named_children:
        return None
    if site.kind(body.named_children[-1]) != "return":
        return None
    lines, after = _whole_line(site, site.node), _whole_line(site, other)
    if lines is None or after is None:
        return None
    indent = site.source[lines[0] : site.node.start_byte]
    opened, closed = (b"else {", b"}\n") if site.text(site.node).rstrip().endswith(b"}") else (b"else:", b"")
    text = indent + opened + b"\n" + indent + b"    " + site.text(other) + b"\n" + (indent + closed if closed else b"")
    return [(*after, text)]


def dead_code(site: Site, rng: random.Random) -> list[Put] | None:
    """A statement that is never reached, or whose value nobody reads."""
    lines = _whole_line(site, site.node) if _simple(site) else None
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
    return _put(node, b"(" + no + b"(" + no + b"(" + a + b") " + other + b" " + no + b"(" + b + b")))")


#: What a slip changes, then what is meant to keep meaning; whether it does is found by running.
SLIPS: dict[str, Edit] = {
    "constant by one": constant_by_one,
    "another constant": constant_otherwise,
    "text": text_changed,
    "truth flipped": truth_flipped,
    "another variable": other_variable,
    "another call": other_call,
    "arguments exchanged": arguments_exchanged,
    "argument dropped": argument_dropped,
    "condition negated": condition_negated,
    "comparison": comparison_changed,
    "arithmetic operator": arithmetic_changed,
    "and for or": and_for_or,
    "index off by one": off_by_one,
    "statement dropped": statement_dropped,
    "statement repeated": statement_repeated,
    "lines exchanged": lines_exchanged,
    "guard dropped": guard_dropped,
    "out of its block": out_of_its_block,
}
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
    data = source.encode()
    syntax = parse(language, data)
    if syntax.prefix or syntax.root.has_error:
        return []
    sites = []
    for node in walk(syntax.root):
        made = KINDS[kind](Site(language, data, node), rng)
        if made:
            sites.append(made)
    rng.shuffle(sites)
    found: list[str] = []
    for puts in sites:
        text = data
        for start, end, new in sorted(puts, reverse=True):
            text = text[:start] + new + text[end:]
        if text != data and not parse(language, text).root.has_error:
            found.append(text.decode())
        if len(found) == most:
            break
    return found
