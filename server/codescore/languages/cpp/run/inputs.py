"""What a whole C++ program is seen to read: streams, `scanf` and lines, in the order of the text, for `input_rows`.

Reads the tree of `main` and of the functions that it calls by name.  A guess; pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from codescore.languages.commands import uncommented
from codescore.languages.cpp.run.dimensions import constants_in, dimensions
from codescore.languages.cpp.run.reading import Program, text_of
from codescore.languages.cpp.run.types import read_type
from codescore.languages.input_rows import Read

_LOOPS = ("for_statement", "for_range_loop", "while_statement", "do_statement")
_WHOLE = re.compile(r"\b(?:int|long|short|unsigned|size_t|u?int\d+_t|ll|i64)\b")
_SPECIFIER = re.compile(r"%[\d*]*(?:l{0,2}|h{0,2})([diufgscx])")
_KINDS = {"f": "float", "g": "float", "s": "word", "c": "char"}
#: A line that is read; a stream that is made of a text, and the text.
_A_LINE = re.compile(r"\bgetline\s*\(\s*(?:std::)?cin\s*,\s*(\w+)")
_AS_NUMBER = re.compile(r"\b(\w+)\s*=\s*(?:std::)?(sto(?:i|ll?|d|f|ull?)|ato[ilf])\s*\(\s*(\w+)(?:\.c_str\(\))?\s*\)")
_OF_A_LINE = re.compile(r"\bi?stringstream\s+(\w+)\s*[({]\s*(\w+)\s*[)}]")
_SIGN_BY_SIGN = re.compile(r"\b(?:cin\.get|getchar|fgetc|getc)\s*\(")
_TEXT = re.compile(r"\bchar\s*\*\s*(\w+)")
_DEEP = 3


def reads_of(program: Program) -> list[Read]:
    """The reads of the program as a whole."""
    bodies = {f.name: program.root.descendant_for_byte_range(f.body, f.end - 1) for f in program.functions}
    main = bodies.get("main")
    return [] if main is None else list(_Reads(program, bodies).of(main, 0))


class _Reads:
    def __init__(self, program: Program, bodies: dict[str, Node | None]) -> None:
        self._bodies = bodies
        self._types = dict(_declared(program.root))
        self._over = dict(_gone_through(program.root))
        for _ in range(_DEEP):  # what is in something that is in something
            unsaid = [name for name in self._over if self._types.get(name) == "auto"]
            held = {name: re.split(r"\W", self._over[name])[0] for name in unsaid}
            self._types |= {name: self._types[over] for name, over in held.items() if over in self._types}
        self._aliases, self._text = program.aliases, program.source
        whole = program.source.decode("utf-8", "replace")
        code = uncommented(whole)
        self._sizes, self._constants = dimensions(code), constants_in(code)
        self._pointed = {*_TEXT.findall(whole)}
        lines = {*_A_LINE.findall(whole)}
        self._streams = {match[1]: match[2] for match in _OF_A_LINE.finditer(whole) if match[2] in lines}

    def of(self, node: Node, depth: int) -> Iterator[Read]:
        """Reads in and below a node, in order."""
        if node.type in _LOOPS:
            yield from self._loop(node, depth)
            return
        if node.type == "binary_expression" and _stream(node) in ("cin", *self._streams):
            for target in _targets(node):
                yield [self._kind(target), target]
            return
        if node.type == "call_expression":
            yield from self._call(node, depth)
        for child in node.named_children:
            yield from self.of(child, depth)

    def _loop(self, node: Node, depth: int) -> Iterator[Read]:
        condition = node.child_by_field_name("condition")
        inner = [read for child in node.named_children if child != condition for read in self.of(child, depth)]
        head = [] if condition is None else list(self.of(condition, depth))
        if condition is not None and head and self._of_a_line(condition):  # what is left of a line
            yield ["row" if head[0][0] == "int" else "words", head[0][1]]
            return
        if _SIGN_BY_SIGN.search(text_of(condition)):  # to the end: lines, of which any may be empty
            head = [["line", "text"]]
        if head or inner:
            each = self._many(text_of(node.child_by_field_name("right")))
            bound = each if node.type == "for_range_loop" else "*" if head else self._bound(text_of(condition))
            more = _more(text_of(node.child_by_field_name("initializer")), text_of(condition))
            yield ["loop", bound, head + inner, *([more] if more else [])]

    def _call(self, node: Node, depth: int) -> Iterator[Read]:
        name = text_of(node.child_by_field_name("function")).removeprefix("std::")
        arguments = node.child_by_field_name("arguments")
        texts = [text_of(child) for child in arguments.named_children] if arguments is not None else []
        if name == "getline" and len(texts) > 1:
            if number := self._number(texts[1], node.end_byte):
                yield number
            yield ["newline"] if number or texts[1] in self._streams.values() else ["line", texts[1]]
        elif name == "scanf" and texts:
            for sign, target in zip(_SPECIFIER.findall(texts[0]), texts[1:], strict=False):
                yield [_KINDS.get(sign, "int"), target.lstrip("&")]
        elif (body := self._bodies.get(name)) is not None and depth < _DEEP:
            yield from self.of(body, depth + 1)

    def _number(self, line: str, at: int) -> Read | None:
        """The number that a line, read up to a place, is turned into before it is read again: `n = stoi(line)`."""
        behind = re.split(rf"\bgetline\s*\([^;]*?\b{line}\b", self._text[at:].decode("utf-8", "replace"), maxsplit=1)[0]
        uses = re.findall(rf"\b{line}\b", behind)
        found = _AS_NUMBER.search(behind) if len(uses) == 1 else None
        if found is None or found[3] != line:
            return None
        return ["float" if found[2] in ("stod", "stof", "atof") else "int", found[1]]

    def _many(self, name: str, depth: int = 0) -> str:
        """How many items something has: a number, or the name of one, "" where nobody says it."""
        inner = re.fullmatch(r"(\w+)\s*\[[^\[\]]*\]", name)  # `for (int& x : rows[i])`
        if inner is not None:
            return self._many(inner[1], depth + 1)
        sizes = self._sizes.get(name, ())
        if not sizes and name in self._over and depth < _DEEP:
            return self._many(self._over[name], depth + 1)
        return sizes[depth] if depth < len(sizes) else ""

    def _bound(self, condition: str) -> str:
        """The name or number that a loop counts to, "" where it does not."""
        found = re.search(r"(?:<=?|!=)\s*\(?\s*(\w+)", condition) or re.search(r"\b(\w+)\s*--", condition)
        return self._constants.get(found[1], found[1]) if found is not None else ""

    def _of_a_line(self, condition: Node) -> bool:
        """Whether a loop goes on as long as there is something on a line."""
        return any(_stream(node) in self._streams for node in _below(condition) if node.type == "binary_expression")

    def _kind(self, target: str) -> str:
        base, deep = re.split(r"\W", target)[0], target.count("[")
        type_, left = self._types.get(base, "int"), len(self._sizes.get(base, ())) - deep
        type_ = self._aliases.get(read_type(type_).name, type_)
        if re.search(r"\b(?:double|float)\b", type_):
            return "float"
        if _WHOLE.search(type_):
            return "int"
        if re.search(r"\bstring\b", type_):
            return "char" if deep and left < 0 and "vector" not in type_ else "word"
        if re.search(r"\bchar\b", type_):
            return "word" if left > 0 or target in self._pointed else "char"
        return "int"


def _below(root: Node) -> Iterator[Node]:
    """A node and all below it, later ones first."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        waiting.extend(node.named_children)
        yield node


