"""Functions that C++ programs are given: which type wants what, what each does, and how it is written."""

# ruff: noqa: E501  the programs under test are data, each readable as one piece
from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.channel import Job, Room
from codescore.evidence.contract import Evidence
from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.cpp.run import survey
from codescore.languages.cpp.run.given import written
from codescore.languages.cpp.run.reading import read
from codescore.languages.cpp.run.types import shape_of
from codescore.languages.execution import Input
from codescore.languages.functions import NAMES, comparing, likening, preceding, taking
from codescore.languages.shapes import NullShape, SequenceShape, StandardShape
from codescore.languages.standard import is_written, made, text
from codescore.languages.values import Bool, Called, Int, Text
from codescore.languages.values import Sequence as Items
from tests.evidence.answers import answers

EMPTY = read(
    "struct Point { int x, y; };\ntypedef bool (*Test)(int);\nusing Say = std::function<void(const std::string&)>;"
)


@pytest.mark.parametrize(
    ("declared", "name", "type_"),
    [
        ("const std::function<bool(int)>&", "", taking(("number",), "bool")),
        ("std::function<std::string(const std::string&, int)>", "", taking(("text", "number"), "text")),
        ("std::function<int()>", "", taking((), "whole")),
        ("function<long long(const vector<int>&)>&&", "", taking(("list",), "long")),
        ("double (*)(double, double)", "", taking(("number", "number"), "real")),
        ("int (int)", "", taking(("number",), "whole")),
        ("std::function<void(const Point&)>", "", taking(("other",), "nothing")),
        ("std::function<Point(Point, Point)>", "", taking(("other", "other"), "same")),
        ("std::function<std::optional<int>(int)>", "", taking(("number",), "optional")),
        ("Test", "", taking(("number",), "bool")),
        ("Say", "", taking(("text",), "nothing")),
        ("std::function<bool(const Point&, const Point&)>", "", preceding("other")),
        ("bool (*)(int, int)", "same", likening("number")),
        ("std::function<int(std::string, std::string)>", "cmp", comparing("text")),
        ("std::function<int(int, int)>", "add", taking(("number", "number"), "whole")),
    ],
)
def test_a_type_of_functions_is_read(declared: str, name: str, type_: str) -> None:
    """What it takes and gives; two of a kind that give true or false are compared, as a name says."""
    assert type_ in NAMES
    assert shape_of(declared, EMPTY, (), name) == StandardShape(type_)


def test_what_no_function_can_give_is_not_made() -> None:
    """A function that has to give a thread is none that we have; lists of functions are made of those that we have."""
    assert shape_of("std::function<std::thread()>", EMPTY) == NullShape()
    assert shape_of("std::vector<std::function<void()>>", EMPTY) == SequenceShape(StandardShape(taking((), "nothing")))


@pytest.mark.parametrize(
    ("head", "body", "type_"),
    [
        ("template <class F> int f(const std::vector<int>& v, F f)", "return std::count_if(v.begin(), v.end(), f);", taking(("number",), "bool")),
        ("template <class F> int f(const std::vector<std::string>& v, const F& keep)", "int n = 0; for (auto& x : v) if (keep(x)) ++n; return n;", taking(("text",), "bool")),
        ("template <class T, class F> T f(const std::vector<T>& v, T s, F&& op)", "for (auto& x : v) s = std::forward<F>(op)(s, x); return s;", taking(("number", "number"), "whole")),
        ("void f(std::vector<int>& v, auto less)", "std::sort(v.begin(), v.end(), less);", preceding("number")),
        ("template <class F> void f(const std::vector<int>& v, F say)", "for (int x : v) { say(x); }", taking(("number",), "nothing")),
        ("template <class C> int f(const std::vector<int>& v, C compare)", "return compare(v[0], v[1]) < 0 ? 1 : 2;", comparing("number")),
        ("template <class P> bool f(const std::vector<int>& v, P same)", "return same(v[0], v[1]) || v.empty();", likening("number")),
        ("template <class F> int f(int times, F f)", "int n = 0; while (times-- > 0) n += f(); return n;", taking((), "whole")),
    ],
)  # fmt: skip
def test_what_a_template_calls_is_a_function(head: str, body: str, type_: str) -> None:
    """A call in a condition, one that stands by itself, and what algorithms do with it, tell what it gives."""
    (entry,) = survey(f"{head} {{ {body} }}").entries
    assert entry.parameters[-1].shape == StandardShape(type_)


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


