"""What programs read behind each command: before they ask which it is, after that, and along its branch only."""

from __future__ import annotations

import shutil

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.command_words import named_together
from codescore.languages.commands import commands
from codescore.languages.shapes import LinesShape, OneOf, RowShape, Samples, Shape
from codescore.languages.values import Text
from tests.evidence.judging import judged

ACCOUNT = """
import java.util.Scanner;
public class Account {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(), balance = 0;
        for (int i = 0; i < n; i++) {
            String kind = in.next();
            int amount = in.nextInt();
            if (kind.equals("deposit")) balance += amount;
            else if (kind.equals("withdraw")) {
                if (amount > balance) System.out.println("refused");
                else balance -= amount;
            }
        }
        System.out.println(balance);
    }
}
"""
MOVES = """
#include <iostream>
#include <map>
#include <string>
// Lines are "in NAME AMOUNT", or such as are read below.
int main() {
    int n;
    std::cin >> n;
    std::map<std::string, long long> accounts;
    for (int i = 0; i < n; i++) {
        std::string kind, name, other;
        long long amount;
        std::cin >> kind >> name;
        if (kind == "move") std::cin >> other;
        std::cin >> amount;
        if (kind == "in") {
            accounts[name] += amount;
        } else if (kind == "move" && accounts[name] >= amount) {
            accounts[name] -= amount;
            accounts[other] += amount;
        }
    }
    for (const auto& [name, balance] : accounts) std::cout << name << ": " << balance << "\\n";
}
"""
SMALLEST = """
#include <iostream>
#include <set>
using namespace std;
int main() {
    int q;
    cin >> q;
    multiset<int> s;
    while (q--) {
        int type, x;
        cin >> type;
        if (type == 1) { cin >> x; s.insert(x); }
        else if (type == 2) { cin >> x; auto it = s.find(x); if (it != s.end()) s.erase(it); }
        else cout << (s.empty() ? -1 : *s.begin()) << "\\n";
    }
}
"""
COUNTED = """
#include <cstdio>
#include <map>
int main() {
    int q;
    scanf("%d", &q);
    std::map<int, int> many;
    for (int i = 0; i < q; i++) {
        int kind, value;
        scanf("%d", &kind);
        if (kind == 3) {
            printf("%d\\n", many.empty() ? -1 : many.begin()->first);
            continue;
        }
        scanf("%d", &value);
        if (kind == 1) many[value]++;
        else if (many.count(value) && --many[value] == 0) many.erase(value);
    }
}
"""
SIGNS = """
#include <iostream>
#include <map>
#include <string>
int main() {
    char op;
    std::string name;
    int amount;
    std::map<std::string, int> stock;
    while (std::cin >> op) {
        switch (op) {
            case 'A':
            case 'B':
                std::cin >> name >> amount;
                stock[name] += amount;
                break;
            case 'P':
                for (auto& p : stock) std::cout << p.first << " " << p.second << "\\n";
        }
    }
}
"""
STOCK = """
import sys
stock = {}
for line in sys.stdin:
    parts = line.split()
    op = parts[0]
    if op == "P":
        for name in sorted(stock):
            print(name, stock[name])
        continue
    name, amount = parts[1], int(parts[2])
    have = stock.get(name, 0)
    if op == "A":
        stock[name] = have + amount
    elif have < amount:
        print("too few", name)
    else:
        stock[name] = have - amount
"""
NAMED = """
import sys
stock = {}
for line in sys.stdin:
    op, *rest = line.split()
    if op == "P":
        for name, many in sorted(stock.items()):
            print(name, many)
    elif op == "A":
        stock[rest[0]] = stock.get(rest[0], 0) + int(rest[1])
    elif op == "R":
        name, amount = rest
        if stock.get(name, 0) < int(amount):
            print("too few", name)
        else:
            stock[name] = stock.get(name, 0) - int(amount)
"""


def read(language: str, source: str) -> Shape:
    found = by_id(language)
    assert found is not None
    (entry,) = (one for one in found.runner().survey(source).entries if one.kind == "script")
    return entry.parameters[0].shape


