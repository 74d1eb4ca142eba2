"""Candidates beside references, for real: verdicts, counterexamples, preconditions, effects, scripts, limits."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from codescore.cli import main
from codescore.evidence.contract import Evidence
from codescore.evidence.options import Options
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.evidence.verdicts import MOST
from codescore.languages import by_id
from tests.evidence.answers import answers

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


def judged(session: EvidenceSession, candidate: str, reference: str, **options) -> Evidence:
    language = by_id("python")
    assert language is not None
    pairs = answers("python", candidate, reference)
    return session.judge(candidate, reference, language, Options(**{"budget": 1.0, "pairs": pairs, **options}))


SEARCH = """
def search(x, seq):
    for i in range(len(seq)):
        if x <= seq[i]:
            return i
    return len(seq)
"""
SAME = [
    (SEARCH, "import bisect\ndef search(x, seq):\n    return bisect.bisect_left(seq, x)\n"),
    ("def f(n):\n    return n * 2\n", "def f(k):\n    return k + k\n"),
    ("def f(n: int) -> bool:\n    return n > 3\n", "def f(n):\n    return 1 if n > 3 else 0\n"),
    ("def f(xs):\n    return set(xs)\n", "def f(xs):\n    return {x for x in xs}\n"),
    ("def f(xs: list[int]):\n    xs.sort()\n", "def f(xs):\n    xs[:] = sorted(xs)\n"),
    ("def total(xs: list[float]):\n    return sum(xs)\n", ("def total(xs):\n"
     "    t = 0\n    for x in reversed(xs):\n        t += x\n    return t\n")),
    ("def f(s: str):\n    print(s.upper())\n", "import sys\ndef f(s):\n    sys.stdout.write(s.upper() + '  \\n')\n"),
    ("class Solution:\n    def f(self, n: int):\n        return n + 1\n", "def f(n):\n    return 1 + n\n"),
    ("def get_it(n: int):\n    return n - 1\n", "def getIt(n):\n    return -1 + n\n"),
    ("a, b = map(int, input().split())\nprint(a + b)\n", ("import sys\n"
     "x = sys.stdin.read().split()\nprint(int(x[0]) + int(x[1]))\n")),
    ("n = int(input())\nprint(*[int(input()) * 2 for _ in range(n)], sep='\\n')\n",
     ("def main():\n    for _ in range(int(input())):\n"
      "        print(int(input()) << 1)\nif __name__ == '__main__':\n    main()\n")),
    (("class Node: pass\ndef length(node):\n    n = 0\n    while node:\n"
     "        node = node.next\n        n += 1\n        if n > 50: return -1\n    return n\n"),
     ("def length(node, n=0):\n    while node is not None and n <= 50:\n"
      "        n, node = n + 1, node.next\n    return -1 if n > 50 else n\n")),
]  # fmt: skip
DIFFERENT = [
    (SEARCH, SEARCH.replace("<=", "<"), "value"),
    ("def f(n):\n    return n * 2\n", "def f(n):\n    return n * 2 if n != 4711 else 0\n", "value"),
    ("def f(xs: list[int]):\n    return sorted(xs)\n", "def f(xs):\n    return set(xs)\n", "type"),
    ("def f(xs: list[int]):\n    xs.sort()\n", "def f(xs):\n    return sorted(xs)\n", "type"),
    ("def f(xs: list[int]):\n    xs.reverse()\n", "def f(xs):\n    xs.sort()\n", "arguments"),
    ("def f(s: str):\n    print(s)\n", "def f(s):\n    print(s + s)\n", "stdout"),
    ("def f(n: int):\n    return n\n", "def f(n):\n    return {}[n]\n", "exception"),
    ("a, b = map(int, input().split())\nprint(a + b)\n", "a, b = map(int, input().split())\nprint(a - b)\n", "stdout"),
    ("def f(n: int):\n    return n\n", "def f(n):\n    while n > 1:\n        pass\n    return n\n", "timeout"),
    ("def f(n: int):\n    return n\n", "import os\ndef f(n):\n    os._exit(0)\n", "crash"),
]


@pytest.mark.parametrize(("reference", "candidate"), SAME)
def test_the_same(session: EvidenceSession, reference: str, candidate: str) -> None:
    """Different programs that do the same are equivalent on many inputs, and their branches were reached."""
    found = judged(session, candidate, reference)
    assert found.verdict == "equivalent", (found.reason, found.counterexample)
    assert found.inputs >= 5
    assert found.coverage.reference > 0.6
    assert found.counterexample is None


@pytest.mark.parametrize(("reference", "candidate", "aspect"), DIFFERENT)
def test_not_the_same(session: EvidenceSession, reference: str, candidate: str, aspect: str) -> None:
    """A program that does something else is shown with an input on which it does, and with what differs."""
    found = judged(session, candidate, reference)
    assert found.verdict in ("differs", "timeout", "crash")
    assert found.counterexample is not None
    assert found.counterexample.aspect == aspect
    assert (found.probability or 0) < 0.5


def test_a_counterexample_is_small_and_a_test(session: EvidenceSession) -> None:
    """The input that is shown is the smallest that shrinking finds, and comes as a test."""
    found = judged(session, SEARCH.replace("<=", "<"), SEARCH).counterexample
    assert found is not None
    assert (found.input, found.expected, found.got) == ("search(0, [0])", "0", "1")
    scope: dict[str, object] = {}
    exec(SEARCH + "\n" + found.test, scope)
    scope["test_search"]()
    exec(SEARCH.replace("<=", "<"), scope)
    with pytest.raises(AssertionError):
        scope["test_search"]()


COUNT = "def search(x, seq):\n    return sum(1 for s in seq if s < x)\n"


def test_a_guessed_precondition_decides_nothing_but_is_told(session: EvidenceSession) -> None:
    """Where only unsorted inputs differ and the reference searches in order, that is no difference, but it is shown."""
    found = judged(session, COUNT, SEARCH)
    assert found.verdict == "equivalent"
    assert found.outside is not None
    assert any("ordered" in line for line in found.assumptions)


@pytest.mark.parametrize("line", ["seq is sorted", "all(a <= b for a, b in zip(seq, seq[1:]))"])
def test_a_given_precondition_is_kept(session: EvidenceSession, line: str) -> None:
    """A teacher's line, as words or as a condition, keeps other inputs out."""
    found = judged(session, COUNT, SEARCH, assume=line)
    assert found.verdict == "equivalent"
    assert found.outside is None


