"""The values that a Python program names: what inputs are worth drawing from.

Neighbours: `surveying` (asks), `patterns` (what matches its patterns).
"""

from __future__ import annotations

import ast

from codescore.languages.asked_texts import asked_texts
from codescore.languages.patterns import texts_for
from codescore.languages.powers import powers, quarters
from codescore.languages.python.run import examples
from codescore.languages.python.run.patterns import patterns_in
from codescore.languages.values import Value

_MOST_CONSTANTS = 60


def constants_in(tree: ast.Module, source: str) -> tuple[Value, ...]:
    """Numbers, texts and what its patterns match, but not what its documentation says."""
    words = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings and the like
    specs = [n.format_spec for n in ast.walk(tree) if isinstance(n, ast.FormattedValue) and n.format_spec is not None]
    words |= {id(one) for spec in specs for one in ast.walk(spec)}  # how a value is written is no text either
    constants = [n for n in ast.walk(tree) if isinstance(n, ast.Constant) and id(n) not in words]
    patterns = patterns_in(tree)  # what they match is worth drawing from, not how they are written
    plain = [n.value for n in constants if n.value not in patterns]
    texts = [text for pattern in sorted(patterns) for text in texts_for(pattern)]
    raised = [n for n in ast.walk(tree) if isinstance(n, ast.BinOp) and isinstance(n.op, (ast.Pow, ast.LShift))]
    written = [ast.unparse(n) for n in raised if isinstance(n.left, ast.Constant) and isinstance(n.right, ast.Constant)]
    values = (
        *map(examples.of_constant, (*plain, *texts)),
        *powers(" ; ".join(written)),
        *quarters(source),
        *asked_texts(source),
    )
    return tuple(dict.fromkeys(value for value in values if value is not None))[:_MOST_CONSTANTS]
