"""The probability of being right: a sum anyone can check, in words that fit, and nothing that a bundle can break."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codescore.embed import Odds, ProbabilityModel, Term, load_bundle
from codescore.embed.manifest import PROBABILITY_FEATURES, PROBABILITY_VERSION
from codescore.engine import ScoreOptions, Session, compare, make_source, undefined_names
from codescore.foundation.errors import BundleError
from codescore.languages import by_id
from codescore.score import FEATURES, Components, Judgement, broken, evidence, explained, probability_of
from codescore.score.features import SIGNS, clues_of, free_names, unknown_names, vector
from codescore.sketch import SketchText
from tests.stages.bundles import copy_bundle
from tests.stages.sources import spelled
from tests.stages.test_alignment import SKETCHES, language_of, py, sketch

PYTHON, JAVA = language_of("python"), language_of("java")
HEIGHTS = st.floats(-20, 20, allow_nan=False)
NUMBERS = st.fixed_dictionaries({name: st.floats(-100, 100, allow_nan=False) for name in FEATURES})


@st.composite
def models(draw: st.DrawFn, rising: bool = False) -> ProbabilityModel:
    """Any model that a bundle may hold; with `rising` every curve rises."""
    terms = []
    for name in draw(st.lists(st.sampled_from(FEATURES), unique=True, max_size=6)):
        x = sorted(draw(st.lists(st.floats(-50, 50, allow_nan=False), min_size=2, max_size=4, unique=True)))
        y = draw(st.lists(HEIGHTS, min_size=len(x), max_size=len(x)))
        terms.append(Term(name, tuple(zip(x, sorted(y) if rising else y, strict=True))))
    odds = Odds(draw(HEIGHTS), tuple(terms), draw(st.floats(0, 1)))
    low, high = sorted((draw(st.floats(0, 1)), draw(st.floats(0, 1))))
    return ProbabilityModel(PROBABILITY_VERSION, {}, odds, (low, high), {})


@given(models(), NUMBERS)
def test_contributions_sum_to_the_log_odds(model: ProbabilityModel, numbers: dict[str, float]) -> None:
    """Whatever the numbers are: the value is finite and the logistic of intercept plus contributions, worst first."""
    found = probability_of(numbers, model, "python")
    assert found is not None
    assert found.intercept is not None
    total = found.intercept + sum(x for _, x in found.contributions)
    assert 0 <= found.value <= 1
    assert found.value == pytest.approx(1 / (1 + math.exp(-total)), abs=1e-9)
    assert [x for _, x in found.contributions] == sorted(x for _, x in found.contributions)
    assert found.unsure == (model.unsure[0] <= found.value <= model.unsure[1])


@given(models(rising=True), NUMBERS, st.sampled_from(FEATURES), st.floats(0, 100))
def test_a_rising_curve_never_lowers_it(
    model: ProbabilityModel, numbers: dict[str, float], name: str, more: float
) -> None:
    """More of what counts in favour is never held against a candidate."""
    before, after = (probability_of({**numbers, name: numbers[name] + by}, model, "x") for by in (0, more))
    assert before is not None
    assert after is not None
    assert after.value >= before.value - 1e-12


@given(models(), NUMBERS)
def test_a_number_that_is_not_there_gives_no_probability(model: ProbabilityModel, numbers: dict[str, float]) -> None:
    """A bundle whose encoder gives no recall cannot be asked about recall."""
    for term in model.pooled.terms:
        less = {name: value for name, value in numbers.items() if name != term.feature}
        assert probability_of(less, model, "python") is None


def test_the_bundles_features_are_those_that_are_computed() -> None:
    """The names a manifest may use, in their order, are the names of the numbers."""
    assert FEATURES == PROBABILITY_FEATURES
    plain = spelled("def f ( ) :\n    pass")
    of = evidence(plain, plain, PYTHON, judged(), lambda _: False)
    assert tuple(of.numbers) == (*FEATURES[:-4], "cosine", "recall", "mismatch")


def test_numbers_that_nobody_wants_are_left_out_and_change_nothing() -> None:
    """What compares the texts takes long: it is computed where a curve looks at it, and never half."""
    pair = sketch("python", py("return f(a) < 2")), sketch("python", py("return f(a)"))
    every = evidence(*pair, PYTHON, judged(), lambda _: False).numbers
    for wanted in (["recall"], ["chrf", "recall"]):
        some = evidence(*pair, PYTHON, judged(), lambda _: False, wanted=wanted).numbers
        assert some.items() <= every.items()
        assert ("edit_similarity" in some) == ("chrf" in some) == ("chrf" in wanted)


def java(result: str) -> SketchText:
    return spelled(f"public {result} f ( List < Integer > arg_0 ) {{\n    return arg_0 ;\n}}")


def judged() -> Judgement:
    return Judgement(1, 0.9, 0.8, Components(0.8, 0.1, 0))


def term(feature: str, to: float, at: float = 1.0) -> Term:
    return Term(feature, ((0.0, 0.0), (at, to)))


MODEL = ProbabilityModel(
    PROBABILITY_VERSION,
    {"java": Odds(2.0, (), 0.01)},
    Odds(1.0, (term("operator_substitutions", -2.0), term("calls_missing", -1.0), term("names_unknown", -3.0)), 0.125),
    (0.4, 0.6),
    {"seeds": [1]},
)


def said(candidate: str, reference: str, first: tuple[str, ...] = ()) -> tuple[str, ...]:
    of = evidence(sketch("python", candidate), sketch("python", reference), PYTHON, judged(), lambda _: False)
    found = probability_of(of.numbers, MODEL, "python")
    assert found is not None
    return explained(found, of, first).why


def test_reasons_are_said_in_words_worst_first() -> None:
    """What lowers it most comes first; what adds nothing is not mentioned; a copy has nothing to explain."""
    reference = py("if a < b:", "    return sorted(items)", "return items")
    assert said(reference, reference) == ()
    assert said(reference.replace("<", "<="), reference) == ("one operator in another's place",)
    assert said(reference.replace("<", "<="), reference, ("`<` became `<=`",)) == ("`<` became `<=`",)
    assert said(reference.replace("a < b", "b > a"), reference) == ("only the form differs, as far as can be seen",)
    worse = reference.replace("<", "<=").replace("sorted(items)", "items")
    assert said(worse, reference) == ("one operator in another's place", "one call missing: sorted")
    assert said(reference.replace("sorted(items)", "sqrt(items)"), reference)[0] == "nothing here defines sqrt"


def test_what_does_not_compile_has_a_chance_of_its_own() -> None:
    """The number of the language, else the pooled one; nothing is added up."""
    found = broken(MODEL, "python")
    assert (found.value, found.intercept, found.contributions) == (0.125, None, ())
    assert broken(MODEL, "java").value == 0.01
    sound = probability_of(dict.fromkeys(FEATURES, 0.0), MODEL, "python")
    assert sound is not None
    assert sound.breaks() == found
    assert sound.breaks().reasons() == "why 0.12: it does not compile"


def test_the_band_is_said() -> None:
    """Inside of it the number is shown and settles nothing."""
    numbers = dict.fromkeys(FEATURES, 0.0)
    for calls, words in ((0.0, "0.73"), (1.0, "0.50, cannot say")):
        found = probability_of({**numbers, "calls_missing": calls}, MODEL, "python")
        assert found is not None
        assert found.in_words() == words


@settings(deadline=None, max_examples=100)
@given(SKETCHES, SKETCHES)
def test_clues_are_total_and_finite(a: SketchText, b: SketchText) -> None:
    """Any two sketches have them, in every language."""
    for language in (PYTHON, JAVA):
        found = clues_of(a, b, language)
        assert all(math.isfinite(x) and x >= 0 for x in vector(found))
        same = clues_of(a, a, language)
        assert (same.token_recall, same.kind_recall, same.content_precision, same.shape_recall) == (1, 1, 1, 1)
        assert vector(same)[4:9] == (0, 0, 0, 0, 0)


def test_clues_can_be_checked_by_reading() -> None:
    """A pair small enough to count by hand."""
    reference = py("total = 0", "for x in items:", "    if x > a:", "        total += b", "return total")
    candidate = py("if a:", "    pass", "else:", "    return math.sqrt(2)")
    found = clues_of(sketch("python", candidate), sketch("python", reference), PYTHON)
    assert (found.parameters_unused, found.names_unknown, found.otherwise_extra, found.stub) == (2.0, 1.0, 1.0, 0.0)
    assert found.kind_recall == 0.0  # of =, >, +=, 0
    assert found.content_precision == 0.0  # of sqrt, 2
    stub = clues_of(sketch("python", py("return a")), sketch("python", reference), PYTHON)
    assert stub.stub == 1.0


def test_a_result_of_another_type_is_seen() -> None:
    """Types that can stand for each other are alike; languages whose headers only inform say nothing."""
    reference = java("List < Integer >")
    for result, differs in (
        ("List < Integer >", 0),
        ("ArrayList < Integer >", 0),
        ("Pair < Integer , Integer >", 1),
        ("int", 1),
    ):
        assert clues_of(java(result), reference, JAVA).result_type_differs == differs, result


def test_names_that_nothing_defines() -> None:
    """Builtins, imports, attributes, names of arguments and the unit's own are no such names; the reference excuses."""
    text = sketch("python", py("from re import sub", "x = sorted(items, key=len)", "return sub(math.pi, x, k)"))
    assert free_names(text, PYTHON) == ("math", "k")
    assert unknown_names(text, SketchText(), PYTHON, lambda name: name == "k") == ("math",)
    assert unknown_names(text, spelled("math . pi"), PYTHON, lambda _: False) == ("k",)
    star = sketch("python", py("from math import *", "return sqrt(a)"))
    assert free_names(star, PYTHON) == ()
    assert free_names(sketch("python", py("return f(a) + f_x")), PYTHON) == ("f_x",)  # `f` is another name in a sketch
    assert unknown_names(spelled("x"), SketchText(), JAVA, lambda _: False) == ()  # of Java nobody listed what there is


