"""Texts of which a Python function reads digits by their places, as a pattern: `int(t[:2]) * 60 + int(t[2:])`.

Pure.  Neighbours: `kinds` (asks), `languages.held_patterns` (texts that match).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from codescore.languages.python.run.nodes import whole

_MOST = 12  # signs of such a text
_SIXTY, _PAIR = 60, 2
_HOUR, _MINUTE = r"(?:[01]\d|2[0-3])", r"[0-5]\d"


def digit_pattern(function: ast.AST, name: str) -> str:
    """The pattern of a text of that name, "" where its digits are not read at fixed places."""
    spans = sorted({*_spans(function, name)})
    clock = any(isinstance(node, ast.Constant) and node.value == _SIXTY for node in ast.walk(function))
    made, at, width = "", 0, 0
    for number, (start, end) in enumerate(spans):
        if start < at or (end is None and number < len(spans) - 1):
            return ""
        width = end - start if end is not None else width or _PAIR
        if not 0 < width <= _MOST:
            return ""
        pair = clock and width == _PAIR and len(spans) > 1
        digits = (_HOUR if number == 0 else _MINUTE) if pair else rf"\d{{{width}}}"
        made += (":" if pair else "[-./]") * (start - at) + digits  # no digit is read there
        at = start + width
    return f"^{made}$" if made and at <= _MOST else ""


def _spans(function: ast.AST, name: str) -> Iterator[tuple[int, int | None]]:
    """From where to where numbers are read from such a text; to its end: None."""
    parts = {
        target.id: node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and len(node.targets) == 1
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value, ast.Subscript)
    }
    for node in ast.walk(function):
        match node:
            case ast.Call(ast.Name("int"), [ast.Name() | ast.Subscript() as part]):
                part = parts.get(part.id, part) if isinstance(part, ast.Name) else part
                match part:
                    case ast.Subscript(ast.Name(text), ast.Slice(lower, upper, None)) if text == name:
                        start, end = (None if one is None else whole(one) for one in (lower, upper))
                        known = (lower is None or start is not None) and (upper is None or end is not None)
                        if known and (start or 0) >= 0 and (end is None or end > 0):
                            yield start or 0, end
