"""Edges of the input: which of them a reference says something of, and what is excused at the others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from codescore.evidence.assumptions import Conditions
from codescore.evidence.case import Case
from codescore.evidence.cases import Cases
from codescore.evidence.contract import Outcome
from codescore.evidence.domain import domain_of
from codescore.evidence.edges import Edges
from codescore.evidence.pool import pool_of
from codescore.languages.execution import CUT, DEEP, OVERFLOW, ROUNDED, UNDEFINED, Entry, Input, Parameter
from codescore.languages.shapes import IntShape, SequenceShape
from codescore.languages.values import Int, Sequence

ENTRY = Entry("f", "function", (Parameter("xs", SequenceShape(IntShape())), Parameter("k", IntShape())))
FAILED = Outcome("raise", error="undefined behaviour", doubt=UNDEFINED)


def case(xs: tuple[int, ...], k: int, covered: set[int], *, shown: bool = False, doubt: str = "") -> Case:
    given = Input((Sequence("list", tuple(map(Int, xs))), Int(k)))
    return Case(given, Outcome("return", Int(0), covered=frozenset(covered), doubt=doubt), "inside", shown)


def edges(*known: Case, foreign: bool = False) -> Edges:
    cases = Cases("", domain_of(ENTRY, Conditions(), ()), pool_of((), 1), foreign=foreign)
    cases.cases.extend(known)
    return Edges(cases)


def test_an_edge_without_a_source_excuses_what_is_undefined() -> None:
    """Nothing speaks of an empty list: who fails there may be right; an error of another sort is none of this."""
    empty, full = case((), 1, {0}), case((1, 2, 3), 1, {0, 1})
    assert edges(empty, full).excuse(empty, FAILED) == "xs is empty, of which the reference says nothing"
    assert not edges(empty, full).excuse(full, FAILED)
    assert not edges(empty, full).excuse(empty, Outcome("raise", error="out_of_range"))
    assert not edges(empty, full).excuse(empty, Outcome("return", Int(1)))


def test_a_branch_or_an_example_is_a_source() -> None:
    """What the reference has a branch of its own for, or an example shows, is meant."""
    full = case((1, 2, 3), 1, {1})
    branch, shown = case((), 1, {0}), case((), 1, {1}, shown=True)
    assert not edges(branch, full).excuse(branch, FAILED)
    # One other input in twenty may take that branch; a branch that many others take is not the edge's own.
    others = [case((k, 2, 3), 1, {1}) for k in range(20)]
    twice, strange = case((), 2, {0}), case((9,), 1, {0})
    assert not edges(branch, twice, strange, *others).excuse(branch, FAILED)
    assert edges(branch, twice, strange, *others[:10]).excuse(branch, FAILED)
    assert not edges(shown, full).excuse(case((), 2, {1}), FAILED)


@pytest.mark.parametrize(("k", "why"), [(-7, "k < 0"), (7, "")])
def test_what_languages_mean_otherwise_is_excused_at_an_edge(k: int, why: str) -> None:
    """A negative number that is divided is, where it was passed; where the program made it, it relies on it."""
    one = case((1, 2), k, {0}, doubt=ROUNDED)
    other = Outcome("return", Int(1))
    assert edges(one, case((1, 2), 3, {0}), foreign=True).excuse(one, other).partition(",")[0] == why
    assert not edges(one, case((1, 2), 3, {0})).excuse(one, other)


def test_only_an_error_is_deep_recursion() -> None:
    """A port that claims it and answers is held to its answer."""
    one = case((1,), 1, {0})
    deep = Outcome("raise", error="RecursionError", doubt=DEEP)
    assert edges(one, foreign=True).excuse(one, deep)
    assert not edges(one, foreign=True).excuse(one, Outcome("return", Int(1), doubt=DEEP))


@pytest.mark.parametrize(("k", "why"), [(5000, "a number is large"), (500, "")])
def test_a_large_number_may_overflow(k: int, why: str) -> None:
    """A small one may not."""
    one = case((1,), k, {0})
    assert edges(one).excuse(one, Outcome("raise", error="undefined behaviour", doubt=OVERFLOW)) == why


def test_who_fails_where_the_reference_cuts_a_list_may_be_right() -> None:
    """The rest of a longer list is left out by `zip`; another answer, or an error of one's own, is no such accident."""
    cut = case((1, 2), 3, {0}, doubt=CUT)
    accident = Outcome("raise", error="IndexError")
    assert "not of one length" in edges(cut).excuse(cut, accident)
    assert not edges(cut).excuse(case((1, 2), 3, {0}), accident)
    assert not edges(cut).excuse(cut, Outcome("raise", error="ValueError", deliberate=True))
    assert not edges(cut).excuse(cut, Outcome("return", Int(1)))


@pytest.mark.parametrize(
    ("source", "uses", "said"),
    [
        ("import random\n", {"shuffle"}, "the reference draws lots"),
        ("import random\n", {"sorted"}, ""),
        ("def shuffle(xs): ...\n", {"shuffle"}, ""),
    ],
)
def test_another_answer_where_lots_are_drawn_is_in_doubt(source: str, uses: set[str], said: str) -> None:
    """A reference repeats itself then only because chance is made to; who fails is excused by none of it."""
    entry = replace(ENTRY, uses=frozenset(uses))
    cases = Cases(source, domain_of(entry, Conditions(), ()), pool_of((), 1))
    one = case((1, 2), 1, {0})
    cases.cases.append(one)
    assert Edges(cases).excuse(one, Outcome("return", Int(1))) == said
    assert Edges(cases).by_chance(Outcome("return", Int(1))) == said
    assert not Edges(cases).excuse(one, Outcome("raise", error="KeyError"))
