"""The first inputs of a reference: what it says itself, edges, random ones, and those of the shapes that it takes best.

Neighbours: `evidence.cases` (runs the reference, and keeps what comes of it), `evidence.special_inputs` (adds).
"""

from __future__ import annotations

from dataclasses import replace

from codescore.evidence.as_shown import form_read
from codescore.evidence.assumptions import Conditions, shaped
from codescore.evidence.calls import accepted, once_more
from codescore.evidence.cases import (
    EXAMPLES,
    ROUND,
    SEED,
    SLOW,
    UNDOUBTED,
    Cases,
    explore,
    extend,
    first_inputs,
    job_of,
    settle,
)
from codescore.evidence.channel import Job, Room
from codescore.evidence.contract import FLOOR, Outcome
from codescore.evidence.domain import domain_of
from codescore.evidence.generate import random_input
from codescore.evidence.learned import learned
from codescore.evidence.mutate import coded, codes_in, near, recast
from codescore.evidence.pool import Pool, has_several, pool_of
from codescore.evidence.reshaped import misfit, reshaped
from codescore.evidence.trial import AT_ONCE, run_all
from codescore.evidence.undone import undone
from codescore.languages.copied import copied_first, sorts
from codescore.languages.execution import CALLED, OWN_WAY, Entry, Input
from codescore.languages.quoting import quoted
from codescore.languages.shapes import BytesShape
from codescore.languages.values import Bool, Bytes, Float, Int, Null, Sequence, Text, Value

_SORTED = "'the sorted'"  # said of what is given, or of what is made of it
_ALIKE = 150  # inputs like those that another function gives
_FULFILLING, _MARKING, _SCARCE = 8, 2, 0.1  # rounds where few fulfil a condition, or few texts are taken; hardly any


def gather(
    source: str,
    entry: Entry,
    constants: tuple[Value, ...],
    conditions: Conditions,
    *,
    room: Room,
    seconds: float,
    foreign: bool = False,
    own: str = "",
) -> Cases:
    """Find inputs for a reference that takes no more than about so many CPU seconds on all of them together; `own` is
    the text of the functions that are run.
    """
    conditions = conditions.only(lambda one: not (_SORTED in one.because and sorts(one.parameter, own)))
    domain = domain_of(entry, conditions, constants)
    domain = replace(domain, profile=domain.profile.handled(source))
    several = has_several(one.shape for one in entry.parameters)
    pool = replace(pool_of(constants, SEED, reads=entry.kind == "script"), quoted=quoted(source), several=several)
    asked = () if CALLED in entry.members else probes(pool)
    cases = Cases(source, domain, pool, left=seconds, probes=asked, constants=constants, foreign=foreign)
    cases.effects = entry.preserves or copied_first((one.name for one in entry.parameters), own)
    extend(cases, room, [(given, True) for given in entry.examples[:EXAMPLES]])
    if cases.problem:
        return cases

    def run(inputs: list[Input]) -> list[Outcome]:
        return run_all(room, job_of(cases), inputs, stops=1)[0]

    if cases.guessing:
        form, more, passed = form_read(source, entry, constants, run)
        cases.domain = replace(domain, entry=form)
        cases.reach.reached |= passed
        extend(cases, room, [(given, True) for given in more])
    elif foreign and entry.parameters and not entry.members:
        cases.domain = learned(domain, constants, run)
    extend(cases, room, first_inputs(cases))
    _trust(cases)
    for made in (once_more, accepted):
        kept = [made(case.given, case.expected) for case in cases.cases]
        extend(cases, room, [(given, False) for given in kept if given is not None])
    _enter(cases, room)
    if not cases.problem and misfit(cases.entry, cases.cases):
        _try_others(cases, room)
    for further in (_fulfil, explore, _fulfil):
        further(cases, room)
    return cases


def undo(cases: Cases, by: Cases, room: Room, way: Entry | None = None) -> None:
    """Where it undoes another function, itself or by `way` of one that it calls, give it what that one gives, and doubt
    the rest."""
    job = Job(cases.source, way or cases.entry, (), seconds=SLOW, probes=cases.probes, foreign=cases.foreign)
    found = undone(cases.entry, by.domain, by.inside(), job, room, way=way) if not cases.problem else None
    if found is not None:
        cases.undoes, inputs = found
        if all(isinstance(given.arguments[0], Bytes) for given in inputs):  # no list of numbers, as it looked
            first, *rest = cases.entry.parameters
            cases.domain = replace(
                cases.domain, entry=replace(cases.entry, parameters=(replace(first, shape=BytesShape()), *rest))
            )
            cases.cases = [case for case in cases.cases if isinstance(case.given.arguments[0], Bytes)]
        cases.cases = cases.undoes.doubted(cases.cases, job, room)
        alike = [near(cases.pool.chance.choice(inputs), cases.pool) for _ in range(_ALIKE)]
        extend(cases, room, [(given, False) for given in (*inputs, *alike)])


