"""A program as the harness runs it: one JavaScript function, without types, with a mark at each branch.

Types are blanked, enumerations and parameter properties become what TypeScript makes of them, `import` and `export`
become what `require` gives.  Marks are calls, `__reach(n)`, that change no value; so is `__ordered(x)`, which sees what
`<` compares.  A text that the grammar cannot read goes as it is, for the harness to refuse.  Pure and total;
neighbours: `runner` (asks), `serve.js` (runs the result).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

from codescore.languages.javascript.run import linking
from codescore.languages.javascript.run.nodes import FUNCTIONS, child, declared_names, text, walk

_BEFORE = (
    "(%sfunction (exports, require, module, __filename, __dirname, __enter, __reach, __thrown, __ordered, __link)"
    " {%s__enter({%s}%s);"
)
_AFTER = "\n})"
_TYPES = frozenset((
    "type_annotation", "type_parameters", "type_arguments", "interface_declaration", "type_alias_declaration",
    "ambient_declaration", "function_signature", "abstract_method_signature", "method_signature",
    "accessibility_modifier", "override_modifier", "index_signature", "implements_clause", "asserts_annotation",
    "type_predicate_annotation", "opting_type_annotation", "omitting_type_annotation", "adding_type_annotation",
    "decorator", "hash_bang_line",
))  # fmt: skip
#: Words that only types need, by the node around them.
_WORDS = {
    "required_parameter": {"readonly"}, "optional_parameter": {"readonly", "?"}, "variable_declarator": {"!"},
    "public_field_definition": {"readonly", "abstract", "declare", "?", "!"}, "method_definition": {"?"},
    "non_null_expression": {"!"}, "abstract_class_declaration": {"abstract"},
}  # fmt: skip
_UNSUPPORTED = {
    "jsx_element": "elements of JSX", "jsx_self_closing_element": "elements of JSX", "internal_module": "namespaces",
    "module": "namespaces", "import_alias": "import aliases",
}  # fmt: skip
_DEMONSTRATIONS = frozenset((
    "console", "main", "run", "test", "it", "describe", "assert", "expect", "alert", "check", "print",
))  # fmt: skip
_NAMES = ("identifier", "shorthand_property_identifier")
_CLAUSES = ("import_clause", "import_require_clause")
_SHORT = ("&&", "||", "??")
_ORDERED = ("<", ">", "<=", ">=")
_LOOPS = ("for_statement", "while_statement", "do_statement")


class Unsupported(Exception):
    """The program has what cannot be run."""


@dataclass(slots=True)  # mutable: counts while it writes
class Weaver:
    """Writes one program; `coverage`: with marks; `script`: demonstrations are part of it; `linked`: it has others
    beside it."""

    coverage: bool
    script: bool
    linked: bool = False
    lines: list[int] = field(default_factory=list)  # of the branches; below zero: no code is behind it
    _properties: list[str] = field(default_factory=list)
    _used: set[str] = field(
        default_factory=set
    )  # what runs names: an import of anything else brings a type, or nothing

    def program(self, root: Node, assume: str = "") -> str:
        """The whole; raises Unsupported."""
        names = ", ".join(f"{name}: () => {name}" for name in declared_names(root))
        self._used = {text(node) for node in _running(root) if node.type in _NAMES}
        modular = any(c.type in ("import_statement", "export_statement") for c in root.named_children)
        strict = modular or _directive(root)
        around = "async " if modular and _awaits(root) else ""
        rest = f", {assume}" if assume else ""
        if self.linked and modular:
            rest = f", {assume or 'null'}, {{{linking.given(root)}}}"
        before = _BEFORE % (around, "'use strict';" if strict else "", names, rest)
        return before + self._write(root) + _AFTER

    def _write(self, node: Node) -> str:
        if node.type in _UNSUPPORTED:
            raise Unsupported(_UNSUPPORTED[node.type])
        if node.type in _TYPES:
            return _blank(node)
        special: Callable[[Node], str] | None = getattr(self, f"_{node.type}", None)
        return special(node) if special is not None else self._parts(node)

    def _parts(self, node: Node, instead: dict[int, str] | None = None) -> str:
        """A node with its children written, or with what stands here instead of them."""
        source, at, made = node.text or b"", node.start_byte, []
        dropped = _WORDS.get(node.type, set())
        for one in node.children:
            made.append(source[at - node.start_byte : one.start_byte - node.start_byte].decode())
            at = one.end_byte
            if instead is not None and one.id in instead:
                made.append(instead[one.id])
            elif one.type in dropped:
                made.append(_blank(one))
            else:
                made.append(self._write(one))
        made.append(source[at - node.start_byte :].decode())
        return "".join(made)

    # Marks

    def _mark(self, behind: Node, sign: int = 1) -> str:
        self.lines.append(sign * (behind.start_point[0] + 1))
        return f"__reach({len(self.lines) - 1})"

    def _block(self, node: Node, extra: str = "") -> str:
        """A statement as a block that begins with a mark."""
        if not self.coverage and not extra:
            return self._write(node)
        inner = node.named_children if node.type == "statement_block" else ()
        mark = f"{self._mark(next(iter(inner), node))};" if self.coverage else ""
        if node.type != "statement_block":
            return f"{{{mark}{self._write(node)}\n}}"
        opening = next((c for c in node.children if c.type == "{"), None)
        if opening is None:
            return self._write(node)
        words = [c for c in node.named_children if _is_directive(c)]
        head = "".join(text(c) + ";" for c in words)
        instead = {opening.id: f"{{{head}{mark}{extra}"} | {c.id: "" for c in words}
        return self._parts(node, instead)

    def _value(self, node: Node) -> str:
        return f"({self._mark(node)}, {self._write(node)})" if self.coverage else self._write(node)

    def _function(self, node: Node) -> str:
        body = child(node, "body")
        if body is None:
            return self._parts(node)
        if body.type != "statement_block":
            return self._parts(node, {body.id: self._value(body)})
        return self._parts(node, {body.id: self._block(body)})

    _function_declaration = _generator_function_declaration = _function_expression = _generator_function = _function
    _arrow_function = _function

    def _method_definition(self, node: Node) -> str:
        body, parameters = child(node, "body"), child(node, "parameters")
        if body is None:
            return self._parts(node)
        kept = [
            text(pattern)
            for one in (parameters.named_children if parameters is not None else ())
            if any(c.type in ("accessibility_modifier", "readonly", "override_modifier") for c in one.children)
            and (pattern := child(one, "pattern")) is not None
        ]
        if not kept:
            return self._parts(node, {body.id: self._block(body)})
        given = "".join(f"this.{name} = {name};" for name in kept)
        above = next((c for c in body.named_children if text(c).startswith("super")), None)
        if above is None:
            return self._parts(node, {body.id: self._block(body, given)})
        return self._parts(node, {body.id: self._parts(body, {above.id: f"{self._write(above)};{given}"})})

    def _if_statement(self, node: Node) -> str:
        then, otherwise = child(node, "consequence"), child(node, "alternative")
        if then is None or not self.coverage:
            return self._parts(node)
        instead = {then.id: self._block(then)}
        if otherwise is None:
            return self._parts(node, instead) + f" else {{{self._mark(node, -1)};}}"
        (last,) = otherwise.named_children[-1:]
        if last.type != "if_statement":
            instead[otherwise.id] = self._parts(otherwise, {last.id: self._block(last)})
        return self._parts(node, instead)

    def _loop(self, node: Node) -> str:
        body = child(node, "body")
        return self._parts(node) if body is None else self._parts(node, {body.id: self._block(body)})

    _for_statement = _for_in_statement = _while_statement = _do_statement = _catch_clause = _loop

    def _switch_case(self, node: Node) -> str:
        colon = next((c for c in node.children if c.type == ":"), None)
        if colon is None or not self.coverage:
            return self._parts(node)
        return self._parts(node, {colon.id: f":{self._mark(node)};"})

    def _switch_default(self, node: Node) -> str:
        return self._parts(node) if _beyond_types(node) else self._switch_case(node)

    def _ternary_expression(self, node: Node) -> str:
        names = ("consequence",) if _is_tie(node) else ("consequence", "alternative")
        sides = [side for name in names if (side := child(node, name)) is not None]
        return self._parts(node, {side.id: self._value(side) for side in sides})

    def _binary_expression(self, node: Node) -> str:
        operator, left, right = (child(node, name) for name in ("operator", "left", "right"))
        if operator is None or left is None or right is None:
            return self._parts(node)
        if operator.type in _SHORT:
            return self._parts(node, {right.id: self._value(right)})
        if operator.type not in _ORDERED or _steers(node):
            return self._parts(node)
        asked = [one for one in (left, right) if one.type != "number" and not text(one).endswith(".length")]
        return self._parts(node, {one.id: f"__ordered({self._write(one)})" for one in asked})

    def _throw_statement(self, node: Node) -> str:
        (thrown,) = node.named_children[:1] or (None,)
        return (
            self._parts(node)
            if thrown is None
            else self._parts(node, {thrown.id: f"__thrown(({self._write(thrown)}))"})
        )

    # Modules

    def _expression_statement(self, node: Node) -> str:
        (inner,) = node.named_children[:1] or (None,)
        top = node.parent is not None and node.parent.type == "program"
        if top and not self.script and inner is not None and _demonstrates(inner):
            return _blank(node)
        return self._parts(node)

    def _import_statement(self, node: Node) -> str:
        clause = next((c for c in node.named_children if c.type in _CLAUSES), None)
        source = child(node, "source") or (child(clause, "source") if clause is not None else None)
        if source is None or any(c.type in ("type", "typeof") for c in node.children):
            return _blank(node)
        required = f"require({text(source)})"
        if clause is None:
            return f"{required};"
        if self.linked and linking.is_beside(source):
            return linking.linked(clause, source, self._used)
        made = []
        for one in clause.named_children:
            if one.type == "string":
                continue
            if one.type == "named_imports":
                inner = [s for s in one.named_children if s.type == "import_specifier" and linking.uses(s, self._used)]
                made += [f"const {{{', '.join(map(_imported, inner))}}} = {required};"] if inner else []
            else:
                name = one.named_children[0] if one.type == "namespace_import" else one
                made += [f"const {text(name)} = {required};"] if text(name) in self._used else []
        return "".join(made)

    def _export_statement(self, node: Node) -> str:
        declared, value = child(node, "declaration"), child(node, "value")
        if declared is not None:
            return self._write(declared)
        if value is not None:
            return f"exports.default = {self._write(value)};"
        return linking.handed_on(node) if self.linked else _blank(node)

    # TypeScript

    def _first(self, node: Node) -> str:
        return self._write(node.named_children[0])

    _as_expression = _satisfies_expression = _first

    def _type_assertion(self, node: Node) -> str:
        return self._write(node.named_children[-1])

    def _instantiation_expression(self, node: Node) -> str:
        return self._write(node.named_children[0])

    def _formal_parameters(self, node: Node) -> str:
        first = next(iter(node.named_children), None)
        pattern = child(first, "pattern") if first is not None else None
        if first is None or pattern is None or pattern.type != "this":
            return self._parts(node)
        commas = [c for c in node.children if c.type == ","]
        return self._parts(node, {first.id: ""} | {c.id: "" for c in commas[:1]})

    def _enum_declaration(self, node: Node) -> str:
        name, body = child(node, "name"), child(node, "body")
        if name is None or body is None:
            return _blank(node)
        made, last = [], "-1"
        for one in body.named_children:
            if one.type == "comment":
                continue
            key = child(one, "name") if one.type == "enum_assignment" else one
            value = child(one, "value") if one.type == "enum_assignment" else None
            word = text(key) if key is not None else ""
            word = word if word[:1] in "'\"" else f'"{word}"'
            said = self._write(value) if value is not None else f"E[{last}] + 1" if last != "-1" else "0"
            reverse = f"if (typeof E[{word}] === 'number') E[E[{word}]] = {word};"
            made.append(f"E[{word}] = {said}; {reverse}")
            last = word
        return f"var {text(name)} = (E => {{{' '.join(made)} return E;}})({{}});"


def _steers(comparison: Node) -> bool:
    """Whether it decides alone how long a loop runs: that is asked often, and hardly of what is no number."""
    around = comparison.parent
    while around is not None and around.type in ("parenthesized_expression", "expression_statement"):
        around = around.parent
    return around is not None and around.type in _LOOPS


def _beyond_types(default: Node) -> bool:
    """Whether it only gives back a name, or throws, in a function of declared types: no value of those comes there."""
    done = [one for one in default.named_children if one.type != "comment"]
    bare = len(done) == 1 and done[0].type in ("return_statement", "throw_statement")
    given = done[0].named_children if bare else []
    plain = bare and (done[0].type == "throw_statement" or [one.type for one in given] == ["identifier"])
    around = default.parent
    while around is not None and child(around, "parameters") is None:
        around = around.parent
    places = child(around, "parameters") if around is not None else None
    return plain and places is not None and any(one.type == "type_annotation" for one in walk(places))


def _blank(node: Node) -> str:
    """White space in a node's place."""
    return re.sub(r"\S", " ", text(node))


