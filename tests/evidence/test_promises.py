"""Usual promises about standard input: where two programs part only beyond one, neither is called wrong."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.contract import Evidence
from codescore.evidence.options import Options
from codescore.evidence.promises import ENOUGH, cheapest, compared_with, mended, promises
from codescore.evidence.promising import shorter
from codescore.evidence.read_lines import taken_apart
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.called import comes_when
from codescore.languages.execution import Entry, Input, Parameter
from codescore.languages.shapes import IntShape, LinesShape, RowShape, TextShape
from tests.evidence.answers import answers

ABLE = probe()
needs_sandbox = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")

#: How many shelves hold `k` of things that are not larger than a shelf: the two part where a thing is.
SHELVES = """
n, k = map(int, input().split())
a = list(map(int, input().split()))
used, left = 0, 0
for x in a:
    if not used or x > left:
        used += 1
        left = k
    left -= x
print(used)
"""
OTHER_SHELVES = """
n, k = map(int, input().split())
held = 0
shelves = 0
for x in map(int, input().split()):
    if shelves == 0 or held + x > k:
        shelves, held = shelves + 1, 0
    held = held + x if x <= k else 0
print(shelves)
"""
WRONG_SHELVES = OTHER_SHELVES.replace("held + x > k", "held + x >= k")

#: How far two marks in a grid are apart: the two part where there are not two.
MARKS = """
h, w = map(int, input().split())
found = [(0, 0), (0, 0)]
k = 0
for i in range(h):
    row = input()
    for j in range(w):
        if row[j] == "o":
            found[k] = (i, j)
            k += 1
print(abs(found[0][0] - found[1][0]) + abs(found[0][1] - found[1][1]))
"""
OTHER_MARKS = """
h, w = map(int, input().split())
one = other = (-1, -1)
for i in range(h):
    for j, sign in enumerate(input()):
        if sign == "o":
            one, other = other, (i, j)
print(abs(one[0] - other[0]) + abs(one[1] - other[1]))
"""
#: The nearest of some points: one of the two begins with less than there may be.
NEAREST = """
n = int(input())
best = 1000000
for _ in range(n):
    x, y = map(int, input().split())
    best = min(best, abs(x) + abs(y))
print(best * 2)
"""
OTHER_NEAREST = NEAREST.replace("1000000", "1000000000")
#: How far a robot gets: the last of its commands is all others for one, and the first for the next.
ROBOT = """
for _ in range(int(input())):
    x = y = d = 0
    for c in input():
        if c == "F":
            x, y = x + [0, 1, 0, -1][d], y + [1, 0, -1, 0][d]
        elif c == "L":
            d = (d + 3) % 4
        else:
            d = (d + 1) % 4
    print(x, y)
"""
OTHER_ROBOT = """
for _ in range(int(input())):
    at, step = 0j, 1j
    for sign in input():
        if sign == "L":
            step *= 1j
        elif sign == "R":
            step *= -1j
        else:
            at += step
    print(int(at.real), int(at.imag))
"""
#: How long it rains: who counts minutes finds none where it ends before it begins.
RAIN = """
def minutes(t):
    return int(t[:2]) * 60 + int(t[2:])


for _ in range(int(input())):
    start, end = input().split("-")
    print(minutes(end) - minutes(start))
"""
OTHER_RAIN = """
for _ in range(int(input())):
    a, b = input().split("-")
    print(len(range(int(a[:2]) * 60 + int(a[2:]), int(b[:2]) * 60 + int(b[2:]))))
"""
PAIRS = """
n, m = map(int, input().split())
a = list(map(int, input().split()))
print(sum(a))
"""
QUERIES = """
q = int(input())
for _ in range(q):
    query = input().split()
    if query[0] == "push":
        print(int(query[1]) + 1)
    elif query[0] == "drop":
        print(int(query[1]) - 1)
"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


def judged(session: EvidenceSession, candidate: str, reference: str) -> Evidence:
    python = by_id("python")
    assert python is not None
    return session.judge(candidate, reference, python, Options(pairs=answers("python", candidate, reference)))