@pytest.fixture(scope="module")
def it() -> Iterator[Room]:
    runner = by_id("cpp").runner()  # type: ignore[union-attr]
    assert runner is not None
    room = Room(runner.harness(), runner.prepared)
    yield room
    room.close()


NUMBERS, TEXTS, LISTS = "{0, 5, -3, 7}", '{"", "ab", "hello", "B"}', "{{}, {4}, {9, 2, 1}}"
#: Types, the arguments that they are called with, and what is tried.
ASKED = [
    ("int(int)", taking(("number",), "whole"), "int", NUMBERS, "g(a)"),
    ("long long(std::string)", taking(("text",), "long"), "std::string", TEXTS, "g(a)"),
    ("double(std::vector<int>)", taking(("list",), "real"), "std::vector<int>", LISTS, "g(a)"),
    ("bool(const std::string&, const std::string&)", taking(("text", "text"), "bool"), "std::string", TEXTS, "g(a, b)"),
    ("int(int, int)", taking(("number", "number"), "whole"), "int", NUMBERS, "g(a, b)"),
    ("std::string(int)", taking(("number",), "text"), "int", NUMBERS, "g(a)"),
    ("std::string(std::string, std::string)", taking(("text", "text"), "text"), "std::string", TEXTS, "g(a, b)"),
    ("std::vector<int>(std::vector<int>, std::vector<int>)", taking(("list", "list"), "same"), "std::vector<int>", LISTS, "g(a, b)"),
    ("std::vector<int>(int)", taking(("number",), "list"), "int", NUMBERS, "g(a)"),
    ("std::optional<int>(std::string)", taking(("text",), "optional"), "std::string", TEXTS, "g(a)"),
    ("long()", taking((), "long"), "int", NUMBERS, "g()"),
    ("bool(int, int)", preceding("number"), "int", NUMBERS, "g(a, b)"),
    ("bool(std::string, std::string)", preceding("text"), "std::string", TEXTS, "g(a, b)"),
    ("bool(int, int)", likening("number"), "int", NUMBERS, "g(a, b)"),
    ("int(std::string, std::string)", comparing("text"), "std::string", TEXTS, "g(a, b) < 0 ? -1 : g(a, b) > 0"),
]  # fmt: skip


@pytest.mark.parametrize(("signature", "type_", "taken", "tried", "ask"), ASKED, ids=[f"{a[0]} {a[1]}" for a in ASKED])
@pytest.mark.sandbox
def test_a_function_does_what_is_written(
    signature: str, type_: str, taken: str, tried: str, ask: str, it: Room
) -> None:
    """What a program is given answers as the expression that stands for it in a counterexample."""
    pure, unsteady = NAMES[type_]
    drawn = [made(type_, name, k) for name in (*pure, *unsteady) for k in (0, 2)]
    drawn = [one for one in drawn if is_written(one)]
    shown = " ".join(f"case {n}: return {written(one)};" for n, one in enumerate(drawn))
    source = (
        f"#include <bits/stdc++.h>\nusing G = std::function<{signature}>;\nnamespace n {{ G shown(int n) {{ switch (n) {{ {shown} default: return {{}}; }} }}\n"
        f"auto asked(G g) {{ std::vector<decltype([] {{ {taken} a, b; G g; return {ask}; }}())> out; std::vector<{taken}> all{tried};"
        f" for (const auto& a : all) for (const auto& b : all) out.push_back({ask}); return out; }} }}\n"
        f"bool f(int n, {'G'} given) {{ return n::asked(given) == n::asked(n::shown(n)); }}"
    )
    entry = survey(source).entries[-1]
    inputs = [Input((Int(n), one)) for n, one in enumerate(drawn)]
    ran = it.run(Job(source, entry, inputs, coverage=False, seconds=5.0))
    assert [(text(one), o.value) for one, o in zip(drawn, ran.outcomes, strict=True)] == [
        (text(one), Bool(True)) for one in drawn
    ], ran


