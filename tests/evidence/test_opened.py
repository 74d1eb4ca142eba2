"""Commands that use what another one makes come behind it in a share of the inputs."""

from __future__ import annotations

from random import Random

import pytest

from codescore.evidence.opened import opened
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages.shapes import RowShape, Samples, TextShape
from codescore.languages.values import Text
from tests.evidence.judging import judged

ABLE = probe()
needs_sandbox = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
ROW = RowShape((Samples(tuple(map(Text, ("open a", "open b", "pay a 2", "pay b 1")))),))


def test_lines_of_the_first_command_stand_before_others() -> None:
    lines = ["pay a 2", "pay b 1", "open a", "pay a 2"]
    found = [opened(lines, ROW, Random(seed)) for seed in range(40)]
    begun = [one for one in found if one != lines]
    assert 8 < len(begun) < 30
    assert all(one[0].startswith("open") and len(one) == len(lines) for one in found if one in begun)
    assert all(opened(lines, RowShape((TextShape(),)), Random(seed)) == lines for seed in range(9))


BANK = """
import sys

held = {}
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "open":
        held.setdefault(words[1], 0)
    elif words[0] == "pay" and words[1] in held:
        held[words[1]] += int(words[2])
    elif words[0] == "move" and words[1] in held and words[2] in held and held[words[1]] >= int(words[3]):
        held[words[1]] -= int(words[3])
        held[words[2]] += int(words[3])
for name in sorted(held):
    print(name, held[name])
"""


@needs_sandbox
def test_what_goes_wrong_behind_two_that_worked() -> None:
    """Money that is moved to nobody is gone: only an account that was opened, and paid into, shows it."""
    wrong = BANK.replace("and words[2] in held and held", "and held").replace(
        "        held[words[2]] += int(words[3])",
        "        if words[2] in held:\n            held[words[2]] += int(words[3])",
    )
    with EvidenceSession() as session:
        assert judged(session, "python", wrong, BANK).verdict == "differs"
