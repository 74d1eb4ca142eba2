"""What inputs are worth: how many of the reference's own mutants they tell from it, and more inputs until they do.

Each mutant runs in the reference's sandbox, first on the few inputs that reach most; what survives is run on all, then
on inputs made for it.  A mutant that ends otherwise than the reference, or not in time, is exposed; one that does not
load is none.  Everything is counted, nothing timed: the same seed gives the same numbers.  Neighbours:
`evidence.mutants` (makes them), `evidence.cases` (inputs).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from random import Random

from codescore.evidence.case import Case
from codescore.evidence.cases import SEED, Cases, extend, fitting, settle
from codescore.evidence.channel import Job, Room
from codescore.evidence.compare import OPAQUE, difference
from codescore.evidence.contract import FLOOR, MISSED, Mutants, Outcome
from codescore.evidence.effects import in_a_call
from codescore.evidence.far import far_inputs
from codescore.evidence.floor import weak
from codescore.evidence.generate import draw, random_input
from codescore.evidence.mutants import BOUNDARY, Mutant, spread
from codescore.evidence.mutate import near
from codescore.evidence.policy import makes
from codescore.evidence.pool import fresh
from codescore.evidence.reach import interesting
from codescore.evidence.small_scope import small_scope
from codescore.evidence.trial import run_all
from codescore.languages.commands import of_commands
from codescore.languages.execution import Input
from codescore.languages.shapes import CallsShape, LinesShape, OneOf, RowShape
from codescore.languages.values import Null

MOST, _BOUNDS = 24, 12  # mutants of one reference, and of its comparisons among and beside them
_FIRST = 10  # inputs that every mutant meets
_ROUNDS, _MORE = 2, 24  # rounds of further inputs for those that survive, and how many
#: Sequences hide more, and so does what is hardly shown by then; so many rounds without any success end it.
_ROUNDS_AT_MOST, _MORE_AT_MOST, _DRY, _DRY_AND_THIN = 12, 60, 3, 5
#: What copies alters nothing that a call shows.
COPIES = frozenset({"copy", "deepcopy", "clone", "structuredClone", "slice", "list", "dict", "set", "tuple", "copyOf"})
_LEAST_SECONDS, _SLOWER = 0.03, 10.0  # CPU seconds of a mutant's call, or so many times what the reference takes


def strengthen(cases: Cases, mutants: Iterable[Mutant], room: Room, others: Room) -> None:
    """Run mutants (in the room `others`), add inputs that expose more of them, and note how many are exposed."""
    inside = cases.inside()
    if cases.problem or not inside:
        return
    first = sorted(interesting(inside), key=lambda case: -len(case.expected.covered))[:_FIRST]
    alive, loaded = [], []
    refusing: set[Mutant] = set()
    made = list(mutants)
    chosen = spread(made, MOST, lambda one: "relational" if one.rule == BOUNDARY else one.rule)
    # Who has one side of a bound wrong differs on hardly any input: more of these are asked, on the inputs there are.
    bounds = [one for one in spread([one for one in made if one.rule == BOUNDARY], _BOUNDS) if one not in chosen]
    others.ahead([_job(cases, mutant) for mutant in (*chosen, *bounds)])
    for mutant in (*chosen, *bounds):
        survives = _survives(cases, mutant, first, others, refusing)
        loaded += [mutant] if survives is not None else []
        alive += [mutant] if survives else []
    rest = [case for case in inside if case not in first]
    alive = surviving(cases, alive, rest, others, refusing)
    waiting, alive = [one for one in alive if one in bounds], [one for one in alive if one not in bounds]
    dry, hidden = 0, _hidden(cases)
    for number in range(_ROUNDS_AT_MOST):
        _noted(cases, loaded, [*alive, *waiting], refusing)
        thin = weak(cases) or len(cases.reach.missed()) > MISSED or len(cases.inside()) < FLOOR
        if not (alive or thin) or dry >= (_DRY_AND_THIN if thin else _DRY) or cases.left <= 0:
            break
        if number >= _ROUNDS and not (hidden or thin):
            break
        before = _progress(cases, alive)
        more = _more(cases, _MORE_AT_MOST if hidden or number >= _ROUNDS else _MORE)
        more += [(given, False) for given in _shortest(cases)] if number == _ROUNDS and alive else []
        new = [case for case in extend(cases, room, more) if case.place == "inside"]
        alive = surviving(cases, alive, new, others, refusing)
        waiting = surviving(cases, waiting, new, others, refusing)
        dry = 0 if _progress(cases, alive) < before else dry + 1
    alive = [*alive, *waiting]
    _noted(cases, loaded, alive, refusing)
    if weak(cases):
        _with_calls_counted(cases, room, others)
    alive, inside = cases.alive, cases.inside()
    lost = [mutant for mutant in alive if mutant.lost and mutant.lost not in COPIES]
    cases.unasked = [mutant for mutant in lost if _unasked(cases, mutant, inside, others)]
    if cases.unasked:
        if cases.guessing:  # lines that are read may have blanks around them
            between = _separators(cases)
            padded = [replace(case.given, stdin=_padded(case.given.stdin, between)) for case in first]
            new = extend(cases, room, [(given, False) for given in padded])
            new = [case for case in new if case.place != "rejected"]
        else:
            new = extend(cases.copy(), room, [(given, False) for given in far_inputs(cases, ())])
            new = [case for case in new if case.place == "inside"]
        left = surviving(cases, cases.unasked, new, others)
        cases.unasked = [mutant for mutant in left if _unasked(cases, mutant, new, others)]


def _progress(cases: Cases, alive: list[Mutant]) -> tuple[int, int, int]:
    """What gets less where further inputs are of use: mutants that survive, what is not reached, inputs that lack."""
    return len(alive), -len(cases.reach.reached), max(0, FLOOR - len(cases.inside()))


def _noted(cases: Cases, loaded: list[Mutant], alive: list[Mutant], refusing: set[Mutant]) -> None:
    cases.exposed = [mutant for mutant in loaded if mutant not in alive]
    cases.alive = [mutant for mutant in alive if mutant not in refusing and not cases.reach.idle(mutant.line)]
    cases.mutants = Mutants(len(cases.exposed), len(cases.exposed) + len(cases.alive))


def _with_calls_counted(cases: Cases, room: Room, others: Room) -> None:
    """Where hardly anything else shows what a reference does, how often it calls what it is given is what it does."""
    counted = cases.copy()
    counted.domain = cases.domain.without("steady")
    if counted.domain == cases.domain:
        return
    known = set(cases.inside())
    settle(counted)
    extend(counted, room, _more(counted, _MORE_AT_MOST if _hidden(counted) else _MORE))
    refusing: set[Mutant] = set()
    new = [case for case in counted.inside() if case not in known]
    alive = surviving(counted, counted.alive, new, others, refusing)
    _noted(counted, [*cases.exposed, *cases.alive], alive, refusing)
    if not weak(counted):
        cases.domain, cases.cases, cases.mutants = counted.domain, counted.cases, counted.mutants
        cases.exposed, cases.alive = counted.exposed, counted.alive


def surviving(
    cases: Cases,
    mutants: Iterable[Mutant],
    inputs: list[Case],
    room: Room,
    refusing: set[Mutant] | None = None,
    *,
    layout: bool = True,
    met: Met | None = None,
) -> list[Mutant]:
    """Those of the mutants that do on all these inputs what the reference does; `refusing` as in `_survives`.

    They meet those inputs first that reach most.  Without `layout` white space that is printed tells nothing.  What was
    `met` before is not run again.
    """
    inputs = sorted(inputs, key=lambda case: -len(case.expected.covered))
    if not layout:
        inputs = [replace(case, expected=_spread(case.expected)) for case in inputs]
    met = Met() if met is None else met
    alive = []
    for mutant in mutants:
        new = met.new(mutant, inputs)
        if new is not None and (not new or _survives(cases, mutant, new, room, refusing, layout=layout, met=met)):
            alive.append(mutant)
    return alive


@dataclass(slots=True)  # mutable: grows with every run
class Met:
    """On which inputs mutants did what the reference does, and on which one they did not; for who asks again of others
    among which are the same."""

    alike: dict[Mutant, dict[int, Input]] = field(default_factory=dict)  # by the inputs' identity, which this holds
    told: dict[Mutant, Input] = field(default_factory=dict)

    def new(self, mutant: Mutant, inputs: list[Case]) -> list[Case] | None:
        """The inputs that a mutant has not met; None where it was told from the reference on one of them."""
        one, alike = self.told.get(mutant), self.alike.get(mutant, {})
        if one is not None and any(case.given is one for case in inputs):
            return None
        return [case for case in inputs if id(case.given) not in alike]

    def note(self, mutant: Mutant, inputs: list[Case], told: list[bool]) -> None:
        """What a mutant did on these, in order; it was stopped on the one behind the last that is told of."""
        first = told.index(True) if True in told else len(told)
        self.alike.setdefault(mutant, {}).update((id(case.given), case.given) for case in inputs[:first])
        if first < len(inputs):
            self.told[mutant] = inputs[first].given


def _spread(outcome: Outcome) -> Outcome:
    """An outcome with one blank for all white space that is printed."""
    return replace(outcome, stdout=" ".join(outcome.stdout.split()))


def _more(cases: Cases, count: int) -> list[tuple[Input, bool]]:
    """Inputs near those that reach most, and random ones."""
    seeds, chance = interesting(cases.inside()), cases.pool.chance
    makers: tuple[Callable[[], Input], ...] = (
        lambda: near(chance.choice(seeds).given, cases.pool),
        lambda: random_input(cases.entry, cases.pool),
    )
    return [(given, False) for make in makers for given in fitting(cases, make, count // 2)]


def _shortest(cases: Cases) -> list[Input]:
    """The shortest sequences of calls, over a few values; what is drawn later is as it would be without them."""
    pool = fresh(replace(cases.pool, chance=Random(SEED)))  # noqa: S311  repeatable
    taken = [one.shape for one in cases.entry.parameters]
    return [Input((one,)) for shape in taken if isinstance(shape, CallsShape) for one in small_scope(shape, pool, draw)]


def _hidden(cases: Cases) -> bool:
    """Whether a few inputs show little: of sequences of calls or commands, and of what is given objects with parts of
    their own."""
    taken = cases.entry.parameters[0].shape if cases.entry.kind == "script" and cases.entry.parameters else None
    commanded = any(map(of_commands, taken.options if isinstance(taken, OneOf) else ()))
    return bool(cases.entry.members) or commanded or any(makes(case.given) for case in cases.inside()[:_FIRST])


def _padded(text: str, between: Iterable[str]) -> str:
    """Lines with blanks around them, and around what stands between their parts."""
    for sign in between:
        text = text.replace(sign, f" {sign} ")
    return "".join(f" {line} \n" for line in text.removesuffix("\n").split("\n"))


def _separators(cases: Cases) -> list[str]:
    """What stands between parts of lines in which blanks are none."""
    shape = cases.entry.parameters[0].shape if cases.entry.parameters else None
    rows = shape.rows if isinstance(shape, LinesShape) else ()
    return [*dict.fromkeys(row.separator for row in rows if isinstance(row, RowShape) and row.separator.strip())]


def _unasked(cases: Cases, mutant: Mutant, inside: list[Case], room: Room) -> bool:
    """Whether the call that a mutant lacks gives on no input anything but what is left in its place."""
    silent = _survives(cases, replace(mutant, source=mutant.spy), inside, room) if mutant.spy else None
    return silent is not False


def _job(cases: Cases, mutant: Mutant) -> Job:
    seconds = max(_LEAST_SECONDS, _SLOWER * cases.slowest)
    return Job(mutant.source, cases.entry, (), coverage=False, seconds=seconds, probes=cases.probes)


def _survives(
    cases: Cases,
    mutant: Mutant,
    inputs: list[Case],
    room: Room,
    refusing: set[Mutant] | None = None,
    *,
    layout: bool = True,
    met: Met | None = None,
) -> bool | None:
    """Whether a mutant does on all these inputs what the reference does; None where it is no program.

    One that refuses a call of a sequence by another error than the reference, or by an error that just happens where
    that one raises its own, is noted in `refusing`: that is no difference, and so no more can be asked of inputs.
    """
    told: list[bool] = []

    def tells(outcomes: list[Outcome]) -> bool:
        new = slice(len(told), None)
        some = outcomes[new] if layout else map(_spread, outcomes[new])
        told.extend(_tells(cases, *one) for one in zip(inputs[new], some, strict=False))
        return any(told)

    given = [case.given for case in inputs]
    outcomes, ran = run_all(room, _job(cases, mutant), given, stops=1, enough=tells)
    if ran.how in ("load", "module", "entry") and not outcomes:
        return None
    exposed = tells(outcomes)
    if met is not None:
        met.note(mutant, inputs, told)
    if exposed:
        return False
    for case, outcome in zip(inputs, outcomes, strict=False):
        steps = zip(case.expected.steps, outcome.steps, strict=False)
        if refusing is not None and any(
            one.how == other.how == "raise" and (one.error, one.deliberate) != (other.error, other.deliberate)
            for one, other in steps
        ):
            refusing.add(mutant)
    return len(outcomes) == len(inputs)


def _tells(cases: Cases, case: Case, outcome: Outcome) -> bool:
    """Whether what a mutant did with an input tells it from the reference."""
    effects = cases.effects or isinstance(case.expected.value, Null)
    if difference(case.expected, outcome, effects=effects) not in ("", OPAQUE):
        return True
    return bool(in_a_call(cases.entry, case, outcome))
