"""Scripts that hold all of their input, or read it by helpers: the rows that they are seen to read."""

from __future__ import annotations

import ast
import re
import shutil

import pytest

from codescore.evidence.following import follows
from codescore.evidence.generate import draw
from codescore.evidence.pool import pool_of
from codescore.languages import by_id
from codescore.languages.python.run.held_lines import line_by_line
from codescore.languages.python.run.surveying import survey
from codescore.languages.shapes import (
    TO_THE_END,
    BlockShape,
    FloatShape,
    IntShape,
    LinesShape,
    OneOf,
    RowShape,
    Samples,
    Shape,
    TextShape,
    UpTo,
)
from codescore.languages.values import Text

#: What is read, and a script that reads it.
SCRIPTS = r"""
#: int; _1 × (int; int × n)
data = iter(map(int, sys.stdin.read().split()))
for case in range(1, next(data) + 1):
    n = next(data)
    print(case, max([next(data) for _ in range(n)]))

#: int; n lines: clock clock
def minutes(clock):
    h, m = clock.split(':')
    return int(h) * 60 + int(m)
lines = sys.stdin.read().split('\n')
n = int(lines[0])
for line in lines[1:n + 1]:
    come, go = map(minutes, line.split())
    print(go - come)

#: int; n lines: clock clock
def minutes(clock):
    h, m = clock.split(':')
    return int(h) * 60 + int(m)
n = int(input())
for _ in range(n):
    come, go = [minutes(one) for one in input().split()]
    print(go - come)

#: int-int
first, last = map(int, input().split('-'))
print(last - first)

#: int; n lines: word:int
read = sys.stdin.readline
n = int(read())
for _ in range(n):
    name, points = read().strip().split(':')
    print(name, int(points) + 1)

#: int,int …
total = sum(int(one) for one in input().split(','))
print(total)

#: int:int
hours, minutes = list(map(int, input().split(':')))
print(hours * 60 + minutes)

#: int; word × n
n, a = int(input()), input().split(",")
print(n, a)

#: word
line = input()
print(line.split(":")[1] if ":" in line else "none")

#: until end: int,int …
total = 0
while True:
    line = input()
    if line == "end":
        break
    parts = line.split(",")
    total += sum(map(int, parts))
print(total)

#: all lines: word,int
lines = sys.stdin.read().splitlines()
for line in lines:
    a, b = line.split(',')
    print(a, int(b))

#: all lines: word,int
lines = [l.strip() for l in sys.stdin]
for line in lines:
    a, b = line.split(',')
    print(a, int(b))

#: all lines: int int …
rows = [list(map(int, l.split())) for l in sys.stdin]
print(sum(map(max, rows)))

#: all lines: int int …
for line in sys.stdin:
    print(max(map(int, line.split())))

#: all lines: int int
for line in sys.stdin:
    a, b = map(int, line.split())
    print(a * b)

#: all lines: float;float
for line in sys.stdin:
    x, y = [float(v) for v in line.split(';')]
    print(x / y)

#: all lines: word
grid = [list(l.strip()) for l in sys.stdin if l.strip()]
print(sum(r.count('#') for r in grid))

#: int; n lines: word int
data = sys.stdin.readlines()
n = int(data[0])
for line in data[1:n + 1]:
    name, score = line.split()
    print(name, int(score) * 2)

#: int int; n lines: word
lines = sys.stdin.read().strip().split('\n')
n, m = map(int, lines[0].split())
grid = lines[1:1 + n]
print(sum(r.count('#') for r in grid) + m)

#: int; int × n
data = sys.stdin.read().split()
n = int(data[0])
a = list(map(int, data[1:n + 1]))
print(max(a))

#: int int; int × n
data = list(map(int, sys.stdin.read().split()))
n, k = data[0], data[1]
a = data[2:2 + n]
print(sum(x > k for x in a))

#: int; t × (int; int × n)
data = sys.stdin.read().split()
at = 0
t = int(data[at]); at += 1
for _ in range(t):
    n = int(data[at]); at += 1
    a = [int(x) for x in data[at:at + n]]
    at += n
    print(sum(a))

#: int; n lines: word int int
data = sys.stdin.read().split()
n = int(data[0])
for i in range(n):
    name, a, b = data[1 + 3 * i:4 + 3 * i]
    print(name, int(a) + int(b))

#: int int; n lines: word int int
def main():
    data = sys.stdin.read().split()
    q, n = int(data[0]), int(data[1])
    k = 2
    for _ in range(n):
        name, a, b = data[k:k + 3]
        k += 3
        print(name, int(a) + int(b) + q)
main()

#: int; n lines: word int int
data = sys.stdin.read().split()
n = int(data[0])
for i in range(n):
    name = data[1 + 3 * i]
    a = int(data[2 + 3 * i])
    b = int(data[3 + 3 * i])
    print(name, a + b)

#: int; n lines: word int int
it = iter(sys.stdin.read().split())
n = int(next(it))
for _ in range(n):
    name, a, b = next(it), int(next(it)), int(next(it))
    print(name, a + b)

#: int; n lines: word int int
it = iter(sys.stdin.read().split())
n = int(next(it))
for _ in range(n):
    name = next(it)
    a = int(next(it))
    b = int(next(it))
    print(name, a + b)

#: int; n lines: word int int
it = iter(sys.stdin.read().split())
n = int(next(it))
jobs = [(next(it), int(next(it)), int(next(it))) for _ in range(n)]
print(jobs)

#: int; n lines: int int
data = list(map(int, sys.stdin.read().split()))
n = data[0]
for i in range(n):
    a, b = data[1 + 2 * i:3 + 2 * i]
    print(a * b)

#: int; n lines: int int
data = sys.stdin.read().split()
n = int(data[0])
for i in range(n):
    a, b = map(int, data[1 + 2 * i:3 + 2 * i])
    print(a * b)

#: int; n lines: word int int
data = sys.stdin.read().split()
n = int(data[0])
rows = [data[1 + 3 * i:4 + 3 * i] for i in range(n)]
for name, a, b in rows:
    print(name, int(a) + int(b))

#: int; n lines: word int int
data = sys.stdin.read().split()
n = int(data[0])
for i in range(n):
    row = data[1 + 3 * i:4 + 3 * i]
    print(row[0], int(row[1]) + int(row[2]))

#: int; n lines: word int int
data = sys.stdin.read().split()
n = int(data[0])
for i in range(1, 3 * n + 1, 3):
    name, a, b = data[i:i + 3]
    print(name, int(a) + int(b))

#: int; n lines: word int int
tokens = iter(sys.stdin.read().split())
n = int(next(tokens))
for _ in range(n):
    name = next(tokens)
    a, b = int(next(tokens)), int(next(tokens))
    print(name, a + b)

#: int; t × (int; word)
it = iter(sys.stdin.read().split())
t = int(next(it))
for _ in range(t):
    n = int(next(it))
    s = next(it)
    print(s[n - 1], n)

#: int; n lines: word word
it = iter(sys.stdin.read().splitlines())
n = int(next(it))
for _ in range(n):
    a, b = next(it).split()
    print(b, a)

#: all lines: int
numbers = [int(l) for l in sys.stdin if l.strip()]
print(sum(numbers))

#: all lines: word float
def parse(stream):
    for line in stream:
        day, amount = line.split()
        yield day, float(amount)
for day, amount in parse(sys.stdin):
    print(day, amount)

#: all lines: word
def read():
    return [l.rstrip('\n') for l in sys.stdin]
def main():
    grid = read()
    print(max(len(row) for row in grid))
main()

#: int; all lines: word
head, *rest = list(map(str.strip, sys.stdin))
k = int(head)
print(len([r for r in rest if len(r) > k]))

#: all lines: word …
from collections import Counter
c = Counter(w.lower() for line in sys.stdin for w in line.split())
print(c)

#: all lines: word>word …
ballots = []
for line in sys.stdin:
    if line.strip():
        ballots.append([name.strip() for name in line.split(">")])
print(ballots)

#: all lines: word>word …
ballots = [[c.strip() for c in line.split(">")] for line in sys.stdin if line.strip()]
print(ballots)

#: all lines: word>word …
papers = [row.replace(" ", "").split(">") for row in sys.stdin.read().split("\n") if row.strip()]
print(papers)

#: int; n lines: word,word …
def main():
    n = int(input())
    seen = set()
    for _ in range(n):
        seen.update(input().split(","))
    print(len(seen))
main()

#: int; n lines: word,word …
n = int(input())
for _ in range(n):
    names = input().split(",")
    for name in names:
        print(name)

#: all lines: word;word …
for line in sys.stdin:
    tags = line.strip().split(";")
    for tag in tags:
        print(tag)

#: word,word …
for name in input().split(","):
    print(name)

#: word,word …
print(sorted(name.strip() for name in input().split(",")))

#: all lines: word/word …
for line in open(0):
    for part in line.rstrip("\n").split("/"):
        print(part)

#: int; n lines: word,word …
n = int(input())
rows = [input().split(",") for _ in range(n)]
print(rows)

#: int; n lines: int,int …
n = int(input())
rows = [list(map(int, input().split(","))) for _ in range(n)]
print(rows)

#: all lines: word
for line in sys.stdin:
    first = line.split(",")[0]
    print(first)

#: all lines: int,int …
for line in sys.stdin:
    for one in line.split(","):
        print(int(one) + 1)

#: all lines: word
for line in sys.stdin:
    for pair in line.split(";"):
        key, value = pair.split("=")
        print(key, value)

#: all lines: word=word
lines = sys.stdin.read().split('\n')
i = 0
while i < len(lines):
    line = lines[i]
    i += 1
    k, v = line.split('=')
    print(k, v)

#: int; n lines: int int
def solve(lines):
    n = int(lines[0])
    pairs = [tuple(map(int, l.split())) for l in lines[1:n + 1]]
    return sum(a * b for a, b in pairs)
print(solve(sys.stdin.read().splitlines()))

#: all lines: word
grid = sys.stdin.read().splitlines()
h, w = len(grid), len(grid[0])
print(sum(grid[r][c] == "#" for r in range(h) for c in range(w)))
for r in range(h):
    for c in range(w):
        if grid[r][c] == "@":
            print(r, c)

#: all lines: word
grid = [line.strip() for line in sys.stdin if line.strip()]
for r, row in enumerate(grid):
    for c, cell in enumerate(row):
        if cell == "S" and grid[r - 1][c] != "#":
            print(r, c)

#: word
text = sys.stdin.read()
print(sum(ch in 'aeiou' for ch in text))
"""
JAVA = r"""
#: until ---: word; all lines: word
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        String line;
        int names = 0;
        while ((line = in.readLine()) != null && !line.trim().equals("---")) {
            names++;
        }
        while ((line = in.readLine()) != null) {
            System.out.println(names + line);
        }
    }

#: word word …; all lines: word …
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Set<String> running = new LinkedHashSet<>(Arrays.asList(in.readLine().trim().split("\\s+")));
        List<String[]> ballots = new ArrayList<>();
        String line;
        while ((line = in.readLine()) != null) {
            ballots.add(line.trim().split("\\s+"));
        }
        System.out.println("left: " + running.size() + " " + ballots.size());
    }

#: 3 × (int int; int × n)
    public static void main(String[] args) throws IOException {
        StreamTokenizer in = new StreamTokenizer(new InputStreamReader(System.in));
        while (in.nextToken() != StreamTokenizer.TT_EOF) {
            int n = (int) in.nval;
            in.nextToken();
            int k = (int) in.nval;
            int[] seen = new int[k];
            int rest = 0;
            for (int i = 0; i < n; i++) {
                in.nextToken();
                rest = Math.floorMod(rest + (int) in.nval, k);
                seen[rest]++;
            }
            System.out.println(seen[0]);
        }
    }

#: int; n lines: word clock clock
    static int minutes(String clock) {
        String[] parts = clock.split(":");
        return Integer.parseInt(parts[0]) * 60 + Integer.parseInt(parts[1]);
    }
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        for (int i = 0; i < n; i++) {
            String name = in.next();
            System.out.println(name + (minutes(in.next()) - minutes(in.next())));
        }
    }

#: int; n lines: word clock
    static int tenths(String s) {
        String[] minSec = s.split(":");
        String[] rest = minSec[1].split("\\.");
        return Integer.parseInt(minSec[0]) * 600 + Integer.parseInt(rest[0]) * 10 + Integer.parseInt(rest[1]);
    }
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        for (int i = 0; i < n; i++) {
            String name = in.next();
            String time = in.next();
            System.out.println(time.equals("DNF") ? name : name + tenths(time));
        }
    }

#: int int; m lines: int int
    static int next(StreamTokenizer st) throws IOException {
        st.nextToken();
        return (int) st.nval;
    }
    public static void main(String[] args) throws IOException {
        StreamTokenizer st = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));
        int k = next(st), m = next(st);
        for (int i = 0; i < m; i++) {
            int a = next(st), b = next(st);
            System.out.println(a * k + b);
        }
    }

#: int int
    public static void main(String[] args) throws IOException {
        StreamTokenizer st = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));
        st.nextToken();
        int a = (int) st.nval;
        st.nextToken();
        int b = (int) st.nval;
        System.out.println(a + b);
    }

#: until 0 × (int; int × n)
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        while (n != 0) {
            int sum = 0;
            for (int i = 0; i < n; i++) sum += in.nextInt();
            System.out.println(sum);
            n = in.nextInt();
        }
    }
"""
_SORTS = {IntShape: "int", UpTo: "int", FloatShape: "float", TextShape: "word"}


