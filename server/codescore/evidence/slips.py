"""Slips: what people get wrong beside an operator, as changes to a program's text.

A call left out whose result can stand for what it was given (`x.strip()` is `x`, a call of the program's own is one of
its arguments), an argument left out, a method that minds case in the place of one that does not, a condition that
always or never holds, half of a condition, a negation left out, a place that is one off.  What a language's calls and
nodes mean is data (`program` in its `language.toml`); without it there are none.  Pure: nothing is run here.
Neighbour: `evidence.mutants` (makes programs of them).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from codescore.languages import Language, Replacement, Site
from codescore.languages.spans import named_nodes

_ARGUMENTS = 2  # that a call of the program's own is replaced by


@dataclass(frozen=True, slots=True)
class _Call:
    node: Node
    receiver: Node | None
    called: Node
    name: str
    arguments: Node
    given: tuple[Node, ...]  # the arguments themselves, those with a name too


def slips(language: Language, within: Node, own: frozenset[str]) -> Iterator[Site]:
    """Every slip in and below a node; `own` are the names of the functions of the program.

    The rule of a call that is left out is `call:` and the name of what is called.
    """
    for node in named_nodes(within):
        call = _call(language, node)
        if call is not None:
            yield from _of_call(language, call, own)
        yield from _of_remainder(language, node, call)
        yield from _of_condition(language, node)
        yield from _of_operands(language, node)
        if _kind(language, node) == "slice":
            yield from _off(node.named_children)


def _of_call(language: Language, call: _Call, own: frozenset[str]) -> Iterator[Site]:
    program = language.program
    plain = [one for one in call.given if one.type not in program.named]
    kept: list[Node] = []
    if call.receiver is not None and call.name in program.refines:
        kept = [call.receiver]
    elif call.name in own or call.name in program.symmetric:
        kept = plain[:_ARGUMENTS]
    elif call.name in program.converts:
        kept = plain[:1]
    if kept:
        yield _site(f"call:{call.name}", call.node, *(_text(one) for one in kept))
    if call.name in program.strict:
        yield _site("strict", call.called, program.strict[call.name].encode())
    left_out = [one for one in call.given if one.type in program.named]
    if call.name in program.optional and call.given and call.given[-1] not in left_out:
        left_out.append(call.given[-1])
    for one in left_out:
        written = ", ".join(_text(other).decode() for other in call.given if other != one)
        yield _site("argument", call.arguments, f"({written})".encode())
    if call.name in program.places:
        yield from _off(plain)


def _of_remainder(language: Language, node: Node, call: _Call | None) -> Iterator[Site]:
    """A remainder that is made not to be negative, as the language gives it: `(a % n + n) % n`, `floorMod(a, n)`."""
    known = language.program.remainders
    if call is not None and call.name in known and len(call.given) == _ARGUMENTS:
        yield _site("call", node, b"((%s) %% (%s))" % tuple(map(_text, call.given)))
    outer = _sides(language, node, "%") if "%" in known else None
    added = _sides(language, outer[0], "+") if outer is not None else None
    if outer is None or added is None:
        return
    for given, other in (added, added[::-1]):
        inner = _sides(language, given, "%")
        if inner is not None and _text(inner[1]) == _text(other) == _text(outer[1]):
            yield _site("call", node, b"(%s)" % _text(given))


def _sides(language: Language, node: Node, sign: str) -> tuple[Node, Node] | None:
    """The sides of an operator, in whatever brackets it stands; None for anything else."""
    while _kind(language, node) == "only" and node.named_child_count == 1:
        node = node.named_children[0]
    kind, *fields = language.program.nodes.get(node.type, ("",))
    left, right = (_part(node, name) for name in fields) if kind == "binary" else (None, None)
    if left is None or right is None or sign not in {child.type for child in node.children}:
        return None
    return left, right


def _of_condition(language: Language, node: Node) -> Iterator[Site]:
    """What a condition decides always, or never; without another branch that is a statement left out."""
    kind, *fields = language.program.nodes.get(node.type, ("",))
    yes, no = (word.encode() for word in language.operators.truth)
    if not yes or kind not in ("if", "choice", "only_if"):
        return
    condition = _part(node, fields[0]) if fields else next(iter(node.named_children), None)
    if condition is None or condition.type in language.layout.comments:
        return
    alone = len(fields) < 3 or _part(node, fields[2]) is None
    deleted = alone and kind == "if" and node.parent is not None and node.parent.type in language.layout.bodies
    words = [yes] if deleted or kind == "only_if" else [yes, no]
    enclosed = _text(condition).startswith(b"(") and _kind(language, condition) == "only"
    yield _site("condition", condition, *(b"(%s)" % word if enclosed else word for word in words))


def _of_operands(language: Language, node: Node) -> Iterator[Site]:
    """Half of a condition, and what a negation is of."""
    kind, *fields = language.program.nodes.get(node.type, ("",))
    signs = {child.type for child in node.children if not child.is_named}
    if kind == "binary" and signs & language.operators.families.get("conditional", frozenset()):
        sides = [_part(node, name) for name in fields]
        yield _site("operand", node, *(_text(side) for side in sides if side is not None))
    elif kind in ("not", "unary") and language.operators.negation in signs:
        inner = _part(node, fields[0])
        if inner is not None:
            yield _site("negation", node, _text(inner))


def _off(bounds: list[Node]) -> Iterator[Site]:
    for bound in bounds:
        text = _text(bound)
        yield _site("place", bound, b"%s + 1" % (text if text.isalnum() else b"(%s)" % text))


def _call(language: Language, node: Node) -> _Call | None:
    kind, *fields = language.program.nodes.get(node.type, ("",))
    if kind == "method":
        receiver, name, arguments = (_part(node, field) for field in fields)
    elif kind == "call":
        name, arguments = (_part(node, field) for field in fields)
        receiver = None
        if name is not None and _kind(language, name) == "attribute":
            _, *parts = language.program.nodes[name.type]
            receiver, name = (_part(name, part) for part in parts)
    else:
        return None
    if name is None or arguments is None or arguments.type not in language.program.arguments:
        return None
    given = tuple(one for one in arguments.named_children if one.type not in language.layout.comments)
    return _Call(node, receiver, name, _text(name).decode(errors="replace").rpartition("::")[2], arguments, given)


def _part(node: Node, field: str) -> Node | None:
    """A field of a node, or its named child of that number."""
    if not field.isdigit():
        return node.child_by_field_name(field)
    return node.named_children[int(field)] if int(field) < node.named_child_count else None


def _kind(language: Language, node: Node) -> str:
    return language.program.nodes.get(node.type, ("",))[0]


def _site(rule: str, node: Node, *texts: bytes) -> Site:
    variants = tuple((Replacement(node.start_byte, node.end_byte, text),) for text in texts)
    return Site(rule, node.start_byte, node.end_byte, variants)


def _text(node: Node) -> bytes:
    return node.text or b""
