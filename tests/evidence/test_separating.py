"""Where two programs differ, in words: the simplest condition, proven on inputs that the search never saw."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from codescore.evidence.assumptions import Conditions
from codescore.evidence.case import Case
from codescore.evidence.cases import Cases
from codescore.evidence.contract import Outcome
from codescore.evidence.crossing import crossed
from codescore.evidence.domain import domain_of
from codescore.evidence.features import Literal, in_words, literals, packed, unpacked
from codescore.evidence.options import Options
from codescore.evidence.pool import pool_of
from codescore.evidence.sandbox import probe
from codescore.evidence.separating import Seen, Separation, separated, simplest
from codescore.evidence.session import EvidenceSession
from codescore.evidence.verdicts import Findings
from codescore.evidence.whereabouts import contrasts
from codescore.languages import by_id
from codescore.languages.execution import Entry, Input, Parameter
from codescore.languages.shapes import IntShape, SequenceShape
from codescore.languages.values import Int, Null, Sequence, Text, Value
from tests.evidence.answers import answers
from tests.evidence.judging import judged

ABLE = probe()
sandboxed = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
ENTRY = Entry("f", "function", (Parameter("xs", SequenceShape(IntShape())), Parameter("k", IntShape())))
NAMES = ("xs", "k")


def given(*items: int, k: int = 1) -> Input:
    return Input((Sequence("list", tuple(map(Int, items))), Int(k)))


def pair(*parts: Value) -> Sequence:
    return Sequence("tuple", parts)


INPUTS = [
    given(*items, k=k) for items in ((), (1,), (1, 2), (2, 1), (1, 1), (3, 0, -2), (4, 4, 5, 9)) for k in range(-2, 6)
]
FRESH = [given(*items, k=k) for items in ((), (7,), (5, 2), (8, 8), (2, 6, -3, 1), (0, 1, 0)) for k in range(-3, 7)]


def search(differs: object) -> Separation | None:
    """What is found where these two programs differ, of which everything can be known."""
    seen = [(one, bool(differs(one))) for one in INPUTS]  # type: ignore[operator]

    def fresh(_near: list[Input], _outside: list[Input]) -> list[Seen]:
        return [(one, bool(differs(one))) for one in FRESH]  # type: ignore[operator]

    return separated(ENTRY, (), "value", seen, fresh)


def items(one: Input) -> tuple[int, ...]:
    return tuple(item.value for item in one.arguments[0].items)  # type: ignore[union-attr]


def number(one: Input) -> int:
    return one.arguments[1].value  # type: ignore[union-attr,return-value]


@pytest.mark.parametrize(
    ("differs", "where", "always"),
    [
        (lambda one: number(one) == 0, "k = 0", True),
        (lambda one: number(one) > len(items(one)), "k > len(xs)", True),
        (lambda one: not items(one), "xs is empty", True),
        (lambda one: any(n < 0 for n in items(one)), "xs has a negative number", True),
        (lambda one: number(one) == 0 and bool(items(one)), "k = 0 and xs is not empty", True),
        (lambda one: len(set(items(one))) < len(items(one)) and number(one) % 3, "two items of xs are equal", False),
    ],
)
def test_the_simplest_condition_is_found(differs: object, where: str, always: bool) -> None:
    """One literal where one is enough, two where that is needed; `always` where all that fulfil it differ."""
    found = search(differs)
    assert found is not None
    assert (found.where(), found.always) == (where, always)
    assert found.held == found.of >= len(FRESH)


def test_rising_and_falling_at_once_is_said_plainly() -> None:
    """A list that is in ascending and in descending order has no two items that differ, and that is what is said."""
    rising = Literal("ordered", "xs")
    both = Separation("value", (rising, Literal("descending", "xs")), NAMES)
    assert both.words() == "gives something else only where no two items of xs differ"
    assert [one for one in INPUTS if both.true_of(one)] == [one for one in INPUTS if len(set(items(one))) < 2]
    assert in_words([rising, Literal("descending", "ys")]) == "xs is in ascending order and ys is in descending order"
    assert in_words([rising, Literal("descending", "xs", holds=False)]).endswith(" and xs is not in descending order")


def test_what_has_no_simple_condition_is_not_said() -> None:
    """Differences that nothing simple explains, or all inputs, or none, give nothing."""
    assert search(lambda one: (sum(items(one)) * 7 + number(one) * 5) % 4 == 1) is None
    assert search(lambda _one: True) is None
    assert search(lambda _one: False) is None


def test_a_condition_that_fresh_inputs_deny_is_given_up() -> None:
    """What held on the inputs of the search is not said when a fresh input on which it does not hold differs, too."""
    seen = [(one, number(one) == 0) for one in INPUTS]
    told = [(one, number(one) == 0 or items(one) == (8, 8)) for one in FRESH]
    found = separated(ENTRY, (), "value", seen, lambda _near, _outside: told)
    assert found is None or all(found.true_of(one) for one, differs in told if differs)


def test_too_few_fresh_inputs_prove_nothing() -> None:
    """A condition needs inputs on both sides that the search did not use."""
    seen = [(one, number(one) > 2) for one in INPUTS]
    assert separated(ENTRY, (), "value", seen, lambda _near, _outside: []) is None
    outside = [(one, False) for one in FRESH if number(one) <= 2]
    assert separated(ENTRY, (), "value", seen, lambda _near, _outside: outside[:10]) is None


def test_a_few_fresh_inputs_at_a_time_are_enough_in_the_end() -> None:
    """Where a candidate takes hardly any of what is made, more is made until it says something."""
    several = iter([FRESH[start::12] for start in range(12)])
    seen = [(one, number(one) > 2) for one in INPUTS]

    def fresh(_near: list[Input], _outside: list[Input]) -> list[Seen]:
        return [(one, number(one) > 2) for one in next(several)]

    found = separated(ENTRY, (), "value", seen, fresh)
    assert found is not None
    assert found.of >= 20


def test_a_step_is_said_as_what_it_is() -> None:
    """Results that go by sixties part at multiples of 60: a number of the reference, and none below 3."""
    known = [one for one in literals(ENTRY, (Int(60), Int(1))) if one.feature == "multiple"]
    assert {one.bound for one in known} == {10, 60, 100}
    seen: list[Seen] = [(Input((Sequence("list", ()), Int(k))), k % 60 == 0) for k in range(-60, 200, 4)]
    assert in_words(simplest(known, NAMES, seen) or ()) == "k is a multiple of 60"


def test_literals_are_data() -> None:
    """An input and a literal can be stored and asked again; what makes no sense of an input is not so."""
    one = given(1, 1, k=0)
    assert unpacked(packed(one)) == one
    assert Literal("repeats", "xs").true_of(NAMES, unpacked(packed(one)))
    assert not Literal("odd", "xs").true_of(NAMES, one)
    assert not Literal("odd", "xs", holds=False).true_of(NAMES, one)
    assert not Literal("no such feature", "xs").true_of(NAMES, one)
    assert not Literal("empty", "nobody").true_of(NAMES, one)
    people = Input((Sequence("list", (pair(Text("a"), Int(3)), pair(Text("b"), Int(3)))), Null()))
    assert Literal("shared part", "xs", bound=1).true_of(NAMES, people)
    assert not Literal("shared part", "xs", bound=0).true_of(NAMES, people)
    assert Literal("null", "k").true_of(NAMES, people)


def test_every_literal_has_words_of_both_kinds() -> None:
    """No two literals are called alike, and none is without words."""
    words = [literal.words() for literal in literals(ENTRY)]
    assert all(words)
    assert sum(word == "k = 0" for word in words) == 1


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


SORTED = "def f(people: list[tuple[str, int]]):\n    return sorted(people, key=lambda p: p[1])\n"
SUM = "def f(xs: list[int]):\n    return sum(xs)\n"
SEARCH = """def f(x, seq):
    for i in range(len(seq)):
        if x <= seq[i]:
            return i
    return len(seq)