def test_a_precondition_in_a_comment(session: EvidenceSession) -> None:
    """`codescore: assume` in the reference is a precondition."""
    reference = "# codescore: assume = x != 3\ndef f(x: int):\n    return x\n"
    assert judged(session, "def f(x):\n    return x if x != 3 else 0\n", reference).verdict == "equivalent"
    assert judged(session, "def f(x):\n    return x if x != 4 else 0\n", reference).verdict == "differs"


def test_whenever_is_not_said_where_a_doubtful_input_agrees(session: EvidenceSession) -> None:
    """On a list of one item they differ, on the empty one they agree: so not `whenever` it has at most one item."""
    reference = """def second(numbers):
    \"\"\"The second largest of the different numbers.

    >>> second([3, 1, 2])
    2
    \"\"\"
    different = sorted(set(numbers))
    if len(different) < 2:
        return None
    return different[-2]
"""
    start = "def second(numbers):\n    if len(numbers) == 1:\n        return numbers[0]\n"
    found = judged(
        session, start + "    s = sorted(set(numbers))\n    return s[-2] if len(s) > 1 else None\n", reference
    )
    assert [(one.where(), one.always) for one in found.when] == [("numbers has at most one item", False)]


def test_one_rejected_input_is_told_in_the_singular(session: EvidenceSession) -> None:
    """The reason counts what the reference rejected, as a person would."""
    reference = "def f(values: list[int]) -> int:\n    return max(values)\n"
    found = judged(session, "def f(values):\n    return sorted(values)[-1]\n", reference)
    assert found.tally.rejected == 1
    assert "1 more was rejected by the reference" in found.reason


def test_inputs_that_the_reference_rejects_do_not_count(session: EvidenceSession) -> None:
    """Where the reference raises, the candidate may do as it likes; it is reported apart."""
    reference = "def f(xs: list[int]):\n    return xs[0] + xs[-1]\n"
    found = judged(session, "def f(xs):\n    return xs[0] + xs[-1] if xs else None\n", reference)
    assert found.verdict == "equivalent"
    assert found.tally.rejected > 0


