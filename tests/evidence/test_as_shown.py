"""Programs that read lines which only their words show: these are tried, and more like them made."""

from __future__ import annotations

import pytest

from codescore.evidence.contract import Evidence
from codescore.evidence.options import Options
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_name
from tests.evidence.answers import answers

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]


def judged(session: EvidenceSession, language: str, candidate: str, reference: str) -> Evidence:
    pairs = answers(by_name(language).id, candidate, reference)
    return session.judge(candidate, reference, by_name(language), Options(pairs=pairs))


BEST = """\
# Best throws of a contest.  A line is   Ada Long;discus;31.5      # and empty lines are skipped
import sys

def throws(stream):
    for line in stream:
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        name, what, metres = line.split(";")
        yield name.strip(), what.strip(), float(metres)

def main():
    best = {}
    for name, what, metres in throws(sys.stdin):
        if metres > best.get((what, name), -1.0):
            best[what, name] = metres
    for (what, name), metres in sorted(best.items()):
        print(f"{what}: {name} {metres:.2f}")

main()
"""
OTHER_BEST = """\
import sys
rows = {}
for text in map(str.strip, sys.stdin):
    if text and text[0] != "#":
        who, kind, far = (part.strip() for part in text.split(";"))
        rows.setdefault((kind, who), []).append(float(far))
for kind, who in sorted(rows):
    print("%s: %s %.2f" % (kind, who, max(rows[kind, who])))
"""
READINGS = '''\
"""Water meter: 'YYYY-MM-DD HH:MM;litres' on each line, in order of time; prints what was used on each day."""
import sys
from datetime import datetime

def readings(lines):
    for line in lines:
        if line.strip():
            stamp, litres = line.strip().split(";")
            yield datetime.strptime(stamp, "%Y-%m-%d %H:%M"), int(litres)

def main():
    used, last = {}, None
    for when, litres in readings(sys.stdin):
        if last is not None:
            used[last[0].date()] = used.get(last[0].date(), 0) + litres - last[1]
        last = when, litres
    for day in sorted(used):
        print(day, used[day])

main()
'''
OTHER_READINGS = """\
import sys
from collections import Counter
from datetime import datetime
rows = [one.strip().split(";") for one in sys.stdin if one.strip()]
times = [(datetime.strptime(a, "%Y-%m-%d %H:%M").date(), int(b)) for a, b in rows]
total = Counter()
for (day, before), (_, now) in zip(times, times[1:]):
    total[day] += now - before
for day in sorted(total):
    print(day, total[day])
"""
TABLE = '''\
"""Marks: CSV with the columns name, any number of task..., and exam."""
import csv
import sys

def total(row):
    return sum(int(v) for k, v in row.items() if k.startswith("task") and v) + 2 * int(row["exam"] or 0)

def main():
    for row in csv.DictReader(sys.stdin):
        points = total(row)
        print(row["name"], points, "passed" if points >= 10 else "failed")

main()
'''
OTHER_TABLE = """\
import sys
head, *rows = [line.rstrip("\\n").split(",") for line in sys.stdin]
for row in rows:
    points = 0
    for name, cell in zip(head, row):
        if name[:4] == "task":
            points += int(cell or "0")
        elif name == "exam":
            points += int(cell or "0") * 2
    print(row[head.index("name")], points, "failed" if points < 10 else "passed")
"""
HEADED = """\
# High jump.  stdin:  bars 1.80 1.85 1.90
#                     Long, Ada: O XO XXX
# O is over the bar, X is not.
import sys

def main():
    lines = [l.strip() for l in sys.stdin if l.strip()]
    bars = lines[0].split()[1:]
    for line in lines[1:]:
        name, _, cells = line.partition(":")
        over = [bar for bar, cell in zip(bars, cells.split()) if "O" in cell]
        print(name, over[-1] if over else "none", cells.count("X"))

main()
"""


@pytest.mark.parametrize(
    ("reference", "right", "wrong"),
    [
        (BEST, OTHER_BEST, OTHER_BEST.replace("max(", "min(")),
        (READINGS, OTHER_READINGS, OTHER_READINGS.replace("total[day] +=", "total[day] =")),
        (TABLE, OTHER_TABLE, OTHER_TABLE.replace("< 10", "<= 10")),
        (HEADED, HEADED.replace("over[-1]", "over[len(over) - 1]"), HEADED.replace("over[-1]", "over[0]")),
    ],
    ids=["example", "template", "table", "first-line"],
)
def test_the_lines_that_words_show_are_tried(session: EvidenceSession, reference: str, right: str, wrong: str) -> None:
    """In a comment, as a template, as a list of columns, below a first line: none is read from the code alone."""
    assert judged(session, "python", right, reference).verdict in ("equivalent", "conditional")
    found = judged(session, "python", wrong, reference)
    assert found.verdict == "differs", found.reason
    assert found.counterexample is not None


TRAFFIC = """\
// Bytes for each network of an access log on stdin:
//   10.0.9.14 GET /index.html 200 5120
// The size may be "-".
const lines = require('fs').readFileSync(0, 'utf8').split('\\n');
const bytes = new Map();
for (const line of lines) {
  const [ip, , , status, size] = line.trim().split(/\\s+/);
  if (!size || Number(status) >= 400) continue;
  const net = ip.split('.').slice(0, 3).join('.');
  bytes.set(net, (bytes.get(net) || 0) + (size === '-' ? 0 : Number(size)));
}
for (const [net, sum] of bytes) console.log(net, sum);
"""


