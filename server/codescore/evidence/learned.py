"""What a reference takes for granted of its inputs, learned from what it fails on: for ports in other languages.

A port is written for the inputs of the task, and a number beyond a list, a row too short, a letter among digits is none
of them: one language raises an error there, another counts from the end, a third reads what lies behind.  So where a
reference fails on much of what is drawn for it, or goes its language's own way, relations that inputs usually keep are
tried, and those under which it takes nearly all are assumed, unless that leaves unreached what other inputs reach.
Knows no language.  Neighbours: `evidence.usual` (what is tried), `evidence.cases` (asks, once a reference).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from codescore.evidence.contract import Outcome
from codescore.evidence.domain import DECIDES, Domain
from codescore.evidence.generate import random_input
from codescore.evidence.pool import pool_of
from codescore.evidence.usual import Usual, usual
from codescore.languages.execution import END, OWN_WAY, ROUNDED, Entry, Input
from codescore.languages.values import Null, Value

#: Runs the reference on inputs.
Run = Callable[[list[Input]], list[Outcome]]

ENOUGH = 0.8  # share of what is drawn that a reference takes where nothing more is assumed
_BETTER = 0.15  # how much more it must take for something to be assumed
_ROUNDS = 3
_FIRST, _EACH, _MOST = 40, 10, 60  # inputs at first, for each relation, and relations that are tried
_TRIES = 4  # inputs that are made for one
_SEED = 8000
_BECAUSE = "it fails on others"
_OTHERWISE = frozenset({"negative index", END})  # where another language has an error


@dataclass(frozen=True, slots=True)
class _Tried:
    """What came of inputs: which share is taken, and what those reached."""

    domain: Domain
    taken: float
    reached: frozenset[int]


def learned(domain: Domain, constants: tuple[Value, ...], run: Run) -> Domain:
    """The model of the input with what the reference takes for granted; as it is where nothing helps."""
    (best,) = _tried([domain], _FIRST, run, _SEED)
    begun = best
    for number in range(_ROUNDS):
        if best.taken >= ENOUGH:
            break
        known = usual(domain.entry, constants, _BECAUSE)
        models = [_with(best.domain, one) for one in known if not _has(best.domain, one)][:_MOST]
        found = [one for one in _tried(models, _EACH, run, _SEED + 1 + number) if one.taken >= best.taken + _BETTER]
        if not found:
            break
        best = max(found, key=lambda one: one.taken)  # of several the first, which asks least
    if best is begun:
        return domain
    (proven,) = _tried([best.domain], _FIRST, run, _SEED)
    return proven.domain if proven.taken >= begun.taken + _BETTER and proven.reached >= begun.reached else domain


def clean(outcome: Outcome, entry: Entry) -> bool:
    """Whether a call answered, or refused deliberately, and would have in any language.

    Who falls off the end of a function that returns something elsewhere has not answered.
    """
    if entry.falls_through and outcome.how == "return" and isinstance(outcome.value, Null):
        return False
    answered = outcome.how in ("return", "exit") or (outcome.how == "raise" and outcome.deliberate)
    return answered and outcome.doubt not in _OTHERWISE and outcome.doubt in ("", ROUNDED, *OWN_WAY)


def _with(domain: Domain, some: Usual) -> Domain:
    return replace(domain, conditions=replace(domain.conditions, likely=(*domain.conditions.likely, *some)))


def _has(domain: Domain, some: Usual) -> bool:
    known = {(one.parameter, one.property, one.bound, one.other) for one in domain.conditions.all()}
    return all((one.parameter, one.property, one.bound, one.other) in known for one in some)


def drawn(domain: Domain, count: int, seed: int) -> list[Input]:
    """So many inputs, or fewer, that keep all that is assumed."""
    pool = pool_of((), seed)
    made: dict[Input, None] = {}
    for _ in range(_TRIES * count):
        given = domain.mended(random_input(domain.entry, pool), pool, all_=True)
        if domain.likelihood(given) >= DECIDES:
            made[given] = None
        if len(made) == count:
            break
    return list(made)


def _tried(domains: list[Domain], count: int, run: Run, seed: int) -> list[_Tried]:
    """Each model with what comes of inputs drawn by it; they are run together, as starting a program is dear."""
    inputs = [drawn(domain, count, seed) for domain in domains]
    outcomes = run([given for some in inputs for given in some])
    found, at = [], 0
    for domain, some in zip(domains, inputs, strict=True):
        mine, at = outcomes[at : at + len(some)], at + len(some)
        taken = [one for one in mine if clean(one, domain.entry)]
        share = len(taken) / count if 2 * len(mine) >= count else 0.0
        found.append(_Tried(domain, share, frozenset().union(*(one.covered for one in taken))))
    return found
