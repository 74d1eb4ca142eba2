"""JavaScript's own parser as a checker: a text goes to a warm Node, which compiles it and runs nothing.

A file is read as Node reads one: as CommonJS, whose body is that of a function, else as a module.  A fragment may also
be a member of a class or of an object, or come out of an asynchronous function, a generator or a loop; what surrounds
it then is put before and behind it on its own lines, and it counts only where the tree shows that it did not break out.
What Node cannot read at all, elements of JSX, is left to tree-sitter.  A name that nothing declares is no error of the
language.

Knows nothing of processes (`languages.daemon`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import tree_sitter
import tree_sitter_javascript

from codescore.languages.by_compiler import ByDaemon
from codescore.languages.daemon import Daemon, Tool
from codescore.languages.fragments import stays_inside
from codescore.languages.javascript.check.node import FOREIGN, node_commands
from codescore.languages.protocols import CheckResult, Problem

MAX_BYTES = 2_000_000
NO_NODE = (
    "no Node found (node): JavaScript is judged by tree-sitter only; install Node 18 or later, or set CODESCORE_NODE"
)
_TOO_DEEP = "nested too deeply for the compiler"
_OPTIONS = ("--experimental-vm-modules", "--no-warnings", "--max-old-space-size=256")
_TOKEN = re.compile(r"\w+|\S?")
_GRAMMAR = tree_sitter.Language(tree_sitter_javascript.language())
_ELEMENTS = tree_sitter.Query(_GRAMMAR, "[(jsx_element) (jsx_self_closing_element)] @element")
_MODULAR = frozenset(("import_statement", "export_statement"))


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to read a text: as what, and what stands around it on lines of its own."""

    kind: str
    before: str = ""
    after: str = ""


_COMMONJS, _MODULE = _Reading("function"), _Reading("module")
_STRICT = _Reading("script", "(async () => { 'use strict';\n", "\n})")
_AROUND = (
    _Reading("script", "class __codescore__ extends Object {\n", "\n}"),
    _Reading("script", "({\n", "\n})"),
    _Reading("script", "async function* __codescore__() {\n", "\n}"),
    _Reading("script", "async function* __codescore__() { for (;;) {\n", "\n} }"),
    _Reading("script", "(\n", "\n)"),
)


class JavaScriptChecker(ByDaemon):
    """`Checker` by a warm Node; judges nothing where there is none."""

    def __init__(self, daemon: Daemon | None = None) -> None:
        super().__init__("node", MAX_BYTES, daemon or Daemon(tool(), node_commands))

    def judged(self, text: str, source: bytes, *, fragment: bool) -> CheckResult | None:
        first: dict[str, Any] | None = None
        root = _parsed(source)
        for reading in _readings(text, root, fragment=fragment):
            reply = self._daemon.ask(f"{reading.kind}\n{reading.before}{text}{reading.after}")
            if reply is None:
                return None
            if reply["ok"]:
                return CheckResult(True, self.name)
            first = first or reply
        assert first is not None  # there is always one way to read a text
        if not root.has_error and tree_sitter.QueryCursor(_ELEMENTS).captures(root):
            return None
        if first["line"] < 0 and not first["deep"]:
            first = self._placed(first, text, root)
        return CheckResult(False, self.name, (_problem(first, text, self.name),))

    def _placed(self, reply: dict[str, Any], text: str, root: tree_sitter.Node) -> dict[str, Any]:
        """An error of a module with its place, which Node tells of functions only: its text as the body of one."""
        found = self._daemon.ask(f"script\n{_STRICT.before}{_unbound(text, root)}{_STRICT.after}")
        if found is None or found["ok"] or found["line"] < 1:
            return reply
        return {**found, "line": found["line"] - 1, "message": reply["message"]}


def new_checker() -> JavaScriptChecker:
    """A checker whose process starts with the first check."""
    return JavaScriptChecker()


def tool() -> Tool:
    """Node and the program that it runs."""
    program = files("codescore.languages.javascript").joinpath("check/parse.js")
    return Tool("node", "JavaScript", program, _OPTIONS, FOREIGN, NO_NODE)


def _parsed(source: bytes) -> tree_sitter.Node:
    return tree_sitter.Parser(_GRAMMAR).parse(source).root_node


def _readings(text: str, root: tree_sitter.Node, *, fragment: bool) -> Iterator[_Reading]:
    """Ways to read a text, the likeliest first, whose error is told where none works."""
    if any(child.type in _MODULAR for child in root.children):
        yield _MODULE
        return
    yield _COMMONJS
    if "await" in text:
        yield _MODULE
    if fragment:
        yield from (reading for reading in _AROUND if _inside(reading, text))


def _inside(reading: _Reading, text: str) -> bool:
    return stays_inside(_GRAMMAR, reading.before, text, reading.after)


def _unbound(text: str, root: tree_sitter.Node) -> str:
    """A module's text with blanks in place of what only a module has: imports, and the words of exports."""
    data = bytearray(text.encode())
    for node in root.children:
        if node.type in _MODULAR:
            inner = node.child_by_field_name("declaration") or node.child_by_field_name("value")
            end = inner.start_byte if inner is not None else node.end_byte
            for at in range(node.start_byte, end):
                data[at] = data[at] if data[at] in b"\r\n" else ord(" ")
    return data.decode("utf-8", "replace")


def _problem(reply: dict[str, Any], text: str, name: str) -> Problem:
    """What Node said, in byte offsets of the text; without a place it stands at the beginning."""
    message = _TOO_DEEP if reply["deep"] else reply["message"]
    lines = re.split(r"(?<=\n)|(?<=\r)(?!\n)|(?<=[\u2028\u2029])", text)
    number = reply["line"]
    if not 0 <= number < len(lines):
        return Problem(0, len((_TOKEN.match(text) or [""])[0].encode()), message, name)
    start = len("".join(lines[:number]).encode())
    units = lines[number].encode("utf-16-le")
    column = max(reply["column"], 0)
    before = units[: 2 * column].decode("utf-16-le", "replace")
    marked = units[2 * column : 2 * (column + reply["width"])].decode("utf-16-le", "replace").rstrip()
    low = start + len(before.encode())
    return Problem(low, low + len(marked.encode()), message, name)
