"""How many items the lists and arrays of a C++ program have, outermost first, as it declares them.

    int board[4][4];  std::array<std::array<int, 4>, 4> board;      board: 4, 4
    vector<vector<int>> grid(h, vector<int>(w));                    grid: h, w

Read from its text, without comments: a guess, and never an error.  Pure.  Neighbours: `inputs` (asks, for loops over
them).
"""

from __future__ import annotations

import re

_SIZE = r"\s*\(\s*(\w+)\s*"
_MADE = re.compile(rf"\b(?:vector|valarray)\s*<([^;(){{}}]{{0,200}})>\s*(\w+){_SIZE}")
_INNER = re.compile(rf"\s*,\s*(?:std::)?vector\s*<[^;(){{}}]{{0,200}}>{_SIZE}")
_RESIZED = re.compile(rf"\b(\w+)\s*\.\s*(?:resize|assign){_SIZE}[,)]")
_DECLARED = re.compile(
    r"\b(?!return\b|new\b|else\b|delete\b)\w+(?:\s*>)?[\s&*]\s*(\w+)((?:\s*\[\s*\w+\s*\]){1,4})\s*(?=[;,={])"
)
_ARRAY = re.compile(r"\barray\s*<")
_CONSTANT = re.compile(
    r"#\s*define\s+(\w+)\s+(\d+)\s*$|"
    r"\b(?:const|constexpr)\s+(?:\w+\s+){1,3}?(\w+)\s*(?:=\s*|\{\s*)(\d+)\s*[;,}]",
    re.MULTILINE,
)
_DEEP, _LONG = 4, 200


def constants_in(program: str) -> dict[str, str]:
    """The whole numbers that a program names and never changes, as they are written."""
    return {match[1] or match[3]: match[2] or match[4] for match in _CONSTANT.finditer(program)}


def dimensions(program: str) -> dict[str, tuple[str, ...]]:
    """How many items what has a name has, and each of these: names of numbers, or numbers."""
    found: dict[str, tuple[str, ...]] = {}
    for match in _MADE.finditer(program):
        sizes, inner = [match[3]], _INNER.match(program, match.end())
        while inner is not None and len(sizes) < _DEEP:
            sizes.append(inner[1])
            inner = _INNER.match(program, inner.end())
        fixed = _of_type(match[1], 0)[1] if len(sizes) == 1 else ()
        found.setdefault(match[2], (*sizes, *fixed))
    for start in _ARRAY.finditer(program):
        end, sizes_of = _of_type(program[start.start() : start.start() + _LONG], 0)
        name = re.match(r"\s*&?\s*(\w+)\s*((?:\[\s*\w+\s*\]\s*){0,4})", program[start.start() + end :])
        if sizes_of and name is not None:
            found.setdefault(name[1], (*re.findall(r"\w+", name[2]), *sizes_of))
    for match in _DECLARED.finditer(program):
        found.setdefault(match[1], tuple(re.findall(r"\w+", match[2])))
    for match in _RESIZED.finditer(program):
        found.setdefault(match[1], (match[2],))
    known = constants_in(program)
    return {name: tuple(known.get(size, size) for size in sizes) for name, sizes in found.items()}


def _of_type(text: str, depth: int) -> tuple[int, tuple[str, ...]]:
    """Where a type `array<…, n>` ends that a text begins with, and how many items it has, and each of these."""
    start = re.match(r"\s*(?:std::)?array\s*<", text)
    if start is None or depth >= _DEEP:
        plain = re.match(r"\s*[\w:]+(?:\s+\w+)*\s*[*&]?", text)
        return (plain.end() if plain is not None else 0), ()
    end, inner = _of_type(text[start.end() :], depth + 1)
    size = re.match(r"\s*,\s*(\w+)\s*>", text[start.end() + end :])
    return (start.end() + end + size.end(), (size[1], *inner)) if size is not None else (0, ())
