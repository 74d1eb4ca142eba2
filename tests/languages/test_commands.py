"""Programs that read commands: which words begin a line, what stands behind them, and which line is the last."""

from __future__ import annotations

import shutil

import pytest

from codescore.evidence.assumptions import conditions
from codescore.evidence.domain import domain_of
from codescore.evidence.generate import random_input
from codescore.evidence.pool import pool_of
from codescore.evidence.promises import promises
from codescore.evidence.session import EvidenceSession
from codescore.evidence.spoken import in_words
from codescore.languages import by_id
from codescore.languages.commands import apart, commands, listed, of_commands
from codescore.languages.execution import Input
from codescore.languages.shapes import LinesShape, OneOf, RowShape, Samples
from codescore.languages.values import Text
from tests.evidence.judging import judged

JAVA = """import java.util.*;
class Stack {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        ArrayList<Integer> held = new ArrayList<>();
        String command = in.next();
        while (!command.equals("end")) {
            if (command.equals("push")) {
                held.add(in.nextInt());
            } else if (command.equals("pop")) {
                System.out.println(held.isEmpty() ? "error" : held.remove(held.size() - 1));
            } else if (command.equals("name")) {
                System.out.println(in.next() + in.nextInt());
            }
            command = in.next();
        }
        System.out.println(held);
    }
}
"""
PARTS = """// move FROM TO AMOUNT moves 12 or 12.50 of it
import java.util.*;
class Bank {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String[] parts = in.nextLine().split(" ");
            switch (parts[0]) {
                case "add": System.out.println(Integer.parseInt(parts[1]) + parts[2]); break;
                case "list": System.out.println("-"); break;
                case "move": System.out.println(parts[3]); break;
            }
        }
    }
}
"""
CPP = """#include <iostream>
#include <string>
int main() {
    std::string command, who;
    long cents = 0, more;
    while (std::cin >> command) {
        if (command == "quit") break;
        if (command == "pay") { std::cin >> who >> more; cents += more; }
        else if (command == "show") std::cout << cents << "\\n";
    }
}
"""


def lines(source: str) -> tuple[dict[str, set[str]], str]:
    """What stands behind each command, and the last line."""
    shape = commands(*apart(source))
    assert isinstance(shape, OneOf)
    assert of_commands(shape.options[0])
    option = shape.options[0]
    assert isinstance(option, LinesShape)
    rows = [row for row in option.rows if isinstance(row, RowShape)]
    texts = [
        [v.value for v in row.tokens[0].values if isinstance(v, Text)]
        for row in rows
        if isinstance(row.tokens[0], Samples)
    ]
    found: dict[str, set[str]] = {}
    for one in texts[0]:
        word, _, rest = one.partition(" ")
        found.setdefault(word, set()).add(" ".join("1" if part[0].isdigit() else "a" for part in rest.split()))
    return found, texts[1][0] if len(texts) > 1 else ""


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (JAVA, ({"push": {"1"}, "pop": {""}, "name": {"a 1"}}, "end")),
        (PARTS, ({"add": {"1 a"}, "list": {""}, "move": {"a a 1"}}, "")),
        (CPP, ({"pay": {"a 1"}, "show": {""}}, "quit")),
    ],
    ids=["scanner", "parts", "stream"],
)
def test_what_is_read_behind_a_word_stands_behind_it(source: str, found: tuple[dict[str, set[str]], str]) -> None:
    """From what the branch reads, from the parts that it looks at, from a comment that shows the line."""
    assert lines(source) == found


@pytest.mark.parametrize(
    "source",
    [
        'class A { static int f(String s) { return s.equals("yes") ? 1 : 0; } }',
        "int main() { int n; std::cin >> n; }",
    ],
)
def test_one_word_makes_no_commands(source: str) -> None:
    """Nor none."""
    assert commands(*apart(source)) is None


def test_inputs_are_lines_of_commands_and_others_are_hardly_meant() -> None:
    """As many as are drawn, the last one at the end."""
    language = by_id("java")
    assert language is not None
    (entry,) = (one for one in language.runner().survey(JAVA).entries if one.kind == "script")
    model, pool = domain_of(entry, conditions(entry, ()), ()), pool_of((), 3, reads=True)
    drawn = [random_input(entry, pool) for _ in range(30)]
    assert {model.likelihood(one) for one in drawn} == {1.0}
    assert all(one.stdin.endswith("end\n") for one in drawn)
    assert len({one.stdin.count("\n") for one in drawn}) > 3
    assert model.likelihood(Input((), "push 1\npus 2\nend\n")) < 0.3
    assert model.likelihood(Input((), "push 1\n")) < 0.3
    said = "lines such as 'name a 1', 'pop', 'push 1'; 'end' at the end"
    assert in_words(entry.parameters[0].shape) == said


@pytest.mark.skipif(shutil.which("javac") is None, reason="NO JDK: nothing of Java was run")
def test_programs_that_read_commands_are_compared() -> None:
    """A right one does the same; one that takes from the wrong end does not."""
    with EvidenceSession() as session:
        other = JAVA.replace('if (command.equals("push"))', 'if ("push".equals(command))')
        assert judged(session, "java", other, JAVA).verdict == "equivalent"
        wrong = JAVA.replace("held.remove(held.size() - 1)", "held.remove(0)")
        assert judged(session, "java", wrong, JAVA).verdict == "differs"


@pytest.mark.skipif(shutil.which("javac") is None, reason="NO JDK: nothing of Java was run")
def test_of_commands_no_signs_are_promised() -> None:
    """That no text has a sign twice would leave out each `pop`."""
    runner = by_id("java").runner()
    assert runner is not None
    (entry,) = (one for one in runner.survey(JAVA).entries if one.kind == "script")
    assert not promises(entry, (), ("pop", "push", "name"), ["push 1\npop\nend\n", "name a 1\nend\n"])


PYTHON = '''"""Stock, from movements on standard input:

    IN <item> <quantity>
    OUT <item> <quantity>
"""
import sys
stock = {}
for line in sys.stdin:
    kind, item, quantity = line.split()
    amount = int(quantity)
    stock[item] = stock.get(item, 0) + (amount if kind == "IN" else -amount)
for item in sorted(stock):
    print(item, stock[item])
'''


def test_commands_that_words_list_are_read_in_any_language() -> None:
    """The program compares with one of them alone; nothing is said where no words list them."""
    found = listed(PYTHON)
    assert found is not None
    assert in_words(found) == "lines such as 'IN a 1', 'OUT a 1'"
    python = by_id("python")
    assert python is not None
    (entry,) = python.runner().survey(PYTHON).entries
    assert entry.parameters[0].shape == found
    assert listed(PYTHON.replace("OUT <", "or <").replace("IN <", "in <")) is None
