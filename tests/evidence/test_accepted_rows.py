"""Programs that keep a state take few of the rows that are drawn at once: texts that they take grow row by row."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from codescore.evidence.accepted_rows import grow_rows
from codescore.evidence.cases import Cases
from codescore.evidence.options import Options
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from tests.evidence.judging import judged

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]
#: Nobody has money before an account is opened; what is none of the words that are named takes it away.
ACCOUNTS = """
import sys

held = {}
for line in sys.stdin:
    name, action, text = line.split()
    amount = int(text)
    if action == "open":
        held[name] = amount
    elif action == "deposit":
        held[name] += amount
    elif held[name] < amount:
        print("refused", name)
    else:
        held[name] -= amount
        if held[name] == 0:
            print("closed", name)
            del held[name]
for name in sorted(held):
    print(name, held[name])
"""
#: Takes as many numbers as an action needs, and fails where there are fewer.
STACK = """
import sys

LONGEST = 6
stack = []
for line in sys.stdin:
    number, what = line.split()
    if what == "push":
        stack.append(int(number))
    elif what == "add":
        second, first = stack.pop(), stack.pop()
        stack.append(first + second * int(number))
    elif what == "subtract":
        second, first = stack.pop(), stack.pop()
        stack.append(first - second)
    elif what == "middle":
        some = sorted((stack.pop(), stack.pop(), stack.pop()))
        stack.append(some[1])
    elif what == "largest":
        some = sorted((stack.pop(), stack.pop(), stack.pop(), stack.pop(), stack.pop()))
        stack.append(some[-1])
    else:
        raise ValueError(what)
    if len(stack) > LONGEST:
        print("long")
print(len(stack), sum(stack))
"""
#: As many lines as the first one says; of a hall that was not built there is no seat.
HALLS = """
import java.util.Scanner;
import java.util.TreeMap;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        TreeMap<String, Integer> seats = new TreeMap<>();
        int lines = in.nextInt();
        for (int i = 0; i < lines; i++) {
            String hall = in.next();
            String what = in.next();
            int number = in.nextInt();
            if (what.equals("build")) {
                seats.put(hall, number);
            } else {
                int left = seats.get(hall) - number;
                if (left < 0) {
                    System.out.println("full " + hall);
                } else {
                    seats.put(hall, left);
                }
            }
        }
        System.out.println(seats);
    }
}
"""
STOCK = """
const lines = require("fs").readFileSync(0, "utf8").trim().split("\\n");
const count = Number(lines[0]);
const stock = {};
for (let i = 1; i <= count; i++) {
  const [item, action, amount] = lines[i].trim().split(" ");
  if (action === "order") {
    stock[item] = (stock[item] || 0) + Number(amount);
  } else {
    if (!(item in stock)) throw new Error(`no ${item}`);
    stock[item] -= Number(amount);
    if (stock[item] <= 0) {
      console.log(`${item} sold`);
      delete stock[item];
    }
  }
}
for (const item of Object.keys(stock).sort()) console.log(item, stock[item]);
"""
#: Who comes twice is still there, and who goes must have come.
VISITS = """
import sys

inside, seen = {}, []
for line in sys.stdin:
    clock, what, name = line.split()
    hour, minute = clock.split(":")
    now = int(hour) * 60 + int(minute)
    if what == "comes":
        inside[name] = now
    else:
        stayed = now - inside.pop(name)
        if stayed >= 60:
            print(name, "stayed for", stayed // 60)
print(len(inside))
"""
TAKES_ALL = """
import sys

found = {}
for line in sys.stdin:
    name, action, text = line.split()
    found[name] = int(text) if action == "set" else 0
print(sorted(found.items()))
"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


def _cases(session: EvidenceSession, reference: str) -> Cases:
    language = by_id("python")
    found = session.rooms.runner(language).survey(reference)
    return session.cases(reference, found, found.entries[0], language, Options())


@pytest.mark.parametrize(("reference", "change", "verdict"), [
    (ACCOUNTS, ("held[name] == 0", "not held[name]"), "equivalent"),
    (ACCOUNTS, ("held[name] < amount", "held[name] <= amount"), "differs"),
    (ACCOUNTS, ("del held[name]", "pass"), "differs"),
    (STACK, ("some[1]", "some[-2]"), "equivalent"),
    (STACK, ("some[-1]", "some[3]"), "differs"),
    (STACK, ("LONGEST = 6", "LONGEST = 7"), "differs"),
    (VISITS, ("int(hour) * 60 + int(minute)", "int(minute) + 60 * int(hour)"), "equivalent"),
    (VISITS, ("stayed >= 60", "stayed > 60"), "differs"),
])  # fmt: skip
def test_what_comes_behind_a_state_is_reached(
    session: EvidenceSession, reference: str, change: tuple[str, str], verdict: str
) -> None:
    assert change[0] in reference
    found = judged(session, "python", reference.replace(*change), reference)
    assert (found.verdict, found.mutants.exposed > 15) == (verdict, True)


@pytest.mark.parametrize(("language", "tool", "reference", "change", "verdict"), [
    ("java", "javac", HALLS, ("left < 0", "0 > left"), "equivalent"),
    ("java", "javac", HALLS, ("left < 0", "left <= 0"), "differs"),
    ("javascript", "node", STOCK, ("<= 0", "< 1"), "equivalent"),
    ("javascript", "node", STOCK, ("delete stock[item]", "stock[item] = 0"), "differs"),
])  # fmt: skip
def test_a_count_says_how_many_rows_have_grown(
    session: EvidenceSession, language: str, tool: str, reference: str, change: tuple[str, str], verdict: str
) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"NOT TESTED: {tool} is not here")
    assert change[0] in reference
    assert judged(session, language, reference.replace(*change), reference).verdict == verdict


def test_the_same_inputs_come_each_time(session: EvidenceSession) -> None:
    with EvidenceSession() as another:
        first, second = (_cases(one, ACCOUNTS) for one in (session, another))
    assert [case.given for case in first.cases] == [case.given for case in second.cases]
    longest = max(case.given.stdin.count("\n") for case in first.inside() if " other " in case.given.stdin)
    assert longest > 8


def test_other_words_stay_outside_where_they_are_refused(session: EvidenceSession) -> None:
    assert not any(" other" in case.given.stdin for case in _cases(session, STACK).inside())


def test_where_most_is_taken_nothing_is_tried(session: EvidenceSession) -> None:
    cases = _cases(session, TAKES_ALL).copy()
    known, left = len(cases.cases), cases.left
    grow_rows(cases, session.rooms.room(by_id("python"), "reference"))
    assert (len(cases.cases), cases.left) == (known, left)
