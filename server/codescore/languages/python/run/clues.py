"""What a Python script does with what it reads, as a whole: inverts it, keeps it both ways round, only compares it.

Guesses, read from the text alone; pure.  Neighbours: `ranging` (asks), `row_places` (rows of tables).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import product

_LEAST, _MOST_APART = 2, 64  # signs of a text that is only compared; such texts
_INVERSE = re.compile(r"inv|pos|ind|idx|where|place", re.IGNORECASE)  # what the inverse of a permutation is called


def tables(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """Tables that are written down, by name, and the texts that are looked up in them."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], ast.Dict(keys)):
                texts = [one.value for one in keys if isinstance(one, ast.Constant) and isinstance(one.value, str)]
                if texts and len(texts) == len(keys):
                    yield name, texts


def told_apart(tree: ast.Module) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What is only compared with texts of one length (`s == ".#"`) is any of that length and of their signs."""
    texts: dict[str, set[str]] = {}
    compared = set()
    for node in ast.walk(tree):
        match node:
            case ast.Compare(ast.Name(name) as one, [ast.Eq() | ast.NotEq()], [ast.Constant(str() as text)]):
                texts.setdefault(name, set()).add(text)
                compared.add(id(one))
    used = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in compared
    }
    for name, known in texts.items():
        size, signs = len(min(known)), sorted({sign for text in known for sign in text})
        alike = {len(text) for text in known} == {size} and size >= _LEAST and len(signs) > 1
        if alike and name not in used and len(signs) ** size <= _MOST_APART:
            yield name, tuple(map("".join, product(signs, repeat=size)))


def inverted(tree: ast.Module) -> Iterator[str]:
    """Lists of which it is noted where each value stands (`pos[p] = i`), and what is called P beside such a Q."""
    places = {}
    for node in ast.walk(tree):
        match node:
            case ast.For(
                ast.Tuple([ast.Name(i), ast.Name(x)]), ast.Call(ast.Name("enumerate"), [ast.Name(several), *_])
            ):
                places[x, i] = several
            case ast.For(ast.Name(i), ast.Call(ast.Name("range"))):
                places["", i] = ""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Subscript(ast.Name(held), key)], ast.Name(i)) if _INVERSE.search(held):
                match key:
                    case ast.Name(x) if (x, i) in places:
                        found.add(places[x, i])
                    case ast.Subscript(ast.Name(several), ast.Name(place)) if place == i and ("", i) in places:
                        found.add(several)
    given = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    for both in ({"P", "Q"}, {"p", "q"}):
        found |= both if both & found and both <= given else set()
    yield from found


def turned(tree: ast.Module) -> Iterator[tuple[str, ...]]:
    """Names of which pairs are kept in both orders: `near.add((a, b)); near.add((b, a))`."""
    pairs: dict[str, set[tuple[str, ...]]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(ast.Name(held), "add" | "append"), [ast.Tuple([ast.Name(a), ast.Name(b)])]):
                pairs.setdefault(held, set()).add((a, b))
    yield from (pair for found in pairs.values() for pair in found if pair[::-1] in found)
