"""The commands that a Python script reads: lines whose first word it compares with others, and what stands behind it.

`languages.commands` reads them from the text of a program as languages with braces write it: words in double quotes,
`parseInt(words[1])`, the words of a line by their places.  This is a script so written.  A guess; pure.  Neighbours:
`surveying` (asks), `reading` (other lines).
"""

from __future__ import annotations

import ast
import copy
import re

from codescore.languages.commands import commands
from codescore.languages.quoting import words_of
from codescore.languages.shapes import LinesShape, OneOf, RowShape

_LINE = "line_"
_SAME = ("strip", "rstrip", "lstrip", "lower", "upper", "casefold")
_NUMBERS, _DIGITS = ("int", "float", "Decimal"), ("isdigit", "isdecimal", "isnumeric")
_ASKED = re.compile(r'(?:\[0\]\)? == |\bcase )("[A-Za-z][\w-]*"|\d\b)')
_ROUNDS = 3  # words may be handed on so often
_LEAST = 2  # words that the first of a line is compared with


def commanded(tree: ast.Module, source: str, form: LinesShape) -> OneOf | None:
    """The lines of commands; None where there are none, or something else stands before them.

    `form` is what the script is seen to read.
    """
    places = _Places(tree)
    program = _braced(tree, places)
    *before, last = form.rows
    times = last.times if isinstance(last, RowShape) and before else None
    if len({*_ASKED.findall(program)}) < _LEAST or (before and not isinstance(times, str)):
        return None
    wide = tuple(f"parseInt({_LINE}[{place}])" in program for place in range(1, places.exact))
    ahead = (tuple(before), times) if isinstance(times, str) else None
    return None if wide and all(wide) else commands(program, words_of(source), ahead=ahead, least=wide, by_place=True)


def _braced(tree: ast.Module, places: _Places) -> str:
    """The script with the words of a line by their places, numbers by `parseInt`, and words in double quotes."""
    made = _ByPlace(places).visit(copy.deepcopy(tree))
    text = re.sub(r"'([^'\"\\\n]*)'", r'"\1"', ast.unparse(ast.fix_missing_locations(made)))
    return _in_braces(re.sub(r"\bmatch (\S+\[0\]):", r"switch (\1):", text))


def _in_braces(text: str) -> str:
    """Blocks in braces, conditions in brackets, a semicolon behind each statement."""
    lines: list[str] = []
    deep = 0
    for line in (*text.splitlines(), ""):
        now = (len(line) - len(line.lstrip())) // 4 if line.strip() or not lines else 0
        lines.append("}" * (deep - now))
        deep = now
        if not line.rstrip().endswith(":"):
            lines.append(f"{line};" if line.strip() else "")
            continue
        head = re.sub(r"^(\s*)elif\b", r"\1else if", line.rstrip()[:-1])
        head = re.sub(r"(?<!\S)(if|while) (.*)$", r"\1 (\2)", head)
        lines.append(f"{head} {{")
        deep = now + 1
    return "\n".join(lines)


class _Places:
    """Names that are words of a line, and names of words from some place on, with what all words are called."""

    def __init__(self, tree: ast.Module) -> None:
        self.words: dict[str, tuple[str, int]] = {}
        self.lists: dict[str, tuple[str, int]] = {}
        self.whole: set[str] = set()  # of them those that are numbers
        self.exact = 0  # how many words every line has, where that is seen
        loops = [node for node in ast.walk(tree) if isinstance(node, ast.For | ast.While)]
        self._again = {id(node) for loop in loops for node in ast.walk(loop)}
        self._functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        for _ in range(_ROUNDS):
            for node in ast.walk(tree):
                self._note(node)

    def _note(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign) and id(node) not in self._again and _reads(node.value):
            return  # a line before the commands
        match node:
            case ast.Assign([ast.Name(name)], value) if _split(value):
                self.lists[name] = name, 0
                self.whole |= {name} if _numbers(value) else set()
            case ast.Assign([ast.Tuple(parts) | ast.List(parts)], value) if _split(value):
                self._parts(parts, _LINE, 0)
                self.whole |= {_LINE} if _numbers(value) else set()
                self.exact = 0 if any(isinstance(part, ast.Starred) for part in parts) else len(parts)
            case ast.Assign([ast.Tuple(parts)], ast.Tuple(values)) if len(parts) == len(values):
                for part, value in zip(parts, values, strict=True):
                    self._given(part, value)
            case ast.Assign([ast.Tuple(parts) | ast.List(parts)], value) if (some := self._some(value)) is not None:
                self._parts(parts, *some)
            case ast.Assign([ast.Name() as name], value):
                for one in [value, *(each for each in ast.walk(value) if isinstance(each, ast.Subscript))]:
                    self._given(name, one)
            case ast.Call(ast.Name(name), given) if name in self._functions:
                for place, one in zip(self._functions[name].args.args, given, strict=False):
                    self._given(ast.Name(place.arg), one)

    def _parts(self, parts: list[ast.expr], held: str, first: int) -> None:
        for number, part in enumerate(parts, first):
            if isinstance(part, ast.Name):
                self.words[part.id] = held, number
            elif isinstance(part, ast.Starred) and isinstance(part.value, ast.Name):
                self.lists[part.value.id] = held, number

    def _given(self, target: ast.expr, value: ast.expr) -> None:
        if not isinstance(target, ast.Name):
            return
        if (word := self.word(value)) is not None:
            self.words.setdefault(target.id, word)
        elif (some := self._some(value)) is not None:
            self.lists.setdefault(target.id, some)

    def word(self, node: ast.expr) -> tuple[str, int] | None:
        """What an expression is the word of, and at which place."""
        match node:
            case ast.Name(name):
                return self.words.get(name)
            case ast.Subscript(held, ast.Constant(int() as place)) if (some := self._some(held)) is not None:
                return some[0], some[1] + place
        return None

    def _some(self, node: ast.expr) -> tuple[str, int] | None:
        """Of which words an expression is those from some place on."""
        match node:
            case ast.Name(name):
                return self.lists.get(name)
            case ast.Subscript(held, ast.Slice(ast.Constant(int() as first), None, None)):
                some = self._some(held)
                return None if some is None else (some[0], some[1] + first)
        return None


