"""Scripts that read lines until there are no more: how many come, and what stands on each."""

from __future__ import annotations

import pytest

from codescore.evidence.following import follows
from codescore.evidence.generate import draw
from codescore.evidence.pool import pool_of
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages.python.run.surveying import survey
from codescore.languages.shapes import TO_THE_END, IntShape, LinesShape, RowShape, Samples, TextShape
from codescore.languages.values import Text
from tests.evidence.judging import judged

ABLE = probe()
in_sandbox = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
BODY = """
    parts = line.split()
    if not parts:
        continue
    name, score = parts[0], int(parts[1])
    best[name] = max(score, best.get(name, score))
for name in sorted(best):
    print(name, best[name])
"""
LOOPS = (
    "import sys\nbest = {}\nfor line in sys.stdin:",
    "import sys\nbest = {}\nfor line in sys.stdin.readlines():",
    "import sys\nbest = {}\nfor line in sys.stdin.read().splitlines():",
    "best = {}\nwhile True:\n    try:\n        line = input()\n    except EOFError:\n        break",
)
RANKING = LOOPS[0] + BODY


def _rows(source: str) -> LinesShape:
    (entry,) = [one for one in survey(source).entries if one.kind == "script"]
    shape = entry.parameters[0].shape
    assert isinstance(shape, LinesShape)
    return shape


@pytest.mark.parametrize("loop", LOOPS)
def test_a_loop_over_the_input_reads_lines_of_one_form(loop: str) -> None:
    """Any number of lines, each a word and a number as the program takes them; `except EOFError` sees the end, too."""
    (row,) = _rows(loop + BODY).rows
    assert isinstance(row, RowShape)
    assert row.until == TO_THE_END
    assert [type(token) for token in row.tokens] == [TextShape, IntShape]


def test_words_of_a_line_have_names_of_their_own() -> None:
    """`name, price = line.split(";")` says what stands on it and between."""
    (row,) = _rows(
        "import sys\nfor line in sys.stdin:\n    name, price = line.split(';')\n    print(int(price))\n"
    ).rows
    assert isinstance(row, RowShape)
    assert (row.until, row.separator, row.names) == (TO_THE_END, ";", ("name", "price"))


def test_drawn_lines_follow_their_form_and_come_in_any_number() -> None:
    """None, one and several are drawn; nothing ends them."""
    shape, pool = _rows(RANKING), pool_of((), 5)
    texts = [one.value for _ in range(60) if isinstance(one := draw(shape, pool), Text)]
    counts = {len(text.splitlines()) for text in texts}
    assert {0, 1, 2} <= counts
    assert all(follows(shape, text) and TO_THE_END not in text for text in texts)
    assert not follows(shape, "ann 3\nbob\n")


@pytest.mark.sandbox
@in_sandbox
def test_such_programs_are_judged() -> None:
    """Another way to read is the same; who takes the last score for the best is not."""
    with EvidenceSession() as session:
        other = LOOPS[3] + BODY.replace("\n    ", "\n    ")
        assert judged(session, "python", other, RANKING).verdict == "equivalent"
        last = RANKING.replace("max(score, best.get(name, score))", "score")
        assert judged(session, "python", last, RANKING).verdict == "differs"


LOG = '''
"""Reads a log: `<clock> <name> in|out` on each line, e.g. 22:40 mia in"""
import sys
inside = {}
for line in sys.stdin:
    clock, name, what = line.split()
    h, m = clock.split(":")
    if what == "in":
        inside[name] = int(h) * 60 + int(m)
    elif name in inside:
        print(name, int(h) * 60 + int(m) - inside.pop(name))
'''


def test_words_of_a_line_are_what_is_done_with_them() -> None:
    """A clock is taken apart into numbers, `in` has `out` beside it in the docstring, and names come again."""
    shape = _rows(LOG)
    (row,) = shape.rows
    assert isinstance(row, RowShape)
    clock, name, what = row.tokens
    assert isinstance(clock, Samples)
    assert Text("22:40") in clock.values
    assert isinstance(name, TextShape)
    assert what == Samples((Text("in"), Text("out")))
    words: list[str] = []
    for seed in range(40):
        drawn = draw(shape, pool_of((), seed))
        lines = [line.split() for line in getattr(drawn, "value", "").splitlines()]
        words += [one[1] for one in lines if sum(other[1] == one[1] for other in lines) > 1]
    assert len(words) > 40


PARAGRAPHS = """
def paragraphs(stream):
    block = []
    for line in stream:
        if line.strip():
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block

count = 0
for block in paragraphs(LINES):
    count += 1
    print(len(block), max(len(line.split()) for line in block))
if count == 0:
    print("no text")
"""
READ = "import sys\n" + PARAGRAPHS.replace("LINES", "sys.stdin")


@pytest.mark.sandbox
@in_sandbox
def test_what_is_answered_without_any_line_is_tried() -> None:
    """A reference that says what no text gives is run on none; one who says something else there is shown."""
    with EvidenceSession() as session:
        same = judged(session, "python", READ, READ)
        other = judged(session, "python", READ.replace('"no text"', '"none"'), READ)
    assert same.verdict == "equivalent", same.reason
    assert other.verdict == "differs", other.reason
    assert other.counterexample is not None
    assert other.counterexample.input == "standard input ''"


@pytest.mark.sandbox
@in_sandbox
def test_lines_of_blanks_are_neither_passed_over_nor_held_against_anyone() -> None:
    """They part paragraphs for the reference: who asks for an empty line is shown that, and not accused."""
    with EvidenceSession() as session:
        found = judged(session, "python", READ.replace("line.strip()", 'line != "\\n"'), READ)
    assert found.verdict == "conditional", found.reason
    assert "nothing but blanks" in found.reason


@pytest.mark.sandbox
@in_sandbox
def test_who_says_nothing_without_any_line_promises_nothing_there() -> None:
    """`if not data: return` is no answer: who fails there is not accused."""
    head = "import sys\ndef main():\n    data = sys.stdin.read().split()\n"
    ending = "    print(sum(map(int, data[1:])), data[0])\n"
    candidate = f"{head}{ending}main()\n"
    reference = f"{head}    if not data:\n        return\n{ending}main()\n"
    with EvidenceSession() as session:
        found = judged(session, "python", candidate, reference)
    assert found.verdict != "differs", found.reason


@pytest.mark.sandbox
@in_sandbox
@pytest.mark.parametrize("lines", ["fileinput.input()", 'fileinput.input("-")'])
def test_fileinput_reads_the_input(lines: str) -> None:
    """It is a program that runs as a whole, like one that reads `sys.stdin`."""
    with EvidenceSession() as session:
        found = judged(session, "python", "import fileinput\n" + PARAGRAPHS.replace("LINES", lines), READ)
    assert found.verdict == "equivalent", found.reason
