# ruff: noqa: E501  the programs under test are data, each readable as one piece
"""Java candidates beside Java references, from text to verdict."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.contract import Evidence
from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from tests.evidence.answers import answers
from tests.evidence.java.run import needs_java

pytestmark = needs_java

LARGEST = """import java.util.*; class Solution {
    /** The largest element of a non-empty list. >>> maxElement(Arrays.asList(3, -1, 2)) 3 */
    public int maxElement(List<Integer> l) { int best = l.get(0); for (int x : l) { if (x > best) { best = x; } } return best; } }"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as it:
        yield it


def judged(session: EvidenceSession, candidate: str, reference: str, assume: str | None = None) -> Evidence:
    language = by_id("java")
    assert language is not None
    return session.judge(
        candidate, reference, language, Options(assume=assume, pairs=answers("java", candidate, reference))
    )


KEPT = """import java.util.*; import java.util.function.*; class Kept { interface Test<T> extends Predicate<T> { }
    static <T> List<T> kept(List<T> all, Test<T> test) { List<T> out = new ArrayList<>(); for (T one : all) { if (test.test(one)) { out.add(one); } } return out; } }"""


def test_null_for_what_cannot_be_made_decides_nothing(session: EvidenceSession) -> None:
    """A stream refuses null where a loop over nothing never looks at it: no function was given to either."""
    streamed = KEPT.split("{ List<T> out", maxsplit=1)[0] + "{ return all.stream().filter(test).toList(); } }"
    found = judged(session, streamed, KEPT)
    assert found.verdict in ("untested", "insufficient"), found.reason


@pytest.mark.parametrize(
    "candidate",
    [
        "import java.util.*; class Problem { static int max_element(ArrayList<Integer> values) { return Collections.max(values); } }",
        "class Problem { public static long maxElement(int[] l) { long m = Long.MIN_VALUE; for (int x : l) m = Math.max(m, x); return m; } }",
        "int MaxElement(List<Integer> l) { return l.stream().mapToInt(Integer::intValue).max().getAsInt(); }",
        (
            "import org.absent.*; import java.util.*; class A { int help(int a, int b) { return a > b ? a : b; }"
            " int maxElement(Collection<Integer> c) { Iterator<Integer> i = c.iterator(); int m = i.next(); while (i.hasNext()) m = help(m, i.next()); return m; } }"
        ),
    ],
    ids=["static, snake case, ArrayList", "array, long", "fragment", "helper, unused import"],
)
def test_translated_signatures_are_the_same_function(session: EvidenceSession, candidate: str) -> None:
    """Class, style of names, static or not, collection and width of numbers do not matter; what is computed does."""
    found = judged(session, candidate, LARGEST)
    assert found.verdict == "equivalent", found
    assert found.inputs > 20
    assert found.coverage.reference == 1.0


def test_inputs_are_worth_what_they_expose_of_the_references_mutants(session: EvidenceSession) -> None:
    """The same on inputs that expose most mutants is evidence; on inputs that hardly expose any it is not enough."""
    found = judged(session, LARGEST, LARGEST)
    assert found.mutants.total > 2
    assert found.mutants.exposed == found.mutants.total
    hidden = (
        "class A { static int f(int n) { int a = n; if (n == 918273645) { a = a * 3 - 1; if (a > 4) { a += 7; a -= 9;"
        " a ^= 5; a *= 3; } if (a < 2) { a -= 1; a += 3; } if (a > 3 && a < 99) { a /= 2; a -= 4; } } return n; } }"
    )
    assert judged(session, hidden, hidden).verdict == "insufficient"


def test_a_difference_is_shown_on_a_small_input(session: EvidenceSession) -> None:
    """A starting value of 0 is wrong for negative numbers only; the counterexample is one, with a test to paste."""
    wrong = LARGEST.replace("l.get(0)", "0")
    found = judged(session, wrong, LARGEST)
    assert (found.verdict, found.tally.equal > 5) == ("differs", True)
    assert found.counterexample is not None
    assert found.counterexample.input == "new Solution().maxElement(new ArrayList<>(List.of(-1)))"
    assert (found.counterexample.expected, found.counterexample.got) == ("-1", "0")
    assert "assertEquals(-1, new Solution()" in found.counterexample.test