def _sort(token: Shape) -> str:
    token = token.options[0] if isinstance(token, OneOf) else token
    clock = isinstance(token, Samples) and all(isinstance(one, Text) and ":" in one.value for one in token.values)
    return "clock" if clock else _SORTS[type(token)]


def _row(row: RowShape | BlockShape) -> str:
    if isinstance(row, BlockShape):
        often = row.times if row.until is None else f"until {row.until}"
        return f"{often} × ({'; '.join(map(_row, row.rows))})"
    tokens = row.separator.join(map(_sort, row.tokens))
    many = " …" if row.some else f" × {row.count}" if row.count is not None else ""
    end = "all lines: " if row.until == TO_THE_END else "" if row.until is None else f"until {row.until}: "
    often = end if end else f"{row.times} lines: " if row.times is not None else ""
    return f"{often}{tokens}{many}"


def _form(source: str, language: str = "python") -> str:
    found = by_id(language)
    assert found is not None
    (entry,) = [one for one in found.runner().survey(source).entries if one.kind == "script"]
    shape = entry.parameters[0].shape
    assert isinstance(shape, LinesShape)
    return "; ".join(map(_row, shape.rows))


@pytest.mark.parametrize(("form", "source"), [one.split("\n", 1) for one in SCRIPTS.split("#: ")[1:]])
def test_what_is_held_is_read(form: str, source: str) -> None:
    """As line by line, or token by token."""
    assert _form(f"import sys\n{source}") == form


