"""What a Java program is given once and again, and whose its lists are."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from tests.evidence.java.run import needs_java
from tests.evidence.judging import judged

pytestmark = needs_java
BUS = """
import java.util.*;
import java.util.function.Consumer;
class Bus {
    private final List<Consumer<String>> known = new ArrayList<>();
    public void on(Consumer<String> one) { known.add(one); }
    public boolean off(Consumer<String> one) { return known.remove(one); }
    public int publish(String text) { for (Consumer<String> one : known) one.accept(text); return known.size(); }
}
"""
GRID = """
import java.util.*;
class Grid {
    private final List<List<Integer>> rows = new ArrayList<>();
    private final int[] marks;
    public Grid(List<List<Integer>> rows, int[] marks) {
        for (List<Integer> row : rows) this.rows.add(new ArrayList<>(row));
        this.marks = marks.clone();
    }
    public List<List<Integer>> snapshot() {
        List<List<Integer>> out = new ArrayList<>();
        for (List<Integer> row : rows) out.add(new ArrayList<>(row));
        return out;
    }
    public int total() {
        int sum = 0;
        for (List<Integer> row : rows) for (int x : row) sum += x;
        for (int mark : marks) sum += mark;
        return sum;
    }
}
"""


def test_a_listener_is_taken_off_again(session: EvidenceSession) -> None:
    keeps = BUS.replace("return known.remove(one)", "return known.contains(one)")
    found = judged(session, "java", keeps, BUS)
    assert found.verdict == "differs"
    assert found.counterexample is not None
    assert found.counterexample.input.startswith("Consumer<String> f = ")
    loops = BUS.replace(
        "return known.remove(one)", "int at = known.indexOf(one); return at >= 0 && known.remove(at) != null"
    )
    assert judged(session, "java", loops, BUS).verdict == "equivalent"


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        (("marks.clone()", "marks"), "Arrays.fill(given, 0)"),
        (("this.rows.add(new ArrayList<>(row))", "this.rows.add(row)"), "given.get(0).clear()"),
        (("out.add(new ArrayList<>(row))", "out.add(row)"), "got.get(0).clear()"),
        (("out.add(new ArrayList<>(row))", "out.add(List.copyOf(row))"), ""),
    ],
)
def test_lists_that_are_shared_with_the_caller_are_told(
    session: EvidenceSession, change: tuple[str, str], shown: str
) -> None:
    found = judged(session, "java", GRID.replace(*change), GRID)
    assert found.verdict == ("conditional" if shown else "equivalent")
    assert not shown or (found.outside is not None and shown in found.outside.input)


def test_a_number_that_overflows_is_named(session: EvidenceSession) -> None:
    doubled = "class Doubled { static boolean positive(int x) { return x * 10000000 > 0; } }"
    found = judged(session, "java", doubled.replace("x * 10000000", "x"), doubled)
    assert found.verdict == "conditional"
    assert "where a number overflows in the reference" in found.reason


def test_who_asks_whether_an_item_is_null_is_given_one(session: EvidenceSession) -> None:
    lines = """
import java.util.*;
class Lines {
    static String join(List<String> parts, String by) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < parts.size(); i++) {
            if (i > 0) out.append(by);
            String part = parts.get(i);
            if (part == null) continue;
            out.append(part);
        }
        return out.toString();
    }
}
"""
    assert judged(session, "java", lines.replace("continue;", 'part = "";'), lines).verdict == "equivalent"
    assert judged(session, "java", lines.replace("if (part == null) continue;", ""), lines).verdict == "differs"