@pytest.mark.sandbox
def test_functions_are_printed_called_and_given_back(it: Room) -> None:
    """One that gives nothing prints; copies share what they count; a pointer is told as it was sent; what comes back is asked."""
    source = """#include <bits/stdc++.h>
std::function<int(int)> f(std::function<void(const std::string&, int)> say, std::function<int()> next, bool (*test)(int), std::function<int(int)> g) {
    auto copy = next; say("x", next() + copy()); return [=](int n) { return test(n) ? g(n) : -1; }; }"""
    given = (
        made(taking(("text", "number"), "nothing"), "prints", 4), made(taking((), "whole"), "count from k", 3),
        made(taking(("number",), "bool"), "above k", 2), made(taking(("number",), "whole"), "times k", 2),
    )  # fmt: skip
    entry = survey(source).entries[-1]
    probes = (Input((Int(1),)), Input((Int(5),)), Input((Text("a"),)), Input(()))
    (outcome,) = it.run(Job(source, entry, [Input(given)], coverage=False, seconds=5.0, probes=probes)).outcomes
    assert outcome.stdout == "4: x, 7\n"
    assert outcome.value == Called((Int(-1), Int(10), None, None))
    assert outcome.arguments == given


@pytest.mark.sandbox
def test_a_function_of_a_name_that_the_library_has_is_called(it: Room) -> None:
    """`select` of the C library is another overload of it."""
    source = "#include <bits/stdc++.h>\nstd::vector<int> select(std::vector<int> v) { v.push_back(1); return v; }"
    ran = it.run(Job(source, survey(source).entries[-1], [Input((Items("list", ()),))], coverage=False, seconds=5.0))
    assert ran.outcomes[0].value == Items("list", (Int(1),))


def judged(session: EvidenceSession, candidate: str, reference: str) -> Evidence:
    language = by_id("cpp")
    assert language is not None
    return session.judge(candidate, reference, language, Options(pairs=answers("cpp", candidate, reference)))


HEAD = "#include <bits/stdc++.h>\n"
FOLD = (
    HEAD
    + "template <class F> int fold(const std::vector<int>& v, int start, F f) { int acc = start; for (int x : v) acc = f(acc, x); return acc; }"
)
LIBRARY = (
    HEAD
    + "template <typename Op> int fold(const std::vector<int>& v, int start, Op op) { return std::accumulate(v.begin(), v.end(), start, op); }"
)
BACKWARDS = (
    HEAD
    + "template <class F> int fold(const std::vector<int>& v, int start, F f) { int acc = start; for (auto i = v.rbegin(); i != v.rend(); ++i) acc = f(acc, *i); return acc; }"
)
BUTTON = (
    HEAD
    + """class Button { std::vector<std::function<void(int)>> handlers; int clicks = 0; public:
    void onClick(std::function<void(int)> h) { handlers.push_back(h); } void click() { ++clicks; for (auto& h : handlers) h(clicks); } };"""
)
LISTED = (
    HEAD
    + """class Button { std::list<std::function<void(int)>> all; int n; public: Button() : n(0) {}
    void onClick(std::function<void(int)> h) { all.emplace_back(std::move(h)); } void click() { n += 1; for (auto& h : all) h(n); } };"""
)
LAST = (
    HEAD
    + """class Button { std::function<void(int)> handler; int clicks = 0; public:
    void onClick(std::function<void(int)> h) { handler = h; } void click() { ++clicks; if (handler) handler(clicks); } };"""
)


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("candidate", "reference", "verdict"),
    [
        (LIBRARY, FOLD, "equivalent"),
        (BACKWARDS, FOLD, "differs"),
        (LISTED, BUTTON, "equivalent"),
        (LAST, BUTTON, "differs"),
    ],
    ids=["another way", "from the end", "kept by a class", "only the last is kept"],
)
def test_programs_that_are_given_functions_are_judged(
    session: EvidenceSession, candidate: str, reference: str, verdict: str
) -> None:
    """What a template calls, and callbacks that a class keeps and that print what they are told."""
    found = judged(session, candidate, reference)
    assert found.verdict == verdict, found.reason
