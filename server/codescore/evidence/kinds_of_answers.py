"""More inputs of the kinds that a reference seldom finds: a number that is perfect, a code whose last digit is right.

Where a function sorts what it is given into a few kinds, chance may draw a dozen inputs of one and none of another; who
never answers with that one looks right.  All small numbers are tried (most wrong programs are wrong on some small
input: the small scope hypothesis of Jackson and Damon, 1996), and what is near inputs of a kind that few belong to.
Neighbour: `evidence.special_inputs` (asks).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import islice, product
from typing import TypeAlias

from codescore.evidence.case import Case
from codescore.evidence.cases import Cases, extend, fitting
from codescore.evidence.channel import Room
from codescore.evidence.contract import Outcome
from codescore.evidence.mutate import near
from codescore.languages.execution import Input
from codescore.languages.shapes import IntShape
from codescore.languages.values import Bool, Int, Text

_TO = (500, 22, 7)  # numbers of each parameter, from 0, where there are one, two, three
_ANSWERS, _KINDS, _OF_EACH = 6, 24, 8  # answers and kinds that there are at most, and inputs of each that are wanted
_AT_ONCE, _ROUNDS, _SHARE = 50, 4, 0.5  # inputs of a batch, batches, and how much of the time that is left they take

#: Inputs by what a reference answers and the branches that it takes.
_Kinds: TypeAlias = dict[tuple[Hashable, frozenset[int]], list[Input]]


def of_each_kind(cases: Cases, room: Room) -> None:
    """Add some inputs of each kind into which a reference sorts them, where there are few."""
    known = _by_kind(cases.inside())
    if cases.problem or cases.left <= 0 or cases.entry.kind not in ("function", "method") or not _sorts(known):
        return
    tried, numbers = cases.copy(), _small(cases)
    while batch := list(islice(numbers, _AT_ONCE)):
        if tried.left < _SHARE * cases.left:
            break
        extend(tried, room, [(given, False) for given in batch])
    for _ in range(_ROUNDS):
        found = _by_kind(tried.inside())
        seeds = [given for some in found.values() if len(some) < _OF_EACH for given in some]
        if not seeds or not _sorts(found) or tried.left < _SHARE * cases.left:
            break
        inputs = fitting(tried, lambda: near(tried.pool.chance.choice(seeds), tried.pool), _AT_ONCE)  # noqa: B023  used at once
        extend(tried, room, [(given, False) for given in inputs])
    found = _by_kind(tried.inside())
    if _sorts(found):
        new = [given for kind, some in found.items() for given in _some(some, known.get(kind, []))]
        extend(cases, room, [(given, False) for given in new])
    cases.left = min(cases.left, tried.left)


def _small(cases: Cases) -> Iterator[Input]:
    """Small numbers, in order, for functions that take nothing else."""
    taken = cases.entry.parameters
    if 0 < len(taken) <= len(_TO) and all(isinstance(one.shape, IntShape) for one in taken):
        for some in product(range(_TO[len(taken) - 1]), repeat=len(taken)):
            yield Input(tuple(map(Int, some)))


def _by_kind(inside: Iterable[Case]) -> _Kinds:
    found: _Kinds = {}
    for case in inside:
        found.setdefault((_answer(case.expected), case.expected.covered), []).append(case.given)
    return found


def _sorts(kinds: _Kinds) -> bool:
    """Whether these are the kinds of a function that sorts: a few plain answers, found in not very many ways."""
    answers = {answer for answer, _ in kinds}
    return None not in answers and 1 < len(answers) <= _ANSWERS and len(kinds) <= _KINDS


def _answer(outcome: Outcome) -> Hashable:
    """What an answer is told by, where it is a plain one; else None."""
    value = outcome.value
    return (type(value), value.value) if isinstance(value, (Bool, Int, Text)) and outcome.how == "return" else None


def _some(found: list[Input], known: list[Input]) -> list[Input]:
    """As many new ones as are wanting, evenly over those that there are."""
    new, wanting = [given for given in found if given not in known], max(0, _OF_EACH - len(known))
    return new[:: max(1, len(new) // wanting)][:wanting] if wanting else []
