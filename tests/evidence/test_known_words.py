"""Classes that take only a few words, and classes that are asked about what they gave."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.contract import Outcome
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.evidence.worded import worded
from codescore.languages import by_id
from codescore.languages.execution import Entry, Input
from codescore.languages.quoting import forms, quoted
from codescore.languages.shapes import CallsShape, OneOf, Samples, TextShape
from codescore.languages.values import Call, Sequence, Text
from tests.evidence.judging import judged

_ability = probe()
needs_sandbox = pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}; {_ability.remedy}")

ORDER = """RULES = {
    "new": {"pay": "paid", "cancel": "cancelled"},
    "paid": {"pack": "packed", "cancel": "cancelled", "hold": "onhold"},
    "packed": {"ship": "shipped", "hold": "onhold"},
    "onhold": {"cancel": "cancelled"},
}


class Order:
    def __init__(self):
        self.state, self.held = "new", None

    def apply(self, event):
        following = RULES.get(self.state, {}).get(event)
        if self.state == "onhold" and event == "resume":
            following = self.held
        if following is None:
            raise ValueError(f"cannot {event} an order that is {self.state}")
        if following == "onhold":
            self.held = self.state
        self.state = following
        return following
"""
BACK_TO_PAID = ORDER.replace("following = self.held\n", 'following = "paid"\n')
SEATS = """class Hall {
  constructor(rows, perRow) { this.taken = Array.from({ length: rows }, () => new Array(perRow).fill(false)); }
  book(count) {
    for (let r = 0; r < this.taken.length; r++) {
      const free = this.taken[r].indexOf(false);
      if (LEFT) continue;
      this.taken[r].fill(true, free, free + count);
      return this.taken[r].slice(free, free + count).map((_, i) => `${'ABCDEFGH'[r]}${free + i + 1}`);
    }
    return [];
  }
  release(label) {
    const row = this.taken['ABCDEFGH'.indexOf(label.charAt(0))];
    row[Number(label.slice(1)) - 1] = false;
  }
}
module.exports = { Hall };
"""
HALL = SEATS.replace("LEFT", "free < 0 || free + count > this.taken[r].length")
FULL = SEATS.replace("LEFT", "(this.full ??= new Set()).has(r) || free < 0 || free + count > this.taken[r].length")
FULL = FULL.replace("      return", "      if (!this.taken[r].includes(false)) this.full.add(r);\n      return")
CART = """class Cart:
    def __init__(self):
        self.items = []

    def add(self, name):
        if name == "":
            raise ValueError("a name is wanted")
        self.items.append(name)
        return len(self.items)
"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as made:
        yield made


def tried(*texts: str, taken: bool) -> list[tuple[Input, Outcome]]:
    """Sequences of one call each, on an object that is made before."""
    how = "return" if taken else "raise"
    return [
        (
            Input((Sequence("calls", (Call("Cart"), Call("add", (Text(text),)))),)),
            Outcome("return", steps=(Outcome("return"), Outcome(how))),
        )
        for text in texts
    ]


def entry() -> Entry:
    language = by_id("python")
    assert language is not None
    return next(one for one in language.runner().survey(CART).entries if one.members)


def told(found: Entry) -> object:
    shape = found.parameters[0].shape
    assert isinstance(shape, CallsShape)
    return shape.methods[0].parameters[0]


def test_words_are_those_that_are_taken_where_all_others_are_refused() -> None:
    """Enough others; and not where one that does not stand in the program is taken, too."""
    known, others = (Text("pay"), Text("ship")), [f"x{n}" for n in range(12)]
    shape = told(worded(entry(), known, [*tried("pay", taken=True), *tried(*others, taken=False)]))
    assert isinstance(shape, OneOf)
    assert {Samples((Text("pay"),)), Samples(known), told(entry())} == {*shape.options}
    assert isinstance(told(entry()), TextShape)
    for some in (
        [*tried("pay", taken=True), *tried(*others[1:], taken=False)],
        [*tried("pay", "y", taken=True), *tried(*others, taken=False)],
        tried(*others, taken=False),
    ):
        assert worded(entry(), known, some) == entry()


@pytest.mark.sandbox
@needs_sandbox
def test_a_machine_of_states_is_led_through_them(session: EvidenceSession) -> None:
    """Four words one after the other; what goes back to the wrong state shows there only."""
    assert judged(session, "python", BACK_TO_PAID, ORDER).verdict == "differs"
    found = judged(session, "python", ORDER, ORDER + "\n")
    assert found.verdict == "equivalent", found.reason


@pytest.mark.sandbox
@needs_sandbox
def test_seats_that_were_given_are_given_back(session: EvidenceSession) -> None:
    """The label of a seat is made by the object; a row that is free again is booked again."""
    found = judged(session, "javascript", FULL, HALL)
    assert found.verdict == "differs", found.reason


@pytest.mark.parametrize(
    ("words", "texts"),
    [
        ("such as 1.4.0 or 2.0.0-beta.2 in the way", ("1.4.0", "2.0.0-beta.2")),
        ("a time, e.g. 9:30, is", ("9:30",)),
        ("like 3.5 or more", ("3.5",)),
        ("like this one, from 1.4.0 on", ()),
        ("such as x-y", ()),
    ],
)
def test_words_behind_such_as_are_examples_without_quotes(words: str, texts: tuple[str, ...]) -> None:
    assert quoted(f"/** Takes versions {words}. */") == texts


def test_examples_that_are_listed_without_quotes_say_how_texts_are_written() -> None:
    assert (
        forms("/** Compares versions such as 1.4.0 or 2.0.0-beta.2. */")
        == forms('/** Compares versions such as "1.4.0" or "2.0.0-beta.2". */')
        != ""
    )
