"""What the harness for C++ makes of a program's calls: text in, outcomes out, behind the real wall."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest

from codescore.evidence.channel import Job, Ran, Room
from codescore.evidence.contract import Outcome
from codescore.languages import by_id
from codescore.languages.cpp.run.compiling import Beside, is_light
from codescore.languages.execution import Input
from codescore.languages.values import (
    Bool,
    Char,
    Float,
    Group,
    Int,
    Mapping,
    Null,
    Record,
    Text,
    Value,
)
from codescore.languages.values import Sequence as Items

Run = Callable[..., Ran]


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Runs one program with some lists of arguments, in one sandbox for all tests."""
    language = by_id("cpp")
    assert language is not None
    runner = language.runner()
    assert runner is not None
    room = Room(runner.harness(), runner.prepared)

    def of(source: str, *given: Sequence[Value] | str, seconds: float = 5.0, assume: str | None = None) -> Ran:
        inputs = [Input((), one) if isinstance(one, str) else Input(tuple(one)) for one in given]
        entry = runner.survey(source).entries[-1]
        return room.run(Job(source, entry, inputs, coverage=False, seconds=seconds, assume=assume))

    yield of
    room.close()


def whole(*numbers: int, kind: str = "list") -> Value:
    """A sequence of whole numbers."""
    return Items(kind, tuple(Int(number) for number in numbers))


def only(ran: Ran) -> Outcome:
    """The one outcome of a job that was done."""
    assert (ran.how, ran.detail) == ("done", "")
    (outcome,) = ran.outcomes
    return outcome


SCALARS = """
#include <string>
std::string f(int a, long long b, unsigned c, double d, float e, bool g, char h, const std::string& s,
              std::string_view v) {
    return std::to_string(a) + " " + std::to_string(b) + " " + std::to_string(c) + " " + std::to_string(d + e)
        + (g ? " yes " : " no ") + h + s + std::string(v);
}
"""


def test_scalars_and_texts_go_in_and_out(run: Run) -> None:
    """Numbers of each kind, truth values, characters and texts in any script are passed and come back."""
    given = [Int(-3), Int(2**40), Int(7), Float(1.5), Int(2), Bool(value=True), Char("x"), Text('é\n"'), Text("😀")]
    assert only(run(SCALARS, given)).value == Text('-3 1099511627776 7 3.500000 yes xé\n"😀')


CONTAINERS = """
using namespace std;
map<string, vector<int>> f(const vector<vector<int>>& rows, map<string, int> m, unordered_set<int> s,
                           pair<int, string> p, tuple<char, bool> t, optional<int> o,
                           array<int, 2> a, deque<int> d, queue<int> q) {
    map<string, vector<int>> out;
    for (auto& row : rows) for (int x : row) out["rows"].push_back(x);
    for (auto& [key, value] : m) out[key].push_back(value);
    out["all"] = {int(s.size()), p.first, get<0>(t), o ? *o : -1, a[1], d.back(), q.front()};
    return out;
}
"""


def test_containers_go_in_and_out(run: Run) -> None:
    """The library's containers are made of values, nested ones too, and mappings come back as mappings."""
    given = [
        Items("list", (whole(1, 2), whole(), whole(3))),
        Mapping("dict", ((Text("k"), Int(9)),)),
        Group("set", (Int(1), Int(2))),
        Items("tuple", (Int(4), Text("x"))),
        Items("tuple", (Char("A"), Bool(value=True))),
        Items("optional", ()),
        whole(5, 6),
        whole(7, 8),
        whole(9, 10),
    ]
    value = only(run(CONTAINERS, given)).value
    assert isinstance(value, Mapping)
    assert dict(value.items) == {
        Text("all"): whole(2, 4, 65, -1, 6, 8, 9),
        Text("k"): whole(9),
        Text("rows"): whole(1, 2, 3),
    }


CHANGES = """
void f(std::vector<int>& kept, const std::vector<int>& same, int* numbers, int& count) {
    kept.push_back(1), numbers[0] = 5, ++count;
    printf("done\\n");
    std::cout << "twice" << std::endl;
}
"""


def test_what_a_call_changes_and_prints_is_told(run: Run) -> None:
    """Arguments are told as they are after the call, and both ways to print are caught."""
    outcome = only(run(CHANGES, [whole(0), whole(3), whole(4, 4), Int(1)]))
    assert outcome.arguments == (whole(0, 1), whole(3), whole(5, 4, kind="array"), Int(2))
    assert (outcome.value, outcome.stdout) == (Null(), "done\ntwice\n")


