"""Names that are looked up are there, places in a list of objects are some of it, numbers add up to what is said."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from codescore.evidence.among import named_in, own_places, with_names_in, with_own_places
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.evidence.summed import adds_up, made_to_add_up
from codescore.languages.looking_up import looking_up
from codescore.languages.shapes import (
    FloatShape,
    IntShape,
    MappingShape,
    RecordShape,
    SequenceShape,
    TextShape,
    TupleShape,
)
from codescore.languages.summing import summing
from codescore.languages.values import Float, Int, Mapping, Record, Sequence, Text, Value
from tests.evidence.judging import judged

_ability = probe()
runs = pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")

COURSE = """#include <stdexcept>
#include <string>
#include <vector>
struct Part { std::string name; int weight; std::vector<int> scores; };
int best(const std::vector<Part>& parts) {
    int total = 0, weights = 0;
    for (const Part& p : parts) {
        int most = 0;
        for (int score : p.scores) most = %s;
        total += p.weight * most;
        weights += p.weight;
    }
    %s
    return total / 100;
}
"""
REFUSES = 'if (weights != 100) throw std::invalid_argument("weights");'
PLAN = """import java.util.*;
class Plan {
    static Map<String, Integer> ends(Map<String, Integer> days, Map<String, List<String>> needs) {
        Map<String, Integer> found = new TreeMap<>();
        for (String job : days.keySet()) found.put(job, end(job, days, needs));
        return found;
    }
    private static int end(String job, Map<String, Integer> days, Map<String, List<String>> needs) {
        int start = 0;
        for (String one : needs.getOrDefault(job, List.of())) start = Math.max(start, end(one, days, needs));
        return start + days.get(job);
    }
}
"""
PLAN_BY_ROUNDS = """import java.util.*;
class Plan {
    static Map<String, Integer> ends(Map<String, Integer> days, Map<String, List<String>> needs) {
        Map<String, Integer> found = new TreeMap<>(days);
        for (int round = 0; round < days.size(); round++) {
            for (String job : needs.keySet()) {
                int start = 0;
                for (String one : needs.get(job)) start = %s;
                found.put(job, start + days.get(job));
            }
        }
        return found;
    }
}
"""
UNITS = """from dataclasses import dataclass

@dataclass
class Unit:
    name: str
    parent: int  # -1 for a top unit
    spent: int

def spent(units: list[Unit]) -> list[int]:
    total = [unit.spent for unit in units]
    for number, unit in enumerate(units):
        above = unit.parent
        while above >= 0:
            total[above] += unit.spent
            above = units[above].parent
    return total
"""
UPWARDS = """from dataclasses import dataclass

@dataclass
class Unit:
    name: str
    parent: int
    spent: int

def spent(units: list[Unit]) -> list[int]:
    total = [unit.spent for unit in units]
    for number in reversed(range(len(units))):
        if units[number].parent >= 0:
            total[units[number].parent] += total[number]
    return total
"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as made:
        yield made


@runs
def test_a_program_that_refuses_other_sums_is_run(session: EvidenceSession) -> None:
    """Weights that add up to 100 are made, so that something is compared."""
    reference = COURSE % ("score > most ? score : most", REFUSES)
    assert judged(session, "cpp", COURSE % ("std::max(most, score)", REFUSES), reference).verdict == "equivalent"
    assert judged(session, "cpp", COURSE % ("score", REFUSES), reference).verdict == "differs"
    scaled = judged(session, "cpp", COURSE % ("score > most ? score : most", ""), reference)
    assert (scaled.verdict, scaled.reason[:8]) == ("conditional", "the same")


