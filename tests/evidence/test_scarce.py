"""Functions that refuse nearly all texts, as a check digit does: those that they take are changed sign by sign."""

from __future__ import annotations

import pytest

from codescore.evidence.mutate import recast
from codescore.evidence.pool import pool_of
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages.execution import Input
from codescore.languages.values import Int, Text
from tests.evidence.judging import judged

ABLE = probe()
in_sandbox = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
CHECKED = '''def next_code(code: str) -> str:
    """The code for another country; ValueError for one that is none."""
    if len(code) != 9 or not code.isdigit():
        raise ValueError("nine digits")
    if sum((9 - n) * int(sign) for n, sign in enumerate(code)) % 11 != 0:
        raise ValueError("check digit")
    body = "41" + code[:8]
    total = sum(int(sign) * (3 if n % 2 else 1) for n, sign in enumerate(body))
    return body + str((10 - total % 10) % 10)
'''


@pytest.mark.sandbox
@in_sandbox
def test_enough_of_the_few_that_are_taken_are_found() -> None:
    """A right one is the same on many; one that is wrong on one code in ten is shown."""
    right = CHECKED.replace("(10 - total % 10) % 10", "-total % 10")
    with EvidenceSession() as session:
        same = judged(session, "python", right, CHECKED)
        wrong = judged(session, "python", CHECKED.replace("(10 - total % 10) % 10", "10 - total % 10"), CHECKED)
    assert same.verdict == "equivalent", same.reason
    assert same.inputs > 32
    assert wrong.verdict == "differs", wrong.reason


def test_signs_become_others_of_their_kind() -> None:
    """Digits digits, capitals capitals, and nothing else; numbers are changed as ever."""
    pool = pool_of((), 3)
    kinds = set[str]()
    for _ in range(40):
        (changed,) = recast(Input((Text("AB-12x"),)), pool).arguments
        assert isinstance(changed, Text)
        kinds.add(
            "".join("9" if s.isdigit() else "A" if s.isupper() else "a" if s.islower() else s for s in changed.value)
        )
    assert kinds == {"AA-99a"}
    assert recast(Input((Int(3),)), pool).arguments != (Text("3"),)
