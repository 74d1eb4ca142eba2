"""Edges of the input of which a reference says nothing: nothing in it, null, negative, zero, lengths that do not fit.

At an edge without a *source* (see `evidence.sources`) a reference may answer without meaning to, and a candidate that
does something else there by accident (what its language leaves undefined, or means otherwise) may be right.  Pure.
Neighbours: `evidence.features` (what can be said of an input), `evidence.verdicts` (asks).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import permutations

from codescore.evidence.case import UNSEEN, Case
from codescore.evidence.cases import Cases
from codescore.evidence.contract import Outcome
from codescore.evidence.features import Literal
from codescore.evidence.in_no_order import in_no_order
from codescore.evidence.left_open import left_open, reordered, thrown_away
from codescore.evidence.policy import LARGE_NUMBER, large
from codescore.evidence.sentinels import begun_with, sentinel
from codescore.evidence.sources import has_source
from codescore.languages.execution import (
    CUT,
    DEEP,
    END,
    FARAWAY,
    HALF,
    INDEX,
    LOCALE,
    OVERFLOW,
    OWN_WAY,
    ROUNDED,
    STAND_IN,
    UNDEFINED,
    UNPACKED,
    Input,
)
from codescore.languages.shapes import OneOf, SequenceShape, Shape
from codescore.languages.standard import is_standard
from codescore.languages.values import Record, walk

#: What is said of a place in the input without a source.
UNSAID = "{}, of which the reference says nothing"
#: What is said where a candidate asks more of an object of an unknown class than the reference does.
LACKING = "it asks more of an object, whose class nobody tells, than the reference does"
#: What is said where a candidate takes apart what the reference looks into only.
UNLIKE = UNSAID.format("a row has more or fewer items than it unpacks")
_HELD = ("and the number is held a little above or below it", "which languages do in their own ways")
_IN_OWN_WAYS = {
    LOCALE: "texts are put in another order by locale than by their signs",
    FARAWAY: "a day lies beyond the year 9999",
}
#: What is said where a place is worked out that is none, and the reference's language counts from the end with it.
FROM_THE_END = "the reference looks up a place below zero, which only its language takes from the end"
_SELDOM = 0.25  # the share of the inputs on which an author may not have seen that
_NEGATIVE = ("negative", "has negative")
_OF_ONE = ("empty", "empty item", "null", *_NEGATIVE, "zero")
_OF_TWO = (("from length", True), ("as long", False))


def _made_up(given: Input) -> bool:
    """Whether an input has an object that may stand in for one of another class."""
    parts = (part for value in given.arguments for part in walk(value))
    return any(isinstance(part, Record) and not is_standard(part) for part in parts)


def _any_length(shape: Shape, *, inside: bool = False) -> bool:
    """Whether nothing says how many items a tuple has, or a sequence in another."""
    if isinstance(shape, OneOf):
        return any(_any_length(option, inside=inside) for option in shape.options)
    if not isinstance(shape, SequenceShape):
        return False
    open_ = (inside or shape.kind == "tuple") and shape.min_size != shape.max_size
    return open_ or _any_length(shape.element, inside=True)


#: Functions that draw lots, and where they come from.
_CHANCE = frozenset((
    "random", "randint", "randrange", "shuffle", "choice", "choices", "sample", "uniform", "gauss", "token_hex",
    "nextInt", "nextDouble", "nextBoolean", "ints", "rand",
))  # fmt: skip
_RANDOM = re.compile(r"\bimport random\b|\bfrom random\b|\bMath\.random\b|\bRandom\b|\bsecrets\b|<random>")
LOTS = "the reference draws lots"
#: What is said of the same items in another order where that of the reference's shows no rule.
NO_ORDER = "the same items stand in another order, and those of the reference in none that one can see"


class Edges:
    """The edges that have no source in what is known of a reference, and what they excuse."""

    def __init__(self, cases: Cases) -> None:
        self._entry, self._foreign = cases.entry, cases.foreign
        self._usable = [case for case in cases.cases if case.place != "rejected"]
        self._names = tuple(parameter.name for parameter in cases.entry.parameters)
        self._script = cases.entry.kind == "script"
        self._open = any(not one.declared and _any_length(one.shape) for one in cases.entry.parameters)
        self._found: list[Literal] | None = None  # once they are asked for
        self._in_no_order: bool | None = None
        self._source = cases.source
        self._lots = self._draws_lots(cases.source)
        self._begun = begun_with(cases.source, cases.constants)

    def _draws_lots(self, source: str) -> bool:
        """Whether what a reference gives is up to chance: it repeats itself only because chance is made to."""
        uses = self._entry.uses.union(*(member.uses for member in self._entry.members))
        return bool(uses & _CHANCE) and _RANDOM.search(source) is not None

    def _all(self) -> Iterator[Literal]:
        for feature in _OF_ONE:
            yield from (Literal(feature, name) for name in self._names)
        for feature, holds in _OF_TWO:
            yield from (Literal(feature, one, two, holds=holds) for one, two in permutations(self._names, 2))

    def _unsaid(self) -> list[Literal]:
        if self._found is None:
            self._found = [] if self._script else [one for one in self._all() if not self._said(one)]
        return self._found

    def _said(self, edge: Literal) -> bool:
        return has_source(self._usable, partial(edge.true_of, self._names))

    def _at(self, given: Input, doubts: tuple[str, ...]) -> str:
        """The first edge without a source that an input is at, in words; "" where it is at none."""
        edges = [one for one in self._unsaid() if ROUNDED not in doubts or one.feature in _NEGATIVE]
        found = next((edge.words() for edge in edges if edge.true_of(self._names, given)), "")
        return UNSAID.format(found) if found else ""

    def _unknown(self, case: Case, outcome: Outcome) -> str:
        """What of a value nobody tells, or what only the reference's language does, on which a candidate failed."""
        wraps = self._foreign and not outcome.deliberate and case.expected.doubt == INDEX
        if wraps and self._seldom_from_the_end():
            return FROM_THE_END
        if outcome.doubt == STAND_IN and _made_up(case.given):
            return LACKING
        return UNLIKE if outcome.doubt == UNPACKED and self._open else ""

    def _held(self, doubts: set[str]) -> str:
        """What either of the two did that is done in several ways."""
        if HALF in doubts:
            return f"half of the last digit is rounded, {_HELD[self._foreign]}"
        return next((said for doubt, said in _IN_OWN_WAYS.items() if doubt in doubts), "")

    def _seldom_from_the_end(self) -> bool:
        """Whether on few inputs alone the reference works out a place below zero, so that it may not be meant."""
        return sum(case.expected.doubt == INDEX for case in self._usable) < _SELDOM * len(self._usable)

    def by_chance(self, outcome: Outcome) -> str:
        """That a candidate answers otherwise where the reference draws lots."""
        return LOTS if self._lots and outcome.how == "return" else ""

    def _reordered(self, expected: Outcome, outcome: Outcome) -> str:
        """That the same items are given in another order, where that of the reference's shows no rule."""
        if not reordered(expected, outcome):
            return ""
        if self._in_no_order is None:
            self._in_no_order = in_no_order(self._usable, self._source)
        return NO_ORDER if self._in_no_order else ""

    def excuse(self, case: Case, outcome: Outcome) -> str:
        """Why a difference may be none of the task, in words; "" where nothing speaks for that.

        The reference's text may leave the answer open, or give only the last of several values. Where a line has
        nothing but blanks nobody sees that it is not empty. A large number may overflow. An object of which nothing
        is known but what the reference does with it may be able to do more, and a row that it only looks into may
        always be as long as a candidate takes it apart. Who fails where the reference leaves out the rest of a longer
        list may be right.
        At an edge without a source a candidate may fail by what its language leaves undefined; one in another
        language by any accident, and differ by what the two languages mean otherwise.
        """
        blank = "a line has nothing but blanks, which nobody sees" if UNSEEN.search(case.given.stdin) else ""
        said = thrown_away(self._entry, case.expected, outcome) or blank
        if said or case.shown or case.place != "inside":
            return said
        too_large = outcome.doubt == OVERFLOW and large(case.given)
        open_ = left_open(self._entry, case.expected, outcome) or self._reordered(case.expected, outcome)
        open_ = open_ or self.by_chance(outcome)
        if said := open_ or (LARGE_NUMBER if too_large else sentinel(self._begun, case.given, case.expected)):
            return said
        if outcome.how == "raise" and (unknown := self._unknown(case, outcome)):
            return unknown
        accident = outcome.how == "raise" and not outcome.deliberate
        if accident and case.expected.doubt == CUT:
            return "two lists are gone through together and are not of one length"
        if self._foreign and accident and outcome.doubt == DEEP:
            return "it calls itself too often for its language"
        failed = accident and (self._foreign or outcome.doubt == UNDEFINED)
        if failed and case.expected.doubt == END:
            return "the reference reads the end of a text as a sign"
        if not accident and (held := self._held({case.expected.doubt, outcome.doubt})):
            return held
        own = self._foreign and (case.expected.doubt in OWN_WAY or outcome.doubt == ROUNDED)
        return self._at(case.given, (case.expected.doubt, outcome.doubt)) if failed or own else ""
