"""Lists of rows that are about a few things: ways that cost the same, and what words say of the parts of rows."""

from __future__ import annotations

from random import Random

import pytest

from codescore.evidence.few_things import of_few_things
from codescore.evidence.generate import draw
from codescore.evidence.pool import Pool
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.execution import Entry, Parameter
from codescore.languages.shapes import IntShape, SequenceShape, TextShape, TupleShape
from codescore.languages.told_signs import told_signs
from codescore.languages.values import Value, walk
from tests.evidence.judging import judged

ROADS = '''
from heapq import heappop, heappush


def route(roads, start, goal):
    """The cheapest way from one town to another, as (cost, towns); None where there is none.

    roads has (town, town, cost) for each road, with positive whole costs; they lead both ways.  Of several the way
    with the fewest towns, of these the one whose towns come first in the alphabet.
    """
    beside = {}
    for one, other, cost in roads:
        beside.setdefault(one, []).append((other, cost))
        beside.setdefault(other, []).append((one, cost))
    waiting = [(0, 1, [start])]
    done = set()
    while waiting:
        so_far, many, way = heappop(waiting)
        if way[-1] == goal:
            return so_far, way
        if way[-1] in done:
            continue
        done.add(way[-1])
        for other, cost in beside.get(way[-1], []):
            if other not in done:
                heappush(waiting, (so_far + cost, many + 1, way + [other]))
    return None
'''
ANY_NUMBER_OF_TOWNS = """
def route(roads, start, goal):
    both = [*roads, *((other, one, cost) for one, other, cost in roads)]
    best = {start: (0, [start])}
    better = True
    while better:
        better = False
        for one, other, cost in both:
            if one in best:
                so_far, way = best[one]
                found = (so_far + cost, way + [other])
                if other not in best or found < best[other]:
                    best[other] = found
                    better = True
    return best.get(goal)
"""
EDGES = SequenceShape(TupleShape((TextShape(), TextShape(), IntShape(1))))
ENTRY = Entry("route", "function", (Parameter("roads", EDGES), Parameter("start", TextShape())))


def test_rows_are_often_of_few_names_and_numbers() -> None:
    pool, few = Pool(Random(5)), 0
    for _ in range(200):
        drawn = [draw(parameter.shape, pool) for parameter in ENTRY.parameters]
        made = of_few_things(ENTRY, drawn, pool, draw)
        few += made != drawn
        if made != drawn:
            rows: list[tuple[Value, ...]] = [row.items for row in made[0].items]  # type: ignore[union-attr]
            assert 3 <= len(rows) <= 8
            assert len({name for row in rows for name in row[:2]}) <= 4
            assert {row[2].value for row in rows} <= {1, 2, 3, 4}  # type: ignore[union-attr]
    assert 50 < few < 120


def test_what_is_no_list_of_rows_is_left_as_it_is() -> None:
    entry = Entry("total", "function", (Parameter("numbers", SequenceShape(IntShape())),))
    pool = Pool(Random(5))
    for _ in range(50):
        drawn = [draw(entry.parameters[0].shape, pool)]
        assert of_few_things(entry, drawn, pool, draw) is drawn


def test_rows_keep_to_the_bounds_of_their_parts() -> None:
    bounded = SequenceShape(TupleShape((IntShape(5, 6), IntShape(10, None))))
    entry, pool = Entry("f", "function", (Parameter("rows", bounded),)), Pool(Random(5))
    for _ in range(100):
        (made,) = of_few_things(entry, [draw(bounded, pool)], pool, draw)
        for row in made.items:  # type: ignore[union-attr]
            one, other = (part.value for part in walk(row) if part is not row)  # type: ignore[union-attr]
            assert 5 <= one <= 6
            assert other >= 10


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("A list of (town, town, cost) with positive whole costs.", [("cost", "positive")]),
        ("Each row is (town, town, cost). The cost is positive.", [("cost", "positive")]),
        ("Rows of (town, town, cost), with non-negative costs.", [("cost", "non-negative")]),
        ("Counts the roads with positive costs.", []),
        ("The cost may be positive or negative.", []),
        ("Returns a positive cost.", []),
    ],
)
def test_words_say_the_sign_of_a_part(words: str, told: list[tuple[str, str]]) -> None:
    assert [(part, sign) for part, sign, _ in told_signs(words, ["town", "cost"], ["roads"])] == told


def test_a_part_that_words_call_positive_is_no_more_than_not_negative_by_its_name() -> None:
    (entry,) = by_id("python").runner().survey(ROADS, (), ()).entries
    assert [(one.property, one.because) for one in entry.assumptions if one.part == "cost"] == [
        ("positive", "its text says 'positive whole costs'")
    ]


@pytest.mark.sandbox
def test_of_ways_that_cost_the_same_another_one_is_told(session: EvidenceSession) -> None:
    found = judged(session, "python", ANY_NUMBER_OF_TOWNS, ROADS)
    assert found.verdict == "differs"
    assert judged(session, "python", ROADS, ROADS).verdict == "equivalent"
