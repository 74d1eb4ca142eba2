"""Which branches of a C++ text are reached: a text with a note at each way out of each branch, its lines as they were.

Notes stand at the beginning of functions, of what is done if a condition holds and if it does not, of loops and of the
cases of a switch, and before the second operand of `&&`, `||` and both of `?:`.  Macros and what is computed while
compiling stay as they are.  A text that compiles no more with notes is run without (`runner`).  Pure.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from codescore.languages.cpp.run.reading import Program

_LOOPS = ("for_statement", "for_range_loop", "while_statement", "do_statement")
_LEFT_ALONE = (
    "preproc_def", "preproc_function_def", "preproc_include", "preproc_call", "template_argument_list",
    "template_parameter_list", "static_assert_declaration", "enumerator_list", "array_declarator", "requires_clause",
    "concept_definition", "attribute_declaration", "parameter_list", "decltype", "noexcept", "alias_declaration",
    "type_definition", "bitfield_clause", "ERROR",
)  # fmt: skip
_COMPILED = ("constexpr", "consteval")

Notes = list[tuple[int, int, str]]


def woven(program: Program, *, foreign: bool = False, start: int = 0) -> tuple[str, list[int]]:
    """The text with notes, and the lines of the code behind them, below zero that of a condition with none behind it;
    `foreign`: what is indexed is watched as well; `start`: where, in bytes, what somebody wrote begins."""
    weaver = _Weaver(foreign=foreign)
    for node in program.root.children:
        if node.start_byte >= start:
            weaver.take(node)
    parts: list[bytes] = []
    at = 0
    for place, _, text in sorted(weaver.notes, key=lambda note: note[:2]):
        parts += [program.source[at:place], text.encode()]
        at = place
    return b"".join([*parts, program.source[at:]]).decode("utf-8", "replace"), weaver.lines


class _Weaver:
    """Collects notes: where they stand, which comes first where several do, what they are."""

    def __init__(self, *, foreign: bool) -> None:
        self._foreign = foreign
        self.notes: Notes = []
        self.lines: list[int] = []
        self._order = 0

    def _put(self, place: int, text: str, *, closing: bool = False) -> None:
        """What closes comes before what opens at the same place, the innermost first."""
        self._order += 1
        self.notes.append((place, -self._order if closing else self._order, text))

    def _hit(self, behind: Node, sign: int = 1) -> str:
        inner = [one for one in behind.named_children if one.type != "comment"]
        first = inner[0] if behind.type == "compound_statement" and inner else behind
        self.lines.append(sign * (first.start_point[0] + 1))
        return f"::codescore::hit({len(self.lines) - 1});"

    def take(self, node: Node) -> None:
        """A node and all that is in it."""
        if node.type in _LEFT_ALONE or node.is_missing or _before_running(node) or _asserts(node):
            return
        match node.type:
            case "function_definition" | "lambda_expression":
                body = node.child_by_field_name("body")
                if body is not None and body.type == "compound_statement":
                    self._put(body.start_byte + 1, self._hit(body))
            case "if_statement":
                self._choice(node)
            case kind if kind in _LOOPS:
                self._body(node.child_by_field_name("body"))
            case "case_statement":
                colon = next((child for child in node.children if child.type == ":"), None)
                if colon is not None:
                    self._put(colon.end_byte, self._hit(node))
            case "subscript_expression" if self._foreign and not node.has_error:
                self._watched(node.child_by_field_name("argument"))
            case "conditional_expression" if not node.has_error:
                self._operand(node.child_by_field_name("consequence"))
                self._operand(node.child_by_field_name("alternative"))
            case "binary_expression" if _shortens(node):
                self._operand(node.child_by_field_name("right"))
        for child in node.children:
            self.take(child)

    def _choice(self, node: Node) -> None:
        yes, no = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
        if no is None and yes is not None:
            self._put(yes.end_byte, f" else {{{self._hit(node, -1)}}}", closing=True)
        self._body(yes)
        if no is not None:
            self._body(next((child for child in no.named_children if child.type != "comment"), None))

    def _body(self, node: Node | None) -> None:
        """A statement that is done or not: a block takes the note, anything else becomes one."""
        if node is None:
            return
        if node.type == "compound_statement":
            self._put(node.start_byte + 1, self._hit(node))
        else:
            self._put(node.start_byte, f"{{{self._hit(node)}")
            self._put(node.end_byte, "}", closing=True)

    def _operand(self, node: Node | None) -> None:
        if node is None or node.type == "initializer_list":
            return
        self._put(node.start_byte, f"({self._hit(node)[:-1]},")
        self._put(node.end_byte, ")", closing=True)

    def _watched(self, node: Node | None) -> None:
        if node is not None:
            self._put(node.start_byte, "::codescore::of(")
            self._put(node.end_byte, ")", closing=True)


def _before_running(node: Node) -> bool:
    """Whether it is worked out by the compiler, or has a declaration that notes would hide."""
    if node.type not in ("declaration", "field_declaration", "if_statement", "function_definition"):
        return False
    words = [_text(child) for child in _heads(node)]
    return any(word in _COMPILED for word in words)


def _asserts(node: Node) -> bool:
    """Whether it is a call of the macro, which would tell the note with the condition."""
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    return function is not None and _text(function) == "assert"


def _heads(node: Node) -> Iterator[Node]:
    """The words before the declarator, or between `if` and its condition."""
    for child in node.children[:6]:
        if child.type in ("compound_statement", "init_declarator", "condition_clause"):
            return
        yield child


def _shortens(node: Node) -> bool:
    operator = node.child_by_field_name("operator")
    return operator is not None and _text(operator) in ("&&", "||", "and", "or")


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
