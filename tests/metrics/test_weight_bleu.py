"""WeightBLEU: precision of unigrams, keywords weighted five times (CodeBLEU paper, section 3.1)."""

from __future__ import annotations

import math

import pytest

from codescore.metrics.metric import Context, Pair
from codescore.metrics.weight_bleu import WeightBleu


def score(candidate, *references, language="python"):
    (found,) = WeightBleu(Context()).scores([Pair(candidate, references, language)])
    return found


@pytest.mark.parametrize(
    ("candidate", "reference", "value"),
    [
        # (5 for + 1 x) of (5 for + 1 x + 1 of); three tokens against four: the brevity penalty.
        ("for x of", "for x in lst", math.exp(1 - 4 / 3) * 6 / 7),
        # `in` (5) and `x` of 5 + 1 + 1; longer than the reference: no penalty.
        ("y in x", "in x", 6 / 7),
        # Each counts at most as often as the reference has it: one `pass` of three.
        ("pass\npass\npass", "pass", 5 / 15),
        ("a + b", "a + b", 1.0),
        ("a", "b", 0.0),
    ],
)
def test_by_hand(candidate, reference, value):
    """Weights of matched tokens over weights of the candidate's tokens, times the brevity penalty."""
    assert score(candidate, reference).value == pytest.approx(value)


def test_keywords_are_the_languages():
    """What is a keyword depends on the language."""
    assert score("new x", "new y", language="java").value == pytest.approx(5 / 6)
    assert score("new x", "new y").value == pytest.approx(1 / 2)


@pytest.mark.parametrize(("candidate", "reference", "value"), [("", "", 1.0), ("", "x", 0.0), ("x", "# only", 0.0)])
def test_empty_sides(candidate, reference, value):
    """Both empty is 1, one empty is 0."""
    assert score(candidate, reference).value == value


def test_broken_code_has_tokens():
    """Code that does not parse is compared by the tokens it has."""
    assert score("def f(:\n  retrn", "def f(:\n  retrn").value == 1


def test_a_language_without_keywords_is_said_not_guessed():
    """No keyword list, no value."""
    found = score("a", "a", language="cobol")
    assert found.value is None
    assert "cobol" in found.reason


def test_the_best_reference_counts():
    """Of several references the best one gives the value."""
    found = score("a b", "c d", "a b")
    assert (found.value, found.reference) == (1.0, 1)


def test_corpus_value_is_micro_averaged():
    """Weights and lengths are summed before they are divided."""
    metric = WeightBleu(Context())
    pairs = [Pair("a b c", ("a x y",), "python"), Pair("a", ("a",), "python")]
    assert metric.corpus(metric.statistics(pairs).sum(axis=0)) == pytest.approx(2 / 4)
    assert metric.corpus(metric.statistics([]).sum(axis=0)) is None


def test_it_is_precision():
    """The paper's precision, not the recall of CodeXGLUE's code: both are told apart by an addition."""
    assert score("a b c d", "a b").value == pytest.approx(1 / 2)
    assert WeightBleu(Context()).settings("python")["of"] == "candidate"
