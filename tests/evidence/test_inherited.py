"""Classes made of others of their file: what is handed on to those, and what operators and copies ask of an object."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.execution import Entry
from codescore.languages.ordinary import USUAL
from codescore.languages.shapes import OneOf, StandardShape
from codescore.languages.standard import FUNCTION
from tests.evidence.judging import judged

CACHE = """\
import copy

class Store:
    def __init__(self, room, sized=None):
        if room < 0:
            raise ValueError("room must not be negative")
        self._room, self._sized, self._items = room, sized, {}

    def put(self, name, count):
        if self._sized is not None:
            count = self._sized(count)
        if len(self._items) >= self._room:
            raise ValueError("full")
        self._items[name] = count

    def total(self):
        return sum(self._items.values())

    def __copy__(self):
        other = Store(self._room, self._sized)
        other._items = self._items.copy()
        return other

    def __rmul__(self, by):
        return by * self.total()

    def __round__(self, digits=None):
        return round(self.total() / 3, digits)


class Queue(Store):
    def __init__(self, room, sized=None):
        {above}
        self._order = []

    def put(self, name, count, put=Store.put):
        put(self, name, count)
        self._order.append(name)

    def first(self):
        return self._order[0] if self._order else None
"""
SUPER = CACHE.replace("{above}", "super().__init__(room, sized)")
NAMED = CACHE.replace("{above}", "Store.__init__(self, room, sized)")
CHECKED = """\
class Shelf:
    def __init__(self, size):
        self._check(size)
        self._size = size

    def _check(self, number):
        if number < 0:
            raise ValueError(number)

    def size(self):
        return self._size
"""


def _members(source: str, name: str) -> dict[str, Entry]:
    language = by_id("python")
    assert language is not None
    runner = language.runner()
    assert runner is not None
    entry = next(one for one in runner.survey(source).entries if one.name == name)
    return {member.name: member for member in entry.members}


@pytest.mark.parametrize("source", [SUPER, NAMED])
def test_what_a_constructor_hands_on_is_what_that_of_the_base_class_takes(source: str) -> None:
    room, sized = _members(source, "Queue")["__init__"].parameters
    assert isinstance(sized.shape, OneOf)
    assert any(isinstance(one, StandardShape) and one.type == FUNCTION for one in sized.shape.options)
    assert not [one for one in _members(source, "Queue")["__init__"].assumptions if one.because == USUAL], room.name


def test_a_method_that_a_parameter_is_bound_to_is_not_given_by_others() -> None:
    assert [one.name for one in _members(SUPER, "Queue")["put"].parameters] == ["name", "count"]


def test_a_method_that_checks_for_another_says_what_that_deals_with() -> None:
    assert not _members(CHECKED, "Shelf")["__init__"].assumptions


@pytest.mark.sandbox
def test_copies_and_operators_are_asked_of_objects(session: EvidenceSession) -> None:
    for right, wrong in (
        ("self._items.copy()", "self._items"),
        ("by * self.total()", "by + self.total()"),
        ("round(self.total() / 3, digits)", "self.total() // 3"),
    ):
        found = judged(session, "python", SUPER.replace(right, wrong), SUPER)
        assert found.verdict == "differs", (wrong, found.reason)


@pytest.mark.sandbox
def test_a_test_of_a_copy_imports_what_makes_it(session: EvidenceSession) -> None:
    wrong = SUPER.replace("self._items.copy()", "self._items")
    found = next(one for one in judged(session, "python", wrong, SUPER).units if one.counterexample)
    assert found.counterexample is not None
    assert "copy.copy(a)" in found.counterexample.input
    assert "import copy\n" in found.counterexample.test


@pytest.mark.sandbox
def test_who_refuses_more_is_said_to_where_that_is_not_enough_evidence(session: EvidenceSession) -> None:
    reference = SUPER + "\n    def never(self):\n        if self._room == -3:\n            return 4\n        return 1\n"
    stricter = '        if room == 0:\n            raise ValueError("no room at all")\n        if room < 0:'
    found = judged(session, "python", reference.replace("        if room < 0:", stricter), reference)
    assert found.verdict == "insufficient", found.reason
    assert "refuses" in found.reason