def _enter(cases: Cases, room: Room) -> None:
    """Where a class fails on what it was not told of before, make sequences that tell it first, too."""
    cases.domain = cases.domain.as_entered((case.given, case.expected) for case in cases.cases)
    if cases.domain.entered:
        settle(cases)
        extend(cases, room, first_inputs(cases))


def _trust(cases: Cases) -> None:
    """Doubts about nearly all that a reference does, or its examples, are none: hashes overflow, and are meant to."""
    usable = [case for case in cases.cases if case.place != "rejected"]
    doubted = [case for case in usable if case.expected.doubt not in ("", *OWN_WAY)]
    if len(usable) - len(doubted) < UNDOUBTED or any(case.shown for case in doubted):
        cases.doubtful = True
        settle(cases)


def _try_others(cases: Cases, room: Room) -> None:
    """Give the parameters the shapes that the reference takes best."""

    def run(tried: Entry, inputs: list[Input]) -> list[Outcome]:
        if cases.left <= 0:
            return []
        outcomes, _ = run_all(room, replace(job_of(cases), entry=tried), inputs, stops=1)
        cases.left -= sum(outcome.seconds for outcome in outcomes)
        return outcomes

    kept = reshaped(cases.entry, cases.inside(), cases.pool, run)
    if kept is not cases.entry:
        cases.domain = replace(cases.domain, entry=shaped(kept, cases.conditions.certain))
        extend(cases, room, first_inputs(cases))


def _fulfil(cases: Cases, room: Room) -> None:
    """Where hardly any input is taken, and something is known of those that are: many more.

    A condition that only the sandbox can read, marks of texts, or some that are taken: a check digit fits one of 11.
    """
    conditional, inside = bool(cases.conditions.expression), len(cases.inside())
    codes = codes_in(cases.constants)
    scarce = not cases.reads and inside < _SCARCE * len(cases.cases) and bool(inside or codes)
    wanted = 4 * FLOOR if scarce else ROUND if conditional else FLOOR
    rounds = _FULFILLING if scarce or conditional else _MARKING if cases.pool.marks else 0
    if conditional and not cases.problem and inside < wanted:
        _try_others(cases, room)
    for _ in range(rounds):
        if cases.problem or cases.left <= 0 or len(cases.inside()) >= wanted:
            return
        seeds, pool = [case.given for case in cases.inside()], cases.pool
        inputs = [random_input(cases.entry, pool) for _ in range(AT_ONCE)]
        inputs += [near(pool.chance.choice(seeds), pool) for _ in range(AT_ONCE if seeds else 0)]
        seeds = seeds or ([coded(given, codes, pool) for given in inputs] if codes else [])
        inputs += [recast(pool.chance.choice(seeds), pool) for _ in range(AT_ONCE if scarce else 0)]
        extend(cases, room, [(cases.domain.fulfilled(given, pool), False) for given in inputs])


_CONSTANTS = 4
_NUMBERS = (Int(0), Int(1), Int(2), Int(-3), Int(7), Int(10), Float(0.5))
#: Asked once more, in the end: a function may remember that it was called.
_AGAIN: tuple[tuple[Value, ...], ...] = ((), (Int(2),), (Int(2),), (Int(7),), ())
_TEXTS = (Text(""), Text("a"), Text("ab c"))


def _list(*numbers: int) -> Value:
    return Sequence("list", tuple(Int(number) for number in numbers))


def probes(pool: Pool) -> tuple[Input, ...]:
    """What a function that a program *gives* is called with, shortest first: the same for reference and candidate.

    Nobody knows what such a function takes, so lists of every length up to three are tried, of numbers (among them the
    reference's own constants), texts and lists; those that the reference's function refuses decide nothing.
    """
    constants: tuple[Value, ...] = tuple(Int(number) for number in pool.whole[:_CONSTANTS])
    constants += tuple(Text(text) for text in pool.texts[:_CONSTANTS])
    one = (*_NUMBERS, *_TEXTS, _list(), _list(3, 1, 2), Bool(value=True), Null(), *constants)
    two: tuple[tuple[Value, Value], ...] = (
        (Int(2), Int(3)), (Int(5), Int(-1)), (Int(0), Int(0)), (Text("ab"), Text("c")), (Text("a"), Int(2)),
        (_list(1, 2), _list(3)), (Int(2), _list(1, 2)),
    )  # fmt: skip
    three: tuple[tuple[Value, Value, Value], ...] = (
        (Int(1), Int(2), Int(3)), (Int(4), Int(0), Int(-2)), (Text("abc"), Text("a"), Text("x")),
    )  # fmt: skip
    lists: tuple[tuple[Value, ...], ...] = ((), *((value,) for value in dict.fromkeys(one)), *two, *three, *_AGAIN)
    return tuple(Input(arguments) for arguments in lists)
