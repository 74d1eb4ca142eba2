"""Objects of a program's own classes as arguments: made as the program makes them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.options import Options
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.execution import Entry
from codescore.languages.python.run.surveying import survey
from codescore.languages.shapes import CallShape, NullShape, OneOf, SequenceShape, Shape, linked
from tests.evidence.answers import answers

ABLE = probe()
ITEM = """\
from dataclasses import dataclass

@dataclass
class Item:
    name: str
    price: float
    count: int = 1

    def total(self):
        return self.price * self.count

"""
SHAPES = """\
from abc import ABC, abstractmethod

class Shape(ABC):
    @abstractmethod
    def area(self): ...

class Square(Shape):
    def __init__(self, side: int):
        self.side = side

    def area(self):
        return self.side ** 2

class Box(Shape):
    def __init__(self, width: int, height: int):
        self.width, self.height = width, height

    def area(self):
        return self.width * self.height

def total(shapes: list[Shape]) -> int:
    return sum(one.area() for one in shapes)
"""
ACCOUNT = """\
class Account:
    def __init__(self, balance=0):
        self.balance = balance

    def take(self, amount):
        if amount > self.balance:
            raise ValueError("too much")
        self.balance -= amount

    def put(self, amount):
        self.balance += amount

def transfer(source, target, amount):
    source.take(amount)
    target.put(amount)
"""
OFF = """\
class Off:
    def __init__(self, percent: int):
        {}        self.percent = percent

    def of(self, n):
        return n * self.percent // 100
"""
LIST = """\
class Node:
    def __init__(self, value: int = 0, next: "Node | None" = None):
        self.value = value
        self.next = next

def merge(a: Node | None, b: Node | None) -> Node | None:
    head = tail = Node()
    while a and b:
        if a.value <= b.value:
            tail.next, a = a, a.next
        else:
            tail.next, b = b, b.next
        tail = tail.next
    tail.next = a or b
    return head.next
"""
RECURSIVE = """\
def merge(a: Node | None, b: Node | None) -> Node | None:
    if a is None or b is None:
        return a or b
    if a.value <= b.value:
        a.next = merge(a.next, b)
        return a
    b.next = merge(a, b.next)
    return b
