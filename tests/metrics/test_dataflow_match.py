"""DataflowMatch: data flow by reaching definitions, and its comparison (CodeBLEU paper, section 3.3)."""

from __future__ import annotations

import pytest

from codescore.languages import all_languages
from codescore.languages.flow import flow_of
from codescore.languages.library import library_of
from codescore.metrics.dataflow import occurrences
from codescore.metrics.dataflow_match import DataflowMatch, items
from codescore.metrics.metric import Context, Pair
from codescore.metrics.prepared import prepare
from codescore.metrics.reaching import MAX_DEPTH

REFERENCE = "public static int Sign(double d){\n    return (int)((d==0)?0:(d<0)?-1:1);\n}\n"
CANDIDATE = "public static int Sign(double d){\n    return (float)((d==0)?0:(c<0.0)?-1:1);\n\n"


def score(candidate, *references, language="python"):
    (found,) = DataflowMatch(Context()).scores([Pair(candidate, references, language)])
    return found


def flow(code, language="python"):
    """Each occurrence as `name@line <- name@line ...`, lines from 1, those without sources left out."""
    text = prepare(code, language)
    tree, found = text.flat_tree, occurrences(text)
    line = {one.node: tree.source.count(b"\n", 0, tree.starts[one.node]) + 1 for one in found}
    sources = {one.node: sorted(f"{name}@{line[node]}" for node, name in one.sources.items()) for one in found}
    return [f"{one.name}@{line[one.node]} <- " + " ".join(sources[one.node]) for one in found if one.sources]


def test_the_papers_example():
    """Example 1 of the paper: three items in the reference, two of them matched."""
    found = score(CANDIDATE, REFERENCE, language="java")
    assert (found.parts["matched"], found.parts["items"]) == (2, 3)
    assert found.value == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("x = 1\ny = x", ["y@2 <- x@2", "x@2 <- x@1"]),
        ("x = 1\nx = 2\ny = x", ["y@3 <- x@3", "x@3 <- x@2"]),
        ("x = 1\nif c:\n    x = 2\nf(x)", ["x@4 <- x@1 x@3"]),
        ("if c:\n    x = 2\nelse:\n    x = 3\nf(x)", ["x@5 <- x@2 x@4"]),
        ("x = 0\nwhile c:\n    x += 1\nf(x)", ["x@3 <- x@1 x@3", "x@4 <- x@1 x@3"]),
        ("for i in s:\n    f(i)", ["i@1 <- s@1", "i@2 <- i@1"]),
        ("a, b = c, d", ["a@1 <- c@1", "b@1 <- d@1"]),
        ("a, b = f(c)", ["a@1 <- c@1", "b@1 <- c@1"]),
        ("def f(a):\n    return a\nf(a)", ["a@2 <- a@1"]),
        ("a = []\na[i] = v\nf(a)", ["a@2 <- a@1 v@2", "a@3 <- a@1 a@2"]),
        ("with open(p) as fh:\n    fh.read()", ["fh@1 <- p@1", "fh@2 <- fh@1"]),
        (
            "try:\n    x = 1\nexcept E as e:\n    x = e\nf(x)",
            ["e@3 <- E@3", "x@4 <- e@4", "e@4 <- e@3", "x@5 <- x@2 x@4"],
        ),
        ("y = [x for x in s]", ["y@1 <- s@1 x@1 x@1", "x@1 <- x@1", "x@1 <- s@1"]),
        ("if (n := f(a)) > 1:\n    g(n)", ["n@1 <- a@1", "n@2 <- n@1"]),
        ("x.f = x.g(k=x)", ["x@1 <- x@1 x@1", "x@1 <- x@1"]),
    ],
)
def test_flow_of_python(code, wanted):
    """Which definitions reach a use, and what a definition is computed from."""
    assert flow(code) == wanted


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("int x = a; x++; f(x);", ["x@1 <- a@1", "x@1 <- x@1", "x@1 <- x@1"]),
        ("for (int i = 0;\n i < n; i++) {\n f(i); }", ["i@2 <- i@1 i@2", "i@2 <- i@1 i@2", "i@3 <- i@1 i@2"]),
        ("for (T t : s)\n f(t);", ["t@1 <- s@1", "t@2 <- t@1"]),
        ("int y = 0;\nif (c) y = 1;\nelse if (d) y = 2;\nf(y);", ["y@4 <- y@1 y@2 y@3"]),
        ("int y = 0;\ndo {\n y += 1; } while (c);\nf(y);", ["y@3 <- y@1 y@3", "y@4 <- y@3"]),
        ("if (o instanceof S s)\n f(s);", ["s@1 <- o@1", "s@2 <- s@1"]),
        ("F h = (u, v) ->\n u + v;", ["h@1 <- u@1 u@2 v@1 v@2", "u@2 <- u@1", "v@2 <- v@1"]),
    ],
)
def test_flow_of_java(code, wanted):
    """The same for Java's statements."""
    assert flow(code, "java") == wanted


