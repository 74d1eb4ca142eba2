"""Slips: one small edit of a function, by kind, of what people get wrong beside operators.  Deterministic.

A slip is a replacement of bytes of a source that still parses.  Whether it changes what the function does is not known
here; kinds that seldom do (`LEFT_OUT`) are no negatives for training.  What the nodes are is asked of the language's
data.  Neighbours: `variants` makes negatives of them, `tests/bench` runs what they make.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tree_sitter import Node

from codescore.languages import Language
from codescore.syntax import parse, walk

Put = tuple[int, int, bytes]

_INTEGERS = ("integer", "decimal_integer_literal", "number_literal", "number")
_TEXTS = ("string_content", "string_fragment")
_NAMES = ("identifier", "property_identifier", "field_identifier")
_DECLARING = ("assign", "each", "variable_declarator", "init_declarator")
_PROSE = ("expression_statement",)  # around a text that stands by itself
_ARGUMENTS = ("argument_list", "arguments")
_BLOCKS = ("block", "module", "statement_block", "compound_statement")


@dataclass(frozen=True)
class Site:
    """A node of a source, with what its edits need to know."""

    language: Language
    source: bytes
    node: Node

    def text(self, node: Node) -> bytes:
        """What a node spells."""
        return self.source[node.start_byte : node.end_byte]

    def kind(self, node: Node) -> str:
        """What a node is in any language, by the language's data."""
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
                target = _target(node.parent)
                assigns = self.kind(node.parent) in _DECLARING
                if "parameter" in node.parent.type or (target is not None and target.id == node.id and assigns):
                    found[self.text(node)] = None
        return list(found)


Edit = Callable[[Site, random.Random], "list[Put] | None"]


def put(node: Node, text: bytes) -> list[Put]:
    """The edit that has a text stand where a node stands."""
    return [(node.start_byte, node.end_byte, text)]


def whole_line(site: Site, node: Node) -> tuple[int, int] | None:
    """A statement's lines, where nothing else stands on them."""
    start = site.source.rfind(b"\n", 0, node.start_byte) + 1
    end = site.source.find(b"\n", node.end_byte)
    end = len(site.source) if end < 0 else end + 1
    before, after = site.source[start : node.start_byte].strip(), site.source[node.end_byte : end].strip()
    return None if before or after else (start, end)


def is_statement(site: Site) -> bool:
    """Whether the site's node is one of a block's statements."""
    parent, node = site.node.parent, site.node
    return parent is not None and parent.type in _BLOCKS and node.is_named and node.type != "comment"


def is_simple(site: Site) -> bool:
    """Whether it is a statement without a body, and not the only one of its block."""
    return (
        is_statement(site)
        and site.kind(site.node) in ("only", "declare", "return", "break", "continue")
        and (site.node.parent is not None and site.node.parent.named_child_count > 1)
    )


def _target(parent: Node) -> Node | None:
    names = ("left", "name", "declarator")
    return next((found for name in names if (found := parent.child_by_field_name(name)) is not None), None)


def _is_integer(site: Site) -> bool:
    return site.node.type in _INTEGERS and site.text(site.node).isdigit()


def constant_by_one(site: Site, rng: random.Random) -> list[Put] | None:
    """An integer is one more or one less."""
    if not _is_integer(site):
        return None
    value = int(site.text(site.node))
    return put(site.node, str(value + rng.choice((1, -1) if value else (1,))).encode())


def constant_otherwise(site: Site, rng: random.Random) -> list[Put] | None:
    """An integer is another one."""
    if not _is_integer(site):
        return None
    value = int(site.text(site.node))
    return put(site.node, str(rng.choice([v for v in (0, 2, 10, 100, value * 10 + 7) if v != value])).encode())


def text_changed(site: Site, _rng: random.Random) -> list[Put] | None:
    """A text has its letters' case turned, or a blank more."""
    if site.node.type not in _TEXTS or not site.text(site.node).strip():
        return None
    around = site.node.parent.parent if site.node.parent is not None else None
    if around is not None and around.type in _PROSE:
        return None
    text = site.text(site.node)
    return put(site.node, text.swapcase() if text.swapcase() != text else text + b" ")


def truth_flipped(site: Site, _rng: random.Random) -> list[Put] | None:
    """True is false, or false true."""
    yes, no = (t.encode() for t in site.language.operators.truth)
    if site.node.type not in ("true", "false"):
        return None
    return put(site.node, no if site.text(site.node) == yes else yes)


