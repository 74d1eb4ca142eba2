"""What a whole program tells of one function's input: who calls it, how far its places reach, what it counts in."""

from __future__ import annotations

from codescore.evidence.assumptions import conditions
from codescore.evidence.domain import DECIDES, Domain, domain_of
from codescore.evidence.generate import random_input
from codescore.evidence.pool import pool_of
from codescore.evidence.properties import length
from codescore.languages.execution import Input
from codescore.languages.python.run.surveying import survey
from codescore.languages.values import Int, Sequence, Text


def model(source: str, number: int = -1) -> Domain:
    """The model of one function of a program."""
    found = survey(source)
    return domain_of(found.entries[number], conditions(found.entries[number], None), found.constants)


def drawn(source: str, count: int) -> list[Input]:
    """Inputs as they are made for the last function of a program."""
    domain, pool = model(source), pool_of(survey(source).constants, 3)
    return [domain.fulfilled(random_input(domain.entry, pool), pool) for _ in range(count)]


def ints(*numbers: int) -> Sequence:
    return Sequence("list", tuple(Int(n) for n in numbers))


MEETINGS = """def overlap(a, b):
    return a[0] < b[1] and b[0] < a[1]


def clashes(meetings):
    taken = []
    for meeting in meetings:
        if not any(overlap(meeting, other) for other in taken):
            taken.append(meeting)
    return len(taken)


def total(meetings):
    return sum(end - start for start, end in meetings)
"""


def test_a_helper_takes_what_those_who_call_it_have() -> None:
    """`total` calls the two of a meeting start and end; `overlap`, which stands first, gets two meetings."""
    domain = model(MEETINGS, 0)

    def likely(*pair: int) -> float:
        return domain.likelihood(Input((ints(0, 5), ints(*pair))))

    assert likely(1, 2) >= DECIDES > likely(1, 1) > likely(2, 1) > likely(1) == 0.0


def test_what_is_taken_apart_keeps_its_length() -> None:
    """Where a helper stops before it looks at the second, an input with one of the two is none."""
    domain, pool = model(MEETINGS, 0), pool_of((), 3)
    cut = Input((ints(1), ints(0, 1, 2)))
    for _ in range(40):
        made = domain.fulfilled(cut, pool)
        assert [length(one) for one in made.arguments] == [2, 2]


SUDOKU = """def repeats(cells):
    seen = [cell for cell in cells if cell != 0]
    return len(seen) != len(set(seen))


def fits(board):
    if any(repeats(row) for row in board):
        return False
    for top in range(0, 9, 3):
        for left in range(0, 9, 3):
            if repeats([board[top + i][left + j] for i in range(3) for j in range(3)]):
                return False
    return True
"""


def test_a_board_is_as_large_as_all_its_places_together() -> None:
    """`board[top + i][left + j]` reaches row 8: a smaller board is none, whatever is found in its first rows."""
    assert model(SUDOKU).likelihood(Input((Sequence("list", (ints(0, 0), ints(1, 1))),))) == 0.0
    boards = [given.arguments[0] for given in drawn(SUDOKU, 100)]
    assert {length(board) for board in boards} == {9}
    assert {length(row) for board in boards if isinstance(board, Sequence) for row in board.items} == {9}
    free = [board for board in boards if isinstance(board, Sequence) and _free(board) > 60]
    assert len(free) > 5


def _free(board: Sequence) -> int:
    return sum(row.items.count(Int(0)) for row in board.items if isinstance(row, Sequence))


def test_but_not_where_the_program_asks_how_large_it_is() -> None:
    """What is refused because of its size is an input as well."""
    source = SUDOKU.replace("    if any", "    if len(board) != 9:\n        return False\n    if any")
    assert model(source).likelihood(Input((Sequence("list", (ints(0, 0), ints(1, 1))),))) > 0


def test_a_time_that_something_takes_has_no_end() -> None:
    """`minutes` alone may be 600, beside `hours` it is one of a clock."""
    alone, clock = (
        model("def fee(minutes):\n    return minutes // 60\n"),
        model("def say(hours, minutes):\n    return 0\n"),
    )
    assert alone.likelihood(Input((Int(600),))) >= DECIDES
    assert clock.likelihood(Input((Int(1), Int(600)))) < DECIDES


def test_texts_are_made_of_the_signs_that_are_listed() -> None:
    """Of another sign nobody says what it means."""
    words = '"""record is a string of P (present) and A (absent)."""'
    source = f"def rate(record):\n    {words}\n    return record.count('P')\n"
    texts = [given.arguments[0] for given in drawn(source, 200)]
    marked = [one.value for one in texts if isinstance(one, Text) and set(one.value) <= set("PA")]
    assert len(marked) > 150 > 20 < sum(len(one) > 2 for one in marked)
    assert model(source).likelihood(Input((Text("PAx"),))) < DECIDES <= model(source).likelihood(Input((Text("PA"),)))


def test_a_pair_is_not_compared_with_another_as_a_number_is() -> None:
    """`start` and `end` that are places: none is no more than the other."""
    found = model("def f(maze, start, end):\n    a, b = start\n    c, d = end\n    return maze[a][b] == maze[c][d]\n")
    assert all("no more than" not in words for words, _, _ in found.explained())


def test_numbers_reach_beyond_what_a_program_counts_with() -> None:
    """At most 20 for started hours of 60 minutes is seen from 600 on, and where hours begin at sums with 60."""
    source = "def fee(minutes):\n    return 0 if minutes <= 30 else min(2 * ((minutes - 30) // 60), 20)\n"
    inputs = drawn(source, 300)
    numbers = [given.arguments[0].value for given in inputs if isinstance(given.arguments[0], Int)]
    assert sum(number >= 630 for number in numbers) > 5
    assert 90 in numbers