def test_names_do_not_matter_but_the_order_of_variables_does():
    """Variables are numbered as the items name them."""
    assert score("def f(q):\n    r = q\n    return r", "def f(a):\n    b = a\n    return b").value == 1
    assert score("def f(a, b):\n    return b - a + b", "def f(a, b):\n    return a - b + a").value < 1


def test_a_reference_without_data_flow_is_undefined():
    """Neither 1, as the common library counts it, nor 0: no value, with the reason."""
    found = score("x = 1\nprint(x)", "print(1)")
    assert found.value is None
    assert found.reason == "the reference has no data flow"


def test_another_reference_may_have_some():
    """Only if no reference has data flow is the value undefined."""
    found = score("x = 1\nf(x)", "print(1)", "y = 2\nf(y)")
    assert (found.value, found.reference) == (1.0, 1)


@pytest.mark.parametrize(("candidate", "reference", "value"), [("", "", 1.0), ("", "x = y", 0.0), ("x", "", 0.0)])
def test_empty_sides(candidate, reference, value):
    """Both empty is 1, one empty is 0."""
    assert score(candidate, reference).value == value


def test_broken_code_has_a_flow_too():
    """Code that does not parse has the flow of the tree that the parser makes of it."""
    found = score("x = a\nprint(x", "x = a\nprint(x)")
    assert found.value is not None
    assert "candidate" in found.note


def test_what_is_nested_too_deep_is_said():
    """Recursion is bounded: beyond it there is no value, and no crash."""
    deep = "x = a\ny = " + "(" * MAX_DEPTH + "x" + ")" * MAX_DEPTH
    found = score(deep, deep)
    assert found.value is None
    assert "nested deeper" in found.reason


def test_nested_loops_do_not_take_exponential_time():
    """Thirty loops in one another would be seen a thousand million times if each were seen twice."""
    code = "".join(" " * depth + f"for i{depth} in s:\n" for depth in range(30)) + " " * 30 + "x = i0\n"
    assert items(prepare(code, "python")).total() > 30


def test_a_language_without_rules_is_said_not_guessed():
    """No rules, no value."""
    assert "cobol" in score("a", "a", language="cobol").reason


def test_corpus_value_sums_items():
    """A pair without data flow adds nothing, as the paper's sums have it."""
    metric = DataflowMatch(Context())
    pairs = [Pair(CANDIDATE, (REFERENCE,), "java"), Pair("print(1)", ("print(1)",), "python")]
    assert metric.corpus(metric.statistics(pairs).sum(axis=0)) == pytest.approx(2 / 3)


@pytest.mark.parametrize("language", [language.id for language in all_languages() if language.file("flow.toml")])
def test_rules_name_types_of_the_grammar(language):
    """Each language's rules load: an unknown node type or field would fail here."""
    installed = next(one for one in all_languages() if one.id == language)
    assert flow_of(installed) is not None
    assert (library_of(installed) is not None) == (installed.file("codebleu.toml") is not None)
