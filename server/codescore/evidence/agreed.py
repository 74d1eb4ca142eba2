"""Whether a port and its reference part only where a relation is broken that inputs usually keep: searched and proven.

What one language leaves undefined another answers by accident, and which inputs are none of the task no program says.
Where all that differs breaks one such relation (or one of two), fresh inputs that keep it must agree, many of them made
from those that differ, and they must show all of the reference that the others show.  What is set aside is no word for
the port: its verdict is conditional, and names the relation.  Neighbours: `evidence.promising` (the same for programs
that read input; asks), `evidence.usual` (which relations there are), `evidence.learned` (those of the reference alone).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

from codescore.evidence.case import Case
from codescore.evidence.domain import DECIDES, Domain
from codescore.evidence.generate import random_input
from codescore.evidence.mutate import near
from codescore.evidence.policy import beside
from codescore.evidence.pool import Pool, pool_of
from codescore.evidence.reach import interesting
from codescore.evidence.shrink import Difference
from codescore.evidence.usual import Usual, in_words
from codescore.evidence.verdicts import Findings
from codescore.languages.execution import Input

#: Runs both programs on inputs: each input that the reference takes with what differs.
Try = Callable[[list[Input]], list[Difference]]
#: How many parts of the reference cases leave unshown.
Idle = Callable[..., int]

_GROWING, _OF_CALLS = 3, 8  # times that further inputs are made, until they show all of the reference
_DRY = 3  # times that they show no more of it than before: it is given up
_ROUNDS = 6  # relations that are tried before two programs are said to differ
_ENOUGH, _PROOF = 6, 24  # inputs that keep it and agree, before it is tried, and fresh ones
_NEW, _RARE, _TRIES = 24, 8, 6  # fresh inputs of each origin, and how many are made for one
_YIELD = 8  # of so many that are made one is of the task, or no more are made
_SEED = 9000
_ALONE = (
    "at least", "at most", "size at least", "size at most", "rows alike", "square", "row size", "made of", "one of",
    "new", "filled", "one line", "plain numbers", "no empty item", "decimals", "rows ordered", "pairs ordered",
)  # fmt: skip
_ACCIDENTS = 0.2  # share of what differs
_OFTEN = 0.1  # of the inputs that break what neither program knows, so many differ at least
_SELDOM, _BY_CHANCE = 0.03, 1e-4  # of those that break a limit, where they would hardly all break it by chance
_AS_LIKELY = 0.5  # how likely an input that breaks a usual relation is one of the task


def leave_open(
    findings: Findings,
    relations: Sequence[Usual],
    attempt: Try,
    idle: Idle,
    *,
    limits: Sequence[Usual] = (),
) -> None:
    """Move differences outside of the task where one of these relations explains them all; `promised` says which.

    Not where the inputs that keep it leave a part of the reference `idle`: it would not have been written then.
    """
    cases = findings.cases
    known = [one for one in (*relations, *limits) if _may_explain(one, findings)]
    known = list({in_words(one): one for one in reversed(known)}.values())[::-1]
    keeps = _Kept(cases.domain)
    tried: set[Usual] = set()
    findings.pairs += _inside(attempt(_keeping_some(findings, known, keeps)))
    for number in range(_ROUNDS):
        found = _explaining(findings, known, keeps, limits)
        chosen = next((one for one in found if one not in tried), None)
        if chosen is None or (findings.stopped and not _too_slow(findings)):
            return
        tried.add(chosen)
        if _proven(findings, chosen, attempt, idle, pool_of(cases.constants, _SEED + number)):
            _move(findings, chosen)
            return


class _Kept:
    """Which inputs keep a relation: asked of many inputs, and of the same again in each round."""

    def __init__(self, domain: Domain) -> None:
        self._domain = domain
        self._known: dict[Usual, dict[int, tuple[Input, bool]]] = {}  # by the input's identity, which it holds

    def __call__(self, some: Usual, given: Input) -> bool:
        known = self._known.setdefault(some, {})
        if id(given) not in known:
            known[id(given)] = given, self._domain.keeps(some, given)
        return known[id(given)][1]


def _too_slow(findings: Findings) -> bool:
    """Whether all that differs gave no answer in time: what stopped the program is a few inputs, not the program."""
    return all(aspect == "timeout" for _, _, aspect in findings.differences)


def accidents(findings: Findings) -> int:
    """On how many of the inputs that differ the candidate just fails."""
    return sum(got.how == "raise" and not got.deliberate for _, got, _ in findings.differences)


def _may_explain(some: Usual, findings: Findings) -> bool:
    """Who answers otherwise is another program where only numbers are small beside each other (`>=` is `==` there):
    a relation of two parameters is one where the port fails by accident."""
    failed = accidents(findings)
    if any(one.property == "no empty item" for one in some) and failed < len(findings.differences):
        return False  # what is empty counts in a program that answers, and fails in one that did not think of it
    alone = all(one.property in _ALONE for one in some)
    return alone or failed > _ACCIDENTS * len(findings.differences)


def _proven(findings: Findings, chosen: Usual, attempt: Try, idle: Idle, pool: Pool) -> bool:
    """Whether the two agree on fresh inputs that keep a relation, and these show all of the reference in the end."""
    domain, right, dry = findings.cases.domain, 0, 0
    least: int | None = None
    for _ in range(_OF_CALLS if findings.cases.entry.members else _GROWING):
        if not findings.differences:  # more inputs showed that what differed does not count
            return False
        new = _inside(attempt(_fresh(findings, chosen, pool)))
        findings.pairs += new
        if any(domain.keeps(chosen, pair[0].given) for pair in findings.differences):
            return False
        right += sum(_agree(pair, findings) for pair in new)
        if right < _PROOF:
            continue
        left = idle(_keeping(findings, chosen))
        dry = 0 if least is None or left < least else dry + 1
        if not left or dry >= _DRY:
            return not left
        least = left if least is None else min(left, least)
    return False


def _agree(pair: Difference, findings: Findings) -> bool:
    """Whether two programs answer alike, whatever the answer of one leaves in its arguments besides."""
    return not pair[2] or (pair[2] == "arguments" and beside(pair, findings.policy))


def _inside(pairs: list[Difference]) -> list[Difference]:
    return [pair for pair in pairs if pair[0].place == "inside"]


def _keeping_some(findings: Findings, known: list[Usual], keeps: _Kept) -> list[Input]:
    """A few inputs that keep each relation that all that differs breaks, where chance made hardly any."""
    differing = [pair[0].given for pair in findings.differences]
    agreeing = [pair[0].given for pair in _inside(findings.pairs) if _agree(pair, findings)]
    found: dict[Input, None] = {}
    for number, one in enumerate(known):
        if any(keeps(one, given) for given in differing):
            continue
        if sum(keeps(one, given) for given in agreeing) < 2 * _ENOUGH:
            found |= dict.fromkeys(_made(findings, one, _RARE, pool_of(findings.cases.constants, _SEED - number)))
    return list(found)


def _explaining(findings: Findings, known: list[Usual], keeps: _Kept, rare: Sequence[Usual] = ()) -> list[Usual]:
    """Relations, or two of them, that all that differs breaks and that many keep that agree; most of these first."""
    differing = [pair[0].given for pair in findings.differences]
    agreeing = [pair[0].given for pair in _inside(findings.pairs) if _agree(pair, findings)]
    broken = {one: {n for n, given in enumerate(differing) if not keeps(one, given)} for one in known}
    known = [one for one in known if broken[one]]
    fits = {one: {n for n, given in enumerate(agreeing) if keeps(one, given)} for one in known}
    strange = {one: len(agreeing) - len(fits[one]) for one in known}
    often = 0.0 if findings.cases.foreign else _OFTEN  # a fault that shows rarely is none of what is not known

    def is_able(one: Usual) -> bool:
        odd = len(broken[one]) + strange[one]
        telling = len(broken[one]) >= often * odd
        if one in rare and not telling:
            by_chance = (odd / (odd + len(fits[one]))) ** len(broken[one])
            telling = len(broken[one]) >= _SELDOM * odd and by_chance < _BY_CHANCE
        return telling and bool(broken[one]) and len(fits[one]) >= _ENOUGH

    able = [one for one in known if is_able(one)]
    single = [(one, fits[one]) for one in able if len(broken[one]) == len(differing)]
    double = [
        ((*one, *two), fits[one] & fits[two])
        for one, two in combinations(able, 2)
        if not single and len(broken[one] | broken[two]) == len(differing)
    ]
    enough = [found for found in (*single, *double) if len(found[1]) >= _ENOUGH]
    return [some for some, _ in sorted(enough, key=lambda found: -len(found[1]))]


def _fresh(findings: Findings, chosen: Usual, pool: Pool) -> list[Input]:
    """Inputs that keep a relation: made of those that differ, near them, made of those that tell most, and others."""
    differing = [pair[0].given for pair in findings.differences]
    kept = [case.given for case in interesting(_keeping(findings, chosen))] or differing
    telling = [case.given for case in interesting([pair[0] for pair in _inside(findings.pairs)])]
    makers: tuple[Callable[[], Input] | None, ...] = (
        lambda: pool.chance.choice(differing),
        lambda: near(near(pool.chance.choice(differing), pool), pool),
        lambda: near(pool.chance.choice(kept), pool),
        lambda: pool.chance.choice(telling),
        None,
    )
    return list(dict.fromkeys(given for make in makers for given in _made(findings, chosen, _NEW, pool, make)))


def _made(
    findings: Findings, chosen: Usual, wanted: int, pool: Pool, make: Callable[[], Input] | None = None
) -> list[Input]:
    """So many new inputs that keep a relation and all that is assumed, or fewer."""
    domain, entry = findings.cases.domain, findings.cases.entry
    narrow = domain.narrowed(chosen)
    known = {pair[0].given for pair in findings.pairs}
    found: dict[Input, None] = {}
    for tried in range(wanted * _TRIES):
        if tried >= wanted and len(found) * _YIELD < tried:
            break  # hardly any is of the task
        given = make() if make else random_input(entry, pool)
        given = narrow.fulfilled(given, pool) if entry.members else narrow.mended(given, pool, all_=True)
        if given not in known and narrow.likelihood(given) >= DECIDES:
            found[given] = None
        if len(found) >= wanted:
            break
    return list(found)


def _keeping(findings: Findings, chosen: Usual) -> list[Case]:
    domain = findings.cases.domain
    return [case for case, _, _ in findings.pairs if case.place == "inside" and domain.keeps(chosen, case.given)]


def _move(findings: Findings, chosen: Usual) -> None:
    findings.promised = in_words(chosen)
    if _too_slow(findings):
        findings.stopped, findings.unanswered = False, 0  # by none of the task, nor has it been since
    open_ = {id(pair) for pair in findings.differences}
    findings.pairs = [
        (replace(pair[0], place="outside", likely=min(pair[0].likely, _AS_LIKELY)), *pair[1:])
        if id(pair) in open_ and not pair[0].shown
        else pair
        for pair in findings.pairs
    ]