LISTS = """
class Solution {
public:
    ListNode* f(ListNode* head, TreeNode* root) {
        ListNode* before = nullptr;
        while (head) { ListNode* next = head->next; head->next = before; before = head; head = next; }
        before->val += root->left->val;
        return before;
    }
};
"""


def test_usual_nodes_need_no_definition(run: Run) -> None:
    """Lists and trees of the usual nodes are records, for a method of a class as well."""
    nodes = Record("ListNode", (("val", Int(1)), ("next", Record("ListNode", (("val", Int(2)), ("next", Null()))))))
    leaf = Record("TreeNode", (("val", Int(40)), ("left", Null()), ("right", Null())))
    tree = Record("TreeNode", (("val", Int(0)), ("left", leaf), ("right", Null())))
    value = only(run(LISTS, [nodes, tree])).value
    assert isinstance(value, Record)
    assert dict(value.fields)["val"] == Int(42)
    assert isinstance(dict(value.fields)["next"], Record)


OWN_TYPES = """
namespace shop {
enum class Size { small, large };
struct Item { int count; std::string name; Size size; int codes[2]; };
}
template <class T> shop::Item f(T more, shop::Item item) {
    item.count += more;
    item.size = shop::Size::large;
    return item;
}
"""


def test_own_classes_are_records_and_own_constants_are_named(run: Run) -> None:
    """A structure is its open members, an enumeration's constant its name, a template's parameter a whole number."""
    small, large = (Record("Size", (("name", Text(name)),)) for name in ("small", "large"))
    fields = (("count", Int(1)), ("name", Text("a")), ("size", small), ("codes", whole(1, 2)))
    value = only(run(OWN_TYPES, [Int(2), Record("Item", fields)])).value
    assert isinstance(value, Record)
    told = dict(value.fields)
    assert (told["count"], told["size"], told["codes"]) == (Int(3), large, whole(1, 2, kind="array"))


ENDS = """
int f(int a) {
    std::vector<int> v;
    int numbers[3] = {1, 2, 3}, *nothing = nullptr;
    volatile int zero = 0;
    switch (a) {
        case 1: throw std::invalid_argument("no");
        case 2: return v.at(7);
        case 3: return v[7];
        case 4: return a * 1000000007;
        case 5: return a / zero;
        case 6: return numbers[a];
        case 7: return *nothing;
        case 8: assert(a != 8);
        case 9: exit(9);
        case 10: throw 10;
        case 11: return 1 << (a + 30);
    }
    return a;
}
"""


def test_each_way_to_end_has_its_name(run: Run) -> None:
    """Exceptions, undefined behaviour that the compiler can see, assertions and exits end a call, not the job."""
    ran = run(ENDS, *([Int(number)] for number in range(12)))
    assert ran.how == "done"
    told = [(outcome.how, outcome.error, outcome.deliberate) for outcome in ran.outcomes]
    undefined = ("raise", "undefined behaviour", False)
    assert told == [
        ("return", "", False), ("raise", "invalid_argument", True), ("raise", "out_of_range", False),
        undefined, undefined, undefined, undefined, undefined,
        ("raise", "assert", True), ("exit", "9", False), ("raise", "int", True), undefined,
    ]  # fmt: skip
    assert ran.outcomes[4].message == "signed integer overflow in line 10"


@pytest.mark.parametrize(
    ("body", "how", "detail"),
    [
        ("volatile int go = 1; while (go) {} return 1;", "timeout", ""),
        ("return std::vector<long>(1 << 30).size();", "memory", ""),
        ("while (true) puts(std::string(1 << 16, 'x').c_str());", "output", ""),
    ],
)
def test_a_call_that_ends_the_process_ends_the_job(run: Run, body: str, how: str, detail: str) -> None:
    """Loops, memory and output are told apart, and the next program runs as ever."""
    ran = run(f"int f(int a) {{ {body} }}", [Int(1)], [Int(2)], seconds=1.0)
    assert (ran.how, len(ran.outcomes)) == (how, 1)
    assert ran.detail in (detail, "asleep" if how == "timeout" else detail)  # where nobody gives it time to compute
    assert only(run("int f(int a) { return a; }", [Int(1)])).value == Int(1)


