"""What is known of a Python function while its program is read; see `languages.kinds`."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from codescore.languages.held_patterns import HELD
from codescore.languages.kinds import Guess
from codescore.languages.python.run.nodes import whole
from codescore.languages.wording import mapped_to, rows_of

#: What a call gives by name; without one what `**` gives.
Named: TypeAlias = Mapping[str | None, Guess]


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

    def taken(self, kinds: Sequence[Guess], named: Named) -> Iterator[tuple[Guess, Guess]]:
        """What a call gives, each with the parameter that takes it: by place, behind these, by name."""
        places, given = self.node.args, {name: kind for name, kind in named.items() if name is not None}
        by_place = [place.arg for place in (*places.posonlyargs, *places.args)]
        yield from zip((self.parameters[name] for name in by_place), kinds, strict=False)
        if places.vararg is not None:
            yield from ((self.parameters[places.vararg.arg].inside(), kind) for kind in kinds[len(by_place) :])
        known = {*by_place, *(place.arg for place in places.kwonlyargs)}
        for name, kind in given.items():
            if name in known:
                yield self.parameters[name], kind
            elif places.kwarg is not None:
                yield self.parameters[places.kwarg.arg].entry(name), kind


_MOST = 12  # signs of such a text
_SIXTY, _PAIR = 60, 2
_HOUR, _MINUTE = r"(?:[01]\d|2[0-3])", r"[0-5]\d"
#: From where to where a number is read; to the end of the text: None.
_Span = tuple[int, int | None]


def digit_patterns(function: ast.AST) -> dict[str, str]:
    """The patterns of texts, by name, whose digits are read at fixed places: `int(t[:2]) * 60 + int(t[2:])`."""
    nodes = [*ast.walk(function)]
    spans: dict[str, set[_Span]] = defaultdict(set)
    for name, span in _spans(nodes):
        spans[name].add(span)
    if not spans:
        return {}
    clock = any(isinstance(node, ast.Constant) and node.value == _SIXTY for node in nodes)
    looked = {n.value.id for n in nodes if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name)
              and not isinstance(n.slice, ast.Slice)}  # fmt: skip
    found = {name: _pattern(some, clock=clock) for name, some in spans.items() if name not in looked}
    return {name: pattern for name, pattern in found.items() if pattern}


def _pattern(spans: set[_Span], *, clock: bool) -> str:
    ordered = sorted(spans, key=lambda span: (span[0], span[1] is None, span[1] or 0))
    made, at, width = "", 0, 0
    if ordered[0][0] != 0 or ordered == [(0, None)]:
        return ""
    for number, (start, end) in enumerate(ordered):
        width = end - start if end is not None else width
        if start < at or not width > 0 or start + width > _MOST or (end is None and number < len(ordered) - 1):
            return ""
        pair = clock and width == _PAIR and len(ordered) > 1
        digits = (_HOUR if number == 0 else _MINUTE) if pair else rf"\d{{{width}}}"
        made += (":" if pair else "[-./]") * (start - at) + digits  # no digit is read there
        at = start + width
    return f"^{made}$"


def _spans(nodes: list[ast.AST]) -> Iterator[tuple[str, _Span]]:
    parts = {
        node.targets[0].id: node.value
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        if isinstance(node.value, ast.Subscript)
    }
    for node in nodes:
        match node:
            case ast.Call(ast.Name("int"), [ast.Name() | ast.Subscript() as part]):
                part = parts.get(part.id, part) if isinstance(part, ast.Name) else part
                match part:
                    case ast.Subscript(ast.Name(text), ast.Slice(lower, upper, None)) if lower or upper:
                        start, end = (None if one is None else whole(one) for one in (lower, upper))
                        known = (lower is None or start is not None) and (upper is None or end is not None)
                        if known and (start or 0) >= 0 and (end is None or end > 0):
                            yield text, (start or 0, end)
