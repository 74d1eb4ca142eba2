"""Rules of table 1 that keep meaning in JavaScript and TypeScript, whatever the values are.

Only what no conversion, getter, NaN or text can tell apart: a loop said with the other word, a condition with its
branches exchanged, a comparison with a literal read from the other side, `x += e` in full.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node, Tree

from codescore.languages.contract import Replacement, Site

_MIRROR = {
    "<": ">", ">": "<", "<=": ">=", ">=": "<=", "===": "===", "!==": "!==", "==": "==", "!=": "!=",
}  # fmt: skip
_LITERALS = ("number", "string", "null", "true", "false")
_PLAIN = ("identifier", *_LITERALS)


def equivalences(source: bytes, tree: Tree, within: Node) -> Iterator[Site]:  # noqa: ARG001  as the contract says
    """Sites of table 1 rules, in `within`."""
    left = [within]
    while left:
        node = left.pop()
        if not node.has_error:
            yield from _sites(node)
        left.extend(reversed(node.named_children))


def _sites(node: Node) -> Iterator[Site]:
    match node.type:
        case "while_statement":
            yield from _while(node)
        case "for_statement":
            yield from _for(node)
        case "if_statement":
            yield from _if(node)
        case "binary_expression":
            yield from _mirrored(node)
        case "augmented_assignment_expression":
            yield from _in_full(node)


def _site(rule: str, node: Node, *replacements: tuple[int, int, bytes]) -> Iterator[Site]:
    yield Site(rule, node.start_byte, node.end_byte, (tuple(Replacement(*one) for one in replacements),))


def _while(node: Node) -> Iterator[Site]:
    """`while (c)` is `for (; c; )`."""
    condition, word = node.child_by_field_name("condition"), node.children[0]
    if condition is not None and condition.text:
        inside = condition.text[1:-1]
        yield from _site("loop-exchange", node, (word.start_byte, condition.end_byte, b"for (; " + inside + b"; )"))


def _for(node: Node) -> Iterator[Site]:
    """`for (; c; )` is `while (c)`."""
    first, condition = node.child_by_field_name("initializer"), node.child_by_field_name("condition")
    body = node.child_by_field_name("body")
    empty = first is not None and first.type in ("empty_statement", ";")
    if empty and condition is not None and body is not None and node.child_by_field_name("increment") is None:
        said = (condition.text or b"").strip().rstrip(b";").strip()
        closing = next((c for c in reversed(node.children) if c.type == ")"), None)
        if said and closing is not None:
            yield from _site("loop-exchange", node, (node.start_byte, closing.end_byte, b"while (" + said + b")"))


def _if(node: Node) -> Iterator[Site]:
    """`if (c) {A} else {B}` is `if (!(c)) {B} else {A}`."""
    condition, then, otherwise = (
        node.child_by_field_name(name) for name in ("condition", "consequence", "alternative")
    )
    last = otherwise.named_children[-1] if otherwise is not None and otherwise.named_children else None
    if condition is None or then is None or last is None:
        return
    if then.type != "statement_block" or last.type != "statement_block":
        return
    yield from _site(
        "condition-exchange", node,
        (condition.start_byte, condition.end_byte, b"(!" + (condition.text or b"") + b")"),
        (then.start_byte, then.end_byte, last.text or b""),
        (last.start_byte, last.end_byte, then.text or b""),
    )  # fmt: skip


def _mirrored(node: Node) -> Iterator[Site]:
    """`a < 1` is `1 > a`: only one side can be more than a plain value, so the order of conversion is the same."""
    left, operator, right = (node.child_by_field_name(name) for name in ("left", "operator", "right"))
    if left is None or operator is None or right is None or operator.type not in _MIRROR:
        return
    if not ({left.type, right.type} & set(_LITERALS)) or not {left.type, right.type} <= set(_PLAIN):
        return
    mirrored = b" ".join((right.text or b"", _MIRROR[operator.type].encode(), left.text or b""))
    yield from _site("permute-exchange", node, (node.start_byte, node.end_byte, mirrored))


def _in_full(node: Node) -> Iterator[Site]:
    """`x += e` is `x = x + (e)`."""
    left, operator, right = (node.child_by_field_name(name) for name in ("left", "operator", "right"))
    if left is None or operator is None or right is None or left.type != "identifier":
        return
    if operator.type in ("&&=", "||=", "??="):  # these do not always assign
        return
    around = (right.text or b"") if right.type in _PLAIN else b"(" + (right.text or b"") + b")"
    said = b" ".join((left.text or b"", b"=", left.text or b"", operator.type[:-1].encode(), around))
    yield from _site("expression-exchange", node, (node.start_byte, node.end_byte, said))
