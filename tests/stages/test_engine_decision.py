"""What is left of two aligned programs decides the score, and is named with the words of their authors."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore import rewrite
from codescore.engine import ScoreOptions, Session, compare, located, make_source
from codescore.engine.model import FileVerdict
from codescore.languages import by_id
from tests.stages.bundles import shipped_bundle

REFERENCE = """\
def total(values, n):
    s = 0
    for i in range(n):
        if values[i] > 0:
            s += values[i]
    if s > 100:
        s = 100
    print(s)
    return s
"""
JAVA = """\
class A {
    static long total(int[] values, int n) {
        long s = 0;
        for (int i = 0; i < n; i++) {
            if (values[i] > 0) {
                s += values[i];
            }
        }
        if (s > 100) {
            s = 100;
        }
        System.out.println(s);
        return s;
    }
}
"""


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    made = Session(bundle=shipped_bundle().path, disk_cache=False)
    yield made
    made.close()


def judged(session: Session, candidate: str, reference: str = REFERENCE, language: str = "python") -> FileVerdict:
    of = by_id(language)
    assert of is not None
    ours, theirs = (make_source(of, text.encode(), name) for text, name in ((candidate, "a"), (reference, "b")))
    return compare(session, ours, [theirs], ScoreOptions())


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ("range(n)", "range(n - 1)", "line 3: `n` became `n - 1`"),
        ("s = 100", "s = 99", "line 7: `100` became `99`"),
        ("        s = 100\n", "        n = 100\n", "line 7: `s` became `n`"),
        ("    print(s)\n", "", "line 8 of the reference: statement missing: `print(s)`"),
    ],
)  # fmt: skip
def test_a_slip_decides_and_is_named(session: Session, written: str, instead: str, said: str) -> None:
    """One slip in an otherwise equal function: score 0, and the first reason says what and where."""
    verdict = judged(session, REFERENCE.replace(written, instead, 1))
    (unit,) = verdict.units
    assert verdict.score == 0
    assert unit.decided
    assert verdict.similarity is not None
    assert verdict.similarity < 0.5
    assert located(unit.reasons[0], unit, verdict.candidate) == said


KEPT = """\
def kept(values):
    found = []
    for value in values:
        if isinstance(value, int):
            found.append(value)
    return found
"""


def test_a_condition_that_is_negated_decides(session: Session) -> None:
    """Whether its negation can be written as another operator or not; exchanged branches are no such thing."""
    negated = judged(session, KEPT.replace("if is", "if not is"), KEPT)
    assert negated.score == 0
    assert negated.units[0].decided
    below = "def below(xs, t):\n    for x in xs:\n        if x >= t:\n            return False\n    return True\n"
    assert judged(session, below.replace("if x", "if not x"), below).score == 0
    exchanged = KEPT.replace(
        "if isinstance(value, int):\n            found",
        "if not isinstance(value, int):\n            pass\n        else:\n            found",
    )
    assert not judged(session, exchanged, KEPT).units[0].decided


def test_a_type_decides_in_java(session: Session) -> None:
    """`int` where the reference counts in `long`."""
    verdict = judged(session, JAVA.replace("long s", "int s"), JAVA, "java")
    (unit,) = verdict.units
    assert verdict.score == 0
    assert located(unit.reasons[0], unit, verdict.candidate) == "line 3: `long` became `int`"


@pytest.mark.parametrize(("language", "text"), [("python", REFERENCE), ("java", JAVA)])
@pytest.mark.parametrize("seed", range(6))
def test_rewrites_are_not_told_apart(session: Session, language: str, text: str, seed: int) -> None:
    """Whatever table 1 makes of a function scores 1."""
    of = by_id(language)
    assert of is not None
    made = rewrite.transform(of, text.encode(), seed=seed, max_edits=50)
    assert made is not None
    verdict = judged(session, made.code.decode(), text, language)
    assert verdict.score == 1
    assert not verdict.units[0].decided


def test_another_algorithm_is_not_told_apart_by_what_it_has_not_in_common(session: Session) -> None:
    """Where most differs, similarity stands as it is."""
    other = "def total(values, n):\n    s = min(100, sum(v for v in values[:n] if v > 0))\n    print(s)\n    return s\n"
    assert not judged(session, other).units[0].decided


def test_the_probability_of_what_is_told_apart_is_low(session: Session) -> None:
    """It does not contradict the score."""
    verdict = judged(session, REFERENCE.replace("range(n)", "range(n - 1)"))
    assert verdict.probability is not None
    assert verdict.probability < 0.5


TINY = "def total(n):\n    s = 0\n    for i in range(n):\n        s += i\n    return s\n"


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ("range(n)", "range(n - 1)", "line 3: `n` became `n - 1`"),
        ("s = 0", "s = 1", "line 2: `0` became `1`"),
        ("s += i", "s += n", "line 4: `i` became `n`"),
        ("s += i", "s -= i", "line 4: `+=` became `-=`"),
    ],
)
def test_one_slip_decides_in_a_tiny_function_too(session: Session, written: str, instead: str, said: str) -> None:
    """Where one small place is all that is left, it decides, however few statements there are."""
    verdict = judged(session, TINY.replace(written, instead), TINY)
    (unit,) = verdict.units
    assert verdict.score == 0
    assert located(unit.reasons[0], unit, verdict.candidate) == said


@pytest.mark.parametrize("seed", range(4))
def test_rewrites_of_a_tiny_function_are_not_told_apart(session: Session, seed: int) -> None:
    """What keeps meaning leaves nothing, so that nothing decides."""
    of = by_id("python")
    assert of is not None
    made = rewrite.transform(of, TINY.encode(), seed=seed, max_edits=50)
    assert made is not None
    assert not judged(session, made.code.decode(), TINY).units[0].decided


LARGEST = "def largest(xs):\n    m = xs[0]\n    for x in xs:\n        if x > m:\n            m = x\n    return m\n"
PARITIES = (
    "def difference(xs):\n    even = next((x for x in xs if x % 2 == 0), -1)\n"
    "    odd = next((x for x in xs if x % 2 != 0), -1)\n    return even - odd\n"
)


@pytest.mark.parametrize(
    ("candidate", "reference"),
    [
        (LARGEST.replace("x > m", "x >= m"), LARGEST),
        (LARGEST.replace("m = xs[0]", "m = xs[0] + 2 + 2"), LARGEST.replace("m = xs[0]", "m = xs[0] + 2 * 2")),
        ("\n".join(PARITIES.split("\n")[k] for k in (0, 2, 1, 3)) + "\n", PARITIES),
    ],
)  # fmt: skip
def test_two_ways_of_writing_one_program_are_the_same(session: Session, candidate: str, reference: str) -> None:
    """Where nothing is left of two programs they score 1, however unlike the model finds them."""
    verdict = judged(session, candidate, reference)
    assert verdict.score == 1
    assert verdict.similarity is not None
    assert verdict.similarity > verdict.threshold
    assert not verdict.units[0].decided


@pytest.mark.parametrize(
    ("written", "instead"),
    [("x > m", "x < m"), ("            m = x\n", "            m = x - 1\n"), ("xs[0]", "xs[1]")],
)
def test_a_slip_in_the_same_place_still_scores_zero(session: Session, written: str, instead: str) -> None:
    """What keeps meaning is a rule about two values, not about comparisons."""
    assert judged(session, LARGEST.replace(written, instead), LARGEST).score == 0
