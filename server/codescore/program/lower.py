"""A unit's tree to its term: which node is what is the language's data, what names mean its resolver's.

Pure and total but for nesting deeper than Python's own stack, where there is no term.  Knows no rule of equivalence.
"""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from codescore.languages import Language
from codescore.program.term import EXITS, NOTHING, Term

_PUNCTUATION = frozenset("()[]{}.,;:")


class Lowering:
    """Makes the term of one node; lives for one call of `lower`."""

    def __init__(
        self, language: Language, source: bytes, labels: Mapping[int, str], prose: frozenset[int] = frozenset()
    ) -> None:
        self.language = language
        self.nodes = language.program.nodes
        self.dropped = language.program.dropped | language.layout.comments
        self.marks = language.program.marks
        self.types = language.program.types
        self.source, self.labels, self.prose = source, labels, prose
        self.declared: dict[str, Term] = {}
        self.said: set[int] = set()

    def text(self, node: Node) -> str:
        return self.source[node.start_byte : node.end_byte].decode("utf-8", errors="replace")

    def named(self, node: Node) -> list[Node]:
        return [c for c in node.named_children if c.type not in self.dropped and c.id not in self.prose]

    def term(self, node: Node | None) -> Term:
        """What a node means; `NOTHING` for none."""
        if node is None:
            return NOTHING
        start, end = node.start_byte, node.end_byte
        self.said.add(node.id)
        if node.type in self.language.layout.strings:
            return self.string(node)
        label = self.labels.get(start) if node.child_count == 0 and node.is_named else None
        if label is not None:
            return Term("name", label, (), start, end)
        if node.child_count == 0:
            return self.leaf(node)
        rule = self.nodes.get(node.type)
        if rule is None or (self.marks and any(c.type in self.marks for c in node.children)):
            return self.generic(node, node.type)
        kind, parts = rule[0], rule[1:]
        special = getattr(self, "_" + kind, None)
        if special is not None:
            found: Term = special(node, parts)
            return found
        if not parts:
            return self.generic(node, kind)
        return Term(kind, "", tuple(self.part(node, part) for part in parts), start, end)

    def leaf(self, node: Node) -> Term:
        text = " ".join(self.text(node).split())
        kind = "name" if node.type in self.language.scopes.identifiers else "literal"
        rule = self.nodes.get(node.type)
        if rule is not None:
            kind = rule[0]
            if not rule[1:]:
                return Term(kind, "", (), node.start_byte, node.end_byte)
        truth = self.language.operators.truth
        if text in truth:
            kind, text = "truth", "yes" if text == truth[0] else "no"
        elif text[:1].isdigit():
            text = text.lower().replace("_", "")
        return Term(kind, text, (), node.start_byte, node.end_byte)

    def generic(self, node: Node, kind: str) -> Term:
        """A node as it is: its words and operators, and its children."""
        named = [c for c in node.children if c.is_named and c.type not in self.dropped and c.id not in self.prose]
        words = (
            ""
            if kind in EXITS
            else " ".join(c.type for c in node.children if not c.is_named and c.type not in _PUNCTUATION)
        )
        return Term(kind, words, tuple(self.term(c) for c in named), node.start_byte, node.end_byte)

    def part(self, node: Node, part: str) -> Term:
        """The part of a node that a field's name or a number among its named children stands for."""
        if part.isdigit():
            named = self.named(node)
            return self.term(named[int(part)]) if int(part) < len(named) else NOTHING
        return self.term(node.child_by_field_name(part))

    def string(self, node: Node) -> Term:
        """Text to the letter; the parts of an interpolated one."""
        start, end = node.start_byte, node.end_byte
        inner = [c for c in node.children if c.type in self.language.layout.interpolations]
        if not inner:
            text = self.text(node)
            if self.language.operators.quotes_alike:
                text = _requoted(text)
            return Term("text", text, (), start, end)
        parts: list[Term] = []
        at = node.children[0].end_byte
        for child in (*inner, None):
            stop = child.start_byte if child is not None else node.children[-1].start_byte
            if stop > at:
                raw = self.source[at:stop].decode("utf-8", errors="replace")
                parts.append(Term("text", f'"{raw}"', (), at, stop))
            if child is not None:
                found = self.generic(child, "shown")
                plain = len(found.children) == 1 and not found.value.strip("{} ")
                parts.append(found.children[0] if plain else found)
                at = child.end_byte
        return Term("format", "", tuple(parts), start, end)

    def weighs(self, type_: Node | None) -> str:
        """A declared type where it changes values, else nothing."""
        if type_ is None:
            return ""
        text = self.text(type_)
        return text if type_.type in self.types else self.language.program.boxed.get(text, "")

    def left_out(self, node: Node) -> list[str]:
        """The words of what no term says, but for types, comments and what the language drops on purpose."""
        found: list[str] = []
        self._leave(node, found)
        return found

    def _leave(self, node: Node, found: list[str]) -> bool:
        """Whether something in a node is said; what is not, beside it, goes to `found`."""
        type_ = node.child_by_field_name("type")
        inner = [child for child in self.named(node) if child != type_]
        known = [self._leave(child, found) for child in inner]
        if node.id not in self.said and not any(known):
            return False
        words = (self.words(child) for child, said in zip(inner, known, strict=True) if not said)
        found.extend(text for text in words if any(sign.isalnum() for sign in text))
        return True

    def words(self, node: Node) -> str:
        """The leaves of a node, names as they are called here."""
        if node.child_count == 0:
            return self.labels.get(node.start_byte) or self.text(node)
        return " ".join(self.words(child) for child in node.children)

    # -- kinds with a shape of their own

    def _only(self, node: Node, parts: tuple[str, ...]) -> Term:
        named = self.named(node)
        if parts:
            return self.part(node, parts[0])
        return self.term(named[0]) if len(named) == 1 else self.generic(node, "tuple" if named else "nothing")

    def _block(self, node: Node, parts: tuple[str, ...]) -> Term:
        if parts:
            inner = node.child_by_field_name(parts[0])
            return as_block(self.term(inner))
        return Term("block", "", tuple(self.term(c) for c in self.named(node)), node.start_byte, node.end_byte)

    def _if(self, node: Node, parts: tuple[str, ...]) -> Term:
        test, then = self.part(node, parts[0]), as_block(self.part(node, parts[1]))
        others = node.children_by_field_name(parts[2]) if len(parts) > 2 else []
        rest = NOTHING
        for other in reversed(others):
            found = self.term(other)
            if found.kind == "if" and rest is not NOTHING:
                found = found.of("if", "", found.children[0], found.children[1], rest)
            rest = as_block(found)
        return Term("if", "", (test, then, rest), node.start_byte, node.end_byte)

    def _while(self, node: Node, parts: tuple[str, ...]) -> Term:
        rest = as_block(self.part(node, parts[2])) if len(parts) > 2 else NOTHING
        children = self.part(node, parts[0]), as_block(self.part(node, parts[1])), rest
        return Term("while", "", children, node.start_byte, node.end_byte)

    def _each(self, node: Node, parts: tuple[str, ...]) -> Term:
        rest = as_block(self.part(node, parts[3])) if len(parts) > 3 else NOTHING
        target, over, body = (self.part(node, part) for part in parts[:3])
        operator = node.child_by_field_name("operator")
        if operator is not None and operator.type == self.language.program.words.get("keys"):
            over = over.of("unary", operator.type, over)
        return Term("each", "", (target, over, as_block(body), rest), node.start_byte, node.end_byte)

    def _for(self, node: Node, parts: tuple[str, ...]) -> Term:
        """What stands before, the loop, and its steps at the end of its body and before all that continues it."""
        init, test, update, body = parts
        before = [self.term(c) for c in node.children_by_field_name(init)]
        condition = node.child_by_field_name(test)
        asked = self.term(condition)
        if asked.kind == "nothing":
            asked = Term("truth", "yes", (), node.start_byte, node.start_byte)
        steps = tuple(self.term(c) for c in node.children_by_field_name(update))
        inner = as_block(self.part(node, body))
        stepped = inner.having((*(_stepped(s, steps) for s in inner.children), *steps))
        loop = Term("while", "", (asked, stepped, NOTHING), node.start_byte, node.end_byte)
        return Term("block", "", (*before, loop), node.start_byte, node.end_byte)

    def _assign(self, node: Node, parts: tuple[str, ...]) -> Term:
        target, value = self.part(node, parts[0]), self.part(node, parts[1])
        if value is NOTHING:
            return NOTHING
        if value.kind == "lambda" and value.children[0].kind == "parameters":  # its name
            children = target, value.children[0], _body(value.children[1])
            return Term("function", "", children, node.start_byte, node.end_byte)
        operator = node.child_by_field_name("operator")
        return Term(
            "assign", operator.type if operator is not None else "=", (target, value), node.start_byte, node.end_byte
        )

    def _declare(self, node: Node, parts: tuple[str, ...]) -> Term:
        """Declared names, each with what it is given; of their type only what changes values."""
        type_ = node.child_by_field_name(parts[0])
        weighs = self.weighs(type_)
        found: list[Term] = []
        for one in node.children_by_field_name(parts[1]):
            name, value = self.part(one, parts[2]), self.part(one, parts[3])
            self.declares(name, weighs, type_)
            if value is not NOTHING:
                found.append(Term("assign", "=", (name, value), one.start_byte, one.end_byte))
        if not found:
            return NOTHING
        return found[0] if len(found) == 1 else Term("block", "", tuple(found), node.start_byte, node.end_byte)

    def _step(self, node: Node, _parts: tuple[str, ...]) -> Term:
        """`i++`: as a statement of its own `i += 1`."""
        operator = next((c for c in node.children if not c.is_named), None)
        named = self.named(node)
        if not named:
            return self.generic(node, node.type)
        operand = self.term(named[0])
        kind = operator.type if operator is not None else ""
        parent = node.parent
        asked = parent.child_by_field_name("condition") if parent is not None else None
        if parent is not None and parent.type in self.language.program.statements and node != asked:
            one = Term("literal", "1", (), node.start_byte, node.end_byte)
            return Term(
                "assign", self.language.operators.steps.get(kind, kind), (operand, one), node.start_byte, node.end_byte
            )
        side = "before" if operator is not None and operator.start_byte < operand.start else "after"
        return Term("step", f"{kind} {side}", (operand,), node.start_byte, node.end_byte)

    def _subscript(self, node: Node, _parts: tuple[str, ...]) -> Term:
        value = node.child_by_field_name("value")
        keys = [self.term(c) for c in self.named(node)[1:]]
        key = keys[0] if len(keys) == 1 else Term("tuple", "", tuple(keys), node.start_byte, node.end_byte)
        return Term("index", "", (self.term(value), key), node.start_byte, node.end_byte)

    def _slice(self, node: Node, _parts: tuple[str, ...]) -> Term:
        """Start, end and step, each of them `NOTHING` where it is left out."""
        found = [NOTHING]
        for child in node.children:
            if child.type == ":":
                found.append(NOTHING)
            elif child.is_named and child.type not in self.dropped:
                found[-1] = self.term(child)
        return Term("slice", "", tuple(found), node.start_byte, node.end_byte)

    def _new(self, node: Node, parts: tuple[str, ...]) -> Term:
        """A new object of a type, whose own arguments of types only inform."""
        type_ = node.child_by_field_name(parts[0] if parts else "type")
        listed = node.child_by_field_name("arguments")
        name = self.text(type_).split("<")[0].strip() if type_ is not None else ""
        found = () if listed is None else tuple(self.term(c) for c in self.named(listed))
        body = tuple(self.term(c) for c in self.named(node) if c.type.endswith("body"))
        return Term("new", name, (*found, *body), node.start_byte, node.end_byte)

    def _binary(self, node: Node, parts: tuple[str, ...]) -> Term:
        operator = node.child_by_field_name("operator")
        value = operator.type if operator is not None else ""
        return Term(
            "binary", value, (self.part(node, parts[0]), self.part(node, parts[1])), node.start_byte, node.end_byte
        )

    def _chain(self, node: Node, _parts: tuple[str, ...]) -> Term:
        """`a < b < c` is `a < b and b < c`."""
        operands = [self.term(c) for c in self.named(node)]
        signs = [" ".join(c.type.split()) for c in node.children if not c.is_named and c.type not in _PUNCTUATION]
        start, end = node.start_byte, node.end_byte
        if len(signs) != len(operands) - 1:
            return self.generic(node, node.type)
        pairs = [
            Term("binary", s, (a, b), a.start, b.end) for s, a, b in zip(signs, operands, operands[1:], strict=False)
        ]
        return pairs[0] if len(pairs) == 1 else Term("and", "", tuple(pairs), start, end)

    def _unary(self, node: Node, parts: tuple[str, ...]) -> Term:
        sign = next((c.type for c in node.children if not c.is_named), "")
        inner = self.part(node, parts[0])
        if sign == self.language.operators.negation:
            return Term("not", "", (inner,), node.start_byte, node.end_byte)
        if sign == "-":
            return Term("negative", "", (inner,), node.start_byte, node.end_byte)
        return Term("unary", sign, (inner,), node.start_byte, node.end_byte)

    def _call(self, node: Node, parts: tuple[str, ...]) -> Term:
        callee = self.part(node, parts[0])
        listed = node.child_by_field_name(parts[1])
        found = () if listed is None else tuple(self.term(c) for c in self.named(listed))
        if listed is not None and listed.type not in self.language.program.arguments:
            found = (self.term(listed),)  # one argument that brings its own brackets
        return Term("call", "", (callee, *found), node.start_byte, node.end_byte)

    def _method(self, node: Node, parts: tuple[str, ...]) -> Term:
        object_, name, arguments = (node.child_by_field_name(part) for part in parts)
        callee = self.term(name)
        if object_ is not None:
            callee = Term(
                "attribute", callee.value, (self.term(object_),), object_.start_byte, name.end_byte if name else 0
            )
        found = () if arguments is None else tuple(self.term(c) for c in self.named(arguments))
        return Term("call", "", (callee, *found), node.start_byte, node.end_byte)

    def _attribute(self, node: Node, parts: tuple[str, ...]) -> Term:
        name = node.child_by_field_name(parts[1])
        if name is not None:
            self.said.add(name.id)
        return Term(
            "attribute", self.text(name) if name else "", (self.part(node, parts[0]),), node.start_byte, node.end_byte
        )

    def _parameter(self, node: Node, _parts: tuple[str, ...]) -> Term:
        type_, name = node.child_by_field_name("type"), node.child_by_field_name("name")
        weighs = self.weighs(type_)
        parameter = self.term(name)
        self.declares(parameter, weighs, type_)
        return parameter

    def _function(self, node: Node, parts: tuple[str, ...]) -> Term:
        name = self.part(node, parts[0])
        children = (name, self.part(node, parts[1]), as_block(self.part(node, parts[2])))
        if len(parts) > 3:
            type_ = node.child_by_field_name(parts[3])
            self.declares(name, self.weighs(type_), type_)
        return Term("function", "", children, node.start_byte, node.end_byte)

    def _arrow(self, node: Node, parts: tuple[str, ...]) -> Term:
        """A function without a name: its parameters, and its body, which may be an expression."""
        listed = node.child_by_field_name(parts[0]) or node.child_by_field_name(parts[1])
        found = () if listed is None else self.named(listed) if listed.child_count else (listed,)
        at = listed or node
        parameters = Term("parameters", "", tuple(self.term(c) for c in found), at.start_byte, at.end_byte)
        return Term("lambda", "", (parameters, self.part(node, parts[2])), node.start_byte, node.end_byte)

    def numbers(self) -> frozenset[str]:
        """Names that hold numbers by the type they are declared with."""
        return frozenset(name for name, type_ in self.declared.items() if type_.value != self.language.program.truths)

    def declares(self, name: Term, type_: str, node: Node | None) -> None:
        """Note the type that a name is declared with, and where."""
        if type_ and node is not None and name.kind == "name":
            self.declared.setdefault(name.value, Term("type", type_, (), node.start_byte, node.end_byte))


def _body(term: Term) -> Term:
    """The body of a function, which gives the value of what is no block."""
    return term if term.kind == "block" else as_block(term.of("return", "", term))


def as_block(term: Term) -> Term:
    """A body as a block, with or without braces."""
    return term if term.kind in ("block", "nothing") else Term("block", "", (term,), term.start, term.end)


def _stepped(term: Term, steps: tuple[Term, ...]) -> Term:
    """A statement of a loop's body, with the loop's steps before all that continues it."""
    if not steps or term.kind in ("while", "each", "do", "function"):
        return term
    if term.kind == "continue":
        return Term("block", "", (*steps, term), term.start, term.end) if not term.children else term
    if term.kind not in ("block", "if") and not any(t.kind == "continue" for t in term.walk()):
        return term
    return term.having(tuple(_stepped(child, steps) for child in term.children))


def _requoted(text: str) -> str:
    """Text in double quotes instead of single ones, where that is nothing but another way of writing it."""
    inner = text[1:-1]
    return (
        text if len(text) < 2 or text[-1] != "'" or text[0] != "'" or any(c in inner for c in "'\"\\") else f'"{inner}"'
    )