def test_who_holds_nothing_stays_as_it_is() -> None:
    """Nothing else is changed, and the tree that is given never is."""
    source = "n = int(input())\nnames = [input() for _ in range(n)]\nprint(names[0], names[1:n])\n"
    tree = ast.parse(source)
    assert ast.unparse(line_by_line(tree)) == ast.unparse(ast.parse(source))
    held = ast.parse("import sys\nlines = sys.stdin.readlines()\nprint(int(lines[0]))\n")
    before = ast.dump(held)
    assert "int(input())" in ast.unparse(line_by_line(held))
    assert ast.dump(held) == before


@pytest.mark.skipif(shutil.which("javac") is None, reason="NO JDK: nothing of Java was read")
@pytest.mark.parametrize(("form", "program"), [one.split("\n", 1) for one in JAVA.split("#: ")[1:]])
def test_java_reads_by_helpers_and_tokenizers(form: str, program: str) -> None:
    """A clock that a method is given, readers of the program's own, and what a `StreamTokenizer` read last."""
    assert _form(f"import java.io.*;\nimport java.util.*;\npublic class Main {{\n{program}}}\n", "java") == form


def test_lists_of_words_share_names() -> None:
    """In most texts they are of a few short ones; blanks may stand around a word, not in it."""
    source = "import sys\nvotes = [line.split('>') for line in sys.stdin]\nprint(max(votes))\n"
    (entry,) = survey(source).entries
    shape = entry.parameters[0].shape
    assert isinstance(shape, LinesShape)
    drawn = [draw(shape, pool_of((), seed, reads=True)) for seed in range(60)]
    words = [re.findall(r"[^>\n]+", text.value) for text in drawn if isinstance(text, Text)]
    assert all(follows(shape, text.value) for text in drawn if isinstance(text, Text))
    shared = [len({*some}) <= len(some) / 2 for some in words if len(some) > 12]
    assert sum(shared) > len(shared) / 2 > 5
    told = {"a>b\n": True, "a\n": True, "a > b\n": True, "a b>c\n": False, "a>\tb\n": False, "a>\n": False}
    assert {text: follows(shape, text) for text in told} == told


