"""Texts of which a Python function looks only at what matches a pattern: they are made of that.

A pattern with several groups (`(\\d+) *([hms])`) is the form of a record; who writes it does not say what becomes of
the rest.  Neighbours: `assuming` (asks), `evidence.written` (checks texts and mends them).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from codescore.languages.assumed import ANY_CASE, Assumption
from codescore.languages.patterns import groups_of, tame

_FINDING, _CHECKING = ("findall", "finditer"), ("match", "fullmatch", "sub", "subn", "split")
_GROUPS = 2
_MATCHED = 0.6


def matched(tree: ast.Module, node: ast.AST) -> Iterator[Assumption]:
    """What parameters of a function are made of; `tree` is the program with its named patterns."""
    named = dict(_compiled(tree))
    calls = [n for n in ast.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)]
    if any(_attribute(call) in _CHECKING for call in calls) or any(isinstance(n, ast.Raise) for n in ast.walk(node)):
        return
    for call in calls:
        if _attribute(call) not in _FINDING or not isinstance(call.func, ast.Attribute):
            continue
        of, arguments = call.func.value, call.args
        pattern = named.get(of.id) if isinstance(of, ast.Name) else None
        if isinstance(of, ast.Name) and of.id == "re" and len(arguments) > 1:
            pattern, arguments = _text(arguments[0]), arguments[1:]
        name = _subject(arguments[0]) if arguments else None
        if pattern and name and groups_of(pattern) >= _GROUPS and tame(pattern):
            because = f"only what matches {pattern!r} is looked at"
            case = ANY_CASE if _in_any_case(ast.unparse(call), of, tree) else ""
            yield Assumption(name, "matched", because, weight=_MATCHED, other=case + pattern)


def _in_any_case(call: str, of: ast.expr, tree: ast.Module) -> bool:
    """Whether a text is searched in small letters, or a pattern takes capitals for them."""
    made = (
        ast.unparse(statement)
        for statement in tree.body
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == ast.unparse(of)
    )
    return any(sign in text for text in (call, *made) for sign in (".lower(", ".upper(", "IGNORECASE", "re.I"))


def patterns_of(tree: ast.Module, name: str) -> Iterator[str]:
    """The patterns that a line of a script is held against: `LINE.match(line)`, `re.search(r"...", line)`."""
    named = dict(_compiled(tree))
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(ast.Name("re"), "match" | "fullmatch" | "search"), [first, line, *_]):
                pattern = _text(first)
            case ast.Call(ast.Attribute(ast.Name(one), "match" | "fullmatch" | "search"), [line, *_]):
                pattern = named.get(one)
            case _:
                continue
        if pattern and _subject(line) == name:
            yield pattern


def _compiled(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The patterns that have a name at top level."""
    for statement in tree.body:
        match statement:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Attribute(ast.Name("re"), "compile"), [first, *_])):
                pattern = _text(first)
                if pattern:
                    yield name, pattern


def _attribute(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _subject(node: ast.expr) -> str | None:
    """The name of what is searched, perhaps in lower case or stripped."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        node = node.func.value
    return node.id if isinstance(node, ast.Name) else None