"""
TIES = "gives another order only where two items of people are equal at [1]"
TWICE = "def f(n: int):\n    return n * 2\n"


@sandboxed
@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("reference", "candidate", "words"),
    [
        (SORTED, SORTED.replace("sorted(people", "sorted(people[::-1]"), TIES),
        (SUM, SUM.replace("(xs)\n", "(map(abs, xs))\n"), "gives something else whenever xs has a negative number"),
        (SUM, SUM.replace("return", "return None if not xs else"), "gives something else whenever xs is empty"),
        (SEARCH, SEARCH.replace("<=", "<"), "gives something else whenever x is in seq"),
        (TWICE, TWICE.replace("    r", "    assert n >= 0\n    r"), "refuses or accepts on its own whenever n < 0"),
        (SUM, SUM.replace("sum(xs)", "hash(str(xs))"), None),
        (SUM, SUM.replace("sum(xs)", "sum(list(xs))"), None),
    ],
)  # fmt: skip
def test_real_programs_are_told_where_they_differ(
    session: EvidenceSession, reference: str, candidate: str, words: str | None
) -> None:
    """The condition is the one that a reader of both programs would name; there is none where none is true."""
    python = by_id("python")
    assert python is not None
    options = Options(budget=0.5, pairs=answers("python", candidate, reference))
    found = session.judge(candidate, reference, python, options)
    assert [one.words() for one in found.when] == ([words] if words else [])
    assert all(one.held == one.of >= 20 for one in found.when)


def test_the_smallest_input_is_among_what_is_contrasted() -> None:
    """What is said of where two programs differ holds for the counterexample, too, which no search had seen."""
    entry = Entry("f", "function", (Parameter("n", IntShape()),))
    cases = Cases("", domain_of(entry, Conditions(), ()), pool_of((), 1))

    def differing(number: int) -> tuple[Case, Outcome, str]:
        expected, got = (Outcome("return", Int(value)) for value in (number, number + 1))
        return Case(Input((Int(number),)), expected, "inside"), got, "value"

    findings = Findings(cases, entry, pairs=[differing(40), differing(60)])
    ((kind, inputs, _),) = contrasts(findings, differing(3))
    assert kind == "value"
    assert Input((Int(3),)) in inputs


def test_inputs_on_both_sides_are_put_together() -> None:
    """A text or a list with that of another input, with itself from behind, or turned; nothing else changes."""
    one, other, chance = given(1, 2, k=3), given(7, k=9), Random(1)
    made = {items(crossed(one, other, chance)) for _ in range(60)}
    assert made == {(1, 2, 7), (7, 1, 2), (1, 2, 2, 1), (2, 1)}
    assert {number(crossed(one, other, chance)) for _ in range(9)} == {3}
    text = {crossed(Input((Text("a1"),)), Input((Text("B"),)), chance).arguments[0].value for _ in range(60)}
    assert text == {"a1B", "Ba1", "a11a", "A1"}
    assert crossed(Input((Int(1),)), Input((Int(2),)), chance) == Input((Int(1),))


LETTERS_AND_DIGITS = (
    "def same(text):\n    kept = [c.lower() for c in text if c.isalnum()]\n    return kept == kept[::-1]\n"
)


@pytest.mark.sandbox
def test_what_lies_on_both_sides_denies_a_condition(session: EvidenceSession) -> None:
    """That no letter is a capital one is said of no difference that shows with capital letters, too."""
    found = judged(session, "python", LETTERS_AND_DIGITS.replace("isalnum", "isalpha"), LETTERS_AND_DIGITS)
    assert found.verdict == "differs"
    assert [one.where() for one in found.when] == ["text has a digit"]
