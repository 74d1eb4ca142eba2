"""The signs that the lines of a script are made of, where it looks for several: a map, a picture, moves.

    if cell == "#": ...      row.count("~")      {"^": (-1, 0), "v": (1, 0)}[step]      # '.' is free

Pure; a guess.  Neighbours: `reading` (asks), `languages.input_rows` (other languages).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from codescore.languages.input_rows import PAIRS, WAYS
from codescore.languages.python.run.nodes import last_name

_ASKS = ("count", "find", "index", "rfind")
_QUOTED = re.compile(r"(?<!\w)['\"`]([^\s\w'\"`])['\"`](?!\w)|(?<!\w)['\"`]([A-Za-z0-9])['\"`](?!\w)")
_LEAST, _MOST, _BITS = 2, 12, "01"


def signs_of(tree: ast.Module, words: str) -> str:
    """The signs, those that only `words` (its comments) show behind those that the script asks for; "" for
    letters alone.  One that is often beside another stands for both."""
    found = dict.fromkeys(one for node in ast.walk(tree) for one in _asked(node) if len(one) == 1 and one.isprintable())
    shown = [one or other for one, other in _QUOTED.findall(words)] if found else []
    signs = "".join(dict.fromkeys(sign for sign in (*found, *shown) if not sign.isspace()))
    if signs and {*signs} <= {*_BITS} and any(map(_bit, ast.walk(tree))):
        return _BITS
    put = "".join(dict.fromkeys(sign for node in ast.walk(tree) for sign in _put(node) if sign not in signs))
    if len(signs) == 1 and put and not f"{signs}{put}".isalnum():
        signs += put
    if len(signs) == 1:
        return next((pair for pair in PAIRS if signs in pair and not signs.isalnum()), "")
    letters = {*found, *(one for node in ast.walk(tree) for one in _among(node))}
    ways = next((ways for ways in WAYS if len(letters.intersection(ways)) >= len(ways) - 1), "")
    if ways and {sign for sign in letters if sign.isalpha()} <= {*ways} and (signs.isalpha() or not signs):
        return ways
    signs += "." if "#" in signs and "." not in signs else ""  # who asks for walls goes where there is none
    return signs if _LEAST <= len(signs) <= _MOST and not signs.isalnum() else ""


def _bit(node: ast.AST) -> bool:
    """Whether the sign at some place of a text is compared with 0 or 1."""
    match node:
        case ast.Compare(ast.Subscript(), [ast.Eq() | ast.NotEq()], [ast.Constant("0" | "1")]):
            return True
    return False


def _asked(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Compare(left, _, others) if last_name(left) != "__name__":
            for side in (left, *others):
                yield from _texts(side)
        case ast.Call(ast.Attribute(_, name), [one, *_]) if name in _ASKS:
            yield from _texts(one)
        case ast.Dict(keys) if len(keys) > 1:
            for key in keys:
                yield from _texts(key)
        case ast.MatchValue(value):
            yield from _texts(value)


def _put(node: ast.AST) -> str:
    """The sign that a place of a table becomes: `grid[r][c] = "#"`."""
    match node:
        case ast.Assign([ast.Subscript(ast.Subscript())], ast.Constant(str() as sign)) if len(sign) == 1:
            return sign if sign.isprintable() and not sign.isspace() else ""
    return ""


def _among(node: ast.AST) -> str:
    """The letters among which one is looked for: `if move in "LR"`."""
    match node:
        case ast.Compare(ast.Name(), [ast.In() | ast.NotIn()], [ast.Constant(str() as text)]):
            return text
    return ""


def _texts(node: ast.expr | None) -> Iterator[str]:
    match node:
        case ast.Constant(str() as text):
            yield from text if len(text) <= _MOST and not text.isalnum() else [text]
        case ast.Tuple(parts) | ast.List(parts) | ast.Set(parts):
            for part in parts:
                yield from _texts(part)


def once_of(tree: ast.Module, signs: str) -> str:
    """Those of the signs that stand once on a map: their place is kept (`if cell == "S": at = r, c`), or looked up."""
    found = dict.fromkeys(sign for node in ast.walk(tree) for sign in _placed(node))
    return "".join(sign for sign in found if sign in signs)


def _placed(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Call(ast.Attribute(_, "index" | "find"), [ast.Constant(str() as sign), *_]) if len(sign) == 1:
            yield sign
        case ast.If(ast.Compare(_, [ast.Eq() | ast.In()], [other]) as test, body):
            sides = [side for side in (test.left, other) if isinstance(side, ast.Constant)]
            kept = any(isinstance(one, ast.Assign) and _is_place(one.value) for one in body)
            yield from (sign for side in sides for sign in _texts(side) if kept and len(sign) == 1)


def _is_place(node: ast.expr) -> bool:
    """Whether it is where something stands: two names, or one of them and what is computed of it."""
    parts = node.elts if isinstance(node, ast.Tuple) else []
    return len(parts) == 2 and any(isinstance(one, ast.Name) for one in parts)