def test_signs_of_a_map_are_those_that_are_asked_for() -> None:
    """And those that comments show, in lines that are mostly as long as each other."""
    source = """# '#' is a wall, '.' is free
import sys
grid = [line.strip() for line in sys.stdin]
for r, row in enumerate(grid):
    print(r, row.count("#"), "S" in row, "~" in row)
"""
    (entry,) = [one for one in survey(source).entries if one.kind == "script"]
    shape = entry.parameters[0].shape
    assert isinstance(shape, LinesShape)
    (row,) = shape.rows
    assert isinstance(row, RowShape)
    assert isinstance(row.tokens[0], TextShape)
    assert {*row.tokens[0].alphabet} == {*"#.S~"}
    texts = [draw(shape, pool_of((), seed, reads=True)) for seed in range(40)]
    lines = [text.value.splitlines() for text in texts if isinstance(text, Text)]
    assert {*"".join(line for some in lines for line in some)} == {*"#.S~"}
    even = [len({*map(len, some)}) == 1 for some in lines if len(some) > 1]
    assert sum(even) > len(even) / 2
    assert not all(even)


def test_signs_whose_place_is_kept_stand_once() -> None:
    """Where a way begins and ends; as wide as the number says that is called so."""
    source = """rows, cols, k = map(int, input().split())
grid = [input() for _ in range(rows)]
for r in range(rows):
    for c in range(cols):
        if grid[r][c] == "S":
            start = (r, c)
end = [(r, row.index("E")) for r, row in enumerate(grid) if "E" in row][0]
print(start, end, sum(row.count("#") for row in grid), k)
"""
    (entry,) = [one for one in survey(source).entries if one.kind == "script"]
    shape = entry.parameters[0].shape
    assert isinstance(shape, LinesShape)
    row = shape.rows[1]
    assert isinstance(row, RowShape)
    assert ({*row.once}, row.wide, row.times) == ({"S", "E"}, "cols", "rows")
    once = 0
    for seed in range(30):
        text = draw(shape, pool_of((), seed, reads=True))
        assert isinstance(text, Text)
        lines = text.value.splitlines()[1:]
        signs = "".join(lines)
        assert {*signs} <= {*"SE#."}
        if len(signs) > 1:
            assert (signs.count("S"), signs.count("E")) == (1, 1)
            assert follows(shape, text.value)
            assert not follows(shape, text.value.replace("S", "."))
            once += 1
    assert once > 10


