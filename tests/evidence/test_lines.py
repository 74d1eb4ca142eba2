"""Standard input in the form that a program reads."""

from __future__ import annotations

import pytest

from codescore.evidence.following import follows
from codescore.evidence.generate import draw, random_input
from codescore.evidence.pool import pool_of
from codescore.languages.execution import Entry, Parameter
from codescore.languages.shapes import TO_THE_END, FloatShape, IntShape, LinesShape, RowShape, TextShape, UpTo
from codescore.languages.values import Text

TABLE = LinesShape((
    RowShape((IntShape(1, None), IntShape(1, None)), ("h", "w")),
    RowShape((IntShape(1, None),), (), count="w", times="h"),
    RowShape((TextShape("ab", min_size=1), FloatShape(low=0.0)), ("name", "weight")),
))  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 1\n5\n6\nab 0.5\n", True),
        ("2 1\n5\n6\nab 0.5", True),
        ("2 1\n5\nab 0.5\n", False),
        ("2 1\n5\n6 7\nab 0.5\n", False),
        ("1 1\n0\nab 0.5\n", False),
        ("1 1\n05\nab 0.5\n", False),
        ("1 1\nx\nab 0.5\n", False),
        ("1 1\n5\nab 0.5\n9\n", False),
        ("1 1\n5\nab -1\n", False),
        ("", False),
    ],
)
def test_a_text_follows_a_form_or_not(text: str, expected: bool) -> None:
    """Counts and kinds of tokens must be as the numbers before them say; a line end at the end is no line."""
    assert follows(TABLE, text) is expected


def test_what_is_drawn_follows() -> None:
    """Every text that is drawn for a form has it."""
    pool = pool_of((), 1)
    for _ in range(50):
        text = draw(TABLE, pool)
        assert isinstance(text, Text)
        assert follows(TABLE, text.value), text.value


def test_large_numbers_come_again() -> None:
    """In some texts: a program may compare large ones otherwise than small ones (`==` on boxed numbers in Java)."""
    rows = LinesShape((
        RowShape((IntShape(1, 100),), ("n",)),
        RowShape((TextShape("ab", min_size=1), IntShape(1, None)), ("name", ""), times="n"),
    ))  # fmt: skip
    entry, again = Entry("main", "script", (Parameter("stdin", rows),)), 0
    for seed in range(5):
        pool = pool_of((), seed, reads=True)
        for _ in range(100):
            _, *lines = random_input(entry, pool).stdin.splitlines()
            large = [number for line in lines if (number := int(line.split()[1])) > 127]
            again += len({*large}) < len(large)
    assert again > 30


def test_graphs_have_ways_of_several_edges_that_are_cheaper_than_one() -> None:
    """Many graphs are small and dense: in a sparse one hardly anything is found twice, the second time cheaper."""
    node = UpTo(1, "n")
    rows = LinesShape((
        RowShape((IntShape(1, None), IntShape(1, None)), ("n", "m")),
        RowShape((node, node, IntShape(1, None)), ("u", "v", "w"), times="m"),
    ))  # fmt: skip
    entry, cheaper = Entry("main", "script", (Parameter("stdin", rows),)), 0
    pool = pool_of((), 3, reads=True)
    for _ in range(100):
        text = random_input(entry, pool).stdin
        edges = [tuple(map(int, line.split())) for line in text.splitlines()[1:]]
        cost = {frozenset((u, v)): w for u, v, w in edges}
        nodes = frozenset().union(*cost) if cost else frozenset()
        ways = {
            edge: [cost[frozenset((u, mid))] + cost[frozenset((mid, v))] for mid in nodes
                   if frozenset((u, mid)) in cost and frozenset((mid, v)) in cost and mid not in edge]
            for edge in cost if len(edge) == 2 for u, v in [sorted(edge)]
        }  # fmt: skip
        cheaper += any(way < cost[edge] for edge, found in ways.items() for way in found)
    assert cheaper > 15


@pytest.mark.parametrize("signs", ["#.", "01", "#.SG"])
def test_many_maps_are_small_and_mostly_of_one_sign(signs: str) -> None:
    """Else nothing moves far in them."""
    rows = LinesShape((
        RowShape((IntShape(1, None), IntShape(1, None)), ("h", "w")),
        RowShape((TextShape(signs),), ("row",), times="h", wide="w", once="SG" if "S" in signs else ""),
    ))  # fmt: skip
    entry, pool, open_ = Entry("main", "script", (Parameter("stdin", rows),)), pool_of((), 3, reads=True), 0
    for _ in range(100):
        text = random_input(entry, pool).stdin
        cells = "".join(text.splitlines()[1:])
        open_ += 6 <= len(cells) <= 36 and max(map(cells.count, signs)) > 0.6 * len(cells)
    assert open_ > 20


@pytest.mark.parametrize("known", [("-1", "0.5", "7"), ("7", "12"), ()])
def test_who_asks_whether_words_are_numbers_is_given_columns_of_them(known: tuple[str, ...]) -> None:
    """Below a line of what they are called; who does not ask is given words."""
    words = LinesShape((RowShape((TextShape("ab", min_size=1),), some=True, until=TO_THE_END),))
    entry, pool = Entry("", "script", (Parameter("stdin", words),)), pool_of(tuple(map(Text, known)), 3)
    texts = [random_input(entry, pool).stdin.splitlines() for _ in range(200)]
    columns = [[row[0] for row in map(str.split, lines) if row] for lines in texts]
    numeric = [column for column in columns if len(column) > 2 and all(one in known for one in column[1:])]
    assert bool(numeric) is ("0.5" in known)
    assert any(column[0] not in known for column in numeric) is bool(numeric)