def _declared(root: Node) -> Iterator[tuple[str, str]]:
    """Variables and the text of their types."""
    for node in _below(root):
        if node.type in ("declaration", "parameter_declaration", "field_declaration", "for_range_loop"):
            type_ = text_of(node.child_by_field_name("type"))
            for declarator in node.children_by_field_name("declarator"):
                name = re.search(r"\w+", text_of(declarator))
                if name is not None:
                    yield name[0], type_


def _gone_through(root: Node) -> Iterator[tuple[str, str]]:
    """Variables that loops take from others: `for (auto& line : lines)`."""
    for node in _below(root):
        if node.type == "for_range_loop":
            name = re.search(r"\w+", text_of(node.child_by_field_name("declarator")))
            if name is not None:
                yield name[0], text_of(node.child_by_field_name("right"))


def _stream(node: Node) -> str:
    """What `cin >> a >> b` takes from, "" of anything else."""
    left: Node | None = node
    while left is not None and left.type == "binary_expression":
        left = left.child_by_field_name("left")
    return text_of(left).removeprefix("std::") if text_of(node.child_by_field_name("operator")) == ">>" else ""


def _targets(node: Node) -> list[str]:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    before = _targets(left) if left is not None and left.type == "binary_expression" else []
    return [*before, text_of(right)]


def _more(start: str, condition: str) -> int:
    """How many times more than its bound says a loop runs: -1 for `i = 1; i < n`, as for `i = 0; i < n - 1`."""
    first = re.search(r"=\s*(\d+)", start)
    counts = re.search(r"<(=?)\s*\w+\s*(?:([+-])\s*(\d+))?\s*$", condition)
    if first is None or counts is None:
        return 0
    more = (counts[1] == "=") - int(first[1]) + int(f"{counts[2] or ''}{counts[3] or 0}")
    return more if abs(more) < _DEEP else 0
