"""Lists of edges: rows whose first two are nodes, of which a number says how many there are (`n`, `[[0, 1, 7], ...]`).

Read from how a program goes through the rows: what stands first and second in each is a place in something else.  Pure.
Neighbours: `languages.text_forms` (asks), `evidence.edge_lists` (checks lists and makes them).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from codescore.languages.assumed import Assumption, Property
from codescore.languages.shapes import FloatShape, IntShape, OneOf, SequenceShape, Shape, TupleShape

_WEIGHT = 0.85  # how surely edges lead from nodes to nodes
_COUNTS = re.compile(r"n|v|nodes?|num\w*|count|size|\w*nodes|vertices|\w*_count|cities|towns", re.IGNORECASE)
_FROM_ONE = re.compile(
    r"\b1 ?(?:\.\.|to|through|-|…|\.\.\.) ?(?:n|v)\b|\b(?:from|at) 1\b|\b[nv] ?\+ ?1\b", re.IGNORECASE
)
_ENDS = re.compile(r"s|t|k|src|dst|dest|source|target|destination|start|end|from|to|root|node\d?", re.IGNORECASE)
_TAKEN_APART = r"\bfor\b[^\n:;]{{0,30}}?[\[({{]?\s*((?:\w+\s*,\s*)+\w+)\s*[\])}}]?\s*(?:in|of|:)\s*{0}\b"
_ROW = r"\bfor\b[^\n:;]{{0,40}}?(\w+)\s*(?:in|of|:)\s*{0}\b"
_BY_NUMBER = r"\b{0}\s*\[\s*\w+\s*\]"
_LEAST, _MOST = 2, 4  # in a row


def edge_lists(shapes: Mapping[str, Shape], words: str, text: str) -> Iterator[Assumption]:
    """Which parameters are lists of edges, with the number of nodes; `text` is the function."""
    counts = [name for name, shape in shapes.items() if isinstance(shape, IntShape) and _COUNTS.fullmatch(name)]
    for name, shape in shapes.items() if counts else ():
        width = _width(shape, name, text)
        if width:
            base = int(_FROM_ONE.search(f"{words}\n{text}") is not None)
            because = "the first two of each row are places"
            yield Assumption(name, "edges", because, weight=_WEIGHT, other=counts[0], place=(base, width))
            ends = (one for one, inner in shapes.items() if isinstance(inner, IntShape) and one != counts[0])
            for end in ends:
                if _ENDS.fullmatch(end) or _is_place(re.escape(end), text):
                    within: Property = "counted in" if base else "places of"
                    yield Assumption(end, within, f"a node as those in {name}", weight=_WEIGHT, other=counts[0])


def _width(shape: Shape, name: str, text: str) -> int:
    """How many there are in a row whose first two are places in something; 0 where they are none."""
    row = _row(shape)
    if row is None:
        return 0
    apart = re.search(_TAKEN_APART.format(re.escape(name)), text)
    if apart is not None:
        parts = re.findall(r"\w+", apart[1])
        nodes = parts[:2] if _LEAST <= len(parts) <= _MOST and (row in (0, len(parts))) else []
        both = [_is_place(re.escape(one), text, put=bool(k)) for k, one in enumerate(nodes)]
        return len(parts) if nodes and all(both) else 0
    called = re.search(_ROW.format(re.escape(name)), text)
    item = re.escape(called[1]) if called is not None else _BY_NUMBER.format(re.escape(name))
    used = [int(one) for one in re.findall(rf"(?:\b{item}|{item})\s*\[\s*(\d)\s*\]", text)]
    used += [1] if re.search(rf"{item}\.second\b", text) else []
    nodes = [rf"{item}(?:\s*\[\s*{k}\s*\]|\.{part}\b)" for k, part in enumerate(("first", "second"))]
    width = max(used, default=-1) + 1
    named = [_named(one, text) for one in nodes]
    places = all(
        any(_is_place(called, text, put=bool(k)) for called in (one, *map(re.escape, known)))
        for k, (one, known) in enumerate(zip(nodes, named, strict=True))
    )
    return width if _LEAST <= width <= _MOST and row in (0, width) and places else 0


def _named(item: str, text: str) -> list[str]:
    """What a part of a row is called: `int a = e[0]`."""
    return re.findall(rf"\b(\w+)\s*=\s*{item}", text)


def _is_place(item: str, text: str, *, put: bool = False) -> bool:
    """Whether a program takes it for a place: `next[a]`, `next.get(a)`, `find(a)`; `put`: or notes it down as one."""
    places = [
        rf"\w\s*\[\s*(?:{item})\s*(?:-\s*1\s*)?\]",
        rf"\.(?:get|at)\(\s*(?:{item})\s*(?:-\s*1\s*)?\)",
        rf"\bfind\(\s*(?:{item})",
    ]
    noted = [rf"\.(?:push_back|emplace_back|append|add|push|insert)\(\s*[(\[{{]?\s*(?:{item})"] if put else []
    return re.search("|".join((*places, *noted)), text) is not None


def _row(shape: Shape) -> int | None:
    """How many numbers are in each row of a table, 0 where that may be any; None of what is none."""
    match shape:
        case SequenceShape(SequenceShape(element) as row) if _numeric(element):
            return row.min_size if row.min_size == row.max_size else 0
        case SequenceShape(TupleShape(items)) if all(map(_numeric, items)):
            return len(items)
        case OneOf(options):
            return next((found for one in options if (found := _row(one)) is not None), None)
    return None


def _numeric(shape: Shape) -> bool:
    """Whether it may be a number."""
    return isinstance(shape, (IntShape, FloatShape)) or (isinstance(shape, OneOf) and any(map(_numeric, shape.options)))
