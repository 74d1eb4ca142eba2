"""An input of a reference, with what came of it.  Neighbours: `evidence.cases` (makes them)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from codescore.evidence.contract import Outcome
from codescore.languages.execution import Input
from codescore.languages.values import Text

#: Where an input stands: inside the task as far as known, outside of what the reference seems to assume, or
#: rejected by it.
Place: TypeAlias = Literal["inside", "outside", "rejected"]


@dataclass(frozen=True, slots=True)
class Case:
    """An input with what the reference does; `shown`: it stands in the reference's own words.

    `likely`: how likely it is, 0 to 1, that it is an input of the task.  `guessed`: nothing that the reference says of
    itself tells what it takes, only that it took this; a candidate that fails on it may be right.  `grown`: so is one
    that answers otherwise, as not even the form is told.  `unmeant`: why what one candidate does with it may be none of
    the task, in words.
    """

    given: Input
    expected: Outcome
    place: Place
    shown: bool = False
    likely: float = 1.0
    guessed: bool = False
    grown: bool = False
    unmeant: str = ""


def texts_at(answered: Sequence[Input]) -> Iterator[tuple[int, list[tuple[Input, str]]]]:
    """The places of arguments, each with the inputs that have a text there, and the text."""
    for place in range(max((len(given.arguments) for given in answered), default=0)):
        taken = [(one, one.arguments[place]) for one in answered if place < len(one.arguments)]
        yield place, [(one, value.value) for one, value in taken if isinstance(value, Text)]


#: A line of blanks, which nobody tells from an empty one.
UNSEEN = re.compile(r"^[ \t]+$", re.MULTILINE)


def meant_first(case: Case) -> tuple[bool, bool, bool]:
    """By what cases are put in the order in which a candidate is run on them: it may be stopped on the first few."""
    return (UNSEEN.search(case.given.stdin) is not None, not case.shown, case.place != "inside")
