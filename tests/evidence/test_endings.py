"""Words that end in two of a program's short texts: a rule for one pair of them is tried."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

ING = """def ing(verb):
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and verb[-2:-1] not in ("e", "y", "o"):
        return verb[:-1] + "ing"
    return verb + "ing"
"""
ONE_FORGOTTEN = ING.replace('("e", "y", "o")', '("e", "o")')
BY_CASES = """def ing(verb):
    stem, last = verb[:-1], verb[-2:]
    if last == "ie":
        return verb[:-2] + "ying"
    if verb[-1:] != "e" or last in ("ee", "ye", "oe"):
        return verb + "ing"
    return stem + "ing"
"""


@pytest.mark.parametrize(("candidate", "verdict"), [(ONE_FORGOTTEN, "differs"), (BY_CASES, "equivalent")])
@pytest.mark.sandbox
def test_each_two_endings_are_tried(session: EvidenceSession, candidate: str, verdict: str) -> None:
    found = judged(session, "python", candidate, ING)
    assert found.verdict == verdict, found.reason


SIZES = """def size(count):
    units = ["B", "KB", "MB"]
    while count >= 1024 and len(units) > 1:
        count, units = count // 1024, units[1:]
    return f"{count} {units[0][-2:]}"
"""


@pytest.mark.sandbox
def test_who_takes_no_text_has_no_endings(session: EvidenceSession) -> None:
    assert judged(session, "python", SIZES, SIZES).verdict == "equivalent"
