"""A variable that holds nothing of its own makes no parameter of which nothing may be given."""

from __future__ import annotations

import pytest

from codescore.languages.registry import by_id
from codescore.languages.shapes import NullShape, OneOf, Shape


def _shape(language: str, source: str) -> Shape:
    return by_id(language).runner().survey(source).entries[0].parameters[0].shape


def _nullable(shape: Shape) -> bool:
    return isinstance(shape, OneOf) and NullShape() in shape.options


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("python", ("def f(x, ys):\n    best = None\n    for y in [x, *ys]:\n"
                   "        if best is None or y > best:\n            best = y\n    return best + x\n")),
        ("python", ("def top(ys):\n    return ys[-1] if ys else None\n"
                   "def f(x, ys):\n    last = top(ys)\n    return x if last is None or x > last else last + x\n")),
        ("javascript", ("function f(x, ys) {\n  let best = null;\n  for (const y of [x, ...ys]) {\n"
                       "    if (best === null || y > best) best = y;\n  }\n  return best - x;\n}\n")),
    ],
)  # fmt: skip
def test_what_is_compared_with_it_is_there(language: str, source: str) -> None:
    entries = by_id(language).runner().survey(source).entries
    (entry,) = [one for one in entries if one.name == "f"]
    assert not _nullable(entry.parameters[0].shape)


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("python", "def f(x):\n    if x is None:\n        return 0\n    return x + 1\n"),
        ("python", "def f(x):\n    best = x\n    if best is None:\n        return 0\n    return best + 1\n"),
        ("javascript", "function f(x) {\n  if (x === null) return 0;\n  return x - 1;\n}\n"),
        ("javascript", "function f(x) {\n  let best = x;\n  if (best === null) return 0;\n  return best - 1;\n}\n"),
    ],
)
def test_who_asks_it_of_a_parameter_means_it(language: str, source: str) -> None:
    assert _nullable(_shape(language, source))
