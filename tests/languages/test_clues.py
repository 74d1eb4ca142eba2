"""What a Python script does with what it reads as a whole says what that is."""

from __future__ import annotations

import pytest

from codescore.languages import by_id
from codescore.languages.shapes import LinesShape, OneOf, RowShape, Samples, TextShape, UpTo
from codescore.languages.values import Text


def _rows(source: str) -> list[RowShape]:
    (entry,) = [one for one in by_id("python").runner().survey(source).entries if one.kind == "script"]
    shape = entry.parameters[0].shape
    assert isinstance(shape, LinesShape)
    return [row for row in shape.rows if isinstance(row, RowShape)]


TABLE = "n = int(input())\nrows = [list(map(int, input().split())) for _ in range(n)]\n"


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("for i in range(n):\n    print(rows[i][0] * rows[i][1])\n", 2),
        ("for i in range(n):\n    row = rows[i]\n    print(row[0] * row[2])\n", 3),
        ("for row in rows:\n    print(row[0] * row[2])\n", 3),
        ("rows.sort()\nfor i in range(n):\n    a, b, c, d = rows[i]\n    print(a * b * c * d)\n", 4),
        ("for row in rows:\n    print(row[0], sum(row))\n", None),  # of any length
    ],
)
def test_rows_have_as_many_items_as_are_looked_up(body: str, count: int | None) -> None:
    """Where nothing else is done with them."""
    assert _rows(TABLE + body)[1].count == count


@pytest.mark.parametrize(
    ("source", "permuted"),
    [
        ("inv = {}\nfor i, p in enumerate(A):\n    inv[p] = i\nprint([inv[x] for x in range(1, n + 1)])\n", True),
        ("pos = [0] * (n + 1)\nfor i in range(n):\n    pos[A[i]] = i\nprint(pos)\n", True),
        ("last = {}\nfor i, p in enumerate(A):\n    last[p] = i\nprint(sum(last.values()))\n", False),
    ],
)
def test_what_is_inverted_is_a_permutation(source: str, *, permuted: bool) -> None:
    """Where each value stands is kept under a name that says so; where it was seen last may be asked of any list."""
    row = _rows("n = int(input())\nA = list(map(int, input().split()))\n" + source)[1]
    assert row.distinct is permuted
    assert isinstance(row.tokens[0], UpTo) is permuted


@pytest.mark.parametrize("both", [True, False])
def test_pairs_that_are_kept_in_both_orders_are_of_two(*, both: bool) -> None:
    more = "    near.add((b, a))\n" if both else ""
    source = "n = int(input())\nnear = set()\nfor _ in range(n):\n    a, b = map(int, input().split())\n"
    source += f"    near.add((a, b))\n{more}"
    assert _rows(f"{source}print(len(near))\n")[1].distinct is both


def test_a_line_that_is_only_compared_is_of_the_signs_and_the_length_of_what_it_is_compared_with() -> None:
    (row,) = _rows("s = input()\nprint('No' if s == '.#' or s == '#.' else 'Yes')\n")
    assert row.tokens == (Samples(tuple(map(Text, ("##", "#.", ".#", "..")))),)
    (row,) = _rows("s = input()\nprint('No' if s == '.#' else s[0])\n")
    assert not isinstance(row.tokens[0], Samples)


def test_words_that_say_what_a_line_is() -> None:
    """Beside a `1` there is a `2`; what is looked up in a table that is written down is one of its keys."""
    source = (
        "ways = {'R': 1, 'L': -1}\nx, q = map(int, input().split())\nfor _ in range(q):\n"
        "    kind, part = input().split()\n    if kind == '1':\n        x += ways[part]\n"
        "    else:\n        print(x - int(part))\n"
    )
    kind, part = _rows(source)[1].tokens
    assert kind == Samples((Text("1"), Text("2")))
    assert isinstance(part, OneOf)
    assert part.options[-1] == Samples((Text("R"), Text("L")))


@pytest.mark.parametrize(
    ("body", "size"),
    [
        ("for i in range(1, 17, 2):\n    if s[i] != '0':\n        print('No')\n", 16),
        ("print(s[0] == '1', s[3])\n", 4),
        ("for i in range(n):\n    print(s[i] == '1')\n", None),
    ],
)
def test_signs_at_places_that_are_told(body: str, size: int | None) -> None:
    """A loop with steps looks at places, too; what is compared with 0 or 1 at each is made of these."""
    row = _rows(f"{'n = int(input())' if size is None else ''}\ns = input()\n{body}")[-1]
    (token,) = row.tokens
    assert isinstance(token, TextShape)
    assert (token.alphabet, token.max_size) == ("01", size)
