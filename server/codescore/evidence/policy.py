"""What kind of difference one is, and which of them decide.

A difference has a *class*: another `value` (or none), a refusal that only one of the two has (`exception`), what is
left in the arguments (`effect`), printed text beside an answer (`output`), no answer in time (`time`).

A refusal is deliberate where a `raise`, `assert` or `throw` of the program's own gives it.  One that the candidate
dropped, or added to inputs that the reference answers, makes a verdict conditional: whether it is part of the task, the
programs do not say.  An error that just happens on an input of the wrong kind is no refusal.

Pure.  Neighbours: `evidence.compare` (what differs), `evidence.verdicts` (counts and words).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from codescore.evidence.compare import OPAQUE
from codescore.evidence.domain import MATTERS
from codescore.evidence.shrink import Difference, weight
from codescore.languages.values import Int, nothing, walk

Class: TypeAlias = Literal["value", "exception", "effect", "output", "time"]
_LARGE = 1000  # numbers above this make programs slow that are right


_OUTSIDE = "outside of what the reference seems to assume"
_APART = {"exception": "where one of the two refuses", "effect": "beside the answer", "time": "on large inputs"}


def apart(kind: str) -> str:
    """Where a difference lies that does not decide, in words."""
    return _APART.get(kind, _OUTSIDE)


def class_of(found: Difference) -> Class:
    """The class of a difference."""
    case, outcome, aspect = found
    if dropped(found) or added(found):
        return "exception"
    if aspect == "timeout" or outcome.how == "timeout":
        return "time"
    if aspect == "arguments":
        return "effect"
    return "output" if aspect == "stdout" and not nothing(case.expected.value) else "value"


def dropped(found: Difference) -> bool:
    """Whether the candidate goes on where the reference refuses deliberately."""
    case, outcome, aspect = found
    refused = case.place == "rejected" and case.expected.deliberate
    return refused and aspect not in ("", OPAQUE) and outcome.how != "input"


def added(found: Difference) -> bool:
    """Whether the candidate refuses deliberately what the reference answers, and does not show as an example."""
    case, outcome, _ = found
    meant = case.place == "inside" or (case.place == "outside" and case.likely >= MATTERS)
    answers = meant and case.expected.how == "return" and not case.shown
    return answers and outcome.how == "raise" and outcome.deliberate


def beside(found: Difference) -> bool:
    """Whether what differs may not be meant: what is left in the arguments beside an answer that is the same, and time
    on large numbers."""
    if found[2] == "timeout":
        given = found[0].given
        numbers = [part.value for value in given.arguments for part in walk(value) if isinstance(part, Int)]
        numbers += [int(word) for word in given.stdin.split() if word.isascii() and word.isdigit() and len(word) < 20]
        return any(abs(number) > _LARGE for number in numbers)
    return found[2] == "arguments" and not nothing(found[0].expected.value)


def deciding(pairs: list[Difference]) -> list[Difference]:
    """The differences that make a candidate another program; refusals that it added do if nothing else can be said of
    it: they are more than what it answers."""
    inside = [pair for pair in pairs if pair[0].place == "inside"]
    found = [pair for pair in inside if pair[2] not in ("", OPAQUE) and not beside(pair)]
    grave = [pair for pair in found if not added(pair)]
    same = sum(not pair[2] for pair in inside)
    return grave or (found if len(found) > same else [])


def refusals(pairs: list[Difference]) -> tuple[list[Difference], list[Difference]]:
    """What the candidate dropped and what it added, the smallest input first."""
    parts = [pair for pair in pairs if dropped(pair)], [pair for pair in pairs if added(pair)]
    return sorted(parts[0], key=_size), sorted(parts[1], key=_size)


def _size(pair: Difference) -> float:
    return weight(pair[0].given)