def entry_of(source: str) -> Entry:
    python = by_id("python")
    assert python is not None
    runner = python.runner()
    assert runner is not None
    (entry,) = runner.survey(source).entries
    return entry


@needs_sandbox
def test_a_difference_beyond_a_promise_is_conditional(session: EvidenceSession) -> None:
    """Two right programs that part only on things larger than a shelf are not called different, and that is said."""
    found = judged(session, OTHER_SHELVES, SHELVES)
    assert (found.verdict, found.reason.rpartition("unless ")[2]) == (
        "conditional",
        "the numbers of a line are at most k",
    )


#: Words in a frame, and what draws the rule below them from what was printed: they part where a word has a bar.
FRAMED = """
for line in map(str.strip, __import__("sys").stdin):
    if line.startswith("#"):
        continue
    words = line.split(",")
    print("| " + " | ".join(words) + " |")
    print("|" + "|".join("-" * (len(word) + 2) for word in words) + "|")
"""
OTHER_FRAMED = """
import re
for line in map(str.strip, __import__("sys").stdin):
    if not line.startswith("#"):
        text = "| " + " | ".join(line.split(",")) + " |"
        print(text)
        print(re.sub("[^|]", "-", text))
"""


#: When each job is done that waits for those before it: they part where one comes later than the next.
WAITING = """
done = 0
waiting = []
for _ in range(int(input())):
    arrival, work = map(int, input().split())
    waiting.append((arrival, work))
while waiting:
    if waiting[0][0] > done:
        done = waiting[0][0]
    done += waiting.pop(0)[1]
    print(done)
"""
OTHER_WAITING = """
jobs = sorted([list(map(int, input().split())) for _ in range(int(input()))], key=lambda job: job[0])
at = 0
for arrival, work in jobs:
    at = max(at, arrival) + work
    print(at)
"""


@needs_sandbox
@pytest.mark.parametrize(("candidate", "reference", "unless"), [
    (OTHER_WAITING, WAITING, "the lines go on by their arrival"),
    (OTHER_FRAMED, FRAMED, "texts have no '|', which the program only writes"),
    (OTHER_MARKS, MARKS, "these texts together have 'o' twice"),
    (OTHER_NEAREST, NEAREST, "x and y are far below 1000000"),
    (OTHER_ROBOT, ROBOT, "texts are of 'FLR'"),
    (OTHER_RAIN, RAIN, "start is at most end"),
])  # fmt: skip
def test_promises_of_many_lines(session: EvidenceSession, candidate: str, reference: str, unless: str) -> None:
    """Two marks in a grid, and numbers that what a program begins with is larger than."""
    found = judged(session, candidate, reference)
    assert (found.verdict, found.reason.rpartition("unless ")[2]) == ("conditional", unless), found.reason


#: How many free cells those with an arrow see to their right; `*` is what the program itself marks them with.
SEEN = """
h, w = map(int, input().split())
rows = [list(input()) for _ in range(h)]
for row in rows:
    seen = False
    for at in range(w):
        if row[at] == ">":
            seen = True
        elif row[at] == "#":
            seen = False
        elif seen and row[at] in (".", "*"):
            row[at] = "*"
print(sum(row.count("*") for row in rows))
"""
COUNTED = """
h, w = map(int, input().split())
total = 0
for _ in range(h):
    seen = False
    for sign in input():
        if sign in "#>":
            seen = sign == ">"
        elif sign == ".":
            total += seen
print(total)
"""


@needs_sandbox
@pytest.mark.parametrize(("candidate", "verdict"), [
    (COUNTED, "conditional"), (COUNTED.replace('"#>"', '">"'), "differs"),
], ids=["right", "wrong"])  # fmt: skip
def test_what_a_program_marks_cells_with_need_not_be_there_before(
    session: EvidenceSession, candidate: str, verdict: str
) -> None:
    """A sign that a program puts into its table may be its own; that a wall ends the sight is the task's."""
    found = judged(session, candidate, SEEN)
    assert found.verdict == verdict, found.reason
    assert verdict == "differs" or found.reason.endswith("unless texts are of '#.>'")


