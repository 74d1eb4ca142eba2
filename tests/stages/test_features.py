"""The numbers about a pair of sketches: exact where another library defines them, checkable by reading elsewhere."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codescore.languages import Language
from codescore.score.character_ngrams import chrf
from codescore.score.features import NAMES, Features, features_of, in_words, missing, vector
from codescore.score.statements import contents
from codescore.sketch import SketchText
from tests.stages.test_alignment import SKETCHES, language_of, py, sketch

PYTHON = language_of("python")
TEXTS = st.one_of(st.text(max_size=60), SKETCHES, st.text(st.sampled_from("ab "), max_size=30))


def of(candidate: str, reference: str) -> Features:
    return features_of(sketch("python", candidate), sketch("python", reference), PYTHON)


@settings(deadline=None, max_examples=300)
@given(TEXTS, TEXTS)
def test_chrf_is_that_of_the_library_that_defines_it(a: str, b: str) -> None:
    """Equal to sacrebleu's sentence score for any two texts, whatever their letters."""
    library = pytest.importorskip("sacrebleu.metrics", reason="sacrebleu is not installed: chrF has no oracle")
    assert 100 * chrf(a, b) == pytest.approx(library.CHRF().sentence_score(a, [b]).score, abs=1e-6)


def test_chrf_of_very_many_letters() -> None:
    """Texts of more letters than fit into one number are counted another way, with the same result."""
    library = pytest.importorskip("sacrebleu.metrics", reason="sacrebleu is not installed: chrF has no oracle")
    a = "".join(map(chr, range(0x4E00, 0x4E00 + 1500)))
    b = a[:700] + a[900:] + "tail"
    assert 100 * chrf(a, b) == pytest.approx(library.CHRF().sentence_score(a, [b]).score, abs=1e-6)


def test_equal_sketches_have_the_best_of_everything() -> None:
    """Similarities and shares are 1, counts and the logarithm 0."""
    source = py("for x in sorted(items):", "    if x < a:", "        return x + 1", "return None")
    found = of(source, source)
    ones = {
        "edit_similarity", "token_similarity", "chrf", "length_ratio", "call_recall", "call_precision", "name_recall",
        "name_precision", "statements_same", "statements_alike", "diverges_at", "table_one_only",
    }  # fmt: skip
    assert {name for name, value in zip(NAMES, vector(found), strict=True) if value == 1.0} == ones
    assert {name for name, value in zip(NAMES, vector(found), strict=True) if value == 0.0} == set(NAMES) - ones


def test_every_number_can_be_checked_by_reading() -> None:
    """A pair small enough to count by hand."""
    reference = py("total = 0", "for x in sorted(items):", "    if x > a:", "        total += x", "return total")
    candidate = py(
        "total = 1", "for x in items:", "    if x >= a:", "        total += x", "        print(x)", "return total"
    )
    found = of(candidate, reference)
    assert (found.call_recall, found.call_precision, found.calls_missing, found.calls_extra) == (0.0, 0.0, 1.0, 1.0)
    assert (found.operators_missing, found.operators_extra, found.operator_substitutions) == (1.0, 1.0, 1.0)
    assert (found.literals_missing, found.literals_extra) == (1.0, 1.0)
    assert (found.loops_missing, found.loops_extra, found.branches_missing, found.exits_missing) == (0.0,) * 4
    assert (found.statements_missing, found.statements_extra) == (0.0, 1.0)
    # Of 6 and 7 statements 6 pairs; the header, the addition and the return are equal; all after the header differs.
    assert found.statements_alike == pytest.approx(12 / 13)
    assert found.statements_same == pytest.approx(6 / 13)
    assert found.diverges_at == pytest.approx(1 / 6)
    assert found.differences == 4.0
    assert found.log_length_ratio == pytest.approx(math.log(32 / 31))
    assert found.length_ratio == pytest.approx(31 / 32)
    assert found.table_one_only == 0.0


def test_what_says_nothing_of_what_runs_is_not_counted() -> None:
    """Annotations, imports and modifiers change no count."""
    plain, noted = (
        py("return a"),
        "from typing import List\n\n" + py("return a").replace("a, b", "a: List[int], b: str"),
    )
    found = of(noted, plain)
    assert found.table_one_only == 1.0
    assert (found.name_precision, found.calls_extra, found.differences, found.length_ratio) == (1.0, 0.0, 0.0, 1.0)


def test_features_in_words() -> None:
    """What a number says is said in a few words, and only where it says something."""
    candidate, reference = sketch("python", py("return a")), sketch("python", py("return sorted(items) + [a, 1]"))
    found = features_of(candidate, reference, PYTHON)

    def said(name: str) -> str:
        return in_words(name, getattr(found, name), candidate, reference, PYTHON)

    assert said("calls_missing") == "one call missing: sorted"
    assert said("operators_missing") == "one operator missing: +"
    assert said("literals_missing") == "one value missing: 1"
    assert said("calls_extra") == ""
    assert said("chrf") == ""
    loops = sketch("python", py("for x in items:", "    while a:", "        for y in x:", "            print(y)"))
    assert in_words("loops_missing", 3.0, candidate, loops, PYTHON) == "three loops missing"
    assert in_words("operator_substitutions", 1.0, candidate, loops, PYTHON) == "one operator in another's place"


def test_contents_tell_calls_from_names() -> None:
    """What is called, what is merely named, and what is the unit's own are three things."""
    found = contents(sketch("python", py("x = items.count(a)", "return math.pi + g(x, b, int)")), PYTHON)
    assert found.calls == {"count": 1}
    assert found.names == {"math": 1, "pi": 1, "int": 1}
    assert found.operators == {"=": 1, "+": 1}
    assert (found.loops, found.branches, found.exits, found.statements) == (0, 0, 1, 3)


def test_very_long_sketches_are_measured_by_tokens_and_it_is_said() -> None:
    """Above a size characters are not compared one by one; `bounded` tells."""
    long = SketchText([(0, ("def", "f", "(", ")", ":")), *((1, (f"var_{i}", "=", str(i))) for i in range(4000))])
    found = features_of(long, SketchText([*long.rows, (1, ("return", "1"))]), PYTHON)
    assert found.bounded == 1.0
    assert 0.99 < found.edit_similarity < 1.0


@settings(deadline=None, max_examples=200)
@given(SKETCHES, SKETCHES, st.sampled_from([PYTHON, language_of("java")]))
def test_any_rows_have_features(a: SketchText, b: SketchText, language: Language) -> None:
    """Total: finite numbers, shares in [0, 1], and what is missing in one direction is extra in the other."""
    there, back = features_of(a, b, language), features_of(b, a, language)
    assert all(math.isfinite(value) for value in vector(there))
    for what in ("calls", "operators", "literals", "loops", "branches", "exits"):
        assert getattr(there, f"{what}_missing") == getattr(back, f"{what}_extra")
    for name in ("edit_similarity", "token_similarity", "chrf", "length_ratio", "call_recall", "name_precision",
                 "statements_same", "statements_alike", "diverges_at"):  # fmt: skip
        assert 0.0 <= getattr(there, name) <= 1.0 + 1e-12, name
    assert there.call_recall == back.call_precision
    assert there.edit_similarity == back.edit_similarity
    assert there.log_length_ratio == -back.log_length_ratio
    ours, theirs = contents(a, language), contents(b, language)
    assert len(missing(ours.calls, theirs.calls)) == there.calls_missing
