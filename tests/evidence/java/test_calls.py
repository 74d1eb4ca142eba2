"""What became of a call: returned, thrown, exited, printed, out of time or memory; and what is fresh in each."""

# ruff: noqa: E501  the programs under test are data, each readable as one piece
from __future__ import annotations

import pytest

from codescore.languages.values import Int, Null, Sequence, Text
from tests.evidence.java.run import needs_java, room, run

pytestmark = needs_java


def test_exceptions_are_told_by_class_without_package() -> None:
    """The class that was thrown is told, the program's own too; a message only if no code of the program makes it."""
    source = """import java.util.*; class S { static class Mine extends RuntimeException { public String getMessage() { return "x"; } }
        static int f(int n) { if (n == 0) throw new Mine(); if (n == 1) return 1 / (n - 1); if (n == 2) throw new IllegalStateException("bad");
            return f(n); } }"""
    outcomes = run(source, *([Int(n)] for n in range(4)), name="f").outcomes
    assert [(o.how, o.error) for o in outcomes] == [
        ("raise", "Mine"), ("raise", "ArithmeticException"), ("raise", "IllegalStateException"), ("raise", "StackOverflowError"),
    ]  # fmt: skip
    assert [o.message for o in outcomes[:3]] == ["", "/ by zero", "bad"]
    assert [o.deliberate for o in outcomes] == [True, False, True, False]


def test_an_error_of_the_program_is_asked_nothing() -> None:
    """What an exception of the program says of where it comes from is never called by the harness."""
    source = """class S { static class Mine extends RuntimeException {
            public StackTraceElement[] getStackTrace() { while (true) { } } public String toString() { while (true) { } } }
        static int f(int n) { throw new Mine(); } }"""
    assert [(o.how, o.error) for o in run(source, [Int(1)], name="f").outcomes] == [("raise", "Mine")]


def test_private_instance_and_overloaded_methods_are_called() -> None:
    """A private method runs on a fresh object; of two with one name the one with the declared types is meant."""
    source = """class S { private int state = 1; S(int unused, String alsoUnused) {}
        private int bump(int n) { state += n; return state; } }"""
    assert [o.value for o in run(source, [Int(1)], [Int(1)]).outcomes] == [Int(2), Int(2)]


def test_each_call_starts_from_a_freshly_loaded_program() -> None:
    """Static fields do not carry from one call to the next."""
    source = "class S { static int calls = 0; static int f() { return ++calls; } }"
    assert [o.value for o in run(source, [], [], []).outcomes] == [Int(1)] * 3


def test_nothing_of_a_call_is_kept_when_it_has_ended() -> None:
    """What its static fields, its threads and its errors hold is given back: a program of much data can be run often."""
    source = """class S { static final long[] TABLE = new long[6_000_000]; static class Mine extends RuntimeException { }
        static int f(int n) throws Exception { Thread other = new Thread(() -> { throw new Mine(); });
            if (n % 3 == 1) { other.start(); other.join(); } if (n % 3 == 2) throw new Mine(); return TABLE.length; } }"""
    ran = run(source, *([Int(n)] for n in range(24)), name="f")
    assert (ran.how, [o.how for o in ran.outcomes]) == ("done", ["return", "return", "raise"] * 8)


def test_fragments_are_completed() -> None:
    """A method without a class, and one that uses java.util without importing it, run."""
    source = "int f(List<Integer> a) { return a.stream().mapToInt(x -> x).sum(); }"
    from codescore.languages.values import Sequence

    assert run(source, [Sequence("list", (Int(1), Int(2)))]).outcomes[0].value == Int(3)


def test_an_import_of_what_is_not_there_does_no_harm_unless_used() -> None:
    """An unused import of a missing library is dropped; a used one is a missing module, by name."""
    unused = "import org.nowhere.*; class S { static int f() { return 1; } }"
    assert run(unused, []).outcomes[0].value == Int(1)
    used = "import org.nowhere.*; class S { static Pair f() { return null; } }"
    ran = run(used, [])
    assert (ran.how, "org.nowhere" in ran.detail) == ("module", True)


def test_what_does_not_compile_does_not_load() -> None:
    """A program with an error is refused with the compiler's words."""
    ran = run('class S { static int f() { return "a"; } }', [])
    assert (ran.how, ran.outcomes) == ("load", ())
    assert "incompatible types" in ran.detail


def test_output_is_captured_per_call() -> None:
    """What a call printed is its own, whatever the program did to System.out before."""
    source = """class S { static void f(int n) { System.out.println("a" + n); System.out.printf("%d%n", n);
        System.setOut(new java.io.PrintStream(java.io.OutputStream.nullOutputStream())); System.out.print("lost"); } }"""
    assert [o.stdout for o in run(source, [Int(1)], [Int(2)]).outcomes] == ["a1\n1\n", "a2\n2\n"]