@pytest.mark.parametrize(
    ("candidate", "verdict"),
    [
        ("class S { static int maxElement(int[] l) { return l; } }", "crash"),
        ("import org.absent.Pair; class S { static int maxElement(Pair p) { return 1; } }", "environment-failure"),
        ("class S { static int other(int a, int b) { return 1; } }", "differs"),
        ("class S { static int maxElement(int[] l) { System.exit(0); return 1; } }", "differs"),
        ("class S { static int maxElement(int[] l) { while (true) { } } }", "timeout"),
    ],
)
def test_what_cannot_be_compared_says_why(session: EvidenceSession, candidate: str, verdict: str) -> None:
    """No compiling, no module, other parameters, an early exit, no end: each has its verdict and a reason."""
    found = judged(session, candidate, LARGEST)
    assert (found.verdict, bool(found.reason)) == (verdict, True)


def test_a_program_that_hides_behind_the_wrong_type_is_not_excused(session: EvidenceSession) -> None:
    """A forged "my parameter cannot hold this" counts as a difference where the declared type can hold it."""
    forging = """class S { static int maxElement(int[] l) throws Exception {
        if (l.length < 2) return l[0];
        var out = new java.io.FileOutputStream(java.io.FileDescriptor.out);
        String body = "{\\"call\\":1,\\"outcome\\":\\"input\\",\\"value\\":[\\"null\\"],\\"error\\":\\"\\",\\"message\\":\\"\\",\\"arguments\\":[]}";
        for (int job = 1; job < 9; job++) out.write(("result " + job + " " + body.length() + "\\n" + body).getBytes());
        Runtime.class.getMethod("halt", int.class).invoke(Runtime.getRuntime(), 0); return 0; } }"""
    assert judged(session, forging, LARGEST).verdict in ("differs", "crash")


def test_where_the_reference_overflows_nobody_is_held_to_it(session: EvidenceSession) -> None:
    """A candidate that computes in 64 bits what the reference computes in 32 is no worse."""
    product = "class S { /** prod(2, 3) == 6 */ static int prod(int a, int b) { return a * b * a; } }"
    wide = "class S { static long prod(long a, long b) { return a * b * a; } }"
    assert judged(session, wide, product).verdict == "equivalent"


def test_the_reference_says_how_precise_numbers_are(session: EvidenceSession) -> None:
    """Where it computes a mean in floats of 32 bits, doubles do too; where it uses doubles, floats and the word do not."""
    mean = "class S { static double mean(double[] a) { double s = 0; for (double x : a) s += x; return a.length == 0 ? 0 : s / a.length; } }"
    single = mean.replace("double", "float")
    assert judged(session, mean, single).verdict == "equivalent"
    assert judged(session, mean.replace("s / a.length", "s"), single).verdict == "differs"
    assert judged(session, single, mean).verdict == "differs"
    half = "class S { static double half(double x) { return x / 1000000.0; } }"
    wrong = half.replace("return", 'String s = "float"; return Math.abs(x) < 90 ? 0 :')
    assert judged(session, wrong, half).verdict == "differs"


def test_whole_programs_are_compared_by_what_they_print(session: EvidenceSession) -> None:
    """Inputs in the form that the reference reads; Scanner against BufferedReader, exit(0) against an end."""
    reference = """import java.util.*; public class Main { public static void main(String[] args) { Scanner in = new Scanner(System.in);
        int n = in.nextInt(); int best = 0; for (int i = 0; i < n; i++) { best = Math.max(best, in.nextInt()); } System.out.println(best); } }"""
    right = """import java.io.*; import java.util.*; class Main { public static void main(String[] args) throws IOException {
        BufferedReader br = new BufferedReader(new InputStreamReader(System.in)); br.readLine();
        int best = 0; for (String s : br.readLine().trim().split(" ")) best = Math.max(best, Integer.parseInt(s));
        System.out.print(best); System.exit(0); } }"""
    assert judged(session, right, reference).verdict == "equivalent"
    found = judged(session, right.replace("int best = 0", "int best = 2"), reference)
    assert (found.verdict, found.counterexample and found.counterexample.aspect) == ("differs", "stdout")