def other_variable(site: Site, rng: random.Random) -> list[Put] | None:
    """A variable is read in another's place."""
    node = site.node
    names = site.names() if node.type == "identifier" else []
    text = site.text(node)
    if text not in names or len(names) < 2 or node.parent is None or "parameter" in node.parent.type:
        return None
    target = _target(node.parent)
    if target is not None and target.id == node.id:
        return None
    return put(node, rng.choice([n for n in names if n != text]))


_CALLS = {
    b"min": b"max", b"max": b"min", b"any": b"all", b"all": b"any",
    b"sorted": b"list", b"append": b"remove", b"sum": b"max", b"lower": b"upper",
    b"upper": b"lower", b"add": b"remove", b"range": b"reversed", b"floor": b"ceil",
    b"len": b"sum", b"abs": b"int", b"startsWith": b"endsWith", b"startswith": b"endswith",
    b"strip": b"lower", b"isdigit": b"isalpha", b"isLetter": b"isDigit", b"toLowerCase": b"toUpperCase",
    b"toUpperCase": b"toLowerCase", b"indexOf": b"lastIndexOf",
}  # fmt: skip


def other_call(site: Site, _rng: random.Random) -> list[Put] | None:
    """A well-known function is called in another's place."""
    node = site.node
    if node.type not in _NAMES or node.parent is None or site.text(node) not in _CALLS:
        return None
    return put(node, _CALLS[site.text(node)])


def arguments_exchanged(site: Site, _rng: random.Random) -> list[Put] | None:
    """The first two arguments of a call change places."""
    if site.node.type not in _ARGUMENTS or site.node.named_child_count < 2:
        return None
    a, b = site.node.named_children[:2]
    if "keyword" in a.type + b.type or site.text(a) == site.text(b):
        return None
    return [*put(a, site.text(b)), *put(b, site.text(a))]


def argument_dropped(site: Site, _rng: random.Random) -> list[Put] | None:
    """The last argument of a call is gone."""
    if site.node.type not in _ARGUMENTS or site.node.named_child_count < 2:
        return None
    a, b = site.node.named_children[-2:]
    return [(a.end_byte, b.end_byte, b"")]


def condition_negated(site: Site, _rng: random.Random) -> list[Put] | None:
    """A condition is turned round."""
    condition = site.node.child_by_field_name("condition")
    if condition is None or site.kind(site.node) not in ("if", "while"):
        return None
    text = site.text(condition).strip()
    negation = site.language.operators.negation.encode()
    plain = negation + (b" " if negation.isalpha() else b"") + (text if text[:1] == b"(" else b"(" + text + b")")
    return put(condition, b"(" + plain + b")" if text[:1] == b"(" else plain)


def _operator(site: Site, family: str, _rng: random.Random) -> list[Put] | None:
    sign = site.text(site.node).decode("utf-8", "replace")
    if site.node.is_named or site.language.operators.family.get(sign) != family or site.node.parent is None:
        return None
    if site.node.parent.named_child_count < 2:
        return None
    others = {
        "relational": {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "==="},
        "arithmetic": {"+": "-", "-": "+", "*": "+", "/": "*", "//": "*", "%": "*", "**": "*"},
    }
    other = others.get(family, {}).get(sign)
    if family == "conditional":
        other = next(iter(site.language.operators.families[family] - {sign}))
    return None if other is None else put(site.node, other.encode())


def comparison_changed(site: Site, rng: random.Random) -> list[Put] | None:
    """A comparison is its neighbour: `<` is `<=`."""
    return _operator(site, "relational", rng)


def arithmetic_changed(site: Site, rng: random.Random) -> list[Put] | None:
    """Another arithmetic operator."""
    return _operator(site, "arithmetic", rng)


def and_for_or(site: Site, rng: random.Random) -> list[Put] | None:
    """And is or, or or and."""
    return _operator(site, "conditional", rng)


def off_by_one(site: Site, rng: random.Random) -> list[Put] | None:
    """An index is one more or one less."""
    node, parent = site.node, site.node.parent
    if parent is None or site.kind(parent) not in ("subscript", "index"):
        return None
    if node.prev_sibling is None or node.prev_sibling.type != "[" or node.type == "slice":
        return None
    return put(node, site.text(node) + rng.choice((b" + 1", b" - 1")))


def statement_dropped(site: Site, _rng: random.Random) -> list[Put] | None:
    """A statement is gone."""
    lines = whole_line(site, site.node) if is_simple(site) else None
    return None if lines is None else [(*lines, b"")]


