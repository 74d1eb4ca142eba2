"""Graphs by their nodes: neighbours that are nodes, edges in both directions, and who differs on other graphs only."""

from __future__ import annotations

from random import Random

import pytest

from codescore.evidence.adjacency import both_ways, own_keys, with_both_ways, with_own_keys
from codescore.evidence.generate import draw
from codescore.evidence.pool import Pool, fresh, pool_of
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages.looking_up import looking_up
from codescore.languages.shapes import (
    GroupShape,
    IntShape,
    MappingShape,
    RecordShape,
    SequenceShape,
    Shape,
    TextShape,
    TupleShape,
)
from codescore.languages.values import Group, Int, Mapping, Record, Ref, Sequence, Text, Value
from tests.evidence.judging import judged

_ability = probe()
runs = pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")

LISTS = MappingShape(TextShape(), SequenceShape(TextShape()))
LOOKS = "def reach(graph, start):\n    for other in graph[start]:\n        pass\n"

COMPONENTS = '''def components(graph: dict[str, list[str]]) -> list[list[str]]:
    """Connected components of an undirected graph: sorted lists, in sorted order."""
    seen, result = set(), []
    for root in sorted(graph):
        if root in seen:
            continue
        seen.add(root)
        stack, members = [root], []
        while stack:
            node = stack.pop()
            members.append(node)
            for neighbor in graph[node]:
                if neighbor not in seen:
                    seen.add(neighbor)
                    stack.append(neighbor)
        result.append(sorted(members))
    return result
'''
BY_JOINING = """def components(graph: dict[str, list[str]]) -> list[list[str]]:
    of = {node: {node} for node in graph}
    for node, others in graph.items():
        for other in others:
            if of[node] is not of[other]:
                of[node] |= of[other]
                for one in of[other]:
                    of[one] = of[node]
    return sorted({id(group): sorted(group) for group in of.values()}.values())
"""


def _graph(**edges: Value) -> Mapping:
    return Mapping("dict", tuple((Text(node), others) for node, others in edges.items()))


def _list(*names: str) -> Sequence:
    return Sequence("list", tuple(map(Text, names)))


GRAPHS = [
    _graph(a=_list("b", "x"), b=_list(), c=_list("a")),
    _graph(a=Group("set", (Text("b"), Text("x"))), b=Group("set", ())),
    _graph(
        a=Sequence("list", (Sequence("tuple", (Text("b"), Int(3))), Sequence("tuple", (Text("x"), Int(4))))),
        b=Sequence("list", ()),
    ),
    _graph(a=Mapping("dict", ((Text("b"), Int(3)), (Text("x"), Int(4)))), b=Mapping("dict", ())),
]


@pytest.mark.parametrize("graph", GRAPHS)
def test_neighbours_become_nodes_and_edges_go_both_ways(graph: Mapping) -> None:
    assert not own_keys(graph)
    made = with_own_keys(graph, Random(2))
    assert own_keys(made)
    assert [key for key, _ in made.items] == [key for key, _ in graph.items]
    both = with_both_ways(graph, Random(2))
    assert both_ways(both)
    assert with_both_ways(both, Random(2)) == both


def test_what_is_no_graph_stays() -> None:
    assert with_both_ways(Int(3), Random(1)) == Int(3)
    assert with_own_keys(Mapping("dict", ()), Random(1)) == Mapping("dict", ())


@pytest.mark.parametrize(
    ("shape", "source", "said"),
    [
        (LISTS, LOOKS, ["own keys"]),
        (LISTS, f'"""Ways in an undirected graph."""\n{LOOKS}', ["both ways"]),
        (MappingShape(IntShape(), SequenceShape(TupleShape((IntShape(), IntShape()), "tuple"))), LOOKS, ["own keys"]),
        (MappingShape(TextShape(), MappingShape(TextShape(), IntShape())), LOOKS, ["own keys"]),
        (LISTS, LOOKS.replace("graph[start]", "graph.get(start, [])"), []),
        (MappingShape(TextShape(), SequenceShape(IntShape())), LOOKS, []),
    ],
)
def test_neighbours_are_nodes_where_they_are_looked_up(shape: Shape, source: str, said: list[str]) -> None:
    assert [one.property for one in looking_up({"graph": shape}, source)] == said