def test_in_every_language(session: EvidenceSession) -> None:
    """What words show does not depend on the language of the program."""
    right = TRAFFIC.replace(".slice(0, 3)", ".filter((_, n) => n < 3)")
    assert judged(session, "javascript", right, TRAFFIC).verdict == "equivalent"
    assert judged(session, "javascript", TRAFFIC.replace(">= 400", "> 400"), TRAFFIC).verdict == "differs"


BANS = """\
# line: 2024-05-01T10:00:00 FAIL 10.0.0.5 root
# Three failures within 60 s, and the address is told.
import sys
from datetime import datetime, timedelta

recent = {}
for line in sys.stdin:
    words = line.split()
    if len(words) != 4:
        continue
    now = datetime.fromisoformat(words[0])
    if words[1] == "FAIL":
        times = recent.setdefault(words[2], [])
        times.append(now)
        while now - times[0] > timedelta(seconds=60):
            times.pop(0)
        if len(times) == 3:
            print(words[2])
            times.clear()
"""


def test_times_of_lines_go_on(session: EvidenceSession) -> None:
    """Lines of a log stand in the order of their times: who relies on it is not accused, and soon enough for a rule."""
    right = BANS.replace(
        "        while now - times[0] > timedelta(seconds=60):\n            times.pop(0)\n",
        "        times[:] = [one for one in times if now - one <= timedelta(seconds=60)]\n",
    )
    assert judged(session, "python", right, BANS).verdict in ("equivalent", "conditional")
    wrong = BANS.replace("seconds=60", "seconds=6")
    assert judged(session, "python", wrong, BANS).verdict == "differs"


def test_words_that_nothing_takes_change_nothing(session: EvidenceSession) -> None:
    """A program whose lines are read from its code keeps them, whatever its comments say."""
    plain = "# adds 3;4 and more: reads a, b\na, b = map(int, input().split())\nprint(a + b)\n"
    assert judged(session, "python", plain.replace("a + b", "b + a"), plain).verdict == "equivalent"
    assert judged(session, "python", plain.replace("a + b", "a - b"), plain).verdict == "differs"


CALCULATOR = '''"""A stack calculator.  Commands, one a line, until QUIT:
  PUSH n        put a whole number on the stack
  ADD SUB       replace the two top numbers by their sum, their difference
  DIV           by their quotient, rounded toward zero
  PRINT         show the stack, bottom first
"""
import sys

stack = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "QUIT":
        break
    if words[0] == "PUSH":
        stack.append(int(words[1]))
    elif words[0] == "PRINT":
        print("stack:", *stack)
    elif len(stack) < 2 or (words[0] == "DIV" and stack[-1] == 0):
        print("error:", words[0])
    else:
        b, a = stack.pop(), stack.pop()
        if words[0] == "ADD":
            stack.append(a + b)
        elif words[0] == "SUB":
            stack.append(a - b)
        elif words[0] == "DIV":
            stack.append(QUOTIENT)
'''
BY_INPUT = """
def down(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)

ways = {"ADD": lambda a, b: a + b, "SUB": lambda a, b: a - b, "DIV": down}
stack = []
while (line := input()) != "QUIT":
    name, _, number = line.partition(" ")
    if name == "PUSH":
        stack.append(int(number))
    elif name == "PRINT":
        print("stack:", *stack)
    elif len(stack) < 2 or (name == "DIV" and not stack[-1]):
        print("error:", name)
    else:
        *stack, a, b = stack
        stack.append(ways[name](a, b))
"""


def test_commands_that_a_docstring_lists_end_with_the_word_that_it_stops_at(session: EvidenceSession) -> None:
    """`ADD SUB` are two lines, `PUSH n` has a number, and who waits for QUIT gets it."""
    reference = CALCULATOR.replace("QUOTIENT", "int(a / b)")
    right = judged(session, "python", BY_INPUT, reference)
    wrong = judged(session, "python", CALCULATOR.replace("QUOTIENT", "a // b"), reference)
    assert right.verdict == "equivalent", right.reason
    assert wrong.verdict == "differs", wrong.reason
    assert wrong.counterexample is not None
    assert wrong.counterexample.input.endswith("QUIT\\n'")


SIZES = """
import sys
units = {"K": 1024, "M": 1024 * 1024}

def to_bytes(text):
    if text[-1] in units:
        return int(text[:-1]) * units[text[-1]]
    return int(text)

total = 0
most = int(sys.stdin.readline())
for line in sys.stdin:
    if not line.strip():
        continue
    size, path = line.split()
    if path.count("/") < most:
        total += to_bytes(size)
print(total)
"""


OTHER_SIZES = """
times = {"K": 2**10, "M": 2**20}
depth, found = int(input()), 0
try:
    while True:
        size, _, path = input().partition(" ")
        number = int(size.rstrip("KM")) * times.get(size[-1], 1)
        found += number * (len(path.split("/")) <= depth)
except EOFError:
    print(found)
"""


def test_lines_that_a_reference_passes_over_need_not_be_shown() -> None:
    """An empty line is skipped by the reference: who writes a program without it does the same, who takes it out of
    this one is told that no input shows it."""
    edited = SIZES.replace("    if not line.strip():\n        continue\n", "")
    with EvidenceSession() as session:
        for candidate in (SIZES, OTHER_SIZES):
            found = judged(session, "python", candidate, SIZES)
            assert found.verdict == "equivalent", found.reason
        found = judged(session, "python", edited, SIZES)
        assert found.verdict in ("insufficient", "conditional"), found.reason
        wrong = SIZES.replace("1024 * 1024", "1000 * 1000")
        assert judged(session, "python", wrong, SIZES).verdict == "differs"
