"""What holds all lines of a Python script's input, or all its tokens, by name.

    lines = [line.strip() for line in sys.stdin]        data = list(map(int, sys.stdin.read().split()))

It is followed through functions that give it, and those that are given it.  A guess; pure.  Neighbours: `held_lines`
(asks), `line_ends` (what all lines are).
"""

from __future__ import annotations

import ast
from typing import Literal, TypeAlias

from codescore.languages.python.run.line_ends import is_all_lines
from codescore.languages.python.run.nodes import last_name

Kind: TypeAlias = Literal["lines", "tokens", "numbers"]
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
_STRIPS = ("strip", "rstrip", "lstrip")
_ROUNDS = 3  # what is held may be handed on so often


def is_text(node: ast.expr) -> bool:
    """Whether it is all of the input as one text."""
    match node:
        case ast.Call(ast.Attribute(inner, "strip" | "rstrip"), []):
            return is_text(inner)
        case ast.Call(ast.Attribute(source, "read"), []):
            return last_name(source) == "stdin" or (isinstance(source, ast.Call) and last_name(source.func) == "open")
    return False


class Held:
    """The names that hold all lines, or all tokens, and the functions that give these."""

    def __init__(self, tree: ast.Module) -> None:
        self.kinds: dict[str, Kind] = {}
        self.functions = {node.name: node for node in ast.walk(tree) if isinstance(node, FUNCTION)}
        #: Places that a script moves on itself (`at += 1`): what is looked at there is another one each time.
        self.moved = {
            node.target.id
            for node in ast.walk(tree)
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
        }
        self._gives: dict[str, Kind] = {}
        self.sizes: set[str] = set()  # names that say how many lines there are
        for _ in range(_ROUNDS):
            for node in ast.walk(tree):
                self._note(node)

    def _note(self, node: ast.AST) -> None:
        match node:
            case ast.Assign([ast.Name(name)], value) if kind := self.kind(value):
                self.kinds[name] = kind
            case ast.Assign([ast.Name(name)], value) if self.counts(value):
                self.sizes.add(name)
            case ast.Assign([ast.Tuple(parts)], ast.Tuple(values)) if any(map(self.counts, values)):
                pairs = zip(parts, values, strict=False)
                self.sizes |= {one.id for one, value in pairs if isinstance(one, ast.Name) and self.counts(value)}
            case ast.Assign([ast.Tuple(parts) | ast.List(parts)], value) if kind := self.kind(value):
                self.kinds |= {name: kind for name in map(rest_name, parts) if name}
            case ast.FunctionDef(name):
                given = [one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value is not None]
                kinds = [self.kind(one) for one in given]
                if kinds and kinds[0] is not None and len({*kinds}) == 1:
                    self._gives[name] = kinds[0]
            case ast.Call(ast.Name(name), given) if name in self.functions:
                for place, one in zip(self.functions[name].args.args, given, strict=False):
                    if kind := self.kind(one):
                        self.kinds[place.arg] = kind

    def counts(self, node: ast.expr) -> bool:
        """Whether it is how many lines there are: `len(lines)`."""
        match node:
            case ast.Call(ast.Name("len"), [held]):
                return self.kind(held) == "lines"
        return isinstance(node, ast.Name) and node.id in self.sizes

    def spans(self, node: ast.expr) -> bool:
        """Whether it is the places of all lines: `range(len(lines))`."""
        match node:
            case ast.Call(ast.Name("range"), [*_, size]):
                return self.counts(size)
        return False

    def kind(self, node: ast.AST | None) -> Kind | None:  # noqa: PLR0911  one form per case
        """What an expression holds all of."""
        match node:
            case ast.Name(name):
                return self.kinds.get(name)
            case ast.Call(ast.Name(name), []) if name in self._gives:
                return self._gives[name]
            case ast.Call(ast.Attribute(ast.Call(ast.Attribute(_, "read"), []), "split"), []):
                return "tokens"
            case ast.Call(ast.Name("list" | "tuple" | "deque"), [inner]):
                return self.kind(inner)
            case ast.Call(ast.Name("map"), [ast.Name("int"), inner]):
                return "numbers" if self.kind(inner) == "tokens" else None
            case ast.Call(ast.Name("iter" | "map" | "filter"), [*first, inner]) if all(map(_keeps, first)):
                return "lines" if self.kind(inner) == "lines" else None
            case ast.ListComp(element, [one]) | ast.GeneratorExp(element, [one]):
                kind = self.kind(one.iter)
                if kind == "tokens" and _is_number(element, one.target):
                    return "numbers"
                return kind if kind and _is_line(element, one.target) else None
            case ast.Subscript(inner, ast.Slice(_, None | ast.UnaryOp(), None)):
                return "lines" if self.kind(inner) == "lines" else None
            case ast.expr() if is_all_lines(node) and not is_text(node):
                return "lines"
        return None


def rest_name(node: ast.expr) -> str:
    """The name of all others: `first, *others = lines`."""
    return node.value.id if isinstance(node, ast.Starred) and isinstance(node.value, ast.Name) else ""


def _keeps(function: ast.expr) -> bool:
    """Whether a line stays a line: `str.strip`, or nothing but empty ones are left out."""
    return last_name(function) in ("str", *_STRIPS) or (isinstance(function, ast.Constant) and function.value is None)


def _is_line(element: ast.expr, target: ast.expr) -> bool:
    """Whether it is the line itself, perhaps without the blanks around it, or as a list of its signs."""
    match element:
        case ast.Name(name):
            return isinstance(target, ast.Name) and name == target.id
        case ast.Call(ast.Attribute(inner, "strip" | "rstrip" | "lstrip"), _) | ast.Call(
            ast.Name("list" | "tuple"), [inner]
        ):
            return _is_line(inner, target)
    return False


def _is_number(element: ast.expr, target: ast.expr) -> bool:
    match element:
        case ast.Call(ast.Name("int"), [ast.Name(name)]):
            return isinstance(target, ast.Name) and name == target.id
    return False
