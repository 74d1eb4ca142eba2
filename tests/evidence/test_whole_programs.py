"""What a whole program tells of one function's input: who calls it, how far its places reach, what it counts in."""

from __future__ import annotations

import pytest

from codescore.evidence.assumptions import conditions
from codescore.evidence.calls import steps_of
from codescore.evidence.domain import DECIDES, MATTERS, Domain, domain_of
from codescore.evidence.generate import random_input
from codescore.evidence.pool import pool_of
from codescore.evidence.properties import length
from codescore.languages.execution import Input
from codescore.languages.python.run.surveying import survey
from codescore.languages.values import Int, Mapping, Sequence, Text, Value, walk


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


def test_what_is_sorted_and_then_rotated_is_not_in_order() -> None:
    """A search in such a list is seen to work only where its end stands before its beginning."""
    source = """def find(values, wanted):
    \"\"\"values is sorted and then rotated.\"\"\"
    low, high = 0, len(values) - 1
    while low <= high:
        middle = (low + high) // 2
        if values[middle] == wanted:
            return middle
        if values[low] <= values[middle]:
            low, high = (low, middle - 1) if values[low] <= wanted < values[middle] else (middle + 1, high)
        else:
            low, high = (middle + 1, high) if values[middle] < wanted <= values[high] else (low, middle - 1)
    return -1
"""
    lists = [[item.value for item in given.arguments[0].items if isinstance(item, Int)]
             for given in drawn(source, 200) if isinstance(given.arguments[0], Sequence)]  # fmt: skip
    turned = [one for one in lists if one != sorted(one)]
    assert len(turned) > 40
    rotations = [one for one in turned if sorted(one) in (one[n:] + one[:n] for n in range(len(one)))]
    assert len(rotations) > 0.7 * len(turned)


def test_a_sign_that_is_sought_in_a_text_of_the_module_is_one_of_its_signs() -> None:
    """`ORDER.index(card[0])`: a card begins with one of them."""
    source = 'ORDER = "23456789TJQKA"\n\ndef value(card):\n    return ORDER.index(card[0])\n'
    cards = [given.arguments[0] for given in drawn(source, 1000)]
    first = [one.items[0] for one in cards if isinstance(one, Sequence) and one.items]
    assert sum(isinstance(one, Text) and one.value in "23456789TJQKA" for one in first) > 200


INVENTORY = """class Inventory:
    def __init__(self):
        self.products = {}

    def add(self, product):
        self.products[product["id"]] = dict(product)

    def take(self, id, amount):
        product = self.products.get(id)
        if product is None or product["stock"] < amount:
            return False
        product["stock"] -= amount
        return True
"""


def test_calls_are_about_what_earlier_ones_were_given_inside_of_objects() -> None:
    """All of a product's stock is taken now and then: the calls name it and ask for as many as there are."""
    sold = 0
    for given in drawn(INVENTORY, 600):
        stock: dict[Value, Value] = {}
        for step in steps_of(given):
            match step.name, step.arguments:
                case "add", (Mapping(_, items),):
                    fields = dict(items)
                    stock[fields.get(Text("id"), Text(""))] = fields.get(Text("stock"), Int(0))
                case "take", (product, Int(amount)):
                    sold += amount > 0 and stock.get(product) == Int(amount)
    assert sold > 270


LIFT = """class Lift:
    def __init__(self, floors):
        self.floors = floors
        self.requests = []

    def call(self, floor):
        if not 0 <= floor < self.floors:
            raise ValueError(floor)
        self.requests.append(floor)
"""


def test_objects_made_with_so_many_places_are_asked_about_these() -> None:
    """Calls that are refused show nothing: now and then all of several are about floors that there are."""
    inside = 0
    for given in drawn(LIFT, 400):
        made, *rest = steps_of(given)
        floors = {a.value for step in rest if step.name == "call" for a in step.arguments if isinstance(a, Int)}
        size = made.arguments[0]
        inside += isinstance(size, Int) and len(floors) > 1 and all(0 <= floor < size.value for floor in floors)
    assert inside > 45


def test_a_pair_is_not_compared_with_another_as_a_number_is() -> None:
    """`start` and `end` that are places: none is no more than the other."""
    found = model("def f(maze, start, end):\n    a, b = start\n    c, d = end\n    return maze[a][b] == maze[c][d]\n")
    assert all("no more than" not in words for words, _, _ in found.explained())


def test_numbers_reach_beyond_what_a_program_counts_with() -> None:
    """At most 20 for started hours of 60 minutes is seen from 600 on, and where hours begin at sums with 60."""
    source = "def fee(minutes):\n    return 0 if minutes <= 30 else min(2 * ((minutes - 30) // 60), 20)\n"
    inputs = drawn(source, 600)
    numbers = [given.arguments[0].value for given in inputs if isinstance(given.arguments[0], Int)]
    assert sum(number >= 630 for number in numbers) > 5
    assert 90 in numbers


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("def total(xs):\n    return sum(xs)\nprint(total([int(x) for x in iter(input, 'end')]))\n", "script"),
        ("def total(input):\n    return sum(map(int, input))\nprint(total([1]))\n", "function"),
    ],
)
def test_a_program_reads_that_hands_input_on(source: str, kind: str) -> None:
    """Not one whose parameter is called so."""
    assert kind in [one.kind for one in survey(source).entries]


TURNED = '''def turned(matrix: list[list[int]]):
    """Turn a table.

%s
    """
    return [list(row) for row in zip(*matrix)]
'''
EXAMPLES = (
    "    >>> turned([[1, 2], [3, 4]])\n    [[1, 3], [2, 4]]",
    "    >>> turned([[5, 6], [7, 8]])\n    [[5, 7], [6, 8]]",
)


def test_what_one_example_has_in_common_with_itself_says_little() -> None:
    """One square table is one that somebody wrote down; two are what the program is for."""
    tall = Input((Sequence("list", (ints(1), ints(2), ints(3))),))
    once, twice = (model(TURNED % "\n".join(EXAMPLES[:count])) for count in (1, 2))
    assert DECIDES > once.likelihood(tall) >= MATTERS
    assert twice.likelihood(tall) < MATTERS
    signed = drawn(TURNED % EXAMPLES[0], 80)
    above = [one for one in signed if all(n.value > 0 for n in walk(one.arguments[0]) if isinstance(n, Int))]
    assert len(above) > len(signed) / 3  # as the example has them
