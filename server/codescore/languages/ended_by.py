"""The line at which a program stops to read: `while n != 0`, `if (r == 0 && c == 0) break`, `if name == "END": break`.

Several lines that belong together come again until the first of them is that one.  What the condition asks is found by
trying it: the numbers and texts that it names, and 0 and -1, in the place of what was read.  A guess; pure.
Neighbours: `languages.input_rows` and `languages.python.run.reading` (ask), `languages.shapes` (`BlockShape.until`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from codescore.languages.shapes import BlockShape, IntShape, RowShape, Samples, Shape
from codescore.languages.values import Int, Text

_STOPS = re.compile(r"\bif\b([^;{}\n]{1,200}?)[{:]?\s*(?:break|return|quit|(?:(?:sys|System|process)\.)?exit)\b")
_GOES_ON = re.compile(r"\bwhile\b([^;{}\n]{1,200}?)(?:\{|(?<!:):(?!:)|\n|\)\s*(?=\w))")
#: How languages with braces write what Python has words for.
_WORDS = ((r"&&", " and "), (r"\|\|", " or "), (r"!(?!=)", " not "), (r"\.equals\(", " == ("), (r"===|!==", "=="))
_READ = re.compile(
    r"\b(?:std::)?cin\b(?:\s*>>\s*[\w.\[\]]+)+|\bscanf\s*\([^)]*\)(?:\s*==\s*\d+)?|\btrue\b|\b\w+\.hasNext\w*\(\)"
)
_Known = int | str
_ANY: tuple[_Known, _Known] = (7, "x y")  # a number and a text that no condition names
_MOST = 4  # words of the line


def again_until(rows: Sequence[RowShape | BlockShape], code: str) -> BlockShape | None:
    """The rows as they come again until a line ends them, where the code says which; None where it does not."""
    for together in range(1, _MOST + 1):
        alone = [row for row in rows[:together] if isinstance(row, RowShape) and _is_line(row)]
        if len(alone) < together or (together > 1 and any(len(row.tokens) > 1 for row in alone)):
            return None
        tokens, names = (token for row in alone for token in row.tokens), (name for row in alone for name in row.names)
        first = replace(alone[0], tokens=tuple(tokens), names=tuple(names))  # tokens of their own may stand on one line
        if (block := _block(first, rows[together:], code)) is not None:
            return block
    return None


def _is_line(row: RowShape) -> bool:
    """Whether it is one line of so many tokens, each of which has a name."""
    single = row.count is None and row.times is None and row.until is None and not row.some
    return single and bool(row.names) and len(row.names) == len(row.tokens) <= _MOST


def _block(first: RowShape, others: Sequence[RowShape | BlockShape], code: str) -> BlockShape | None:
    end = _ending(code, dict(zip(first.names, first.tokens, strict=True)))
    if end is None:
        return None
    tokens = tuple(_above(token, end.get(name)) for name, token in first.named())
    line = first.separator.join(str(end.get(name, 0)) for name in first.names)
    return BlockShape((replace(first, tokens=tokens), *others), 1, until=line)


def _above(token: Shape, end: _Known | None) -> Shape:
    """The numbers that do not look like the end."""
    if isinstance(end, int) and isinstance(token, IntShape) and token.low in (None, 1) and token.high is None:
        return IntShape(max(0, end + 1), None)
    return token


def _ending(code: str, tokens: Mapping[str, Shape]) -> dict[str, _Known] | None:
    """What stands in the last line for the names that a condition asks about."""
    for test, stops in _conditions(code):
        asked = [*dict.fromkeys(node.id for node in ast.walk(test) if isinstance(node, ast.Name))]
        if not asked or not {*asked} <= {*tokens}:
            continue
        kept = [_tries(test, tokens[name]) for name in asked]
        usual = dict(zip(asked, (_ANY[_is_word(tokens[name])] for name in asked), strict=True))
        if _holds(test, usual) is not (not stops):
            continue
        for values in product(*kept):
            known = dict(zip(asked, values, strict=True))
            if _holds(test, known) is stops:
                return known
    return None


def _conditions(code: str) -> Iterator[tuple[ast.expr, bool]]:
    """What a program asks before it stops to read (True), or goes on (False)."""
    for pattern, stops in ((_STOPS, True), (_GOES_ON, False)):
        for found in pattern.finditer(code):
            text = _READ.sub(" ", found[1])
            for sign, word in _WORDS:
                text = re.sub(sign, word, text)
            for part in (text, text.rpartition(",")[2]):
                inner = re.sub(r"^[\s(]*and\b|^\s*,", "", _balanced(part.strip()))
                try:
                    yield ast.parse(_balanced(inner.strip()), mode="eval").body, stops
                except (SyntaxError, ValueError, MemoryError, RecursionError):
                    continue
                break


def _balanced(text: str) -> str:
    """The text without brackets at its ends that nothing closes or opens, and without those around all of it."""
    text = text.strip()
    more = text.count("(") - text.count(")")
    while more > 0 and text.startswith("("):
        text, more = text[1:].strip(), more - 1
    while more < 0 and text.endswith(")"):
        text, more = text[:-1].strip(), more + 1
    return text


def _is_word(token: Shape) -> bool:
    return not isinstance(token, IntShape)


def _tries(test: ast.expr, token: Shape) -> list[_Known]:
    """What may stand for a name: what the condition names, one less, 0 and -1."""
    values = [node.value for node in ast.walk(test) if isinstance(node, ast.Constant)]
    if _is_word(token):
        texts = [v for v in values if isinstance(v, str)]
        own = token.values if isinstance(token, Samples) else ()
        return [*texts, *(one.value for one in own if isinstance(one, (Text, Int)))]
    numbers = [v for v in values if type(v) is int]
    signed = [-n for n in numbers if any(isinstance(node, ast.USub) for node in ast.walk(test))]
    return [*dict.fromkeys((*signed, 0, *numbers, -1, *(n - 1 for n in numbers)))]


def _holds(test: ast.expr, known: Mapping[str, _Known]) -> bool | None:
    """Whether a condition holds; None where it asks something else."""
    try:
        return bool(_value(test, known))
    except (KeyError, TypeError, ValueError):
        return None


def _value(node: ast.expr, known: Mapping[str, _Known]) -> _Known | tuple[_Known, ...]:
    match node:
        case ast.Name(name):
            return known[name]
        case ast.Constant(bool() | int() | str() as value):
            return value
        case ast.Tuple(parts):
            return tuple(one for part in parts if not isinstance(one := _value(part, known), tuple))
        case ast.UnaryOp(ast.Not(), inner):
            return not _value(inner, known)
        case ast.UnaryOp(ast.USub(), inner):
            return -_number(inner, known)
        case ast.BoolOp(operator, parts):
            every = all if isinstance(operator, ast.And) else any
            return every([bool(_value(part, known)) for part in parts])
        case ast.BinOp(left, ast.Add(), right):
            return _number(left, known) + _number(right, known)
        case ast.Compare(left, operators, others):
            values = [_value(one, known) for one in (left, *others)]
            return all(map(_compared, values, operators, values[1:]))
    raise ValueError(ast.dump(node))


def _number(node: ast.expr, known: Mapping[str, _Known]) -> int:
    value = _value(node, known)
    if not isinstance(value, int):
        raise TypeError(value)
    return value


def _compared(one: object, operator: ast.cmpop, other: object) -> bool:
    match operator, one, other:
        case ast.Eq(), _, _:
            return one == other
        case ast.NotEq(), _, _:
            return one != other
        case ast.Lt(), int(), int():
            return one < other
        case ast.LtE(), int(), int():
            return one <= other
        case ast.Gt(), int(), int():
            return one > other
        case ast.GtE(), int(), int():
            return one >= other
    raise ValueError(operator)
