"""A function that undoes another one takes what that one gives; what else it is given accuses nobody."""

from __future__ import annotations

import pytest

from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.evidence.undone import first_of
from codescore.languages.execution import Entry, Parameter
from codescore.languages.shapes import TextShape
from tests.evidence.judging import judged

ABLE = probe()
needs_sandbox = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
PACK = '''
def pack(text):
    """Runs are written as number and letter. text has only small letters."""
    found, i = "", 0
    while i < len(text):
        j = i
        while j < len(text) and text[j] == text[i]:
            j += 1
        found += str(j - i) + text[i]
        i = j
    return found
'''
UNPACK = '''

def unpack(code):
    """Undo pack."""
    found, number = "", ""
    for sign in code:
        if sign.isdigit():
            number += sign
        else:
            found += int(number or 1) * sign
            number = ""
    return found
'''
OTHER = """

def unpack(code):
    import re
    return "".join(letter * int(number) for number, letter in re.findall(r"([0-9]+)([a-z])", code))
"""


@pytest.fixture(scope="module")
def session():
    with EvidenceSession() as made:
        yield made


@needs_sandbox
def test_what_nobody_gives_is_a_condition(session: EvidenceSession) -> None:
    """A right program that reads `a` or `0b` in its own way is not accused; one that reads one digit only is."""
    found = judged(session, "python", PACK + OTHER, PACK + UNPACK)
    assert found.verdict == "conditional", found.reason
    assert "another result where code is nothing that pack gives" in found.reason
    wrong = OTHER.replace("[0-9]+", "[0-9]")
    assert judged(session, "python", PACK + wrong, PACK + UNPACK).verdict == "differs"


@needs_sandbox
def test_a_name_is_not_enough(session: EvidenceSession) -> None:
    """Where the one does not give back what the other was given, all input is meant."""
    loses = PACK.replace("found += str(j - i) + text[i]", "found += text[i]")
    assert judged(session, "python", loses + OTHER, loses + UNPACK).verdict == "differs"


@pytest.mark.parametrize(
    ("one", "two", "undoes"),
    [
        ("pack", "unpack", True),
        ("encode", "decode", True),
        ("run_length_encode", "run_length_decode", True),
        ("toRoman", "fromRoman", True),
        ("encrypt", "decode", False),
        ("cover", "uncover", True),
        ("code", "encode", False),
        ("unpack", "pack", False),
    ],
)
def test_names_say_what_undoes_what(one: str, two: str, undoes: bool) -> None:
    """In words of either case."""
    first, second = (Entry(name, "function", (Parameter("text", TextShape()),)) for name in (one, two))
    assert first_of(second, [second, first]) == [first] * undoes
