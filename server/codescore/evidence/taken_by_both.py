"""Standard input that both programs take, sought where the candidate fails on most of what the reference takes.

What a submitted program fails on is seldom input of its task: how it reads, indexes and checks says what the task
promises, as the reference's reading does.  So inputs are drawn in the form that the candidate reads, and near those
that both take; what follows the reference's form too is given to both.  Nothing is judged here: where the two then part
on such input they differ, and where they agree the candidate's refusals are told.  Neighbours: `evidence.session`
(asks, and runs both), `evidence.promises` (explains differences).
"""

from __future__ import annotations

from dataclasses import replace

from codescore.evidence.cases import Cases
from codescore.evidence.contract import FLOOR
from codescore.evidence.domain import DECIDES
from codescore.evidence.generate import random_input
from codescore.evidence.mutate import near
from codescore.evidence.policy import added
from codescore.evidence.pool import pool_of
from codescore.evidence.shrink import Difference
from codescore.languages.execution import Entry, Input
from codescore.languages.shapes import LinesShape, Shape

ROUNDS = 6
_ENOUGH = 2 * FLOOR  # inputs that both answer
_EACH, _TRIES = 32, 8  # inputs of each origin in a round, and how many are drawn for one
_SEED = 7000


def wanted(cases: Cases, pairs: list[Difference]) -> bool:
    """Whether the candidate fails on more than it answers of what the reference answers, and little is compared."""
    failing, answered = _split(pairs)
    return cases.guessing and len(failing) > len(answered) < _ENOUGH


def inputs(cases: Cases, other: Entry, pairs: list[Difference], number: int) -> list[Input]:
    """Inputs of one round: in the candidate's form, where it is known, and near what both take."""
    _, answered = _split(pairs)
    own, theirs = _shape(cases.entry), _shape(other)
    pool = pool_of(cases.constants, _SEED + number, reads=cases.reads)
    found: dict[Input, None] = {}
    if isinstance(theirs, LinesShape) and theirs != own:
        (parameter,) = cases.entry.parameters
        entry = replace(cases.entry, parameters=(replace(parameter, shape=theirs),))
        drawn = [random_input(entry, pool) for _ in range(_EACH * _TRIES)]
        found |= dict.fromkeys([given for given in drawn if cases.domain.likelihood(given) >= DECIDES][:_EACH])
    if answered:
        drawn = [near(near(pool.chance.choice(answered), pool), pool) for _ in range(_EACH * _TRIES)]
        found |= dict.fromkeys([given for given in drawn if cases.domain.likelihood(given) >= DECIDES][:_EACH])
    return list(found)


def _split(pairs: list[Difference]) -> tuple[list[Input], list[Input]]:
    """The inputs of the task on which the candidate alone fails, and those that both answer."""
    failing = [pair[0].given for pair in pairs if added(pair)]
    answers = [p for p in pairs if p[0].place == "inside" and p[0].expected.how == "return" and p[1].how == "return"]
    return failing, [pair[0].given for pair in answers]


def _shape(entry: Entry) -> Shape | None:
    return entry.parameters[0].shape if entry.parameters else None