def test_what_does_not_repeat_itself_is_dropped(session: EvidenceSession) -> None:
    """A reference that gives something else each time cannot be compared with."""
    found = judged(
        session, "def f(n):\n    return n\n", "import time\ndef f(n: int):\n    return time.perf_counter_ns()\n"
    )
    assert found.verdict == "untested"


@pytest.mark.parametrize(
    ("candidate", "reference", "verdict"),
    [
        ("def f(:\n", "def f(n):\n    return n\n", "crash"),
        ("1/0\n", "def f(n):\n    return n\n", "crash"),
        ("1/0\ndef f(n):\n    return n\n", "def f(n):\n    return n\n", "crash"),
        ("def f(n):\n    return n\n", "def f(n):\n    return n\ndef g(n):\n    return n + 1\n", "untested"),
        ("def g(a, b, c):\n    return a\n", "def f(n):\n    return n\n", "differs"),
        ("import absent\ndef f(n):\n    return absent.g(n)\n", "def f(n):\n    return n\n", "environment-failure"),
        ("def f(n):\n    return n\n", "import absent\ndef f(n):\n    return absent.g(n)\n", "environment-failure"),
        ("def f(n):\n    return n\n", "def f(n):\n    raise ValueError\n", "untested"),
        ("def f(n):\n    return n\n", "x = 1\n", "untested"),
    ],
)
def test_what_cannot_be_compared(session: EvidenceSession, candidate: str, reference: str, verdict: str) -> None:
    """Broken, missing and rejecting programs have a verdict of their own and a reason."""
    found = judged(session, candidate, reference)
    assert found.verdict == verdict
    assert found.reason
    assert (found.probability is None) == (verdict in ("untested", "environment-failure"))


def test_a_memory_of_calls_does_not_leak(session: EvidenceSession) -> None:
    """Each input sees a freshly loaded program: a default that grows is shown as that, and not by another input."""
    reference = "def f(n: int):\n    return [n]\n"
    found = judged(session, "def f(n, found=[]):\n    found.append(n)\n    return list(found)\n", reference)
    assert found.counterexample is not None
    assert found.counterexample.got == "[1], and when called again [1, 1]"
    again = judged(session, "def f(n, found=[]):\n    found.append(n)\n    return found[-1:]\n", reference)
    assert again.verdict == "equivalent"


def test_evidence_is_signed_and_repeatable(session: EvidenceSession) -> None:
    """The same question has the same answer, and says under which settings."""
    one, two = (judged(session, SEARCH.replace("<=", "<"), SEARCH) for _ in range(2))
    assert one.counterexample is not None
    assert two.counterexample is not None
    assert one.counterexample.input == two.counterexample.input
    assert one.signature == two.signature
    assert one.signature.startswith("evidence|lang:python|seed:")