@runs
def test_who_joins_what_is_connected_is_not_called_different() -> None:
    with EvidenceSession() as session:
        found = judged(session, "python", BY_JOINING, COMPONENTS)
        wrong = judged(session, "python", COMPONENTS.replace("sorted(members)", "members"), COMPONENTS)
    assert found.verdict in ("equivalent", "conditional")
    assert wrong.verdict == "differs"


ROUTES = '''def shortest(net: dict[str, list[str]], start: str, goal: str) -> list[str]:
    """The way with the fewest stops; of several the first in the alphabet."""
    before, todo = {start: None}, [start]
    while todo:
        stop = todo.pop(0)
        for following in sorted(net.get(stop, [])):
            if following not in before:
                before[following] = stop
                todo.append(following)
    way, stop = [], goal
    while goal in before and stop is not None:
        way.insert(0, stop)
        stop = before[stop]
    return way
'''
LATER = ROUTES.replace(
    """    before, todo = {start: None}, [start]
    while todo:
        stop = todo.pop(0)
        for following in sorted(net.get(stop, [])):
            if following not in before:
                before[following] = stop
                todo.append(following)
""",
    """    before, far, todo = {start: None}, {start: 0}, [start]
    while todo:
        stop = todo.pop(0)
        for following in sorted(net.get(stop, [])):
            if following not in far:
                todo.append(following)
            if far[stop] + 1 <= far.get(following, 10**9):
                far[following], before[following] = far[stop] + 1, stop
""",
)


@runs
def test_of_two_ways_that_are_as_short_the_other_one() -> None:
    """Graphs have so many edges between their nodes that two ways lead to one."""
    with EvidenceSession() as session:
        assert judged(session, "python", LATER, ROUTES).verdict == "differs"
        assert judged(session, "python", ROUTES, ROUTES).verdict == "equivalent"


def test_some_graphs_name_only_their_nodes_and_have_many_edges() -> None:
    for shape in (
        LISTS,
        MappingShape(IntShape(), SequenceShape(TupleShape((IntShape(), IntShape())))),
        MappingShape(TextShape(), GroupShape(TextShape())),
        MappingShape(TextShape(), MappingShape(TextShape(), IntShape())),
    ):
        pool = Pool(Random(3))
        drawn = [draw(shape, fresh(pool)) for _ in range(100)]
        edges = [sum(len(held.items) for _, held in one.items) for one in drawn if own_keys(one)]
        assert sum(count > 5 for count in edges) > 10


@pytest.mark.parametrize("value", [
    TupleShape((IntShape(), SequenceShape(TextShape()))),
    RecordShape("Task", (("days", IntShape()), ("needs", SequenceShape(TextShape())))),
    SequenceShape(TextShape()),
])  # fmt: skip
def test_what_a_node_needs_is_drawn_among_the_nodes(value: Shape) -> None:
    """Also where the list of it is one part of a tuple or an object; and now and then there is no circle."""
    shape, pool, named, acyclic = MappingShape(TextShape(), value), pool_of((), 5), 0, 0
    for _ in range(200):
        graph = draw(shape, pool)
        assert isinstance(graph, Mapping)
        needs = {}
        for node, held in graph.items:
            if isinstance(held, Ref):  # the same object again
                continue
            parts = [v for _, v in held.fields] if isinstance(held, Record) else held.items
            needs[node] = held.items if isinstance(value, SequenceShape) else parts[1].items
        inner = [one in needs for some in needs.values() for one in some]
        named += len(inner) > 2 and all(inner)
        left = dict(needs)
        while free := [node for node, some in left.items() if not any(one in left for one in some)]:
            left = {node: some for node, some in left.items() if node not in free}
        acyclic += len(inner) > 2 and all(inner) and not left
    assert named > 10
    assert acyclic > 4
