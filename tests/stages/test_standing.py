"""What a person is shown from similarity and evidence: running decides, thin evidence does not, nothing contradicts."""

from __future__ import annotations

from itertools import product

import pytest

from codescore.engine import Estimated, decide, first_right, weakest
from codescore.evidence.contract import Coverage, Evidence, Tally, Verdict

FULL = Coverage(1.0, 1.0)
SAME = Evidence("equivalent", "the same on all 80 inputs", 80, FULL, tally=Tally(equal=80, shown=4, shown_equal=4))
OFTEN = Evidence("differs", "", 80, FULL, tally=Tally(equal=10, different=70, shown=4))
ONCE = Evidence("differs", "", 80, FULL, tally=Tally(equal=79, different=1, shown=4, shown_equal=4))
BLIND = Evidence("equivalent", "the same on all 2 inputs", 2, Coverage(0.02, 0.02), tally=Tally(equal=2))
EVERY: tuple[Verdict, ...] = (
    "equivalent", "differs", "conditional", "insufficient", "untested", "environment-failure", "timeout", "crash",
)  # fmt: skip


@pytest.mark.parametrize(
    ("score", "found", "shown"),
    [
        (0, SAME, ("right", "execution")),
        (1, OFTEN, ("wrong", "execution")),
        (1, ONCE, ("wrong", "execution")),
        (1, Evidence("timeout", "", 1), ("wrong", "execution")),
        (1, Evidence("crash", "it does not load"), ("wrong", "execution")),
        (1, Evidence("conditional", "", 80), ("conditional", "execution")),
        (0, BLIND, ("wrong", "similarity")),
        (1, BLIND, ("unknown", "nothing")),
        (1, Evidence("insufficient", "", 2), ("unknown", "nothing")),
        (0, Evidence("insufficient", "", 2), ("wrong", "similarity")),
        (0, Evidence("untested", ""), ("wrong", "similarity")),
        (1, Evidence("environment-failure", ""), ("right", "similarity")),
        (1, None, ("right", "similarity")),
        (None, None, ("unknown", "nothing")),
        (None, SAME, ("right", "execution")),
    ],
)
def test_what_was_run_decides(score: int | None, found: Evidence | None, shown: tuple[str, str]) -> None:
    """A counterexample beats any similarity, equality beats a low one; what shows too little leaves it as it was."""
    made = decide(Estimated(("f", "f"), score, 0.5), found)
    assert (made.answer, made.by) == shown


def test_the_same_program_needs_no_run() -> None:
    """One that is the reference but for names is right also where running it showed too little."""
    found = Evidence("insufficient", "", 2)
    assert decide(Estimated(("f", "f"), 1, 0.5, same=True), found).answer == "right"


def test_no_number_contradicts_what_is_shown() -> None:
    """Beside an answer by execution stands no probability that says the opposite."""
    evidence = [SAME, OFTEN, ONCE, BLIND, *(Evidence(verdict, "", 3, FULL) for verdict in EVERY)]
    for score, model, found in product((0, 1, None), (None, 0.001, 0.4, 0.999), evidence):
        shown = decide(Estimated(("f", "f"), score, model), found)
        if shown.by == "execution" and shown.probability is not None:
            assert (shown.probability >= 0.5) == (shown.answer == "right")
        assert shown.score == {"right": 1, "wrong": 0}.get(shown.answer)


def test_a_file_is_as_good_as_its_weakest_function() -> None:
    """Each function by its own evidence; one that could not be run by its similarity, which then decides the file."""
    pairs = [("a", "a"), ("b", "b")]
    good, bad = (Estimated(names, score, None) for names, score in zip(pairs, (1, 0), strict=True))

    def ran(*units: Evidence) -> Evidence:
        named = tuple(
            Evidence(one.verdict, one.reason, one.inputs, one.coverage, tally=one.tally, pair=names)
            for one, names in zip(units, pairs, strict=True)
        )
        return Evidence(units[0].verdict, "", 80, FULL, tally=units[0].tally, units=named)

    unable = Evidence("untested", "it cannot be called by itself")
    assert (weakest([good, bad], ran(SAME, SAME)).answer, weakest([good, bad], ran(SAME, SAME)).by) == (
        "right",
        "execution",
    )
    assert weakest([good, bad], ran(SAME, OFTEN)).answer == "wrong"
    assert (weakest([good, bad], ran(SAME, unable)).answer, weakest([good, bad], ran(SAME, unable)).by) == (
        "wrong",
        "similarity",
    )
    assert weakest([bad, good], ran(SAME, unable)).by == "similarity"
    assert weakest([good], None).by == "similarity"


def test_one_of_several_references_is_enough() -> None:
    """The first that a candidate does the same as, and no more are run than that takes; else the best."""
    asked: list[int] = []

    def standings(*found: Evidence):
        for number, one in enumerate(found):
            asked.append(number)
            yield decide(None, one)

    assert first_right(standings(OFTEN, SAME, SAME)) == 1
    assert asked == [0, 1]
    assert first_right(standings(OFTEN, OFTEN)) == 0


@pytest.mark.parametrize(
    ("probability", "same", "answer"),
    [(0.29, False, "unknown"), (0.5, False, "right"), (None, False, "right"), (0.29, True, "right")],
)
def test_what_is_likelier_not_the_same_is_not_known(probability: float | None, same: bool, answer: str) -> None:
    """A score of 1 beside a small probability is no answer, but of the same program, or by a threshold of one's own."""
    assert decide(Estimated(("f", "f"), 1, probability, same=same, chosen=True), None).answer == "right"
    shown = decide(Estimated(("f", "f"), 1, probability, same=same), None)
    assert (shown.answer, shown.by, shown.probability) == (answer, "similarity", probability)
    assert shown.score == (1 if answer == "right" else None)
