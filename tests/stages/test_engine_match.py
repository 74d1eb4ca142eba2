"""Which unit is compared with which, and how that was found."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.engine import Session, helpers_of, make_source, match_units, pairs_to_run
from codescore.languages import by_id
from tests.stages.bundles import shipped_bundle


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    """A session that writes nothing."""
    made = Session(bundle=shipped_bundle().path, disk_cache=False)
    yield made
    made.close()


def check(session: Session, language: str, candidate: str, reference: str, *expected: str) -> None:
    """Matching gives exactly the lines `candidate unit = reference unit (how)`."""
    found = by_id(language)
    assert found is not None
    ours = make_source(found, candidate.encode(), "candidate")
    theirs = make_source(found, reference.encode(), "reference")
    pairs = match_units(session, ours, theirs)
    assert len({p.unit for p in pairs}) == len({p.reference_unit for p in pairs}) == len(pairs)
    lines = [f"{p.unit.qualified} = {p.reference_unit.qualified} ({p.matched_by})" for p in pairs]
    assert lines == list(expected)


pytestmark = pytest.mark.bundle


def test_equal_qualified_names_go_first(session: Session) -> None:
    """Whatever the order, and although a simple name would fit elsewhere too."""
    check(
        session,
        "python",
        "class A:\n def get(self): return 1\nclass B:\n def get(self): return 2\n",
        "class B:\n def get(self): return 2\nclass A:\n def get(self): return 1\n",
        "A.get = A.get (name)",
        "B.get = B.get (name)",
    )


def test_simple_names_go_next(session: Session) -> None:
    """A method against a function, or against a method of a class that has another name."""
    check(
        session,
        "python",
        "def add(a, b): return a + b\ndef rest(): pass\n",
        "class T:\n def rest(self): pass\n @staticmethod\n def add(a, b): return a + b\n",
        "add = T.add (name)",
        "rest = T.rest (name)",
    )


def test_case_and_underscores_do_not_matter_in_the_end(session: Session) -> None:
    """`addTwo` is `add_two`, but an exact name goes first."""
    check(
        session,
        "python",
        "def addTwo(a): pass\ndef add_three(a): pass\ndef main(): pass\n",
        "def add_two(a): pass\ndef addThree(a): pass\ndef add_three(a, b): pass\n",
        "addTwo = add_two (name)",
        "add_three = add_three (name)",
        "main = addThree (position)",
    )


def test_a_single_unit_is_matched_by_position_whatever_its_name(session: Session) -> None:
    """The usual case of a generated function."""
    check(session, "python", "def mine(a): pass\n", "def theirs(b): pass\n", "mine = theirs (position)")
    check(session, "python", "x = 1\n", "y = 2\n", "<snippet> = <snippet> (position)")
    check(session, "python", "x = 1\n", "def f(): pass\n", "<snippet> = f (position)")


def test_as_many_unmatched_are_paired_in_order(session: Session) -> None:
    """Names first, then rank among what is left."""
    check(
        session,
        "python",
        "def a(): pass\ndef known(): pass\ndef b(): pass\n",
        "def x(): pass\ndef y(): pass\ndef known(): pass\n",
        "a = x (position)",
        "known = known (name)",
        "b = y (position)",
    )


def test_what_is_no_helper_is_paired_before_helpers(session: Session) -> None:
    """The solution with the solution, wherever the helpers stand and however many there are."""
    check(
        session,
        "python",
        "def aid(x): return x\ndef solve(x): return aid(x)\n",
        "def solution(y): return one(y) + two(y)\ndef one(y): return y\ndef two(y): return y * 2\n",
        "aid = one (similarity)",
        "solve = solution (position)",
    )
    check(
        session,
        "python",
        "def aid(x): return x\ndef solve(x): return aid(x)\n",
        "def solution(y): return one(y)\ndef one(y): return y + 1\n",
        "aid = one (position)",
        "solve = solution (position)",
    )


def test_the_rest_is_paired_by_similarity(session: Session) -> None:
    """Where counts differ the closest vectors find each other; the others stay alone."""
    total = "def {}(values):\n    result = 0\n    for v in values:\n        result += v\n    return result\n"
    reading = "def {}(path):\n    with open(path) as file:\n        return file.read().split(',')\n"
    other = "def {}(n):\n    if n < 2:\n        return 1\n    return n * 2 - 7\n"
    check(
        session,
        "python",
        reading.format("p") + total.format("q"),
        other.format("a") + total.format("b") + reading.format("c"),
        "p = c (similarity)",
        "q = b (similarity)",
    )


def test_overloads_are_told_apart_by_parameters_then_count_then_order(session: Session) -> None:
    """Java's overloads in another order, one with another type, one with another count."""
    check(
        session,
        "java",
        "class A { int f(int a, int b) { return 1; } int f(String s) { return 2; } int f(long x) { return 3; } }",
        "class A { int f(long x) { return 3; } int f(Object s) { return 2; } int f(int a, int b) { return 1; } }",
        "A.f = A.f (name)",
        "A.f = A.f (name)",
        "A.f = A.f (name)",
    )
    language = by_id("java")
    assert language is not None
    one = make_source(language, b"class A { int f(int a, int b) { return 1; } int f(long x) { return 3; } }", "one")
    two = make_source(language, b"class A { int f(long x) { return 3; } int f(int a, int b) { return 1; } }", "two")
    for pair in match_units(session, one, two):
        assert pair.unit.digest == pair.reference_unit.digest


