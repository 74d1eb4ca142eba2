"""C++ classes run as sequences of calls: what their texts are seen to say, and verdicts on faults in their state."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.calls import sequence
from codescore.evidence.channel import Job
from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.cpp.run import survey
from codescore.languages.values import Call, Int

CPP = by_id("cpp")
ACCOUNT = """
#include <stdexcept>
namespace bank {
class Account {
 public:
  explicit Account(int start = 0) : balance_(start) {}
  void deposit(int amount) { check(amount); balance_ += amount; }
  Account& withdraw(int amount);
  int balance() const { return balance_; }
 private:
  static void check(int amount) { if (amount < 0) throw std::invalid_argument("amount"); }
  void audit() { balance_ = 0; }
  int balance_;
};
Account& Account::withdraw(int amount) {
  check(amount);
  if (amount <= balance_) balance_ -= amount;
  return *this;
}
}
"""
OTHER = """
#include <stdexcept>
#include <vector>
namespace bank {
struct Account {
  Account(int start = 0) { log.push_back(start); }
  void deposit(int amount) { if (amount < 0) throw std::invalid_argument("no"); log.push_back(amount); }
  Account& withdraw(int amount) {
    if (amount < 0) throw std::invalid_argument("no");
    if (balance() >= amount) log.push_back(-amount);
    return *this;
  }
  int balance() const { int sum = 0; for (int one : log) sum += one; return sum; }
 private:
  std::vector<int> log;
};
}
"""
ADDS = ACCOUNT.replace("balance_ -= amount", "balance_ += amount")


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


def test_a_class_is_an_entry_with_its_open_methods() -> None:
    """What makes an object comes first; static, closed and special ones are no members, and no method stands alone."""
    (entry,) = survey(ACCOUNT).entries
    assert (entry.name, entry.kind) == ("bank::Account", "class")
    make, *members = entry.members
    assert [(p.name, p.optional) for p in make.parameters] == [("start", True)]
    assert {m.name: m.tells for m in members} == {"deposit": False, "withdraw": True, "balance": True}


@pytest.mark.parametrize(
    "source",
    [
        "class A { int n = 0; public: void up() { n++; } };",
        "class A { int n = 0; A(int n) : n(n) {} public: int up() { return n++; } };",
        "template <class... T> class A { std::tuple<T...> n; public: int get() { return std::get<0>(n); } };",
    ],
    ids=["shows nothing", "cannot be made", "template of any number"],
)
def test_a_method_of_an_object_with_state_is_not_run_alone(source: str) -> None:
    """Where no sequence can be made, nothing is run: one call on a new object would say too much."""
    assert survey(source).entries == ()


STEPS = """
#include <stdexcept>
#include <vector>
class Pile {
  std::vector<int> held;
 public:
  void put(int n) { if (n < 0) throw std::invalid_argument("less than nothing"); held.push_back(n); }
  int last() { return held.back(); }
};
"""


def test_what_calls_did_before_one_that_the_language_leaves_undefined_is_known(session: EvidenceSession) -> None:
    """A throw of the class's own is deliberate and the next call is made; after undefined behaviour none is."""
    assert CPP is not None
    (entry,) = survey(STEPS).entries
    steps = [
        ("Pile", []),
        ("put", [Int(-1)]),
        ("put", [Int(7)]),
        ("last", []),
        ("Pile", []),
        ("last", []),
        ("last", []),
    ]
    calls = sequence(tuple(Call(name, tuple(arguments)) for name, arguments in steps))
    ran = session.rooms.room(CPP, "reference").run(Job(STEPS, entry, (calls,), coverage=False, seconds=5.0))
    (outcome,) = ran.outcomes
    told = [(step.how, step.deliberate, step.doubt) for step in outcome.steps]
    fine, undefined = ("return", False, ""), ("raise", False, "undefined")
    assert told == [fine, ("raise", True, ""), fine, fine, fine, undefined, undefined]
    assert outcome.steps[3].value == Int(7)


def test_a_method_without_state_is_run_by_itself() -> None:
    """A class that holds nothing is where functions stand."""
    (entry,) = survey("class Solution { public: int twice(int n) { return 2 * n; } };").entries
    assert (entry.name, entry.kind, entry.owner) == ("twice", "method", "Solution")


SCRATCH = """
class Solution {
public:
    int rows, most;
    vector<vector<bool>> seen;
    vector<vector<int>> steps = {{0, 1}, {1, 0}};
    int largest(vector<vector<bool>>& grid) {
        rows = grid.size();
        seen = vector<vector<bool>>(rows);
        for (int n = 0; n < rows; n++) seen[n].resize(grid[n].size());
        this->most = 0;
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < (int)grid[r].size(); c++) most = max(most, from(grid, r, c));
        return most;
    }
private:
    int from(vector<vector<bool>>& grid, int r, int c) {
        if (r == rows || c >= (int)grid[r].size() || !grid[r][c] || seen[r][c]) return 0;
        seen[r][c] = true;
        int sum = 1;
        for (auto& step : steps) sum += from(grid, r + step[0], c + step[1]);
        return sum;
    }
};
"""
LOOPS = """
class Solution {
public:
    int largest(vector<vector<bool>>& grid) {
        auto seen = grid;
        int most = 0;
        for (int r = 0; r < (int)grid.size(); r++)
            for (int c = 0; c < (int)grid[r].size(); c++) {
                int sum = 0;
                vector<pair<int, int>> left{{r, c}};
                while (!left.empty()) {
                    auto [a, b] = left.back();
                    left.pop_back();
                    if (a == (int)grid.size() || b >= (int)grid[a].size() || !seen[a][b]) continue;
                    seen[a][b] = false;
                    sum++;
                    left.push_back({a + 1, b});
                    left.push_back({a, b + 1});
                }
                most = max(most, sum);
            }
        return most;
    }
};
"""


@pytest.mark.parametrize(
    ("candidate", "verdict"),
    [(LOOPS, "equivalent"), (LOOPS.replace("most = max(most, sum)", "most += sum"), "differs")],
    ids=["right", "wrong"],
)
def test_what_a_method_sets_anew_is_nothing_that_an_object_keeps(
    session: EvidenceSession, candidate: str, verdict: str
) -> None:
    """It is run by itself, also against one whose class holds nothing."""
    method, _ = survey(SCRATCH).entries
    assert (method.name, method.kind) == ("largest", "method")
    pairs = (("Solution.largest", "Solution.largest"),)
    assert session.judge(candidate, SCRATCH, CPP, Options(budget=2.0, pairs=pairs)).verdict == verdict


def test_an_account_that_adds_what_is_taken_is_told_apart(session: EvidenceSession) -> None:
    """The calls that show it are told as C++ writes them; the same account kept in another way is not different."""
    found = session.judge(ADDS, ACCOUNT, CPP, Options())
    assert found.verdict == "differs"
    assert found.counterexample is not None
    assert found.counterexample.input.startswith("bank::Account a")
    assert found.counterexample.test.startswith("void test_bank_Account() {\n    bank::Account a")
    right = session.judge(OTHER, ACCOUNT, CPP, Options())
    assert right.verdict in ("equivalent", "insufficient")
    assert right.verdict == "equivalent" or right.reason