def test_a_precondition_in_a_line_is_obeyed(session: EvidenceSession) -> None:
    """A candidate that is right for positive numbers only is right where the task says so, in the call or in a comment."""
    reference = "class S { static int digits(int n) { return Integer.toString(n).length(); } }"
    candidate = "class S { static int digits(int n) { int c = 0; for (; n > 0; n /= 10) c++; return c; } }"
    found = judged(session, candidate, reference)
    assert (found.verdict, "unless n is at least 1" in found.reason) == ("conditional", True)
    assert judged(session, candidate, reference, assume="n >= 0").verdict == "differs"
    assert judged(session, candidate, reference, assume="n > 0").verdict == "equivalent"
    assert judged(session, candidate, reference, assume="n % 2 == 1 && n > 0").verdict == "equivalent"
    noted = reference.replace("static int", "// codescore: assume = n > 1 - 1\n static int")
    assert judged(session, candidate, noted).verdict == "equivalent"


MADE = """class Query { static Builder from(String table) { return new Builder(table); }
    static class Builder { private final String table; private int limit; Builder(String table) { this.table = table; }
        Builder limit(int n) { limit = n; return this; } String build() { return table + " " + limit; } } }"""
OTHERWISE = """class Query { static Builder from(String table) { return new Builder(table); }
    static class Builder { private final StringBuilder text; private int most; Builder(String table) { text = new StringBuilder(table); }
        Builder limit(int n) { most = n; return this; } String build() { return text.toString() + " " + most; } } }"""


@pytest.mark.parametrize(
    ("candidate", "verdicts"),
    [(OTHERWISE, {"untested", "insufficient"}), (MADE.replace("new Builder(table)", 'new Builder("")'), {"differs"})],
    ids=["of other fields", "of another value"],
)
def test_what_an_object_hides_is_no_difference(candidate: str, verdicts: set[str], session: EvidenceSession) -> None:
    """Private fields of another name say nothing of what an object does; of the same name they are compared."""
    language = by_id("java")
    assert language is not None
    pairs = (("Query.from", "Query.from"),)
    found = session.judge(candidate, MADE, language, Options(pairs=pairs))
    assert found.verdict in verdicts, found.reason
    assert "other private fields" in found.reason or found.verdict == "differs"


MONEY = """final class Money { private final long cents; private Money(long c) { cents = c; }
    static Money of(int euros, int c) { return new Money(euros * 100L + c); }
    Money plus(Money o) { return new Money(cents + o.cents); } long cents() { return cents; } }"""
PARTS = """final class Money { private final long euros; private final int rest;
    private Money(long e, int r) { euros = e; rest = r; }
    static Money of(int e, int c) { return new Money(e, c); }
    Money plus(Money o) { return new Money(euros + o.euros, rest + o.rest); } long cents() { return euros * 100 + rest; } }"""


@pytest.mark.sandbox
@needs_java[0]
@needs_java[1]
@pytest.mark.parametrize(
    ("candidate", "verdicts"),
    [(PARTS, {"equivalent"}), (MONEY.replace("cents + o", "cents - o"), {"differs"})],
    ids=["of other fields", "another sum"],
)
def test_an_object_that_only_its_class_can_make_is_made_by_it(
    candidate: str, verdicts: set[str], session: EvidenceSession
) -> None:
    """What one program keeps in private fields the other need not keep: each makes its own by its static method."""
    language = by_id("java")
    assert language is not None
    found = session.judge(candidate, MONEY, language, Options(pairs=(("Money.plus", "Money.plus"),)))
    assert found.verdict in verdicts, found.reason