@needs_sandbox
def test_a_difference_within_every_promise_decides(session: EvidenceSession) -> None:
    """A program that is wrong where all promises are kept is another program, with a counterexample."""
    found = judged(session, WRONG_SHELVES, SHELVES)
    assert found.verdict == "differs"
    assert found.counterexample is not None


def test_lines_are_told_by_the_row_that_reads_them() -> None:
    """The first line is n and m, the second the list; what comes after is no row of the form."""
    first, second, third = taken_apart(entry_of(PAIRS), "2 3\n4 5\n6\n")
    assert (first.names, first.numbers, second.numbers, dict(second.known)) == (
        ("n", "m"),
        (2, 3),
        (4, 5),
        {"n": 2, "m": 3},
    )
    assert (second.listed, third.row not in (first.row, second.row)) == (True, True)


def test_the_most_usual_promise_that_explains_all_comes_first() -> None:
    """Where all texts that differ hold a 0, and enough that agree hold none, numbers are promised to be at least 1."""
    entry = entry_of(PAIRS)
    differing = [f"3 9\n0 {n} {n}\n" for n in range(1, 6)]
    agreeing = [f"3 9\n{n} {n} {n}\n" for n in range(1, ENOUGH + 4)]
    texts = [*differing, *agreeing]
    read = [taken_apart(entry, text) for text in texts]
    sides = [True] * len(differing) + [False] * len(agreeing)
    best = cheapest(promises(entry, (), (), texts), read, sides)[0]
    assert [promise.words for promise in best] == ["the numbers of a line are at least 1"]
    assert mended(best, entry, "3 9\n0 5 6\n") == "3 9\n2 5 6\n"


def test_marks_are_spread_over_all_texts() -> None:
    entry = entry_of(
        "n = int(input())\nfor _ in range(n):\n    row = input()\n    print(row.count('o'), row.count('.'))\n"
    )
    texts = ["2\n.o.\noo.\n", "2\n...\n...\n"]
    (twice,) = [one for one in promises(entry, (), ("o", "."), texts) if one.words.endswith("together have 'o' twice")]
    changed = [mended([twice], entry, text) for text in texts]
    assert [text.count("o") for text in changed] == [2, 2]
    assert [len(text) for text in changed] == [len(text) for text in texts]
    assert all(twice.holds(taken_apart(entry, text)) for text in changed)


def test_lines_of_names_end_where_they_are_said_to_and_none_is_blank() -> None:
    entry = entry_of("n = int(input())\nfor _ in range(n):\n    name = input().strip()\n    print(name)\n")
    texts = ["2\nab\n\n", "1\nab\nc\n", "2\na\nb\n"]
    known = {one.words: one for one in promises(entry, (), (), texts)}
    ends, filled = known["nothing stands behind the lines that are read"], known["none of these lines is blank"]
    read = [taken_apart(entry, text) for text in texts]
    assert [ends.holds(lines) for lines in read] == [True, False, True]
    assert [filled.holds(lines) for lines in read] == [False, True, True]
    assert mended([filled], entry, texts[0]) == "2\nab\nab\n"


def test_signs_that_are_looked_for_may_be_all() -> None:
    """A sign that is only named, the mode that a file is opened in, is none of those that texts are of."""
    entry = entry_of("n = int(input())\ns = input()\nprint(s.index('p'))\n")
    known = promises(entry, (), ("d", "p", "r"), ["2\ndp\n"], alphabets=[frozenset("dp")])
    assert {"texts are of 'dp'", "texts are of 'dpr'"} <= {one.words for one in known}


def test_numbers_with_fractions_are_no_texts() -> None:
    entry = entry_of("a, b = map(float, input().split())\nprint(a / b)\n")
    words = {one.words for one in promises(entry, (), (), ["3 4\n", "2.5 1\n"])}
    assert "a < b" in words or "a ≠ b" in words
    assert not any("texts" in one for one in words)


