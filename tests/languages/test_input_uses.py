"""What numbers and texts that a program in a language with braces reads are used for, by its text alone."""

from __future__ import annotations

import pytest

from codescore.languages.input_uses import uses_in
from codescore.languages.shapes import IntShape, UpTo


@pytest.mark.parametrize(
    ("program", "reach"),
    [
        ("int[] g = new int[n]; g[u - 1]++;", UpTo(1, "n")),
        ("vector<vector<int>> g(n); --u; g[u].push_back(1);", UpTo(1, "n")),
        ("int u = in.nextInt() - 1; done[u] = true;", UpTo(1, "n")),
        ("vector<int> g(n); cout << g[u];", UpTo(0, "n", -1)),
        ("long[] g = new long[n + 1]; g[u] += 1;", UpTo(1, "n")),
        ("for (int i = 0; i <= m; i++) g.add(new ArrayList<>()); g.get(u).add(1);", UpTo(1, "m")),
        ("static int[] g = new int[200005]; g[u] = 1;", UpTo(1, "n")),
        ("int MAX = 200005; int[] g = new int[MAX]; g[u] = 1;", UpTo(1, "n")),
        ("int[] seen = new int[13]; seen[u]++;", IntShape(1, 12)),
        ("int[] times = new int[10]; times[u]++;", IntShape(0, 9)),
        ("int[][] left = new int[2][3]; left[1][u]--;", IntShape(0, 2)),
        ("int[][] g = new int[n][m + 1]; g[0][u] = 1;", UpTo(1, "m")),
        ("for (int x : u) g[x - 1]++; int[] g = new int[n];", UpTo(1, "n")),
        ("int[] g = new int[n + 2]; if (u <= n) g[u] = 1;", None),
        ("int[] g = new int[n + 1]; if (n > 3 && u < g.length) g[u] = 1;", None),
        ("int[] g = new int[n]; if (u >= 0 && u < n) g[u] = 1;", UpTo(0, "n", -1)),
        ("for (int x : u) if (x <= n) g[x]++; int[] g = new int[n];", None),
        ("Map<Integer, String> g = new HashMap<>(); g.get(u);", None),
        ("for (int i = 0; i < u; i++) g[u] = i;", None),
        ("System.out.println(u);", None),
    ],
)  # fmt: skip
def test_places(program: str, reach: UpTo | IntShape | None) -> None:
    """Counted from 1 or 0, by what they are looked up in; keys of a mapping and counts are none."""
    assert uses_in(program).of("u", ["n", "m"]) == reach


def test_lengths_of_texts() -> None:
    """A loop over a text, a number of which nothing else is asked, a name that says it; or nothing."""
    uses = uses_in("int a = in.nextInt(); for (int i = 0; i < k; i++) if (s.charAt(i) == 'x') k++; int b = a; int c;")
    before = [("s", "a"), ("t", "c"), ("t", "len"), ("t", "a"), ("t", "n", "k"), ("t", "l", "r")]
    assert [uses.wide(name, (*numbers,)) for name, *numbers in before] == ["k", "c", "len", None, "n", None]
    rows = uses_in("for (int i = 0; i < h; i++) for (int j = 0; j < w; j++) if (g[i].charAt(j) == '#') n++;").rows
    assert rows == {"g": "w"}


def test_kinds_of_lines() -> None:
    """Numbers one by one from 0 or 1 on; what is compared with one number has no kinds."""
    assert uses_in("if (t == 1) a(); else if (t == 2) b(); else c();").kinds == {"t": (1, 2)}
    assert uses_in("if (t == 1) { a(); } else { b(); }").kinds == {"t": (1, 2)}
    assert uses_in("if (t == 1) a(); if (u == 0 || u == 5) b();").kinds == {}


def test_letters_of_words() -> None:
    """Of what texts are compared with, not of what is printed."""
    program = 'List<String> p = Arrays.asList("ABC", "CAB"); if (s.equals("AD")) print("Yes");'
    assert uses_in(program).letters == "ABCD"
