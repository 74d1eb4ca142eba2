"""What is known of a Python function while its program is read; see `languages.kinds`."""

from __future__ import annotations

import ast

from codescore.languages.held_patterns import HELD
from codescore.languages.kinds import Guess
from codescore.languages.python.run.digit_places import digit_patterns
from codescore.languages.wording import mapped_to, rows_of


class Function:
    """A function of the program: the kinds of its parameters and of what it returns."""

    def __init__(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.node = node
        self.parameters = {a.arg: Guess() for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
        if node.args.vararg is not None:
            self.parameters[node.args.vararg.arg] = Guess("iterable")
        if node.args.kwarg is not None:
            self.parameters[node.args.kwarg.arg] = Guess("map")
        called = {n.func.id for n in ast.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
        for name, pattern in digit_patterns(node).items():
            if name in self.parameters:
                self.parameters[name].vote("text", HELD + pattern)
        words = ast.get_docstring(node) or ""
        for name in self.parameters.keys() - called:
            held = mapped_to(words, name)
            if held is not None:
                self.parameters[name].vote("map").valued().vote(*filter(None, [held]))
        for name, textual in rows_of(words, [*self.parameters]):
            rows = self.parameters[name]
            row = (rows.valued() if rows.votes["map"] else rows).inside().vote("tuple")
            for item, text in zip(row.parts(len(textual)), textual, strict=True):
                item.vote(*["text"] * text)
        self.returned = Guess()
        self.read = False