def test_what_adds_up_is_said_or_refused() -> None:
    part = SequenceShape(RecordShape("Part", (("weight", IntShape()), ("score", IntShape()))))
    for made in ("Scales the weights so that they add up to 1.", "Says whether the weights add up to 100."):
        assert not [*summing({"parts": part}, made, "")]
    (promised,) = summing({"parts": part}, "The weights always add up to 100.", "")
    (said,) = summing({"parts": part}, "The weights of all parts add up to 100.", "")
    assert said.weight < promised.weight
    assert (said.bound, said.other, said.words()) == (100, "weight", "parts has weight that add up to 100")
    refused = "total = sum(part.weight for part in parts)\nif total != 100:\n    raise ValueError(total)"
    assert [one.other for one in summing({"parts": part}, "", refused)] == ["weight"]
    shares = SequenceShape(FloatShape())
    (found,) = summing(
        {"shares": shares, "cents": IntShape()}, "", "if abs(sum(shares) - 1.0) > 1e-9:\n  raise ValueError"
    )
    assert (found.parameter, found.bound, found.other) == ("shares", 1, "")
    assert not [*summing({"parts": part}, "", "if total != 100:\n    total = 0")]


@pytest.mark.parametrize(
    ("value", "field", "total"),
    [
        (Sequence("list", (Int(3), Int(4), Int(200))), "", 100),
        (Sequence("list", (Float(0.5), Float(7.0))), "", 1),
        (Sequence("list", tuple(Record("P", (("n", Text("a")), ("w", Int(n)))) for n in (1, 2, 3))), "w", 100),
        (Mapping("dict", ((Text("a"), Int(1)), (Text("b"), Int(2)))), "", 100),
        (Sequence("list", (Mapping("dict", ((Text("w"), Int(1)),)),)), "w", 100),
    ],
)  # fmt: skip
def test_numbers_are_made_to_add_up(value: Value, field: str, total: int) -> None:
    assert not adds_up(value, field, total)
    for seed in range(20):
        assert adds_up(made_to_add_up(value, field, total, Random(seed)), field, total)
    assert not adds_up(Sequence("list", ()), field, total)


@runs
def test_what_is_looked_up_is_there(session: EvidenceSession) -> None:
    """A job that nobody said how long it takes is no input to hold against who fails on it."""
    found = judged(session, "java", PLAN_BY_ROUNDS % "Math.max(start, found.get(one))", PLAN)
    assert found.verdict in ("conditional", "equivalent"), found.reason
    assert judged(session, "java", PLAN_BY_ROUNDS % "found.get(one)", PLAN).verdict == "differs"


def test_who_asks_whether_it_is_there_is_given_what_is_not() -> None:
    days, needs = MappingShape(TextShape(), IntShape()), MappingShape(TextShape(), SequenceShape(TextShape()))
    (found,) = looking_up({"days": days, "needs": needs}, "start += days.get(job);  // one in days")
    assert (found.parameter, found.property, found.other) == ("needs", "named in", "days")
    for asking in ("if job in days: days[job]", "days.containsKey(x); days.get(x)", "days.get(job, 0)"):
        assert not [*looking_up({"days": days, "needs": needs}, asking)]
    value = Mapping("dict", ((Text("a"), Sequence("list", (Text("b"), Text("c")))),))
    other = Mapping("dict", ((Text("b"), Int(1)),))
    assert not named_in(value, other)
    assert named_in(with_names_in(value, other, Random(1)), other)
    assert named_in(with_names_in(value, Mapping("dict", ()), Random(1)), Mapping("dict", ()))


@runs
def test_objects_lead_to_others_of_their_list(session: EvidenceSession) -> None:
    """In any order, and never in a circle: who takes parents to stand before their children is told."""
    right = UPWARDS.replace(
        "reversed(range(len(units)))", "sorted(range(len(units)), key=depth, reverse=True)"
    ).replace(
        "    for number",
        "    def depth(n):\n        return 1 + depth(units[n].parent) if n >= 0 else 0\n\n    for number",
    )
    assert judged(session, "python", right, UNITS).verdict == "equivalent"
    assert judged(session, "python", UPWARDS, UNITS).verdict == "differs"


