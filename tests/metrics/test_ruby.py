"""RUBY: dependence graphs, else trees, else tokens; distances against independent implementations."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from codescore.metrics.graph_edit import SEARCHED, graph_edit_distance
from codescore.metrics.metric import Context, Pair
from codescore.metrics.prepared import prepare
from codescore.metrics.program_graph import CONTROL, DATA, Graph, program_graph
from codescore.metrics.ruby import Ruby
from codescore.metrics.tree_edit import Node, Ordered, ordered_tree, tree_edit_distance

CODE = "def f(a):\n    b = a + 1\n    if b > 2:\n        b = 0\n    return b\n"


def score(candidate, *references, language="python"):
    (found,) = Ruby(Context()).scores([Pair(candidate, references, language)])
    return found


def graph(code, language="python"):
    return program_graph(prepare(code, language))


def test_the_graph_of_a_function():
    """Statements are vertices; control leads to what stands directly inside, data from definitions to uses."""
    found = graph(CODE)
    function, assign, branch, again, back = range(5)
    assert len(found.labels) == 5
    assert found.edges == {
        (function, assign, CONTROL), (function, branch, CONTROL), (branch, again, CONTROL), (function, back, CONTROL),
        (function, assign, DATA), (assign, branch, DATA), (assign, back, DATA), (again, back, DATA),
    }  # fmt: skip
    assert found.size == 13


def test_renaming_changes_no_graph():
    """Names of variables and of what the code defines are no part of a label; other words are."""
    renamed = "def g(x):\n    total = x + 1\n    if total > 2:\n        total = 0\n    return total\n"
    assert (graph(renamed).labels, graph(renamed).edges) == (graph(CODE).labels, graph(CODE).edges)
    assert graph(CODE.replace("> 2", "> 3")).labels != graph(CODE).labels
    assert score(renamed, CODE).value == 1


@pytest.mark.parametrize(
    ("candidate", "reference", "level"),
    [
        (CODE, CODE.replace("> 2", "> 3"), "GRS"),
        ("foo(1)", "bar(1)", "TRS"),  # nothing depends on anything
        ("def f(:\n  pass", CODE, "STS"),  # does not parse
    ],
)
def test_the_note_says_what_was_compared(candidate, reference, level):
    """Graphs where both build, else trees where both parse, else tokens."""
    found = score(candidate, reference)
    assert found.note == level
    assert found.value == pytest.approx(1 - found.parts["edits"] / found.parts["size"])


def test_values_by_hand():
    """One replaced vertex of two graphs of size 13; one of five nodes; tokens by Levenshtein."""
    assert score(CODE, CODE.replace("> 2", "> 3")).value == pytest.approx(1 - 1 / 26)
    # module, expression_statement, call, identifier, argument_list, integer
    assert score("foo(1)", "bar(1)").value == pytest.approx(1 - 1 / 12)
    assert score("foo(1", "bar(1)").value == pytest.approx(1 - 2 / 4)


def test_java_has_graphs_too():
    """The same rules, from the language's data."""
    found = score("int f(int a){ int b = a; return b; }", "int g(int x){ int y = x; return y; }", language="java")
    assert (found.value, found.note) == (1.0, "GRS")


@pytest.mark.parametrize(("candidate", "reference", "value"), [("", "", 1.0), ("", "x", 0.0), ("x", "", 0.0)])
def test_empty_sides(candidate, reference, value):
    """Both empty is 1, one empty is 0."""
    assert score(candidate, reference).value == value


def test_without_grammar_tokens_are_compared():
    """A language that is not installed still has tokens, and the note says so."""
    found = score("MOVE A TO B", "MOVE A TO C", language="cobol")
    assert (found.value, found.note) == (0.75, "STS")


def random_graph(rng, vertices):
    labels = tuple(rng.randrange(3) for _ in range(vertices))
    ends = [(a, b) for a in range(vertices) for b in range(vertices) if a != b and rng.random() < 0.3]
    return Graph(labels, frozenset((a, b, rng.choice((CONTROL, DATA))) for a, b in ends))


