"""Which names of a JavaScript program hold what it reads, and how an expression takes a line or a token of that.

Neighbours: `reading` (lists what is read, in order).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from tree_sitter import Node

from codescore.languages.javascript.run.nodes import FUNCTIONS, child, string, text, walk
from codescore.languages.patterns import separator

#: How a name holds what is read: as a text, as lines or tokens (`numbers`: read as such), as what gives lines one by
#: one, or as a function that takes one.
Held: TypeAlias = Literal["text", "lines", "tokens", "numbers", "interface", "stream", "taking"]
_SAME = ("trim", "trimEnd", "trimStart", "toString", "toLowerCase", "toUpperCase", "replace", "replaceAll", "slice",
         "substring", "filter", "map", "join", "normalize")  # fmt: skip
NUMBERS = {"Number": "int", "parseInt": "int", "parseFloat": "float", "BigInt": "int", "Number.parseInt": "int",
            "Number.parseFloat": "float"}  # fmt: skip
_LINES, _BLANKS = re.compile(r"(?:(?:\\r|\\?\r)\??)?(?:\\n|\\?\n)\+?"), re.compile(r"\\s\+?|\[\\s,?\]\+?|\[ \\n\]\+?")
_STANDARD = re.compile(r"0|process\.stdin\.fd|['\"]/dev/stdin['\"]")
_AROUND = ("await_expression", "parenthesized_expression", "non_null_expression", "as_expression")
_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Taken:
    """A line or token that is taken at some place: `token`, whether a number is made of it, what its words are."""

    token: bool = False
    kind: str = ""  # "int" or "float" where a number is made of it, or of each of its words
    separator: str | None = None  # between its words
    place: str = ""  # where it stands among the lines; "" where the next one is taken, whichever that is


class Holding:
    """The names of one program that hold what it reads."""

    def __init__(self, root: Node) -> None:
        self._root = root
        self.names: dict[str, Held] = {}
        self.functions = {
            text(name): one for one in walk(root) if one.type in FUNCTIONS if (name := name_of(one)) is not None
        }
        self.filled: set[str] = set()  # lists that lines are put into as they come
        for _ in range(_ROUNDS):
            self._find()

    def _find(self) -> None:
        for node in walk(self._root):
            name, value = given_to(node)
            if name is not None and value is not None:
                if name.type == "identifier" and (held := self.holds(value)):
                    self.names.setdefault(text(name), held)
                elif name.type == "array_pattern" and (held := self.holds(value)) in ("lines", "tokens", "numbers"):
                    for part in name.named_children:
                        if part.type == "rest_pattern":
                            self.names.setdefault(text(part).removeprefix("..."), held)
            elif node.type == "call_expression":
                self._chunks(node)
                self._handed(node)
            elif node.type == "for_in_statement" and self.holds(child(node, "right")) == "stream":
                self._collected(child(node, "body"), text(child(node, "left") or node), "text")
        for called, function in self.functions.items():
            given = _returned(function)
            if given is not None and self.taken(given) is not None:
                self.names.setdefault(called, "taking")

    def _chunks(self, node: Node) -> None:
        """`stdin.on("data", chunk => { input += chunk })`, `rl.on("line", line => lines.push(line))`."""
        on, event, callback = event_of(node)
        if callback is not None and event in ("data", "line"):
            held: Held = "text" if event == "data" else "lines"
            if event == "data" or self.holds(on) == "interface":
                self._collected(child(callback, "body"), parameter_of(callback), held)

    def _collected(self, body: Node | None, chunk: str, held: Held) -> None:
        for node in walk(body) if body is not None and chunk else ():
            if node.type == "augmented_assignment_expression" and _inside(child(node, "right"), chunk):
                self.names.setdefault(text(child(node, "left") or node), held)
            pushed = method_of(node)
            given = arguments_of(node) if pushed is not None and pushed[1] == "push" else []
            if pushed is not None and given and all(as_it_is(one, chunk) for one in given):
                self.names.setdefault(text(pushed[0]), held)
                self.filled.add(text(pushed[0]))

    def _handed(self, node: Node) -> None:
        """What holds the input and is handed to a function is held by its parameter."""
        function = self.functions.get(text(child(node, "function") or node))
        parameters = child(function, "parameters") if function is not None else None
        if parameters is not None:
            for given, taken in zip(arguments_of(node), parameters.named_children, strict=False):
                if (held := self.holds(given)) and taken.type in ("identifier", "required_parameter"):
                    self.names.setdefault(re.split(r"\W", text(taken))[0], held)

    def holds(self, node: Node | None) -> Held | None:
        """How an expression holds what is read, None where it does not."""
        node = _bare(node)
        if node is None or node.type != "call_expression":
            said = text(node) if node is not None else ""
            return "stream" if said.endswith(".stdin") else self.names.get(said)
        called, given = text(child(node, "function") or node), arguments_of(node)
        if called.endswith("readFileSync") and given and _STANDARD.fullmatch(text(given[0])):
            return "text"
        if called.endswith("createInterface"):
            return "interface"
        on = method_of(node)
        return self._handed_on(node, self.holds(on[0]), on[1]) if on is not None else None

    def _handed_on(self, node: Node, held: Held | None, name: str) -> Held | None:
        """How what a method gives of it holds what is read."""
        if held == "text" and name == "split":
            sign = separator_of(node)
            return "lines" if _LINES.fullmatch(sign) else "tokens" if _BLANKS.fullmatch(sign) else None
        if held in ("tokens", "numbers") and name == "map" and arguments_of(node):
            return "numbers" if kind_of(arguments_of(node)[0]) else held
        whole = held != "lines" or name in ("filter", "slice") or (name == "map" and self._trims(node))
        return held if name in _SAME and whole and held in ("text", "lines", "tokens", "numbers") else None

    @staticmethod
    def _trims(node: Node) -> bool:
        """Whether lines are only freed of what is around them: `lines.map(s => s.trim())`."""
        callback = arguments_of(node)[0] if arguments_of(node) else None
        body = child(callback, "body") if callback is not None and callback.type == "arrow_function" else None
        name = parameter_of(callback) if callback is not None else ""
        return body is not None and re.fullmatch(rf"{re.escape(name)}\.trim\w*\(\)", text(body)) is not None

    def taken(self, node: Node) -> Taken | None:  # noqa: PLR0911  a form a case
        """The line or token that an expression takes, and what it makes of it; None where it takes none."""
        node = _bare(node) or node
        if node.type == "unary_expression" and text(node).startswith("+"):
            return self._number(self.taken(node.named_children[0]), "int")
        if node.type == "subscript_expression":
            held = self.holds(child(node, "object"))
            place = text(child(node, "index") or node)
            if held in ("lines", "tokens", "numbers"):
                moves = "++" in place or "--" in place
                return Taken(held != "lines", "int" if held == "numbers" else "", place="" if moves else place)
            return None
        if node.type == "binary_expression" and text(child(node, "operator") or node) in ("||", "??"):
            return self.taken(node.named_children[0])
        if node.type != "call_expression":
            return None
        called = text(child(node, "function") or node)
        if called in NUMBERS and arguments_of(node):
            return self._number(self.taken(arguments_of(node)[0]), NUMBERS[called])
        if self.names.get(called) == "taking":
            given = _returned(self.functions[called])
            return self.taken(given) if given is not None else None
        on = method_of(node)
        if on is None:
            return Taken() if called == "prompt" else None
        held = self.holds(on[0])
        if on[1] in ("shift", "pop") and held in ("lines", "tokens", "numbers"):
            return Taken(held != "lines", "int" if held == "numbers" else "")
        if on[1] == "question" and held == "interface":
            return Taken()
        inner = self.taken(on[0])
        if inner is None or inner.token:
            return inner if on[1] in _SAME else None
        if on[1] == "split":
            return replace(inner, separator=sign_of(node))
        if on[1] == "map" and inner.separator is not None and arguments_of(node):
            return self._number(inner, kind_of(arguments_of(node)[0]))
        return inner if on[1] in _SAME else None

    @staticmethod
    def _number(taken: Taken | None, kind: str) -> Taken | None:
        return replace(taken, kind=kind or taken.kind) if taken is not None else None


def given_to(node: Node) -> tuple[Node | None, Node | None]:
    """What a declaration or an assignment gives, and to what."""
    if node.type == "variable_declarator":
        return child(node, "name"), child(node, "value")
    if node.type == "assignment_expression":
        return child(node, "left"), child(node, "right")
    return None, None


def name_of(function: Node) -> Node | None:
    """What a function is called, where it is declared or given to a name."""
    if name := child(function, "name"):
        return name
    around = function.parent
    return child(around, "name") if around is not None and around.type == "variable_declarator" else None


def _returned(function: Node) -> Node | None:
    """The one expression that a function gives, where it is all that it does."""
    body = child(function, "body")
    if body is None or body.type != "statement_block":
        return body
    statements = [one for one in body.named_children if one.type != "comment"]
    if len(statements) != 1 or statements[0].type != "return_statement" or not statements[0].named_children:
        return None
    return statements[0].named_children[0]


def _bare(node: Node | None) -> Node | None:
    """What an expression is without `await`, brackets and what its type is said to be."""
    while node is not None and node.type in _AROUND and node.named_children:
        node = node.named_children[0]
    return node


def arguments_of(node: Node) -> list[Node]:
    """What a call is given."""
    arguments = child(node, "arguments")
    return [one for one in arguments.named_children if one.type != "comment"] if arguments is not None else []


def method_of(node: Node) -> tuple[Node, str] | None:
    """On what a method is called, and its name."""
    function = child(node, "function") if node.type == "call_expression" else None
    if function is None or function.type != "member_expression":
        return None
    on, name = child(function, "object"), child(function, "property")
    return (on, text(name)) if on is not None and name is not None else None


def event_of(node: Node) -> tuple[Node | None, str, Node | None]:
    """`on(event, callback)`: on what, which event, what is done then."""
    called, given = method_of(node), arguments_of(node)
    if called is None or called[1] not in ("on", "once", "addListener") or len(given) < 2:
        return None, "", None
    return called[0], string(given[0]) or "", given[1] if given[1].type in FUNCTIONS else None


def parameter_of(function: Node) -> str:
    """What the first parameter of a function is called."""
    one = child(function, "parameter")
    several = child(function, "parameters")
    first = one if one is not None else next(iter(several.named_children), None) if several is not None else None
    return re.split(r"\W", text(first))[0] if first is not None else ""


def _inside(node: Node | None, name: str) -> bool:
    return node is not None and any(one.type == "identifier" and text(one) == name for one in walk(node))


def as_it_is(node: Node, name: str) -> bool:
    """Whether it is a line as it came, or without what is around it."""
    return re.fullmatch(rf"{re.escape(name)}(?:\.(?:trim\w*|toString)\([^)]*\))*", text(node)) is not None


def separator_of(split: Node) -> str:
    """What a text is split at, as a regular expression."""
    first = arguments_of(split)[0] if arguments_of(split) else None
    if first is None:
        return ""
    if first.type == "regex":
        return text(child(first, "pattern") or first)
    return re.escape(string(first) or "")


def sign_of(split: Node) -> str:
    """What stands between words; a blank where nothing does."""
    return separator(separator_of(split)) or " "


def kind_of(callback: Node) -> str:
    """Whether a function makes a number of what it takes: `Number`, `x => parseInt(x, 10)`."""
    said = text(callback)
    if said in NUMBERS:
        return NUMBERS[said]
    made = re.fullmatch(
        r"\(?\s*(\w+)(?:\s*:\s*\w+)?\s*\)?\s*=>\s*(?:(parseInt|parseFloat|Number|BigInt)\(\s*(\w+)[^)]*\)|\+(\w+))",
        said,
    )
    if made is None or made[1] != (made[3] or made[4]):
        return ""
    return NUMBERS[made[2] or "Number"]
