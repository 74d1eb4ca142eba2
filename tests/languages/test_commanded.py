"""What commands a Python script reads, by what it compares the first word of a line with."""

from __future__ import annotations

import ast
import re

import pytest

from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages.python.run.commanded import commanded
from codescore.languages.python.run.reading import lines_shape
from codescore.languages.shapes import OneOf, RowShape, Samples
from codescore.languages.values import Text
from tests.evidence.judging import judged

_STACK = """
import sys
stack = []
for line in sys.stdin:
    parts = line.split()
    cmd = parts[0]
    if cmd == "push":
        stack.append(int(parts[1]))
    elif cmd in ("pop", "drop"):
        print(stack.pop())
"""
_NAMES = """
import sys
seats = {}
for line in sys.stdin:
    what, who, seat = line.split()
    if what == "take":
        seats[int(seat)] = who
    elif what == "show":
        print(who)
"""
_PATHS = """
import sys
there = {"/"}
for line in sys.stdin:
    parts = line.split()
    if parts[0] == "make":
        names = parts[1].split("/")
        there.add(names[-1])
    elif parts[0] == "go":
        print([one for one in parts[1].split("/") if one != ".."])
"""
_MATCHED = """
while True:
    words = input().split()
    match words[0]:
        case "add":
            print(words[1].upper())
        case "size":
            print(3)
"""
_COUNTED = """
n = int(input())
for _ in range(n):
    cmd, *rest = input().split()
    if cmd == "add":
        print(int(rest[0]))
    elif cmd == "size":
        print(1)
"""


def _lines(source: str) -> list[str]:
    tree = ast.parse(source)
    found = commanded(tree, source, lines_shape(tree))
    assert isinstance(found, OneOf)
    rows = found.options[0].rows  # type: ignore[union-attr]
    known = [one.tokens[0] for one in rows if isinstance(one, RowShape) and isinstance(one.tokens[0], Samples)][-1]
    return [one.value for one in known.values if isinstance(one, Text)]


@pytest.mark.parametrize(
    ("source", "some", "none"),
    [
        (_STACK, {"push 1", "pop", "drop"}, {"push a", "pop 1"}),
        (_NAMES, {"take a 1", "show b 2"}, {"take a b", "show a"}),
        (_MATCHED, {"add a", "size"}, {"add 1"}),
        (_PATHS, {"make a/b", "go ..", "go ../b", "go /"}, {"make a b"}),
    ],
)
def test_a_command_has_what_its_branch_reads(source: str, some: set[str], none: set[str]) -> None:
    lines = set(_lines(source))
    assert some <= lines
    assert not none & lines


_SHADOWED = """
import sys
stock = {}
for line in sys.stdin:
    parts = line.split()
    op = parts[0]
    if op == "list":
        for name in sorted(stock):
            print(name)
        continue
    name, amount = parts[1], int(parts[2])
    if op == "put":
        stock[name] = amount
    elif op == "take" and stock.get(name, 0) < amount:
        print("no", name)
"""
_NUMBERED = """
q = int(input())
a = []
for _ in range(q):
    t, *rest = map(int, input().split())
    if t == 1:
        a.append(rest[0])
    elif t == 2:
        print(a.count(rest[0]))
    else:
        print(sum(a))
"""
_PLACES = """
n, q = map(int, input().split())
a = list(map(int, input().split()))
for _ in range(q):
    t, *rest = map(int, input().split())
    if t == 1:
        i, x = rest
        a[i - 1] = x
    elif t == 2:
        print(a[rest[0] - 1])
    else:
        print(sum(a))
"""


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (_COUNTED, {"add": 1, "size": 0}),
        (_SHADOWED, {"list": 0, "put": 2, "take": 2}),
        (_NUMBERED, {"1": 1, "2": 1, "3": 0}),
        (_SHADOWED.replace('op == "take" and', ""), {"list": 0, "put": 2, "other": 2}),
    ],
)
def test_each_command_has_so_many_words_behind_it(source: str, found: dict[str, int]) -> None:
    """What is read behind `continue` is not read for whom that leaves; an `else` is for a number that nobody names."""
    seen: dict[str, set[int]] = {}
    for line in _lines(source):
        word, *rest = line.split()
        seen.setdefault(word, set()).add(len(rest))
    assert seen == {word: {many} for word, many in found.items()}


def test_where_a_number_says_how_many_lines_come_it_does() -> None:
    tree = ast.parse(_COUNTED)
    found = commanded(tree, _COUNTED, lines_shape(tree))
    assert isinstance(found, OneOf)
    rows = [one for option in found.options for one in option.rows]  # type: ignore[union-attr]
    assert {(row.names, row.times) for row in rows if isinstance(row, RowShape)} == {(("n",), None), ((), "n")}


@pytest.mark.parametrize(
    "source",
    [
        "for _ in range(9):\n    k, x = map(int, input().split())\n    print(x if k == 1 else 4 if k == 2 else 3)",
        'import sys\nfor line in sys.stdin:\n    k, x = line.split()\n    print(int(x) if k == "a" else k == "b")',
        _PLACES,
        "import sys\nfor line in sys.stdin:\n    kind = line.strip()\n    print(kind == 'a', kind == 'b')\n",
        "print(input())",
    ],
)
def test_what_is_read_otherwise_is_no_commands(source: str) -> None:
    """Lines of numbers that are all alike, or that may be places or the ends of a span, are rows; other words are not
    the first ones of their lines."""
    tree = ast.parse(source)
    assert commanded(tree, source, lines_shape(tree)) is None


SHELF = """import sys

stock = {}
for line in sys.stdin:
    words = line.split()
    if words[0] == "add":
        stock[words[1]] = stock.get(words[1], 0) + int(words[2])
    elif words[0] == "take":
        stock[words[1]] -= int(words[2])
        if stock[words[1]] == 0:
            del stock[words[1]]
    elif words[0] == "show":
        print(sorted(stock))
"""


@pytest.mark.skipif(not probe().works, reason="NO SANDBOX: nothing was run")
def test_what_comes_in_goes_out_again() -> None:
    """Some texts are about one thing and small numbers: the last of it is taken."""
    wrong = SHELF.replace("        if stock[words[1]] == 0:\n            del stock[words[1]]\n", "")
    with EvidenceSession() as session:
        assert judged(session, "python", wrong, SHELF).verdict == "differs"


@pytest.mark.parametrize(
    "lines",
    [
        "for line in sys.stdin:\n    cmd, *args = line.split()\n    move(cmd, args)\n",
        "for line in sys.stdin:\n    parts = line.split()\n    if parts:\n        print(move(parts[0], parts[1:]))\n",
        "for line in sys.stdin:\n    parts = line.split()\n    words = parts[1:]\n    move(parts[0], words)\n",
    ],
)
def test_words_are_followed_into_functions(lines: str) -> None:
    """Also the rest of them, whichever way it is taken."""
    source = f"""import sys
accounts = {{}}
def move(what, rest):
    if what == "OPEN":
        accounts[rest[0]] = 0
    if what == "PAY":
        name, amount = rest[0], int(rest[1])
        accounts[name] += amount
    if what == "MOVE":
        one, two, many = rest
        accounts[one] -= int(many)
        accounts[two] += int(many)
    return accounts
{lines}"""
    found = _lines(source)
    assert any(re.fullmatch(r"OPEN [abc]", line) for line in found)
    assert any(re.fullmatch(r"PAY [abc] \d+", line) for line in found)
    assert any(re.fullmatch(r"MOVE [abc] [abc] \d+", line) for line in found)