def test_places_of_their_own() -> None:
    def units(*parents: int) -> Sequence:
        return Sequence("list", tuple(Record("Unit", (("parent", Int(n)),)) for n in parents))

    assert own_places(units(-1, 0, 1), "parent", -1)
    assert own_places(units(1, 2, -1), "parent", -1)
    assert not any(own_places(units(*some), "parent", -1) for some in ((0,), (1, 0), (3, -1), (-2,)))
    made = [with_own_places(units(9, 9, 9, 9), "parent", -1, Random(n)) for n in range(30)]
    assert all(own_places(one, "parent", -1) for one in made)
    assert len({*made}) > len(made) // 3
    shape = SequenceShape(RecordShape("Unit", (("parent", IntShape()), ("spent", IntShape()))))
    (found,) = looking_up({"units": shape}, "below.at(units[i].parent).push_back(i);  if (units[i].parent >= 0)")
    assert (found.property, found.other, found.bound) == ("own places", "parent", -1)


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("staff = [[] for _ in up]\nfor n, one in enumerate(up):\n    if one != -1: staff[one].append(n)", True),
        ("while up[at] != -1:\n    at = up[up[at]]", True),
        ("while up[at] != -1:\n    at = up[at]", True),
        ("while up[at] != 9:\n    at = up[at]", False),
        ("n = len(up)\nsize = [1] * n\nfor one in up:\n    if one >= 0: size[one] += 1", True),
        ("int n = up.length; int[] size = new int[n]; for (int one : up) { if (one != -1) size[one]++; }", True),
        ("const size = new Array(up.length).fill(1); for (const one of up) { if (one >= 0) size[one]++; }", True),
        ("vector<int> size(up.size()); for (int one : up) { if (one != -1) size[one]++; }", True),
        ("counts = [0] * 26\nfor one in up:\n    if one >= 0: counts[one] += 1", False),
        ("size = [1] * len(up)\nfor one in up:\n    size[one] += 1", False),
        ("seen = set(up)\nfor one in up:\n    if one == -1: return 0", False),
    ],
)  # fmt: skip
def test_numbers_that_are_places_in_their_own_list(code: str, found: bool) -> None:
    """Or -1: the parents of a tree's nodes."""
    told = looking_up({"up": SequenceShape(IntShape())}, code)
    assert [(one.property, one.bound) for one in told] == [("own places", -1)] * found


PARTY = """
def best_party(boss, fun):
    staff = [[] for _ in boss]
    heads = []
    for person, chief in enumerate(boss):
        if chief == -1:
            heads.append(person)
        else:
            staff[chief].append(person)

    def solve(person):
        invited, absent = fun[person], 0
        for member in staff[person]:
            one, other = solve(member)
            invited, absent = invited + other, absent + max(one, other)
        return invited, absent

    return sum(max(solve(head)) for head in heads)
"""
OTHER_PARTY = """
def best_party(boss, fun):
    depth = lambda n: 0 if boss[n] < 0 else 1 + depth(boss[n])
    come, stay = list(fun), [0] * len(boss)
    for n in sorted(range(len(boss)), key=depth, reverse=True):
        if boss[n] >= 0:
            come[boss[n]] += stay[n]
            stay[boss[n]] += max(come[n], stay[n])
    return sum(max(come[n], stay[n]) for n in range(len(boss)) if boss[n] < 0)
"""


@runs
def test_parents_lead_to_no_circle(session: EvidenceSession) -> None:
    """Who goes up from each person is not called different for it."""
    assert judged(session, "python", OTHER_PARTY, PARTY).verdict in ("equivalent", "conditional")
    assert (
        judged(session, "python", OTHER_PARTY.replace("max(come[n], stay[n])\n", "come[n]\n"), PARTY).verdict
        == "differs"
    )