def lines(shape: Shape) -> tuple[list[tuple[str, ...]], set[str]]:
    """The names on the lines before, and the commands with `1` for a number behind them and `a` for a name."""
    assert isinstance(shape, OneOf)
    option = shape.options[0]
    assert isinstance(option, LinesShape)
    *head, last = [row for row in option.rows if isinstance(row, RowShape)]
    assert isinstance(last.tokens[0], Samples)
    known = [value.value.split() for value in last.tokens[0].values if isinstance(value, Text)]
    said = {" ".join((word, *("1" if one[0].isdigit() else "a" for one in rest))) for word, *rest in known}
    return [row.names for row in head], said


@pytest.mark.parametrize(
    ("language", "source", "head", "found"),
    [
        ("java", ACCOUNT, [("n",)], {"deposit 1", "withdraw 1"}),
        ("cpp", MOVES, [("n",)], {"in a 1", "move a a 1"}),
        ("cpp", SMALLEST, [("q",)], {"1 1", "2 1", "3"}),
        ("cpp", COUNTED, [("q",)], {"1 1", "2 1", "3"}),
        ("cpp", SIGNS, [], {"A a 1", "B a 1", "P"}),
        ("python", STOCK, [], {"A a 1", "P", "X a 1"}),
        ("python", NAMED, [], {"A a 1", "P", "R a 1"}),
    ],
    ids=["before", "around", "numbers", "scanf", "signs", "else", "named"],
)
def test_a_command_has_behind_it_what_is_read_on_its_way(
    language: str, source: str, head: list[tuple[str, ...]], found: set[str]
) -> None:
    """What is read for all stands behind all, what is read in a branch behind its words only."""
    if language == "java" and shutil.which("javac") is None:
        pytest.skip("NO JDK: nothing of Java was read")
    assert lines(read(language, source)) == (head, found)


def test_what_one_leaves_to_an_else_the_other_names() -> None:
    """Of several words that the candidate alone names nobody knows which is meant."""
    ours = read("python", STOCK)
    assert lines(named_together(ours, read("python", NAMED), STOCK, NAMED)) == ([], {"A a 1", "P", "R a 1"})
    more = NAMED.replace('elif op == "R":', 'elif op == "S":\n        print(rest[0])\n    elif op == "R":')
    assert lines(named_together(ours, read("python", more), STOCK, more)) == ([], {"A a 1", "P"})
    assert named_together(ours, ours, STOCK, STOCK) == ours


def test_of_lines_with_very_many_words_some_are_drawn() -> None:
    """Whoever writes a program decides how many there are: not all ways to write a line are made."""
    many = " >> ".join(f"x{number}" for number in range(40))
    shape = commands(
        f'int main() {{ while (cin >> k) {{ if (k == "a") {{ cin >> {many}; }} else if (k == "b") {{}} }} }}', ""
    )
    assert shape is not None
    long = next(one for one in lines(shape)[1] if one.startswith("a "))
    assert len(long.split()) == 41
    asked = "".join(f'if (k == "w{number}") {{ cin >> x; }} else ' for number in range(200))
    assert commands(f"int main() {{ while (cin >> k) {{ {asked}; }} }}", "") is not None


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("language", "reference", "candidate", "verdict"),
    [
        pytest.param("java", ACCOUNT, ACCOUNT.replace("> balance", ">= balance"), "differs", marks=pytest.mark.jdk),
        ("cpp", MOVES, MOVES.replace("std::map", "std::unordered_map"), "differs"),
        ("cpp", SMALLEST, COUNTED, "equivalent"),
        ("cpp", COUNTED, SMALLEST, "equivalent"),
        ("cpp", SMALLEST, SMALLEST.replace("erase(it)", "erase(x)"), "differs"),
        ("python", STOCK, NAMED, "equivalent"),
        ("python", NAMED, STOCK, "equivalent"),
        ("python", STOCK, NAMED.replace("< int(amount)", "<= int(amount)"), "differs"),
        ("python", STOCK, STOCK.replace("have < amount", "have <= amount"), "differs"),
    ],
)
def test_programs_that_read_commands_are_told_apart(
    session: EvidenceSession, language: str, reference: str, candidate: str, verdict: str
) -> None:
    if "unordered_map" in candidate:
        candidate = candidate.replace("<map>", "<unordered_map>")
    assert judged(session, language, candidate, reference).verdict == verdict
