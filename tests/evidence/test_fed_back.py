"""Inputs in which a reference's own answers come back, and those that follow from words that a program knows."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from codescore.evidence.generate import draw
from codescore.evidence.pool import fresh, pool_of
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages.shapes import TextShape
from codescore.languages.values import Text
from tests.evidence.judging import judged

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]

NAMES = """def distinct(names):
    used = []
    for name in names:
        made, number = name, 1
        while made in used:
            made = f"{name} ({number})"
            number += 1
        used.append(made)
    return used
"""
COUNTED = """def distinct(names):
    seen, used = {}, []
    for name in names:
        seen[name] = seen.get(name, -1) + 1
        used.append(name if not seen[name] else f"{name} ({seen[name]})")
    return used
"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as made:
        yield made


def test_answers_that_come_back_are_met(session: EvidenceSession) -> None:
    """A list with a name that the function made itself shows who only counts names."""
    assert judged(session, "python", COUNTED, NAMES).verdict == "differs"
    assert judged(session, "python", NAMES, NAMES).verdict == "equivalent"


def test_short_texts_of_a_program_stand_for_words() -> None:
    """`..` between slashes, where no form of a text is known."""
    pool = pool_of((Text(".."), Text("/"), Text(".")), 3)
    texts = [draw(TextShape(), fresh(pool)) for _ in range(4000)]
    steps = [one for one in texts if isinstance(one, Text) and re.search(r"\w/\.\./|/\.\./\w", one.value)]
    assert len(steps) > 3