def test_what_the_other_program_takes_for_more_than_all() -> None:
    """Also of numbers beside words; not a small one, which others come up to by chance."""
    entry = entry_of(
        "for _ in range(int(input())):\n    name, solved = input().split()\n    print(name, int(solved))\n"
    )
    text = "2\nann 12345\nbob 7\n"
    known = promises(entry, (), (), [text], believed=(10000, 10))
    (below,) = [one for one in known if one.words == "solved is below 10000"]
    assert not any(one.words.endswith("below 10") for one in known)
    assert not below.holds(taken_apart(entry, text))
    assert mended([below], entry, text) == "2\nann 2345\nbob 7\n"
    assert below.holds(taken_apart(entry, mended([below], entry, text)))


def test_only_texts_of_one_form_are_put_in_order() -> None:
    """Times are, whatever stands between them; words and numbers with points are not."""
    entry = entry_of("for _ in range(int(input())):\n    start, end = input().split('-')\n    print(start, end)\n")
    (rising,) = [one for one in promises(entry, (), (), ["1\n2030-0715\n"]) if one.words == "start is at most end"]
    assert mended([rising], entry, "1\n2030-0715\n") == "1\n0715-2030\n"
    for text in ("1\nzoo-bar\n", "1\n9.5-10.2\n", "1\n\n"):
        assert not any(one.words == "start is at most end" for one in promises(entry, (), (), [text]))


def test_numbers_that_no_program_can_write_are_no_promise() -> None:
    """Python writes no number of so many digits."""
    entry = entry_of(PAIRS)
    known = promises(entry, (10**9000,), (), ["3 9\n1 2 3\n"], believed=(10**9000,))
    assert not any("below" in one.words for one in known)


def test_few_that_agree_explain_nothing() -> None:
    """A promise that hardly any of the inputs keep is no reason."""
    entry = entry_of(PAIRS)
    texts = ["2 2\n0 1\n"] * 30 + ["2 2\n1 1\n"] * (ENOUGH - 1)
    read = [taken_apart(entry, text) for text in texts]
    assert not cheapest(promises(entry, (), (), texts), read, [True] * 30 + [False] * (ENOUGH - 1))


@pytest.mark.parametrize(
    ("source", "form"),
    [
        (QUERIES, "a line: q: whole number; q lines: one of the values it knows whole number"),
        ("s = input()\nprint(s[0] + s[9])\n", "a line: s: text, 10 long"),
        ("k = int(input())\ns = input()\nprint(s[::-1])\n",
         "a line: k: whole number; a line: s: text (as long as k says)"),
        ("import sys\nw = int(input())\nall = []\nfor line in sys.stdin:\n    all += line.split()\nprint(w, all)\n",
         "a line: w: whole number; any number of lines: word (any number of the last)"),
        ('"""The width (10 to 80) comes first."""\nwidth = int(input())\nprint(width)\n', "a line: width: 10 … 80"),
        ("k = int(input())\ns = input()\nprint(s * k)\n", "a line: k: whole number; a line: s: text"),
        ("n = int(input())\ns = input()\nt = input()\nfor i in range(n):\n    print(s[i] == t[i])\n",
         "a line: n: whole number; a line: s: text (as long as n says); a line: t: text (as long as n says)"),
        ("a = list(map(int, input().split()))\nfor i in range(5): print(a[i])", "a line: whole number (5 of them)"),
        ("a = list(map(int, input().split()))\nprint(a[0], sum(a))\n",
         "a line: whole number whole number (any number of the last)"),
        ("name, *marks = input().split()\nprint(name, sum([int(m) for m in marks]))\n",
         "a line: name: word whole number (any number of the last)"),
        ("parts = input().split()\nprint(parts[0], sum(map(int, parts[1:])))\n",
         "a line: word whole number (any number of the last)"),
        ("line = input()\nparts = line.split(';')\nprint(parts[0], sum(float(x) for x in parts[1:]))\n",
         "a line: word number (any number of the last)"),
    ],
)  # fmt: skip
def test_words_of_a_line_by_what_is_done_with_them(source: str, form: str) -> None:
    """Places that are looked up say how many words or signs there are; `int` and comparisons what each of them is."""
    from codescore.evidence.spoken import in_words

    (parameter,) = entry_of(source).parameters
    assert in_words(parameter.shape) == form