def test_a_name_that_is_defined_more_than_once_keeps_its_order(session: Session) -> None:
    """A property's getter and setter; one too many stays alone."""
    source = "class A:\n @property\n def x(self): return 1\n @x.setter\n def x(self, v): pass\n"
    check(session, "python", source, source, "A.x = A.x (name)", "A.x = A.x (name)")
    check(session, "python", source, "class A:\n def x(self, v): pass\n", "A.x = A.x (name)")


def test_constructors_of_renamed_classes_find_each_other(session: Session) -> None:
    """By position, as their names are the classes'."""
    check(
        session,
        "java",
        "class A { A(int x) { } int get() { return 1; } }",
        "class B { B(int x) { } int get() { return 1; } }",
        "A.A = B.B (position)",
        "A.get = B.get (name)",
    )


def test_nested_units_are_matched_by_name_within_their_pair(session: Session) -> None:
    """Also where the functions around them have other names; never by position."""
    check(
        session,
        "python",
        "def mine():\n def inner(): return 1\n def left(): return 2\n return inner\n",
        "def theirs():\n def other(): return 2\n def inner(): return 1\n return inner\n",
        "mine = theirs (position)",
        "mine.inner = theirs.inner (name)",
    )


def test_helpers_are_what_others_use() -> None:
    """Not the one that uses them, not one that only calls itself, and no circle that nobody enters."""
    language = by_id("python")
    assert language is not None
    source = make_source(
        language,
        b"def main(): return deep(1)\n"
        b"def deep(x): return deeper(x)\n"
        b"def deeper(x): return x\n"
        b"def again(n): return again(n - 1)\n"
        b"def ping(n): return pong(n)\n"
        b"def pong(n): return ping(n)\n"
        b"def even(n): return odd(n - 1) or small(n)\n"
        b"def odd(n): return even(n - 1)\n"
        b"def small(n): return n < 2\n"
        b"def spoken(): 'deep and main'\n",
        "s",
    )
    assert {unit.name for unit in helpers_of(source)} == {"deep", "deeper", "small"}