@pytest.mark.parametrize("seed", range(25))
def test_small_distances_are_networkx(seed):
    """Up to five vertices the distance is networkx's, with the same costs; it is exact and symmetric."""
    networkx = pytest.importorskip("networkx", reason="networkx is the oracle of graph edit distance")
    rng = Random(seed)
    first, second = random_graph(rng, rng.randrange(1, 6)), random_graph(rng, rng.randrange(1, 6))

    def theirs(one):
        made = networkx.DiGraph()
        made.add_nodes_from((v, {"label": label}) for v, label in enumerate(one.labels))
        made.add_edges_from((a, b, {"kind": kind}) for a, b, kind in one.edges)
        return made

    wanted = networkx.graph_edit_distance(
        theirs(first), theirs(second), node_match=lambda a, b: a == b, edge_match=lambda a, b: a == b
    )
    found = graph_edit_distance(first, second)
    assert found.edits == wanted
    assert found.exact
    assert graph_edit_distance(second, first).edits == wanted


@pytest.mark.parametrize("seed", range(10))
def test_bounds_lie_above(seed, monkeypatch):
    """Without search the distance is an upper bound: never below the exact one, and said to be a bound if above."""
    rng = Random(seed)
    first, second = random_graph(rng, 5), random_graph(rng, 5)
    exact = graph_edit_distance(first, second)
    monkeypatch.setattr("codescore.metrics.graph_edit.SEARCHED", 0)
    bound = graph_edit_distance(first, second)
    assert bound.edits >= exact.edits
    assert not bound.exact or bound.edits == exact.edits


def test_a_graph_is_no_distance_from_itself():
    """Also where it is too large for a search."""
    large = random_graph(Random(1), 3 * SEARCHED)
    assert graph_edit_distance(large, large).edits == 0
    assert graph_edit_distance(large, large).exact


def random_tree(rng, nodes):
    """Parents of nodes in source order, and labels."""
    return [-1] + [rng.randrange(max(0, n - 3), n) for n in range(1, nodes)], [rng.choice("abc") for _ in range(nodes)]


def ordered(parents, labels):
    """The tree of a random parent list."""
    nodes = [Node(label) for label in labels]
    for node, parent in zip(nodes[1:], parents[1:], strict=True):
        nodes[parent].children.append(node)
    return Ordered(nodes[0], tuple(labels), len(labels))


def by_definition(one, two):
    """Edits between two forests by the recurrence that defines them (Zhang and Shasha 1989, section 3)."""

    def plain(node):
        return node.label, tuple(map(plain, node.children))

    @cache
    def between(first, second):
        if not first or not second:
            return sum(map(size, first + second))
        (mine, below), (theirs, under) = first[-1], second[-1]
        return min(
            between((*first[:-1], *below), second) + 1,
            between(first, (*second[:-1], *under)) + 1,
            between(first[:-1], second[:-1]) + between(below, under) + (mine != theirs),
        )

    def size(node):
        return 1 + sum(map(size, node[1]))

    return between((plain(one.root),), (plain(two.root),))


@pytest.mark.parametrize("seed", range(25))
def test_tree_distances_are_those_of_the_definition(seed):
    """The distance of random trees is what the recurrence says."""
    rng = Random(seed)
    trees = [ordered(*random_tree(rng, rng.randrange(1, 11))) for _ in range(2)]
    found = tree_edit_distance(*trees)
    assert found.exact
    assert found.edits == by_definition(*trees)


def test_deep_trees_have_a_lower_bound():
    """Nesting that recursion could not descend is bounded, not an error."""
    assert score("(" * 300 + "1" + ")" * 300, "(" * 300 + "2" + ")" * 300).note == "TRS, TED lower bound"


def test_large_trees_have_a_lower_bound(monkeypatch):
    """Beyond the work that is allowed, the labels' edit distance stands for the trees', and the note says so."""
    one, two = "foo(1, [2, {3: 4}])", "bar([1], 2, {4: 3})"
    exact = tree_edit_distance(ordered_tree(prepare(one, "python")), ordered_tree(prepare(two, "python")))
    monkeypatch.setattr("codescore.metrics.tree_edit.MAX_WORK", 0)
    found = score(one, two)
    assert found.note == "TRS, TED lower bound"
    assert found.parts["edits"] <= exact.edits


def test_a_file_of_thousands_of_lines_is_compared_within_bounds():
    """No quadratic trap: 5,000 lines against 5,000 others end, as a bound that says so."""
    function = "def f{n}(a):\n    b{n} = a * {m}\n    if b{n} > {k}:\n        a = b{n}\n    return a\n"
    one = "".join(function.format(n=n, m=n % 7, k=n % 5) for n in range(1000))
    two = one.replace("* 3", "+ 3").replace("> 2", "< 2")
    found = score(one, two)
    assert 0.8 < found.value < 1
    assert found.note.startswith("GRS")
