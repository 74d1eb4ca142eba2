"""The result types of evidence: what running a candidate beside its reference showed.

What a *language* must offer so that its programs can be run (survey, harness, wire protocol) is the contract in
`codescore.languages.execution`; values and shapes are in `codescore.languages.values` and `.shapes`.  They live there
because languages may not import stages.  This module holds what evidence gives to its callers: command line, class
report,
editor, study.  All values are frozen and plain.  Neighbours: `evidence.judge` makes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from codescore.evidence.separating import Separation
from codescore.languages.execution import Input
from codescore.languages.values import Value

Verdict: TypeAlias = Literal[
    "equivalent", "differs", "conditional", "insufficient", "untested", "environment-failure", "timeout", "crash"
]
#: The verdicts that say nothing of the candidate.
ABSTAINING: tuple[Verdict, ...] = ("insufficient", "untested", "environment-failure")
#: Inputs that must be compared before two programs are called equivalent; all, where there cannot be so many.
FLOOR = 16
#: Inputs that must be the same beside each that gave what cannot be compared.
SEEN = 10
#: Share of the reference's mutants that inputs must expose before two programs are called equivalent, and how many
#: mutants there must be for that to be asked; some mutants of a short program mean the same, so that of `FEW` it is
#: less.
EXPOSED, TRIED = 0.6, 4
EXPOSED_OF_FEW, FEW = 0.5, 16
#: Branches of what is compared, with code behind them, that no input need reach.
MISSED = 0
#: The share of mutants for classes: a method that is hardly reached shows only after the right calls before it.
EXPOSED_OF_CLASSES = 0.85

#: How one call ended, as far as comparison is concerned.
How: TypeAlias = Literal["return", "raise", "exit", "timeout", "crash", "memory", "output", "assumption", "input"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one program did with one input; `covered` are the numbers of the branches it reached.

    `deliberate`: the exception is one that the program raises itself (`raise`, `assert`, `throw`), none that happened
    to it.  `steps` is what each call of a sequence did, as far as its first one made an object.  `doubt` names what
    happened inside that an author hardly meant (`overflow`), "" where nothing did.  `prints`: it is one of several
    calls, of which some print, so that printing nothing says something, too.  `shares`: one changeable collection
    stands in several places of the value.  `held`: of a call of a sequence, what other objects of the class that it was
    given show of themselves after it.  `turned`: the value with lists in another order, where that is one of a set.
    """

    how: How
    value: Value | None = None
    error: str = ""
    message: str = ""
    arguments: tuple[Value, ...] = ()
    stdout: str = ""
    seconds: float = 0.0
    covered: frozenset[int] = frozenset()
    doubt: str = ""
    deliberate: bool = False
    steps: tuple[Outcome, ...] = ()
    prints: bool = False
    shares: bool = False
    held: tuple[Value, ...] = ()
    turned: Value | None = None


@dataclass(frozen=True, slots=True)
class Coverage:
    """Share of the branches that the inputs reached, 0 to 1 (1 where there are none), in each program."""

    reference: float
    candidate: float


@dataclass(frozen=True, slots=True)
class Counterexample:
    """The smallest input found on which the two differ, as text in the programs' own language.

    `given`, `expected_outcome` and `got_outcome` are the same as data; `test` is a ready test for the reference's
    behaviour; `aspect` says what differs: value, type, exception, stdout, arguments, time; `kind` is the class of the
    difference (see `evidence.policy`).
    """

    input: str
    expected: str
    got: str
    aspect: str
    given: Input
    expected_outcome: Outcome
    got_outcome: Outcome
    test: str = ""
    kind: str = "value"


@dataclass(frozen=True, slots=True)
class Differing:
    """One input on which the two differ, as plain text: what a verdict can be made of again when a person decides.

    `given` is the input as data (`values.encode`, JSON); `kind` the class of the difference; `decides` whether it made
    the verdict, `doubted` whether it made it conditional; `shared` says that every candidate of this reference met it.
    """

    input: str
    expected: str
    got: str
    kind: str
    given: str
    decides: bool = False
    doubted: bool = False
    shared: bool = False


@dataclass(frozen=True, slots=True)
class WithoutDifferences:
    """The verdict that would stand if no difference counted."""

    verdict: Verdict = "untested"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """How the inputs came out, by number.

    `equal` and `different` are inputs inside the task as far as known.  `rejected` are those that the reference itself
    answered with an exception, `rejected_equal` of them the ones where the candidate did too.  `outside` fail an
    assumption that the reference seems to make, `outside_equal` of them came out equal.  `unstable` were dropped
    because the reference does not repeat itself.  `shown` of those inside stand in the reference's own words.  `opaque`
    of those inside gave what cannot be compared; for `unanswered` ones of them the candidate had no time
    left.  `large` of the different ones differ where numbers, or the input, are large.
    """

    equal: int = 0
    different: int = 0
    rejected: int = 0
    rejected_equal: int = 0
    outside: int = 0
    outside_equal: int = 0
    unstable: int = 0
    shown: int = 0
    shown_equal: int = 0
    opaque: int = 0
    unanswered: int = 0
    large: int = 0

    @property
    def all_equal(self) -> str:
        """Those that came out equal, in words: "all 312 inputs"."""
        return f"all {self.equal} inputs" if self.equal != 1 else "the one input"


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the model of the input: of which parameter ("" where the words name it), what, why, and how surely.

    `weight`: how likely it is that every input of the task is so, 0 to 1.
    """

    parameter: str
    words: str
    because: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Mutants:
    """How many of the reference's own mutants (one operator, one statement) the inputs expose; 0 of 0: not tried."""

    exposed: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """What execution says of one candidate against one reference.

    `inputs` counts those that were compared; `seconds` is wall-clock time; `probability` that the candidate is right,
    0 to 1, None where evidence abstains.  `assumptions` are preconditions that were given or guessed, in words.
    `unit` names what was called in the candidate, `reference_unit` in the reference.  `outside` is an input on which
    the two differ though it is probably none of the task (see `Tally.outside`); it is told and decides nothing.
    `units` is the evidence of each pair that was asked about, this one's among them, also of those that could not be
    run; `count` are the classes of differences that decide (see `evidence.policy`);
    `pair` has its qualified names, as they were handed down (None where the candidate has none).  `when` says where
    they differ; `differing` are all inputs on which they do, and `settled` is what the verdict is without them.
    """

    verdict: Verdict
    reason: str
    inputs: int = 0
    coverage: Coverage = Coverage(0.0, 0.0)
    counterexample: Counterexample | None = None
    seconds: float = 0.0
    probability: float | None = None
    tally: Tally = Tally()
    assumptions: tuple[str, ...] = ()
    unit: str = ""
    reference_unit: str = ""
    outside: Counterexample | None = None
    signature: str = ""
    units: tuple[Evidence, ...] = ()
    pair: tuple[str | None, str] | None = None
    mutants: Mutants = Mutants()
    model: tuple[Said, ...] = ()
    count: tuple[str, ...] = ()
    when: tuple[Separation, ...] = ()
    differing: tuple[Differing, ...] = ()
    settled: WithoutDifferences = WithoutDifferences()
