"""What a search comes upon stands in the order of its trying: whether that is asked, nobody says."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages.python.run.searching import searches
from tests.evidence.judging import judged

_ability = probe()
sandboxed = pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")

ARRANGED = """def arranged(letters: str) -> list[list[str]]:
    found, path, left = [], [], {c: letters.count(c) for c in letters[:5]}

    def go():
        if len(path) == len(letters[:5]):
            found.append(path.copy())
            return
        for letter in left:
            if left[letter]:
                left[letter] -= 1
                path.append(letter)
                go()
                path.pop()
                left[letter] += 1

    left.update({c: letters[:5].count(c) for c in left})
    go()
    return found
"""
BY_LIBRARY = """from itertools import permutations
def arranged(letters):
    return [list(one) for one in sorted(set(permutations(letters[:5])))]
"""
SPENT = """def spent(prices: list[int], money: int) -> list[list[int]]:
    found = []

    def go(i, chosen, left):
        if i == len(prices[:8]):
            if left == 0:
                found.append(chosen)
        else:
            go(i + 1, chosen + [prices[i]], left - prices[i])
            go(i + 1, chosen, left)

    go(0, [], money)
    return found
"""
SPENT_BY_SIZE = """from itertools import combinations
def spent(prices, money):
    prices = prices[:8][::-1]
    return [list(c) for n in range(len(prices) + 1) for c in combinations(prices, n) if sum(c) == money]
"""
TRIPLES = """def triples(numbers: list[int], total: int) -> list[list[int]]:
    found = []
    for i in range(len(numbers)):
        for j in range(i + 1, len(numbers)):
            for k in range(j + 1, len(numbers)):
                if numbers[i] + numbers[j] + numbers[k] == total:
                    found.append([numbers[i], numbers[j], numbers[k]])
    return found
"""
TRIPLES_BY_LIBRARY = """from itertools import combinations
def triples(numbers, total):
    return [c for c in list(combinations(numbers, 3))[::-1] if sum(c) == total]
"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as found:
        yield found


@pytest.mark.parametrize(
    ("reference", "candidate", "verdict"),
    [
        (ARRANGED, BY_LIBRARY, "conditional"),
        (
            ARRANGED,
            BY_LIBRARY.replace("sorted(set(permutations(letters[:5])))", "permutations(letters[:5])"),
            "differs",
        ),
        (ARRANGED, BY_LIBRARY.replace("permutations(letters[:5])))", "permutations(letters[:5])))[:9]"), "differs"),
        (ARRANGED, BY_LIBRARY.replace("list(one)", "sorted(one)"), "differs"),  # how they stand is what they are
        (ARRANGED.replace("return found", "return sorted(found)"), ARRANGED, "differs"),
        (ARRANGED.replace("\n    found", '\n    """In alphabetical order."""\n    found'), BY_LIBRARY, "differs"),
        (SPENT, SPENT_BY_SIZE, "conditional"),
        (SPENT, SPENT_BY_SIZE.replace("== money", ">= money"), "differs"),
        (SPENT.replace("return found", "found.sort()\n    return found"), SPENT, "differs"),
        (TRIPLES, TRIPLES_BY_LIBRARY, "conditional"),
        (TRIPLES, TRIPLES_BY_LIBRARY.replace("sum(c) == total", "sum(c) >= total"), "differs"),
    ],
)
@pytest.mark.sandbox
@sandboxed
def test_the_order_of_a_search_is_in_doubt(
    session: EvidenceSession, reference: str, candidate: str, verdict: str
) -> None:
    """The same results in another order; of what is chosen, one after another, the items as well."""
    found = judged(session, "python", candidate, reference)
    assert found.verdict == verdict, found.reason
    assert (verdict == "conditional") == ("of its search" in found.reason)


PREFIXES = """def f(text):
    found = []
    def go(i, part):
        found.append(part)
        if i < len(text):
            go(i + 1, part + text[i])
    go(0, "")
    return found
"""
EITHER_WAY = """def f(n):
    found = []
    def go(n, path):
        found.append(path)
        if n % 2:
            go(3 * n + 1, path + [n])
        elif n > 2:
            go(n // 2, path + [n])
    go(n, [])
    return found
"""
LEAVES = """def f(tree):
    found = []
    def go(node, path):
        if not node.left and not node.right:
            found.append(path[:])
        for child in node.children:
            go(child, path + [child.name])
        go(node.left, path + [node.name])
        go(node.right, path + [node.name])
    go(tree, [])
    return found
"""
MOVES = """def f(n, a, b, c):
    moves = []
    def go(n, a, b, c):
        if n:
            go(n - 1, a, c, b)
            moves.append((a, c))
            go(n - 1, b, a, c)
    go(n, a, b, c)
    return moves
"""
LEVELS = """def f(tree):
    levels, level = [], [tree]
    while level:
        levels.append([node.value for node in level])
        level = [child for node in level for child in node.children]
    return levels
"""
PASCAL = """def f(n):
    rows = []
    for i in range(n):
        row = [1] * (i + 1)
        for j in range(1, i):
            row[j] = rows[i - 1][j - 1] + rows[i - 1][j]
        rows.append(row.copy())
    return rows
"""
PICKED = """def f(rows, i, j, k):
    picked = []
    for row in rows:
        picked.append([row[i], row[j], row[k]])
    return picked
"""
PAGES = """def f(items, size):
    pages, page = [], []
    for item in items:
        page.append(item)
        if len(page) == size:
            pages.append(page[:])
            while page:
                page.pop()
    return pages
"""
TRIED = """def f(n):
    found = []
    def go(text):
        if len(text) == n:
            found.append(text)
            return
        go(text + "(")
        go(text + ")")
    go("")
    return found
"""
SORTING = "def tidy(all):\n    all.sort(key=len)\n"


@pytest.mark.parametrize(
    ("program", "how"),
    [
        (TRIED, "tries"),
        (TRIED.replace("return found", "return found[::-1]"), ""),
        (TRIED.replace("return found", "tidy(found)\n    return found") + SORTING, ""),
        (TRIED.replace("return found", "found[i], found[j] = found[j], found[i]\n    return found"), ""),
        (ARRANGED, "tries"),
        (SPENT, "chooses"),
        (TRIPLES, "tries"),
        *((one, "") for one in (PREFIXES, EITHER_WAY, LEAVES, MOVES, LEVELS, PASCAL, PICKED, PAGES)),
        *((f"def f(rows):\n    return {one}\n", "") for one in ("[row[::-1] for row in rows]", "list(zip(*rows))")),
    ],
)
def test_what_a_search_is(program: str, how: str) -> None:
    """It branches, and takes what it has so far along; it does not go down into something, nor takes it in turn."""
    tree = ast.parse(program)
    assert searches(tree.body[0], tree, "") == how