@pytest.mark.parametrize(
    ("around", "unknown"),
    [
        ("", ("math",)),
        ("import math\n", ()),
        ("from tools import *\n", ()),
        ("# mathematics\n", ("math",)),
        ("# _math, math_, aftermath: math\n", ()),
        ("x = 1 * 2  # from nowhere import *\n", ("math",)),
        ("def g(math):\n    return math\n\n", ()),
    ],
)
def test_the_surroundings_of_a_unit_may_define_a_name(around: str, unknown: tuple[str, ...]) -> None:
    """A name that stands anywhere around a function is given the benefit of the doubt."""
    session = Session(disk_cache=False)
    source = make_source(PYTHON, f"{around}def f(a):\n    return math.sqrt(a)\n".encode(), "here")
    assert undefined_names(session, source, source.units[-1:]) == [unknown]


def with_probability(folder: Path, change: Any = None) -> Path:
    """A copy of the shipped bundle with MODEL in its manifest."""
    import msgspec

    section = json.loads(msgspec.json.encode(MODEL))

    def put(manifest: dict[str, Any]) -> None:
        manifest["probability"] = section
        if change is not None:
            change(section)

    return copy_bundle(folder, put)


def _put(*path: Any, value: Any) -> Any:
    def change(section: dict[str, Any]) -> None:
        at: Any = section
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value

    return change


