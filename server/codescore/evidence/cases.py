"""What a reference does: inputs that fit it, what it gives for each, and which of them count.

Made once per reference and used for every candidate.  First examples, edges and random values; where the reference
rejects nearly all of them, other shapes are tried; then inputs are mutated towards branches that were not reached.
It runs twice: an input on which it does not repeat itself is dropped.  Neighbours: `evidence.generate` and `channel`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from random import Random

from codescore.evidence.assumptions import Conditions
from codescore.evidence.bulk import Bulk
from codescore.evidence.calls import says
from codescore.evidence.case import Case, Place
from codescore.evidence.channel import Job, Room
from codescore.evidence.compare import changes, differs
from codescore.evidence.contract import Mutants, Outcome
from codescore.evidence.declared import without_absent
from codescore.evidence.domain import DECIDES, Domain
from codescore.evidence.following import below_zero
from codescore.evidence.generate import edges, random_input
from codescore.evidence.left_open import listed_anew
from codescore.evidence.mutants import Mutant
from codescore.evidence.mutate import near
from codescore.evidence.pool import SMALL, Pool, learn, learn_parts
from codescore.evidence.reach import Reach, interesting
from codescore.evidence.reshaped import USABLE
from codescore.evidence.shrink import weight
from codescore.evidence.trial import run_all
from codescore.evidence.unable import unable, useless
from codescore.evidence.undone import Undoes
from codescore.languages.execution import OWN_WAY, Entry, Input
from codescore.languages.shapes import TakenShape
from codescore.languages.values import Null, Value

SEED = 20240229
EXAMPLES, EDGES, RANDOM, NEAR = 30, 24, 36, 30  # inputs of each origin in the first round
ROUND = 36  # inputs of a further round
_OF_CLASS = 6  # times as many random inputs for a class: each of them is about some of its methods only
_ROUNDS = 5
_BELOW = 12  # inputs that are tried with numbers below 0, too
_SILENT = 0.34  # share of calls that return nothing above which that is an answer
_TRIES = 4  # times as many inputs are made as are wanted, to find some that fit
SLOW = 0.25  # CPU seconds (at the pace of the machine where limits were set) that an input may take the reference
_NO_ANSWER = "the reference comes to its end without an answer"
UNDOUBTED = 4  # fewer inputs without a doubt than this are not enough to go by
_QUICK = 0.005  # CPU seconds of its slowest call below which a reference is given many inputs at once


@dataclass(slots=True)  # mutable: grows while inputs are found
class Cases:
    """All that is known of a reference."""

    source: str
    domain: Domain
    pool: Pool
    cases: list[Case] = field(default_factory=list)
    reach: Reach = field(default_factory=Reach)
    unstable: int = 0
    slowest: float = 0.0
    left: float = 0.0  # CPU seconds that the reference may still take to find more inputs
    mutants: Mutants = field(default_factory=Mutants)
    exposed: list[Mutant] = field(default_factory=list)
    alive: list[Mutant] = field(default_factory=list)
    unasked: list[Mutant] = field(default_factory=list)  # lack a call that alters nothing on any input
    lent: bool = False  # the form of what is read is the candidate's, as the reference's is not known
    effects: bool = False  # what is left in the arguments counts: the reference changes its own, or takes care
    doubtful: bool = False  # what is doubtful elsewhere (arithmetic that overflows) is how the reference works
    foreign: bool = False  # candidates are in another language
    problem: str = ""
    undoes: Undoes | None = None  # another function, whose results it takes
    probes: tuple[Input, ...] = ()  # what functions that it gives are called with
    constants: tuple[Value, ...] = ()  # the reference's own
    bulk: Bulk = field(default_factory=Bulk)
    _known: set[Input] = field(default_factory=set)

    def forget(self) -> None:
        """Drop what was tried: it had another form than the reference takes."""
        self.cases.clear()
        self._known.clear()

    def copy(self) -> Cases:
        """The same for one candidate: what is found out with its inputs stays with it."""
        pool = replace(self.pool, chance=Random(SEED))  # noqa: S311  repeatable: who came before must not matter
        return replace(self, cases=list(self.cases), reach=self.reach.copy(), pool=pool, _known=set(self._known))

    @property
    def entry(self) -> Entry:
        """What is called, with the shapes of its parameters."""
        return self.domain.entry

    @property
    def reads(self) -> bool:
        """Whether it is a program that reads its input."""
        return self.entry.kind == "script"

    @property
    def guessing(self) -> bool:
        """Whether nothing tells what the reference takes but that it takes it: it reads its input, without examples."""
        return self.reads and not self.entry.examples

    @property
    def grown(self) -> bool:
        """Whether inputs were found by trying alone."""
        return any(isinstance(parameter.shape, TakenShape) for parameter in self.entry.parameters)

    @property
    def conditions(self) -> Conditions:
        """What is assumed."""
        return self.domain.conditions

    def inside(self) -> list[Case]:
        """The cases that count."""
        return [case for case in self.cases if case.place == "inside"]


def settle(cases: Cases) -> None:
    """Decide anew which cases count, now that more is known of what is meant."""

    def settled(case: Case) -> Case:
        likely = 1.0 if case.shown else cases.domain.likelihood(case.given)
        return replace(case, place=_place(cases, case.expected, likely, shown=case.shown) or case.place, likely=likely)

    cases.cases = [settled(case) for case in cases.cases]


def first_inputs(cases: Cases) -> list[tuple[Input, bool]]:
    """Edges, random inputs and those near examples, each with whether it is one of the reference's own."""
    entry, pool = cases.entry, cases.pool
    found = list(edges(entry, pool, EDGES))
    found += [cases.domain.fulfilled(given, pool) for given in found]
    found += fitting(cases, lambda: random_input(entry, pool), RANDOM * (_OF_CLASS if entry.members else 1))
    if entry.kind == "script":
        small = replace(pool, spans=(SMALL,))
        found += fitting(cases, lambda: random_input(entry, small), RANDOM)
    found += below_zero(entry, found[-_BELOW:]) if not entry.members else []
    if entry.examples:
        found += fitting(cases, lambda: near(pool.chance.choice(entry.examples), pool), NEAR)
    return [(given, False) for given in found]


