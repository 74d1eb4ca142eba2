"""SyntaxMatch: the reference's subtrees that the candidate has (CodeBLEU paper, section 3.2)."""

from __future__ import annotations

import pytest

from codescore.metrics.metric import Context, Pair
from codescore.metrics.prepared import prepare
from codescore.metrics.syntax_match import SyntaxMatch, subtrees

REFERENCE = "public static int Sign(double d){\n    return (int)((d==0)?0:(d<0)?-1:1);\n}\n"
CANDIDATE = "public static int Sign(double d){\n    return (float)((d==0)?0:(c<0.0)?-1:1);\n\n"


def score(candidate, *references, language="python"):
    (found,) = SyntaxMatch(Context()).scores([Pair(candidate, references, language)])
    return found


def test_the_papers_example():
    """Example 1 of the paper: 11 of 19 by count with today's grammar (microsoft/CodeXGLUE, issue 192), not 13 of 21."""
    found = score(CANDIDATE, REFERENCE, language="java")
    assert (found.parts["found"], found.parts["subtrees"]) == (11, 19)
    assert found.value == pytest.approx(11 / 19)
    assert found.parts["clipped"] == pytest.approx(8 / 19)


def test_names_and_values_do_not_matter():
    """Leaves count by type: renamed code and other numbers have the same subtrees."""
    assert score("def f(a):\n    return a + 1", "def g(bcd):\n    return bcd + 22").value == 1


def test_types_of_literals_do():
    """A string in the place of a number is another subtree."""
    found = score("x = 1", "x = 'a'")
    assert 0 <= found.value < 1


def test_subtrees_by_hand():
    """`f(x)` has the module, statement, call and arguments; leaves are none."""
    assert subtrees(prepare("f(x)", "python")).total() == 4


@pytest.mark.parametrize("comment", ["# why\n", '"""What for."""\n'])
def test_comments_and_documentation_do_not_count(comment):
    """A comment or documentation string changes nothing."""
    assert score(f"{comment}x = f(1)", "x = f(1)").value == 1
    assert score("x = f(1)", f"{comment}x = f(1)").value == 1


def test_documentation_strings_of_functions_and_classes_are_left_out():
    """Only where documentation stands: a string elsewhere is code."""
    documented = 'class A:\n    """Doc."""\n    def f(self):\n        """Doc."""\n        return "x"\n'
    plain = 'class A:\n    def f(self):\n        return "x"\n'
    assert subtrees(prepare(documented, "python")) == subtrees(prepare(plain, "python"))
    assert subtrees(prepare('x = 1\n"text"', "python")) != subtrees(prepare("x = 1", "python"))


def test_a_method_without_its_class_is_completed_but_not_counted():
    """What completes a fragment is no part of its tree."""
    fragment, tree = "A(int p) { this.p = p; }", None
    tree = prepare(fragment, "java").flat_tree
    assert not tree.broken
    assert "class_declaration" not in {tree.grammar.names[kind] for kind in tree.kinds}


@pytest.mark.parametrize(("candidate", "reference", "value"), [("", "", 1.0), ("", "x", 0.0), ("x", "", 0.0)])
def test_empty_sides(candidate, reference, value):
    """Both empty is 1, one empty is 0."""
    assert score(candidate, reference).value == value


def test_broken_code_is_compared_and_named():
    """Code that does not parse has the tree that the parser makes of it."""
    found = score("def f(:\n    return 1", "def f():\n    return 1")
    assert 0 < found.value < 1
    assert found.note == "syntax errors in candidate"


def test_a_language_without_grammar_is_said_not_guessed():
    """No grammar, no value."""
    assert "cobol" in score("a", "a", language="cobol").reason


def test_corpus_value_sums_subtrees():
    """Found and all subtrees are summed before they are divided."""
    metric = SyntaxMatch(Context())
    pairs = [Pair(CANDIDATE, (REFERENCE,), "java"), Pair("f(x)", ("f(x)",), "python")]
    assert metric.corpus(metric.statistics(pairs).sum(axis=0)) == pytest.approx((11 + 4) / (19 + 4))


def test_a_deep_tree_takes_linear_time_and_no_recursion():
    """Thousands of nested parentheses are hashed bottom-up."""
    deep = "x = " + "(" * 5000 + "1" + ")" * 5000
    assert score(deep, deep).value == 1