def test_a_program_that_reads_standard_input_runs_as_a_whole() -> None:
    """`main` reads, prints, may start a thread with a large stack, and may call System.exit at the end."""
    source = """import java.util.*; public class Main implements Runnable {
        static Scanner in = new Scanner(System.in);
        public void run() { int n = in.nextInt(); long sum = 0; for (int i = 0; i < n; i++) sum += in.nextInt(); System.out.println(sum); }
        public static void main(String[] args) { new Thread(null, new Main(), "", 1 << 28).start(); } }"""
    (outcome,) = run(source, name="main", stdin="3\n1 2 3\n").outcomes
    assert (outcome.how, outcome.stdout) == ("return", "6\n")
    leaving = "public class Main { public static void main(String[] a) { System.out.println(1); System.exit(0); } }"
    (left,) = run(leaving, name="main", stdin="").outcomes
    assert (left.how, left.stdout) == ("return", "1\n")
    (failed,) = run(leaving.replace("exit(0)", "exit(3)"), name="main", stdin="").outcomes
    assert (failed.how, failed.error, failed.stdout) == ("exit", "3", "1\n")


def test_threads_that_are_left_behind_cost_nothing_but_themselves() -> None:
    """Idle pools and busy threads end with their call; the calls after it are made all the same."""
    source = """import java.util.concurrent.*; class S { static int f(int n) throws Exception {
        if (n == 1) return Executors.newFixedThreadPool(2).submit(() -> 10 + n).get();
        if (n == 2) new Thread(() -> { while (true) { try { while (true) { } } catch (Throwable t) { } } }).start();
        return n; } }"""
    outcomes = run(source, [Int(1)], [Int(2)], [Int(3)]).outcomes
    assert [(o.how, o.value) for o in outcomes] == [("return", Int(11)), ("return", Int(2)), ("return", Int(3))]


def test_an_exception_on_another_thread_is_the_program_s() -> None:
    """A whole program whose only work is on a thread that fails has failed."""
    source = """public class Main { public static void main(String[] a) { new Thread(() -> { throw new IllegalStateException(); }).start(); } }"""
    (outcome,) = run(source, name="main", stdin="").outcomes
    assert (outcome.how, outcome.error) == ("raise", "IllegalStateException")


@pytest.mark.parametrize(
    ("body", "how"),
    [
        ("while (true) { }", "timeout"),
        ("while (true) { try { while (true) { n++; } } catch (Throwable t) { } }", "timeout"),
        ("try { Thread.sleep(1000000); } catch (InterruptedException e) { while (true) { } }", "timeout"),
        (
            "java.util.List<int[]> all = new java.util.ArrayList<>(); while (true) { all.add(new int[1 << 20]); }",
            "memory",
        ),
        ('while (true) { System.out.println("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"); }', "output"),
        ('String s = "a"; while (true) { s = s + s; }', "memory"),
    ],
)
def test_what_does_not_end_is_ended(body: str, how: str) -> None:
    """Loops (also those that catch everything), sleepers, memory bombs and floods stop, and the next job runs."""
    source = f"class S {{ static void f(int n) {{ {body} }} }}"
    with room() as it:
        # What fills memory or floods does so long before these seconds are over, also on a machine with much else to do.
        ran = run(source, [Int(0)], [Int(0)], inside=it, seconds=0.3 if how == "timeout" else 30.0)
        assert (ran.how, len(ran.outcomes), ran.outcomes[0].how) == (how, 1, how)
        assert run("class T { static int f() { return 1; } }", [], inside=it).outcomes[0].value == Int(1)


def test_branches_reached_are_told() -> None:
    """Each outcome of a branch, each case of a switch and each method has a number; a call tells which it reached."""
    source = "class S { static int f(int n) { if (n > 0 && n < 10) return 1; switch (n) { case 20: return 2; default: return 3; } } }"
    ran = run(source, [Int(5)], [Int(20)], [Int(-1)])
    covered = [o.covered for o in ran.outcomes]
    assert ran.branches == 1 + 2 + 2 + 2
    assert len(frozenset().union(*covered)) == ran.branches
    assert covered[0] & covered[1] < covered[0]


def test_an_assumption_is_tested_before_the_call() -> None:
    """An input for which the condition is false, or fails, is outside the assumption and not passed on."""
    source = "class S { static int f(String s, int n) { return s.length() / n; } }"
    ran = run(source, [Text("a"), Int(1)], [Text("a"), Int(0)], [Null(), Int(1)], assume="n > 0 && !s.isEmpty()")
    assert [o.how for o in ran.outcomes] == ["return", "assumption", "assumption"]
    unnamed = run(source, [Text("a"), Int(1)], assume="n > wombat")
    assert (unnamed.how, unnamed.detail) == ("load", "does not compile: cannot find symbol: variable wombat")


def test_an_assumption_may_have_lambdas() -> None:
    """They are methods of their own in the compiled condition, which is still the one that is asked."""
    source = "import java.util.*; class S { static int f(int[] xs) { return xs.length; } }"
    inputs = [[Sequence("list", tuple(map(Int, xs)))] for xs in ((1, 2), (1, -2), ())]
    ran = run(source, *inputs, assume="Arrays.stream(xs).map(x -> x + 0).allMatch(x -> x > 0)")
    assert [o.how for o in ran.outcomes] == ["return", "assumption", "return"]
