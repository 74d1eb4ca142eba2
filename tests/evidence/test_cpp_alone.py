"""Calls of a C++ program share a process where none can find anything of the ones before; else each has its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from codescore.evidence.channel import Job, Room
from codescore.languages.cpp.run import runner as cpp_runner
from codescore.languages.cpp.run.alone import is_alone, keeps_nothing
from codescore.languages.execution import Entry, Input
from codescore.languages.values import Int, Sequence

ALONE = [
    "int f(std::vector<int> v) { int s = 0; for (int x : v) s += x; return s; }",
    "const int K = 3;\nint f(int a) { return a * K; }",
    "static int twice(int a) { return 2 * a; }\nint f(int a) { return twice(a); }",
    "struct N { int v; N* next; N(int a) : v(a), next(nullptr) {} };\nN* f(int a) { return new N(a); }",
    "int g(int);\nint f(int a) { return g(a); }\nint g(int a) { return a; }",
    "class S { public: int f(int a) { int dp[10] = {0}; std::string s; return dp[a % 10] + a; } };",
    "int f(int a) { static const int K = 3; return a + K; }",
    "int f(int a) { return a; }\nint main() { int n; std::cin >> n; std::cout << f(n); }",
]
KEEPING = [
    "int n = 0;\nint f(int a) { return n += a; }",
    "int f(int a) { static int n = 0; return n += a; }",
    "std::map<int, int> memo;\nint f(int a) { return memo[a]++; }",
    "namespace x { std::vector<int> v(3); }\nint f(int a) { return x::v[a]++; }",
    "struct A { static int n; int f() { return n++; } };\nint A::n = 0;",
    "auto f = [n = 0](int a) mutable { return n += a; };",
    "int f(int a) { int x; if (a) x = 1; return x; }",
    "int* f(int a) { return new int[a]; }",
    "int f(int a) { int* p = new int(a); delete p; return a; }",
    "int f(int a) { std::cout << a; return a; }",
    "int f(int a) { return rand() % a; }",
    "#define LATER(a) static int n; return n += a\nint f(int a) { LATER(a); }",
]


@pytest.mark.parametrize("source", ALONE)
def test_who_keeps_nothing_shares_a_process(source: str) -> None:
    assert keeps_nothing(source)


@pytest.mark.parametrize("source", KEEPING)
def test_who_may_keep_something_does_not(source: str) -> None:
    assert not keeps_nothing(source)


def test_what_is_asked_for_counts_too() -> None:
    """A whole program, one with files beside it, calls that are made before, functions that are given."""
    asked = {"source": ALONE[0], "entry": {"kind": "function"}, "types": ["std::vector<int>"]}
    assert is_alone(asked)
    assert not is_alone({**asked, "entry": {"kind": "script"}})
    assert not is_alone({**asked, "neighbours": ["x"]})
    assert not is_alone({**asked, "again": True})
    assert not is_alone({**asked, "before": [[["int", "1"]]]})
    assert not is_alone({**asked, "types": ["std::function<int(int)>"]})
    assert not is_alone({**asked, "types": ["int (*)(int)"]})


@pytest.fixture
def room(room_of: Callable[[str], Room]) -> Room:
    return room_of("cpp")


def asked(source: str, *numbers: int) -> Job:
    return Job(source, Entry("f", "function"), tuple(Input((Int(number),)) for number in numbers))


#: What a call may come to, each in its own branch.
MANY = """#include <stdexcept>
#include <string>
#include <vector>
std::string f(int n) {
  if (n == 1) throw std::invalid_argument("one");
  if (n == 2) return std::vector<int>{1, 2}.at(n) ? "a" : "b";
  if (n == 3) { int m = 2147483647; return std::to_string(m + n); }
  if (n == 4) { std::vector<int> v; return std::to_string(v[n]); }
  if (n == 5) { int* p = nullptr; return std::to_string(*p); }
  if (n == 6) __builtin_trap();
  if (n == 7) exit(3);
  if (n == 8) throw 7;
  return std::string(static_cast<std::size_t>(n), 'x');
}
"""


@pytest.mark.sandbox
def test_all_that_calls_may_come_to_is_told_as_of_calls_by_themselves(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Values, errors, undefined behaviour, ends, deaths, branches: with the calls that follow."""
    job = asked(MANY, 0, 1, 9, 2, 3, 10, 4, 5, 6, 11, 7, 8, 0, 1)
    together = room.run(job)
    assert together.how == "done"
    assert [outcome.how for outcome in together.outcomes].count("return") == 5
    monkeypatch.setattr(cpp_runner, "is_alone", lambda job: False)
    apart = room.run(job)
    assert apart.how == "done"
    for one, other in zip(together.outcomes, apart.outcomes, strict=True):
        assert replace(one, seconds=0.0) == replace(other, seconds=0.0)
    assert len({outcome.covered for outcome in together.outcomes}) > 5


@pytest.mark.sandbox
def test_a_call_that_takes_too_long_ends_as_ever(room: Room) -> None:
    """What was answered before it stays, and the next job is run."""
    source = "int f(int n) { volatile_ = n; return n; }".replace("volatile_ = n;", "while (n > 5) n += n % 2 ? 1 : -1;")
    assert keeps_nothing(source)
    ran = room.run(replace(asked(source, 1, 2, 9, 3), seconds=0.2))
    assert (ran.how, [one.how for one in ran.outcomes]) == ("timeout", ["return", "return", "timeout"])
    assert [one.value for one in room.run(asked(source, 3, 4)).outcomes] == [Int(3), Int(4)]


@pytest.mark.sandbox
def test_a_large_answer_is_one_record_among_others(room: Room) -> None:
    source = "#include <vector>\nstd::vector<int> f(int n) { return std::vector<int>(n, 7); }"
    ran = room.run(asked(source, 2, 50_000, 1))
    assert ran.how == "done"
    lengths = [len(one.value.items) for one in ran.outcomes if isinstance(one.value, Sequence)]
    assert lengths == [2, 50_000, 1]
