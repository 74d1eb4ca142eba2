"""Tables fit each other and are even, names are looked up where they are, and a docstring says what is a mapping."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence import sandbox
from codescore.evidence.assumptions import conditions
from codescore.evidence.domain import DECIDES, domain_of
from codescore.evidence.options import Options
from codescore.evidence.pairs import pair, with_pair
from codescore.evidence.properties import has
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.execution import Entry, Input, Parameter
from codescore.languages.python.run.surveying import survey
from codescore.languages.shapes import (
    GroupShape,
    IntShape,
    MappingShape,
    RecordShape,
    SequenceShape,
    TextShape,
    TupleShape,
)
from codescore.languages.two_ends import spanning
from codescore.languages.values import Int, Mapping, Record, Sequence
from tests.evidence.test_corner import judged
from tests.evidence.test_use import drawn, model

_ability = sandbox.probe()


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as one:
        yield one


PRODUCT = """def multiply(a, b):
    result = []
    for i in range(len(a)):
        row = []
        for j in range(len(b[0])):
            s = 0
            for k in range(len(b)):
                s += a[i][k] * b[k][j]
            row.append(s)
        result.append(row)
    return result
"""
ZIPPED = """def multiply(a, b):
    return [[sum(row[k] * b[k][j] for k in range(len(row))) for j in range(len(b[0]))] for row in a]
"""
WIDTH_FIRST = PRODUCT.replace("range(len(b[0]))", "range(wide)").replace(
    "    result", "    wide = len(b[0])\n    result", 1
)
SUM = """def add(a, b):
    return [[a[r][c] + b[r][c] for c in range(len(a[0]))] for r in range(len(a))]
"""
SQUARE = """def mirrored(m):
    for r in range(len(m)):
        for c in range(len(m)):
            if m[r][c] != m[c][r]:
                return False
    return True
"""
AROUND = """def count(cells, row, col):
    found = 0
    for r in range(row - 1, row + 2):
        for c in range(col - 1, col + 2):
            if 0 <= r < len(cells) and 0 <= c < len(cells[0]) and cells[r][c] == '*':
                found += 1
    return found
"""
COMMON = """def common(friends, a, b):
    result = []
    for f in friends[a]:
        if f in friends[b]:
            result.append(f)
    return sorted(result)
"""
SUGGEST = """

def suggest(friends, name):
    return sorted({g for f in friends[name] for g in friends.get(f, set()) if g != name})
"""
MAPS = '"""friends maps a name to the set of friends of that person."""\n    '


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (PRODUCT, {"b has rows of one length", "a has rows as long as b"}),
        (PRODUCT.replace("range(len(b)):", "range(n):").replace("    result =", "    n = len(b)\n    result ="),
         {"b has rows of one length", "a has rows as long as b", "b is non-empty"}),
        (SUM, {"a has rows of one length", "b has rows as long as those of a"}),
        (SQUARE, {"m is square"}),
        (AROUND, {"cells has rows of one length"}),
        (COMMON + SUGGEST, {"name is in friends"}),
    ],
)  # fmt: skip
def test_what_must_fit_is_assumed(source: str, said: set[str]) -> None:
    """A loop over the length of one table that goes through columns of another; a name that is looked up."""
    assert said <= {assumption.words() for assumption in model(source).conditions.all() if assumption.weight > 0.7}


def test_one_name_for_two_loops_tells_nothing() -> None:
    """`i` goes through rows first and through columns then: the table need not be square."""
    source = """def sums(m, r):
    down = across = 0
    for i in range(len(m)):
        down += m[i][r]
    for i in range(len(m[0])):
        across += m[r][i]
    return down, across