"""


def shape_of(source: str, name: str) -> Shape:
    (entry,) = (one for one in survey(source).entries if one.name == name)
    return entry.parameters[0].shape


def made(shape: Shape) -> list[str]:
    """The classes whose objects are made."""
    options = shape.options if isinstance(shape, OneOf) else (shape,)
    return [one.name for one in options if isinstance(one, CallShape)]


@pytest.mark.parametrize(
    "function",
    [
        "def f(item: Item):\n    return item.price > 3",
        "def f(item):\n    return item.name, item.count",
        "def f(item):\n    return item.total() + 1",
        "def f(item: 'Item | None'):\n    return item and item.name",
    ],
)
def test_who_asks_for_an_object_of_a_class_or_uses_it_so_is_given_one(function: str) -> None:
    assert made(shape_of(ITEM + function, "f")) == ["Item"]


def test_an_abstract_class_stands_for_those_made_of_it() -> None:
    shape = shape_of(SHAPES, "total")
    assert isinstance(shape, SequenceShape)
    assert made(shape.element) == ["Square", "Box"]
    found = survey(SHAPES)
    assert found.bare == {"Shape.area"}
    assert not any(isinstance(one, Entry) and one.name == "Shape" for one in found.entries)


def test_a_protocol_is_asked_of_nobody() -> None:
    said = SHAPES.replace("from abc import ABC, abstractmethod", "from typing import Protocol")
    found = survey(said.replace("(ABC)", "(Protocol)").replace("    @abstractmethod\n", ""))
    assert found.bare == {"Shape.area"}


def test_a_class_that_checks_a_percentage_itself_takes_any() -> None:
    checked = OFF.format("if percent > 100:\n            raise ValueError(percent)\n")
    for text, believed in ((OFF.format(""), True), (checked, False)):
        (whole,) = (one for one in survey(text).entries if one.kind == "class")
        assert any(one.property == "at most" for one in whole.members[0].assumptions) == believed


def test_what_leads_to_others_of_its_kind_is_linked_in_many_ways() -> None:
    shape = shape_of(LIST, "merge")  # declared as optional: there may be none
    assert isinstance(shape, OneOf)
    assert NullShape() in shape.options
    assert linked(shape)


def test_what_has_more_than_the_class_is_none_of_it() -> None:
    assert not made(shape_of(ITEM + "def f(item):\n    return item.name, item.weight", "f"))


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


def verdict(session: EvidenceSession, candidate: str, reference: str) -> str:
    options = Options(budget=1.0, pairs=answers("python", candidate, reference))
    return session.judge(candidate, reference, by_id("python"), options).verdict


@pytest.mark.sandbox
@pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
@pytest.mark.parametrize(
    ("reference", "right", "wrong"),
    [
        (SHAPES, ("sum(one.area() for one", "sum(one.area() + 0 for one"), ("in shapes)", "in shapes[1:])")),
        (ACCOUNT, ("self.balance -= amount", "self.balance = self.balance - amount"), ("target.put", "source.put")),
        (ACCOUNT, ("amount > self.balance", "self.balance < amount"), ("target.put(amount)", "pass")),
    ],
)  # fmt: skip
def test_functions_of_objects_are_run(
    session: EvidenceSession, reference: str, right: tuple[str, str], wrong: tuple[str, str]
) -> None:
    assert verdict(session, reference.replace(*right), reference) == "equivalent"
    assert verdict(session, reference.replace(*wrong), reference) == "differs"


@pytest.mark.sandbox
@pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
def test_what_objects_are_made_of_is_their_own_affair(session: EvidenceSession) -> None:
    """Another name for what an object holds tells nothing of a function that is given one."""
    options = Options(budget=1.0, units=("transfer", "transfer"))
    found = session.judge(ACCOUNT.replace("balance", "cents"), ACCOUNT, by_id("python"), options)
    assert found.verdict == "untested"
    assert session.judge(ACCOUNT, ACCOUNT, by_id("python"), options).verdict == "equivalent"


@pytest.mark.sandbox
@pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
def test_what_is_left_in_an_object_beside_an_answer_is_named(session: EvidenceSession) -> None:
    answering = ACCOUNT + "    return True\n"
    assert verdict(session, answering.replace("target.put(amount)", "pass"), answering) == "conditional"


@pytest.mark.sandbox
@pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
def test_two_lists_share_no_objects_where_nobody_asks(session: EvidenceSession) -> None:
    """Merging a list with itself is no task: what comes of it depends on the way."""
    head = LIST.partition("def merge")[0]
    assert verdict(session, head + RECURSIVE, LIST) == "equivalent"


CART = """
from dataclasses import dataclass

@dataclass
class Item:
    name: str
    price: int
    quantity: int = 1

class Cart:
    def __init__(self, customer: str):
        self.customer = customer
        self._items: list[Item] = []
    def add(self, item: Item) -> None:
        self._items.append(item)
    def all(self) -> list[Item]:
        return list(self._items)

def total(cart: Cart) -> int:
    return sum(item.price * item.quantity for item in cart.all())
"""
GRAPH = """
class Graph:
    def __init__(self):
        self.edges = {}
    def add_edge(self, a, b):
        self.edges.setdefault(a, []).append(b)
        self.edges.setdefault(b, [])

def reachable(graph: Graph, start, goal):
    seen, left = set(), [start]
    while left:
        node = left.pop()
        if node == goal:
            return True
        if node not in seen:
            seen.add(node)
            left.extend(graph.edges.get(node, []))
    return False