def statement_repeated(site: Site, _rng: random.Random) -> list[Put] | None:
    """A statement stands there twice."""
    lines = whole_line(site, site.node) if is_simple(site) and site.kind(site.node) == "only" else None
    if "import" in site.node.type or b'"""' in site.text(site.node):
        return None
    return None if lines is None else [(lines[1], lines[1], site.source[slice(*lines)])]


def lines_exchanged(site: Site, _rng: random.Random) -> list[Put] | None:
    """Two statements change places."""
    other = site.node.next_named_sibling
    if not is_simple(site) or other is None or site.kind(other) not in ("only", "declare"):
        return None
    a, b = whole_line(site, site.node), whole_line(site, other)
    if a is None or b is None:
        return None
    return [(*a, site.source[slice(*b)]), (*b, site.source[slice(*a)])]


def guard_dropped(site: Site, _rng: random.Random) -> list[Put] | None:
    """A condition that leaves the function or the loop is gone."""
    body = site.node.child_by_field_name("consequence")
    if not is_statement(site) or site.kind(site.node) != "if" or body is None:
        return None
    if site.node.child_by_field_name("alternative") is not None:
        return None
    last = [c for c in (body.named_children if body.type in _BLOCKS else [body]) if c.type != "comment"][-1:]
    if not last or site.kind(last[0]) not in ("return", "raise", "continue", "break"):
        return None
    lines = whole_line(site, site.node)
    return None if lines is None else [(*lines, b"")]


def out_of_its_block(site: Site, _rng: random.Random) -> list[Put] | None:
    """The last statement of a block stands behind it."""
    block = site.node.parent
    if not is_simple(site) or block is None or block.parent is None or block.named_children[-1].id != site.node.id:
        return None
    owner = block.parent
    if site.kind(owner) not in ("each", "while", "for", "if") or owner.parent is None:
        return None
    if owner.parent.type not in _BLOCKS or owner.child_by_field_name("alternative") is not None:
        return None
    lines, outer = whole_line(site, site.node), whole_line(site, owner)
    if lines is None or outer is None or lines[1] > outer[1]:
        return None
    indent = site.source[outer[0] : owner.start_byte]
    return [(*lines, b""), (outer[1], outer[1], indent + site.text(site.node) + b"\n")]


#: By the name under which results report them.
SLIPS: Mapping[str, Edit] = {
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
#: Slips that mostly change nothing when they are run: as negatives they would teach a falsehood.
LEFT_OUT = frozenset(["statement repeated", "lines exchanged"])
#: What table 2 does already.
OPERATORS = frozenset(["comparison", "arithmetic operator", "and for or"])


def _made(language: Language, source: bytes, puts: list[Put]) -> bytes | None:
    """A source with an edit made; None where it stays as it was or no longer parses."""
    text = source
    for start, end, new in sorted(puts, reverse=True):
        text = text[:start] + new + text[end:]
    return None if text == source or parse(language, text).root.has_error else text


def edited(language: Language, source: str, edit: Edit, rng: random.Random, most: int = 1) -> list[str]:
    """Up to `most` variants of a source by one edit of a kind, each of which parses."""
    data = source.encode("utf-8", "replace")
    syntax = parse(language, data)
    if syntax.prefix or syntax.root.has_error:
        return []
    sites = [made for node in walk(syntax.root) if (made := edit(Site(language, data, node), rng))]
    rng.shuffle(sites)
    found: list[str] = []
    for puts in sites:
        text = _made(language, data, puts)
        if text is not None:
            found.append(text.decode("utf-8", "replace"))
        if len(found) == most:
            break
    return found


def slipped(language: Language, source: str, count: int, key: str) -> list[tuple[str, str]]:
    """At most `count` copies with one slip each of different kinds that are no operator's, as (kind, source)."""
    rng = random.Random(key)  # noqa: S311 (a sample, not a secret)
    kinds = sorted(SLIPS.keys() - LEFT_OUT - OPERATORS)
    rng.shuffle(kinds)
    syntax = parse(language, source.encode("utf-8", "replace"))
    if syntax.root.has_error:
        return []
    data, behind = syntax.parsed, len(syntax.parsed) - syntax.prefix - len(syntax.source)
    sites = [Site(language, data, node) for node in walk(syntax.root)]
    found: list[tuple[str, str]] = []
    for kind in kinds:
        rng.shuffle(sites)
        puts = next((made for site in sites if (made := SLIPS[kind](site, rng))), None)
        text = _made(language, data, puts) if puts is not None else None
        if text is not None:
            found.append((kind, text[syntax.prefix : len(text) - behind].decode("utf-8", "replace")))
        if len(found) == count:
            break
    return found