def fitting(cases: Cases, make: Callable[[], Input], count: int) -> list[Input]:
    """So many inputs of which most are inside the task as far as known."""
    made: list[Input] = []
    strange: list[Input] = []
    for _ in range(_TRIES * count):
        given = cases.domain.fulfilled(make(), cases.pool)
        (made if cases.domain.likelihood(given) >= DECIDES else strange).append(given)
        if len(made) >= count:
            break
    return made + strange[: count // 3]


def extend(cases: Cases, room: Room, inputs: Iterable[tuple[Input, bool]], *, twice: bool = True) -> list[Case]:
    """Run the reference on more inputs and keep what can be used; the new cases."""
    lighter = cases.bulk.lighter
    fitted = {one if shown else lighter(without_absent(cases.entry, one)): shown for one, shown in dict(inputs).items()}
    new_ones = ((given, shown) for given, shown in fitted.items() if given not in cases._known)
    wanted = [(given, shown) for given, shown in new_ones if shown or cases.domain.allows(given)]
    if not wanted:
        return []
    job, given = job_of(cases), [one for one, _ in wanted]
    cases._known.update(given)
    outcomes, ran = run_all(room, job, given, quick=_quick(cases))
    if outcomes and len(outcomes) < len(given):  # it does not end on some; what is meant and small leads to no circle
        meant = [shown or cases.domain.likelihood(one) >= DECIDES for one, shown in wanted]
        left = sorted(range(len(outcomes), len(given)), key=lambda n: (not meant[n], weight(given[n])))
        wanted[len(outcomes) :] = [wanted[n] for n in left]
        given = [one for one, _ in wanted]
        outcomes += run_all(room, job, given[len(outcomes) :])[0]
    cases.problem = unable(room, replace(job, inputs=given[:1]), outcomes, ran)
    if cases.problem:
        return []
    cases.reach.heard(ran)
    again = _again(cases, room, given, outcomes) if twice else {}
    outcomes = _turned(cases, room, given, outcomes) if twice else outcomes
    new = []
    for number, outcome in enumerate(outcomes):
        shown = wanted[number][1]
        if not cases.bulk.keeps(given[number], outcome) and not shown:
            continue
        likely = 1.0 if shown else cases.domain.likelihood(given[number])
        place = _place(cases, outcome, likely, shown=shown)
        if place is None:
            continue
        if number in again and differs(outcome, again[number]):
            cases.unstable += 1
            continue
        new.append(Case(given[number], outcome, place, shown, likely, cases.guessing, cases.grown))
    new = cases.undoes.doubted(new, job, room) if cases.undoes else new
    _note(cases, new)
    _unanswered(cases)
    return cases.cases[len(cases.cases) - len(new) :] if cases.foreign else new


def confirm(cases: Cases, room: Room, since: int) -> None:
    """Run the reference again on what `extend` added from a place on without that; what comes out otherwise goes."""
    new = cases.cases[since:]
    again = _again(cases, room, [case.given for case in new], [case.expected for case in new])
    steady = [
        case for number, case in enumerate(new) if number not in again or not differs(case.expected, again[number])
    ]
    cases.unstable += len(new) - len(steady)
    turned = _turned(cases, room, [case.given for case in steady], [case.expected for case in steady])
    cases.cases[since:] = [replace(case, expected=one) for case, one in zip(steady, turned, strict=True)]


def job_of(cases: Cases) -> Job:
    """The reference, as it is run on all of its inputs."""
    assume = cases.conditions.expression
    return Job(cases.source, cases.entry, (), assume=assume, seconds=SLOW, probes=cases.probes, foreign=cases.foreign)


def _unanswered(cases: Cases) -> None:
    """Where a function that answers gives nothing, it has probably fallen off its end: no answer to compare with."""
    answers = [case for case in cases.cases if case.place == "inside" and case.expected.how == "return"]
    silent = [case for case in answers if isinstance(case.expected.value, Null)]
    often = len(silent) > _SILENT * len(answers) and not cases.foreign  # other languages have no end to fall off
    if any(case.shown for case in silent) or often or not cases.entry.falls_through:
        return
    why, those = _NO_ANSWER if cases.foreign else "", {*map(id, silent)}
    cases.cases = [replace(case, place="outside", unmeant=why) if id(case) in those else case for case in cases.cases]


def _again(cases: Cases, room: Room, given: list[Input], outcomes: list[Outcome]) -> dict[int, Outcome]:
    """What comes of a second run, with other identities and hashes, by number; only of what returned."""
    numbers = [n for n, outcome in enumerate(outcomes) if outcome.how in ("return", "exit")]
    job = replace(job_of(cases), coverage=False, assume=None, shaken=True)
    second, _ = run_all(room.second, job, [given[n] for n in numbers], quick=_quick(cases))
    return dict(zip(numbers, second, strict=False))


def _turned(cases: Cases, room: Room, given: list[Input], outcomes: list[Outcome]) -> list[Outcome]:
    """The outcomes, with what is listed otherwise where sets are gone through the other way round."""
    if not cases.entry.sets or cases.entry.kind not in ("function", "method"):
        return outcomes
    numbers = [n for n, outcome in enumerate(outcomes) if outcome.how == "return"]
    job = replace(job_of(cases), coverage=False, assume=None, turned=True)
    others, _ = run_all(room, job, [given[n] for n in numbers], quick=_quick(cases))
    known = dict(zip(numbers, others, strict=False))
    return [listed_anew(one, known[n]) if n in known else one for n, one in enumerate(outcomes)]


def _quick(cases: Cases) -> bool:
    return len(cases.cases) >= USABLE and cases.slowest < _QUICK


def _place(cases: Cases, outcome: Outcome, likely: float, *, shown: bool) -> Place | None:
    if outcome.how in ("assumption", "input", "timeout", "memory", "output", "crash") or useless(outcome):
        return None
    if outcome.how == "raise" or (outcome.steps and not says(outcome)):
        return "rejected"
    sound = cases.doubtful or not outcome.doubt or outcome.doubt in OWN_WAY
    return "inside" if shown or (sound and likely >= DECIDES) else "outside"


def _note(cases: Cases, new: list[Case]) -> None:
    cases.cases.extend(new)
    refuses = any(case.place == "rejected" for case in cases.cases)
    for case in new:
        cases.reach.reached |= case.expected.covered
        cases.left -= case.expected.seconds
        cases.slowest = max(cases.slowest, case.expected.seconds)
        if case.place == "inside":
            learn(cases.pool, case.given.arguments)
            if refuses:
                learn_parts(cases.pool, (one.shape for one in cases.entry.parameters), case.given.arguments)
        if case.place != "rejected" and changes(case.given.arguments, case.expected):
            cases.effects = True


def explore(cases: Cases, room: Room) -> None:
    """Mutate inputs that reached something new, as long as that finds more."""
    dry = 0
    for _ in range(_ROUNDS):
        usable = [case for case in cases.cases if case.place != "rejected"]
        if cases.problem or not usable or dry >= 2 or cases.left <= 0:
            return
        before = len(cases.reach.reached)
        seeds = interesting(usable)
        chance = cases.pool.chance
        inputs = fitting(cases, lambda: near(chance.choice(seeds).given, cases.pool), ROUND)  # noqa: B023  used at once
        extend(cases, room, [(given, False) for given in inputs])
        dry = dry + 1 if len(cases.reach.reached) == before else 0
