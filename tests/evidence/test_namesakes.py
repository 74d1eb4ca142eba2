"""Parameters of one name in the methods of a class: what one of them takes, another one takes, too."""

from __future__ import annotations

from random import Random

import pytest

from codescore.evidence.generate import draw
from codescore.evidence.pool import Pool
from codescore.evidence.session import EvidenceSession
from codescore.evidence.swarm import swarm_calls
from codescore.languages import by_id
from codescore.languages.execution import Entry, Parameter
from codescore.languages.namesakes import like_namesakes
from codescore.languages.shapes import AnyShape, CallShape, CallsShape, IntShape, Shape, TextShape
from codescore.languages.values import Call
from tests.evidence.judging import judged

STOCK = """
class Stock {
  constructor() {
    this.shelves = new Map();
  }

  put(sku, weight, count = 1) {
    const shelf = this.shelves.get(sku) || { weight, count: 0 };
    shelf.weight = weight;
    shelf.count += count;
    this.shelves.set(sku, shelf);
  }

  drop(sku) {
    return this.shelves.delete(sku);
  }

  heavy() {
    let sum = 0;
    for (const { weight, count } of this.shelves.values()) sum += weight * count;
    return sum;
  }
}
"""
REMEMBERS = """
class Stock {
  #weights = {};
  #counts = {};

  put(sku, weight, count = 1) {
    this.#weights[sku] = weight;
    this.#counts[sku] = (this.#counts[sku] ?? 0) + count;
  }

  drop(sku) {
    const known = sku in this.#weights;
    delete this.#weights[sku];
    return known;
  }

  heavy() {
    return Object.keys(this.#weights).reduce((sum, sku) => sum + this.#weights[sku] * this.#counts[sku], 0);
  }
}
"""


def _member(name: str, **shapes: Shape) -> Entry:
    return Entry(name, "method", tuple(Parameter(of, shape) for of, shape in shapes.items()))


def test_what_nothing_is_known_of_is_as_its_namesakes_are() -> None:
    found = like_namesakes([_member("put", sku=TextShape(), price=IntShape()), _member("drop", sku=AnyShape())])
    assert found[1].parameters[0].shape == TextShape()


def test_what_is_only_handed_on_is_read_from_its_namesakes() -> None:
    survey = by_id("javascript").runner().survey(STOCK, (), ())
    (whole,) = (one for one in survey.entries if one.members)
    drop = next(one for one in whole.members if one.name == "drop")
    assert isinstance(drop.parameters[0].shape, TextShape)


def test_namesakes_that_are_unlike_say_nothing() -> None:
    some = (_member("one", x=TextShape()), _member("two", x=IntShape()), _member("three", x=AnyShape()))
    assert like_namesakes(some) == some


def test_some_sequences_are_about_a_single_name() -> None:
    put, drop = CallShape("put", (TextShape(),), names=("sku",)), CallShape("drop", (TextShape(),), names=("sku",))
    shape = CallsShape(CallShape("Stock"), (put, drop), ())
    single = 0
    for seed in range(60):
        calls = list(swarm_calls(shape, Pool(Random(seed)), draw, Call("Stock")))[1:]
        single += len({one.arguments[0] for one in calls}) <= 2
    assert single > 15


@pytest.mark.sandbox
def test_what_is_put_back_after_it_was_removed_is_new(session: EvidenceSession) -> None:
    assert judged(session, "javascript", REMEMBERS, STOCK).verdict == "differs"
    assert judged(session, "javascript", STOCK, STOCK).verdict == "equivalent"
