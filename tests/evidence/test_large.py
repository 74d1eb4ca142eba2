"""Large inputs for programs that read them: where 32 bits are too few, or a number is rounded."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from codescore.evidence.large import large_inputs
from codescore.evidence.options import Options
from codescore.evidence.policy import LARGE_INPUT
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.execution import Entry, Parameter
from codescore.languages.shapes import BlockShape, FloatShape, IntShape, LinesShape, RowShape, Samples, TextShape, UpTo
from codescore.languages.values import Text
from tests.evidence.answers import answers

ABLE = probe()
sandboxed = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]
COUNT = IntShape(1, None)
PAIRS = {
    "java": """\
import java.util.*;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        Map<Integer, Long> times = new HashMap<>();
        long pairs = 0;
        for (int i = 0; i < n; i++) {
            int item = in.nextInt();
            long before = times.getOrDefault(item, 0L);
            pairs += before;
            times.put(item, before + 1);
        }
        System.out.println(pairs);
    }
}
""",
    "cpp": """\
#include <iostream>
#include <map>
using namespace std;

int main() {
    int n;
    cin >> n;
    map<int, long long> times;
    long long pairs = 0;
    for (int i = 0; i < n; i++) {
        int item;
        cin >> item;
        pairs += times[item]++;
    }
    cout << pairs << endl;
}
""",
    "python": "n = int(input())\nhalf = n // 2\nprint(half * (n - half))\n",
}
NARROW = {
    "java": ("long pairs", "int pairs"),
    "cpp": ("long long pairs", "int pairs"),
    "python": ("n // 2", "int(n / 2)"),
}
AS_WIDE = {
    "java": ("pairs += before;", "pairs = pairs + before;"),
    "cpp": ("pairs += times[item]++;", "pairs += times[item];\n        times[item] += 1;"),
    "python": ("half * (n - half)", "(n - half) * half"),
}


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


def made(*rows: RowShape | BlockShape) -> list[list[str]]:
    """The large inputs of a form, by lines."""
    entry = Entry("", "script", (Parameter("stdin", LinesShape(rows)),))
    given = large_inputs(SimpleNamespace(entry=entry))  # type: ignore[arg-type]
    return [one.stdin.splitlines() for one in given]


@pytest.mark.parametrize("language", list(PAIRS))
class TestJudged:
    """Both programs run."""

    pytestmark = sandboxed

    def verdict(self, session: EvidenceSession, language: str, change: tuple[str, str]) -> tuple[str, str, str]:
        reference = PAIRS[language]
        candidate = reference.replace(*change)
        assert candidate != reference
        pairs = answers(language, candidate, reference)
        found = session.judge(candidate, reference, by_id(language), Options(pairs=pairs))
        return found.verdict, found.reason, found.outside.input if found.outside else ""

    def test_too_few_bits_are_told(self, session: EvidenceSession, language: str) -> None:
        """It is left open whether a task has such inputs, and one is shown."""
        verdict, reason, shown = self.verdict(session, language, NARROW[language])
        assert verdict == "conditional", reason
        assert LARGE_INPUT in reason
        assert shown.startswith("standard input")

    def test_as_many_bits_are_the_same(self, session: EvidenceSession, language: str) -> None:
        """The same computed otherwise stays the same."""
        verdict, reason, _ = self.verdict(session, language, AS_WIDE[language])
        assert verdict == "equivalent", reason


def test_counts_and_numbers_are_large() -> None:
    """Items all alike, each another one, and large ones; as many as are counted; and a few that are larger still."""
    texts = made(RowShape((COUNT,), ("n",)), RowShape((IntShape(),), count="n"))
    assert all(len(lines) == 2 and len(lines[1].split()) == int(lines[0]) for lines in texts)
    longest = [lines[1].split() for lines in texts if int(lines[0]) >= 2**16]
    assert [len(set(words)) for words in longest] == [1, len(longest[0]), len(longest[0])]
    assert min(map(int, longest[2])) > 2**29
    assert any(int(word) > 2**53 for lines in texts for word in lines[1].split() if len(lines[1]) < 100)


def test_a_table_is_as_large_as_there_is_room() -> None:
    """What grows by squares stops earlier."""
    texts = made(RowShape((COUNT,), ("n",)), RowShape((TextShape("#.", min_size=1),), wide="n", times="n"))
    sizes = {int(lines[0]) for lines in texts}
    assert 100 < max(sizes) < 1000
    assert all(len(lines) == int(lines[0]) + 1 and len(lines[1]) == int(lines[0]) for lines in texts)


def test_many_long_words_have_no_more_room() -> None:
    """As many words as each has signs: they are counted by their signs, also where all are alike."""
    texts = made(RowShape((COUNT,), ("n",)), RowShape((TextShape("ab", min_size=1),), count="n"))
    assert 100_000 < max(sum(map(len, lines)) for lines in texts) < 500_000


def test_one_case_of_many() -> None:
    """The number of test cases stays small, what is in each is large."""
    rows = (RowShape((COUNT,), ("n",)), RowShape((IntShape(),), count="n"))
    texts = made(RowShape((COUNT,), ("t",)), BlockShape(rows, "t"))
    assert {lines[0] for lines in texts} == {"1"}
    assert max(int(lines[1]) for lines in texts) >= 2**16


@pytest.mark.parametrize("tree", [True, False])
def test_edges_are_simple(tree: bool) -> None:
    """A tree is a path or a star; edges join each two once and lead to places that are there."""
    edge = RowShape((UpTo(1, "n"), UpTo(1, "n")), ("u", "v"), times="n", more=-1 if tree else 0, tree=tree)
    for lines in made(RowShape((COUNT,), ("n",)), edge):
        ends = [frozenset(map(int, line.split())) for line in lines[1:]]
        assert len(set(ends)) == len(ends)
        assert all(len(pair) == 2 and max(pair) <= max(3, int(lines[0])) for pair in ends)


def test_every_kind_of_token_is_filled() -> None:
    """Words of a list, decimal fractions, places, numbers with an end, lines until one that ends them."""
    row = RowShape((Samples((Text("in"), Text("out"))), FloatShape(), IntShape(0, 9)), until="end")
    for lines in made(row):
        kind, weight, digit = lines[0].split()
        assert kind in ("in", "out")
        assert float(weight) >= 1
        assert 0 <= int(digit) <= 9
        assert lines[1:] == ["end"]


def test_what_is_not_read_by_lines_has_none() -> None:
    """A function has no large standard input."""
    assert made() == [[]] or made() == []
    cases = SimpleNamespace(entry=Entry("f", "function", (Parameter("n", COUNT),)))
    assert large_inputs(cases) == []  # type: ignore[arg-type]


def test_places_are_as_many_as_what_leads_to_them() -> None:
    """Each of many steps goes to another place."""
    rows = (RowShape((COUNT, COUNT), ("places", "steps")), RowShape((UpTo(1, "places"),), count="steps"))
    counted = [(int(lines[0].split()[1]), len(set(lines[1].split()))) for lines in made(*rows)]
    assert max(counted) >= (2**16, 2**16)


def test_the_two_numbers_of_a_line_are_far_apart() -> None:
    """Spans are as long as they come, so that 32 bits do not hold the sum of a few."""
    texts = made(RowShape((COUNT,), ("n",)), RowShape((IntShape(1), IntShape(1)), ("start", "end"), times="n"))
    spans = [sum(abs(int(one) - int(two)) for one, two in map(str.split, lines[1:])) for lines in texts]
    assert any(2**31 < span < 2**33 for span in spans)


def test_a_limit_lies_between_sums_of_a_few() -> None:
    """Two large numbers keep it and three do not, and 32 bits hold neither it nor the sum of those."""
    texts = made(RowShape((COUNT, COUNT), ("n", "most")), RowShape((IntShape(),), count="n"))
    limited = [(int(lines[0].split()[1]), [*map(int, lines[1].split())]) for lines in texts if len(lines[1]) < 100]
    assert any(sum(items[:2]) + 10**9 // 2 > 2**31 and sum(items[:2]) < most < sum(items) for most, items in limited)