def _split(value: ast.expr) -> bool:
    """Whether a line is taken apart into words."""
    return any(
        isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr == "split"
        for one in ast.walk(value)
    )


def _reads(value: ast.expr) -> bool:
    """Whether a line is read: `input()`, `stdin.readline()`."""
    calls = (one.func for one in ast.walk(value) if isinstance(one, ast.Call))
    return any(getattr(one, "attr", getattr(one, "id", "")) in ("input", "readline") for one in calls)


def _numbers(value: ast.expr) -> bool:
    """Whether all words of a line are made numbers: `map(int, input().split())`."""
    return any(
        isinstance(one, ast.Call) and ((isinstance(one.func, ast.Name) and one.func.id in _NUMBERS) or _is_map(one))
        for one in ast.walk(value)
    )


def _is_map(call: ast.Call) -> bool:
    first = call.args[0] if call.args else None
    return (
        isinstance(call.func, ast.Name)
        and call.func.id == "map"
        and isinstance(first, ast.Name)
        and first.id in _NUMBERS
    )


class _ByPlace(ast.NodeTransformer):
    """Writes each word of a line as `words[1]`, alone or in `parseInt(words[1])`."""

    def __init__(self, places: _Places) -> None:
        self._places = places

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A word by its place."""
        return self._by_place(node) if isinstance(node.ctx, ast.Load) else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """A word by its place among all words."""
        return self._by_place(node)

    def _by_place(self, node: ast.expr) -> ast.expr:
        word = self._places.word(node)
        if word is None:
            self.generic_visit(node)
            return node
        made = ast.Subscript(ast.Name(word[0], ast.Load()), ast.Constant(word[1]), ast.Load())
        whole = word[0] in self._places.whole and word[1] > 0
        return ast.Call(ast.Name("parseInt", ast.Load()), [made], []) if whole else made

    def visit_For(self, node: ast.For) -> ast.For:
        """What a loop calls otherwise is no word of a line in it."""
        inside = {one.id for one in ast.walk(node.target) if isinstance(one, ast.Name)}
        known = self._places.words
        self._places.words = {name: word for name, word in known.items() if name not in inside}
        self.generic_visit(node)
        self._places.words = known
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """What makes a number of a word, or asks whether it is one; what leaves the word as it is."""
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(inner, name), []) if name in _SAME:
                return inner
            case ast.Call(ast.Name(name), [inner]) if name in _NUMBERS:
                return ast.Call(ast.Name("parseInt", ast.Load()), [inner], [])
            case ast.Call(ast.Attribute(inner, name), []) if name in _DIGITS:
                return ast.Call(ast.Name("parseInt", ast.Load()), [inner], [])
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """`command in ("next", "prev")` as two comparisons."""
        self.generic_visit(node)
        match node:
            case ast.Compare(left, [ast.In()], [ast.Tuple(words) | ast.List(words) | ast.Set(words)]) if words:
                return ast.BoolOp(ast.Or(), [ast.Compare(left, [ast.Eq()], [one]) for one in words])
        return node