def _running(root: Node) -> Iterator[Node]:
    """All that runs: no imports, no types."""
    left = [root]
    while left:
        one = left.pop()
        if one.type not in _TYPES and one.type != "import_statement":
            yield one
            left.extend(one.children)


def _imported(node: Node) -> str:
    name, alias = child(node, "name"), child(node, "alias")
    return f"{text(name)}: {text(alias)}" if name is not None and alias is not None else text(node)


def _is_directive(node: Node) -> bool:
    return node.type == "expression_statement" and text(node).strip("'\"; ") in ("use strict", "use asm")


def _directive(root: Node) -> bool:
    first = next((c for c in root.named_children if c.type != "comment"), None)
    return first is not None and _is_directive(first)


def _awaits(node: Node) -> bool:
    """Whether something is awaited outside of any function."""
    if node.type == "await_expression" or (
        node.type == "for_in_statement" and any(c.type == "await" for c in node.children)
    ):
        return True
    return node.type not in FUNCTIONS and any(_awaits(c) for c in node.named_children)


def _demonstrates(node: Node) -> bool:
    """A call at top level that shows a function, and defines nothing."""
    if node.type == "await_expression":
        node = node.named_children[0]
    called = child(node, "function") if node.type == "call_expression" else None
    while called is not None and called.type == "member_expression":
        called = child(called, "object")
    return called is not None and called.type == "identifier" and text(called) in _DEMONSTRATIONS


def _is_tie(node: Node) -> bool:
    """Whether what it ends with is for equal things only, `x < y ? -1 : x > y ? 1 : 0`: there may be none to order."""
    around = node.parent
    last = child(node, "alternative")
    if around is None or around.type != "ternary_expression" or last is None or last.type != "number":
        return False
    sides = [_ordered(child(one, "condition")) for one in (around, node)]
    return None not in sides and sides[0] in (sides[1], (sides[1] or ("", ""))[::-1])


def _ordered(condition: Node | None) -> tuple[str, str] | None:
    """The smaller and the larger of what `<` or `>` compares."""
    if condition is None or condition.type != "binary_expression":
        return None
    left, right, operator = (text(child(condition, name) or condition) for name in ("left", "right", "operator"))
    return {"<": (left, right), ">": (right, left)}.get(operator)
