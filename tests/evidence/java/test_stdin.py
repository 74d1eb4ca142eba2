# ruff: noqa: E501  the programs under test are data, each readable as one piece
"""What a whole Java program is seen to read, and that texts of that form run."""

from __future__ import annotations

import pytest

from codescore.evidence.generate import draw
from codescore.evidence.pool import pool_of
from codescore.languages.java.run import runner as execution
from codescore.languages.shapes import (
    TO_THE_END,
    BlockShape,
    FloatShape,
    IntShape,
    LinesShape,
    OneOf,
    RowShape,
    Samples,
    TextShape,
    UpTo,
)
from codescore.languages.values import Int, Text
from tests.evidence.java.run import entry_of, needs_java, run

pytestmark = needs_java

N = IntShape(1, None)
#: A list of which nothing is known but how long it is.
ITEMS = RowShape((IntShape(),), (), count="n")
#: A place counted from 1 among n.
PLACE = UpTo(1, "n")
WORD = TextShape("abcxyz", min_size=1)


def row(*names: str, **more: object) -> RowShape:
    return RowShape((N,) * max(1, len(names)), names, **more)  # type: ignore[arg-type]


def program(body: str) -> str:
    return f"""import java.io.*; import java.util.*; public class Main {{
        static Scanner in = new Scanner(System.in); static BufferedReader br = new BufferedReader(new InputStreamReader(System.in));
        static int[] readAll(int size) {{ int[] a = new int[size]; for (int i = 0; i < size; i++) {{ a[i] = in.nextInt(); }} return a; }}
        static List<Integer>[] g; static int[] seen; static void push(int a) {{}} static void pull(int a) {{}}
        int size = {"in.nextInt()" if "new Main()" in body else "0"}; int[] items = readAll(size);
        public static void main(String[] args) throws IOException {{ {body} }} }}"""


@pytest.mark.parametrize(
    ("body", "rows"),
    [
        ("int n = in.nextInt(); long k = in.nextLong();", [row("n", "k")]),
        ("int n = in.nextInt(); int[] a = new int[n]; for (int i = 0; i < n; i++) a[i] = in.nextInt();", [row("n"), ITEMS]),
        ("int n = in.nextInt(); int[] a = readAll(n);", [row("n"), ITEMS]),
        ("int h = in.nextInt(), w = in.nextInt(); for (int i = 0; i < h; i++) for (int j = 0; j < w; j++) { int x = in.nextInt(); }",
         [row("h", "w"), row(count="w", times="h")]),
        ("int q = in.nextInt(); while (q-- > 0) { int a = in.nextInt(), b = in.nextInt(); }", [row("q"), row("a", "b", times="q")]),
        ("int n = in.nextInt(); String s = in.next(), t = in.next();", [row("n"), *(RowShape((WORD,), (name,), wide="n") for name in "st")]),
        ("int n = in.nextInt(); in.nextLine(); String s = in.nextLine(); System.out.println(n + s);", [row("n"), RowShape((WORD,), ("s",), wide="n")]),
        ("int k = in.nextInt(); String s = in.next(); System.out.println(k + s);", [row("k"), RowShape((WORD,), ("s",))]),
        (("int n = Integer.parseInt(br.readLine()); StringTokenizer st = new StringTokenizer(br.readLine());"
         " for (int i = 0; i < n; i++) { int x = Integer.parseInt(st.nextToken()); }"), [row("n"), ITEMS]),
        ("int n = Integer.parseInt(br.readLine()); String[] parts = br.readLine().split(\" \");", [row("n"), row(count="n")]),
        ("double d = in.nextDouble();", [RowShape((FloatShape(low=0.0),), ("d",))]),
        ("int t = in.nextInt(); for (int i = 0; i < t; i++) { int n = in.nextInt(); for (int j = 0; j < n; j++) { int x = in.nextInt(); } }",
         [row("t"), BlockShape((row("n"), ITEMS), "t")]),
        ("int n = in.nextInt(); for (int i = 1; i < n; i++) { int a = in.nextInt() - 1, b = in.nextInt() - 1; g[a].add(b); g[b].add(a); }",
         [row("n"), RowShape((PLACE, PLACE), ("a", "b"), times="n", more=-1, distinct=True, tree=True)]),
        ("int n = in.nextInt(); int q = in.nextInt(); while (q-- > 0) { int t = in.nextInt(); int x = in.nextInt(); if (t == 1) seen[x - 1]++; else System.out.println(seen[x - 1]); }",
         [row("n", "q"), RowShape((Samples((Int(1), Int(2))), PLACE), ("t", "x"), times="q")]),
        ("int q = in.nextInt(); while (q-- > 0) { String c = in.next(); int x = in.nextInt(); if (c.equals(\"+\")) System.out.println(x); }",
         [row("q"), RowShape((Samples((Text("+"), Text("-"))), N), ("c", "x"), times="q")]),
        ("int q = in.nextInt(); while (q-- > 0) { if (in.nextInt() == 1) { push(in.nextInt() - 1); } else { pull(in.nextInt() - 1); } }",
         [row("q"), RowShape((Samples((Int(1), Int(2))), UpTo(1, "q")), ("", ""), times="q")]),
        ("int h = in.nextInt(), w = in.nextInt(); String[] g = new String[h]; for (int i = 0; i < h; i++) g[i] = in.next();",
         [row("h", "w"), RowShape((WORD,), ("g",), times="h", wide="w")]),
        ("int q = in.nextInt(); for (int i = 0; i < q; i++) { if (q > 2) { int a = in.nextInt(), b = in.nextInt(); } else { int c = in.nextInt(), d = in.nextInt(); } }",
         [row("q"), row("a", "b", times="q")]),
        ("int n = in.nextInt(); int[] a = java.util.stream.IntStream.range(0, n).map(i -> in.nextInt()).toArray();", [row("n"), ITEMS]),
        ("int n = in.nextInt(); List<Integer> a = new ArrayList<>(); for (int i = 0; i < n; i++) a.add(in.nextInt()); for (int each : a) { System.out.print(each); }",
         [row("n"), ITEMS]),
        ("Main it = new Main(); System.out.println(it.size + it.items.length);", [row("size"), RowShape((IntShape(),), (), count="size")]),
        ("int k = in.nextInt(); while (in.hasNextLine()) { String s = in.nextLine(); push(s.length()); }",
         [row("k"), RowShape((WORD,), ("s",), until=TO_THE_END)]),
        ("String line; while ((line = br.readLine()) != null) { push(line.length()); }",
         [RowShape((WORD,), ("line",), until=TO_THE_END)]),
        ("while (in.hasNextInt()) { push(in.nextInt()); }", [RowShape((IntShape(),), ("",), until=TO_THE_END)]),
        ("while (in.hasNextInt()) { int a = in.nextInt(); int b = in.nextInt(); }",
         [RowShape((N, N), ("a", "b"), until=TO_THE_END)]),
        ("while (in.hasNextLine()) { for (String w : in.nextLine().toLowerCase().split(\"[^a-z]+\")) { push(w.length()); } }",
         [RowShape((TextShape("abcxyzAB", min_size=1),), some=True, until=TO_THE_END)]),
        ("int n = in.nextInt(); for (int i = 0; i < n; i++) { String s = in.next(); if (!s.equals(\"-\")) push(Integer.parseInt(s)); }",
         [row("n"), RowShape((OneOf((IntShape(0, None), Samples((Text("-"),)))),), (), count="n")]),
    ],
)  # fmt: skip
def test_what_is_read_is_seen(body: str, rows: list[RowShape]) -> None:
    """Numbers in a line, arrays, tables, queries, words, lines that are taken apart, readers of one's own, test cases;
    texts as long as a number that nothing else asks for says, places, trees, kinds of queries, grids, fields."""
    (parameter,) = entry_of(program(body), "main").parameters
    assert parameter.shape == LinesShape(tuple(rows))


