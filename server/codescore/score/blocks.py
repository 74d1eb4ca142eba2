"""Bodies without braces get theirs: `if ( a ) return b ;` becomes the three lines of `if ( a ) { return b ; }`.

For languages with braces, which let one write both, so that neither counts as a difference.  What is added has no text
of its own: it is said to stand where the token before it does.  Pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from codescore.languages import Language

_OPEN, _CLOSE, _END = "{", "}", ";"


@dataclass(frozen=True, slots=True)
class Line:
    """The tokens of a sketch's line, their offsets, and its indentation in steps."""

    tokens: list[str]
    starts: list[int]
    depth: int

    def part(
        self, low: int, high: int, depth: int, *, before: tuple[str, ...] = (), after: tuple[str, ...] = ()
    ) -> Line:
        """Tokens [low, high) as a line of their own, with tokens added around them."""
        at = self.starts[max(0, min(low, len(self.starts) - 1))]
        end = self.starts[max(0, min(high, len(self.starts)) - 1)]
        starts = [at] * len(before) + self.starts[low:high] + [end] * len(after)
        return Line([*before, *self.tokens[low:high], *after], starts, depth)


@dataclass(slots=True)
class _Open:
    """Blocks that were opened without a brace and end with the braced one inside them: how many, and at which depth."""

    depth: int
    added: int


@dataclass(slots=True)
class _State:
    language: Language
    open: list[_Open] = field(default_factory=list)

    @property
    def deeper(self) -> int:
        return sum(one.added for one in self.open)


def _unbraced(tokens: list[str], language: Language) -> bool:
    """Whether a line begins with a loop or a branch and does not end with the brace that opens its body."""
    if tokens[-1] == _CLOSE:
        return False
    control = language.control
    at = tokens[0] == _CLOSE and len(tokens) > 1
    word = tokens[at]
    if word in control.otherwise:
        return tokens[at + 1 : at + 2] != [_OPEN]
    return not at and word in control.loops | control.branches and _head(Line(tokens, [], 0), 0, language)[1] == "body"


def braced(lines: list[Line], language: Language) -> list[Line]:
    """The lines with every body of a loop or branch in braces, a statement to a line; as they are where all are."""
    if not any(_unbraced(line.tokens, language) for line in lines):
        return lines
    state = _State(language)
    return [line for given in lines for line in _line(given, state)]


def _line(line: Line, state: _State) -> Iterator[Line]:
    tokens, control = line.tokens, state.language.control
    depth = line.depth + state.deeper
    closes = tokens[0] == _CLOSE
    first = 1 if closes else 0
    is_else = tokens[first : first + 1] != [] and tokens[first] in control.otherwise
    if not is_else and (closes or tokens[0] not in control.loops | control.branches):
        yield line.part(0, len(tokens), depth)
    else:
        yield from _statement(line, 0, depth, state)
    if tokens[-1] == _OPEN or not closes:
        return
    while state.open and state.open[-1].depth == line.depth:
        ended = state.open.pop()
        for k in range(ended.added):
            yield line.part(len(tokens), len(tokens), depth - 1 - k, after=(_CLOSE,))


def _statement(line: Line, index: int, depth: int, state: _State) -> Iterator[Line]:
    """A statement that begins a line or a body, with what follows it on the line."""
    at, added = index, 0
    while at < len(line.tokens):
        end, shape = _head(line, at, state.language)
        if shape == "body":
            yield line.part(at, end, depth + added, after=(_OPEN,))
            at, added = end, added + 1
            continue
        yield line.part(at, end, depth + added)
        at = end
        if shape == "open":
            if added:
                state.open.append(_Open(line.depth, added))
            return
        while added and not (at < len(line.tokens) and line.tokens[at] in state.language.control.otherwise):
            added -= 1
            yield line.part(at, at, depth + added, after=(_CLOSE,))
        if added:
            added -= 1
            end, shape = _head(line, at, state.language)
            yield line.part(at, end, depth + added, before=(_CLOSE,), after=(_OPEN,) if shape == "body" else ())
            at = end
            if shape == "open":
                if added:
                    state.open.append(_Open(line.depth, added))
                return
            added += 1


def _head(line: Line, index: int, language: Language) -> tuple[int, str]:
    """Where the header or the whole statement at `index` ends; `body` if its body follows without a brace, `open` if
    the line ends in one.
    """
    tokens, control = line.tokens, language.control
    at = index + (tokens[index] == _CLOSE)
    is_else = at < len(tokens) and tokens[at] in control.otherwise
    at += is_else
    heads = control.loops | control.branches
    if at + 1 < len(tokens) and tokens[at] in heads and tokens[at + 1] == "(":
        at = _behind_bracket(tokens, at + 1)
    elif not is_else:
        return _end(tokens, index)
    if at >= len(tokens) or tokens[at] == _END:
        return len(tokens), "whole"
    return (at, "body") if tokens[at] != _OPEN else _end(tokens, index)


def _behind_bracket(tokens: list[str], index: int) -> int:
    depth = 0
    for i in range(index, len(tokens)):
        depth += (tokens[i] == "(") - (tokens[i] == ")")
        if not depth:
            return i + 1
    return len(tokens)


def _end(tokens: list[str], index: int) -> tuple[int, str]:
    """Where a statement that has no body of its own ends."""
    depth = 0
    for i in range(index, len(tokens)):
        depth += (tokens[i] in ("(", _OPEN)) - (tokens[i] in (")", _CLOSE))
        if tokens[i] == _END and depth <= 0:
            return i + 1, "whole"
    return len(tokens), "open" if tokens[-1] == _OPEN else "whole"
