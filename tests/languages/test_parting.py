"""What stands behind a sign may be missing where a function asks whether it is there."""

from __future__ import annotations

from random import Random

import pytest

from codescore.evidence.assumptions import conditions
from codescore.evidence.domain import DECIDES, domain_of
from codescore.evidence.generate import random_input
from codescore.evidence.pool import pool_of
from codescore.evidence.written import rewritten, well_written
from codescore.languages.execution import Input
from codescore.languages.python.run.surveying import survey
from codescore.languages.values import Text

SOURCE = """
def release(text):
    number, _, tag = text.partition("-")
    return {}

def latest(texts):
    return max(texts, key=release)
"""


@pytest.mark.parametrize(
    ("asked", "lacking"),
    [
        ("number if not tag else number + 'x'", True), ("(number, tag or 'z')", True), ("tag == '' and number", True),
        ("(int(number), tag)", False), ("tag.upper() + number", False),
    ],
)  # fmt: skip
def test_who_asks_for_the_rest_takes_a_text_without_it(asked: str, *, lacking: bool) -> None:
    entry = survey(SOURCE.format(asked)).entries[0]
    model = domain_of(entry, conditions(entry, None), ())
    assert (model.likelihood(Input((Text("12"),))) >= DECIDES) is lacking
    drawn = [random_input(entry, pool_of((), n)).arguments[0] for n in range(60)]
    without = sum(isinstance(one, Text) and one.value != "" and "-" not in one.value for one in drawn)
    assert (without > 12) is lacking


def test_what_a_key_takes_says_what_the_elements_are() -> None:
    """`max(texts, key=release)`: each of them is given to it."""
    first, second = survey(SOURCE.format("(int(number), tag)")).entries
    assert second.parameters[0].shape.element == first.parameters[0].shape  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("made", "called", "capitals"),
    [
        ('re.compile(r"([A-Z][a-z]?)(\\d*)")', "PART.findall(text)", False),
        ('re.compile(r"([A-Z][a-z]?)(\\d*)", re.IGNORECASE)', "PART.findall(text)", True),
        ('re.compile(r"([a-z])(\\d*)")', "PART.findall(text.lower())", True),
    ],
)
def test_capitals_are_small_letters_only_where_a_program_takes_them_so(
    made: str, called: str, *, capitals: bool
) -> None:
    """Of what matches a pattern a text is made as the pattern is."""
    entry = survey(f"import re\nPART = {made}\n\ndef f(text):\n    return {called}\n").entries[0]
    (found,) = (one for one in entry.assumptions if one.property == "matched")
    assert well_written(found, "a2b") is capitals
    assert well_written(found, "Ab2C" if made.count("A-Z") else "a2B")
    assert well_written(found, rewritten(found, "?!", Random(1)))