@pytest.mark.parametrize(
    ("body", "message"), [("abort();", "signal 6 (SIGABRT)"), ("return f(a - 2) + 1;", "signal 11 (SIGSEGV)")]
)
def test_a_call_that_dies_alone_does_not_end_the_job(run: Run, body: str, message: str) -> None:
    """Aborts and endless recursion end the process of their call, and the calls after it are made."""
    ran = run(f"#include <cstdlib>\nint f(int a) {{ if (a == 2) return 7; {body} }}", [Int(1)], [Int(2)], seconds=1.0)
    assert [(outcome.how, outcome.message) for outcome in ran.outcomes] == [("crash", message), ("return", "")]
    assert ran.how == "done"


def test_a_function_may_be_called_before_it_stands(run: Run) -> None:
    """A text that is shown without its class runs as it would inside of it."""
    early = "#include <vector>\nint g(int a) { return later({a})[0] + 1; }\n"
    source = f"{early}std::vector<int> later(std::vector<int> x) {{ return x; }}\nint f(int a) {{ return g(a); }}"
    assert only(run(source, [Int(4)])).value == Int(5)


def test_each_call_starts_afresh(run: Run) -> None:
    """What a call leaves in a global variable the next one does not find."""
    ran = run("int seen = 0; int f(int a) { static int calls = 0; return seen += a + calls++; }", [Int(1)], [Int(1)])
    assert [outcome.value for outcome in ran.outcomes] == [Int(1), Int(1)]


SCRIPT = """
#include <iostream>
int main() { int a, b; while (std::cin >> a >> b) { if (!b) return 3; std::cout << a / b << std::endl; } }
"""


def test_a_program_reads_its_input(run: Run) -> None:
    """A whole program gets standard input and is told by what it prints, and by its exit code if that is not 0."""
    ran = run(SCRIPT, "7 2\n9 3", "1 0")
    assert [(o.how, o.stdout, o.error) for o in ran.outcomes] == [("return", "3\n3\n", ""), ("exit", "", "3")]


def test_what_does_not_compile_or_fit_says_so(run: Run) -> None:
    """A text with an error is not loaded, a missing header is a missing module, and too large a number is no input."""
    wrong = run("int f(int a) {\n  retur a;\n}", [Int(1)])
    assert (wrong.how, wrong.detail.split(":")[:2]) == ("load", ["does not compile", " line 2"])
    assert run("#include <no/such.h>\nint f(int a) { return a; }", [Int(1)]).how == "module"
    assert only(run("int f(int a) { return a; }", [Int(2**31)])).how == "input"


def test_a_condition_on_the_input_is_asked(run: Run) -> None:
    """An input for which the condition does not hold is none."""
    ran = run(
        "int f(int a, int b) { return a / b; }", [Int(1), Int(0)], [Int(4), Int(2)], assume="(b != 0) and (a > 0)"
    )
    assert [(outcome.how, outcome.value) for outcome in ran.outcomes] == [("assumption", Null()), ("return", Int(2))]


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("#include <vector>\nint f(std::vector<int> x) { return x.size(); }", True),
        ("#include <stdio.h>\n#include <math.h>\nint f(int x) { return abs(x); }", True),
        ("int f(int x) { return x; }", True),
        ("#include <bits/stdc++.h>\nint f(int x) { return x; }", False),
        ("#include <regex>\nint f(int x) { return x; }", False),
        ("int f(int x) { return std::regex_match(std::to_string(x), std::regex(\"1+\")); }", False),
    ],
)  # fmt: skip
def test_what_is_compiled_behind_less_of_the_library(source: str, wanted: bool) -> None:
    assert is_light(source, Beside()) is wanted


@pytest.mark.parametrize("source", [
    "int f(int x) { return std::ratio<6, 4>::num + x; }",  # no header says so, and we do not look for that name
    "#include <vector>\nint f(int x) { return std::chrono::seconds(x).count() + 3; }",
    "#include <ratio>\nint f(int x) { return std::ratio<3>::num + x; }",
])  # fmt: skip
def test_what_needs_all_of_the_library_has_it(run: Run, source: str) -> None:
    (outcome,) = run(source, [Int(4)]).outcomes
    assert outcome.value == Int(7), outcome
