"""C++ programs judged beside a reference, and what their texts are seen to say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from codescore.evidence.mutants import mutants
from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.cpp import run as cpp
from codescore.languages.cpp.run import survey
from codescore.languages.cpp.run.inputs import reads_of
from codescore.languages.cpp.run.reading import read
from codescore.languages.cpp.run.weaving import woven
from codescore.languages.execution import Input
from codescore.languages.shapes import (
    FloatShape,
    IntShape,
    MappingShape,
    NullShape,
    OneOf,
    RecordShape,
    Samples,
    SelfShape,
    SequenceShape,
    TextShape,
    TupleShape,
)
from codescore.languages.values import Int
from codescore.languages.values import Sequence as Items
from tests.cli.conftest import Run
from tests.cli.conftest import cli as cli  # noqa: PLC0414  the fixture

CPP = by_id("cpp")
REFERENCE = """
/*
Return the prime factors of n, in order.
>>> factors(8)
{2, 2, 2}
>>> factors(70)
{2, 5, 7}
*/
#include <vector>
using namespace std;
vector<int> factors(int n) {
    vector<int> out = {};
    for (int i = 2; i * i <= n; i++)
        if (n % i == 0) { n = n / i; out.push_back(i); i -= 1; }
    out.push_back(n);
    return out;
}
"""
RIGHT = """
std::vector<int> factors(int n) {
    std::vector<int> found;
    int divisor = 2;
    while (divisor * divisor <= n) {
        while (n % divisor == 0 && divisor * divisor <= n) { found.push_back(divisor); n /= divisor; }
        ++divisor;
    }
    found.push_back(n);
    return found;
}
"""
WRONG = REFERENCE.replace("i * i <= n", "i * i < n")


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


@pytest.mark.parametrize(("candidate", "verdict"), [(RIGHT, "equivalent"), (WRONG, "differs")], ids=["right", "wrong"])
def test_programs_are_told_apart_by_running(session: EvidenceSession, candidate: str, verdict: str) -> None:
    """Another way to the same results is equivalent, another bound is not, and the inputs expose mutants."""
    found = session.judge(candidate, REFERENCE, CPP, Options())
    assert found.verdict == verdict, found.reason
    assert found.coverage.reference == 1.0
    assert found.mutants.total > 8
    assert found.mutants.exposed / found.mutants.total > 0.6
    if verdict == "differs":
        assert found.counterexample is not None
        assert "assert((factors(" in (found.counterexample.test or "")


LAST = "#include <vector>\nint last(std::vector<int> a) { int r = 0; for (int x : a) r = x; return r; }\n"
UNDEFINED = "#include <vector>\nint last(std::vector<int> a) { return a[a.size() - 1]; }\n"
HALF = "double half(double n) { return n / 2; }\n"


@pytest.mark.parametrize(
    ("candidate", "reference", "verdict", "said"),
    [
        (UNDEFINED, LAST, "conditional", "another result unless a is non-empty"),
        (UNDEFINED, LAST.replace("int r", "if (a.empty()) return 0; int r"), "differs", "last({})"),
        ("double half(long n) { return n / 2.0; }\n", HALF, "insufficient", "cannot be compared"),
        (
            "double half(short n) { return n / 2.0; }\n",
            HALF.replace("double n", "int n").replace("2", "2.0"),
            "conditional",
            "refuses",
        ),
    ],
    ids=["without a source", "with a branch", "whole numbers", "a short"],
)
def test_what_the_reference_does_not_promise_decides_nothing(
    session: EvidenceSession, candidate: str, reference: str, verdict: str, said: str
) -> None:
    """Undefined behaviour at an edge decides only at a branch of the reference; what no type holds is no evidence."""
    found = session.judge(candidate, reference, CPP, Options(budget=0.5))
    assert (found.verdict, said in found.reason) == (verdict, True), found.reason


def test_a_class_is_graded_by_running_where_no_model_speaks(cli: Run, tmp_path: Path) -> None:
    """A language that the model was not trained on has no score; what programs do still counts."""
    (tmp_path / "reference.cpp").write_text(REFERENCE)
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ann.cpp").write_text(RIGHT)
    (tmp_path / "class" / "ben.cpp").write_text(WRONG)
    given = ["-r", tmp_path / "reference.cpp", tmp_path / "class", "-o", tmp_path / "page.html"]
    done = cli("grade", "--evidence", "--no-cache", *given)
    assert "1 behaves, 1 differs" in done.err


def test_declared_types_say_what_may_be_passed() -> None:
    """Containers, numbers of each size, nodes, constants, arrays; other names of types are followed."""
    (entry,) = survey("""
        using Row = std::vector<long long>;
        enum class Color { red, green };
        struct Node { int value; Node* next = nullptr; };
        int f(const std::map<std::string, Row>& a, unsigned b, float c, std::pair<int, std::string> d, Node* e, Color f,
              const int g[], std::optional<double> h = {}) { return 0; }
    """).entries
    a, b, c, d, e, f, g, h = entry.parameters
    assert a.shape == MappingShape(TextShape(), SequenceShape(IntShape(-(2**63), 2**63 - 1)))
    assert b.shape == IntShape(0, 2**32 - 1)
    assert c.shape == FloatShape(single=True)
    assert isinstance(d.shape, TupleShape)
    assert isinstance(e.shape, OneOf)
    node, null = e.shape.options
    assert isinstance(node, RecordShape)
    assert (dict(node.fields)["next"], null) == (SelfShape(), NullShape())
    assert isinstance(f.shape, Samples)
    assert (g.declared, g.shape) == ("const int []", SequenceShape(IntShape(-(2**31), 2**31 - 1), kind="array"))
    assert h.optional


def test_what_can_be_called_is_listed_and_hidden_members_are_not() -> None:
    """Functions in namespaces, methods of both kinds, overloads; no constructors, operators, private ones."""
    found = survey("""
        namespace tools { int twice(int a) { return 2 * a; } }
        class Shop {
            int secret() { return 1; }
        public:
            Shop() {}
            static int price(int a) { return a; }
            int count(int a) const { return a; }
            bool operator<(const Shop& other) const { return true; }
        };
        double half(double a) { return a / 2; }
        double half(int a) { return a / 2.0; }
        int main() { return 0; }
    """).entries
    assert [(entry.kind, entry.owner, entry.name) for entry in found] == [
        ("function", "tools", "twice"), ("function", "Shop", "price"), ("method", "Shop", "count"),
        ("function", None, "half"), ("function", None, "half"), ("script", None, "main"),
    ]  # fmt: skip


def test_examples_stand_in_the_comment_before_a_function() -> None:
    """Calls in a comment are inputs, also where headers stand between, in braces as well as in brackets."""
    (entry,) = survey(
        "// >>> f({1, 2}, 3)\n// true\n#include <vector>\nbool f(std::vector<int> a, int b) { return 1; }"
    ).entries
    assert entry.examples == (Input((Items("list", (Int(1), Int(2))), Int(3))),)


NOTED = """int f(int a) {@ if (a) {@return 1;} else {@} while (a) {@ --a; } return a ? (@,1) : (@,2); }"""


def test_notes_stand_at_each_way_out_of_a_branch() -> None:
    """Functions, both ways of a condition, loops and choices are noted, in the lines where they were."""
    source = "int f(int a) { if (a) return 1; while (a) { --a; } return a ? 1 : 2; }\nconstexpr int n = 1 ? 2 : 3;"
    text, lines = woven(read(source))
    count = len(lines)
    for number in range(count):
        text = text.replace(f"::codescore::hit({number});", "@").replace(f"::codescore::hit({number})", "@")
    assert text == NOTED + "\nconstexpr int n = 1 ? 2 : 3;"
    assert count == 6


def test_operators_are_replaced_within_their_families() -> None:
    """A language without rules of table 2 has mutants by its data: of the same family, and no brackets of types."""
    source = "bool f(std::vector<int> a, int b) { return b < 3 && a.size() + 1 > 2; }"
    found = {mutant.source[35:] for mutant in mutants(CPP, source) if mutant.rule != "deletion"}
    assert " return b < 3 || a.size() + 1 > 2; }" in found
    assert " return b <= 3 && a.size() + 1 > 2; }" in found
    assert " return b < 3 && a.size() - 1 > 2; }" in found
    assert all(text.startswith(" return ") for text in found)


def test_a_difference_becomes_a_plain_assertion() -> None:
    """A test compares with what the reference gave, in the type that the call has."""
    (entry,) = survey("std::vector<int> f(int a) { return {a}; }").entries
    expected = Items("list", (Int(1), Int(2)))
    assert cpp.test_text(entry, Input((Int(3),)), expected, "") == (
        "void test_f() {\n    assert((f(3) == decltype(f(3)){1, 2}));\n}\n"
    )


def test_a_union_is_not_looked_into() -> None:
    """Nobody can see which member it has: such a function is left out, and that is not held against the program."""
    found = survey("union Either { long number; double part; };\nEither f(int a) { Either e; e.number = a; return e; }")
    assert (found.entries, found.undecided) == ((), True)
    assert "union" in found.problem


def test_rows_and_a_text_to_the_end_are_seen() -> None:
    """What a loop over a list of texts reads is a text; what is read sign by sign are lines."""
    reads = reads_of(
        read("""
        int main() {
            int rows; cin >> rows;
            vector<string> maze(rows);
            for (auto& line : maze) cin >> line;
            for (string& line : maze) cin >> line;
            char ch;
            while (cin.get(ch)) if (ch == 'x') rows++;
        }
    """)
    )
    row = ["loop", "rows", [["word", "line"]]]
    assert reads == [["int", "rows"], row, row, ["loop", "*", [["line", "text"]]]]


@pytest.mark.parametrize(
    ("body", "reads"),
    [
        ("int x; while (cin >> x) sum += x;", [["loop", "*", [["int", "x"]]]]),
        ("string line; while (getline(cin, line)) text += line;", [["loop", "*", [["line", "line"]]]]),
        (
            "string line; while (getline(cin, line)) { istringstream in(line); string name; int n; in >> name >> n; }",
            [["loop", "*", [["newline"], ["word", "name"], ["int", "n"]]]],
        ),
        (
            "string line; while (getline(std::cin, line)) { stringstream in{line}; string w; while (in >> w) n++; }",
            [["loop", "*", [["newline"], ["words", "w"]]]],
        ),
        (
            "string line; getline(cin, line); istringstream in(line); int x; while (in >> x) sum += x;",
            [["newline"], ["row", "x"]],
        ),
        ("string text = \"1 2\"; istringstream in(text); int x, y; in >> x >> y; cin >> y;", [["int", "y"]]),
    ],
)  # fmt: skip
def test_what_stands_on_lines_is_seen(body: str, reads: list) -> None:
    """To the end of the input, and what a line is taken apart into by a stream of its own."""
    assert reads_of(read(f"int main() {{ {body} }}")) == reads


def test_what_a_program_reads_is_seen_in_its_text() -> None:
    """Streams, `scanf` and lines in order, loops with what they count to, also in functions that are called."""
    reads = reads_of(
        read("""
        typedef long long ll;
        void solve() { int n; cin >> n; vector<ll> a(n); for (auto& x : a) cin >> x; string s; std::cin >> s; }
        int main() {
            int t; scanf("%d", &t);
            while (t--) solve();
            double d; int m; cin >> m >> d;
            for (int i = 0; i < m; i++) { int u, v; cin >> u >> v; }
            string line; getline(cin, line);
        }
    """)
    )
    assert reads == [
        ["int", "t"], ["loop", "t", [["int", "n"], ["loop", "n", [["int", "x"]]], ["word", "s"]]],
        ["int", "m"], ["float", "d"], ["loop", "m", [["int", "u"], ["int", "v"]]], ["line", "line"],
    ]  # fmt: skip
