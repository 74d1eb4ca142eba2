"""The probability of evidence: what it may depend on, in which direction, and when it abstains."""

from __future__ import annotations

import json
from importlib.resources import files

from codescore.evidence.contract import Coverage, Evidence, Tally
from codescore.evidence.probability import FEATURES, combined, features, probability

FULL = Coverage(1.0, 1.0)
RIGHT = Evidence("equivalent", "", 80, FULL, tally=Tally(equal=80, shown=4, shown_equal=4))
ONCE = Evidence("differs", "", 80, FULL, tally=Tally(equal=79, different=1, shown=4, shown_equal=4))
OFTEN = Evidence("differs", "", 80, FULL, tally=Tally(equal=10, different=70, shown=4, shown_equal=0))
BROKEN = Evidence("crash", "it does not load")
ABSENT = Evidence("untested", "no input was found")


def test_more_against_a_candidate_never_raises_it() -> None:
    """A difference lowers the probability, more of them lower it further, and what does not load is hardly right."""
    values = [probability(found) for found in (RIGHT, ONCE, OFTEN)]
    assert values == sorted(values, reverse=True)
    assert values[0] > 0.9
    assert values[2] < 0.05
    assert probability(BROKEN) < 0.05


def test_abstention() -> None:
    """Where nothing was compared evidence says nothing, and the model's estimate stands alone."""
    assert probability(ABSENT) is None
    assert combined(ABSENT, 0.7) == 0.7
    assert combined(ABSENT, None) is None


def test_nothing_speaks_against_a_right_program() -> None:
    """All features but the number of inputs are 0 for a candidate that did the same everywhere."""
    numbers = dict(zip(FEATURES, features(RIGHT), strict=True))
    assert numbers.pop("inputs") < 0.2
    assert set(numbers.values()) == {0.0}


def test_the_stored_weights_say_where_they_come_from() -> None:
    """The data file names its features, its data and its command; no weight speaks for a candidate that differs."""
    stored = json.loads(files("codescore.evidence").joinpath("probability.json").read_text())
    assert stored["features"][:-1] == list(FEATURES)
    assert stored["command"]
    assert stored["fitted_on"]
    for which in ("alone", "with model"):
        assert all(weight <= 0 for weight in stored[which]["weights"][: len(FEATURES)])
        assert stored[which]["cross_validated"]
