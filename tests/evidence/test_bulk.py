"""Answers of very many parts are kept to a few, by their size alone; what there is too little of is all there is."""

from __future__ import annotations

import pytest

from codescore.evidence.bulk import Bulk
from codescore.evidence.contract import Outcome
from codescore.evidence.session import EvidenceSession
from codescore.languages.execution import Input
from codescore.languages.values import Int, Opaque, Sequence
from tests.evidence.judging import judged


def test_a_few_large_answers_are_kept_and_numbers_that_make_them_are_drawn_small() -> None:
    """The least number that made one is known then; what is smaller is left as it is."""
    bulk = Bulk()
    large = Outcome("return", Sequence("list", (Int(1),) * 400))
    assert all(bulk.keeps(Input((Int(900 + n),)), large) for n in range(20))  # while there are hardly any others
    assert all(bulk.keeps(Input((Int(n),)), Outcome("return", Int(3))) for n in range(16))
    assert not bulk.keeps(Input((Int(900),)), large)
    assert bulk.lighter(Input((Int(899),))) == Input((Int(899),))
    (one,) = bulk.lighter(Input((Int(5000),))).arguments
    assert isinstance(one, Int)
    assert one.value < 900


def test_what_is_too_large_to_be_sent_is_large() -> None:
    """Its digest has no parts."""
    bulk = Bulk()
    assert bulk.keeps(Input((Int(7),)), Outcome("return", Opaque("too-large", "seq list ab")))
    assert bulk.seen == 1


@pytest.mark.sandbox
def test_objects_in_a_large_answer_are_compared(session: EvidenceSession) -> None:
    """Also by their digest, where there are too many to be sent: the last of 4,000 is one cent short."""
    made = "class Row:\n    def __init__(self, n: int):\n        self.n = n\n\n"
    rows = made + "def rows(start: int) -> list[Row]:\n    return [Row(start + i) for i in range(5000)]\n"
    assert judged(session, "python", rows.replace("range(5000)", "range(0, 5000)"), rows).verdict == "equivalent"
    last = rows.replace("[Row(start + i)", "[Row(start + i - (i == 4999))")
    assert judged(session, "python", last, rows).verdict == "differs"


@pytest.mark.sandbox
def test_constants_of_an_enumeration_are_compared_and_three_are_all(session: EvidenceSession) -> None:
    """By their values; where there are no more inputs, fewer are enough."""
    light = "import enum\n\nclass Light(enum.Enum):\n    RED = 1\n    YELLOW = 2\n    GREEN = 3\n\n"
    after = light + "def after(light: Light) -> Light:\n    return Light(light.value % 3 + 1)\n"
    listed = light + (
        "def after(light: Light) -> Light:\n"
        "    return {Light.RED: Light.YELLOW, Light.YELLOW: Light.GREEN, Light.GREEN: Light.RED}[light]\n"
    )
    found = judged(session, "python", listed, after)
    assert (found.verdict, found.inputs) == ("equivalent", 3)
    stuck = listed.replace("Light.GREEN: Light.RED", "Light.GREEN: Light.GREEN")
    assert judged(session, "python", stuck, after).verdict == "differs"
