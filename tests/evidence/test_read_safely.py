"""Programs in forms that readers do not expect end no judgement, and who looks at each sign looks for all of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.quoting import code_of, comments_of
from tests.evidence.judging import judged

_ability = probe()
runs = pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")

TAKEN_OUT = """import sys
lines = []
if not sys.stdin.isatty():
    lines = sys.stdin.read().split("\\n")
name = lines[0]
for line in lines[1:]:
    print(name + line.strip())
"""
TABS = """import sys
for line in sys.stdin:
    if line.startswith("\\t"):
        print("indented", line.strip())
    elif line[0] == "\\t":
        print("never")
    else:
        a, _, b = line.partition("\\t")
        print(b.strip() + "!" + a)
"""
NOTHING_BETWEEN = """import sys
for line in sys.stdin:
    if len(line) > 10**6:
        a, _, b = line.partition("")
    print(len(line))
"""
ESCAPED = r"""function f(\u{61}, b) {
  let n = \u{61}.charCodeAt(0) - 48;
  for (let i = 1; i < \u{61}.length; i++) n = n * 10 + (\u{61}[i].charCodeAt(0) - 48);
  return n + b.charCodeAt(0) - 48;
}
"""
SLUG = """import sys
for line in sys.stdin:
    words, word = [], ""
    for sign in line.strip().lower() + " ":
        if sign.isalnum():
            word += sign
        elif word:
            words.append(word)
            word = ""
    print("-".join(words))
"""
KEPT_SLUG = """import sys
for line in sys.stdin:
    text = "".join(sign if sign.isalnum() or sign == "-" else " " for sign in line.strip().lower())
    print("-".join(text.split()))
"""
NEEDLESS = '''
def tidy(text: str) -> bool:
    """Whether a text is a whole number without needless zeros."""
    return text.isdigit() and str(int(text)) == text
'''


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as found:
        yield found


@pytest.mark.parametrize(
    ("language", "source"),
    [("python", TAKEN_OUT), ("python", TABS), ("python", NOTHING_BETWEEN), ("javascript", ESCAPED)],
)
def test_a_survey_never_raises(language: str, source: str) -> None:
    """Statements that were taken out, patterns of which nothing is drawn, nothing between, names with escapes."""
    known = by_id(language)
    assert known is not None
    assert known.runner().survey(source).entries


@runs
@pytest.mark.parametrize("source", [TAKEN_OUT, TABS])
def test_such_programs_are_judged(session: EvidenceSession, source: str) -> None:
    """Beside themselves."""
    assert judged(session, "python", source, source).verdict in ("equivalent", "insufficient", "untested")


@runs
def test_who_asks_about_every_sign_looks_for_those_that_it_writes(session: EvidenceSession) -> None:
    """And who asks whether a zero stands before a number means one that does."""
    assert judged(session, "python", KEPT_SLUG, SLUG).verdict == "differs"
    dropped = NEEDLESS.replace(" and str(int(text)) == text", "")
    assert judged(session, "python", dropped, NEEDLESS).verdict == "differs"


def test_a_text_that_is_not_closed_ends_with_its_line() -> None:
    """What is behind it is code and comments again."""
    assert comments_of("x = don't\n# said\n").split() == ["said"]
    assert "gone" not in code_of('s = "a // b"; // gone\nint x;')
    assert "// b" in code_of('s = "a // b"; // gone\nint x;')
