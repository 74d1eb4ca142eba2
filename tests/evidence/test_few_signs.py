"""Texts of hardly more than the signs that a program looks for reach what comes behind two of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]
#: The fields of a line, some of them in quotes: a field ends behind a quote only where a comma follows one.
FIELDS = """
def fields(line):
    found, held, state = [], "", "start"
    for sign in line:
        if state == "start":
            if sign == '"':
                state = "quoted"
            elif sign == ",":
                found.append("")
            else:
                held, state = sign, "plain"
        elif state == "plain":
            if sign == ",":
                found.append(held)
                held, state = "", "start"
            else:
                held += sign
        elif state == "quoted":
            if sign == '"':
                state = "quote"
            else:
                held += sign
        elif sign == '"':
            held, state = held + sign, "quoted"
        elif sign == ",":
            found.append(held)
            held, state = "", "start"
        else:
            raise ValueError("text after a closing quote")
    if state == "quoted":
        raise ValueError("a quote is not closed")
    return [*found, held]
"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


KEPT = '            held, state = "", "start"\n        else:'


@pytest.mark.parametrize(("change", "verdict"), [
    (("for sign in line:", "for sign in [*line]:"), "equivalent"),
    (('held, state = held + sign, "quoted"', 'state = "quoted"'), "differs"),
    ((KEPT, KEPT.replace('held, state = "", "start"', 'state = "start"')), "differs"),
])  # fmt: skip
def test_what_comes_behind_two_signs_is_reached(
    session: EvidenceSession, change: tuple[str, str], verdict: str
) -> None:
    assert change[0] in FIELDS
    found = judged(session, "python", FIELDS.replace(*change), FIELDS)
    assert (found.verdict, found.mutants.exposed > 15) == (verdict, True)