@pytest.mark.parametrize(
    "source", ["def f(a):\n    return a + {}\n", "import sys\nfor line in sys.stdin:\n    print({})\n"]
)
def test_what_is_nested_too_deeply_is_said_to_be(source: str) -> None:
    """A sum of a thousand numbers is a tree a thousand deep: no crash, and no fault of the program."""
    found = survey(source.format("+".join(["1"] * 700)))
    assert (found.entries, found.problem, found.undecided) == ((), "it is nested too deeply", True)
    (entry,) = survey(f"TABLE = {'+'.join(['1'] * 700)}\ndef f(a):\n    return a\n").entries
    assert entry.name == "f"


@pytest.mark.skipif(shutil.which("javac") is None, reason="NO JDK: nothing of Java was read")
def test_lines_are_as_long_as_a_number_says_that_is_passed_over() -> None:
    """And not as long as there are cases."""
    source = (
        "import java.util.*;\npublic class Main {\n    public static void main(String[] args) {\n"
        "        Scanner in = new Scanner(System.in);\n        int cases = in.nextInt();\n"
        "        while (cases-- > 0) {\n            int rows = in.nextInt();\n            in.nextInt();\n"
        "            String[] maze = new String[rows];\n"
        "            for (int r = 0; r < rows; r++) maze[r] = in.next();\n"
        "            System.out.println(maze[0].charAt(0) == '#' ? 1 : 2);\n        }\n    }\n}\n"
    )
    (entry,) = [one for one in by_id("java").runner().survey(source).entries if one.kind == "script"]
    shape = entry.parameters[0].shape
    assert isinstance(shape, LinesShape)
    (block,) = [row for row in shape.rows if isinstance(row, BlockShape)]
    sizes, lines = block.rows
    assert isinstance(sizes, RowShape)
    assert isinstance(lines, RowShape)
    assert lines.wide == sizes.names[1]


@pytest.mark.parametrize(("body", "names"), [
    ("grid = [list(line) for line in data[2:2 + rows]]", ("rows", "unread_1_")),
    ("grid = data[2:2 + rows]", ("rows", "unread_1_")),
    ("grid = [list(line) for line in data[1:1 + rows]]", ("rows",)),
])  # fmt: skip
def test_a_number_that_nobody_reads_is_how_wide_a_map_is(body: str, names: tuple[str, ...]) -> None:
    """Its signs are those that are asked for, and those that a place becomes."""
    source = f"""
import sys
data = sys.stdin.read().split()
rows = int(data[0])
{body}
done = [list(line) for line in grid]
for r in range(rows):
    for c in range(len(grid[0])):
        if grid[r][c] == "~":
            done[r][c] = "o"
print(sum(line.count("o") for line in done))
"""
    (entry,) = survey(source).entries
    shape = entry.parameters[0].shape
    assert isinstance(shape, LinesShape)
    first, second = shape.rows
    assert isinstance(first, RowShape)
    assert isinstance(second, RowShape)
    assert first.names == names
    assert second.wide == (names[1] if len(names) > 1 else None)
    if second.wide:
        assert second.tokens == (TextShape("~o"),)
