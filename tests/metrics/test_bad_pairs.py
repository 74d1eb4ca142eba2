"""What every metric says of pairs that are not what it was made for: empty, broken, lopsided, huge, hostile."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codescore.metrics import Context, Pair, Score, compute_pairs, make, metric_class, names

from . import data

CODE = "def f(a):\n    b = a + 1\n    return b\n"
CHEAP = [name for name in names() if metric_class(name).cost == "cheap"]
#: The value where both sides are empty, where the candidate is, and where the reference is.
EMPTY = dict.fromkeys(names(), (1.0, 0.0, 0.0)) | {
    "syntax-rate": (0.0, 0.0, 1.0),
    "compiles-only": (0.0, 0.0, 1.0),
    "always-1": (1.0, 1.0, 1.0),
    "always-0": (0.0, 0.0, 0.0),
}
#: Its values are its library's, faults included: see test_code_bleu.py.
COMPATIBLE = "code-bleu-compatible"
NEEDS_NO_MODEL = [name for name in names() if metric_class(name).cost != "model"]


@pytest.mark.parametrize("name", [name for name in NEEDS_NO_MODEL if name != COMPATIBLE])
def test_what_is_empty_has_a_defined_value(name: str) -> None:
    """Both sides empty 1, one side 0, and a note says which; metrics of the candidate alone ask it alone."""
    pairs = [Pair(a, (b,), "python") for a, b in (("", ""), ("", CODE), (CODE, ""))]
    (column,) = compute_pairs(pairs, metrics=[name])
    assert tuple(result.score.value for result in column.results) == EMPTY[name]
    if EMPTY[name] == (1.0, 0.0, 0.0) and not name.startswith("exact-match"):
        assert [r.score.note for r in column.results] == ["both empty", "empty candidate", "empty reference"]


@pytest.mark.parametrize(
    "name", [name for name in CHEAP if not name.startswith(("always", "exact", "syntax-rate", COMPATIBLE))]
)
def test_a_candidate_of_comments_alone_is_empty_to_code_tokens(name: str) -> None:
    """A comment is no code: it cannot be right."""
    (column,) = compute_pairs([Pair("# b = a + 1\n", (CODE,), "python")], metrics=[name])
    assert column.results[0].score.value == 0.0


@pytest.mark.parametrize("name", data.SIMILARITIES)
def test_an_empty_reference_among_others_is_left_out(name: str) -> None:
    """The best of the others counts, and is named by its place."""
    found = data.score(name, CODE, "", CODE)
    assert found.value == pytest.approx(1.0, abs=0.01)
    assert found.reference in (1, None)


@pytest.mark.parametrize("name", NEEDS_NO_MODEL)
def test_code_that_does_not_parse_is_compared_all_the_same(name: str) -> None:
    """Broken code is a value between 0 and 1, or a reason."""
    (column,) = compute_pairs([Pair("def f(:\n  retrn ) a\n", (CODE,), "python")], metrics=[name])
    score = column.results[0].score
    assert score.reason if score.value is None else 0 <= score.value <= 1
    assert not score.reason.startswith("failed")


@pytest.mark.parametrize("name", NEEDS_NO_MODEL)
def test_one_side_a_hundred_times_the_other_is_fine(name: str) -> None:
    """Nothing explodes, nothing is right."""
    long = "\n".join(f"def g_{i}(a):\n    b = a * {i}\n    return b - {i}\n" for i in range(100))
    (column,) = compute_pairs([Pair(long, (CODE,), "python"), Pair(CODE, (long,), "python")], metrics=[name])
    for result in column.results:
        assert not result.score.reason.startswith("failed")
        assert result.score.value is None or 0 <= result.score.value <= 1


def _file(lines: int, seed: int) -> str:
    return "".join(
        f"def f_{i}(a, b):\n    c_{i} = a * {i * seed % 97} + b\n"
        f"    if c_{i} > {i}:\n        return c_{i}\n    return b\n"
        for i in range(lines // 5)
    )


@pytest.mark.timeout(480)
@pytest.mark.parametrize("name", NEEDS_NO_MODEL)
def test_long_files_are_no_trap(name: str) -> None:
    """Two different files of 5,000 lines (1,500 where each function is run): an answer, or a bound that says so, well
    before the test's time is up.
    """
    lines = 1500 if name in ("evidence", "run-match") else 5000
    (column,) = compute_pairs([Pair(_file(lines, 31), (_file(lines, 57),), "python")], metrics=[name])
    score = column.results[0].score
    assert not score.reason.startswith("failed")
    assert score.value is None or 0 <= score.value <= 1


@pytest.mark.parametrize("name", CHEAP)
def test_a_language_without_a_grammar_has_a_value_or_a_reason(name: str) -> None:
    """What a metric lacks for a language is said, not guessed."""
    found = data.score(name, "MOVE A TO B.", "MOVE A TO C.", language="cobol")
    assert found.reason if found.value is None else 0 <= found.value <= 1


@given(
    st.text(alphabet="ab1 =.'\"#\n\t(){}/*\\é日\x00\ud800", max_size=50),
    st.text(alphabet="ab1 =.'\"#\n\t(){}/*\\é日\x00\ud800", max_size=50),
    st.sampled_from(["python", "java", "cobol"]),
)
@settings(deadline=None)
def test_no_text_makes_a_metric_fail(candidate: str, reference: str, language: str) -> None:
    """Values lie in [0, 1] for any text at all: control characters, lone surrogates, unclosed strings."""
    for metric in make(CHEAP, Context()):
        (found,) = metric.scores([Pair(candidate, (reference,), language)])
        _is_sound(metric.name, found)


def _is_sound(name: str, found: Score) -> None:
    if found.value is None:
        assert found.reason, name
    else:
        assert math.isfinite(found.value), name
        assert -1e-9 <= found.value <= 1 + 1e-9, name


@pytest.mark.parametrize("name", data.SIMILARITIES)
def test_equal_texts_are_as_similar_as_can_be(name: str) -> None:
    """1 for equal texts; METEOR's fragment penalty leaves it a hair below, as NLTK's."""
    assert data.score(name, CODE, CODE).value == pytest.approx(1.0, abs=5e-3 if name == "meteor" else 1e-12)


def test_names_that_the_author_chose_do_not_count_on_sketches() -> None:
    """Renaming everything leaves the sketch, and with it the value, as it was; characters see the difference."""
    renamed = "def total(first):\n    result = first + 1\n    return result\n"
    assert data.score("edit-similarity-on-sketches", renamed, CODE).value == 1.0
    assert data.score("chrf-on-sketches", renamed, CODE).value == 1.0
    assert (data.score("edit-similarity", renamed, CODE).value or 0) < 0.8
