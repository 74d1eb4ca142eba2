"""Lines of several kinds, which a script tells apart by the signs at their ends and in them."""

from __future__ import annotations

import re

import pytest

from codescore.evidence.following import follows
from codescore.evidence.generate import draw
from codescore.evidence.pool import pool_of
from codescore.languages.python.run.surveying import survey
from codescore.languages.shapes import TO_THE_END, LinesShape, OneOf, RowShape, Samples
from codescore.languages.values import Text

SETTINGS = """import sys
def read(lines):
    found, part = {}, ""
    for raw in lines:
        line = raw.strip()
        if line == "---":
            break
        if not line or line.startswith("#"):
            continue
        if line.startswith("[") and line.endswith("]"):
            part = line[1:-1]
        else:
            key, _, value = line.partition("=")
            found[part, key.strip()] = value.strip()
    return found
def main():
    lines = iter(sys.stdin)
    found = read(lines)
    for asked in lines:
        part, key = asked.strip().split(".", 1)
        print(found.get((part, key)))
main()
"""
MODULE = """import sys
found, part = {}, ""
for line in sys.stdin:
    line = line.strip()
    if line == "---":
        break
    if line[0] == "#":
        continue
    if line[0] == "[" and line[-1] == "]":
        part = line[1:-1]
    else:
        key, value = line.split("=")
        found[part, key.strip()] = value.strip()
for line in sys.stdin:
    line = line.strip()
    part, key = line.split(".")
    print(found.get((part, key)))
"""
ASKED = """found, part = {}, ""
while True:
    line = input().strip()
    if line == "end":
        break
    if line.startswith("@"):
        part = line[1:]
    else:
        key, value = line.split(":")
        found[part, key] = int(value)
print(found)
"""
_PAIR = r"\w+ ?= ?\w+"


def _rows(source: str) -> tuple[LinesShape, list[tuple[set[str], str | None]]]:
    """The form, and by row the kinds of its lines, and the line behind them."""
    (entry,) = [one for one in survey(source).entries if one.kind == "script"]
    shape = entry.parameters[0].shape
    assert isinstance(shape, LinesShape)
    found = []
    for row in shape.rows:
        assert isinstance(row, RowShape)
        (token,) = row.tokens
        assert isinstance(token, OneOf)
        found.append(({one.pattern for one in token.options if isinstance(one, Samples)}, row.until))
    return shape, found


@pytest.mark.parametrize("source", [SETTINGS, MODULE])
def test_lines_of_several_kinds_stand_before_others(source: str) -> None:
    """The names of the first part are asked for in the second."""
    shape, rows = _rows(source)
    assert rows == [({r"\[\w+\]", _PAIR, r"\#\w+"}, "---"), ({r"\w+\.\w+"}, TO_THE_END)]
    texts = [text.value for seed in range(40) if isinstance(text := draw(shape, pool_of((), seed)), Text)]
    assert all(follows(shape, text) for text in texts)
    asked = [
        ({*re.findall(r"\w+", head)}, {*re.findall(r"\w+", tail)})
        for head, _, tail in (t.partition("---") for t in texts)
    ]
    assert sum(bool(head & tail) for head, tail in asked) > len(texts) / 2


def test_a_line_that_is_asked_for_is_of_several_kinds() -> None:
    """A number where one is made of a word."""
    assert _rows(ASKED)[1] == [({r"@\w+", r"\w+:\d+"}, "end")]


def test_lines_of_one_kind_are_words() -> None:
    """Nothing is told apart but what is passed over."""
    source = "import sys\nfor line in sys.stdin:\n    if line.startswith('#'):\n        continue\n"
    (entry,) = survey(f"{source}    a, b = line.split('=')\n    print(a, b)\n").entries
    shape = entry.parameters[0].shape
    assert isinstance(shape, LinesShape)
    assert [row.separator for row in shape.rows if isinstance(row, RowShape)] == ["="]