def test_without_a_model_nothing_is_matched_by_similarity(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The other ways still work."""
    lame = Session(bundle=tmp_path_factory.mktemp("none"), disk_cache=False)
    try:
        check(
            lame,
            "python",
            "def a(): pass\ndef same(): pass\n",
            "def x(): pass\ndef y(): pass\ndef same(): pass\n",
            "same = same (name)",
        )
    finally:
        lame.close()


def test_an_equal_elsewhere_goes_before_the_position(session: Session) -> None:
    """Units in another order and under other names are not paired with strangers."""
    candidate = "def beta(x): return x * 3\ndef alpha(a, b): return a % b\n"
    reference = "def gcd(m, n): return m % n\ndef triple(v): return v * 3\n"
    check(session, "python", candidate, reference, "beta = triple (similarity)", "alpha = gcd (similarity)")


@pytest.mark.parametrize(
    ("language", "text", "helpers"),
    [
        ("java", "class S { int size() { return items.size(); } void add(int x) { items.add(x); } }", set()),
        ("java", "class S { int size() { return 1; } boolean empty() { return size() == 0; } }", {"size"}),
        ("java", "class S { int size; int size() { return size; } void add() { size += 1; } }", set()),
        ("java", ("class S { static int f(int x) { return S.g(x) + this.h(); } int g(int x) { return x; } "
         "int h() { return 1; } }"), {"g", "h"}),
        ("java", ("class S { int f(L l) { l.forEach(this::g); l.map(l::h); return 1; } int g(int x) { return x; } "
         "int h() { return 1; } }"), {"g"}),
        ("java", ("class S { private static class N { String toString() { return x; } } "
         "void add(int x) { items.add(new N(x)); } }"), {"toString"}),
        ("java", ("class S { static class N { String toString() { return x; } } "
         "N add(int x) { items.add(new N(x)); } }"), set()),
        ("python", "class S:\n def size(self): return self.items.size()\n def add(self): self.items.size(1)\n", set()),
        ("python", "class S:\n def f(self): return self.g() + S.h()\n def g(self): return 1\n def h(): return 2\n",
         {"g", "h"}),
        ("javascript", ("class S { #add(once) { return once; } once(x) { return this.#add(x); } }"), {"#add"}),
        ("javascript", ("export function diff(a) { return small(a) || same(a); }\n"
         "function same(a) { return !diff(a); }\nfunction small(a) { return a < 2; }"), {"same", "small"}),
        ("javascript", ("function diff(a) { return small(a) || same(a); }\nfunction same(a) { return !diff(a); }\n"
         "function small(a) { return a < 2; }\nmodule.exports = { diff };"), {"same", "small"}),
        ("java", ("class S { public static String words(int n) { return n < 9 ? small(n) : words(9) + rest(n); } "
         "private static String rest(int n) { return n == 0 ? x : words(n); } "
         "static String small(int n) { return x; } }"), {"rest", "small"}),
        ("python", "def words(n): return _rest(n)\ndef _rest(n): return words(n - 1)\n", {"_rest"}),
        ("java", ("class Off { int of(int x) { return x; } } "
         "public class S { int f(int x) { return new Off().of(x); } }"), {"of"}),
        ("java", ("class Off { int of(int x) { return x; } } "
         "public class S { int f(Off o) { return o.of(x); } }"), set()),
        ("java", ("record Sale(int units, int cents) { int amount() { return units * cents; } } "
         "class S { int f(List<Sale> all) { int n = 0; for (Sale s : all) n += s.amount(); return n; } }"), {"amount"}),
        ("java", ("class Plan { static int f(int x) { return new Plan(x).start(x); } "
         "private int start(int x) { return x; } }"), {"start"}),
        ("java", ("class Sale { int units; int amount() { return units++; } } "
         "class S { int f(List<Sale> all) { int n = 0; for (Sale s : all) n += s.amount(); return n; } }"), set()),
        ("python", ("@dataclass(frozen=True)\nclass Sale:\n units: int\n def amount(self): return self.units\n"
         "def f(sales): return sum(sale.amount() for sale in sales)\n"), {"amount"}),
        ("python", ("class _Saved:\n def __enter__(self): return 1\nclass S:\n def f(self): return _Saved()\n"),
         {"__enter__"}),
    ],
)  # fmt: skip
def test_what_is_said_of_another_object_makes_no_helper(language: str, text: str, helpers: set[str]) -> None:
    """`items.size()` is no use of this class's own `size`; `this.size()`, `S.size()` and `size()` are.

    What a class, or a file, holds for itself, and names in no signature, helps it whether or not a call is written.
    """
    found = by_id(language)
    assert found is not None
    assert {unit.name for unit in helpers_of(make_source(found, text.encode(), "s"))} == helpers


def test_what_makes_objects_for_others_is_run_by_them() -> None:
    """The constructor of an exception that is thrown is no function of its own to run; one that nothing uses is."""
    text = "class S { static class E extends Exception { E(String m) { super(m); } } int f(int x) { %s return x; } }"
    java = by_id("java")
    assert java is not None
    session = Session(disk_cache=False)
    for used, run in (("throw new E();", ["S.f"]), ("", ["S.E.E", "S.f"])):
        pairs = pairs_to_run(session, java, text % used, text % used)
        assert sorted(theirs for _, theirs in pairs) == run
    thrown = "class E extends Exception { E(String m) { super(m); } }"
    text = thrown + " public class S { void f() throws E { throw new E(); } }"
    assert [theirs for _, theirs in pairs_to_run(session, java, text, text)] == ["S.f"]
    session.close()


@pytest.mark.parametrize(
    ("head", "run"),
    [
        ("def table(results):", [("table", "table")]),
        ("def table(results: list[Team]):", [("better", "Team.play"), ("table", "table")]),
    ],
    ids=["kept", "given"],
)
def test_a_class_that_only_a_function_makes_objects_of_is_not_asked_for(head: str, run: list[tuple]) -> None:
    """How a reference keeps what it computes with is its own matter, unless whoever calls it has to name the class."""
    class_ = "class Team:\n    def __init__(self):\n        self.won = 0\n    def play(self):\n        self.won += 1\n"
    python = by_id("python")
    assert python is not None
    session = Session(disk_cache=False)
    body = "\n    team = Team()\n    for _ in results:\n        team.play()\n    return team.won\n"
    text = "def table(results):\n    return len(results)\ndef better(a, b):\n    return a > b\n"
    assert sorted(pairs_to_run(session, python, text, class_ + head + body), key=str) == sorted(run, key=str)
    session.close()


STOCK = """from dataclasses import dataclass

@dataclass
class _Item:
    count: int = 0

    @property
    def available(self):
        return self.count

class Stock:
    def __init__(self):
        self._items: dict[str, _Item] = {}

    def _item(self, name: str) -> _Item:
        return self._items.setdefault(name, _Item())

    def receive(self, name, count):
        self._item(name).count += count

    def available(self, name):
        return self._item(name).available
"""
PLAIN_STOCK = """class Stock:
    def __init__(self):
        self.items = {}

    @staticmethod
    def _checked(count):
        return max(count, count)

    def receive(self, name, count):
        self.items[name] = self.items.get(name, 0) + self._checked(count)

    def available(self, name):
        return self.items.get(name, 0)
"""
TREE = """public class Tree {
    private static class Node { int value; Node left, right; Node(int value) { this.value = value; } }
    private Node root;
    public void insert(int value) { root = insert(root, value); }
    private Node insert(Node node, int value) {
        if (node == null) return new Node(value);
        if (value < node.value) node.left = insert(node.left, value); else node.right = insert(node.right, value);
        return node;
    }
    public boolean empty() { return root == null; }
}
"""
PLAIN_TREE = """import java.util.*;
public class Tree {
    private final TreeSet<Integer> values = new TreeSet<>();
    public void insert(int value) { values.add(value); }
    public boolean empty() { return values.isEmpty(); }
}
"""


@pytest.mark.parametrize(
    ("language", "candidate", "reference", "run"),
    [
        ("python", PLAIN_STOCK, STOCK, ["Stock.available", "Stock.receive"]),
        ("java", PLAIN_TREE, TREE, ["Tree.empty", "Tree.insert"]),
    ],
)
def test_what_a_class_keeps_to_itself_answers_nothing(language: str, candidate: str, reference: str, run: list) -> None:
    """A class that private methods alone name, and a private method that shares its name with a public one."""
    found = by_id(language)
    assert found is not None
    session = Session(disk_cache=False)
    pairs = pairs_to_run(session, found, candidate, reference)
    assert sorted(theirs for _, theirs in pairs) == run
    assert all(ours == theirs for ours, theirs in pairs)
    session.close()