@pytest.mark.bundle
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_put("features", value="0"), "version"),
        (_put("pooled", "terms", 0, "feature", value="horoscope"), "no feature is called 'horoscope'"),
        (_put("pooled", "terms", 0, "feature", value="calls_missing"), "counts twice"),
        (_put("pooled", "terms", 0, "knots", value=[[0, 0]]), "not usable"),
        (_put("pooled", "terms", 0, "knots", value=[[1, 0], [0, 0]]), "not usable"),
        (_put("pooled", "terms", 0, "knots", value=[[0, 0], [1, 1e300]]), "not usable"),
        (_put("pooled", "intercept", value=1e9), "out of bounds"),
        (_put("languages", "java", "broken", value=1.5), "out of bounds"),
        (_put("unsure", value=[0.7, 0.3]), "unsure"),
        (_put("unsure", value=["a", 1]), "cannot be understood"),
        (_put("surprise", value=1), "surprise"),
        (_put("pooled", value=None), "cannot be understood"),
    ],
)
def test_a_bundle_with_an_unusable_probability_is_refused(tmp_path: Path, change: Any, words: str) -> None:
    """In one line that says what is wrong."""
    with pytest.raises(BundleError) as caught:
        load_bundle(with_probability(tmp_path / "bundle", change))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.bundle