"""
    assert "m is square" not in {assumption.words() for assumption in model(source).conditions.all()}


@pytest.mark.parametrize("source", [PRODUCT, SUM, SQUARE, AROUND])
def test_tables_fit(source: str) -> None:
    """Most inputs are made so, and not of empty tables alone."""
    fitting = [given for given in drawn(source) if not model(source).broken(given)]
    wide = [one for given in fitting for one in given.arguments[:1] if isinstance(one, Sequence) and len(one.items) > 1]
    assert len(fitting) > 100
    assert len(wide) > 30
    assert all(has(table, "rows alike") for table in wide)


def test_what_is_looked_up_is_there() -> None:
    """A key that nothing asks for before is one of the mapping."""
    held = 0
    for given in drawn(COMMON.replace("    result", f"    {MAPS}result", 1)):
        friends, *names = given.arguments
        assert isinstance(friends, Mapping)
        held += {*names} <= {*dict(friends.items)}
    assert held > 100


@pytest.mark.parametrize("test", ["name not in friends", "friends.get(name) is None"])
def test_what_is_asked_for_first_may_be_missing(test: str) -> None:
    """A function that looks whether a key is there says what then happens."""
    asked = SUGGEST.replace("    return", f"    if {test}:\n        return []\n    return")
    assert "name is in friends" not in {assumption.words() for assumption in model(asked).conditions.all()}


@pytest.mark.parametrize(
    "source", [COMMON + SUGGEST, SUGGEST + COMMON, COMMON.replace("    result", f"    {MAPS}result", 1)]
)
def test_sets_of_names_by_name(source: str) -> None:
    """Another function of the file, or the documentation, tells that what is indexed is a mapping to sets."""
    shape = model(source).entry.parameters[0].shape
    assert isinstance(shape, MappingShape)
    assert isinstance(shape.key, TextShape)
    assert isinstance(shape.value, GroupShape)


def test_a_default_that_is_no_collection_tells_nothing() -> None:
    """`-1` for what is missing need not be like what is there."""
    source = "def f(parts, key):\n    found = parts.get(key, -1)\n    return found if found == -1 else found.upper()\n"
    shape = model(source.replace("found.upper()", "sorted(found)")).entry.parameters[0].shape
    assert isinstance(shape, MappingShape)
    assert isinstance(shape.value, SequenceShape)


@pytest.mark.parametrize(
    ("right", "reference"),
    [
        (ZIPPED, PRODUCT),
        (WIDTH_FIRST, PRODUCT),
        (AROUND.replace("len(cells[0])", "len(cells[r])"), AROUND),
        ("def common(friends, a, b):\n    return sorted(friends[a] & friends[b])\n",
         COMMON.replace("    result", f"    {MAPS}result", 1)),
    ],
)  # fmt: skip
@pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")
def test_right_programs_that_rely_on_it_are_the_same(session: EvidenceSession, right: str, reference: str) -> None:
    """Rows as far as they go, operators that sets alone have."""
    assert judged(session, right, reference).verdict == "equivalent"


HOURS = """def hours(timetable, day):
    '''timetable maps a day to a list of (start, end, course).'''
    total = 0
    if day in timetable:
        for lesson in timetable[day]:
            total += lesson[1] - lesson[0]
    return total
"""
RANKS = """def best(results):
    '''results: list of (name, points). The name of who has most.'''
    top = results[0]
    for one in results:
        if one[1] > top[1]:
            top = one
    return top[0]
"""


def test_rows_have_the_items_that_a_docstring_lists() -> None:
    """What is behind the last item that is looked at is there, too; a name is a text."""
    timetable = model(HOURS).entry.parameters[0].shape
    assert isinstance(timetable, MappingShape)
    assert timetable.value == SequenceShape(TupleShape((IntShape(), IntShape(), IntShape())))
    results = model(RANKS).entry.parameters[0].shape
    assert isinstance(results, SequenceShape)
    assert isinstance(results.element, TupleShape)
    assert isinstance(results.element.items[0], TextShape)


@pytest.mark.parametrize("words", ["Returns a list of (name, points)", "The results are in no order", "(name, points)"])
def test_but_rows_that_are_returned_say_nothing(words: str) -> None:
    """Nor do brackets beside something else."""
    other = RANKS.replace("results: list of (name, points)", words)
    assert model(other).entry.parameters == model(RANKS.replace("results: list of (name, points)", "")).entry.parameters


SHOP = """def total(cart, prices):
    s = 0
    for item in cart:
        s = s + prices[item] * cart[item]
    return s

def add(cart, item, count):
    cart[item] = cart.get(item, 0) + count
    return cart
"""
SUMMED = SHOP.replace(
    """s = 0
    for item in cart:
        s = s + prices[item] * cart[item]
    return s
""",
    "return sum(prices[item] * count for item, count in cart.items())\n",
)


def test_what_is_not_found_is_no_reason_for_another_type(session: EvidenceSession) -> None:
    """Most carts have something without a price: that is refused, and a cart is a dictionary all the same."""
    found = survey(SHOP)
    cases = session.cases(SHOP, found, found.entries[0], by_id("python"), Options())
    assert all(isinstance(parameter.shape, MappingShape) for parameter in cases.entry.parameters)
    assert judged(session, SUMMED, SHOP).verdict == "equivalent"


def test_the_ends_of_an_object_are_in_order() -> None:
    """Bookings have a start below their end; an edge of a graph leads anywhere."""
    booking = RecordShape("Booking", (("room", IntShape()), ("start", IntShape()), ("end", IntShape())))
    edge = RecordShape("Edge", (("from", IntShape()), ("to", IntShape())))
    assumed = tuple(spanning({"all": SequenceShape(booking), "edges": SequenceShape(edge)}))
    assert {(one.parameter, one.property) for one in assumed} == {("all", "pairs ordered")}
    entry = Entry("f", "function", (Parameter("all", SequenceShape(booking)),), assumptions=assumed)
    domain = domain_of(entry, conditions(entry, None), ())
    made = [
        Record("Booking", (("room", Int(7)), ("start", Int(low)), ("end", Int(high))), 1)
        for low, high in ((1, 3), (3, 1))
    ]
    likely, doubtful = (domain.likelihood(Input((Sequence("list", (one,)),))) for one in made)
    assert doubtful < DECIDES <= likely
    assert with_pair(made[1], pair(made[0])) == made[0]