"""


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("reference", "candidate", "expected"),
    [
        (CART, CART.replace("item.price * item.quantity", "item.quantity * item.price"), "equivalent"),
        (CART, CART.replace(" * item.quantity", ""), "differs"),
        (GRAPH, GRAPH.replace("left.pop()", "left.pop(0)"), "equivalent"),
        (GRAPH, GRAPH.replace("            left.extend(graph.edges.get(node, []))\n", ""), "differs"),
    ],
)
def test_something_is_put_into_objects_before_they_are_given(
    reference: str, candidate: str, expected: str, session: EvidenceSession
) -> None:
    """A cart that nothing was ever added to shows nothing of what its items cost."""
    assert verdict(session, candidate, reference) == expected


@pytest.mark.sandbox
def test_objects_that_something_was_put_into_are_written_by_name(session: EvidenceSession) -> None:
    """`cart = Cart(''); cart.add(Item('', 1, 0)); total(cart)`."""
    candidate = CART.replace(" * item.quantity", "")
    options = Options(budget=2.0, pairs=answers("python", candidate, CART))
    found = session.judge(candidate, CART, by_id("python"), options).counterexample
    assert found is not None
    made, added, call = found.input.split("; ")
    assert made.startswith("cart = Cart(")
    assert added.startswith("cart.add(Item(")
    assert call == "total(cart)"


ACCOUNTS = """
class Account:
    def __init__(self, balance: int = 0):
        self.balance = max(balance, 0)
    def deposit(self, amount: int):
        if amount <= 0:
            raise ValueError("nothing to deposit")
        self.balance += amount
    def withdraw(self, amount: int) -> int:
        self.balance -= amount
        return self.balance

def transfer(source: Account, target: Account, amount: int) -> bool:
    if amount <= 0 or source.balance < amount:
        return False
    source.withdraw(amount)
    target.deposit(amount)
    return True
"""


@pytest.mark.sandbox
def test_what_a_function_cannot_reach_of_a_method_is_shown_with_its_class(session: EvidenceSession) -> None:
    """`deposit` refuses what `transfer` never hands on: sequences of calls on the class show that line."""
    candidate = ACCOUNTS.replace("if amount <= 0 or source.balance < amount", "if not 0 < amount <= source.balance")
    assert verdict(session, candidate, ACCOUNTS) == "equivalent"
    assert (
        verdict(session, candidate.replace('raise ValueError("nothing to deposit")', "return"), ACCOUNTS)
        != "equivalent"
    )


SPAN = """\
class Span {
  #begin; #end;
  constructor(begin, end) { this.#begin = begin; this.#end = end; }
  SHOWN
}
/** What two spans have in common. */
function common(a, b, c, d) {
  return new Span(Math.max(a, c), Math.min(b, d));
}
module.exports = { Span, common };
"""
GETTERS = "get begin() { return this.#begin; } get end() { return this.#end; }"
UNKNOWN = {"insufficient", "untested"}
METHODS = "begin() { return this.#begin; } end() { return this.#end; }"


@pytest.mark.sandbox
@pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
@pytest.mark.parametrize(("shown", "wanted"), [(GETTERS, {"differs"}), (METHODS, UNKNOWN)])
def test_private_fields_are_read_by_getters_or_not_at_all(
    session: EvidenceSession, shown: str, wanted: set[str]
) -> None:
    """What an object of `#` fields shows is compared; where it shows nothing, equal names are no evidence."""
    javascript = by_id("javascript")
    assert javascript is not None
    reference = SPAN.replace("SHOWN", shown)
    wrong = reference.replace("Math.max(a, c), Math.min(b, d)", "Math.min(a, c), Math.max(b, d)")
    options = Options(budget=2.0, pairs=answers("javascript", wrong, reference))
    assert session.judge(wrong, reference, javascript, options).verdict in wanted
    other = reference.replace("#begin", "#from").replace("#end", "#to")
    found = session.judge(
        other, reference, javascript, Options(budget=2.0, pairs=answers("javascript", other, reference))
    )
    assert found.verdict in ({"equivalent"} if shown == GETTERS else UNKNOWN)


@pytest.mark.sandbox
@pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
def test_a_sign_in_a_text_is_no_private_field(session: EvidenceSession) -> None:
    """`#${n}` hides nothing: the fields of such an object are seen."""
    javascript = by_id("javascript")
    assert javascript is not None
    ticket = "class Ticket { constructor(n) { this.n = n; } label() { return `#${this.n}`; } }\n"
    reference = ticket + "function next(n) { return new Ticket(n + 1); }\nmodule.exports = { Ticket, next };\n"
    options = Options(budget=1.0, units=("next", "next"), pairs=answers("javascript", reference, reference))
    assert session.judge(reference, reference, javascript, options).verdict == "equivalent"
