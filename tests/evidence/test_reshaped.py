"""What a reference takes where it takes hardly anything of what is usual: lists that are long enough."""

from __future__ import annotations

import pytest

from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

ABLE = probe()
pytestmark = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")

#: Ten frames, each of one throw or two, and the bonus of what is thrown behind them.
FRAMES = """
def totals(rolls):
    found, score, at = [], 0, 0
    for frame in range(10):
        if rolls[at] == 10:
            score += 10 + rolls[at + 1] + rolls[at + 2]
            at += 1
        elif rolls[at] + rolls[at + 1] == 10:
            score += 10 + rolls[at + 2]
            at += 2
        else:
            score += rolls[at] + rolls[at + 1]
            at += 2
        found.append(score)
    return found
"""
OTHERWISE = """
def totals(rolls):
    rest, found = list(rolls), []
    while len(found) < 10:
        strike = rest[0] == 10
        spare = not strike and rest[0] + rest[1] == 10
        found.append(sum(rest[: 3 if strike or spare else 2]) + (found[-1] if found else 0))
        rest = rest[1 if strike else 2 :]
    return found
"""


@pytest.mark.parametrize(("candidate", "verdict"), [
    (OTHERWISE, "equivalent"), (OTHERWISE.replace("strike or spare", "strike"), "differs"),
], ids=["right", "wrong"])  # fmt: skip
def test_lists_are_as_long_as_a_reference_needs_them(session: EvidenceSession, candidate: str, verdict: str) -> None:
    assert judged(session, "python", candidate, FRAMES).verdict == verdict