EDGE = TupleShape((TextShape(), TextShape()), "tuple")
NODES = SequenceShape(TextShape())
ORDER = """def order(tasks, before):
    \"\"\"The tasks in an order, for pairs (a, b) of before: a first; of several the first in the alphabet.\"\"\"
    waiting = {task: 0 for task in tasks}
    unlocks = {}
    for a, b in before:
        unlocks.setdefault(a, []).append(b)
        waiting[b] = waiting.get(b, 0) + 1
    found = []
    ready = sorted(task for task, count in waiting.items() if not count)
    while ready:
        task = ready.pop(0)
        found.append(task)
        for other in unlocks.get(task, []):
            waiting[other] -= 1
            if not waiting[other]:
                ready.append(other)
        ready.sort()
    if len(found) < len(waiting):
        raise ValueError("cycle")
    return found
"""
ORDER_BY_SEARCH = """def order(tasks: list[str], before: list[tuple[str, str]]):
    left, found = sorted(tasks), []
    while left:
        free = [task for task in left if not any(b == task and a in left for a, b in before)]
        if not free:
            raise ValueError("cycle")
        found.append(free[0])
        left.remove(free[0])
    return found
"""


def test_pairs_of_names_are_of_those_in_the_list_beside_them() -> None:
    said = {
        one.property: (one.parameter, one.other)
        for one in looking_up({"tasks": NODES, "before": SequenceShape(EDGE)}, "")
    }
    assert said == {"named in": ("before", "tasks"), "distinct": ("tasks", "")}
    weighted = SequenceShape(TupleShape((TextShape(), TextShape(), IntShape()), "tuple"))
    assert [*looking_up({"nodes": NODES, "edges": weighted}, "")]
    assert not [*looking_up({"old": NODES, "new": NODES, "changes": SequenceShape(EDGE)}, "")], "of which is not known"
    assert not [*looking_up({"words": SequenceShape(TextShape(alphabet="ab")), "pairs": SequenceShape(EDGE)}, "")]
    pair = Sequence("tuple", (Text("x"), Text("a")))
    pairs, names = Sequence("list", (pair,)), Sequence("list", (Text("a"), Text("b")))
    assert not named_in(pairs, names)
    assert named_in(with_names_in(pairs, names, Random(1)), names)
    assert with_names_in(pairs, Sequence("list", ()), Random(1)) == Sequence("list", ())


@runs
def test_who_knows_only_listed_names_is_not_called_different(session: EvidenceSession) -> None:
    typed = ORDER.replace("tasks, before)", "tasks: list[str], before: list[tuple[str, str]])")
    assert judged(session, "python", ORDER_BY_SEARCH, typed).verdict == "conditional"
    late = typed.replace("        ready.sort()\n", "")
    assert judged(session, "python", late, typed).verdict == "differs"


@pytest.mark.parametrize(
    ("source", "placed"),
    [
        ("days = defaultdict(int)\nfor v in visits:\n    days[v.day] += v.page\n", False),
        ("const days = {};\nfor (const v of visits) days[v.day] = (days[v.day] ?? 0) + v.page;\n", False),
        (
            "Map<Integer, Integer> days = of();\nfor (Visit v : visits) days.put(v.day(), days.get(v.day()) + 1);\n",
            False,
        ),
        ("std::map<int, int> days;\nfor (const auto& v : visits) days[v.day] += v.page;\n", False),
        ("days = {}\nfor v in visits:\n    day = v.day\n    days[day] = v.page\n", False),
        ("days = [0] * len(visits)\nfor v in visits:\n    days[v.day] += v.page\n", True),
        ("for v in visits:\n    total += visits[v.day].page\n", True),
    ],
)
def test_what_is_kept_by_key_has_no_places(source: str, placed: bool) -> None:
    """The numbers by which a program keeps something of its own in a mapping are any."""
    visit = RecordShape("Visit", (("day", IntShape()), ("page", IntShape())))
    found = looking_up({"visits": SequenceShape(visit)}, source)
    assert any(one.property == "own places" and one.other == "day" for one in found) is placed
