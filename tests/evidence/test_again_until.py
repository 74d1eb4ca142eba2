"""Programs that read the same lines again until the first of them is the end: `0`, `0 0`, `-1`, a word."""

from __future__ import annotations

import pytest

from codescore.evidence.following import follows
from codescore.evidence.generate import draw
from codescore.evidence.pool import pool_of
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.evidence.spoken import in_words
from codescore.languages import by_id
from codescore.languages.ended_by import again_until
from codescore.languages.shapes import BlockShape, IntShape, LinesShape, RowShape, TextShape
from codescore.languages.values import Text
from tests.evidence.judging import judged

ABLE = probe()
in_sandbox = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
MEANS = """while True:
    n = int(input())
    if n == 0:
        break
    numbers = list(map(int, input().split()))
    print(sum(numbers) // n, max(numbers))
"""
AHEAD = """n = int(input())
while n:
    numbers = [int(word) for word in input().split()]
    print(sum(numbers) // len(numbers), sorted(numbers)[-1])
    n = int(input())
"""
TOKENS = """import sys
def main():
    it = iter(sys.stdin.read().split())
    while True:
        r, c = int(next(it)), int(next(it))
        if r == 0 and c == 0:
            break
        rows = [[int(next(it)) for _ in range(c)] for _ in range(r)]
        print(max(map(sum, rows)))
main()
"""
CPP = """#include <iostream>
#include <vector>
int main() {
    int n, m;
    while (std::cin >> n >> m && (n || m)) {
        std::vector<int> a(n);
        for (int i = 0; i < n; i++) std::cin >> a[i];
        int found = 0;
        for (int x : a) found += x % m == 0;
        std::cout << found << "\\n";
    }
}
"""
JAVA = """import java.util.Scanner;
public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (true) {
            int n = in.nextInt();
            if (n == -1) break;
            int sum = 0;
            for (int i = 0; i < n; i++) sum += in.nextInt();
            System.out.println(sum);
        }
    }
}
"""
NAMES = """while True:
    name = input()
    if name == "END":
        break
    print(name, int(input()) * 2)
"""


def _form(language: str, source: str) -> LinesShape:
    found = by_id(language)
    assert found is not None
    (entry,) = [one for one in found.runner().survey(source).entries if one.kind == "script"]
    shape = entry.parameters[0].shape
    assert isinstance(shape, LinesShape)
    return shape


@pytest.mark.parametrize(
    ("language", "source", "end", "names"),
    [
        ("python", MEANS, "0", ("n",)),
        ("python", AHEAD, "0", ("n",)),
        ("python", TOKENS, "0 0", ("r", "c")),
        ("cpp", CPP, "0 0", ("n", "m")),
        ("java", JAVA, "-1", ("n",)),
        ("python", NAMES, "END", ("name",)),
    ],
)
def test_the_line_that_ends_is_read_from_what_is_asked(
    language: str, source: str, end: str, names: tuple[str, ...]
) -> None:
    """One block, however the loop is written; drawn texts have its form, and without their end they have not."""
    shape = _form(language, source)
    (block,) = shape.rows
    assert isinstance(block, BlockShape)
    assert block.until == end
    first = block.rows[0]
    assert isinstance(first, RowShape)
    assert first.names == names
    assert f"until {end!r}" in in_words(shape)
    many = set[int]()
    for seed in range(30):
        value = draw(shape, pool_of((), seed, reads=True))
        assert isinstance(value, Text)
        assert value.value.endswith(f"{end}\n")
        assert follows(shape, value.value), value.value
        assert not follows(shape, value.value.removesuffix(f"{end}\n"))
        many.add(value.value.count("\n"))
    assert len(many) > 3


@pytest.mark.parametrize(
    ("code", "end"),
    [
        ("if (n <= 0) break;", "0 0"),
        ("if (n < 0) break;", "-1 0"),
        ("if (n == 0 && m == 0) { return; }", "0 0"),
        ("if (!(n || m)) break;", "0 0"),
        ('while (scanf("%d %d", &n, &m) == 2 && n != -1) {', "-1 0"),
        ("while n + m != 0:\n    pass", "0 0"),
        ("if (n, m) == (9, 9):\n    break", "9 9"),
        ("if (n == other) break;", None),
        ("while (i < n) {", None),
        ("if (n % 2 == 0) break;", None),
        ("if (n == 7 or found(m)) break;", None),
    ],
)
def test_conditions(code: str, end: str | None) -> None:
    """Whatever a condition asks of the numbers of the line alone is tried; what asks something else says nothing."""
    found = again_until([RowShape((IntShape(), IntShape()), ("n", "m"))], code)
    assert (found and found.until) == end
    if found is not None:
        (row,) = found.rows
        assert isinstance(row, RowShape)
        assert isinstance(row.tokens[0], IntShape)
        assert row.tokens[0].low == max(0, int(end.split()[0]) + 1 if end else 0)


def test_a_word_is_no_number() -> None:
    """A line of a word ends with a word."""
    row = RowShape((TextShape(),), ("name",))
    assert again_until([row], "if name == 0:\n    break") is None
    found = again_until([row], 'if (name.equals("stop")) break;')
    assert found is not None
    assert found.until == "stop"


@in_sandbox
def test_such_programs_are_judged() -> None:
    """A right one is the same, so is one that stops too soon where nobody goes; one that keeps a maximum differs."""
    stops = TOKENS.replace("r == 0 and c == 0", "r == 0 or c == 0")
    keeps = MEANS.replace("while True", "best = 0\nwhile True")
    keeps = keeps.replace("max(numbers))", "best)").replace("    print", "    best = max(best, *numbers)\n    print")
    with EvidenceSession() as session:
        assert judged(session, "python", AHEAD, MEANS).verdict == "equivalent"
        assert judged(session, "python", keeps, MEANS).verdict == "differs"
        assert judged(session, "python", stops, TOKENS).verdict in ("equivalent", "conditional")
        assert judged(session, "python", stops.replace("sum", "min"), TOKENS).verdict == "differs"


def test_what_is_read_token_by_token_is_laid_out_in_lines() -> None:
    """A line of two numbers, lines of as many as one says; who reads lines takes them."""
    (block,) = _form("python", TOKENS).rows
    assert isinstance(block, BlockShape)
    first, row = block.rows
    assert isinstance(first, RowShape)
    assert isinstance(row, RowShape)
    assert (first.names, row.count, row.times) == (("r", "c"), "c", "r")
    (head, numbers, word) = _form(
        "python",
        "import sys\nit = iter(sys.stdin.read().split())\nn = int(next(it))\nk = int(next(it))\n"
        "a = [int(next(it)) for _ in range(n)]\nprint(sum(a) * k, next(it))\n",
    ).rows
    assert isinstance(head, RowShape)
    assert isinstance(numbers, RowShape)
    assert isinstance(word, RowShape)
    assert (head.names, numbers.count, numbers.times) == (("n", "k"), "n", None)
    assert isinstance(word.tokens[0], TextShape)