def test_a_verdict_has_a_probability_where_the_bundle_has_a_model(tmp_path: Path) -> None:
    """Of units and of the file: the weakest unit's; the number of broken code where a unit is missing or broken."""
    reference = py("if a < b:", "    return sorted(items)", "return items")
    session = Session(bundle=with_probability(tmp_path / "bundle"), disk_cache=False)
    try:

        def verdict(code: str) -> Any:
            sources = [make_source(PYTHON, text.encode(), "x") for text in (code, reference)]
            return compare(session, sources[0], sources[1:], ScoreOptions())

        copy, mutant, wrong = verdict(reference), verdict(reference.replace("<", "<=")), verdict("def g(:\n  pass\n")
        assert copy.probability == copy.units[0].probability == pytest.approx(1 / (1 + math.exp(-1)))
        assert mutant.estimate.why == ("`<` became `<=`",)
        assert mutant.probability < copy.probability
        assert wrong.probability == 0.125
        two = make_source(PYTHON, (reference + "\n\ndef other(z):\n    return z\n").encode(), "two")
        lacking = compare(session, make_source(PYTHON, reference.encode(), "one"), [two], ScoreOptions())
        assert lacking.estimate is not None
        assert (lacking.probability, lacking.estimate.why) == (0.125, ("other of the reference is missing",))
    finally:
        session.close()


@pytest.mark.bundle
@pytest.mark.parametrize(
    ("language", "reference", "candidate", "given"),
    [
        ("python", "print(sum(map(int, input().split())))\n",
         "s = 0\nfor x in input().split():\n    s += int(x)\nprint(s)\n", False),
        ("python", "def main():\n    print(read() + 1)\n\ndef read():\n    return int(input())\n",
         "def main():\n    print(1 + read() * 1)\n\ndef read():\n    return int(input())\n", False),
        ("python", "def f(input):\n    return input + 1\n", "def f(stdin):\n    return 1 + stdin * 1\n", True),
        ("java", "class A { static int f(java.util.Scanner s) { return s.nextInt(); } }",
         "class A { static int f(java.util.Scanner s) { return s.nextInt() + 0; } }", False),
        ("java", "class A { static int f(int a) { return a + 1; } }",
         "class A { static int f(int b) { return 1 + b * 1; } }", True),
    ],
)  # fmt: skip
def test_what_reads_input_has_no_probability(
    tmp_path: Path, language: str, reference: str, candidate: str, given: bool
) -> None:
    """Nor what uses it; a parameter that is called so reads nothing.  It is said."""
    session = Session(bundle=with_probability(tmp_path / "bundle"), disk_cache=False)
    try:
        known = by_id(language)
        assert known is not None
        ours, theirs = (make_source(known, text.encode(), "x") for text in (candidate, reference))
        found = compare(session, ours, [theirs], ScoreOptions())
        assert (found.probability is not None) == given
        assert any("reads input" in note for unit in found.units for note in unit.notes) != given
    finally:
        session.close()


@pytest.mark.bundle
def test_without_a_model_there_is_no_probability(tmp_path: Path) -> None:
    """The field is there and empty; score and similarity are as ever."""

    def drop(manifest: dict[str, Any]) -> None:
        manifest["probability"] = None

    session = Session(bundle=copy_bundle(tmp_path / "bundle", drop), disk_cache=False)
    try:
        source = make_source(PYTHON, py("return a").encode(), "x")
        found = compare(session, source, [source], ScoreOptions())
        assert (found.probability, found.units[0].probability, found.score) == (None, None, 1)
    finally:
        session.close()


def test_names_of_clues_are_features() -> None:
    """In the order in which they are computed."""
    start = FEATURES.index(SIGNS[0])
    assert FEATURES[start : start + len(SIGNS)] == SIGNS
