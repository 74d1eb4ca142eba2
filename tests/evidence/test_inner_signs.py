"""Words with a sign inside tell who finds words by their letters from who splits at blanks."""

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
WORDS = """
'''The first words of an English text. A word is an unbroken run of letters; case does not matter.'''
import re
import sys

k = int(sys.stdin.readline())
words = re.findall(r"[a-z]+", sys.stdin.read().lower())
print(*sorted(words)[:k])
"""
OTHER = """
k, text = int(input()), ""
while True:
    try:
        text += input().lower() + " "
    except EOFError:
        break
print(*sorted("".join(c if "a" <= c <= "z" else " " for c in text).split())[:k])
"""
WRONG = """
import string
import sys

k = int(sys.stdin.readline())
words = [word.strip(string.punctuation + string.digits).lower() for word in sys.stdin.read().split()]
print(*sorted(word for word in words if word)[:k])
"""
#: The first letters of words, by a function.
FIRST = "import re\n\ndef first(text):\n    return ''.join(word[0] for word in re.findall(r'[A-Za-z]+', text))\n"
OF_BLANKS = """
import string

def first(text):
    parts = [part.strip(string.punctuation + string.digits) for part in text.split()]
    return "".join(part[0] for part in parts if part)
"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as found:
        yield found


def test_what_is_read_has_words_with_signs_inside(session: EvidenceSession) -> None:
    assert judged(session, "python", OTHER, WORDS).verdict in ("equivalent", "conditional")
    assert judged(session, "python", WRONG, WORDS).verdict == "differs"


def test_what_a_function_is_given_has_them_too(session: EvidenceSession) -> None:
    found = judged(session, "python", OF_BLANKS, FIRST)
    assert found.verdict in ("differs", "conditional")
    assert found.tally.different + found.tally.outside - found.tally.outside_equal > 0
