"""Lists and arrays of C++ programs, how many items they have, and what loops over them read."""

# ruff: noqa: E501  the programs under test are data
from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.cpp.run.dimensions import constants_in, dimensions
from codescore.languages.cpp.run.inputs import reads_of
from codescore.languages.cpp.run.reading import read
from codescore.languages.shapes import IntShape, LinesShape, RowShape, TextShape

BOARD = """\
#include <array>
#include <iostream>
int main() {
    int board[3][3];
    for (auto& row : board)
        for (int& cell : row) std::cin >> cell;
    char way;
    std::cin >> way;
    for (int i = 0; i < 3; ++i) {
        std::array<int, 3> line;
        for (int k = 0; k < 3; ++k)
            switch (way) {
                case 'L': line[k] = board[i][k]; break;
                case 'R': line[k] = board[i][2 - k]; break;
                case 'U': line[k] = board[k][i]; break;
                default: line[k] = board[2 - k][i]; break;
            }
        int at = 0;
        while (at < 3 && line[at] == 0) ++at;
        std::cout << (at < 3 ? line[at] : -1) << '\\n';
    }
}
"""
OTHER = """\
#include <cstdio>
int b[9];
int main() {
    for (int i = 0; i < 9; i++) if (scanf("%d", &b[i]) != 1) return 1;
    char d[8];
    if (scanf("%7s", d) != 1) return 1;
    bool flat = d[0] == 'L' || d[0] == 'R', back = d[0] == 'R' || d[0] == 'D';
    int far = flat ? 3 : 1, step = flat ? 1 : 3, start = back ? 2 * step : 0;
    if (back) step = -step;
    for (int i = 0; i < 3; i++) {
        int found = -1;
        for (int k = 0, p = start + i * far; k < 3 && found < 0; k++, p += step) if (b[p] != 0) found = b[p];
        printf("%d\\n", found);
    }
}
"""


@pytest.mark.parametrize(
    ("program", "name", "found"),
    [
        ("int board[4][4];", "board", ("4", "4")),
        ("static char g[H][W + 1];", "g", ()),
        ("const int N = 4; long a[N], x;", "a", ("4",)),
        ("#define N 5\ndouble a[N][2] = {};", "a", ("5", "2")),
        ("int n; cin >> n; int a[n];", "a", ("n",)),
        ("std::array<std::array<int, 4>, 3> b;", "b", ("3", "4")),
        ("array<unsigned long, 4> rows[2];", "rows", ("2", "4")),
        ("array<vector<int>, 4> b;", "b", ()),
        ("vector<int> v(n);", "v", ("n",)),
        ("vector<vector<int>> g(h, vector<int>(w, 0));", "g", ("h", "w")),
        ("std::vector<std::vector<long>> g(h, std::vector<long>(w));", "g", ("h", "w")),
        ("vector<array<int, 3>> v(n);", "v", ("n", "3")),
        ("vector<int> v; v.resize(n);", "v", ("n",)),
        ("return a[3];", "a", ()),
        ("int x = a[3];", "a", ()),
    ],
)
def test_how_many_items(program: str, name: str, found: tuple[str, ...]) -> None:
    assert dimensions(program).get(name, ()) == found


def test_numbers_that_have_a_name() -> None:
    """Not those that come from elsewhere, or change."""
    source = "#define A 3\nconst int B = 4;\nconstexpr size_t C{5};\nint D = 6;\nconst int E = f(7);"
    assert constants_in(source) == {"A": "3", "B": "4", "C": "5"}


@pytest.mark.parametrize(
    "text", ["vector<" * 5000, "array<" * 5000, "int a" + " " * 20_000, "const " * 5000, "int a" + "[1]" * 9000]
)
def test_any_text_is_looked_through(text: str) -> None:
    assert isinstance(dimensions(text), dict)


NESTED = "for (auto& row : board) for (auto& cell : row) std::cin >> cell;"


@pytest.mark.parametrize(
    ("body", "reads"),
    [
        (f"int board[4][4]; {NESTED}", [["loop", "4", [["loop", "4", [["int", "cell"]]]]]]),
        (f"std::array<std::array<double, 4>, 3> board; {NESTED}", [["loop", "3", [["loop", "4", [["float", "cell"]]]]]]),
        (f"char board[2][9]; {NESTED}", [["loop", "2", [["loop", "9", [["char", "cell"]]]]]]),
        (f"int h, w; cin >> h >> w; vector<vector<int>> board(h, vector<int>(w)); {NESTED}",
         [["int", "h"], ["int", "w"], ["loop", "h", [["loop", "w", [["int", "cell"]]]]]]),
        ("int n; cin >> n; vector<int> v(n); for (auto& x : v) cin >> x;", [["int", "n"], ["loop", "n", [["int", "x"]]]]),
        ("int a[2][3]; for (int i = 0; i < 2; i++) for (int& x : a[i]) cin >> x;",
         [["loop", "2", [["loop", "3", [["int", "x"]]]]]]),
        ("const int N = 3; int a[N]; for (int i = 0; i < N; i++) cin >> a[i];", [["loop", "3", [["int", "a[i]"]]]]),
        ("/* int v[9]; */ std::vector<int> v; for (int& x : v) cin >> x;", [["loop", "", [["int", "x"]]]]),
        ("char s[100]; cin >> s; char c; cin >> c;", [["word", "s"], ["char", "c"]]),
        ("char g[9][10]; for (int i = 0; i < 9; i++) cin >> g[i];", [["loop", "9", [["word", "g[i]"]]]]),
        ("string names[9]; for (string& one : names) cin >> one; cin >> names[0];",
         [["loop", "9", [["word", "one"]]], ["word", "names[0]"]]),
        ("for (auto& x : x) cin >> x;", [["loop", "", [["int", "x"]]]]),
    ],
)  # fmt: skip
def test_what_loops_over_them_read(body: str, reads: list) -> None:
    """As many as there are, of the kind that the innermost are."""
    assert reads_of(read(f"int main() {{ {body} }}")) == reads


def test_a_board_and_a_direction() -> None:
    """Places with nothing on them, and the direction that is left to `default`, too."""
    (entry,) = by_id("cpp").runner().survey(BOARD).entries
    form = entry.parameters[0].shape
    assert isinstance(form, LinesShape)
    assert form.rows == (
        RowShape((IntShape(0, None),), (), count=3, times=3),
        RowShape((TextShape("DLRU", min_size=1, max_size=1),), ("way",)),
    )


@pytest.mark.sandbox
def test_another_way_and_a_wrong_one() -> None:
    language = by_id("cpp")
    wrong = OTHER.replace("back = d[0] == 'R' || d[0] == 'D'", "back = d[0] == 'D'")
    with EvidenceSession() as session:
        assert session.judge(OTHER, BOARD, language).verdict in ("equivalent", "conditional")
        assert session.judge(wrong, BOARD, language).verdict == "differs"
