"""Lists of commands that words list: each line is one of these, with numbers or short words behind it."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.customary import instructions
from codescore.languages.shapes import IntShape, SequenceShape, TextShape
from tests.evidence.judging import judged

LISTS = {"steps": SequenceShape(TextShape()), "most": IntShape()}
WALK = '''def walk(steps):
    """Where a walker ends. Steps: EAST n, NORTH n, BACK, STOP (what comes behind it counts no more)."""
    x = y = 0
    for step in steps:
        word, *rest = step.split()
        if word == "EAST":
            x += int(rest[0])
        elif word == "NORTH":
            y += int(rest[0])
        elif word == "BACK":
            x, y = 0, 0
        elif word == "STOP":
            break
    return x, y
'''
STRICT = """def walk(steps):
    def east(n):
        at[0] += int(n)
    def north(n):
        at[1] += int(n)
    def back():
        at[:] = [0, 0]
    at = [0, 0]
    known = {"EAST": east, "NORTH": north, "BACK": back}
    for step in steps:
        if step == "STOP":
            break
        word, *rest = step.split()
        known[word](*rest)
    return tuple(at)
"""


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (WALK, {"EAST 0", "NORTH 5", "BACK", "STOP"}),
        (WALK.replace(", STOP (what comes behind it counts no more)", ""), set()),  # one is not said
        (WALK.replace("step.split()", "step.partition(' ')"), set()),
        (WALK.replace("EAST n", "EAST <n> [m]").replace('"EAST":', '"EAST" :'), {"EAST 0 2", "BACK"}),
    ],
)
def test_the_lines_that_words_list(source: str, lines: set[str]) -> None:
    found = [*instructions(LISTS, source)]
    assert len(found) == bool(lines)
    assert lines <= {line for one in found for line in one.other.splitlines()}
    assert all(one.parameter == "steps" for one in found)


@pytest.mark.sandbox
def test_who_refuses_what_is_no_command_is_not_called_different(session: EvidenceSession) -> None:
    """`EAST 3 x` is none, nor is `JUMP`; and a fault shows on commands."""
    found = judged(session, "python", STRICT, WALK)
    assert found.verdict == "conditional", found.reason
    wrong = judged(session, "python", STRICT.replace("at[1] += int(n)", "at[1] -= int(n)"), WALK)
    assert wrong.verdict == "differs", wrong.reason
    assert wrong.counterexample is not None
    assert "NORTH" in wrong.counterexample.input
