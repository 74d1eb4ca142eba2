"""Texts that a Python program looks up in a table of its own, and does not ask for: they are there.

    RATES = {"book": 15, "dvd": 50}        RATES[loan["kind"]]        each kind of the loans is one of book, dvd
    SIZES = "SML"                          SIZES.index(size)          size is S, M or L

Neighbours: `surveying` (asks), `usage` (what is looked up in what), `nodes` (tables of the program).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from codescore.languages.assumed import Assumption
from codescore.languages.kinds import Guess
from codescore.languages.python.run.nodes import written
from codescore.languages.python.run.usage import Reader
from codescore.languages.text_forms import parts_of

_THERE = 0.85  # how surely what is looked up is there


def own_keys(
    tree: ast.Module, node: ast.FunctionDef | ast.AsyncFunctionDef, kinds: dict[str, Guess], reader: Reader
) -> Iterator[Assumption]:
    """Which parameters of a function, or parts of them, are among the keys of a table of the program."""
    tables = _tables(tree)
    for base, key in reader.looked if tables else ():
        name = next((name for name in tables if reader.literals[name].root() is base.root()), "")
        for parameter, kind in kinds.items() if name else ():
            for (part, place), found in parts_of(kind, "", (), 0):
                if found is key.root():
                    one = _among(parameter, name, tables[name], part, place)
                    signs = all(len(text) == 1 for text in tables[name]) and found is not kind.root() and not part
                    yield replace(one, property="made of", other="".join(tables[name])) if signs else one  # of a text
    for call in ast.walk(node):
        match call:
            case ast.Call(ast.Attribute(table, "index"), [ast.Name(parameter)]) if parameter in kinds:
                name, values = _row(tree, table)
                if values:
                    yield _among(parameter, name, values)


def _among(
    parameter: str, name: str, texts: tuple[str, ...], part: str = "", place: tuple[int, ...] = ()
) -> Assumption:
    because = f"it is looked up in {name}"
    return Assumption(parameter, "one of", because, weight=_THERE, other="\n".join(texts), part=part, place=place)


@lru_cache(maxsize=4)
def _tables(tree: ast.Module) -> dict[str, tuple[str, ...]]:
    """The tables of a program whose keys are texts, which nothing asks whether they are there."""
    return {name: keys for name, value in written(tree) if (keys := _keys(value)) and name not in _asked(tree)}


def _keys(value: ast.expr) -> tuple[str, ...]:
    """The keys of a table that is written with texts alone."""
    match value:
        case ast.Dict(keys):
            return _texts(keys)
    return ()


def _texts(items: list[ast.expr] | list[ast.expr | None]) -> tuple[str, ...]:
    found = tuple(one.value for one in items if isinstance(one, ast.Constant) and isinstance(one.value, str))
    return found if len(found) == len(items) and not any("\n" in text for text in found) else ()


@lru_cache(maxsize=4)
def _asked(tree: ast.Module) -> set[str]:
    """Names of what is asked whether something is there, or looked up with something else in its place."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.Compare(_, [ast.In() | ast.NotIn()], [ast.Name(name)]):
                found.add(name)
            case ast.Call(ast.Attribute(ast.Name(name), "get")):
                found.add(name)
            case ast.Try(body):
                found |= {n.id for statement in body for n in ast.walk(statement) if isinstance(n, ast.Name)}
    return found


def _row(tree: ast.Module, table: ast.expr) -> tuple[str, tuple[str, ...]]:
    """The name of a text or list of the program or of a class, and its signs or items."""
    name = table.attr if isinstance(table, ast.Attribute) else table.id if isinstance(table, ast.Name) else ""
    bodies = [tree.body, *(node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef))]
    for statement in (statement for body in bodies for statement in body):
        match statement:
            case ast.Assign([ast.Name(found)], value) if found == name and name not in _asked(tree):
                match value:
                    case ast.Constant(str() as text):
                        return name, tuple(text)
                    case ast.List(items) | ast.Tuple(items):
                        return name, _texts(items)
    return name, ()