DESK = """import java.util.*;
/*
 * The number T of titles, then T lines "code copies", then commands until END:
 *   BORROW day member code
 *   RETURN day member code
 * Answers:
 *   LIMIT     the member has three
 */
public class Main { public static void main(String[] args) {
    Scanner in = new Scanner(System.in); Map<String, Integer> copies = new HashMap<>(); int titles = in.nextInt();
    for (int i = 0; i < titles; i++) copies.put(in.next(), in.nextInt());
    for (String command = in.next(); !command.equals("END"); command = in.next()) {
        int day = in.nextInt(); String member = in.next(), code = in.next();
        copies.merge(code, command.equals("BORROW") ? -1 : day > 14 ? 2 : 1, Integer::sum);
        System.out.println(member + copies.get(code));
    }
} }"""


def test_commands_stand_behind_what_they_are_about() -> None:
    """A number of lines with names, then commands about these, as the comment lists them, and what ends them."""
    (parameter,) = entry_of(DESK, "main").parameters
    (outcome,) = run(DESK, name="main", stdin="1\na 2\nBORROW 3 b a\nRETURN 15 b a\nEND\n").outcomes
    assert outcome.stdout == "b1\nb3\n"
    pool = pool_of((), 5)
    texts = [drawn.value for _ in range(40) if isinstance(drawn := draw(parameter.shape, pool), Text)]
    assert all(text.endswith("END\n") and text[0].isdigit() for text in texts)
    assert {"BORROW", "RETURN"} == {
        line.split()[0] for text in texts for line in text.splitlines() if len(line.split()) == 4
    }
    assert any(f" {limit} " in text for text in texts for limit in (13, 14, 15))
    outcomes = run(DESK, name="main", stdin=texts[0]).outcomes
    assert [one.how for one in outcomes] == ["return"]


def test_a_program_runs_on_what_is_drawn_for_it() -> None:
    """Inputs in the form that was seen do not make the program fail for want of input."""
    source = program(
        "int n = in.nextInt(); long s = 0; for (int i = 0; i < n; i++) s += in.nextInt(); String w = in.next(); System.out.println(s + w);"
    )
    (parameter,) = entry_of(source, "main").parameters
    drawn = draw(parameter.shape, pool_of((), 3))
    assert isinstance(drawn, Text)
    (outcome,) = run(source, name="main", stdin=drawn.value).outcomes
    assert outcome.how == "return", (drawn, outcome)


def test_a_reader_nobody_knows_is_guessed_at() -> None:
    """Where no read is seen, several common forms are tried."""
    survey = execution.survey(
        "public class Main { public static void main(String[] a) throws Exception { System.in.read(); } }"
    )
    assert survey.entries[0].parameters[0].shape == execution.UNKNOWN
