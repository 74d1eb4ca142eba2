"""A test as a file beside the program that it tests: with the line that imports what it calls.

Neighbours: `writing` (the test), `cli.evidence_text` (shows it).
"""

from __future__ import annotations

import ast
import keyword
import re
from pathlib import PurePath


def test_beside(test: str, file: str, source: str) -> str:
    """The test with `from FILE import what it calls`; as it is where the file is no module, or has nothing of it."""
    module = PurePath(file).stem
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return test
    if PurePath(file).suffix != ".py" or not module.isidentifier() or keyword.iskeyword(module):
        return test
    given = {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))}
    targets = [one for node in tree.body if isinstance(node, ast.Assign) for one in node.targets]
    given |= {one.id for one in targets if isinstance(one, ast.Name)}
    called = sorted(name for name in given if re.search(rf"(?<![\w.'\"]){re.escape(name)}\b", test))
    if not called:
        return test
    head, start, rest = test.partition("def test_") if test.startswith("def ") else test.partition("\n\n\ndef ")
    line = f"from {module} import {', '.join(called)}\n"
    return f"{line}\n\n{test}" if not head else f"{head}\n\n{line.rstrip()}{start}{rest}"