def test_command(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints one JSON document, a test, or a page for people; `--fail` answers no with exit code 1."""
    ours, theirs = tmp_path / "mine.py", tmp_path / "reference.py"
    ours.write_text(SEARCH.replace("<=", "<"))
    theirs.write_text(SEARCH)
    assert main(["evidence", str(ours), str(theirs), "--json", "--fail"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["verdict"] == "differs"
    assert document["counterexample"]["input"] == "search(0, [0])"
    assert {"inputs", "coverage", "reason", "seconds", "probability", "signature"} <= document.keys()
    assert main(["evidence", str(ours), str(theirs), "--test"]) == 0
    assert capsys.readouterr().out.startswith("from mine import search\n\n\ndef test_search")
    assert main(["evidence", str(theirs), str(theirs)]) == 0
    assert "does the same" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("candidate", "reference", "verdict"),
    [
        # Only three inputs are accepted: too few to say more.
        ("def f(n):\n    return n\n", "def f(n: int):\n    return {1: 1, 2: 2, 3: 3}[n]\n", "insufficient"),
        # All there is has been tried.
        ("def f():\n    return 6\n", "def f():\n    return 2 * 3\n", "equivalent"),
        ("def f(b):\n    return not b\n", "def f(b: bool):\n    return b is False\n", "equivalent"),
        ("print('a' + 'b')\n", "print('ab')\n", "equivalent"),
    ],
)
def test_thin_evidence_is_called_insufficient(
    session: EvidenceSession, candidate: str, reference: str, verdict: str
) -> None:
    """Below the floor of inputs nothing is called equivalent, unless no more inputs can be had."""
    assert judged(session, candidate, reference).verdict == verdict


def test_a_candidate_leaves_nothing_in_what_is_known_of_a_reference(session: EvidenceSession) -> None:
    """Inputs that one candidate asks for, and how long the reference took on them, are not there for the next."""
    reference = "def f(n: int):\n    return sum(range(abs(n) % 100000))\n"
    candidate = "def f(n):\n    return sum(range(abs(n) % 100000)) if n not in (99999, 4711, 77777) else -1\n"
    first = judged(session, reference, reference)
    found = judged(session, candidate, reference)
    again = judged(session, reference, reference)
    assert found.verdict == "differs"
    assert (again.verdict, again.tally, again.coverage) == (first.verdict, first.tally, first.coverage)


@pytest.mark.parametrize(
    ("candidate", "verdict"),
    [
        ("def f(n):\n    return lambda x: n + x\n", "equivalent"),
        ("import functools, operator\ndef f(n):\n    return functools.partial(operator.add, n)\n", "equivalent"),
        ("def f(n):\n    def add(x, y=0):\n        return x + n - y\n    return add\n", "equivalent"),
        ("def f(n):\n    return lambda x: x - n\n", "differs"),
        ("def f(n):\n    return n\n", "differs"),
    ],
)
def test_functions_that_programs_give_are_called(session: EvidenceSession, candidate: str, verdict: str) -> None:
    """A closure is what it answers where the reference's answers; what it can do besides is no difference."""
    assert judged(session, candidate, "def f(n: int):\n    return lambda x: x + n\n").verdict == verdict


def test_a_file_of_which_only_a_part_could_be_run_is_not_the_same(session: EvidenceSession) -> None:
    """An exception is not made by itself: what it does wrong would hide behind the function that was run."""
    reference = (
        "def tail(xs: list[int]):\n    return xs[-1:]\n\n"
        "class Account(Exception):\n    def __init__(self, owner):\n        self.owner, self.left = owner, 0\n"
        "    def take(self, n):\n        self.left -= n\n        return self.left\n"
    )
    found = judged(session, reference.replace("-= n", "+= n"), reference)
    assert found.verdict == "insufficient"
    assert "1 of 2 functions were not run: Account.take" in found.reason
    assert {one.verdict for one in found.units} == {"equivalent", "untested"}


def test_of_very_many_functions_the_first_are_run_and_the_others_named(session: EvidenceSession) -> None:
    """A bound on the work of one file, which never makes it the same."""
    reference = "".join(f"def f{n}(a: int):\n    return a + {n}\n\n" for n in range(MOST + 2))
    found = judged(session, reference, reference)
    assert found.verdict == "insufficient"
    assert f"2 of {MOST + 2} functions were not run: f{MOST}, f{MOST + 1}" in found.reason
    assert sum(one.verdict == "equivalent" for one in found.units) == MOST


def test_mutants_of_another_reference_are_in_another_sandbox(session: EvidenceSession) -> None:
    """Functions of one reference share a sandbox for their mutants, the next reference has its own."""
    language = by_id("python")
    assert language is not None
    one, two = "def f(n: int):\n    return n + 1\n", "def g(n: int):\n    return n - 1\n"
    rooms = []
    for reference in (one + two, one, two):
        judged(session, reference, reference)
        rooms.append(session.rooms.room(language, "mutants")._inmate)
    running = [id(room) for room in rooms if room is not None]
    assert len(set(running)) == len(running)


def test_a_reference_that_never_repeats_itself_is_called_so(session: EvidenceSession) -> None:
    """And not one that accepts nothing."""
    clock = "import time\n\n\ndef tag(name):\n    return f'{name}-{time.time_ns()}'\n"
    assert "does not repeat itself" in judged(session, clock, clock).reason