def test_a_key_is_no_place() -> None:
    """What a mapping is looked up with says nothing of how large it is."""
    from codescore.evidence.spoken import in_words

    source = "n = int(input())\nseen = {}\nfor x in map(int, input().split()):\n    seen[x] = n\nprint(len(seen))\n"
    (parameter,) = entry_of(source).parameters
    assert "…" not in in_words(parameter.shape)


@pytest.mark.parametrize(("source", "numbers"), [
    ("if a[i] == 1: total += 1", {1}), ("if (0 != s) {", {0}), ("x = a ^ b", {0, 1}), ("w = 1 << i", {0, 1}),
    ("if (a % k == 0) {", set()), ("if count % 2 != 0 || x > 1", set()), ("cout << a && b || c == 7;", {7}),
])  # fmt: skip
def test_what_a_program_compares_with(source: str, numbers: set[int]) -> None:
    assert compared_with(source) == numbers


def test_small_numbers_limit_a_list_where_a_program_compares_with_them() -> None:
    texts = ["3\n0 1 1\n", "2\n5 1\n"]
    entry = entry_of("n = int(input())\nprint(max(map(int, input().split())))\n")
    words = [{one.words for one in promises(entry, (2,), (), texts, frozenset(some))} for some in ({1, 2}, ())]
    where = "the numbers of a line are"
    assert words[0] - words[1] == {f"{where} 0 or 1", f"{where} at most 1", f"{where} at most 2"}


@pytest.mark.parametrize(("words", "promised"), [(["abc", "xyz"], True), (["abc 1", "xyz 2"], False)])
def test_only_texts_that_stand_alone_are_rows_of_a_board(words: list[str], *, promised: bool) -> None:
    """A name before numbers is as long as it is."""
    entry = entry_of("n = int(input())\nfor _ in range(n):\n    print(input())\n")
    texts = [f"{len(words)}\n" + "".join(f"{word}\n" for word in words)]
    found = {one.words for one in promises(entry, (), (), texts)}
    assert ("these texts are of one length" in found) == promised


def test_inputs_are_made_from_short_ones_where_there_are_any() -> None:
    """One of a million numbers would be read again for each that is made from it."""
    short, long = Input((), "3\n"), Input((), "3 " * 10**6)
    assert shorter([long, short]) == [short]
    assert shorter([long]) == [long]
    assert shorter([]) == []


def test_lines_are_put_in_the_order_of_when_things_come() -> None:
    """Only their times move."""
    shape = LinesShape(
        (RowShape((IntShape(),), ("n",)), RowShape((TextShape(), IntShape()), ("name", "arrival"), times="n"))
    )
    entry = Entry("", "script", (Parameter("stdin", shape),))
    text = "3\nb 7\na 2\nc 5\n"
    known = [one for one in promises(entry, (), (), [text]) if "arrival" in one.words]
    assert [one.words for one in known] == ["the lines go on by their arrival"]
    assert not known[0].holds(taken_apart(entry, text))
    assert mended(known, entry, text) == "3\nb 2\na 5\nc 7\n"
    assert not any("go on" in one.words for one in promises(entry, (), (), [text], sorts=True))
    text = "3\nb 7\na 2\nc 5\n"
    for source, there in (("first = arrival\n", False), ("at = max(at, arrival)\n", True)):
        assert any("go on" in one.words for one in promises(entry, (), (), [text], source=source)) is there
    assert [comes_when(name) for name in ("arrival", "start_day", "tick", "time", "t", "work")] == [True] * 3 + [
        False
    ] * 3
