"""Which literals of a Python program are regular expressions.  Pure.

Neighbours: `surveying` (asks), `languages.patterns` (texts for them).
"""

from __future__ import annotations

import ast

_FUNCTIONS = ("match", "fullmatch", "search", "findall", "finditer", "sub", "subn", "split", "compile")


def patterns_in(tree: ast.AST) -> frozenset[str]:
    """Literals that are used as patterns: given to a function of `re`, also by way of a variable."""
    named = {
        target.id: node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    found = set()
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        if not (isinstance(node.func.value, ast.Name) and node.func.value.id == "re" and node.func.attr in _FUNCTIONS):
            continue
        first = node.args[0]
        text = first.value if isinstance(first, ast.Constant) else named.get(getattr(first, "id", ""))
        if isinstance(text, str):
            found.add(text)
    return frozenset(found)
